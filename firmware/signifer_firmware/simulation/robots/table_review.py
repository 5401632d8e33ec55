"""A game that is over, for a report, of any game whose hands are counted: its decisions, and what dice and open cards
have given, from a record of what the table knew.

Each decision is judged from the view of who made it. The record does not name a hand: what left it before its player
drew again was in it for certain, the rest is dealt again each time from what nobody has seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Generic, Protocol, cast

from signifer_core.chance import Chance
from signifer_core.counted import Cards
from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.rules import Rules
from signifer_core.search import Plans

from signifer_firmware.game_api.game import Action, State
from signifer_firmware.i18n.words import Plural, Words

from .review import HAND, Luck, Moment, Undone, Verdict
from .thinking import Knowing
from .tutor import Budget, judged

CHOICE, DICE, CARDS = "choice", "dice", "cards"
# Deals from which the moves of a decision are taken; more seldom bring another one.
DEALS = 8
# So many deals are tried for two in which chance can do what it did, whatever the budget.
MOST_TRIED = 20
# A decision has no more actions than this.
MOST_ACTIONS = 8


class Made(Protocol[State, Action]):
    """`RobotGame.made`."""

    def __call__(
        self, plans: Plans[State, tuple[Action, ...]], view: State, actions: Sequence[Action], /
    ) -> Sequence[tuple[State, tuple[Action, ...]]]: ...


class _Turned(Protocol):
    """A state that says whose turn it is."""

    @property
    def active(self) -> object: ...


@dataclass(frozen=True)
class Holding(Generic[State]):
    """How the states of a game say what a player holds: ``cards`` of them, and the state with other ones."""

    cards: Callable[[State, str], Cards]
    holding: Callable[[State, str, Cards], State]


@dataclass(frozen=True)
class _Decision(Generic[State, Action]):
    """What was decided with the line: the view of who did, with what of the hand is certain."""

    line: int
    player: str
    view: State
    move: tuple[Action, ...]


class TableReview(Generic[State, Action]):
    """A `Review`. ``states`` are the table's, one before each of ``actions`` and the last; an action is None where
    people agreed on something. ``plans`` are each player's, of all of whom it tells: whoever has them decides first
    where others may as well. ``by`` says whose action it is; where players win ``together``, what one has of chance is
    no loss of another."""

    def __init__(
        self,
        rules: Rules[State, Action],
        plans: Mapping[str, Plans[State, tuple[Action, ...]]],
        made: Made[State, Action],
        by: Callable[[State, Action], str | None],
        holding: Holding[State],
        states: Sequence[State],
        actions: Sequence[Action | None],
        *,
        said: Callable[[tuple[Action, ...], Words], str],
        together: bool = False,
    ) -> None:
        self._rules, self._plans, self._made, self._by = rules, plans, made, by
        self._holding, self._states, self._actions, self._said = holding, states, actions, said
        self.players, self.together = tuple(plans), together
        self._left = {player: list(self._gone(player)) for player in plans}
        self._decisions = list(self._decided())

    # What hands were

    def _gone(self, player: str) -> Iterator[tuple[int, frozenset[str] | None]]:
        """Line by line, which cards have left the player's hand; None where it has gained some."""
        deck: CardDeck = self._rules.deck
        for line, action in enumerate(self._actions):
            before, after = (self._number(self._states[at], player) for at in (line, line + 1))
            if after > before or (action is None and after != before):
                yield line, None
            elif after < before:
                # Another card that it names, such as a bearer, lay there before.
                own: str | None = getattr(action, "card", None)
                named = _words(action) if own is None else (own,)
                cards = frozenset(card for card in named if card in deck)
                yield line, cards if len(cards) == before - after else frozenset()

    def _number(self, state: State, player: str) -> int:
        try:
            return self._holding.cards(state, player).number
        except RulesError:
            return 0  # nobody sits there yet

    def _seen(self, line: int, player: str) -> State:
        """What the player saw before the line, as far as the record tells."""
        view = self._rules.view(self._states[line], player)
        hand = self._holding.cards(view, player)
        certain = set(hand.named)
        for at, cards in self._left[player]:
            if at >= line:
                if cards is None:
                    break
                certain |= cards
        if len(certain) > hand.number:
            return view
        return self._holding.holding(view, player, Cards(hand.number, frozenset(certain)))

    # Decisions

    def _decided(self) -> Iterator[_Decision[State, Action]]:
        line = 0
        while line < len(self._actions):
            found = self._decision(line)
            if found is not None:
                yield found
            line += len(found.move) if found is not None else 1

    def _decision(self, line: int) -> _Decision[State, Action] | None:
        player = self._decider(line)
        if player is None:
            return None
        view = self._seen(line, player)
        for length in range(1, MOST_ACTIONS + 1):
            done = self._actions[line : line + length]
            if len(done) < length or None in done:
                return None
            with suppress(RulesError):
                deal = self._dealt(view, player, random.Random(line))
                if whole := self._made(self._plans[player], deal, cast("Sequence[Action]", done)):
                    return _Decision(line, player, view, tuple(whole[0][1]))
        return None

    def _decider(self, line: int) -> str | None:
        """Who decided on the line's action; None if nobody did, or somebody who was not asked to."""
        state, action = self._states[line], self._actions[line]
        if action is None or self._rules.chance(state):
            return None
        player = self._by(state, action)
        return player if player in self._plans and player in self._rules.actors(state) else None

    def _dealt(self, view: State, player: str, chance: Chance) -> State:
        """One way in which the player may have seen it."""
        return self._rules.view(self._rules.determinize(view, chance), player)

    @cached_property
    def moments(self) -> Sequence[Moment]:
        found = [
            Moment(number, each.line, self._states[each.line].turn, each.player, CHOICE)
            for number, each in enumerate(self._decisions)
        ]
        for line in range(len(self._actions)):
            if due := self._due(line):
                player = self._whose(self._states[line])
                kind = CARDS if any(word in self._rules.deck for word in _words(due[0])) else DICE
                found.append(Moment(-1, line, self._states[line].turn, player, kind))
        return sorted(found, key=lambda moment: (moment.line, moment.number))

    def verdict(self, moment: Moment, seed: int, budget: Budget) -> Verdict | None:
        each = self._decisions[moment.number]
        options = self._options(each)
        if len(options) < 2:
            return None
        try:
            found = judged(
                cast("Plans[Knowing, tuple[Action, ...]]", self._plans[each.player]),
                cast("Knowing", each.view),
                each.move,
                seed,
                budget,
                options=options,
                deal=lambda view, chance: cast(
                    "Knowing", self._rules.determinize(cast("State", view), chance)
                ),
            )
        except RulesError:
            return None  # it cannot be done in every deal
        if found is None:
            return None
        return Verdict(moment, found.chance, found.best_chance, found.iterations, found.made, found.best)

    def _options(self, each: _Decision[State, Action]) -> list[tuple[tuple[Action, ...], float]]:
        """What could have been done without a card of which nobody knows that it was there, beside what was done."""
        certain = self._holding.cards(each.view, each.player).named
        weights: dict[tuple[Action, ...], float] = {}
        for number in range(DEALS):
            deal = self._dealt(each.view, each.player, random.Random(f"{each.line} {number}"))
            guessed = self._holding.cards(deal, each.player).named - certain
            for move, weight in self._plans[each.player].moves(deal):
                if not any(word in guessed for action in move for word in _words(action)):
                    weights.setdefault(move, weight)
        weights.setdefault(each.move, max(weights.values(), default=1.0))
        return list(weights.items())

    # Chance

    def _due(self, line: int) -> tuple[Action, ...]:
        """What chance might have done with the line as well, if it had a choice and the table saw what it did."""
        action, state = self._actions[line], self._states[line]
        if action is None or self._whose(state) not in self.players:
            return ()
        full = self._full(line, random.Random(line))
        due = () if full is None else self._rules.chance(full)
        return due if len(due) > 1 and action in due else ()

    def _whose(self, state: State) -> str:
        """Whose turn it is."""
        return str(cast("_Turned", state).active)

    def _full(self, line: int, chance: Chance) -> State | None:
        """A deal before the line in which the line can happen."""
        view = self._rules.view(self._states[line], self._whose(self._states[line]))
        with suppress(RulesError):
            return self._rules.determinize(view, chance)
        return None

    def luck(self, moment: Moment, seed: int, budget: Budget) -> Luck | None:
        """Pairs of games, from one deal each: with what came, and with what might have come; two at least, unless too
        many deals are such that it could not come."""
        rng, enough = random.Random(seed), budget(0.5)
        came = cast("Action", self._actions[moment.line])
        gains: list[float] = []
        tried = 0
        while (len(gains) < 2 and tried < MOST_TRIED) or not enough(tried):
            tried += 1
            full = self._full(moment.line, rng)
            due = () if full is None else self._rules.chance(full)
            if full is None or came not in due:
                continue
            other = rng.choice(due)
            # What comes after is the same for both, as far as it can be.
            after = rng.getrandbits(64)
            worth = [
                self._worth(full, action, moment.player, random.Random(after)) for action in (came, other)
            ]
            gains.append(worth[0] - worth[1])
        if len(gains) < 2:
            return None
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        return Luck(moment, mean, (spread / len(gains)) ** 0.5)

    def _worth(self, full: State, action: Action, player: str, rng: random.Random) -> float:
        plans = self._plans[player]
        return plans.value(plans.play(self._rules.effect(full, action), (), rng), rng).get(player, 0.0)

    # Words

    def undone(self) -> Sequence[Undone]:
        last = self._states[-1]
        hands = ((player, self._number(last, player)) for player in self.players)
        return [Undone(last.turn, player, HAND, str(number)) for player, number in hands if number]

    def said(self, move: object, words: Words) -> str:
        return self._said(cast("tuple[Action, ...]", move), words)

    def undone_said(self, undone: Undone, words: Words) -> str:
        return words.say(
            Plural("{number} card left in the hand", "{number} cards left in the hand", "number"),
            number=undone.subject,
        )


def _words(action: object) -> Iterator[str]:
    """What an action names."""
    if action is None:
        return
    for each in fields(cast("type", action)):
        value: object = getattr(action, each.name)
        for word in value if isinstance(value, tuple | frozenset) else (value,):
            if isinstance(word, str):
                yield word
