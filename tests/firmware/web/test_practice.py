"""Practice: anything is taken back, with every card where it was; the record says that it was practice."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from signifer_core.dice import Record, check
from signifer_core.games.field_of_glory.state import State
from signifer_firmware.recording.archive import exported, games_known
from signifer_firmware.recording.game_text import of_journal, parsed, to_journal, written
from signifer_firmware.session import dice, journal
from signifer_firmware.storage.state_folder import NOW
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.play import ROBOT, TWO, WATCH, Choice
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.virtual import kept, new_games
from signifer_firmware.web.virtual import shelf as shelf_files
from signifer_firmware.web.virtual.kept import Kept
from signifer_firmware.web.virtual.owner import Owner
from signifer_firmware.web.virtual.shelf import Shelf

from .evenings import GAMES, Evening, choice_of, fail
from .table import on_page

# Between two deeds: short enough for a press, and so often that nothing is left for helping hands.
SHORT = 3
REST = ({"do": "speed", "speed": 1.0},) * 50
PLAIN = ("terrain plain plain plain plain plain", "first red", "begin actions", "count red hand 5")
PRACTICE = Choice(TWO, seed=4, position=PLAIN, practice=True)
BACK = {"do": "take-back"}
END = {"do": "hold", "names": ["ok red"]}
BROKEN = {"part": "screen", "place": "1 red", "kind": "unplug"}
# Red draws three, which undo does not go behind.
DRAW = tuple({"do": "button", "name": "ok red", "down": down} for down in (True, False))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, fail)


class Seen:
    """Deeds of which each first looks how things are."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.places: list[Any] = []
        self.lines: list[int] = []

    def then(self, **deed: Any) -> Any:
        def look(owner: Owner) -> dict[str, Any]:
            state = owner.live.state
            assert isinstance(state, State)
            self.states.append(state)
            self.places.append(owner.live.hands.piles.in_order)
            self.lines.append(owner.live.sight.feed.count)
            return deed

        return look


def test_what_was_learned_is_taken_back_with_every_card_where_it_was(shelf: Shelf) -> None:
    seen = Seen()
    deeds = [
        seen.then(**END),
        *REST,
        seen.then(**DRAW[0]),
        *(DRAW[1], *REST),
        *(seen.then(**BACK), *REST),
        seen.then(do="speed", speed=1.0),
    ]
    evening = Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    assert {answer["type"] for answer in evening.answers} == {"done"}
    assert evening.said == []
    _, before, after, again = seen.states
    assert (before.step, after.active) == ("draw", "blue")
    assert again == before
    assert seen.places[3] == seen.places[1]
    assert seen.places[2] != seen.places[1]
    # It is one game, with what led there, and goes on as practice.
    assert evening.left.practice
    assert seen.lines[3] == seen.lines[1]
    assert evening.owner.live.practice is not None
    # It is nowhere else, and says so.
    assert not shelf.store.exists()
    text = exported(shelf.folder / NOW / "table.sqlite")
    assert '[Practice "yes"]' in text


def test_one_goes_back_to_any_line_and_on_from_there(shelf: Shelf) -> None:
    """What the journal has no line of, such as a screen that failed, counts no longer then: of the others each number
    is that of the line that the page shows."""
    seen = Seen()

    def back(line: Callable[[], int]) -> Any:
        return lambda owner: {"do": "take-back", "at": line()}

    deeds = [
        *({"do": "fault", **BROKEN}, *REST[:15], {"do": "mend"}, *REST[:15]),
        *(seen.then(**END), *REST, seen.then(**DRAW[0]), DRAW[1], *REST),
        *(seen.then(do="hold", names=["ok blue"]), *REST),
        *(back(lambda: seen.lines[2]), *REST, seen.then(do="take-back", at=99)),
        # What went back once knows still what was before.
        *(back(lambda: seen.lines[1] - seen.lines[0]), *REST),
        *(seen.then(do="take-back", at=0), *REST),
        seen.then(do="speed", speed=1.0),
    ]
    evening = Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    refused = [answer["reason"] for answer in evening.answers if answer["type"] == "refused"]
    assert refused == ["no-such-moment"], "to a line that is not there yet nobody goes back"
    steps = [f"{state.active} {state.step}" for state in seen.states]
    there = ["red actions", "red draw", "blue actions"]
    assert steps == [*there, *reversed(there)]
    assert seen.states == [*seen.states[:3], *reversed(seen.states[:3])]
    assert [*map(dict, seen.places[3:])] == [*map(dict, reversed(seen.places[:3]))]
    assert seen.places[5] == seen.places[0]
    assert seen.lines[0] == 2, "that the screen has failed, and is well again"
    assert seen.lines[3:] == [line - 2 for line in reversed(seen.lines[:3])]
    assert evening.end["hand"]["past"] == [0, 0]


