"""What a round may still bring its players, in points: a sum over the kinds of how near each player is to laying it.

Each figure of a player (`NAMES`) counts with a weight; all weights are learnt from games of robots
(`python -m benchmarks.value --game call-to-glory`, docs/robots.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp

from signifer_core.games.call_to_glory import State
from signifer_core.games.call_to_glory.deck import KINDS, Deck, kind_of
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import DRAWS, KINDS_TO_END, PADS, Cards

# How many turns it takes, by and large, to lay one more kind; and how many are left when half of what may still happen
# will.
FIRST_TURNS, TURNS_A_KIND, HALF_LEFT = 2.0, 2.0, 3.0
# So many cards too few are looked at one by one, of two players at once, and of one alone.
FEW, SOME = 2, 3
# More than so many cards never come.
MANY = 7
# Of the worth of each kind that a player has laid: at all, by how many cards others lack to beat it, and how likely
# they get them; the same of what nobody has laid, by what both lack, and of what others have; sets that wait for
# another turn; what can be taken from the discard piles; cards, whose turn it is, ninja figures, and a round as such.
LAID = tuple(f"laid, {each} to beat" for each in range(SOME + 1))
FREE = tuple(f"free, {mine} and {theirs}" for mine in range(FEW + 1) for theirs in range(FEW + 1))
THEIRS = tuple(f"theirs, {each} to beat" for each in range(SOME + 1))
NAMES = (
    *("laid", *LAID, "laid, beaten"),
    *(*FREE, "free, likely", "free, contested"),
    *(*THEIRS, "theirs, likely"),
    *("waiting", "taken, enough", "taken, nearly", "hand", "turn", "figures"),
)
_LAID, _LAID_BY, _BEATEN = 0, 1, SOME + 2
_FREE_BY, _LIKELY = _BEATEN + 1, _BEATEN + 1 + len(FREE)
_CONTESTED, _THEIRS_BY = _LIKELY + 1, _LIKELY + 2
_THEIRS_LIKELY = _THEIRS_BY + SOME + 1
_WAITING, _ENOUGH, _NEARLY, _HAND, _TURN, _FIGURES = range(_THEIRS_LIKELY + 1, len(NAMES))
WEIGHTS = (
    0.92,
    -0.25,
    -0.32,
    -0.02,
    0.04,
    -0.71,
    0.04,
    0.21,
    0.29,
    -0.17,
    0.31,
    0.19,
    -0.35,
    -0.08,
    -0.14,
    0.99,
    -0.73,
    0.24,
    -0.33,
    -0.29,
    -0.42,
    0.69,
    -1.08,
    0.59,
    0.60,
    1.69,
    4.42,
    9.45,
)
NUMBER = {kind: number for number, kind in enumerate(KINDS)}


@lru_cache(maxsize=256)
def number_of(card: str) -> int:
    """The place of a card's kind in the list of kinds."""
    return NUMBER[kind_of(card)]


@lru_cache(maxsize=8192)
def by_kind(cards: frozenset[str]) -> tuple[int, ...]:
    """How many of each kind there are among the cards."""
    found = [0] * len(KINDS)
    for card in cards:
        found[number_of(card)] += 1
    return tuple(found)


def tails(mean: float) -> list[float]:
    """The chance that none of what is wanted is lacking, one, two and so on up to `MANY`, of which ``mean`` come on
    the mean."""
    term = exp(-mean)
    left, found = 1.0, [1.0]
    for number in range(1, MANY + 1):
        left -= term
        found.append(max(0.0, left))
        term *= mean / number
    return found


