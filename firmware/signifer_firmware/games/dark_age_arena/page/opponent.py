"""A robot against the one person at the screen: it knows its own hand and what the table knows, and has hands."""

from __future__ import annotations

import random
from itertools import islice

from signifer_core.games.dark_age_arena import agreement
from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import Side, other
from signifer_core.procedure import Choice, Override, Table

from signifer_firmware.games.dark_age_arena.robots.gestures import Decision, gestures
from signifer_firmware.games.dark_age_arena.robots.mind import Mind
from signifer_firmware.games.dark_age_arena.robots.plans import mover
from signifer_firmware.simulation.robots.gestures import DICE
from signifer_firmware.web.play import Seat
from signifer_firmware.web.virtual.adviser import Adviser
from signifer_firmware.web.virtual.agreement import IS_AHEAD, SAW_IT, objection
from signifer_firmware.web.virtual.robot_hands import RobotHands, is_put_right

from .drawing import known_by

# One decision takes no more gestures than so many.
MOST_GESTURES = 60


class Opponent:
    """The robot of a ``side``, with its `ok`. ``saying`` is the decision that its hands are telling the table;
    ``adviser`` thinks for it, if there is one."""

    def __init__(
        self,
        seat: Seat,
        side: Side,
        deck: Deck,
        rng: random.Random,
        adviser: Adviser[State, Decision] | None = None,
    ) -> None:
        self._side, self._deck, self._keeper = side, deck, seat.hands.run.appliance.keeper
        self.hands = RobotHands(seat, side, State, self._objects)
        self.saying: Decision | None = None
        self.rng, self.rules = rng, DarkAgeArena(deck)
        self.piles, self.rest = self.hands.piles, self.hands.rest
        self._mind = Mind(self.rules, rng, whim=0.05)
        self._adviser = adviser
        # What it has come to, and in which position: nobody thinks twice about the same.
        self._thought: tuple[State, Decision] | None = None

    @property
    def table(self) -> Table[State]:
        return self.hands.table

    # What it does

    def step(self) -> bool:
        """Do what is next, if anything is; whether there was something."""
        first, table = self.hands.comes_first(), self.hands.now
        if first is not None or table is None:
            return bool(first)
        return self._decides(table)

    def _decides(self, table: Table[State]) -> bool:
        state, outlook = table.state, self._keeper.outlook
        if outlook.corrections or not is_put_right(outlook) or state.step == "over":
            return False
        due = self.rules.due(state)
        # For initiative both roll: the person's finger will do.
        rolls = due is not None and due.player == self._side and due.purpose != "initiative"
        decision = self._decision(state) if due is None else None
        if not (rolls or decision) or self.hands.in_the_way(table):
            return False
        self.hands.think()
        if self.hands.now == table:
            for gesture in [DICE] if decision is None else islice(gestures(self, decision), MOST_GESTURES):
                self.hands.do(gesture)
        return True

    def _decision(self, state: State) -> Decision | None:
        """What it makes of what it may know, while no roll is due: an instant, or what it is asked; None if it is not
        asked, or holds other than as many cards as the table counts."""
        asked = not state.owed and self._is_asked(state)
        known = known_by(self.rules, state, self.piles, self._side) if asked else None
        if known is None:
            return None
        return self._advised(known)

    def _advised(self, known: State) -> Decision | None:
        """What its adviser says; it thinks about what is its turn in the order in which robots decide, and waits for
        the other till then. Without one, or where nothing comes of it, what the mind says."""
        if self._adviser is not None:
            if mover(self.rules, known) == other(self._side):
                return None
            if self._thought is None or self._thought[0] != known:
                move = self._adviser.move(known)
                self._thought = (known, move) if move else None
            if self._thought is not None:
                return self._thought[1]
        return self._mind.interject(known, self._side) or self._mind.decide(known, self._side)

    def _is_asked(self, state: State) -> bool:
        """Whether it has something to decide. It bids last, for what it enters is seen."""
        if state.step in ("bid", "contest") and state.player(other(self._side)).bid is None:
            return False
        return self._side in self.rules.actors(state)

    # Agreement

    def _objects(self, entry: Override, choice: Choice) -> str:
        """It agrees to a game that is given up to it, and to counts as everybody sees them at the table."""
        return objection(entry, choice, self._favours)

    def _favours(self, entry: Override, choice: Choice) -> str:
        if entry.key == agreement.END:
            return "" if str(choice.value) == self._side else IS_AHEAD
        return SAW_IT
