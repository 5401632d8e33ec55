"""What sets and hands are worth to a player, in points: as far as that player knows the state.

A set on the table is worth its points times the chance that nobody beats it before the round ends; cards in the hand
are worth the set that may still become of them.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from signifer_core.games.call_to_glory.deck import KINDS, NINJA, Deck, kind_of
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.odds.course import settled
from signifer_core.games.call_to_glory.odds.unseen import Share, Unseen, unseen
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS, needed
from signifer_core.games.call_to_glory.state import DRAWS, KINDS_TO_END, State

# The odds are those against players who collect nothing but one kind: so often a set is beaten that could be.
BEATEN = 0.3
# How many turns it takes, by and large, to lay one more kind.
TURNS_A_KIND = 2.0
# With so many turns left half of what a hand could still lay is laid in time.
LATER = 8.0
# The next turns.
SOON = 2
# A card more than it takes makes a set safer: so much of its worth.
SPARE = 0.02


class Prospects:
    """The prospects of player ``seat`` in ``state``, which is that player's view, in a round."""

    def __init__(self, deck: Deck, state: State, seat: str) -> None:
        self.deck = deck
        self.state = state
        self.seat = seat
        # What others have counts against a player, as much as is that player's share among them.
        self.against = 1 / (len(state.seats) - 1)
        self._known: dict[tuple[str, int], float] = {}

    @cached_property
    def hand(self) -> Counter[str]:
        """How many cards of each kind the player has in hand."""
        return Counter(map(kind_of, self.state.hand(self.seat).cards.named))

    @cached_property
    def turns(self) -> float:
        """The player's turns that are left, if the piles or the kinds laid end the round."""
        players = len(self.state.seats)
        most = max(len(self.state.kinds(seat)) for seat in self.state.seats)
        return min(min(self.state.piles) / players, (KINDS_TO_END[players] - most) * TURNS_A_KIND)

    @cached_property
    def ended(self) -> bool:
        """Whether the round is over."""
        return self.state.step not in ROUND_STEPS

    # Sets

    def keeps(self, kind: str) -> float:
        """The chance that the set of ``kind``, which lies there, is not beaten in this round."""
        return (
            1.0
            if self.ended
            else 1 - BEATEN * float(odds(self.deck, self.state, kind, viewer=self.seat).chance)
        )

    def points(self, kind: str, owner: str, size: int) -> float:
        """What a set of ``owner`` gives at the end of the round, with the player's own missions: one a round."""
        missions = self.state.missions[self.state.place(self.seat)].named if self.state.missions else ()
        named = [self.deck.mission(card).points for card in missions if self.deck.mission(card).kind == kind]
        bonus = size * sum(named) / max(1, len(missions)) if owner == self.seat else 0
        return self.deck.value(kind) + bonus

    def sets(self) -> float:
        """All sets on the table: the player's own, less those of the others."""
        return sum(self.set_worth(kind) for kind in [each.kind for each in self.state.sets])

    def set_worth(self, kind: str) -> float:
        """The set of ``kind``: what it gives, if it is kept; less than nothing if it is another player's."""
        each = self.state.set_of(kind)
        if each is None:
            return 0.0
        share = 1.0 if each.owner == self.seat else -self.against
        return share * self.points(kind, each.owner, each.size) * self.keeps(kind)

    # Cards in hand

    @cached_property
    def unseen(self) -> dict[str, Unseen]:
        """Of each kind the cards that the player has not seen."""
        state = settled(self.deck, self.state)
        return {kind: unseen(self.deck, state, kind) for kind in KINDS}

    def chance(self, kind: str, count: int, asked: int) -> float:
        """The chance to come from ``count`` cards of ``kind`` to as many as are ``asked``: half of it in the next
        turns, half of it in all that are left, for what is laid sooner is laid more surely."""
        pool = self.unseen[kind]
        draws = [min(pool.cards, int(DRAWS * turns)) for turns in (min(SOON, self.turns), self.turns)]
        return sum(float(pool.somebody(asked, [Share(count, number)])) for number in draws) / len(draws)

    def cards_worth(self, kind: str, count: int) -> float:
        """So many cards of a kind in the hand: the set that may become of them, as long as there are turns."""
        if (kind, count) not in self._known:
            self._known[kind, count] = 0.0 if self.ended else self._reckoned(kind, count)
        return self._known[kind, count]

    def _reckoned(self, kind: str, count: int) -> float:
        there, asked = self.state.set_of(kind), needed(self.deck, self.state, kind)
        size = max(asked, count)
        gain = self.points(kind, self.seat, size)
        if there is not None:
            old = self.points(kind, there.owner, there.size)
            gain = gain - old if there.owner == self.seat else gain + self.against * old
        in_time = self.turns / (self.turns + LATER)
        return in_time * gain * self.chance(kind, count, asked) * (1 + SPARE * count)

    def gained(self, kind: str, number: int = 1) -> float:
        """What so many more cards of ``kind`` in the hand are worth; fewer, if it is negative."""
        count = self.hand[kind]
        return self.cards_worth(kind, count + number) - self.cards_worth(kind, count)

    @cached_property
    def blind(self) -> float:
        """What a card is worth that nobody has seen."""
        cards = self.unseen[NINJA].cards
        return sum(self.unseen[kind].of_kind * self.gained(kind) for kind in KINDS) / max(1, cards)
