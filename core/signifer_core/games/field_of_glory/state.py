"""The state of a game of Field of Glory, for two kinds of knowledge.

A table knows counts, and the cards that were seen. Full knowledge (`State.full`) also names every card of both hands
and decks. A deck is a set: which of its cards is on top is not in the state, it is told by the action that draws it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from signifer_core.frozen import replace

from .battle import Attack, Result
from .deck import Player

ADVANCE: Final = "advance"
FLANK: Final = "flank"
ACTIONS: Final = "actions"
DRAW: Final = "draw"
SHUFFLE: Final = "shuffle"
OVER: Final = "over"
LEAD: Final = "lead"
BONUS: Final = "bonus"
RETREAT: Final = "retreat"
RESULT: Final = "result"
RAMPAGE: Final = "rampage"
ARMY: Final = "army"
TERRAIN: Final = "terrain"
FIRST: Final = "first"
DRAWING: Final = "drawing"  # full knowledge only: cards are told one by one as they are drawn
# The steps of a game. Literals, which a checker knows by name, for the reason that Side is one.
Step = Literal[
    "army",
    "terrain",
    "first",
    "advance",
    "flank",
    "actions",
    "lead",
    "bonus",
    "retreat",
    "result",
    "rampage",
    "draw",
    "drawing",
    "shuffle",
    "over",
]
STEPS: tuple[Step, ...] = get_args(Step)
TERRAINS = ("plain", "rough", "woods", "hill")
FLANK_COLUMNS = (1, 5)
ARMY_SIZE = 24  # FG-S2: twelve times two of four
HAND_SIZE = 9
UNITS_A_COLUMN = 2
DRAW_SIZE = 3


def other(player: Player) -> Player:
    """The opponent."""
    return "blue" if player == "red" else "red"


@dataclass(frozen=True)
class Column:
    """One battlefield column: its terrain, who controls it, and both sides' units in the order laid."""

    terrain: str = "plain"
    control: Player | None = None
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()

    def units(self, player: Player) -> tuple[str, ...]:
        return self.red if player == "red" else self.blue

    def with_units(self, player: Player, units: tuple[str, ...]) -> Column:
        return replace(self, red=units) if player == "red" else replace(self, blue=units)


@dataclass(frozen=True)
class Holdings:
    """One player's cards off the battlefield, in numbers, and by name as far as they are known.

    ``hand`` includes units laid and not yet paid for, ``hand_cards`` does not. ``discards`` are those cards of the
    discard pile, and ``lost`` those of the opponent's victory pile, that were seen going there; ``lost_unseen`` counts
    cards there that were not. ``out`` are cards rejected in the draft, ``offered`` those still to be kept or
    rejected. ``shuffles`` counts 0, 1, 2 (FG-K1).
    """

    hand: int = HAND_SIZE
    deck: int = ARMY_SIZE - HAND_SIZE
    discard: int = 0
    points: int = 0
    shuffles: int = 0
    discards: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    hand_cards: frozenset[str] = frozenset()
    deck_cards: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    offered: frozenset[str] = frozenset()
    lost_unseen: int = 0


@dataclass(frozen=True)
class Placement:
    """A unit laid and not yet paid for, with its cost in command points; ``known`` tells that it came from
    `Holdings.hand_cards`."""

    card: str
    column: int
    cost: int
    known: bool = False


@dataclass(frozen=True)
class Drawing:
    """A draw under way, or interrupted by an empty deck: ``left`` cards are still to be drawn, then step ``then`` goes
    on. With ``then`` "bonus" the card becomes the player's bonus card, with "rampage" it is lost (FG-C7). At a table
    a shuffle for a bonus card leaves it standing in the step "bonus" until the card is laid. ``played`` is the Reserves
    card for which cards are drawn: it joins the discards when that is done (FG-R1, ours)."""

    player: Player
    left: int
    then: Step
    played: str | None = None