@lru_cache(maxsize=16)
def figures_of(deck: Deck, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of each kind its value, which is how many there are, and how many make a set."""
    values = tuple(deck.value(kind) for kind in KINDS)
    return values, tuple(deck.least(kind, players) for kind in KINDS)


class Worth:
    """A round in ``state``: as ``viewer`` knows it, or with all that it names."""

    def __init__(self, deck: Deck, state: State, viewer: str | None = None) -> None:
        self.state = state
        self.ended = state.step not in ROUND_STEPS
        self._deck = deck
        self._gains: dict[tuple[int, int, int], float] = {}
        self.players = len(state.hands)
        self.owner, self.size = [-1] * len(KINDS), [0] * len(KINDS)
        for each in state.sets:
            number = NUMBER[each.kind]
            self.owner[number], self.size[number] = int(each.owner) - 1, each.size
        self._printed, self.least = figures_of(deck, self.players)
        self.needed = [
            max(few, size + 1) if size else few for few, size in zip(self.least, self.size, strict=True)
        ]
        known = [
            hand.cards.named if viewer in (None, seat) else hand.seen
            for seat, hand in zip(state.seats, state.hands, strict=True)
        ]
        self._unseen(state, known)
        self.values = [self._values(place, viewer) for place in range(self.players)]
        most = max(len(state.kinds(seat)) for seat in state.seats)
        lacking = max(0, KINDS_TO_END[self.players] - most)
        self.turns = min(min(state.piles) / self.players, FIRST_TURNS + lacking * TURNS_A_KIND)
        self.later = self.turns / (self.turns + HALF_LEFT)
        self.draws = DRAWS * self.turns
        self.others = [self._most_of_others(place) for place in range(self.players)]
        self._tails: list[list[float] | None] = [None] * len(KINDS)
        self._blind: dict[int, float] = {}

    def _unseen(self, state: State, known: Sequence[frozenset[str]]) -> None:
        """How likely an unseen card is of each kind, and how many each player has of it, as far as anybody knows."""
        hands = [by_kind(cards) for cards in known]
        left = [value - size for value, size in zip(self._printed, self.size, strict=True)]
        layers = [layer for layers in state.discards for layer in layers]
        if state.displaced is not None:
            layers.append(state.displaced.cards)
        for layer in layers:
            for card in layer.named:
                left[number_of(card)] -= 1
        for hand in hands:
            left = [one - other for one, other in zip(left, hand, strict=True)]
        unseen = max(1, sum(left))
        self.rates = [max(0, each) / unseen for each in left]
        self.counts: list[list[float]] = []
        for hand, cards, held in zip(hands, known, state.hands, strict=True):
            hidden = held.number - len(cards)
            self.counts.append(
                [number + hidden * rate for number, rate in zip(hand, self.rates, strict=True)]
            )

    def _values(self, place: int, viewer: str | None) -> list[float]:
        """What a set of each kind would score for a player, with a share of the missions that are known."""
        state = self.state
        found = list(map(float, self._printed))
        seat = state.seats[place]
        if state.missions and viewer in (None, seat):
            held = state.missions[place]
            # Sums of fractions hang on their order.
            for card in sorted(held.named):
                mission = self._deck.mission(card)
                number = NUMBER[mission.kind]
                size = max(self.size[number], self.needed[number] - (self.owner[number] == place))
                found[number] += mission.points * size / held.number
        return found

    def _most_of_others(self, place: int) -> list[float]:
        """The most cards of each kind that another player has."""
        counts = [each for other, each in enumerate(self.counts) if other != place]
        return counts[0] if len(counts) == 1 else [max(each) for each in zip(*counts, strict=True)]

    def _likely(self, number: int, lacking: float) -> float:
        """The chance that so many cards come of a kind, a number that may lie between two."""
        known = self._tails[number]
        if known is None:
            known = self._tails[number] = tails(self.draws * self.rates[number])
        if lacking <= 0:
            return 1.0
        if lacking >= MANY:
            return 0.0
        low = int(lacking)
        part = lacking - low
        return known[low] * (1 - part) + known[low + 1] * part if part else known[low]

    def kind(self, place: int, number: int, count: float, theirs: float) -> Iterator[tuple[int, float]]:
        """What a kind adds to which figures of a player with ``count`` cards of it, where others have ``theirs``."""
        value, owner, needed = self.values[place][number], self.owner[number], self.needed[number]
        soon, beat = value * self.later, needed - theirs
        if owner == place:
            yield _LAID, value
            yield from _shared(_LAID_BY, SOME, beat, soon)
            yield _BEATEN, value * self._likely(number, beat)
            return
        lacking = needed - count
        likely = value * self._likely(number, lacking)
        if owner < 0:
            low = min(FEW, max(0, int(lacking)))
            yield from _shared(_FREE_BY + (FEW + 1) * low, FEW, beat, soon)
            yield _LIKELY, likely
            yield _CONTESTED, likely * self._likely(number, beat)
        else:
            yield from _shared(_THEIRS_BY, SOME, lacking, soon)
            yield _THEIRS_LIKELY, likely

    def _parts(self, place: int) -> Iterator[tuple[int, float]]:
        """What counts of a player: which figure, and how much."""
        state, counts, later = self.state, self.counts[place], self.later
        others = self.others[place]
        ready, best = 0.0, 0.0
        for number, count in enumerate(counts):
            yield from self.kind(place, number, count, others[number])
            if count >= self.needed[number] and self.owner[number] != place:
                value = self.values[place][number]
                ready, best = ready + value, max(best, value)
        yield _WAITING, (ready - best) * (1 - later)
        yield _HAND, state.hands[place].number * later
        if state.seats[place] == state.active:
            yield _TURN, later
            yield from self._taken(place)
        if state.figures:
            yield _FIGURES, float(state.figures[place])

    def figures(self, place: int) -> list[float]:
        """What counts of a player, as `NAMES` calls it."""
        found = [0.0] * len(NAMES)
        for which, amount in self._parts(place):
            found[which] += amount
        return found

    def _taken(self, place: int) -> Iterator[tuple[int, float]]:
        """What the player whose turn it is may take from the discard piles."""
        more: dict[int, int] = {}
        for pad in PADS:
            number = top_kind(self.state.top(pad))
            if number is not None:
                more[number] = more.get(number, 0) + 1
        for number, cards in more.items():
            lacking = self.needed[number] - self.counts[place][number]
            if self.owner[number] == place or lacking <= 0:
                continue
            soon = self.values[place][number] * self.later
            yield (_ENOUGH if lacking <= cards else _NEARLY), soon / max(1.0, lacking - cards + 1)

    # In points

    def score(self, place: int) -> float:
        """What a player may expect of the round."""
        if self.ended:
            return sum(
                value for owner, value in zip(self.owner, self.values[place], strict=True) if owner == place
            )
        return sum(WEIGHTS[which] * amount for which, amount in self._parts(place))

    def margin(self, place: int) -> float:
        """The same, less what the others may expect, on the mean."""
        scores = [self.score(each) for each in range(self.players)]
        return scores[place] - (sum(scores) - scores[place]) / (self.players - 1)

    def gain(self, place: int, number: int, cards: int) -> float:
        """By how much the margin grows with so many more cards of a kind in the player's hand."""
        known = self._gains.get((place, number, cards))
        if known is None:
            before = self.counts[place][number]
            known = self._held(place, number, max(0.0, before + cards)) - self._held(place, number, before)
            self._gains[place, number, cards] = known
        return known

    def _held(self, place: int, number: int, count: float) -> float:
        """What a kind adds to the margin of a player with so many cards of it."""
        own = self.kind(place, number, count, self.others[place][number])
        found = sum(WEIGHTS[which] * amount for which, amount in own)
        for other in range(self.players):
            if other != place:
                theirs = self.kind(other, number, self.counts[other][number], count)
                found -= sum(WEIGHTS[which] * amount for which, amount in theirs) / (self.players - 1)
        return found

    def blind(self, place: int) -> float:
        """What a card is worth to a player that nobody has seen."""
        if place not in self._blind:
            self._blind[place] = sum(
                rate * self.gain(place, number, 1) for number, rate in enumerate(self.rates) if rate
            )
        return self._blind[place]

    def offered(self, place: int, cards: Cards) -> float:
        """What it is worth to a player that these lie on top of a discard pile."""
        number = top_kind(cards)
        return 0.0 if number is None else max(0.0, self.gain(place, number, 1) - self.blind(place))


def top_kind(cards: Cards) -> int | None:
    """Of which kind a card is that lies on top of a discard pile; None if that is not known."""
    return next((number_of(card) for card in cards.named), None)


def _shared(first: int, most: int, lacking: float, worth: float) -> Iterator[tuple[int, float]]:
    """The figure of so many that are lacking, or the two between which it lies, with their shares."""
    if lacking <= 0:
        yield first, worth
    elif lacking >= most:
        yield first + most, worth
    else:
        low = int(lacking)
        part = lacking - low
        yield first + low, worth * (1 - part)
        if part:
            yield first + low + 1, worth * part
