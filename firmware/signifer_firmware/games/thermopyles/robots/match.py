"""A whole game of the team: each decides with what they know, and plays with hands; dice and decks are the world's."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Self, Unpack

from signifer_core.games.thermopyles import State, Thermopyles
from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.state import PERSIANS, SEATS, SPARTANS
from signifer_core.games.thermopyles.table import ok
from signifer_core.games.thermopyles.table.procedure import CEMETERY, COMBAT, FIRST, REPELLED, SECOND
from signifer_core.layout import SIDES, Layout, Zone

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, STOCK, VICTORY, Pile, Piles
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.gestures import Gesture, Take
from signifer_firmware.simulation.robots.level_mind import of_level
from signifer_firmware.simulation.robots.match import Around, MatchOf

from .gestures import Decision, gestures
from .levels import LEVELS
from .mind import Mind
from .plans import ThermopylesPlans

# How often a card that lies in a pile on the table is put away before the next decision; so many may lie there at most.
TIDY, MOST_IN_A_PILE = 0.1, 3


@dataclass(frozen=True)
class Deal:
    """A game at the empty table: so many ``players`` will say so; ``piles`` are the cards as they are in the world."""

    players: int
    piles: Piles


def deal(rules: Thermopyles, rng: random.Random) -> Deal:
    """Shuffle both decks; one to four play."""
    players = rng.randint(1, len(SEATS))
    return Deal(players, Piles(piles_of(rules.new_game(), rules.deck.supports), rng))


def piles_of(state: State, supports: tuple[str, ...]) -> dict[Pile, frozenset[str]]:
    """Which cards are in each pile, as full knowledge has it; ``supports`` are all that the game has."""
    spent = frozenset(supports) - state.supports - set(state.fight.supports if state.fight else ())
    found: dict[Pile, frozenset[str]] = {
        (SPARTANS, DECK): state.pile.named,
        (SPARTANS, DISCARD): state.discard.named | spent,
        (PERSIANS, DECK): state.persians.named,
        (PERSIANS, DISCARD): state.repelled.named,
        (PERSIANS, VICTORY): state.cemetery.named,
        (SPARTANS, STOCK): state.supports,
    }
    found |= {(seat, HAND): hand.named for seat, hand in zip(state.seats, state.hands, strict=True)}
    return found


class ThermopylesMatch(MatchOf[State, act.Action]):
    """The game of a `Deal` at a `Board`."""

    rules: Thermopyles

    def __init__(
        self, board: Board, game: Deal, rules: Thermopyles, rng: random.Random, **around: Unpack[Around[Self]]
    ) -> None:
        super().__init__(board, rules, rules.new_game(), game.piles, rng, **around)
        self.players = game.players
        self._mind = Mind(rules.deck, random.Random(rng.getrandbits(64)), whim=rng.choice((0.02, 0.1, 0.4)))
        self.thinking = of_level(self.level, LEVELS, rules, ThermopylesPlans(rules), rng)

    def move(self) -> None:
        """One decision, one die, or one card that hands show the table."""
        self._tidy()
        if self.state.step == "dice":
            self.roll(act.Rolled, ok.COMBAT)
        else:
            self.perform(self._decision())

    def _decision(self) -> Decision:
        state = self.state
        if state.step == "players":
            return (act.Players(self.players),)
        if state.step == "replenish":
            return (act.Approach(self.piles.top(PERSIANS)),)
        if state.step == "result":
            decision: Decision = self.rules.legal_actions(state)
            return decision
        player = state.receiver or state.active
        return self.thinks(state, player) or self._mind.decide(self.rules.view(state, player))

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

    def contents(self) -> dict[Pile, frozenset[str]]:
        return piles_of(self.state, self.rules.deck.supports)

    def pass_on(self) -> None:
        """Hands are dealt, and cards drawn into them."""
        while self.state.step in ("deal", "drawing"):
            card = self.piles.top(SPARTANS)
            self.piles.take(card, (self.state.receiver or "", HAND))
            self.state = self.rules.apply(self.state, act.Drawn(card))

    # What lies

    def due(self) -> Layout:
        """The row and the fighting Spartan; the Persian that is defeated may lie anywhere on its way."""
        table = self.table
        state = table.state
        cards: dict[Zone, tuple[str, ...]] = {}
        if state.step != "over":
            row = [(FIRST, state.first), (SECOND, state.second)]
            defeated = state.row[0] if state.step == "result" else None
            cards |= {zone: (card,) for zone, card in row if card is not None and card != defeated}
            if state.fight is not None:
                cards[COMBAT] = (state.fight.spartan,)
        for card, zone in table.held.laid:
            cards[zone] = (card,)
        return Layout(cards)

    def free(self) -> frozenset[tuple[str, Zone]]:
        """What lies in a pile, on either side of its column; and the defeated Persian in the row."""
        state = self.table.state
        piles = ((REPELLED, state.repelled), (CEMETERY, state.cemetery))
        found = {(card, Zone(place, side)) for place, pile in piles for card in pile.named for side in SIDES}
        if state.step == "result":
            found.add((state.row[0], FIRST if state.first is not None else SECOND))
        return frozenset(found)
