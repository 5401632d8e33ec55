"""The parts of `signifer enrol` by themselves: what a landing is, files that people write, text on tags."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.deck import field_of_glory_catalogue
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_core.toml_lines import statements
from signifer_drivers.readers.ntag import TagError
from signifer_drivers.readers.reader import Reading
from signifer_drivers.virtual.ntag import Ntag213
from signifer_firmware.config.toml_edit import with_value
from signifer_firmware.enrolment import landing as on
from signifer_firmware.enrolment import ndef_text
from signifer_firmware.enrolment.decks import cards_named, deck_of, decks_of, figure_texts, known_decks
from signifer_firmware.enrolment.tag_file import exported, imported, merge
from signifer_firmware.files.writing import write
from signifer_firmware.game_api import registry

A, B = bytes.fromhex("04112233445566"), bytes.fromhex("04998877665544")
FLEETING = [bytes((8, 1, 2, n)) for n in range(9)]
NOTHING, GARBLED = Reading((), False), Reading((), True)
CATALOGUE = field_of_glory_catalogue()


def told(readings: list[Reading]) -> list[on.Event]:
    landing = on.Landing()
    return [event for reading in readings if (event := landing.hear(reading)) is not None]


def read(uid: bytes, times: int = 1) -> list[Reading]:
    return [Reading((uid,), False)] * times


@pytest.mark.parametrize(
    ("readings", "events"),
    [
        (read(A, on.STEADY - 1), []),
        (read(A, on.STEADY), [on.Lying(A)]),
        (read(A, 60), [on.Lying(A)]),
        ([*read(A, 20), NOTHING, *read(A, 20)], [on.Lying(A)]),
        ([*read(A, 20), *[NOTHING] * on.GONE], [on.Lying(A), on.Gone()]),
        ([*read(A, 3), *[NOTHING] * on.GONE], [on.Early(A)]),
        ([*read(A, 20), *read(B, 20)], [on.Lying(A), on.Lying(B)]),
        ([*read(A, 3), *read(B, 20)], [on.Lying(B)]),
        ([*read(A, 3), NOTHING, *read(A, on.WINDOW - 4)], [on.Lying(A)]),
        ([*read(A, 3), NOTHING, *read(A, on.WINDOW - 5)], []),
        ([*read(A), NOTHING] * 10, []),
        ([*[*read(A), NOTHING] * 10, *read(A)], [on.Weak(A, 10)]),
        ([*[*read(A), NOTHING] * 10, *read(A, on.WINDOW)], [on.Weak(A, 10), on.Lying(A)]),
        ([*[*read(A), NOTHING] * 11, *[NOTHING] * (on.GONE_WEAK - 1)], [on.Weak(A, 10), on.Early(A)]),
        ([*read(A, 7), GARBLED, *read(A, 3), *[NOTHING] * (on.GONE_WEAK - 1)], []),
        ([Reading((A, B), False)] * 2, []),
        ([Reading((B, A), False)] * 9, [on.Several((A, B))]),
        ([*[Reading((B, A), False)] * 9, *read(B, 8)], [on.Several((A, B)), on.Lying(B)]),
        ([*[Reading((B, A), False)] * 2, *read(B, 8)], [on.Lying(B)]),
        ([GARBLED] * 30, [on.Unread()]),
        ([*[GARBLED] * 30, NOTHING], [on.Unread(), on.Gone()]),
        ([GARBLED, NOTHING] * 30, []),
        ([Reading((uid,), False) for uid in FLEETING], [on.Changing(FLEETING[2])]),
        (
            [*[Reading((uid,), False) for uid in FLEETING], *[NOTHING] * 4],
            [on.Changing(FLEETING[2]), on.Gone()],
        ),
    ],
)
def test_what_visits_add_up_to(readings: list[Reading], events: list[on.Event]) -> None:
    assert told(readings) == events


def test_a_reader_that_fails_is_told_once_and_what_lies_there_is_looked_at_again() -> None:
    landing = on.Landing()
    for reading in read(A, on.STEADY):
        landing.hear(reading)
    assert [landing.fail("it hangs") for _ in range(3)] == [on.Trouble("it hangs"), None, None]
    assert landing.fail("it is gone") == on.Trouble("it is gone")
    assert (landing.is_failing, landing.hear(NOTHING), landing.is_failing) == (True, on.Mended(), False)
    assert [landing.hear(reading) for reading in read(A, on.STEADY)][-1] == on.Lying(A)


VISITS = st.sampled_from([NOTHING, GARBLED, *read(A), *read(B), Reading((A, B), False), Reading((A,), True)])


@given(
    before=st.lists(VISITS, max_size=60), last=st.sampled_from([NOTHING, *read(A), Reading((A, B), False)])
)
def test_whatever_was_seen_what_lies_still_is_told_and_settles(before: list[Reading], last: Reading) -> None:
    landing = on.Landing()
    for reading in before:
        landing.hear(reading)
    events = [landing.hear(last) for _ in range(60)]
    assert landing.is_settled
    assert not any(events[40:])
    if last == NOTHING:
        assert not any(isinstance(event, on.Lying) for event in events)


@given(visits=st.lists(VISITS, max_size=80))
def test_nothing_is_bound_that_was_not_read_often_enough(visits: list[Reading]) -> None:
    landing = on.Landing()
    for number, visit in enumerate(visits):
        event = landing.hear(visit)
        if isinstance(event, on.Lying):
            last = visits[max(0, number + 1 - on.WINDOW) : number + 1]
            assert sum(each.uids == (event.uid,) and not each.garbled for each in last) >= on.STEADY


# Decks


def test_decks_are_named_as_people_say_them() -> None:
    catalogues = {"field-of-glory": CATALOGUE}
    assert known_decks(catalogues) == ["field-of-glory/red", "field-of-glory/blue", "field-of-glory/terrain"]
    assert len(deck_of("field-of-glory", catalogues).cards) == 105
    assert deck_of("blue", catalogues) == deck_of("field-of-glory/blue", catalogues)
    assert deck_of("terrain", catalogues).cards == CATALOGUE.card_ids("")
    for text, hint in (("field-of-glory/rde", "field-of-glory/red"), ("tetrain", "terrain")):
        with pytest.raises(ConfigError, match=f'no deck "{text}"') as wrong:
            deck_of(text, catalogues)
        assert hint in str(wrong.value)
    with pytest.raises(ConfigError, match='no deck "terain": did you mean "terrain"'):
        deck_of("terain", catalogues)
    both = {**catalogues, "thermopyles": thermopyles_catalogue()}
    assert decks_of(both["thermopyles"]) == ("spartan", "persian", "support")
    assert len(deck_of("support", both).cards) == 4
    assert len(deck_of("thermopyles", both).cards) == 52
    whole = deck_of("field-of-glory", catalogues)
    with pytest.raises(ConfigError) as wrong:
        cards_named(["spear-1", "red/sper-1", "red/spear-1"], whole)
    assert wrong.value.faults == [
        '"spear-1" is red/spear-1 and blue/spear-1: say which',
        'no card "red/sper-1" in field-of-glory: did you mean "red/spear-1"?',
    ]


# Files of tags

TAGS = st.dictionaries(st.binary(min_size=7, max_size=7), st.sampled_from(sorted(CATALOGUE)), max_size=8)


@given(tags=TAGS)
def test_what_is_exported_is_imported(
    tags: dict[bytes, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "tags.toml"
    file.write_text(exported(CATALOGUE, tuple(CATALOGUE), tags))
    assert imported(file, {"field-of-glory": CATALOGUE}) == tags


@given(file=TAGS, known=TAGS)
def test_after_an_import_the_cards_of_the_file_have_its_tags_and_no_others(
    file: dict[bytes, str], known: dict[bytes, str]
) -> None:
    found = merge(file, known)
    after = {uid: card for uid, card in known.items() if card not in found.forgotten} | dict(found.new)
    cards = set(file.values())
    assert {uid: card for uid, card in after.items() if card in cards} == file
    others = {uid: card for uid, card in known.items() if card not in cards and uid not in file}
    assert {uid: card for uid, card in after.items() if card not in cards} == others
    lost = {(uid, card) for uid, card in known.items() if after.get(uid) != card}
    assert bool(lost) == bool(found.changes), "nothing is lost that was not told"


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "tags.toml"
    file.write_text(
        'game = "field-of-glory"\ngames = 1\n[tags]\n0411223344556 = "red/spear-1"\n'
        '04112233445566 = "red/sper-1"\n04112233445567 = 3\n"0411 2233" = "red/spear-2"\n'
        '04aabbccddeeff = "red/spear-1"\n04AABBCCDDEEFF = "red/spear-2"\n'
    )
    with pytest.raises(ConfigError) as wrong:
        imported(file, {"field-of-glory": CATALOGUE})
    assert [fault.removeprefix(f"{file}:") for fault in wrong.value.faults] == [
        '2: no "games" here: did you mean "game"?',
        '4: "0411223344556" is no tag\'s number: 14 hex digits like 04A1B2C3D4E5F6',
        '5: no card "red/sper-1" in field-of-glory: did you mean "red/spear-1"?',
        '6: a card is a text in quotes: 04112233445567 = "red/elephant-1"',
        '7: "0411 2233" is no tag\'s number: 14 hex digits like 04A1B2C3D4E5F6',
        "9: the tag 04AABBCCDDEEFF stands there twice",
    ]
    file.write_text('game = "chess"\n')
    with pytest.raises(ConfigError) as wrong:
        imported(file, {"field-of-glory": CATALOGUE})
    assert [fault.removeprefix(f"{file}:") for fault in wrong.value.faults] == [
        '1: no game "chess": game = "field-of-glory"',
        '1: the tags stand below [tags], one a line: 04A1B2C3D4E5F6 = "red/elephant-1"',
    ]
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="not UTF-8"):
        imported(file, {"field-of-glory": CATALOGUE})
    with pytest.raises(
        ConfigError, match=r"cannot be read \(.*\); name a file of tags, as enrol --export writes it$"
    ):
        imported(tmp_path, {"field-of-glory": CATALOGUE})


# Values in TOML that people write

FILES = (
    "",
    '# mine\ngame = "x"   # the game\n',
    '[kind.spear] # spears\ncombat = 3 # three\n\n  [card."red/a-1"]\n  combat = [1, # one\n  2]\n',
    "kind.spear.combat = 3\nkind.spear.against.pike = -1",
    '[kind]\nspear.combat = { value = 2, source = "]#\'" }\r\n[kind.pike]\r\n',
    "kind.spear = { combat = 1 }\n\n[other]\nkind = '''\n[kind.spear]\n'''\n",
    "[[reader]]\nzone = 1\n[[reader]]\nzone = 2\n[cards] # mine\n",
    "a = 1\n[kind.pike]\nb = 2\n\n# the end",
)
PATHS = st.sampled_from(
    [
        ("kind", "spear", "combat"),
        ("kind", "spear", "against", "pike"),
        ("kind", "spear", "against", "light-infantry"),
        ("kind", "pike", "combat"),
        ("card", "red/a-1", "combat"),
        ("card", "blue/b 2", "combat"),
        ("cards", "corrections"),
        ("reader", "zone"),
    ]
)


@settings(deadline=None)
@given(text=st.sampled_from(FILES), changes=st.lists(st.tuples(PATHS, st.integers(-20, 20)), max_size=6))
def test_a_value_is_written_and_everything_else_stays(
    text: str, changes: list[tuple[tuple[str, ...], int]]
) -> None:
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line and "]#" not in line]
    for path, value in changes:
        expected: Any = tomllib.loads(text)
        at = expected
        for key in path[:-1]:
            at = at.setdefault(key, {}) if isinstance(at, dict) else None
        try:
            new = with_value(text, path, value)
        except ConfigError as error:
            assert "write it yourself" in str(error)  # noqa: PT017  # most can be written
            continue
        at[path[-1]] = value
        assert tomllib.loads(new) == expected
        assert with_value(new, path, value) == new
        text = new
    gone = [comment for comment in comments if comment not in text]
    assert set(gone) <= {" one"}, "only within a value that was replaced"


def test_statements_are_found_with_their_values() -> None:
    text = 'a = 1 # one\n[b."c d"] # table\n  e.f = [1,\n 2] # two\ng = "#"\n'
    found = list(statements(text))
    assert [each.path for each in found] == [("a",), ("b", "c d"), ("b", "c d", "e", "f"), ("b", "c d", "g")]
    assert [text[each.value : each.value_end] for each in found] == ["1", "", "[1,\n 2]", '"#"']
    assert [each.is_header for each in found] == [False, True, False, False]
    assert text[found[2].start : found[2].end] == "e.f = [1,\n 2] # two"


# Text on tags


class Memory:
    """A tag's pages, written ``left`` times at the most: then it was taken away."""

    def __init__(self, left: int = 1000) -> None:
        self.tag = Ntag213(A)
        self.left = left
        self.most = 0

    def read(self, page: int) -> bytes:
        return bytes(self.tag.memory[page * 4 : page * 4 + 16]).ljust(16, b"\0")

    def write(self, page: int, data: bytes) -> None:
        if not self.left:
            raise TagError("gone", is_gone=True)
        self.left -= 1
        self.most = max(self.most, page)
        self.tag.memory[page * 4 : page * 4 + 4] = data

    @property
    def message(self) -> bytes:
        return ndef_text.message_in(bytes(self.tag.memory[16:160]))[1]


