"""Games as text: there and back without a difference, and every fault of a bad file with its line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.position import Setup
from signifer_core.json_values import Json, as_object
from signifer_core.layout import SIDES
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.cli.main import app
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.recording import archive, game_text
from signifer_firmware.recording.game_text import (
    RUNNING,
    GameRecord,
    of_journal,
    parsed,
    positions,
    to_journal,
    written,
)
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.texts.sentences import note_text
from typer.testing import CliRunner

from tests.firmware.session.agreeing import agree
from tests.firmware.session.keepers import SETTLE_US, TAGS, UIDS, Fumbling, keeper
from tests.firmware.simulation.robot_board import BUNDLE, RULES, RefereeBoard
from tests.firmware.simulation.robot_records import GAMES, entries, play, record_of, whole
from tests.sweeps import often

POSITION = Setup().to_json()
SEEDS = 40


@pytest.mark.slow
@settings(max_examples=often(20, 40), deadline=None)
@given(seed=some.integers(0, SEEDS), decisions=some.one_of(some.integers(0, 60), some.just(10_000)))
def test_what_was_played_comes_back_as_it_was(seed: int, decisions: int) -> None:
    board = whole(seed) if decisions > 60 else play(seed, decisions)
    record = record_of(board, date="2026-11-21")
    text = written(record)
    again = parsed(text, file="f", games=GAMES)
    assert again == record
    assert list(again.tags) == list(record.tags), "in their order, too"
    assert written(again) == text
    *_, (_, table) = positions(BUNDLE, again)
    assert table.state == board.table.state
    # And by way of a store.
    imported = to_journal(again)
    assert written(of_journal(imported, record.tags["Result"], date="2026.11.21")) == text
    state = journal.replayed(BUNDLE, imported).state
    assert state == board.table.state


@given(
    tags=some.dictionaries(some.text("ABCabc", min_size=1), some.text(min_size=1)),
    lines=some.lists(
        some.sampled_from([("gesture", "place red/spear-2 3"), ("action", "advance"), ("roll", "red 4 free")])
    ),
)
def test_any_tag_is_written_so_that_it_can_be_read(
    tags: dict[str, str], lines: list[tuple[game_text.LineKind, str]]
) -> None:
    """Whatever an owner's corrections hold: quotes, lines, backslashes."""
    known = {"Game": "none", "Date": "?", "Result": "*", "Setup": "{}"}
    text = written(GameRecord({**known, **tags}, tuple(lines)))
    reader = game_text._Reader("f", GAMES)
    for number, line in enumerate(text.split("\n\n")[0].split("\n"), 1):
        reader.head(number, line)
    assert (reader.tags, reader.faults) == ({**known, **tags}, [])


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        parsed(text, file="f", games=GAMES)
    return error.value.faults


HEAD = f"""[Game "field-of-glory"]
[Date "????.??.??"]
[Result "*"]
[Setup "{game_text._escaped(json.dumps(as_object(entries(RefereeBoard(random.Random(0)))[0].body)["setup"]))}"]

"""


def test_all_faults_are_told_with_their_lines() -> None:
    text = HEAD.replace('[Date "????.??.??"]', 'Date: today\n[Game "field-of-glory"]')
    text += "terrain terrain/hill-1 9\nroll red 7 first\ncolumn green 3\njump\nend red\n"
    text += "terrain terrain/hill-1 1\n"
    told = faults(text)
    assert [fault.split(":")[1] for fault in told] == ["2", "3", "6", "7", "8", "9", "10", "11", "12"]
    assert "no tag" in told[0]
    assert "twice" in told[1]
    assert "Date is missing" in told[2]
    assert "no column from 1 to 5" in told[3]
    assert 'write it like "roll red 4 free"' in told[4]
    assert "ends with red, and Result says *" in told[7]
    assert "after the end" in told[8]


@pytest.mark.parametrize(
    ("change", "with_", "line", "said"),
    [
        ("field-of-glory", "chess", 1, 'game "chess" is not known; there is field-of-glory'),
        ('[Setup "{', '[Setup "', 1, "no JSON object"),
        ('\\"first\\": null', '\\"first\\": 5', 1, "rules do not allow it"),
        ('\\"red\\":', '\\"green\\":', 1, "cannot be played"),
        ("end *", "end", 6, "ends with , and Result says *"),
        ("end *\n", "", 6, "breaks off"),
        ("end *", "first red\nend *", 6, "rules do not allow it"),
        ('[Result "*"]', '[Result "red"]', 6, "ends with *, and Result says red"),
        ('"*"]', '"*"]\n[Secret "12"]', 1, "Secret is not of 32"),
        ('"*"]', f'"*"]\n[Secret "{"0" * 32}"]', 1, "without Commitment"),
        ('"*"]', '"*"]\n[Corrections "nonsense = "]', 1, "Corrections"),
    ],
)
def test_a_fault_says_what_is_wrong(change: str, with_: str, line: int, said: str) -> None:
    good = f"{HEAD}end *\n"
    assert parsed(good, file="f", games=GAMES).lines == ()
    assert change in good
    told = faults(good.replace(change, with_))
    assert told[0].startswith(f"f:{line}: ")
    assert said in told[0]


