"""The opening of a game, which robots set up with hands, from the empty table to the first turn: armies, terrain, the
first player."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from signifer_core.dice import PRESSES
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import ARMY, FIRST, State
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.presses import Button, Press

from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import DICE, Gesture, Put, Take, column, held_ok, ok

from .deals import Deal, applied

if TYPE_CHECKING:
    from .match import FieldOfGloryMatch

# Equal dice are rolled again; so often, and they are no dice.
MOST_ROLLS = 50
CEREMONY, ROLL_OFF = 0.5, 0.7
OK, LIFT, NEXT, LAY = "ok", "lift", "next", "lay"


class Opening:
    """The set-up of a `Deal`. ``ways`` counts what hands did: how terrain was confirmed, how the first player was
    found, what was undone."""

    def __init__(self, match: FieldOfGloryMatch, game: Deal) -> None:
        self._match, self._game, self._rng = match, game, match.rng
        self._presses = self._army_presses()
        self._waits = False
        self._confirmed = 0
        self.ways: Counter[str] = Counter()

    def step(self) -> None:
        """One gesture of the set-up, with what goes wrong before it and after."""
        step = self._match.table.state.step
        if step == ARMY:
            self._ready(self._presses.pop(0))
        elif step == FIRST:
            self._first()
        else:
            self._terrain()

    def _do(self, gesture: Gesture) -> None:
        self._match.slip(gesture)
        self._match.do(gesture)

    def _expect(self, state: State, why: str) -> None:
        if self._match.table.state != state:
            raise HandsError(f"{why}: {self._match.table.state}, {state}")

    # Armies

    def _army_presses(self) -> list[Press]:
        """Three columns of each player, if they hold the ceremony, in any order; one is ready in between."""
        first, last = self._rng.sample(SIDES, 2)
        presses = [ok(first)]
        if self._match.board.ceremony and self._rng.random() < CEREMONY:
            for player in SIDES:
                presses += [column(player, self._rng.choice(COLUMNS)) for _ in range(PRESSES)]
        self._rng.shuffle(presses)
        return [*presses, ok(last)]

    def _ready(self, press: Press) -> None:
        self._do(press)
        if press.button == Button.OK and self._match.regrets() and self._match.undo():
            self._presses.insert(0, press)

    # Terrain

    def _terrain(self) -> None:
        """Lay the next card, or confirm the one that waits: by `ok`, by lifting it, or by the next one."""
        before, number = self._match.table.state, self._confirmed + self._waits
        more = number < len(self._game.terrain)
        way = self._rng.choice((OK, LIFT, *([NEXT] if more else []))) if self._waits else LAY
        self._do(self._gesture(way, number))
        if way == LAY and self._match.hurries():
            self._match.do(self._gesture(OK, number))
            self._confirmed, self._waits = self._confirmed + 1, False
        else:
            self._confirmed, self._waits = self._confirmed + self._waits, way in (NEXT, LAY)
        self.ways[way] += 1
        self._match.state = self._full()
        self._match.follow()
        if self._match.regrets():
            self._take_back(before)

    def _gesture(self, way: str, number: int) -> Gesture:
        if way == OK:
            return ok(self._rng.choice(SIDES))
        if way == LIFT:
            return Take(self._game.terrain[self._confirmed].card)
        laid = self._game.terrain[number]
        return Put(laid.card, Zone(str(laid.column), self._rng.choice(SIDES)))

    def _take_back(self, before: State) -> None:
        """The card that waits is lifted; if none does, the one confirmed last waits again. A die that fell forbids the
        latter."""
        if self._waits:
            before = self._match.table.state
        if not self._match.undo():
            return
        self.ways["undone"] += 1
        self._confirmed, self._waits = self._confirmed - (not self._waits), not self._waits
        self._match.state = self._full()
        self._expect(before, "undone is not as before")
        self._match.follow()
        self._expect(before, "the way back is a gesture")

    def _full(self) -> State:
        """The state with full knowledge; there the armies are drafted when all terrain lies."""
        rules, laid = self._match.rules, self._game.terrain[: self._confirmed]
        if len(laid) == len(self._game.terrain):
            return self._game.state
        return applied(rules, rules.new_game(), laid)

    # The first player

    def _first(self) -> None:
        """By the dice, or as agreed."""
        match = self._match
        player = self._rolled_off() if self._rng.random() < ROLL_OFF else self._held()
        match.begin(act.First(player))

    def _held(self) -> Player:
        player = self._rng.choice(SIDES)
        self._do(held_ok(player))
        self.ways["agreed"] += 1
        return player

    def _rolled_off(self) -> Player:
        """The player with the higher die; while they are equal they are rolled again."""
        for _ in range(MOST_ROLLS):
            self._do(DICE)
            self.ways["rolled"] += 1
            fallen = {roll.player: roll.value or 0 for roll in self._match.board.rolls}
            if fallen["red"] != fallen["blue"]:
                return max(fallen, key=lambda player: fallen[player])
            self.ways["equal"] += 1
            if not any(prompt.key == "roll-again" for prompt in self._match.board.said):
                raise HandsError(f"equal dice, and the table says {self._match.board.said}")
        raise HandsError(f"the dice are equal {MOST_ROLLS} times")