@dataclass(frozen=True)
class State:
    """A position. ``unpaid`` stands in the order laid; ``paid`` counts command points of part payments.

    ``cleared`` are units discarded before placing (FG-P3) as (card, column, position), until a placement there is
    paid for. ``withdrawn`` are placements whose units people agreed not to lie there any more, until they have done:
    where they agree on another column for one, it is due there. ``drawn`` tells that this turn's draw is done and only
    the hand limit is left. ``vulnerable`` are the columns that may still be attacked in the flank, each with the
    columns beside it that qualify, as they were when the phase began, ``attacked`` those that were in this phase
    (FG-F1). ``attack`` is the one under way, ``result`` that of this turn's last one, ``earlier`` the last one of each
    column before it; ``dismissed`` tells that the game has gone on for good since ``result``.
    ``laid`` are the terrain cards of the set-up, each with its column; ``ready`` are the players who have drafted.
    ``unseen`` tells of a table without pads: cards off the battlefield are told by their worth (`UNSEEN_CARDS`).
    ``reserves_first`` tells of a game begun when Reserves still joined the discards before its draw,
    ``agreed_at_once`` of one begun when what follows from an agreement did not wait for the next one, ``agreed_free``
    of one begun when a placement that was agreed on in another column was no longer due, and units agreed on left a
    discard before placing as it was, ``agreed_old_cost`` of one begun when terrain agreed on left what was due as it
    was, ``agreed_flank_off`` of one begun when units agreed on in any column called an attack in the flank off.
    """

    columns: tuple[Column, ...] = field(default_factory=lambda: (Column(),) * 5)
    red: Holdings = Holdings()
    blue: Holdings = Holdings()
    active: Player = "red"
    turn: int = 1
    step: Step = ADVANCE
    advanced: bool = False
    unpaid: tuple[Placement, ...] = ()
    paid: int = 0
    cleared: tuple[tuple[str, int, int], ...] = ()
    withdrawn: tuple[Placement, ...] = ()
    drawing: Drawing | None = None
    drawn: bool = False
    winner: str | None = None
    vulnerable: tuple[tuple[int, tuple[int, ...]], ...] = ()
    attacked: frozenset[int] = frozenset()
    attack: Attack | None = None
    result: Result | None = None
    earlier: tuple[Result, ...] = ()
    dismissed: bool = False
    full: bool = False
    laid: tuple[tuple[str, int], ...] = ()
    ready: frozenset[Player] = frozenset()
    unseen: bool = False
    reserves_first: bool = False
    agreed_at_once: bool = False
    agreed_free: bool = False
    agreed_old_cost: bool = False
    agreed_flank_off: bool = False

    def side(self, player: Player) -> Holdings:
        return self.red if player == "red" else self.blue

    def column(self, number: int) -> Column:
        return self.columns[number - 1]

    def with_side(self, player: Player, **changes: object) -> State:
        if player == "red":
            return replace(self, red=replace(self.red, **changes))  # type: ignore[arg-type]
        return replace(self, blue=replace(self.blue, **changes))  # type: ignore[arg-type]

    def with_column(self, number: int, column: Column) -> State:
        columns = (*self.columns[: number - 1], column, *self.columns[number:])
        return replace(self, columns=columns)

    def with_units(self, number: int, player: Player, units: tuple[str, ...]) -> State:
        return self.with_column(number, self.column(number).with_units(player, units))

    @property
    def due(self) -> int:
        """Command points still to be paid (FG-P1), never below zero."""
        if not self.unpaid:
            return 0
        return max(0, sum(placement.cost for placement in self.unpaid) - self.paid)

    def without_result(self) -> State:
        """The state in which the last attack's result is one of the earlier ones."""
        if self.result is None:
            return self
        others = tuple(result for result in self.earlier if result.column != self.result.column)
        return replace(self, result=None, earlier=(*others, self.result), dismissed=False)

    def gone_on(self) -> State:
        """The state in which the last attack's result is dismissed, if there is one and its attack is over."""
        over = self.result is not None and self.attack is None and not self.dismissed
        return replace(self, dismissed=True) if over else self

    @property
    def result_stands(self) -> bool:
        """Whether there is a result and nobody has gone on with the game since; who takes back what they began has
        not."""
        return self.result is not None and not (self.dismissed or self.unpaid or self.cleared)

    def where(self, card: str) -> int | None:
        """The number of the column in which ``card`` lies, or None."""
        for number, column in enumerate(self.columns, 1):
            if card in column.red or card in column.blue:
                return number
        return None

    def terrains(self, player: Player) -> int:
        """How many columns ``player`` controls."""
        return sum(column.control == player for column in self.columns)
