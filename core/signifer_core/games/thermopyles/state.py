"""The state of a game of Thermopyles, for two kinds of knowledge.

A table knows counts, and the cards that were seen. Full knowledge (`State.full`) also names every card of the hands
and of both piles. A pile is a set: which of its cards is on top is not in the state, the action that draws it tells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from signifer_core.counted import NO_CARDS, Cards
from signifer_core.errors import RulesError
from signifer_core.seats import SEATS as SEATS
from signifer_core.seats import Seated

# The steps of a game. Literals, which a checker knows by name, for the reason that Side is one.
Step = Literal[
    "players", "deal", "replenish", "act", "support", "dice", "result", "draw", "drawing", "discard", "over"
]
STEPS: tuple[Step, ...] = get_args(Step)
FULL_ONLY: tuple[Step, ...] = ("deal", "drawing")  # cards are told one by one as they are drawn

# Who wins, as at every table: the team sits on red's side, and the Persians lie on blue's.
SPARTANS: Final = "red"
PERSIANS: Final = "blue"

HAND_ALONE, HAND_TOGETHER, HAND_LIMIT = 4, 3, 5
ROW = 2
FIRST_PLACE, LOST_PLACE = 1, 7
HOT_GATES, LAST_RAMPART = 3, 6
BONUS_PLACES = (HOT_GATES, LAST_RAMPART)  # TH-3
CEMETERY_TO_WIN = 12  # TH-10

Pile = Cards  # or a hand


def hand_size(players: int) -> int:
    """Cards of each player's first hand."""
    return HAND_ALONE if players == 1 else HAND_TOGETHER


@dataclass(frozen=True, slots=True)
class Beaten:
    """A Persian defeated in a combat: repelled (TH-5), or ``annihilated`` (TH-6)."""

    card: str
    annihilated: bool


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat under way, or the last one: the Spartan with his ``base`` battle value, in which ``turn``; the
    ``supports`` spent, the ``dice`` fallen and how many are still ``due``, who was ``beaten``, in that order, and who
    ``held`` (TH-4)."""

    spartan: str
    base: int
    turn: int
    supports: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    due: int = 0
    beaten: tuple[Beaten, ...] = ()
    held: str | None = None

    @property
    def total(self) -> int:
        """What meets the Persians, as far as dice have fallen."""
        return self.base + sum(self.dice)


@dataclass(frozen=True)
class State(Seated[Pile]):
    """A position. ``turn`` is 0 in the set-up. ``first`` and ``second`` are the Persians of the row, None where none
    lies (any more); the second one moves up when the combat is over (TH-9). ``draws`` are cards that the team may still
    draw in this turn (TH-2, TH-8), ``receiver`` is the player who has been given one. ``result`` is the last combat.
    ``unsure`` are supports that may be left as well as ``supports``, of which people agreed on the number alone.
    ``winner`` is SPARTANS or PERSIANS. ``unplayed`` is a turn still to be played once a row that was agreed on is
    refilled; never if ``row_ends_turn``, in games begun when that ended the turn. ``symbols_stay`` in those in which a
    defeat that was taken back gave a card (TH-8), ``out_comes_in`` in those in which a count that was agreed on made
    repelled Persians and discards of what is out of play, ``agreed_at_once`` in those in which what follows from
    agreements came at once, an end that was taken back gave a turn to be played, and no card, and a count hid who was
    defeated last.
    """

    step: Step = "players"
    active: str = SEATS[0]
    turn: int = 0
    marker: int = FIRST_PLACE
    first: str | None = None
    second: str | None = None
    hands: tuple[Pile, ...] = ()
    pile: Pile = NO_CARDS
    discard: Pile = NO_CARDS
    persians: Pile = NO_CARDS
    cemetery: Pile = NO_CARDS
    repelled: Pile = NO_CARDS
    supports: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    fight: Fight | None = None
    result: Fight | None = None
    draws: int = 0
    receiver: str | None = None
    winner: str | None = None
    unplayed: bool = False
    row_ends_turn: bool = False
    symbols_stay: bool = False
    agreed_at_once: bool = False
    out_comes_in: bool = False
    full: bool = False

    @property
    def row(self) -> tuple[str, ...]:
        """The Persians that lie in the row, the nearer one first."""
        return tuple(card for card in (self.first, self.second) if card is not None)

    @property
    def met(self) -> str | None:
        """The Persian that a total meets now (TH-7)."""
        return self.first if self.first is not None else self.second

    @property
    def combat(self) -> Fight:
        """The combat under way; RulesError if there is none."""
        if self.fight is None:
            raise RulesError("no combat is under way")
        return self.fight

    @property
    def spartans_left(self) -> int:
        """The Spartans in hands and pile (TH-10)."""
        return self.pile.number + sum(hand.number for hand in self.hands)

    def known_places(self) -> Mapping[str, Collection[str]]:
        """Places are "row", "combat", "cemetery", "repelled", "discard", "pile", "persians" and "hand 2"."""
        return {
            "cemetery": self.cemetery.named,
            "repelled": self.repelled.named,
            "discard": self.discard.named,
            "pile": self.pile.named,
            "persians": self.persians.named,
            "row": self.row,
            "combat": (self.fight.spartan, *self.fight.supports) if self.fight else (),
            **{f"hand {seat}": hand.named for seat, hand in zip(self.seats, self.hands, strict=True)},
        }
