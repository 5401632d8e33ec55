"""A position to begin from, in which set-up is done: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from signifer_core.games.field_of_glory.rules.flank import begin_flank
from signifer_core.json_values import Json
from signifer_core.layout import COLUMNS, SIDES, side_of
from signifer_core.position_fields import Cards, Field, Misstatement, Number, Plain, Rows, Slot, Words
from signifer_core.positions import Positions, Supply

from .deck import TERRAIN_KINDS, UNIT_KINDS, Deck, army_of, kind_of
from .rules import FieldOfGlory
from .state import (
    ACTIONS,
    ADVANCE,
    ARMY_SIZE,
    DRAW,
    FIRST,
    FLANK,
    HAND_SIZE,
    OVER,
    STEPS,
    UNITS_A_COLUMN,
    Column,
    Holdings,
    State,
)

BEGIN_STEPS = (ADVANCE, FLANK, ACTIONS, DRAW)
_COUNTS = ("hand", "deck", "discard", "shuffle", "points")
_SLOTS = {
    "TERRAIN...": Slot(
        "five kinds of terrain, of columns 1 to 5", "a kind of terrain", TERRAIN_KINDS, len(COLUMNS)
    ),
    "COUNT": Slot("hand, deck, discard, shuffle or points", "a count", _COUNTS),
}


def _is_unit(card: str, zone: str) -> bool:
    """Whether the card may lie in a zone such as "3 red" (FG-P4); which two may is for people to agree on."""
    return kind_of(card) in UNIT_KINDS and army_of(card) == zone.split()[1]


def _units(state: State) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """The units of each column and side."""
    rows = ((number, side, state.column(number).units(side)) for number in COLUMNS for side in SIDES)
    return tuple((number, side, units) for number, side, units in rows if units)


def _control(state: State) -> tuple[tuple[int, str], ...]:
    rows = ((number, state.column(number).control) for number in COLUMNS)
    return tuple((number, holder) for number, holder in rows if holder is not None)


@dataclass(frozen=True)
class Counts(Plain):
    """One player's cards off the battlefield. ``deck`` None: what the other cards leave of 24, 15 at the most."""

    hand: int = HAND_SIZE
    deck: int | None = None
    discard: int = 0
    points: int = 0
    shuffle: int = 0


@dataclass(frozen=True)
class Setup(Plain):
    """``units`` are the cards of each column and player in the order laid, ``control`` the controller of each column.

    ``terrain`` empty, or ``first`` None, are still to be found by hands at the table. ``step`` None begins the first
    turn from its start, another step there. ``unseen`` is a table without pads. ``reserves_last`` is false in records
    of games begun before Reserves joined the discards after its draw (FG-R1), ``agreed_late`` in those begun before
    what follows from agreements waited until people have done (`State.agreed_at_once`), ``agreed_due`` in those begun
    before what is due stayed due wherever its unit is agreed on (`State.agreed_free`), ``agreed_cost`` in those begun
    before terrain agreed on made it cost what it costs there (`State.agreed_old_cost`), ``agreed_flank`` in those begun
    before an attack in the flank went on whatever units other columns were agreed to have (`State.agreed_flank_off`).
    """

    terrain: tuple[str, ...] = ("plain",) * 5
    first: str | None = "red"
    units: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    control: tuple[tuple[int, str], ...] = ()
    red: Counts = Counts()
    blue: Counts = Counts()
    step: str | None = None
    unseen: bool = False
    reserves_last: bool = True
    agreed_late: bool = True
    agreed_due: bool = True
    agreed_cost: bool = True
    agreed_flank: bool = True

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Setup:
        """Older records do not say when Reserves joined the discards, which was before its draw; nor that what an
        agreement leads to waits, and what is due stays due in it, at what it costs, nor that an attack in the flank
        goes on, which it did not."""
        newer = ("reserves_last", "agreed_late", "agreed_due", "agreed_cost", "agreed_flank")
        older = dict.fromkeys(newer, False)
        return super().from_json({**older, **data})


def _count(side: str, count: str, most: int = ARMY_SIZE, kept: str = "") -> Field:
    """A count of a side, which the state may call otherwise."""
    return Field(
        "count PLAYER COUNT N",
        Number(0, most),
        "a count that is not as at the start; what cards and counts leave of 24 is out of play",
        (side,),
        expect="expect COUNT PLAYER N",
        expect_about="shuffle: 0, 1 or 2",
        ending=not kept,
        state=attrgetter(f"{side}.{kept or count}"),
        alone=True,
    )