@given(contents=st.lists(st.binary(max_size=136), min_size=1, max_size=3))
def test_the_last_message_stands_on_a_tag(contents: list[bytes]) -> None:
    tag = Memory()
    for content in contents:
        ndef_text.write(tag, content)
    assert tag.message == contents[-1]
    assert tag.most < 40
    assert tag.tag.page(4) == bytes.fromhex("0103a00c"), "what stands before it stays"


@settings(max_examples=20, deadline=None)
@given(old=st.binary(min_size=1, max_size=136), new=st.binary(min_size=1, max_size=136))
def test_a_tag_that_is_taken_away_has_the_old_message_the_new_one_or_none(old: bytes, new: bytes) -> None:
    """Whenever it is taken away."""
    for left in range(40):
        tag = Memory()
        ndef_text.write(tag, old)
        tag.left = left
        try:
            ndef_text.write(tag, new)
        except TagError:
            assert tag.message in (old, b"")
        else:
            assert tag.message == new
            return


def test_text_that_does_not_fit_or_must_not_be_written_is_refused() -> None:
    tag = Memory()
    with pytest.raises(TagError, match=r"the text needs 203 bytes, and the tag has 139"):
        ndef_text.write(tag, bytes(200))
    tag.tag.memory[15] = 0x0F
    with pytest.raises(TagError, match="locked against writing"):
        ndef_text.write(tag, b"x")
    tag.tag.memory[12] = 0
    with pytest.raises(TagError, match="not formatted for text"):
        ndef_text.write(tag, b"x")


