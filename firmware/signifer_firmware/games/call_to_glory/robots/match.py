"""A whole game: each seat decides with what it knows, and plays with hands; dice and decks are the world's."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self, Unpack

from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import (
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    PADS,
    PLAYERS_STEP,
    SCORE,
    SEATS,
    VARIANTS,
)
from signifer_core.games.call_to_glory.table.buttons import ROLL_OFF
from signifer_core.games.call_to_glory.table.procedure import BETWEEN_ROUNDS
from signifer_core.games.call_to_glory.table.spots import PAD_ZONES, STOCK_AT, lying, side_of
from signifer_core.layout import PAD, SIDES, Layout, Zone
from signifer_core.layout import side_of as side_named
from signifer_core.search import Thought

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, Pile, Piles
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.gestures import Gesture, Put, held, ok
from signifer_firmware.simulation.robots.level_mind import of_level
from signifer_firmware.simulation.robots.match import Around, MatchOf

from .gestures import Decision, gestures_of
from .gestures import decider as decider
from .levels import LEVELS
from .mind import Mind
from .plans import CallToGloryPlans

# Both face-down piles are one deck in the world: which of its cards lies in which pile, nobody can tell.
STOCK = "stock"
# A pile that is split by hand is so many cards smaller or larger than half at most; in bad hands many more.
UNEVEN = (4, 4, 30)


@dataclass(frozen=True)
class Deal:
    """A game at the empty table: so many ``players`` will say so, and which ``variant``; ``youngest`` is who starts,
    None if that is rolled for, ``whim`` how often a robot does not do what seems best. ``piles`` are the cards as they
    are in the world."""

    players: int
    variant: str
    youngest: str | None
    whim: float
    piles: Piles


def deal(
    rules: CallToGlory,
    rng: random.Random,
    *,
    players: int | None = None,
    variant: str | None = None,
    whim: float | None = None,
) -> Deal:
    """All cards in their piles; two to four play, with any variant and with some whims, if that is not said."""
    players = players or rng.randint(2, len(SEATS))
    variant = variant or rng.choice(VARIANTS)
    youngest = rng.choice(SEATS[:players]) if rng.random() < 0.7 else None
    missions = {("", OUT): frozenset(rules.deck.missions)}
    whim = rng.choice((0.02, 0.1, 0.4)) if whim is None else whim
    return Deal(players, variant, youngest, whim, Piles({**piles_of(rules.new_game()), **missions}, rng))


def piles_of(state: State) -> dict[Pile, frozenset[str]]:
    """Which cards are in each pile, as full knowledge has it, but for missions that nobody has."""
    found: dict[Pile, frozenset[str]] = {(STOCK, DECK): state.stock.named}
    for number, (seat, hand) in enumerate(zip(state.seats, state.hands, strict=True)):
        missions = state.missions[number].named if state.missions else frozenset()
        found[seat, HAND] = hand.cards.named | missions
    return found


class CallToGloryMatch(MatchOf[State, act.Action]):
    """The game of a `Deal` at a `Board`."""

    rules: CallToGlory

    def __init__(
        self, board: Board, game: Deal, rules: CallToGlory, rng: random.Random, **around: Unpack[Around[Self]]
    ) -> None:
        super().__init__(board, rules, rules.new_game(), game.piles, rng, **around)
        self.game = game
        self._mind = Mind(rules.deck, random.Random(rng.getrandbits(64)), whim=game.whim)
        self.thinking = of_level(self.level, LEVELS, rules, CallToGloryPlans(rules), rng)
        # What each action of a decision was chosen for.
        self._why: list[Sequence[Thought[tuple[object, ...]]]] = []

    def move(self) -> None:
        """One decision, one die, or the news that a pile is empty."""
        state = self.state
        if state.step == DEAL and (state.rollers or self._rolls_for_start()):
            self.roll(act.Rolled, ROLL_OFF)
        elif state.empty - self.table.state.empty and self.table.state.step not in BETWEEN_ROUNDS:
            self._tell_empty(min(state.empty - self.table.state.empty))
        else:
            if state.step == DEAL and not state.dealt:
                self._gather()
            self.perform(self._decision())

    # Decisions

    def _rolls_for_start(self) -> bool:
        """Whether the next thing is the first die of a roll-off, before or after the cards are dealt."""
        state = self.state
        if state.starter is not None or self.game.youngest is not None:
            return False
        return state.dealt or self.rng.random() < 0.5

    def _decision(self) -> Decision:
        """What is decided next, as far as it is one gesture of hands, or several that belong together."""
        state, self._why = self.state, []
        if state.step == PLAYERS_STEP:
            return (act.Players(self.game.players, self.game.variant),)
        if state.step == DEAL:
            return (self._before_a_deal(),)
        if state.step == SCORE:
            return (act.Proceed(),)
        decision, drawn = list[act.Action](), list[str]()
        while not decision or state.struck is not None or (state.step == DRAW and state.drawn):
            chosen = self._chosen(state, decider(state))
            decision.append(self._uppermost(state, chosen) if isinstance(chosen, act.Take) else chosen)
            self._why.append(self.thoughts)
            state = self.rules.apply(state, decision[-1])
            if state.step == DRAWING:
                drawn.append(self.piles.draw(STOCK))
                decision.append(act.Drawn(drawn[-1]))
                self._why.append(())
                state = self.rules.apply(state, decision[-1])
        for card in reversed(drawn):
            self.piles.take(card, (STOCK, DECK))  # until hands have drawn it
        return tuple(decision)

    def _chosen(self, state: State, seat: str) -> act.Action:
        """One action of whoever decides."""
        (chosen,) = self.thinks(state, seat) or (self._mind.decide(self.rules.view(state, seat), seat),)
        return chosen

    def _uppermost(self, state: State, take: act.Take) -> act.Take:
        """Of equal cards the one that lies on the others is drawn."""
        pile = self.piles.layout[PAD_ZONES[side_named(take.pad)]]
        on_top = [card for card in pile if card in state.top(take.pad).named]
        return replace(take, card=on_top[-1]) if on_top else take

    def _before_a_deal(self) -> act.Action:
        """In the first round who starts may be told before the cards are dealt, or after it."""
        youngest = self.game.youngest
        if (
            self.state.starter is None
            and youngest is not None
            and (self.state.dealt or self.rng.random() < 0.5)
        ):
            return act.Starter(youngest)
        return act.Deal()

    def gestures(self, decision: Decision) -> Iterator[Gesture]:
        for number, action in enumerate(decision):
            earlier = decision[:number]
            # One press draws two cards: it is made for both reasons.
            both = isinstance(action, act.Draw) and not any(isinstance(each, act.Take) for each in earlier)
            reasons = self._why[number:] if both else self._why[number : number + 1]
            self.thoughts = [thought for thoughts in reasons for thought in thoughts]
            yield from gestures_of(self, self.state, action, earlier)

    def rest(self) -> None:
        self.board.rest()

    def may_regret(self, decision: Decision) -> bool:
        """A figure that is returned between two draws is a gesture of its own."""
        return not any(isinstance(action, act.Strike) for action in decision) or len(decision) == 2

    def hurries(self) -> bool:
        """Nobody hurries while a figure waits for a card, which may be drawn again at once."""
        return self.table.held.named is None and super().hurries()

    # What is no decision

    def _tell_empty(self, pile: str) -> None:
        """Hold the button beside a face-down pile that is found empty; `ok` where a figure may be meant."""
        (number,) = (number for number, stock in STOCK_AT.items() if stock == pile)
        press = held(self.rng.choice(SIDES), number)
        self.slip(press)
        self.do(press)
        if self.table.held.named is not None:
            self.do(ok(side_of(self.state.active)))
        self.settle()

    def _gather(self) -> None:
        """Clear the table, and shuffle all cards."""
        for _, card in list(self.piles.layout.items()):
            self.take(card, (STOCK, DISCARD) if card in self.rules.deck.characters else ("", OUT))
        self.board.rest()
        for card in self.rules.deck.characters:
            self.piles.take(card, (STOCK, DISCARD))
        self.piles.shuffle(STOCK)

    def pass_on(self) -> None:
        """Cards are dealt, and what was drawn is in its hand."""
        if self.state.step == DEALING:
            self._deal()
        super().straighten()

    def _deal(self) -> None:
        """Missions and hands are dealt, and the rest is split by hand, which is seldom even."""
        while due := self.rules.chance(self.state):
            given = [action for action in due if isinstance(action, act.Given)]
            action = self.rng.choice(given) if given else act.Drawn(self.piles.draw(STOCK))
            self.state = self.rules.apply(self.state, action)
        most = self.rng.choice(UNEVEN)
        left = self.state.piles[0] + self.rng.randint(-most, most)
        self.state = replace(self.state, piles=(left, self.state.stock.number - left))

    def straighten(self) -> None:
        """Cards go where they are in full knowledge; those of a set that was taken back lie in their columns again."""
        super().straighten()
        for each in self.table.state.sets:
            for card, zone in lying(each):
                if not isinstance(self.piles.where(card), Zone):
                    self.do(Put(card, zone))

    def contents(self) -> dict[Pile, frozenset[str]]:
        return piles_of(self.state)

    def home(self, card: str) -> Pile:
        """A mission that nobody has is out of the game."""
        home = super().home(card)
        return ("", OUT) if card in self.rules.deck.missions and not home[0] else home

    # What lies

    def due(self) -> Layout:
        """What is being laid as a set. All else may lie where it was counted, or be silent there."""
        cards: dict[Zone, tuple[str, ...]] = {}
        for card, zone in sorted(self.table.held.laid):
            if zone.place != PAD:
                cards[zone] = (*cards.get(zone, ()), card)
        return Layout(cards)

    def free(self) -> frozenset[tuple[str, Zone]]:
        """The cards of sets and of discard piles, each where it was counted."""
        state = self.table.state
        found = {spot for each in state.sets for spot in lying(each)}
        for pad in PADS:
            found |= {(card, PAD_ZONES[pad]) for layer in state.layers(pad) for card in layer.named}
        return frozenset(found)
