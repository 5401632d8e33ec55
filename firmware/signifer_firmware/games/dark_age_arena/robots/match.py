"""A whole game: each player decides with what they know, and plays with hands; dice and stocks are the world's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self, Unpack

from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import PLACES, State
from signifer_core.games.dark_age_arena.table.spots import COMBAT_ZONE, PLACE_COLUMNS, column_of
from signifer_core.layout import PAD, SIDES, Layout, Zone

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, STOCK, Pile, Piles
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Take
from signifer_firmware.simulation.robots.level_mind import of_level
from signifer_firmware.simulation.robots.match import Around, MatchOf

from .gestures import Decision, gestures, missing
from .levels import LEVELS
from .mind import Mind
from .plans import DarkAgeArenaPlans, mover

# What lies face down under a stock.
UNDER = "under"
# How often cards that lie silent, or were asked away, are put where they belong before the next decision.
TIDY = 0.3


@dataclass(frozen=True)
class Deal:
    """A game at the empty table: ``whim`` is how often a robot does not do what seems best; ``piles`` are the cards as
    they are in the world."""

    whim: float
    piles: Piles


def deal(rules: DarkAgeArena, rng: random.Random, *, whim: float | None = None) -> Deal:
    """All stocks shuffled and the first hands drawn; artifacts lie ready."""
    piles = piles_of(rules, rules.new_game())
    return Deal(rng.choice((0.02, 0.1, 0.4)) if whim is None else whim, Piles(piles, rng))


def piles_of(rules: DarkAgeArena, state: State) -> dict[Pile, frozenset[str]]:
    """Which cards are in each pile, as full knowledge has it; what is in play is in none."""
    found: dict[Pile, frozenset[str]] = {}
    for side, player in state.players:
        laid = {spot.artifact for spot in player.spots}
        found[side, HAND] = player.hand.named
        found[side, DECK] = player.stock.named
        found[side, UNDER] = frozenset(player.under)
        found[side, DISCARD] = player.discards.named
        found[side, OUT] = player.out.named
        found[side, STOCK] = frozenset(rules.deck.of_sort(side, "artifact")) - laid
    return found


class DarkAgeArenaMatch(MatchOf[State, act.Action]):
    """The game of a `Deal` at a `Board`. ``saying`` is the decision that hands are telling the table now."""

    rules: DarkAgeArena

    def __init__(
        self,
        board: Board,
        game: Deal,
        rules: DarkAgeArena,
        rng: random.Random,
        **around: Unpack[Around[Self]],
    ) -> None:
        super().__init__(board, rules, rules.new_game(), game.piles, rng, **around)
        self.saying: Decision | None = None
        whim = game.whim if self.level is None else 0.0
        self._minds = {side: Mind(rules, random.Random(rng.getrandbits(64)), whim=whim) for side in SIDES}
        self.thinking = of_level(self.level, LEVELS, rules, DarkAgeArenaPlans(rules), rng)
        self._draw()

    def move(self) -> None:
        """An instant, one decision, or one roll."""
        self._tidy()
        for side in self.rng.sample(SIDES, len(SIDES)):
            if self.thinking is not None and side == mover(self.rules, self.state):
                continue  # it is thought about with what else there is to decide
            play = self._minds[side].interject(self.rules.view(self.state, side), side)
            if play is not None:
                self.perform(play)
                return
        if (due := self.rules.due(self.state)) is not None:
            self.roll(act.Rolled, due.purpose, due.dice)
            return
        self.perform(self._decision())

    def _decision(self) -> Decision:
        """What is decided next, by anybody who may; robots that search keep an order."""
        first = mover(self.rules, self.state)
        if first is not None and (decision := self.thinks(self.state, first)):
            return decision
        side = self.rng.choice([side for side in SIDES if side in self.rules.actors(self.state)])
        return self._minds[side].decide(self.rules.view(self.state, side), side)

    def gestures(self, decision: Decision) -> Iterator[Gesture]:
        return gestures(self, decision)

    def rest(self) -> None:
        self.board.rest()

    def say_again(self) -> None:
        """Whatever has been said of the decision under way, and was lost, is said again."""
        while self.saying is not None and (gesture := missing(self, self.saying)) is not None:
            self.do(gesture)

    def pass_on(self) -> None:
        """Cards are drawn, and what is nobody's business lies in its pile."""
        if self.state.step == "assemble":
            self._shuffled_back()
        self.straighten()
        self._draw()

    def _shuffled_back(self) -> None:
        """A hand that was rejected is shuffled into its stock."""
        for side, player in self.state.players:
            if player.stock.named - self.piles.cards(side, DECK):
                for card in sorted(player.stock.named):
                    self.piles.take(card, (side, DISCARD))
                self.piles.shuffle(side)

    def _draw(self) -> None:
        """Whoever owes it draws from the stock, then from under it."""
        while self.state.owed:
            side = self.state.owed[0]
            player = self.state.player(side)
            card = self.piles.top(side) if player.stock.number else player.under[0]
            if isinstance(self.piles.where(card), Zone):
                self.take(card, (side, HAND))
            else:
                self.piles.take(card, (side, HAND))
            self.state = self.rules.apply(self.state, act.Drawn(card))

    def contents(self) -> dict[Pile, frozenset[str]]:
        return piles_of(self.rules, self.state)

    # What lies

    def _tidy(self) -> None:
        """What lies in play nowhere is laid where it belongs, and what is gone is put away; both are no gestures."""
        if self.state.step == "over" or self.rng.random() >= TIDY:
            return
        lying, free = self.piles.layout, sorted(self.free())
        for card in dict.fromkeys(card for card, zone in free if zone.place != PAD):
            if not any(card in lying[zone] for each, zone in free if each == card):
                self.do(Put(card, self._place(card)))
        gone = {card for cards in self.contents().values() for card in cards}
        waits = {card for card, _ in self.table.held.laid}
        for zone, card in lying.items():
            if zone.place != PAD and card in gone - waits:
                self.do(Take(card))

    def _place(self, card: str) -> Zone:
        """Where a card in play belongs: equipment with its bearer."""
        zones = {zone for each, zone in self.free() if each == card}
        bearer = self.table.state.bearer(card)
        if bearer is not None:
            return Zone(column_of(bearer.place), side_of_card(card))
        return min(zones)

    def due(self) -> Layout:
        """What waits for `ok`. All else may lie where it belongs, or be silent there."""
        cards: dict[Zone, tuple[str, ...]] = {}
        for card, zone in sorted(self.table.held.laid):
            cards[zone] = (*cards.get(zone, ()), card)
        return Layout(cards)

    def free(self) -> frozenset[tuple[str, Zone]]:
        """What is in play, where it belongs; equipment in any column of its owner's where characters may be."""
        return frozenset(in_play(self.table.state))


def in_play(state: State) -> Iterator[tuple[str, Zone]]:
    """Every card in play, with each zone in which it may lie; worked out apart from the game's procedure."""
    for each in state.characters:
        side = side_of_card(each.card)
        yield each.card, Zone(column_of(each.place), side)
        for gear in each.gear:
            yield from ((gear, Zone(name, side)) for name in (*PLACE_COLUMNS, COMBAT_ZONE))
    for side, player in state.players:
        for place in PLACES:
            spot, zone = player.spot(place), Zone(str(place), side)
            yield from ((card, zone) for card in (spot.supply, spot.artifact) if card is not None)
        if player.draft is not None:
            yield player.draft.card, Zone(str(player.draft.place), side)
        yield from ((card, Zone(PAD, side)) for card in player.face_down.named)
    if state.combat is not None and state.combat.alone is not None:
        yield state.combat.alone, Zone(COMBAT_ZONE, side_of_card(state.combat.alone))
