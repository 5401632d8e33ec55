"""What the record of a game tells of a player's hand, which no reader sees: when cards were drawn, and which cards have
left it when.

A card that left the hand was drawn into it before, from the deck in which it was since the last shuffle. Each way to
put the cards on the draws that agrees with this is equally likely: cards are taken in the order in which they left, and
each gets one of the draws before that which are still free. What stayed to the end is dealt from what was never seen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.battle import HAND as IN_HAND
from signifer_core.games.field_of_glory.deck import UNSEEN_CARDS, Deck, Player, army_of
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import State

# The first hand is there before the first line.
BEFORE = -1
_LEAVING = (
    act.Place,
    act.Pay,
    act.PlayReserves,
    act.PlayOverlap,
    act.BonusFromHand,
    act.DiscardToDraw,
    act.DiscardDown,
)


@dataclass(frozen=True, slots=True)
class _Stay:
    """A card that left the hand at a line, and was drawn in this cycle: between two shuffles of its deck."""

    card: str
    cycle: int
    until: int


@dataclass(frozen=True, slots=True)
class Held:
    """One way in which the hand may have been: each card with the line that drew it and that at which it left."""

    stays: tuple[tuple[str, float, float], ...]

    def at(self, line: int) -> dict[str, float]:
        """The hand before a line, each card with the line at which it leaves."""
        return {card: until for card, drawn, until in self.stays if drawn < line <= until}

    def drawn(self, line: int) -> frozenset[str]:
        """The cards that this line has drawn into the hand."""
        return frozenset(card for card, drawn, _ in self.stays if drawn == line)


@dataclass
class _Account:
    """What is known while the record is read."""

    stays: list[_Stay] = field(default_factory=list)
    # The draws of each cycle: a line for each card.
    draws: list[list[int]] = field(default_factory=lambda: [[]])
    # The cards of each cycle's deck, as far as they are known, and those that left it otherwise.
    decks: list[frozenset[str]] = field(default_factory=lambda: [frozenset()])
    passed: list[set[str]] = field(default_factory=lambda: [set()])
    since: dict[str, int] = field(default_factory=dict)


class Hands:
    """One player's hand in a game: ``states`` are the table's, one before each of ``actions`` and the last; an action
    is None where people agreed on something."""

    def __init__(
        self, deck: Deck, states: Sequence[State], actions: Sequence[act.Action | None], player: Player
    ) -> None:
        self._deck, self._player = deck, player
        self._account = _Account()
        self._bonus = 0
        self._read(states, actions)
        seen = _named(states[-1], player) | {stay.card for stay in self._account.stays}.union(
            *self._account.passed
        )
        self._never = [card for card in deck.army(player) if card not in seen]

    def _read(self, states: Sequence[State], actions: Sequence[act.Action | None]) -> None:
        account, player = self._account, self._player
        account.draws[0] += [BEFORE] * held(states[0], player)
        for line, action in enumerate(actions):
            before, after = states[line], states[line + 1]
            left = self._left(line, action) if action is not None else self._agreed(before, after)
            if isinstance(action, act.Shuffle) and action.player == player:
                # What is still to be drawn comes from the new deck.
                account.decks.append(before.side(player).discards)
                account.passed.append(set())
                account.draws.append([])
                account.since.update(dict.fromkeys(account.decks[-1], len(account.decks) - 1))
            account.draws[-1] += [line] * (held(after, player) - held(before, player) + left)

    def _left(self, line: int, action: act.Action) -> int:
        """How many cards the action takes out of the hand; which, is noted."""
        player, stays = self._player, self._account.stays
        match action:
            case act.BonusFromHand(player=whose) if whose == player:
                self._bonus = line + 1
                if action.card is not None:
                    self._stayed(action.card, line)
                return 1
            case act.BonusFromHand():
                pass
            case act.BonusFromDeck(player=whose) if whose == player:
                self._bonus = 0
            case act.Reveal() if (card := action.of(player)) is not None:
                if not self._bonus:
                    self._account.passed[-1].add(card)
                elif not any(stay.until == self._bonus - 1 for stay in stays):
                    self._stayed(card, self._bonus - 1)
                self._bonus = 0
            case act.Rampage(player=whose, card=str() as card) if whose == player:
                self._account.passed[-1].add(card)
            case act.TakeBack(card=card) if army_of(card) == player:
                self._back(card)
                return -1
            case _ if isinstance(action, _LEAVING) and army_of(str(action.card)) == player:
                self._stayed(str(action.card), line)
                return 1
            case _:
                pass
        return 0

    def _agreed(self, before: State, after: State) -> int:
        """As `_left`, where people agreed: what was laid and not used goes back, and was not drawn again."""
        player, fight = self._player, before.attack
        back: list[str | None] = []
        if player == before.active:
            back += [placed.card for placed in before.unpaid if whereabouts(after, placed.card) is None]
        if fight is not None and after.attack is None:
            self._bonus = 0
            bonus = fight.bonus if player == before.active else fight.defending_bonus
            back += fight.overlaps if player == before.active else ()
            back += [bonus.card] if bonus is not None and bonus.origin == IN_HAND else []
        for card in back:
            self._back(card)
        return -len(back)

    def _back(self, card: str | None) -> None:
        """The card is in the hand as if it had not left it."""
        stays = self._account.stays
        last = max((at for at, stay in enumerate(stays) if stay.card == card), default=None)
        if last is not None:
            del stays[last]

    def _stayed(self, card: str, until: int) -> None:
        self._account.stays.append(_Stay(card, self._account.since.get(card, 0), until))

    def sampled(self, rng: random.Random) -> Held:
        """One way in which the hand may have been, each as likely as any other."""
        account = self._account
        free = [list(draws) for draws in account.draws]
        found: list[tuple[str, float, float]] = []
        unnamed: list[_Stay] = []
        for stay in sorted(account.stays, key=lambda stay: stay.until):
            if stay.card in UNSEEN_CARDS:
                unnamed.append(stay)
                continue
            draws = free[stay.cycle]
            early = [at for at, line in enumerate(draws) if line < stay.until]
            if early:
                found.append((stay.card, draws.pop(rng.choice(early)), stay.until))
        never = rng.sample(self._never, len(self._never))
        for cycle, draws in enumerate(free):
            of_deck = account.decks[cycle] - account.passed[cycle]
            left = of_deck - {stay.card for stay in account.stays if stay.cycle == cycle}
            pool = rng.sample(sorted(left), len(left)) + (never if not left else [])
            for drawn in draws:
                if not pool:
                    break
                card = pool.pop(0)
                if card in never:
                    never.remove(card)
                found.append((card, drawn, self._until(card, drawn, unnamed)))
        return Held(tuple(found))

    def _until(self, card: str, drawn: int, unnamed: list[_Stay]) -> float:
        """When a card left of which nobody has seen more than what it is worth; it stayed, if none such did."""
        for stay in unnamed:
            if stay.until > drawn and UNSEEN_CARDS[stay.card] == self._deck.command_points(card):
                unnamed.remove(stay)
                return stay.until
        return inf


def held(state: State, player: Player) -> int:
    """How many cards are in the hand, without units laid and not paid for."""
    return state.side(player).hand - (len(state.unpaid) if player == state.active else 0)


def _named(state: State, player: Player) -> frozenset[str]:
    """The player's cards that a state names somewhere."""
    side = state.side(player)
    lying = {card for column in state.columns for card in column.units(player)}
    return side.discards | side.lost | side.out | lying


def known(state: State, player: Player, hand: dict[str, float]) -> State:
    """The state with as many cards of ``hand`` in the player's as there are, those first that leave it first."""
    cards = [
        card for card in sorted(hand, key=lambda card: (hand[card], card)) if not whereabouts(state, card)
    ]
    named = frozenset(cards[: max(0, held(state, player))])
    return state.with_side(player, hand_cards=named)