def test_a_result_that_the_game_does_not_come_to_is_a_fault() -> None:
    text = written(record_of(whole(1)))
    winner = whole(1).table.state.winner
    assert winner in SIDES
    (told,) = faults(text.replace(f'"{winner}"', '"draw"').replace(f"end {winner}", "end draw"))
    assert f"Result says draw, and the game comes to {winner}" in told


BEGUN = '[Game "field-of-glory"]\n[Date "2026.01.01"]\n[Result "*"]\n[Setup "{}"]\n\n'


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("[" + "a " * 190_000 + "]\n", 'f:1: "[a a', '" is no tag; write [Name "value"]'),
        ('[Game "' + "x" * 390_000 + '"]\n', 'f:1: game "xx', '" is not known; there is field-of-glory'),
        (
            BEGUN + "roll " + "x" * 390_000 + "\n",
            'f:6: "roll xx',
            '" is not understood; write it like "roll red 4 free"',
        ),
    ],
)
def test_of_a_line_without_end_a_few_words_are_told(text: str, begins: str, ends: str) -> None:
    """With what is wrong, and what to write."""
    with pytest.raises(ConfigError) as refused:
        parsed(text, file="f", games=GAMES)
    (fault,) = (fault for fault in refused.value.faults if fault.startswith(begins))
    assert ends in fault
    assert max(map(len, refused.value.faults)) <= 245


def test_comments_blank_lines_and_the_line_ends_of_others_are_no_faults() -> None:
    text = written(record_of(whole(2)))
    head, body = text.split("\n\n")
    loose = f"{head}\n\n; a comment\n{body}\n\n".replace("\n", "\r\n")
    assert parsed(loose, file="f", games=GAMES) == record_of(whole(2))