@given(memory=st.binary(max_size=144))
def test_any_memory_is_looked_through(memory: bytes) -> None:
    start, content = ndef_text.message_in(memory)
    assert 0 <= start <= len(memory)
    ndef_text.texts(content)


def test_text_comes_back_as_it_was() -> None:
    assert ndef_text.texts(ndef_text.message("red/spear-1 ü")) == ["red/spear-1 ü"]
    assert ndef_text.texts(b"\xd1") == []


def test_an_owners_file_keeps_its_rights_and_a_new_one_can_be_read_by_a_service(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    before = os.umask(0o077)
    try:
        write(file, "a = 1\n")
        assert file.stat().st_mode & 0o777 == 0o644
        file.chmod(0o660)
        link = tmp_path / "link.toml"
        link.symlink_to(file)
        write(link, "a = 2\n")
    finally:
        os.umask(before)
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("a = 2\n", 0o660)
    assert link.is_symlink()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.toml", "mine.toml"]


def test_no_figure_is_told_by_how_sure_the_catalogue_calls_it() -> None:
    """Whoever holds the card is told "(unsure)" or "(assumed)"; "(medium)" says nothing to them."""
    cards = [card for game in registry.names() for card in registry.bundle(game).deck.catalogue.values()]
    doubts = {
        found for card in cards for text in figure_texts(card) for found in re.findall(r"\((.*?)\)", text)
    }
    assert doubts == {"unsure", "assumed"}
    assert any(figure.confidence == "medium" for card in cards for figure in card.figures.values())
