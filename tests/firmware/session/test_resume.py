"""A keeper that takes its journal up again, after any gesture, holds exactly what was held: undo's past, too."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.session.events import Resume
from signifer_firmware.session.outlook import GAME, START
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.texts.faults import fault_text

from tests.firmware.session.keepers import BUNDLE, SETTLE_US, SETUP, TAGS, UIDS, Fumbling, keeper
from tests.firmware.states import fog
from tests.sweeps import shared_out


@pytest.mark.slow
@pytest.mark.parametrize("seed", shared_out(range(12), 5))
def test_a_resumed_keeper_holds_what_was_held_after_every_gesture(seed: int, tmp_path: Path) -> None:
    hands = Fumbling(tmp_path, seed)
    for number in range(150):
        hands.fumble()
        again = keeper(hands.store, random.Random(0))
        assert again.resume(hands.now_us)
        assert again.table == hands.keeper.table, number
        assert again.outlook.rolls == hands.keeper.outlook.rolls
        if hands.rng.randrange(20) == 0:  # and play goes on from there
            hands.keeper = again
            for zone, card in again.seen.items():
                if hands.lying.get(card) != zone:
                    again.change(Change(Finding.ABSENT, str(zone), UIDS[card]), hands.now_us)
            for card, zone in hands.lying.items():
                again.change(Change(Finding.PRESENT, str(zone), UIDS[card]), hands.now_us)
    hands.store.close()


def test_what_was_held_as_a_gesture_began_is_known_when_it_is_undone_after_a_resume(tmp_path: Path) -> None:
    """One hand lays a unit back whose lift was waiting, the other takes Overlap back, and both settle at once."""
    hands = Fumbling(tmp_path, 1)
    table = hands.keeper.table
    assert table is not None

    def rest() -> None:
        hands.now_us += 10 * SETTLE_US
        hands.keeper.step(hands.now_us)

    if table.state.step == "advance":
        hands.lift("red/cavalry-1")
        rest()
    for press in (Press(PressKind.PRESS, Button.OK, "red"), Press(PressKind.PRESS, Button.COLUMN, "red", 2)):
        if hands.keeper.table is not None and fog(hands.keeper.table.state).attack is None:
            hands.press(press)
            rest()
    hands.lay("red/overlap-1", Zone("2", "red"))
    hands.lift("blue/light-infantry-1")
    rest()
    hands.lay("blue/light-infantry-1", Zone("2", "blue"))
    hands.lift("red/overlap-1")
    rest()
    assert hands.keeper.table is not None
    assert hands.keeper.table.past
    again = keeper(hands.store, random.Random(0))
    assert again.resume(hands.now_us)
    assert again.table == hands.keeper.table
    hands.store.close()


def test_a_resumed_game_speaks_as_it_was_begun(tmp_path: Path) -> None:
    """The languages are journalled with the game; those of the table count for the next one."""
    store = Store(tmp_path / "s")
    begun = keeper(store, random.Random(1), red="fr", blue="de")
    begun.begin(SETUP, 0)
    again = keeper(store, random.Random(1), red="en", blue="fr")
    assert again.words["red"].language == "en"
    assert again.resume(0)
    assert {player: words.language for player, words in again.words.items()} == {"red": "fr", "blue": "de"}
    again.begin(SETUP, 0)
    assert {player: words.language for player, words in again.words.items()} == {"red": "en", "blue": "fr"}
    store.close()


@pytest.mark.parametrize("last", [False, True])
def test_a_game_of_an_older_journal_goes_on_with_reserves_as_they_were(last: bool, tmp_path: Path) -> None:
    """Reserves once joined the discards before its draw; who had nothing to draw shuffled it, and turned a card."""
    store = Store(tmp_path / "s")
    counts = {"hand": 3, "deck": 0, "discard": 0, "points": 0, "shuffle": 0}
    setup = {key: value for key, value in SETUP.items() if key != "reserves_last"}
    setup |= {"step": "actions", "red": counts} | ({"reserves_last": True} if last else {})
    played = [Entry(1, "gesture", "reserves red/reserves-1")]
    played += [] if last else [Entry(2, "gesture", "shuffle red")]
    store.append([Entry(0, "begin", {"game": BUNDLE.name, "corrections": "", "setup": setup}), *played])
    found = keeper(store, random.Random(1))
    assert found.resume(0)
    assert found.table is not None
    side = fog(found.table.state).red
    assert (side.hand, side.discard, side.shuffles) == ((2, 1, 0) if last else (3, 0, 1))
    store.close()


def test_a_game_of_an_older_journal_speaks_as_the_table_does(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    older = {"game": BUNDLE.name, "corrections": "", "setup": SETUP}
    store.append([Entry(0, "begin", older)])
    again = keeper(store, random.Random(1), red="fr")
    assert again.resume(0)
    assert {player: words.language for player, words in again.words.items()} == {"red": "fr", "blue": "en"}
    store.close()


@pytest.mark.parametrize(
    "entry",
    [
        Entry(2, "gesture", "place red/spear-1 9"),
        Entry(2, "gesture", "place red/commander-1 3"),
        Entry(2, "action", None),
        Entry(2, "held", {"chosen": None}),
        Entry(2, "roll", [{"player": "red"}]),
        Entry(2, "secret", {"secret": "no digits"}),
        Entry(2, "agreed", "agreed to differ"),
    ],
)
def test_a_game_that_cannot_be_played_again_is_told_and_another_one_may_begin(
    entry: Entry, tmp_path: Path
) -> None:
    """An update may have mended a rule: the table starts, and the game stays in the record."""
    store = Store(tmp_path / "s")
    store.bind(TAGS)
    begun = Entry(1, "begin", {"game": BUNDLE.name, "corrections": "", "setup": SETUP})
    store.append([begun, entry])
    found = keeper(store, random.Random(0))
    found.power_on(0)
    found.step(0)
    assert found.outlook.phase == START
    assert found.outlook.faults[0][0] == "record"
    assert fault_text(*found.outlook.faults[0], found.words["red"]) == "The last game cannot go on"
    found.press(Press(PressKind.PRESS, Button.OK, "red"), 10)
    found.step(10 * SETTLE_US)
    assert found.outlook.faults == ()
    assert store.last_game() == [begun, entry]
    found.press(Press(PressKind.PRESS, Button.OK, "blue"), 20 * SETTLE_US)
    found.step(30 * SETTLE_US)
    assert found.outlook.phase == GAME
    assert store.game(1) == [begun, entry]
    store.close()


def test_nothing_of_the_game_before_holds_if_the_one_taken_up_cannot_go_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    keeper(store, random.Random(1), red="fr", blue="de").begin(SETUP, 0)
    found = keeper(store, random.Random(1), red="en", blue="fr")
    assert found.resume(0)
    roll = Press(PressKind.PRESS, Button.DICE)
    found.press(roll, 10)
    found.step(10)
    assert found.outlook.rolls
    begun = Entry(1, "begin", {"game": BUNDLE.name, "corrections": "", "setup": SETUP})
    found.receive(Resume(20, [begun, Entry(2, "gesture", "place red/spear-1 9")], power_on=True))
    found.step(20)
    assert (found.outlook.phase, found.outlook.rolls) == (START, ())
    assert {player: words.language for player, words in found.words.items()} == {"red": "en", "blue": "fr"}
    store.close()


def test_settings_of_another_program_are_passed_over(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([Entry(0, "setting", "sound quiet"), Entry(0, "setting", "colour mauve")])
    assert keeper(store, random.Random(0)).settings.sound == "quiet"
    store.append([Entry(1, "begin", {"game": BUNDLE.name, "corrections": "", "setup": SETUP})])
    store.append([Entry(2, "setting", "hold mauve"), Entry(2, "setting", "hold 500")])
    again = keeper(store, random.Random(0))
    assert again.resume(0)
    assert (again.settings.sound, again.settings.hold_ms) == ("quiet", 500)
    store.close()
