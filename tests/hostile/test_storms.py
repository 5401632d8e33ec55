"""Storms: evenings of every game in any weather. After every rest belief and world agree, nothing believed is lost when
the plug is pulled, and a storm that fails shrinks to a table script that fails alone.

One again: ``python -m tests.hostile storms SEED --game GAME`` (docs/storms.md).
"""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
from signifer_core.layout import Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.presence import Presence
from signifer_firmware.config.model import load_table
from signifer_firmware.runtime.faces import Faces
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.files import run_files
from signifer_firmware.simulation.robots.gestures import HOLD_DICE

from . import stormy_board
from .shrinking import shrunk, wrong
from .storms import MANY, play, shown
from .stormy_board import StormyBoard
from .stormy_run import StormRun
from .undisturbed import shown_otherwise

# Storms in every run, and what is drawn in them among others; and how many of those of the soak are one test.
FEW = [
    ("field-of-glory", 6, {"air", "stack", "plug"}),
    ("thermopyles", 0, {"away", "burst", "sleeve", "stall"}),
    ("dark-age-arena", 0, {"button", "screen", "weak tag"}),
    ("dark-age-arena", 4, {"squall", "plug"}),
]
CHUNK = 5


@pytest.mark.parametrize(("game", "seed", "drawn"), FEW)
def test_a_storm_at_the_beginning_of_a_game_leaves_belief_as_the_world_is(
    game: str, seed: int, drawn: set[str]
) -> None:
    storm = play(game, seed, most=5)
    assert storm.fault is None, shown(storm)
    assert storm.decisions == 5
    assert drawn <= {*storm.drawn}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "first"), [(game, first) for game, many in MANY.items() for first in range(0, many, CHUNK)]
)
def test_belief_is_as_the_world_is_on_whole_evenings_in_storms(game: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        storm = play(game, seed)
        assert storm.fault is None, shown(storm)
        assert storm.is_over


def test_one_seed_gives_one_storm() -> None:
    one, other = play("field-of-glory", 8, most=5), play("field-of-glory", 8, most=5)
    assert one.acts == other.acts


def test_after_much_weather_it_stays_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every evening ends: one of 509 gusts took ten minutes."""
    monkeypatch.setattr(stormy_board, "MOST_GUSTS", 1)
    assert len({"air", "stack"} & {*play("field-of-glory", 6, most=5).drawn}) == 1


def test_in_haste_cards_lie_on_a_pad_in_the_order_in_which_they_are_laid(tmp_path: Path) -> None:
    """Seed 18 of Call to Glory drew from beneath a card that had been laid first."""
    board = StormyBoard("call-to-glory", "direct", tmp_path, 18, random.Random(2))
    board._haste, board._gusts, board._cuts = 1.0, 0.0, 0.0
    pad, column = Zone("pad", "red"), Zone("3", "blue")
    moves = [st.Put("farmer-1", column), st.Put("farmer-5", pad), st.Put("farmer-14", pad)]
    for move in moves:
        board.put(move.card, move.zone)
    board._hands()
    board.run.close()
    assert board.acts == [st.Together(tuple(moves[:2])), moves[2]]


def test_who_was_told_nothing_as_the_plug_was_pulled_presses_again(tmp_path: Path) -> None:
    board = StormyBoard("thermopyles", "direct", tmp_path, 1, random.Random(2))
    board._gusts = board._cuts = board._stalls = 0.0
    board.do(st.PowerCutAt("commit"))
    board.press(Press(PressKind.PRESS, Button.COLUMN, "red", 2))
    board.rest()
    step = board.table.state.step
    board.run.close()
    assert step != "players"
    assert [str(act) for act in board.acts if isinstance(act, st.Press)] == ["press column 2 red"] * 2


# Of two players red has laid a set, and blue has discarded on their own pad; red draws.
DRAWING = """
press column 2 red
press ok red
press column 1 red
press ok red
press ok red
put monk-1 3 red
put monk-2 4 red
put monk-3 5 red
press ok red
press ok blue
put farmer-1 pad blue
press ok blue
"""


def test_who_is_asked_in_bad_air_whether_a_card_was_lifted_answers_before_the_next_press(
    tmp_path: Path,
) -> None:
    """In seed 501 of Call to Glory it was lifted from the other side's pad, and the button for the second one was told
    that none was."""
    board = StormyBoard("call-to-glory", "direct", tmp_path, 1, random.Random(2))
    board._gusts = board._cuts = board._stalls = 0.0
    for act in parse_script(board.head + DRAWING, file="it").statements[3:]:
        board.do(act)
    deaf = [st.Fault("reader", place, "miss", 100.0) for place in ("pad blue", "3 red", "4 red", "5 red")]
    board._blow(board.weather._come(deaf), [st.Take("farmer-1")])
    board.do(st.Wait(2_000_000))
    for fault in deaf[1:]:
        board.do(st.Mend("reader", fault.place))
    questions = board.run.appliance.keeper.sight.questions
    assert board.agrees
    board.press(Press(PressKind.PRESS, Button.COLUMN, "red", 5))
    board.rest()
    board.run.close()
    assert questions == (("red", (("farmer-1", Zone("pad", "blue")),)),)
    assert (board.table.state.step, board.did["answered"]) == ("play", 1)


@pytest.mark.parametrize("moment", ["copy", "done"])
def test_who_sees_that_the_undo_of_before_the_plug_was_pulled_has_been_done_does_not_undo_again(
    tmp_path: Path, moment: str
) -> None:
    """Seeds 37 and 39 of Field of Glory took what was undone for done."""
    board = StormyBoard("thermopyles", "direct", tmp_path, 1, random.Random(2))
    board._gusts = board._cuts = board._stalls = 0.0
    for column in (2, 3):
        board.press(Press(PressKind.PRESS, Button.COLUMN, "red", column))
        board.rest()
    before = len(board.table.past)
    board.do(st.PowerCutAt(moment))
    board.press(HOLD_DICE)
    board.rest()
    board.run.close()
    assert len(board.table.past) == before - 1
    assert "undone" in {prompt.key for prompt in board.said}


def test_a_screen_is_held_against_that_of_a_table_that_nobody_disturbed(tmp_path: Path) -> None:
    script = parse_script("game thermopyles\ntable direct\npress column 2 red\n", file="it")
    run = StormRun(script, load_table("direct"), tmp_path, lambda news: None)
    run.begin()
    for statement in script.statements[2:]:
        run.run(statement)
    assert shown_otherwise(run) is None
    shown = run.appliance.pictures.moment
    assert shown is not None
    stale = replace(shown, outlook=replace(shown.outlook, prompts=()))
    keeper = run.appliance.keeper
    run.appliance.pictures.set(Faces(stale, keeper.bundle, keeper.words), "red", run.now_us)
    found = shown_otherwise(run)
    run.close()
    assert found is not None
    assert found.kind == "shown"


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Presence with a fault: a reader that has failed once never tells of a lift again."""
    visit, failed = Presence.visit, WeakKeyDictionary[Presence, set[str]]()

    def broken(self: Presence, seen: Visit) -> list[Change]:
        changes, here = visit(self, seen), failed.setdefault(self, set())
        here.update(change.reader for change in changes if change.kind == Finding.FAULT)
        return [each for each in changes if each.kind != Finding.ABSENT or each.reader not in here]

    monkeypatch.setattr(Presence, "visit", broken)
    return monkeypatch


# Of an evening at which the reader of 2 blue fails while hands are busy elsewhere.
EVENING = """
press column 2 red
put persian-21 1 blue
fault reader 4 red miss 30%
put persian-9 2 blue
together
    fault reader 2 blue unplug
    fault screen 1 blue unplug
end
put spartan-3 1 red
mend screen 1 blue
mend reader 2 blue
take spartan-3
mend reader 4 red
take persian-9
"""


def test_a_storm_that_fails_shrinks_to_a_short_script_that_fails_alone(
    deaf: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    head = "game thermopyles\ntable direct\nseed 1\n"
    acts = parse_script(head + EVENING, file="it").statements[3:]
    fault = wrong(head, acts)
    assert fault is not None
    assert (fault.kind, fault.said) == ("lying", "expect lying 2 blue none")
    found = shrunk(head, acts, fault)
    assert found is not None
    assert found.text.splitlines() == [
        "# lying: persian-9",
        *head.splitlines(),
        "put persian-9 2 blue",
        "fault reader 2 blue unplug",
        "take persian-9",
        "mend reader 2 blue",
        "wait 12",
        "expect lying 2 blue none",
    ]
    path = tmp_path / "storm.table"
    path.write_text(found.text)
    assert _played(path) == 1
    deaf.undo()
    assert _played(path) == 0


@pytest.mark.soak
def test_a_whole_evening_that_fails_is_told_as_a_short_script(deaf: pytest.MonkeyPatch) -> None:
    storm = play("thermopyles", 9)
    assert storm.fault is not None
    found = shrunk(storm.head, storm.acts, storm.fault)
    assert found is not None
    assert found.fault.kind == "lying"
    assert found.acts <= 6 < len(storm.acts)


def _played(path: Path) -> int:
    return run_files([path], json=False, screens=None, out=io.StringIO(), err=io.StringIO())
