"""A keeper that takes its journal up again, after any gesture, holds exactly what was held: undo's past, too."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.setup import Setup
from signifer_core.layout import COLUMNS, PAD, PLAYERS, ZONES, Zone
from signifer_core.procedure import Press
from signifer_drivers.presence import Change
from signifer_firmware.fault_texts import fault_text
from signifer_firmware.games.field_of_glory.bundle import FieldOfGloryBundle
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import GAME, START
from signifer_firmware.session.settings import Settings
from signifer_firmware.store import Entry, Store

BUNDLE = FieldOfGloryBundle()
TAGS = {number.to_bytes(7, "big"): card for number, card in enumerate(BUNDLE.cards, 1)}
UIDS = {card: uid for uid, card in TAGS.items()}
SETTLE_US = 1000
UNITS = [
    (1, "red", ["cavalry-1", "cavalry-2"]),
    (2, "red", ["heavy-infantry-1", "heavy-infantry-2"]),
    (2, "blue", ["medium-infantry-1", "light-infantry-1"]),
    (4, "red", ["spear-1"]),
    (4, "blue", ["elephant-1", "light-infantry-2"]),
    (5, "blue", ["archer-1", "archer-2"]),
]
COUNTS = {"hand": 6, "deck": 2, "discard": 4, "points": 0, "shuffle": 0}
SETUP = json.loads(json.dumps(Setup().to_json()))


def keeper(store: Store, rng: random.Random, **languages: str) -> Keeper:
    return Keeper(
        BUNDLE,
        store,
        antennas={str(zone): (zone,) for zone in ZONES},
        settle_us=SETTLE_US,
        doubtful=lambda: False,
        looked_since=lambda since_us: True,
        rng=rng,
        ceremony=True,
        settings=Settings(language={"red": "en", "blue": "en"} | languages),
        tell=lambda news: None,
    )


class Fumbling:
    """Hands that lay, lift, press and undo at random, mostly near what is going on."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.store = Store(folder / "s")
        self.store.bind(TAGS)
        self.keeper = keeper(self.store, self.rng)
        self.now_us = 0
        units = [
            [column, player, [f"{player}/{card}" for card in cards]]
            for column, player, cards in UNITS
            if seed % 3 or player == "red" or column != 5
        ]
        setup = {
            "terrain": ["plain", "woods", "hill", "plain", "rough"],
            "first": "red",
            "units": units,
            "control": [[4, "blue"]],
            "red": COUNTS,
            "blue": COUNTS,
            "step": self.rng.choice(["flank", "actions", "advance", None]),
        }
        self.keeper.begin(setup, 0)
        self.lying = {card: zone for zone, card in self.keeper.seen.items()}

    def _let_go(self) -> None:
        self.now_us += self.rng.choice([0, 10, 5 * SETTLE_US])
        self.keeper.step(self.now_us)

    def lay(self, card: str, zone: Zone) -> None:
        self.lift(card)
        self.lying[card] = zone
        self.keeper.change(Change("present", str(zone), UIDS[card]), self.now_us)

    def lift(self, card: str) -> None:
        if card in self.lying:
            self.keeper.change(Change("absent", str(self.lying.pop(card)), UIDS[card]), self.now_us)

    def press(self, press: Press) -> None:
        self.keeper.press(press, self.now_us)

    def follow(self) -> None:
        """Do the first thing that the table asks."""
        for told in self.keeper.outlook.corrections[:1]:
            if told.verb == "take":
                self.lift(told.card)
            else:
                self.lay(told.card, told.zone)

    def go_on(self) -> None:
        """What the step asks for, as far as hands know: a column, a unit lifted, a card on the pad, `ok`."""
        assert self.keeper.table is not None
        rng, state = self.rng, self.keeper.table.state
        actors = sorted(BUNDLE.procedure.rules.actors(state)) or list(PLAYERS)
        player = rng.choice(actors)
        pad = Zone(PAD, player)
        mine = [card for card, zone in self.lying.items() if zone.side == player and zone != pad]
        if state.step in ("flank", "actions", "lead") and rng.randrange(3):
            column = state.attack.column if state.attack is not None else rng.choice((2, 4))
            self.press(Press("press", "column", player, column))
        elif state.step in ("retreat", "advance", "result") and mine and rng.randrange(2):
            self.lift(rng.choice(sorted(mine)))
        else:
            if state.step in ("bonus", "retreat", "rampage") or state.due:
                for card in [card for card, zone in self.lying.items() if zone == pad]:
                    self.lift(card)
                self._lay_one(player, pad)
                self._let_go()
            self.press(Press(rng.choice(["press", "press", "hold"]), "ok", player))

    def _lay_one(self, player: str, zone: Zone) -> None:
        army = [card for card in BUNDLE.deck.army(player) if card not in self.lying]
        self.lay(self.rng.choice(army), zone)

    def fumble(self) -> None:
        player = self.rng.choice(PLAYERS)
        match self.rng.randrange(16):
            case 0:
                self._lay_one(player, Zone(str(self.rng.choice(COLUMNS)), player))
            case 1:
                self._lay_one(player, Zone(PAD, player))
            case 2 | 3 if self.lying:
                self.lift(self.rng.choice(sorted(self.lying)))
            case 4:
                self.press(Press("hold", "dice"))
            case 5 if not self.rng.randrange(4):
                self.press(Press("press", "dice"))
            case 6 | 7 | 8:
                self.follow()
            case 9:
                self._lay_one(player, Zone("2", player))
                self.follow()
            case _:
                self.go_on()
        if self.rng.randrange(3):
            self._let_go()


@pytest.mark.parametrize("seed", range(12))
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
                    again.change(Change("absent", str(zone), UIDS[card]), hands.now_us)
            for card, zone in hands.lying.items():
                again.change(Change("present", str(zone), UIDS[card]), hands.now_us)
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
    for press in (Press("press", "ok", "red"), Press("press", "column", "red", 2)):
        if hands.keeper.table is not None and hands.keeper.table.state.attack is None:
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
    side = found.table.state.red
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
    found.press(Press("press", "ok", "red"), 10)
    found.step(10 * SETTLE_US)
    assert found.outlook.faults == ()
    assert store.last_game() == [begun, entry]
    found.press(Press("press", "ok", "blue"), 20 * SETTLE_US)
    found.step(30 * SETTLE_US)
    assert found.outlook.phase == GAME
    assert store.game(1) == [begun, entry]
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
