"""Sittings of `signifer enrol`: what is bound, what is refused and asked, and where it goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.cards import parse_catalogue
from signifer_core.errors import ConfigError
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_drivers.virtual import other_tags
from signifer_drivers.virtual.ntag import Ntag213
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.enrolment import ndef_text
from signifer_firmware.enrolment.landing import STEADY
from signifer_firmware.enrolment.session import DONE, LEFT
from signifer_firmware.game_api import registry
from signifer_firmware.storage.store import StoreError

from tests.firmware.enrolment.bench import Bench, Item
from tests.sweeps import often

CALL = registry.game("call-to-glory")
ONE, TWO, THREE = "red/elephant-1", "red/elephant-2", "red/spear-1"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_cards_are_asked_for_in_the_order_of_the_catalogue_and_each_is_bound(bench: Bench) -> None:
    assert bench.sit(bench.lay(ONE), bench.lay(TWO), bench.lay(THREE)) == LEFT
    assert bench.known == {card: [bench.number(card)] for card in (ONE, TWO, THREE)}
    asked = [line for line in bench.said.splitlines() if " of 48: " in line]
    assert asked == [f"{n} of 48: {card}" for n, card in enumerate((ONE, TWO, THREE, "red/spear-2"))]
    assert (
        "3 of 48 cards of field-of-glory/red have their tags\nthe same command goes on with red/spear-2"
        in bench.said
    )


def test_the_next_sitting_goes_on_where_the_last_one_ended(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), "q")
    bench.sit(bench.lay(TWO))
    assert set(bench.known) == {ONE, TWO}
    assert f"1 of 48: {TWO}" in bench.said
    assert f": {ONE}\n" not in bench.said


def test_a_whole_deck_ends_with_status_0(bench: Bench) -> None:
    cards = [card for card in bench.catalogues["field-of-glory"] if card.startswith("terrain/")]
    assert bench.sit(*(bench.lay(card) for card in cards), deck="terrain") == DONE
    assert set(bench.known) == set(cards)
    assert bench.sit(deck="terrain") == DONE, "nothing is left to do"


def test_skipped_cards_are_left_and_back_returns(bench: Bench) -> None:
    assert (
        bench.sit("s", bench.lay(TWO), "b", "b", bench.lay(ONE), "c spear-1", bench.lay(THREE), "q") == LEFT
    )
    assert sorted(bench.known) == [ONE, TWO, THREE]


def test_only_the_first_card_has_none_before_it(bench: Bench) -> None:
    bench.sit("b", "c elefant-1", "what", "s s", "c")
    assert "this is the first card" in bench.said
    assert 'no card "elefant-1" in field-of-glory/red: did you mean "elephant-1"?' in bench.said
    assert bench.said.count("s: skip this card") == 2
    assert 'no card "" in field-of-glory/red' in bench.said


def test_the_last_card_can_be_done_again(bench: Bench) -> None:
    bench.sit("r", bench.lay(TWO), "r", bench.lay(ONE), bench.lay(TWO))
    assert "no card was laid yet that could be done again" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)], TWO: [bench.number(TWO)]}


def test_a_word_that_only_begins_as_a_command_does_is_none(bench: Bench) -> None:
    """ "red/..." was taken for r, which forgets a tag, "blue/..." for b, "spear-2" for s, "combat 5" for c."""
    bench.sit(bench.lay(ONE), "remove", "blue/spear-1", "spear-2", "combat 5", "nonsense", "q")
    assert bench.known == {ONE: [bench.number(ONE)]}
    assert bench.said.count("s: skip this card") == 5
    assert "no card" not in bench.said
    bench.sit(THREE, bench.lay(THREE), "quit")
    assert sorted(bench.known) == [ONE, THREE], "a card's name alone leads to it"


def test_a_tag_of_another_card_moves_only_if_people_say_so(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.lay(TWO), bench.lay(ONE), "", "q")
    assert f"This tag is on {ONE}. Is the card that lies there {THREE}?" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)], TWO: [bench.number(TWO)]}
    bench.sit(bench.lay(ONE), "y", "q")
    assert bench.known == {TWO: [bench.number(TWO)], THREE: [bench.number(ONE)]}
    assert "2 of 48 cards" in bench.said
    bench.sit("q")
    assert f"2 of 48: {ONE}" in bench.said, "it is asked for again"


def test_a_card_that_was_left_lying_is_not_taken_for_the_next_one(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.take(ONE), bench.lay(ONE), bench.lay(TWO))
    assert f"this is still {ONE}: take it away, and lay {TWO}" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)], TWO: [bench.number(TWO)]}


def test_two_tags_at_once_are_told_and_nothing_is_bound(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.add(TWO), bench.take(ONE))
    two = ", ".join(sorted((bench.number(ONE), bench.number(TWO))))
    assert bench.said.count(f"2 tags lie there ({two}): take all away but one") == 1
    assert bench.known == {ONE: [bench.number(ONE)], TWO: [bench.number(TWO)]}


def test_a_tag_that_is_taken_away_too_early_is_asked_for_again(bench: Bench) -> None:
    visits = 0
    visit = bench.field.power

    def power(on: bool, now_us: float) -> None:
        nonlocal visits
        visits += on
        if visits == 5:
            bench.twins.world.take(ONE)
        visit(on, now_us)

    bench.field.power = power  # type: ignore[method-assign]
    bench.sit(bench.lay(ONE), bench.lay(ONE))
    assert f"the tag {bench.number(ONE)} was taken away too early" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)]}


def test_a_tag_that_is_read_now_and_then_is_not_bound(bench: Bench) -> None:
    bench.field.miss_percent = 40.0

    def better() -> None:
        bench.field.miss_percent = 0.0
        bench.lay(TWO)()

    bench.sit(bench.lay(ONE), better)
    assert f"the tag {bench.number(ONE)} is read " in bench.said
    assert "times in 20 only: lay it flat in the middle" in bench.said
    assert bench.known == {ONE: [bench.number(TWO)]}


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        (
            other_tags.bank_card(random.Random(1)),
            "is a number made up for the moment, as phones, bank cards and passes do",
        ),
        (other_tags.classic(), "is a number of 4 bytes, a MIFARE Classic, a key or a bank card"),
        (other_tags.classic_of_seven(), "is a MIFARE Classic, as keys have it"),
        (other_tags.transit_pass(), "speaks the protocol of bank cards and passes: leave it in the pocket"),
        (Tag(bytes(range(10))), "is a number of 10 bytes, none that is sold for cards"),
    ],
)
def test_tags_that_are_none_for_cards_are_refused_in_a_sentence(bench: Bench, tag: Tag, why: str) -> None:
    bench.stick("tag/1", tag)
    assert bench.sit(bench.lay("tag/1"), bench.lay(ONE)) == LEFT
    assert bench.said.count(why) == 1
    assert "take NTAG213 tags, whose numbers have 7 bytes and stay" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)]}


def test_a_reader_that_breaks_in_the_middle_is_told_and_nothing_is_lost(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.break_reader, bench.mend, bench.lay(TWO), bench.lay(THREE))
    assert bench.said.count("reader pad red: no chip answers") == 1
    assert "the reader works again" in bench.said
    assert set(bench.known) == {ONE, TWO, THREE}


def test_a_reader_that_breaks_while_a_tag_is_looked_at_is_no_tag_that_is_wrong(bench: Bench) -> None:
    """After the last visit that it takes, in the one that asks what kind of tag it is."""
    port = bench.twins.readers["pad red"].port
    transfer, power = port.transfer, bench.field.power
    fields = 0

    def counted(on: bool, now_us: float) -> None:
        nonlocal fields
        power(on, now_us)
        fields += on and bool(bench.twins.world.lying(bench.zone))

    def sent(batch: list[bytes]) -> list[bytes]:
        nonlocal fields
        if fields == STEADY + 1:
            fields += 1
            bench.break_reader()
        return transfer(batch)

    bench.field.power = counted  # type: ignore[method-assign]
    port.transfer = sent  # type: ignore[method-assign]
    bench.sit(bench.lay(ONE), bench.mend)
    assert fields > STEADY + 1
    assert bench.said.count("reader pad red: no chip answers") == 1
    assert "the reader works again" in bench.said
    assert bench.known == {ONE: [bench.number(ONE)]}


def test_readers_of_nodes_serve_as_well(tmp_path: Path) -> None:
    bench = Bench(tmp_path, table="starter", zone="3")
    bench.stick("tag/1", other_tags.classic())
    bench.sit(bench.lay(ONE), bench.break_reader, bench.mend, bench.lay("tag/1"), bench.lay(TWO))
    assert "lay it on column 3" in bench.said
    assert "reader 3: no chip answers" in bench.said
    assert "is a number of 4 bytes" in bench.said
    assert set(bench.known) == {ONE, TWO}


@pytest.mark.parametrize("zone", ["3 red", "pad red"])
def test_a_card_above_any_antenna_of_a_zone_is_enrolled(tmp_path: Path, zone: str) -> None:
    bench = Bench(tmp_path, table="double", zone=zone)

    def above(card: str, antenna: int) -> Callable[[], None]:
        def move() -> None:
            bench.take(ONE)()
            bench.twins.world.put(card, bench.zone, (antenna,))

        return move

    bench.sit(above(ONE, 1), above(TWO, 0), cards=(ONE, TWO))
    assert bench.known == {card: [bench.number(card)] for card in (ONE, TWO)}
    assert f"lay it on {'column 3 red' if zone == '3 red' else zone}" in bench.said

    def both() -> None:
        above(ONE, 1)()
        bench.twins.world.put(TWO, bench.zone, (0,))

    bench.sit(both, "q", cards=(ONE,))
    assert "2 tags lie there" in bench.said


def test_a_card_with_a_new_tag_is_bound_again(bench: Bench) -> None:
    bench.sit(bench.lay(ONE))
    bench.sit(bench.lay("tag/1"), "", "q", cards=(ONE,))
    question = f"{ONE} has a tag already ({bench.number(ONE)}). r: this one replaces it."
    assert bench.said.count(question) == 1, "it lies there still, and was refused"
    assert bench.known == {ONE: [bench.number(ONE)]}
    assert bench.sit(bench.lay("tag/1"), "r", cards=(ONE,)) == DONE
    assert bench.known == {ONE: [bench.number("tag/1")]}
    assert bench.replaced == {bench.number(ONE): ONE}


def test_a_tag_that_was_replaced_is_told_by_its_card_and_may_be_enrolled_again(bench: Bench) -> None:
    bench.sit(bench.lay(ONE))
    bench.sit(bench.lay("tag/1"), "r", cards=(ONE,))
    bench.sit(bench.lay(ONE), "", "q", cards=(TWO,))
    question = f"This is an old tag of {ONE}, which has another one now. Is the card that lies there {TWO}?"
    assert question in bench.said
    assert TWO not in bench.known

    def both() -> None:
        bench.lay(TWO)()
        bench.add(ONE)()

    bench.sit(both, "q", cards=(THREE,))
    assert f"{bench.number(ONE)} was on {ONE} before" in bench.said
    assert bench.sit(bench.lay(ONE), "r", cards=(ONE,)) == DONE
    assert bench.known == {ONE: [bench.number(ONE)]}
    assert bench.replaced == {bench.number("tag/1"): ONE}
    assert bench.sit(bench.lay("tag/1"), "y", cards=(TWO,)) == DONE
    assert bench.known == {ONE: [bench.number(ONE)], TWO: [bench.number("tag/1")]}
    assert bench.replaced == {}


def test_a_spare_card_has_a_tag_of_its_own(bench: Bench) -> None:
    bench.sit(bench.lay(ONE))
    assert bench.sit(bench.lay("tag/1"), "a", cards=("elephant-1",)) == DONE
    assert bench.known == {ONE: sorted([bench.number(ONE), bench.number("tag/1")])}


def test_a_second_box_of_the_game_is_enrolled_card_by_card(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.lay(TWO))
    bench.sit(bench.lay(ONE), bench.lay("tag/1"), bench.lay("tag/2"), copies=2)
    assert f"this is the tag that {ONE} has already: lay that of the next copy" in bench.said
    assert bench.known == {
        ONE: sorted([bench.number(ONE), bench.number("tag/1")]),
        TWO: sorted([bench.number(TWO), bench.number("tag/2")]),
    }
    assert "2 of 48 cards" in bench.said


def test_each_tag_is_on_disk_before_the_next_card_is_asked_for(bench: Bench) -> None:
    seen: list[int] = []

    def look() -> None:
        copy = (bench.folder / "table.sqlite-copy").read_text()
        seen.append(copy.count(bench.uid(ONE).hex()))
        bench.lay(TWO)()

    bench.sit(bench.lay(ONE), look)
    assert seen == [1]


def test_a_disk_that_cannot_be_written_ends_the_sitting_with_its_reason(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signifer_firmware.storage.second_copy.CopyFile.append", _full)
    monkeypatch.setattr("signifer_firmware.storage.second_copy.CopyFile.rewrite", _full)
    with pytest.raises(StoreError, match="the disk is full"):
        bench.sit(bench.lay(ONE))


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


# Figures


def test_figures_are_compared_and_the_next_card_says_yes(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), bench.lay(TWO), "", bench.lay(THREE), figures=True)
    assert set(bench.known) == {ONE, TWO, THREE}
    assert (
        "elephant 1 of 2, red: movement cost 5, flank penalty 3, combat 5, victory points 3 (unsure)"
        in bench.said
    )
    assert bench.said.count(f"Does the card say the same? Enter, or lay {TWO}: yes. n: no") == 1


def test_who_sees_by_the_figures_that_the_wrong_card_lies_there_does_it_once_more(bench: Bench) -> None:
    lay = bench.lay
    bench.sit(
        lay(THREE),
        "what",
        "r",
        bench.take(THREE),
        lay(ONE),
        "",
        lay(TWO),
        "c spear-1",
        lay(THREE),
        "q",
        figures=True,
    )
    assert bench.known == {card: [bench.number(card)] for card in (ONE, TWO, THREE)}
    assert "n if it does not; r: this card once more" in bench.said


def test_corrections_go_into_the_owners_file(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('# mine\ngame = "field-of-glory"\n\n[kind.pike] # pikes\ncombat = 5\n')
    bench.sit(
        *(bench.lay(ONE), "n", "combat 6", "", "Command_Points 4", "t", "against pike 2", "k", ""),
        figures=True,
        corrections=file,
    )
    assert file.read_text() == (
        '# mine\ngame = "field-of-glory"\n\n[kind.pike] # pikes\ncombat = 5\n\n'
        '[kind.elephant]\ncombat = 6\nagainst.pike = 2\n\n[card."red/elephant-1"]\ncommand_points = 4\n'
    )
    assert "combat 6, victory points 3 (unsure), command points 4" in bench.said
    assert (
        "For which cards? Enter: all elephant cards of both armies. b: elephant-1 of both armies"
        in bench.said
    )


def test_what_cannot_stand_on_a_card_is_refused_and_nothing_is_written(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = ("n", "combat", "comat 3", "combat 300", "", "combat 2 2", "")
    bench.sit(bench.lay(ONE), *lines, figures=True, corrections=file)
    assert "write the figure and its number: combat 5" in bench.said
    assert 'no figure "comat" on this card: did you mean "combat"?' in bench.said
    assert "combat is a whole number from 0 to 20, not 300" in bench.said
    assert not file.exists()


def test_a_nearer_statement_is_named(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = 'game = "field-of-glory"\n[card.elephant-1]\ncombat = 7\n'
    file.write_text(text)
    bench.sit(bench.lay(ONE), "n", "combat 6", "k", "", figures=True, corrections=file)
    assert f"a nearer statement about {ONE} holds there (combat); correct that one" in bench.said
    assert file.read_text() == text


def test_what_is_assumed_is_asked_for_expressly_once(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    hill, plain = "terrain/hill-1", "terrain/plain-1"
    items = (bench.lay(hill), "", "c plain-1", "what", bench.lay(plain))
    bench.sit("c hill-1", bench.lay(hill), "yes", "1", "", deck="terrain", figures=True, corrections=file)
    assert bench.said.count("defender in control 1 (assumed): nobody has read this from a card.") == 2
    assert "[kind.hill]\ndefender_in_control = 1\n" in file.read_text()
    bench.sit(*items, cards=(hill,), deck="terrain", figures=True, corrections=file)
    assert "assumed" not in bench.said


def test_without_a_file_of_corrections_people_are_told_what_to_do(bench: Bench) -> None:
    bench.sit(bench.lay(ONE), "n", bench.lay(TWO), "maybe", "", figures=True)
    assert "corrections need a file of yours: say --corrections FILE" in bench.said
    assert "Enter if it does, n if it does not; r: this card once more" in bench.said
    assert set(bench.known) == {ONE, TWO}


# Text on tags


def text_on(bench: Bench, card: str) -> list[str]:
    memory = bench.twins.world.tag(card).memory
    assert memory is not None
    return ndef_text.texts(ndef_text.message_in(bytes(memory.memory[16:160]))[1])


def test_text_is_written_on_request_only(bench: Bench) -> None:
    bench.sit(bench.lay(ONE))
    assert text_on(bench, ONE) == []
    bench.sit(bench.lay(TWO), bench.lay(THREE), text=True)
    assert text_on(bench, TWO) == ["field-of-glory red/elephant-2"]
    assert text_on(bench, THREE) == ["field-of-glory red/spear-1"]


def test_text_of_another_hand_is_not_written_over_unasked(bench: Bench) -> None:
    memory = bench.twins.world.tag(ONE).memory
    assert memory is not None
    tag = Written(memory)
    ndef_text.write(tag, ndef_text.message("call me"))
    bench.sit(bench.lay(ONE), "", text=True)
    assert text_on(bench, ONE) == ["call me"]
    bench.sit(bench.lay(ONE), "y", text=True, cards=(ONE,))
    assert text_on(bench, ONE) == ["field-of-glory red/elephant-1"]
    bench.sit(bench.lay(ONE), text=True, cards=(ONE,))
    assert text_on(bench, ONE) == ["field-of-glory red/elephant-1"], "ours is written over without a word"


class Written:
    """A tag's pages without a reader."""

    def __init__(self, memory: Ntag213) -> None:
        self._memory = memory

    def read(self, page: int) -> bytes:
        return bytes(self._memory.memory[page * 4 : page * 4 + 16])

    def write(self, page: int, data: bytes) -> None:
        self._memory.memory[page * 4 : page * 4 + 4] = data


