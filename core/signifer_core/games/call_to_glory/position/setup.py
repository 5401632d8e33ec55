"""What is said of a position, and what follows from it: whose each set is, how many cards lie where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from signifer_core.layout import PAD, Side
from signifer_core.position_fields import Plain

from ..deck import KINDS, LETTERS, kind_of
from ..state import (
    BOTH,
    DEAL,
    DRAW,
    DRAWS,
    FIGURES,
    FIRST_HAND,
    MISSION_STEP,
    MISSIONS,
    NO_VARIANT,
    PADS,
    PLAY,
    ROUNDS,
    ROUNDS_WITH_MISSIONS,
    SCORE,
    SEATS,
    STOCKS,
)

NONE = "none"
BOTH_PILES = "both"
# What may be said of face-down piles, and which are empty then.
EMPTY = {
    NONE: frozenset[str](),
    **{pile: frozenset({pile}) for pile in STOCKS},
    BOTH_PILES: frozenset(STOCKS),
}
T = TypeVar("T")


@dataclass(frozen=True)
class Setup(Plain):
    """``players`` None: who plays is still to be said at the table, and nothing else is set.

    ``step`` None is draw. ``starter`` None: seat 1, or not told yet before the first deal; ``active`` None: whoever
    started, or has to reveal a mission. ``lying`` are the cards of each zone, of a column or "pad", in the order laid;
    ``sizes`` count the sets by kind, and ``owners`` are theirs: None for what lies, and for the first seat on its side.
    ``discards`` count both pads, cards that nobody knows lie below; ``hands`` and ``seen`` are by seat, ``left`` and
    ``right`` count the face-down piles: what the others leave of all characters. ``empty`` are those known to be.
    ``figures``, ``fresh``, ``letters`` and ``bonus`` are by seat; ``scores`` by seat and round.
    """

    players: int | None = None
    variant: str = NO_VARIANT
    step: str | None = None
    round: int = 1
    starter: str | None = None
    active: str | None = None
    lying: tuple[tuple[int | str, str, tuple[str, ...]], ...] = ()
    sizes: tuple[int | None, ...] = ()
    owners: tuple[str | None, ...] = ()
    discards: tuple[int | None, ...] = ()
    hands: tuple[int | None, ...] = ()
    seen: tuple[tuple[str, ...] | None, ...] = ()
    left: int | None = None
    right: int | None = None
    empty: str | None = None
    figures: tuple[int | None, ...] = ()
    fresh: tuple[int | None, ...] = ()
    letters: tuple[str | None, ...] = ()
    revealed: tuple[str, ...] = ()
    bonus: tuple[int | None, ...] = ()
    scores: tuple[tuple[int, int, int], ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[: self.players or 0]

    @property
    def at(self) -> str:
        """The step in which play begins."""
        return self.step or DRAW

    @property
    def rounds(self) -> int:
        return ROUNDS_WITH_MISSIONS if self.with_missions else ROUNDS

    @property
    def with_missions(self) -> bool:
        return self.variant in (MISSIONS, BOTH)

    @property
    def with_figures(self) -> bool:
        return self.variant in (FIGURES, BOTH)

    @property
    def started_by(self) -> str | None:
        """Who starts, or started, the round; None if that is still to be told."""
        unsaid = None if self.at == DEAL and self.round == 1 else SEATS[0]
        return self.starter or unsaid

    @property
    def turn_of(self) -> str:
        return self.active or self.started_by or SEATS[0]

    # Sets

    def cards_of(self, kind: str) -> tuple[tuple[str, str, Side], ...]:
        """The cards of a set that are said to lie somewhere, each with its column and side."""
        return tuple(
            (card, str(column), PADS[PADS.index(side)])
            for column, side, cards in self.lying
            for card in cards
            if column != PAD and side in PADS and kind_of(card) == kind
        )

    def size(self, kind: str) -> int:
        return _of(self.sizes, KINDS.index(kind)) or len(self.cards_of(kind))

    def owner(self, kind: str) -> str | None:
        """Whose the set is; None if nobody says so."""
        sides = [side for _, _, side in self.cards_of(kind)]
        lies = SEATS[PADS.index(sides[0])] if sides else None
        return _of(self.owners, KINDS.index(kind)) or lies

    def kinds_of(self, seat: str) -> tuple[str, ...]:
        """The kinds that a player has laid."""
        return tuple(kind for kind in KINDS if self.size(kind) and self.owner(kind) == seat)

    # Piles and hands

    def pile(self, pad: str) -> tuple[str, ...]:
        """The cards that are said to lie on a pad, the last one on top."""
        return tuple(
            card for place, side, cards in self.lying if (place, side) == (PAD, pad) for card in cards
        )

    def on_pad(self, pad: str) -> int:
        number = _of(self.discards, PADS.index(pad))
        return len(self.pile(pad)) if number is None else number

    def seen_in(self, seat: str) -> tuple[str, ...]:
        return _of(self.seen, SEATS.index(seat)) or ()

    def hand(self, seat: str) -> int:
        number = _of(self.hands, SEATS.index(seat))
        drawn = DRAWS if self.at == PLAY and seat == self.turn_of else 0
        return FIRST_HAND + drawn if number is None else number

    @property
    def elsewhere(self) -> int:
        """The cards that are not in the face-down piles."""
        lying = sum(map(self.size, KINDS)) + sum(map(self.on_pad, PADS))
        return lying + sum(map(self.hand, self.seats))

    def piles(self, rest: int) -> tuple[int, int]:
        """How many of ``rest`` cards lie in each face-down pile: half each if nobody says so, the odd one left."""
        if self.left is not None:
            return self.left, rest - self.left if self.right is None else self.right
        if self.right is not None:
            return rest - self.right, self.right
        right = 0 if self.empty == STOCKS[1] else rest if self.empty == STOCKS[0] else rest // 2
        return rest - right, right

    # Variants, scores

    def letters_of(self, seat: str) -> str:
        """The letters of the missions that a player may have left."""
        said = _of(self.letters, SEATS.index(seat))
        return "".join(LETTERS) if said is None else said.replace(NONE, "")

    def missions_of(self, seat: str) -> int:
        """How many missions a player has left: one is revealed in each round."""
        left, letters = self.rounds - self.round, len(self.letters_of(seat))
        revealed = self.at == SCORE or (self.at == MISSION_STEP and letters == left)
        return left if revealed else left + 1

    def figures_of(self, seat: str) -> int:
        return _of(self.figures, SEATS.index(seat)) or 0

    def fresh_of(self, seat: str) -> int:
        return _of(self.fresh, SEATS.index(seat)) or 0

    def bonus_of(self, seat: str) -> int:
        return _of(self.bonus, SEATS.index(seat)) or 0

    def scored(self, seat: str) -> tuple[int, ...]:
        """A player's points of the rounds before this one; nothing for those of which nobody says it."""
        points = {(number, played): score for number, played, score in self.scores}
        return tuple(points.get((int(seat), played), 0) for played in range(1, self.round))


def _of(values: Sequence[T | None], place: int) -> T | None:
    """What is said at a place; None for nothing."""
    return values[place] if place < len(values) else None
