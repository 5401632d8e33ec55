"""A position to begin from, in which set-up is done: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.rules.flank import begin_flank
from signifer_core.layout import COLUMNS, SIDES

from .deck import TERRAIN_KINDS, Deck, army_of
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
    Side,
    State,
)

BEGIN_STEPS = (ADVANCE, FLANK, ACTIONS, DRAW)


@dataclass(frozen=True)
class Counts:
    """One player's cards off the battlefield. ``deck`` None: what the other cards leave of 24, 15 at the most."""

    hand: int = HAND_SIZE
    deck: int | None = None
    discard: int = 0
    points: int = 0
    shuffle: int = 0


@dataclass(frozen=True)
class Setup:
    """``units`` are the cards of each column and player in the order laid, ``control`` the controller of each column.

    ``terrain`` empty, or ``first`` None, are still to be found by hands at the table. ``step`` None begins the first
    turn from its start, another step there. ``unseen`` is a table without pads. ``reserves_last`` is false in records
    of games begun before Reserves joined the discards after its draw (FG-R1).
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

    def to_json(self) -> dict[str, Any]:
        """Plain values, which :meth:`from_json` takes back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """The set-up that :meth:`to_json` gave, also after a way through JSON's lists."""
        return cls(
            terrain=tuple(data["terrain"]),
            first=data["first"],
            units=tuple((column, player, tuple(cards)) for column, player, cards in data["units"]),
            control=tuple((column, player) for column, player in data["control"]),
            red=Counts(**data["red"]),
            blue=Counts(**data["blue"]),
            step=data["step"],
            unseen=data.get("unseen", False),
            reserves_last=data.get("reserves_last", False),
        )


def begin(rules: FieldOfGlory, setup: Setup) -> State:
    """The state in which play begins; RulesError, naming all that is wrong, for a position that cannot be."""
    if faults := tuple(_faults(rules.deck, setup)):
        raise RulesError("; ".join(faults))
    return replace(_begun(rules, setup), unseen=setup.unseen, reserves_first=not setup.reserves_last)


def _faults(deck: Deck, setup: Setup) -> Iterator[str]:
    """What no table can begin with: figures that no card has, cards where none may lie (FG-P4)."""
    if setup.terrain and (len(setup.terrain) != len(COLUMNS) or not set(setup.terrain) <= set(TERRAIN_KINDS)):
        yield f"terrain {' '.join(setup.terrain)} is not five of {' '.join(TERRAIN_KINDS)}"
    if setup.first not in (None, *SIDES):
        yield f'first "{setup.first}" is no player'
    if setup.step not in (None, *BEGIN_STEPS, OVER):
        yield f'play cannot begin at "{setup.step}", only at {" ".join(BEGIN_STEPS)}'
    for number, player in setup.control:
        if number not in COLUMNS or player not in SIDES:
            yield f'"{player}" cannot control column {number}'
    for player, counts in (("red", setup.red), ("blue", setup.blue)):
        if min(counts.hand, counts.deck or 0, counts.discard, counts.points) < 0 or counts.shuffle not in (
            0,
            1,
            2,
        ):
            yield f"{player} cannot have {counts}"
    lying = [card for _, _, cards in setup.units for card in cards]
    yield from (f"{card} lies there twice" for card in sorted(set(lying)) if lying.count(card) > 1)
    for number, player, cards in setup.units:
        if number not in COLUMNS or player not in SIDES or not _may_lie(deck, player, cards):
            yield f"{' '.join(cards)} cannot lie in column {number} of {player}"


def _may_lie(deck: Deck, player: str, cards: tuple[str, ...]) -> bool:
    """Whether these are at most two units of the player; of which kinds is for people to agree on."""
    units = [
        card for card in cards if card in deck and army_of(card) == player and deck.unit(card) is not None
    ]
    return len(units) == len(cards) <= UNITS_A_COLUMN


def _begun(rules: FieldOfGlory, setup: Setup) -> State:
    if not setup.terrain:
        return _counted(rules.table_game(), setup)
    units = {(column, player): cards for column, player, cards in setup.units}
    control = dict(setup.control)
    columns = tuple(
        Column(terrain, control.get(number), units.get((number, "red"), ()), units.get((number, "blue"), ()))
        for number, terrain in zip(COLUMNS, setup.terrain, strict=True)
    )
    state = _counted(State(columns=columns, active=setup.first or SIDES[0]), setup)
    if setup.first is None:
        return replace(state, step=FIRST)
    if setup.step == FLANK:
        return begin_flank(state)
    if setup.step is None:
        return rules.start(state)
    return replace(state, step=next(step for step in STEPS if step == setup.step))


def _counted(state: State, setup: Setup) -> State:
    for player in SIDES:
        lying = sum(len(column.units(player)) for column in state.columns)
        counts = setup.red if player == "red" else setup.blue
        side = Side(counts.hand, _deck(counts, lying), counts.discard, counts.points, counts.shuffle)
        state = replace(state, red=side) if player == "red" else replace(state, blue=side)
    return state


def _deck(counts: Counts, lying: int) -> int:
    if counts.deck is not None:
        return counts.deck
    return max(0, min(ARMY_SIZE - HAND_SIZE, ARMY_SIZE - counts.hand - counts.discard - lying))