def test_a_tag_that_takes_no_text_is_bound_all_the_same(bench: Bench) -> None:
    memory = bench.twins.world.tag(ONE).memory
    assert memory is not None
    memory.worn.add(6)
    bench.sit(bench.lay(ONE), bench.lay(TWO), text=True)
    assert (
        f"{ONE} is bound, but has no text: page 6 of the tag cannot be written: its memory is worn out"
        in bench.said
    )
    assert set(bench.known) == {ONE, TWO}
    assert text_on(bench, ONE) == [], "and no half of one"


# Another game


def test_any_catalogue_can_be_enrolled(bench: Bench) -> None:
    other = parse_catalogue(
        'game = "marbles"\narmies = ["white"]\ntotals = { army = 2, terrain = 0 }\n'
        '[figure.count]\nof = ["unit"]\nrange = [1, 9]\nsource = "us"\nconfidence = "high"\n'
        '[figure.size]\nof = ["unit"]\nrange = [1, 9]\nsource = "us"\nconfidence = "assumed"\n'
        '[figure.weight]\nof = ["unit"]\nrange = [1, 9]\nsource = "us"\nconfidence = "assumed"\n'
        '[kind.taw]\nsort = "unit"\ncount = 2\nsize = [3, 4]\nweight = 7\n',
        file="marbles.toml",
    )
    bench.catalogues = {"marbles": other}
    file = bench.folder / "marbles-mine.toml"
    items = (bench.lay("white/taw-1"), "5", "?", "", bench.lay("white/taw-2"), "?", "")
    assert bench.sit(*items, deck="marbles", figures=True, corrections=file) == DONE
    assert bench.said.count("nobody has read this from a card") == 3, "the weight, which both bear, once"
    assert set(bench.known) == {"marbles:white/taw-1", "marbles:white/taw-2"}
    assert file.read_text().endswith('game = "marbles"\n\n[card.taw-1]\nsize = 5\n')
    with pytest.raises(ConfigError, match='no deck "marbls": did you mean "marbles"'):
        bench.sit(deck="marbls")