def test_the_page_is_told_how_far_back_it_goes(shelf: Shelf) -> None:
    """After the program has begun again one looks back to the first line, and goes no further than to that moment."""
    Evening(shelf, PRACTICE, [END, *REST], waits=SHORT).played()
    told: list[tuple[int, int]] = []

    def look(owner: Owner) -> dict[str, Any]:
        view = on_page(owner.view("hand"))
        told.append((view["past"][0], view["table"]["back_to"]))
        return {"do": "speed", "speed": 1.0}

    def back(change: int) -> Any:
        return lambda owner: {
            "do": "take-back",
            "at": on_page(owner.view("hand"))["table"]["back_to"] + change,
        }

    deeds = [*REST, look, *DRAW, *REST, back(-1), back(0), *REST, look, back(-1)]
    evening = Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    assert told[0] == told[1]
    assert told[0][0] < told[0][1]
    refused = [answer["reason"] for answer in evening.answers if answer["type"] == "refused"]
    assert refused == ["no-such-moment", "no-such-moment"]


def pressed(*names: str) -> list[dict[str, Any]]:
    return [{"do": "button", "name": name, "down": down} for name in names for down in (True, False)]


def test_dice_of_a_ceremony_fall_again_too(shelf: Shelf) -> None:
    """What was made of secret and columns stays so, and can be checked; then the secret is open, and no die is."""
    columns = (f"column {column} {side}" for side in ("red", "blue") for column in (3, 3, 5))
    told: list[tuple[Record, list[Entry]]] = []

    def look(owner: Owner) -> dict[str, Any]:
        state = owner.live.run.appliance.keeper.session.state
        told.append((state.recorded.dice, list(state.journal)))
        return {"do": "speed", "speed": 1.0}

    roll = (*pressed("dice"), *REST, look)
    deeds = [*pressed(*columns), *REST, *roll, *roll]
    # To before the second die; then that one falls again, and once more.
    for _ in range(2):
        deeds += [{"do": "take-back", "at": 1}, *REST, *roll]
    choice = Choice(TWO, by_hand=True, seed=4, practice=True)
    evening = Evening(shelf, choice, deeds, waits=SHORT).played()
    assert {answer["type"] for answer in evening.answers} == {"done"}
    numbers = [[fallen.number for fallen in record.rolls] for record, _ in told]
    assert numbers == [[1], [1, 2], [1, 0], [1, 0]]
    assert all(record.holds and not check(record) for record, _ in told)
    # Its text does not say where the secret was opened: nothing in it is said to be made of that.
    text = parsed(written(of_journal(told[-1][1], "*")), file="it", games=games_known())
    again = dice.kept(Record(), to_journal(text))
    assert [fallen.value for fallen in again.rolls] == [fallen.value for fallen in told[-1][0].rolls]
    assert check(again) == ""


def test_what_follows_by_itself_is_no_decision_to_go_back_to(shelf: Shelf) -> None:
    """Blue's turn begins with lines of blue's own; red, who plays alone, goes back to red's last gesture."""
    seen = Seen()
    again = [*(seen.then(**BACK), *REST), seen.then(do="speed", speed=1.0)]
    first = Evening(shelf, PRACTICE, [*(seen.then(**END), *REST), *DRAW, *REST, *again], waits=SHORT).played()
    begun, drawn, back = seen.states
    assert (begun.step, drawn.active, back.step) == ("actions", "blue", "draw")
    moment = first.owner.live.sight.moment(0)
    assert moment is not None
    assert moment[1].world is not None
    assert moment[1].world.piles["red", "hand"], "looking back, the hand is seen that was"