_FIELDS = {
    "terrain": Field(
        "terrain TERRAIN...",
        Words(TERRAIN_KINDS, len(COLUMNS)),
        "set-up of terrain done: five kinds",
        state=lambda state: tuple(column.terrain for column in state.columns),
        begun=("plain",) * 5,
    ),
    "first": Field(
        "first PLAYER", Words(SIDES), "who begins is decided", state=attrgetter("active"), begun=SIDES[0]
    ),
    "units": Rows(
        "setup ZONE NAME...",
        Cards("unit of {key}", _is_unit, 0, UNITS_A_COLUMN, "a column takes two units of a side (FG-P2)"),
        keys=tuple(f"{column} {side}" for column in COLUMNS for side in SIDES),
        state=_units,
    ),
    "control": Rows(
        "control COLUMN PLAYER",
        Words(SIDES),
        "who controls a column already",
        tuple(map(str, COLUMNS)),
        expect="expect control COLUMN red|blue|none",
        ending=False,
        state=_control,
    ),
    **{f"{side}.{count}": _count(side, count) for side in SIDES for count in ("hand", "deck", "discard")},
    **{f"{side}.points": _count(side, "points", 99) for side in SIDES},
    **{f"{side}.shuffle": _count(side, "shuffle", 2, "shuffles") for side in SIDES},
    "step": Field("begin STEP", Words((*BEGIN_STEPS, OVER)), alone=True),
}


class FieldOfGloryPositions(Positions[Deck, Setup, State]):
    """Set-up is done, or was done as far as terrain."""

    setup = Setup
    fields = _FIELDS
    steps = BEGIN_STEPS
    slots = _SLOTS

    def fresh(self, pads: bool) -> Setup:
        return Setup(terrain=(), first=None, unseen=not pads)

    def supplies(self, deck: Deck, setup: Setup) -> Iterator[Supply]:
        for side, counts in zip(SIDES, (setup.red, setup.blue), strict=True):
            lying = sum(len(cards) for _, owner, cards in setup.units if owner == side)
            elsewhere = lying + counts.hand + counts.discard
            yield Supply(f"cards of {side}", ARMY_SIZE, elsewhere, counts.deck, (side,))

    def faults(self, deck: Deck, setup: Setup) -> tuple[Misstatement, ...]:
        """More cards than an army has are a fault of scripts alone: people may agree on anything."""
        return tuple(self.limits(deck, self.told(setup)))

    def state(self, deck: Deck, setup: Setup) -> State:
        return replace(
            self._begun(FieldOfGlory(deck), setup),
            unseen=setup.unseen,
            reserves_first=not setup.reserves_last,
            agreed_at_once=not setup.agreed_late,
            agreed_free=not setup.agreed_due,
            agreed_old_cost=not setup.agreed_cost,
            agreed_flank_off=not setup.agreed_flank,
        )

    def _begun(self, rules: FieldOfGlory, setup: Setup) -> State:
        if not setup.terrain:
            return self._counted(rules.table_game(), rules.deck, setup)
        units = {(column, player): cards for column, player, cards in setup.units}
        control = {number: side_of(player) for number, player in setup.control}
        columns = tuple(
            Column(
                terrain, control.get(number), units.get((number, "red"), ()), units.get((number, "blue"), ())
            )
            for number, terrain in zip(COLUMNS, setup.terrain, strict=True)
        )
        state = self._counted(
            State(columns=columns, active=side_of(setup.first or SIDES[0])), rules.deck, setup
        )
        if setup.first is None:
            return replace(state, step=FIRST)
        if setup.step == FLANK:
            return begin_flank(state)
        if setup.step is None:
            return rules.start(state)
        return replace(state, step=next(step for step in STEPS if step == setup.step))

    def _counted(self, state: State, deck: Deck, setup: Setup) -> State:
        sides = []
        for supply, counts in zip(self.supplies(deck, setup), (setup.red, setup.blue), strict=True):
            left = supply.left if counts.deck is not None else min(ARMY_SIZE - HAND_SIZE, supply.left)
            sides.append(Holdings(counts.hand, left, counts.discard, counts.points, counts.shuffle))
        return replace(state, red=sides[0], blue=sides[1])

    def settled(self, deck: Deck, state: State) -> bool:
        """Between two actions, nothing being under way."""
        placing = (state.unpaid, state.cleared, state.withdrawn)
        return not any((*placing, state.attack, state.drawing, state.drawn, state.advanced))


POSITIONS = FieldOfGloryPositions()
begin = POSITIONS.begin_by