def test_equal_cards_are_laid_in_any_order_and_their_figures_asked_for_once(bench: Bench) -> None:
    farmers = ("farmer-7", "farmer-1", "farmer-20")
    items = (
        bench.lay(farmers[0]),
        "",
        bench.lay(farmers[1]),
        bench.lay(farmers[2]),
        "c monk-1",
        bench.lay("monk-5"),
    )
    assert bench.sit(*items, "n", "q", deck="call-to-glory", figures=True) == LEFT
    assert "0 of 122: farmer-1" in bench.said
    assert "lay it on pad red; any of the 20 will do, for they are equal" in bench.said
    # Each gets the next name of its kind: which farmer is which means nothing.
    assert bench.known == {
        **{f"call-to-glory:farmer-{n}": [bench.number(card)] for n, card in enumerate(farmers, 1)},
        "call-to-glory:monk-1": [bench.number("monk-5")],
    }
    assert bench.said.count("Does the card say the same?") == 2, "once a kind"


def test_what_a_mission_names_is_asked_for_and_has_to_be_the_value_of_a_kind(bench: Bench) -> None:
    file = bench.folder / "mine.toml"
    items = (
        bench.lay("mission-a-3"),
        "10",
        "9",
        "",
        bench.lay("mission-a-1"),
        "?",
        "",
        bench.lay("mission-a-2"),
        "6",
    )
    assert bench.sit(*items, deck="mission", figures=True, corrections=file) == LEFT
    assert "any of the" not in bench.said
    assert "mission-a-1 names 10, which is the value of no kind; names is one of 6, 7, 8, 9, 12" in bench.said
    said = file.read_text()
    assert "[card.mission-a-1]\nnames = 9\n" in said
    assert "10" not in said
    assert "mission-a-2" not in said, "it says nothing, so the figure stays assumed"
    deck = CALL.core().deck(CALL.core().catalogue().overlaid(said, file="it"))
    assert (deck.is_assumed("mission-a-1"), deck.is_assumed("mission-a-2")) == (False, True)


