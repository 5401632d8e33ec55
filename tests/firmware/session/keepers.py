"""A table's session with its store, cards and hands, for several test modules."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from signifer_core.games.field_of_glory.position import Setup
from signifer_core.json_values import Json
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Verb
from signifer_drivers.polling.findings import Change, Doubt, Finding
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.settings import Settings
from signifer_firmware.storage.store import Store

from tests.firmware.states import fog

BUNDLE = FIELD_OF_GLORY.bundle()
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


ANTENNAS = {str(zone): (zone,) for zone in ZONES}


def keeper(
    store: Store,
    rng: random.Random,
    antennas: Mapping[str, tuple[Zone, ...]] = ANTENNAS,
    bundle: AnyBundle = BUNDLE.unnamed,
    **languages: str,
) -> Keeper:
    return Keeper(
        bundle,
        store,
        antennas=antennas,
        settle_us=SETTLE_US,
        doubtful=lambda: Doubt.NONE,
        looked_since=lambda since_us: True,
        rng=rng,
        secrets=rng,
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
        units: Json = [
            [column, player, [f"{player}/{card}" for card in cards]]
            for column, player, cards in UNITS
            if seed % 3 or player == "red" or column != 5
        ]
        setup: dict[str, Json] = {
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
        self.keeper.change(Change(Finding.PRESENT, str(zone), UIDS[card]), self.now_us)

    def lift(self, card: str) -> None:
        if card in self.lying:
            self.keeper.change(Change(Finding.ABSENT, str(self.lying.pop(card)), UIDS[card]), self.now_us)

    def press(self, press: Press) -> None:
        self.keeper.press(press, self.now_us)

    def follow(self) -> None:
        """Do the first thing that the table asks."""
        for told in self.keeper.outlook.corrections[:1]:
            if told.verb == Verb.TAKE:
                self.lift(told.card)
            else:
                self.lay(told.card, told.zone)

    def go_on(self) -> None:
        """What the step asks for, as far as hands know: a column, a unit lifted, a card on the pad, `ok`."""
        assert self.keeper.table is not None
        rng, state = self.rng, fog(self.keeper.table.state)
        actors = sorted(BUNDLE.procedure.deciders(state)) or list(SIDES)
        player = rng.choice(actors)
        pad = Zone(PAD, player)
        mine = [card for card, zone in self.lying.items() if zone.side == player and zone != pad]
        if state.step in ("flank", "actions", "lead") and rng.randrange(3):
            column = state.attack.column if state.attack is not None else rng.choice((2, 4))
            self.press(Press(PressKind.PRESS, Button.COLUMN, player, column))
        elif state.step in ("retreat", "advance", "result") and mine and rng.randrange(2):
            self.lift(rng.choice(sorted(mine)))
        else:
            if state.step in ("bonus", "retreat", "rampage") or state.due:
                for card in [card for card, zone in self.lying.items() if zone == pad]:
                    self.lift(card)
                self._lay_one(player, pad)
                self._let_go()
            self.press(Press(rng.choice([PressKind.PRESS, *PressKind]), Button.OK, player))

    def _lay_one(self, player: Side, zone: Zone) -> None:
        army = [card for card in BUNDLE.deck.army(player) if card not in self.lying]
        self.lay(self.rng.choice(army), zone)

    def fumble(self) -> None:
        player = self.rng.choice(SIDES)
        match self.rng.randrange(16):
            case 0:
                self._lay_one(player, Zone(str(self.rng.choice(COLUMNS)), player))
            case 1:
                self._lay_one(player, Zone(PAD, player))
            case 2 | 3 if self.lying:
                self.lift(self.rng.choice(sorted(self.lying)))
            case 4:
                self.press(Press(PressKind.HOLD, Button.DICE))
            case 5 if not self.rng.randrange(4):
                self.press(Press(PressKind.PRESS, Button.DICE))
            case 6 | 7 | 8:
                self.follow()
            case 9:
                self._lay_one(player, Zone("2", player))
                self.follow()
            case _:
                self.go_on()
        if self.rng.randrange(3):
            self._let_go()