def test_a_robots_decision_where_both_are_asked_is_none_to_go_back_to(shelf: Shelf) -> None:
    """Both assemble at once, and the robot is ready first: it would be so again, however often one goes back."""
    choice = Choice(ROBOT, seed=4, game="dark-age-arena", practice=True)
    evening = Evening(shelf, choice, [*REST, *REST, BACK, *REST], waits=SHORT).played()
    entries = evening.owner.live.run.appliance.keeper.session.state.journal
    assert [entry.body for entry in entries if entry.kind == "gesture"] == ["artifact blue/watchfire-1 1"]
    assert [answer["reason"] for answer in evening.answers if answer["type"] == "refused"] == [
        "no-such-moment"
    ]


def test_helping_hands_that_were_sent_away_stay_away(shelf: Shelf) -> None:
    helping = {"do": "helping", "on": False}
    deeds = [END, *REST, helping, {"do": "take-back", "at": 0}, {"do": "tutor", "on": True}, *REST]
    evening = Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    assert not evening.owner.live.helping
    assert evening.left.tutor, "whoever wants the tutor has it in the next game, too"


def test_screens_speak_what_they_have_spoken_last(shelf: Shelf) -> None:
    told: list[tuple[Any, Any]] = []

    def look(owner: Owner) -> dict[str, Any]:
        told.append((owner.live.spoken, on_page(owner.view("hand"))["table"]["languages"]))
        return {"do": "speed", "speed": 1.0}

    french = {"do": "speak", "players": ["red"], "language": "fr"}
    deeds = [END, *REST, look, french, *REST, look, *DRAW, *REST, {"do": "take-back", "at": 0}, *REST, look]
    Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    begun, spoken, back = told
    assert begun[0] == {"red": "en", "blue": "en"}
    assert spoken == back == ({"red": "fr", "blue": "en"},) * 2


def test_what_is_broken_stays_broken_and_what_was_seen_stays_seen(shelf: Shelf) -> None:
    told: list[Any] = []

    def look(owner: Owner) -> dict[str, Any]:
        told.append(on_page(owner.view("hand")))
        owner.live.sight.looked = True
        return {"do": "speed", "speed": 1.0}

    deeds = [
        END,
        *REST,
        *DRAW,
        *REST,
        {"do": "fault", **BROKEN},
        look,
        {"do": "take-back", "at": 0},
        *REST,
        look,
    ]
    Evening(shelf, PRACTICE, deeds, waits=SHORT).played()
    assert [view["drawer"]["broken"] for view in told] == [[BROKEN], [BROKEN]]
    assert [view["notes"] for view in told] == [[], ["opened"]]


def test_without_its_plug_the_table_goes_nowhere(shelf: Shelf) -> None:
    plug = {"do": "power", "on": False}
    evening = Evening(
        shelf, PRACTICE, [END, *REST, *DRAW, *REST, plug, {"do": "take-back", "at": 0}], waits=SHORT
    ).played()
    assert evening.answers[-1]["reason"] == "no-game"
    assert not evening.end["hand"]["drawer"]["power"]


def test_what_undo_takes_back_is_undone_at_the_table(shelf: Shelf) -> None:
    seen = Seen()
    runs: list[str] = []

    def lay(owner: Owner) -> dict[str, Any]:
        runs.append(owner.run)
        card = min(card for card in owner.live.hands.piles.cards("red", "hand") if "overlap" not in card)
        return {"do": "move", "card": card, "to": "1 red"}

    def same(owner: Owner) -> dict[str, Any]:
        runs.append(owner.run)
        return {"do": "speed", "speed": 1.0}

    Evening(
        shelf, PRACTICE, [lay, *REST, BACK, same, *REST, seen.then(do="speed", speed=1.0)], waits=SHORT
    ).played()
    assert runs[0] == runs[1], "no other table was laid"
    assert not seen.states[0].unpaid