@pytest.mark.slow
def test_a_whole_box_of_equal_cards_is_enrolled_in_one_sitting(bench: Bench) -> None:
    catalogue = CALL.core().catalogue()
    assert bench.sit(*map(bench.lay, catalogue), deck="call-to-glory") == DONE
    assert len(bench.known) == 122


def test_the_cards_of_a_game_without_armies_are_enrolled_by_their_sorts(bench: Bench) -> None:
    catalogue = thermopyles_catalogue()
    bench.catalogues = {"thermopyles": catalogue}
    file = bench.folder / "mine.toml"
    items = (bench.lay("spartan-1"), "12", "", bench.lay("spartan-2"), "?", "q")
    assert bench.sit(*items, deck="spartan", figures=True, corrections=file) == LEFT
    numbers = {f"thermopyles:{card}": [bench.number(card)] for card in ("spartan-1", "spartan-2")}
    assert bench.known == numbers
    assert "0 of 20: spartan-1" in bench.said
    assert file.read_text().endswith('game = "thermopyles"\n\n[card.spartan-1]\nbattle_value = 12\n')
    assert catalogue.overlaid(file.read_text(), file="mine")["spartan-1"].figure("battle_value") == 12


def test_who_wants_no_file_for_figures_is_asked_for_none_any_more(bench: Bench) -> None:
    items = (bench.lay("spartan-1"), "12", "", bench.lay("spartan-2"), "", bench.lay("spartan-3"), "", "q")
    assert bench.sit(*items, deck="spartan", figures=True) == LEFT
    assert bench.said.count("nobody has read this") == 1
    assert bench.said.count("corrections need a file of yours") == 1
    assert len(bench.known) == 3


