"""One game of Thermopyles at the virtual table: both decks shuffled, and whoever sits down."""

from __future__ import annotations

import random
from collections.abc import Iterable

from signifer_core.games.thermopyles import Deck, State, Thermopyles
from signifer_core.games.thermopyles.state import PERSIANS, SPARTANS
from signifer_core.games.thermopyles.table.procedure import FIRST, SECOND
from signifer_core.layout import Zone
from signifer_core.presses import Button, Press, PressKind

from signifer_firmware.games.thermopyles.robots.match import piles_of
from signifer_firmware.simulation.piles import BOTTOM, DECK, DISCARD, HAND, OUT, STOCK, Piles
from signifer_firmware.web.play import Choice, Play
from signifer_firmware.web.virtual.watched import begun

# How many people play, by mode.
MODES = {"solo": 1, "team-2": 2, "team-3": 3, "team-4": 4}


class ThermopylesPlay(Play[State]):
    """People at the empty table. Unless they want to do so themselves, a finger says how many they are."""

    def __init__(self, deck: Deck, choice: Choice, rng: random.Random) -> None:
        self._choice = choice
        self._sat = choice.by_hand or bool(choice.position)
        self.piles = Piles(piles_of(Thermopyles(deck).new_game(), deck.supports), rng)
        self.script = begun(choice, choice.position)

    def stated(self, state: State, lying: Iterable[tuple[Zone, str]]) -> None:
        """Known cards are where they are known to be. The rest of hands and discards is chance's, by their numbers; so
        are Persians of whom nobody knows where they went."""
        there = set()
        # Of two equal Persians that may lie on either place of the row, each lies on its own.
        row = {state.first: FIRST, state.second: SECOND}
        for zone, card in lying:
            self.piles.put(card, row.get(card, zone))
            there.add(card)
        for (owner, pile), cards in piles_of(state, ()).items():
            for card in sorted(cards - there):
                self.piles.take(card, (owner, BOTTOM if pile == DECK else pile))
        for seat in state.seats:
            lacking = state.hand(seat).number - len(self.piles.cards(seat, HAND))
            self.piles.deal(SPARTANS, lacking, (seat, HAND))
        for side, left, pile in ((SPARTANS, state.pile, DISCARD), (PERSIANS, state.persians, OUT)):
            self.piles.deal(side, len(self.piles.cards(side, DECK)) - left.number, (side, pile))
        for card in self.piles.cards(SPARTANS, STOCK) - state.supports:
            self.piles.take(card, (SPARTANS, DISCARD))

    def step(self) -> bool:
        """The column button of as many as play is pressed, once."""
        run = self._seat.hands.run
        table = run.appliance.keeper.table
        if self._sat or table is None or table.state.step != "players":
            return False
        self._sat = True
        self._seat.hands.press(Press(PressKind.PRESS, Button.COLUMN, SPARTANS, MODES[self._choice.mode]))
        self._seat.rest()
        return True
