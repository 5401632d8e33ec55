"""Plans of a player, for the search: what is worth thinking about in each step, and how it is played.

What the rules of thumb would do with other figures for what is at stake (`LEARNT`) is always among it. Where both may
act, one is thought to act first, red if nobody says otherwise; instants are thought about by whoever has to decide, and
else played by the rules of thumb.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache

from signifer_core.chance import Chance
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import kind_of
from signifer_core.games.dark_age_arena.deck.printed import Character, Equipment, Supply, Victory
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.attack import yielding
from signifer_core.games.dark_age_arena.rules.combat import free, to_pair, unaimed
from signifer_core.games.dark_age_arena.state import COMBAT_STEPS, PLACES, ZONE, State, most_bid
from signifer_core.layout import SIDES, Side, other
from signifer_core.search import RulesPlans

from .instants import instants
from .mind import Mind
from .tactics import LEARNT, Tactics
from .value import chances

Decision = tuple[act.Action, ...]
Moves = list[tuple[Decision, float]]

# What the rules of thumb would do is so much likelier; so many others are thought about.
THUMB, OTHERS = 3.0, 7
MOST_BID = 3
# A fight is played to its end by rules of thumb, in no more actions than this.
MOST_ACTIONS = 400
KEPT = 2048
_WAYS: tuple[act.Way, ...] = ("1", "2", "3", "solitary", "none")


def mover(rules: DarkAgeArena, state: State, first: Side = SIDES[0]) -> Side | None:
    """Who decides: ``first``, where both may."""
    actors = rules.actors(state)
    return next((side for side in (first, other(first)) if side in actors), None)


class DarkAgeArenaPlans(RulesPlans[State, act.Action]):
    """What the search asks of the game."""

    rules: DarkAgeArena
    curiosity = 0.4
    # Two deviations of what a guess says, which is dice for the most part.
    doubt = 0.4

    def __init__(self, rules: DarkAgeArena, first: Side = SIDES[0]) -> None:
        self.rules, self._first = rules, first
        # A turn begins again in each iteration: what was thought of it is kept.
        self._kept = lru_cache(maxsize=KEPT)(self._moves)

    def mover(self, state: State) -> Side | None:
        return mover(self.rules, state, self._first)

    def moves(self, state: State) -> Moves:
        side = self.mover(state)
        assert side is not None
        return self._kept(self.rules.view(state, side), side)

    def _moves(self, state: State, side: Side) -> Moves:
        """By what ``side`` sees: the view."""
        mind = Mind(self.rules, random.Random(0), whim=0.0, scale=LEARNT)
        found: dict[Decision, float] = {}
        for usual in (mind.interject(state, side), mind.decide(state, side)):
            if usual is not None:
                found[usual] = 1.0 if found else THUMB
        for decision in self._others(state, side, usual or ()):
            if self._legal(state, decision):
                found.setdefault(decision, 1.0)
        return list(found.items())[: OTHERS + 1]

    def _legal(self, state: State, decision: Decision) -> bool:
        """Action by action: a card that is played first may leave too few for what follows."""
        for action in decision:
            if self.rules.refusals(state, action):
                return False
            state = self.rules.effect(state, action)
        return True

    def _others(self, state: State, side: Side, usual: Decision) -> Iterator[Decision]:
        """What else there is to do in this step, as far as it may be any good."""
        match state.step:
            case "assemble":
                *laid, last = usual
                kept = isinstance(last, act.Keep)
                yield (*laid, act.Reject(side) if kept else act.Keep(side))
                return
            case "stock":
                yield from self._exchanges(state, side, usual)
                return
        for play in instants(self.rules, state, side):
            yield (play,)
        for action in self._actions(state, side, usual):
            yield (action,)

    def _exchanges(self, state: State, side: Side, usual: Decision) -> Iterator[Decision]:
        """One card less than usual, none, and any one alone."""
        *gone, done = usual
        yield (done,)
        yield (*gone[:1], done)
        kinds: dict[str, str] = {}
        for card in sorted(state.player(side).hand.named):
            kinds.setdefault(kind_of(card), card)
        yield from ((act.Discard(card), done) for card in kinds.values())

    def _actions(self, state: State, side: Side, usual: Decision) -> list[act.Action]:
        player, deck = state.player(side), self.rules.deck
        hand = sorted(player.hand.named)
        match state.step:
            case "draft" if player.draft is not None:
                return [act.Pay(side), act.Marker(side, "roll"), act.GiveUp(side)]
            case "draft":
                characters = [card for card in hand if deck.is_a(Character, card)]
                fewest = min(PLACES, key=lambda place: len(state.at(side, place)))
                elsewhere = [
                    act.Enlist(usual[0].card, place) for place in PLACES if isinstance(usual[0], act.Enlist)
                ]
                others = [act.Enlist(card, fewest) for card in characters]
                return [act.Done(side), *others, *elsewhere]
            case "bid" | "contest":
                return [act.Bid(side, log) for log in range(min(MOST_BID, most_bid(player)) + 1)]
            case "prepare":
                gear = [card for card in hand if isinstance(deck.printed(card), Equipment)]
                supplies = [card for card in hand if isinstance(deck.printed(card), Supply)]
                bearers = Tactics(deck, state, side).own()[:2]
                laid = [act.Lay(card, place) for card in supplies for place in PLACES]
                return [act.Done(side), *laid, *(act.Attach(card, each) for card in gear for each in bearers)]
            case "supply":
                return [act.Done(side), act.Buy(side)]
            case _:
                return self._in_combat(state, side)

    def _in_combat(self, state: State, side: Side) -> list[act.Action]:
        mine, combat = Tactics(self.rules.deck, state, side), state.combat
        hand = sorted(state.player(side).hand.named)
        if combat is None or combat.asked is not None:
            return []
        match state.step:
            case "declare":
                return [act.Declare(side, way) for way in _WAYS]
            case "muster" if combat.alone is None and combat.start not in (None, ZONE):
                groups = mine.groups(combat.start or 0, "attacking")
                return [act.Declare(side, "none"), *(act.Muster(side, group) for group in groups)]
            case "defend" if side == combat.defender:
                groups = mine.groups(combat.target, "defending")
                return [act.Muster(side, None), *(act.Muster(side, group) for group in groups)]
            case "target":
                return [act.Target(place) for place in PLACES]
            case "bluff":
                scoring = [card for card in hand if isinstance(self.rules.deck.printed(card), Victory)]
                return [act.Bluff(side, card) for card in (None, *scoring)]
            case _:
                return self._facing(state, side)

    def _facing(self, state: State, side: Side) -> list[act.Action]:
        """Who faces whom, and who goes where."""
        combat, enemies = state.combat, state.fighters(other(side))
        assert combat is not None
        match state.step:
            case "aim":
                shooter = unaimed(self.rules.deck, state, side)[0]
                return [act.Aim(shooter, enemy) for enemy in enemies]
            case "pair":
                foes = to_pair(state, other(side))
                return [act.Pair(card, enemy) for card in to_pair(state, side) for enemy in foes]
            case "assist":
                numbers = range(1, len(combat.confrontations) + 1)
                return [act.Assist(free(state, side)[0], number) for number in numbers]
            case "yield":
                return [act.Assign(yielding(state)[0], place) for place in PLACES if place != combat.target]
            case "home":
                return [act.Assign(state.at(side, ZONE)[0].card, place) for place in PLACES]
            case _:
                return []

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        """By what stands; a fight is first fought to its end, by rules of thumb. What comes after it would tell more of
        dice than of what was decided."""
        assert isinstance(chance, random.Random)
        mind, fights = Mind(self.rules, chance, whim=0.0, scale=LEARNT), len(state.attackers)
        for _ in range(MOST_ACTIONS):
            if state.step not in COMBAT_STEPS or len(state.attackers) > fights:
                break
            side = self.mover(state)
            assert side is not None
            state = self.play(state, mind.decide(state, side), chance)
        return chances(self.rules.deck, state)