def test_figures_that_bound_each_other_are_written_together(bench: Bench) -> None:
    """A battle value above the assumed annihilation value is no fault where both are read from the card."""
    file = bench.folder / "mine.toml"
    said = ("20", "15", "what", "1", "20", "22", "?", "")
    first = (bench.lay("persian-1"), *said, bench.lay("persian-2"), "19", "q")
    assert bench.sit(*first, deck="persian", figures=True, corrections=file) == LEFT
    assert "annihilation_value of persian-1 is 15, and never below its battle_value, 20" in bench.said
    assert file.read_text().endswith(
        '"thermopyles"\n\n[card.persian-1]\nbattle_value = 20\nannihilation_value = 22\n'
    ), "a 19 alone cannot stand over an assumed 16"
    assert "battle value 12 (assumed), annihilation value 16 (assumed), bonus card 0 (assumed)" in bench.said
    again = (bench.lay("persian-1"), "", "q")
    bench.sit(*again, deck="persian", cards=("persian-1",), figures=True, corrections=file)
    assert "bonus card 0 (assumed): nobody has read this from a card" in bench.said
    assert "battle value 20, annihilation value 22, bonus card 0 (assumed)" in bench.said


# Whatever people do

STRANGE = {"tag/7": other_tags.classic(), "tag/8": other_tags.transit_pass()}
THINGS = (ONE, TWO, THREE, "tag/1", *STRANGE)
LINES = ("", "y", "n", "s", "b", "r", "a", "?", "5", "c spear-1", "c elephant-2", "combat 5", "combat 99")
DEEDS = st.lists(
    st.sampled_from(LINES)
    | st.tuples(st.sampled_from(("lay", "add", "take")), st.sampled_from(THINGS))
    | st.sampled_from((("break_reader", ""), ("mend", ""))),
    max_size=14,
)


