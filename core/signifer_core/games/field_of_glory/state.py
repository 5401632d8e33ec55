"""The state of a game of Field of Glory as far as the table knows it: counts, and cards that were seen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

ADVANCE, FLANK, ACTIONS, DRAW, SHUFFLE, OVER = "advance", "flank", "actions", "draw", "shuffle", "over"
STEPS = (
    *("army", "terrain", "first"),
    *(ADVANCE, FLANK, ACTIONS),
    *("lead", "bonus", "retreat", "result", "rampage"),
    *(DRAW, SHUFFLE, OVER),
)
TERRAINS = ("plain", "rough", "woods", "hill")
FLANK_COLUMNS = (1, 5)
ARMY_SIZE = 24  # FG-S2: twelve times two of four
HAND_SIZE = 9
UNITS_A_COLUMN = 2
DRAW_SIZE = 3


def other(player: str) -> str:
    """The opponent."""
    return "blue" if player == "red" else "red"


@dataclass(frozen=True, slots=True)
class Column:
    """One battlefield column: its terrain, who controls it, and both sides' units in the order laid."""

    terrain: str = "plain"
    control: str | None = None
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()

    def units(self, player: str) -> tuple[str, ...]:
        return self.red if player == "red" else self.blue

    def with_units(self, player: str, units: tuple[str, ...]) -> Column:
        return replace(self, red=units) if player == "red" else replace(self, blue=units)


@dataclass(frozen=True, slots=True)
class Side:
    """One player's cards off the battlefield, in numbers.

    ``hand`` includes units laid and not yet paid for. ``discards`` are those cards of the discard pile, and ``lost``
    those of the opponent's victory pile, that the table saw going there. ``shuffles`` counts 0, 1, 2 (FG-K1).
    """

    hand: int = HAND_SIZE
    deck: int = ARMY_SIZE - HAND_SIZE
    discard: int = 0
    points: int = 0
    shuffles: int = 0
    discards: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Placement:
    """A unit laid and not yet paid for, with its cost in command points."""

    card: str
    column: int
    cost: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw that an empty deck interrupted: ``left`` cards are still to be drawn, then step ``then`` goes on."""

    player: str
    left: int
    then: str


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``unpaid`` stands in the order laid; ``paid`` counts command points of part payments.

    ``cleared`` are units discarded before placing (FG-P3) as (card, column, position), until a placement there is
    paid for. ``drawn`` tells that this turn's draw is done and only the hand limit is left.
    """

    columns: tuple[Column, ...] = field(default_factory=lambda: (Column(),) * 5)
    red: Side = Side()
    blue: Side = Side()
    active: str = "red"
    turn: int = 1
    step: str = ADVANCE
    advanced: bool = False
    unpaid: tuple[Placement, ...] = ()
    paid: int = 0
    cleared: tuple[tuple[str, int, int], ...] = ()
    drawing: Drawing | None = None
    drawn: bool = False
    winner: str | None = None

    def side(self, player: str) -> Side:
        return self.red if player == "red" else self.blue

    def column(self, number: int) -> Column:
        return self.columns[number - 1]

    def with_side(self, player: str, **changes: object) -> State:
        side = replace(self.side(player), **changes)  # type: ignore[arg-type]
        return replace(self, red=side) if player == "red" else replace(self, blue=side)

    def with_column(self, number: int, column: Column) -> State:
        columns = (*self.columns[: number - 1], column, *self.columns[number:])
        return replace(self, columns=columns)

    def with_units(self, number: int, player: str, units: tuple[str, ...]) -> State:
        return self.with_column(number, self.column(number).with_units(player, units))

    @property
    def due(self) -> int:
        """Command points still to be paid (FG-P1), never below zero."""
        return max(0, sum(placement.cost for placement in self.unpaid) - self.paid)

    def where(self, card: str) -> int | None:
        """The number of the column in which ``card`` lies, or None."""
        for number, column in enumerate(self.columns, 1):
            if card in column.red or card in column.blue:
                return number
        return None

    def terrains(self, player: str) -> int:
        """How many columns ``player`` controls."""
        return sum(column.control == player for column in self.columns)