def test_in_a_game_that_is_none_nothing_goes_back(shelf: Shelf) -> None:
    evening = Evening(shelf, replace(PRACTICE, practice=False), [BACK]).played()
    assert [answer["reason"] for answer in evening.answers] == ["no-practice"]
    assert "Practice" not in exported(shelf.folder / NOW / "table.sqlite")


def test_at_devices_of_their_own_in_lessons_and_watching_nobody_practises() -> None:
    deed = msg.New(run="", n=1, do="new", mode=TWO, practice=True, tutor=True)
    begun = new_games.choice_of(deed)
    assert (begun.practice, begun.tutor) == (True, True)
    for other in ({"apart": True}, {"lesson": "lay", "mode": ROBOT}, {"mode": WATCH}):
        assert not new_games.choice_of(deed.model_copy(update=other)).practice, other


def test_a_game_that_is_kept_keeps_both() -> None:
    choice = Choice(TWO, seed=4, tutor=True, practice=True)
    text = kept.text_of(choice, ())
    assert kept.read(text)[0] == replace(choice, languages=choice.languages)
    older = text.replace(',"tutor":true', "").replace(',"practice":true', "")
    assert (kept.read(older)[0].tutor, kept.read(older)[0].practice) == (False, False)


def taken_back(shelf: Shelf) -> Kept:
    """A game that red would take back by a draw of cards, with the program at its end."""
    found: list[Kept] = []

    def back(owner: Owner) -> None:
        assert owner.live.practice is not None
        found.append(owner.live.practice.back(None))

    Evening(shelf, PRACTICE, [END, *REST, *DRAW, *REST, back], waits=SHORT).played()
    return found[0]


def killed(deed: Callable[[], object], at: int) -> bool:
    """Do it in a process that is killed before the shelf's line number ``at``; whether it came so far."""
    process = os.fork()
    if process:
        return os.waitpid(process, 0)[1] != 0
    lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        if not frame.f_code.co_filename.endswith("virtual/shelf.py"):
            return None
        lines += event == "line"
        if lines > at:
            os._exit(1)
        return trace

    sys.settrace(trace)
    deed()
    os._exit(0)


def test_a_kill_at_any_moment_finds_the_game_as_it_was_or_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    shelf = Shelf(tmp_path / "games", fail)
    goes, was = taken_back(shelf), shelf.under_way()
    assert was is not None
    found: list[bool] = []
    folder = tmp_path / "killed"
    while True:
        shutil.copytree(tmp_path / "games", folder)
        lived = not killed(lambda: Shelf(folder, fail).take_up(goes), at=len(found))
        again = Shelf(folder, fail)
        left = again.under_way()
        assert left is not None, f"killed before line {len(found)} of the shelf, there is no game"
        found.append(len(left.entries) == len(goes.entries))
        assert found[-1] or left == was
        assert left.places == goes.places or not found[-1]
        assert [each.name for each in folder.iterdir()] == [NOW]
        shutil.rmtree(folder)
        if lived:
            break
    assert (found[0], found[-1], sorted(found)) == (False, True, found)


def test_what_cannot_be_kept_goes_on_as_it_was(shelf: Shelf) -> None:
    seen = Seen()

    def full(owner: Owner) -> Any:
        (shelf.folder / shelf_files.BACK).write_text("no folder can be made here")
        return seen.then(**BACK)(owner)

    evening = Evening(
        shelf, PRACTICE, [END, *REST, *DRAW, *REST, full, *REST, seen.then(**END)], waits=SHORT
    ).played()
    assert len(evening.said) == 1
    assert seen.states[0] == seen.states[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_every_game_says_that_it_was_practice(shelf: Shelf, game: str) -> None:
    evening = Evening(shelf, replace(choice_of(game), practice=True), REST[:10], waits=SHORT).played()
    assert evening.end["hand"]["table"]["practice"]
    entries = evening.owner.live.run.appliance.keeper.session.state.journal
    assert [entry.kind for entry in entries].count(journal.PRACTICE) == 1
    record = of_journal(entries, "*")
    again = parsed(written(record), file="it", games=games_known())
    assert again == record
    assert journal.practised(to_journal(again))
