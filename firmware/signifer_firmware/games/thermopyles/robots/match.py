"""A whole game of the team: each decides with what he knows, and plays with hands; dice and decks are the world's."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.games.thermopyles.state import (
    DEAL,
    DRAWING,
    OVER,
    PERSIANS,
    PLAYERS_STEP,
    REPLENISH,
    RESULT,
    SPARTANS,
)
from signifer_core.games.thermopyles.state import (
    DICE as DICE_STEP,
)
from signifer_core.games.thermopyles.table.procedure import CEMETERY, COMBAT, FIRST, REPELLED, SECOND
from signifer_core.layout import SIDES, Layout, Zone

from signifer_firmware.simulation.piles import HAND, Pile
from signifer_firmware.simulation.robots.board import Board, HandsError
from signifer_firmware.simulation.robots.gestures import Gesture, Take
from signifer_firmware.simulation.robots.match import BOX, FINGERS, Decision, Match, Slips, unwatched

from .deals import Deal, piles_of
from .gestures import DICE, gestures
from .mind import Mind

# How often a card that lies in a pile on the table is put away before the next decision; so many may lie there at most.
TIDY, MOST_IN_A_PILE = 0.1, 3


class ThermopylesMatch(Match):
    """The game of a `Deal` at a `Board`."""

    def __init__(
        self,
        board: Board,
        game: Deal,
        rules: Thermopyles,
        rng: random.Random,
        *,
        slips: Slips | None = None,
        after: Callable[[Any], None] | None = None,
        watch: Callable[[Any, str], None] = unwatched,
    ) -> None:
        super().__init__(
            board, rules, rules.new_game(), game.piles, rng, slips=slips, after=after, watch=watch
        )
        self.players = game.players
        self._mind = Mind(rules.deck, random.Random(rng.getrandbits(64)), whim=rng.choice((0.02, 0.1, 0.4)))

    def move(self) -> None:
        """One decision, one die, or one card that hands show the table."""
        self._tidy()
        if self.state.step == DICE_STEP:
            self._roll()
        else:
            self.perform(self._decision())

    def _decision(self) -> Decision:
        state = self.state
        if state.step == PLAYERS_STEP:
            return (act.Players(self.players),)
        if state.step == REPLENISH:
            return (act.Approach(self.piles.top(PERSIANS)),)
        if state.step == RESULT:
            decision: Decision = self.rules.legal_actions(state)
            return decision
        return self._mind.decide(self.rules.view(state, state.receiver or state.active))

    def _roll(self) -> None:
        """One press, one die; the table has it on record."""
        self.slip(DICE)
        before = self.state.combat.dice
        self.do(DICE)
        told = self.board.table.state
        fight = told.fight or told.result
        if fight is None or fight.dice[:-1] != before:
            raise HandsError(f"one die was rolled after {before}, and the table has {fight}")
        self.state = self.rules.apply(self.state, act.Rolled(fight.dice[-1]))
        self.pass_on()
        self.put_down()
        if self._slips is None or not self._slips.lazy():
            self.follow()

    def _tidy(self) -> None:
        """Put cards away that lie in a pile, now and then: it is no gesture."""
        free = self.free()
        for zone, card in self.piles.layout.items():
            if (card, zone) in free and zone.place in (REPELLED, CEMETERY):
                many = len(self.piles.layout[zone]) > MOST_IN_A_PILE
                if many or self.rng.random() < TIDY:
                    self.do(Take(card))

    def gestures(self, decision: Decision) -> tuple[Gesture, ...]:
        return gestures(self.state, decision, self.rng)

    def may_regret(self, decision: Decision) -> bool:
        """Each decision is one gesture."""
        return True

    def contents(self) -> dict[Pile, frozenset[str]]:
        return piles_of(self.state, self.rules.deck.supports)

    def pass_on(self) -> None:
        """Hands are dealt, and cards drawn into them."""
        while self.state.step in (DEAL, DRAWING):
            card = self.piles.top(SPARTANS)
            self.piles.take(card, (self.state.receiver or "", HAND))
            self.state = self.rules.apply(self.state, act.Drawn(card))

    def cast_off(self, card: str) -> Pile:
        return self.home(card)

    def home(self, card: str) -> Pile:
        """Where a card belongs that is not to lie on the table; one that is stays in the fingers meanwhile."""
        if card not in self.rules.deck:
            return BOX
        return next((pile for pile, cards in self.contents().items() if card in cards), ("", FINGERS))

    # What lies

    def due(self) -> Layout:
        """The row and the fighting Spartan; the Persian that is defeated may lie anywhere on its way."""
        table = self.board.table
        state = table.state
        cards: dict[Zone, tuple[str, ...]] = {}
        if state.step != OVER:
            row = [(FIRST, state.first), (SECOND, state.second)]
            defeated = state.row[0] if state.step == RESULT else None
            cards |= {zone: (card,) for zone, card in row if card is not None and card != defeated}
            if state.fight is not None:
                cards[COMBAT] = (state.fight.spartan,)
        for card, zone in table.held.laid:
            cards[zone] = (card,)
        return Layout(cards)

    def free(self) -> frozenset[tuple[str, Zone]]:
        """What lies in a pile, on either side of its column; and the defeated Persian in the row."""
        state = self.board.table.state
        piles = ((REPELLED, state.repelled), (CEMETERY, state.cemetery))
        found = {(card, Zone(place, side)) for place, pile in piles for card in pile.named for side in SIDES}
        if state.step == RESULT:
            found.add((state.row[0], FIRST if state.first is not None else SECOND))
        return frozenset(found)