@settings(max_examples=often(60, 150), deadline=None)
@given(data=some.data())
def test_a_damaged_record_is_read_or_refused_with_lines(data: some.DataObject) -> None:
    """Lines dropped, doubled, exchanged, changed: a ConfigError of ours, or a game that the rules allow."""
    lines = written(record_of(whole(data.draw(some.integers(0, 3))))).split("\n")
    for _ in range(data.draw(some.integers(1, 4))):
        at = data.draw(some.integers(0, len(lines) - 1))
        other = data.draw(some.integers(0, len(lines) - 1))
        match data.draw(some.integers(0, 3)):
            case 0:
                lines[at : at + 1] = []
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                cut = data.draw(some.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + data.draw(some.text(max_size=3)) + lines[at][cut + 1 :]
        lines = lines or [""]
    text = "\n".join(lines)
    with suppress(ConfigError):
        record = parsed(text, file="f", games=GAMES)
        assert parsed(written(record), file="f", games=GAMES) == record
        return
    told = faults(text)
    assert told
    assert all(fault.startswith("f:") for fault in told)


# Secrets


def _moments() -> Iterator[RefereeBoard]:
    for seed in range(6):
        rng = random.Random(seed)
        board = RefereeBoard(random.Random(seed))
        match = FieldOfGloryMatch(board, deal(RULES, rng), RULES, rng)
        while not match.over:
            match.step()
            yield board


def test_while_a_game_runs_its_record_names_no_card_that_waits_to_be_revealed() -> None:
    hidden = 0
    for board in _moments():
        offered = {card for card, _ in board.table.held.offered}
        if not offered:
            continue
        hidden += 1
        lines = record_of(board).lines
        at = max(number for number, (_, text) in enumerate(lines) if text.startswith("bonus-from-"))
        said = " ".join(text for _, text in lines[at:])
        assert not any(card in said for card in offered)
    assert hidden > 20


def test_while_a_game_runs_the_secret_of_its_dice_is_not_told() -> None:
    begun = [
        Entry(0, "begin", {"game": BUNDLE.name, "setup": {}}),
        Entry(0, "secret", {"secret": "ab" * 16, "commitment": "cd" * 32}),
    ]
    assert "ab" * 16 not in written(of_journal(begun, RUNNING))
    assert "cd" * 32 in written(of_journal(begun, RUNNING))
    assert "ab" * 16 in written(of_journal([*begun, Entry(0, "opened", None)], "red"))


# Stores, and the end of a game


def test_a_game_agreed_on_comes_back() -> None:
    """Changes that people agreed on are lines, too, and end a game as well."""
    begun: Json = {"game": BUNDLE.name, "corrections": "", "setup": POSITION}
    agreed = [Entry(0, "agreed", "agreed control 3 red"), Entry(0, "agreed", "agreed over blue")]
    record = of_journal([Entry(0, "begin", begun), *agreed], "blue")
    assert parsed(written(record), file="f", games=GAMES) == record
    (told,) = faults(written(record).replace("agreed over", "agreed jumps"))
    assert told.startswith("f:7: the rules do not allow it")


def test_a_store_is_listed_exported_and_imported(tmp_path: Path) -> None:
    store = Store(tmp_path / "one", today=lambda: "2026-11-21")
    for seed in (1, 2):
        store.append(entries(whole(seed)))
    store.append(entries(play(3, 30)))
    store.close()
    one, _, three = archive.listed(tmp_path / "one")
    assert one.startswith("   1  2026-11-21  field-of-glory  ")
    assert three.split(",")[0].endswith("not over")
    for number in (1, 2, 3):
        text = archive.exported(tmp_path / "one", number)
        (tmp_path / "game").write_text(text)
        assert f"game {number} of" in archive.imported(tmp_path / "game", tmp_path / "two")
        again = archive.exported(tmp_path / "two", number)
        assert again.replace("????.??.??", "2026.11.21") == text
    assert text == archive.exported(tmp_path / "one"), "the last one"
    taken = Store(tmp_path / "two")
    assert journal.broken_off(taken.last_game())
    with pytest.raises(StoreError, match="is in use"):
        archive.imported(tmp_path / "game", tmp_path / "two")
    taken.append([Entry(0, "marked", "")])
    assert not taken.trouble
    taken.close()
    with pytest.raises(StoreError, match="no game 4; it has 1 to 3"):
        archive.exported(tmp_path / "one", 4)


def test_the_account_of_a_whole_game_has_every_card() -> None:
    """24 of each army, in places that add up, at the end of every game."""
    for seed in range(12):
        state = whole(seed).table.state
        for player, text in BUNDLE.account(state).items():
            assert text.startswith("24: "), (seed, player, text)
            seen = [card.partition("/")[2] for card in BUNDLE.lying(state) if card.startswith(player)]
            assert all(f" {card}" in text for card in seen)


def test_a_card_that_nobody_sees_as_the_game_ends_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.bind(TAGS)
    found = keeper(store, random.Random(0))
    found.begin({**POSITION, "units": [[2, "red", ["red/spear-1"]], [4, "blue", ["blue/archer-1"]]]}, 0)
    found.change(Change(Finding.ABSENT, "4 blue", UIDS["blue/archer-1"]), 10)
    found.step(10 * SETTLE_US)
    assert found.table is not None
    agree(found, "over", "red", 20 * SETTLE_US)
    found.step(20 * SETTLE_US)
    text = archive.exported(tmp_path / "s")
    assert '[Missing "blue/archer-1"]' in text
    assert '[Result "red"]' in text
    assert note_text(found.outlook.notes[0], found.words["red"]) == "Missing: Blue archer 2 CP"
    assert parsed(text, file="f", games=GAMES).tags["Missing"] == "blue/archer-1"
    again = keeper(store, random.Random(0))
    assert again.resume(0)
    again.change(Change(Finding.ABSENT, "4 blue", UIDS["blue/archer-1"]), 10)
    again.step(10 * SETTLE_US)
    assert [note.key for note in again.outlook.notes][:1] == ["missing"]
    again.change(Change(Finding.PRESENT, "4 blue", UIDS["blue/archer-1"]), 30 * SETTLE_US)
    again.step(40 * SETTLE_US)
    assert "missing" not in [note.key for note in again.outlook.notes], "until it is seen again"
    store.close()


def test_the_command_lists_exports_and_tells_faults(tmp_path: Path) -> None:
    run = CliRunner()
    store = Store(tmp_path / "s")
    store.append(entries(whole(1)))
    store.close()
    assert "field-of-glory" in run.invoke(app, ["record", "list", str(tmp_path / "s")]).stdout
    text = run.invoke(app, ["record", "export", str(tmp_path / "s")]).stdout
    assert text.startswith('[Game "field-of-glory"]')
    (tmp_path / "bad").write_text(text.replace("end red", "end nobody").replace("end blue", "end nobody"))
    found = run.invoke(app, ["record", "import", str(tmp_path / "bad"), str(tmp_path / "new")])
    assert found.exit_code == 2
    assert "the game ends with nobody" in found.stderr
    assert not (tmp_path / "new").exists(), "nothing is written"
    (tmp_path / "good").write_text(text)
    assert run.invoke(app, ["record", "import", str(tmp_path / "good"), str(tmp_path / "new")]).exit_code == 0
    assert run.invoke(app, ["record", "export", str(tmp_path / "missing")]).exit_code == 2


@pytest.mark.parametrize("seed", range(3))
def test_a_keepers_game_with_dice_undo_and_pads_comes_back_at_any_moment(seed: int, tmp_path: Path) -> None:
    hands = Fumbling(tmp_path, seed)
    for number in range(90):
        hands.fumble()
        if number % 10:
            continue
        assert hands.keeper.table is not None
        text = archive.exported(tmp_path / "s")
        *_, (_, table) = positions(BUNDLE, parsed(text, file="f", games=GAMES))
        assert table.state == hands.keeper.table.state
    hands.store.close()