def _tried(deeds: list[str | tuple[str, str]], folder: Path) -> None:
    bench = Bench(folder)
    for card, tag in STRANGE.items():
        bench.stick(card, tag)
    file = folder / "mine.toml"
    items: list[Item] = []
    for deed in deeds:
        if isinstance(deed, str):
            items.append(deed)
        else:
            move, thing = getattr(bench, deed[0]), deed[1]
            items.append(move(thing) if thing else move)
    status = bench.sit(*items, figures=True, corrections=file)
    cards = bench.catalogues["field-of-glory"].card_ids("red")
    assert status == LEFT
    known = bench.known
    assert set(known) <= set(cards)
    numbers = [number for found in known.values() for number in found]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) <= {bench.number(thing) for thing in THINGS if thing not in STRANGE}
    assert f"{len(known)} of 48 cards" in bench.said
    if file.exists():
        bench.catalogues["field-of-glory"].overlaid(file.read_text(), file="mine")


@settings(max_examples=15, deadline=None)
@given(deeds=DEEDS)
def test_whatever_is_laid_and_typed_only_tags_for_cards_are_bound_each_to_one(
    deeds: list[str | tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    _tried(deeds, tmp_path_factory.mktemp("sitting"))


@pytest.mark.soak
@settings(max_examples=often(150, 500), deadline=None)
@given(deeds=DEEDS)
def test_whatever_is_laid_and_typed_at_length(
    deeds: list[str | tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    _tried(deeds, tmp_path_factory.mktemp("sitting"))
