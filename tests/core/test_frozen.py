"""Changed copies of frozen dataclasses: as the standard library makes them, only faster."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import FrozenInstanceError, dataclass, field
from functools import cached_property
from typing import Any

import pytest
from signifer_core.frozen import _only_fields, latest, replace
from signifer_core.games.field_of_glory.state import Column, Holdings, State
from signifer_core.procedure import Held, Table

from tests.core.field_of_glory.states import check_position, somewhere


@dataclass(frozen=True)
class Sum:
    left: int
    right: int = 0

    @cached_property
    def total(self) -> int:
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Slotted:
    left: int
    right: int = 0


@dataclass(frozen=True)
class Checked:
    left: int

    def __post_init__(self) -> None:
        if self.left < 0:
            raise ValueError("below zero")


@dataclass(frozen=True)
class Counted:
    left: int
    made: int = field(default_factory=int, init=False)


def test_a_copy_is_what_the_standard_library_makes() -> None:
    rng = random.Random(3)
    for _ in range(50):
        state = somewhere(rng)
        changes: list[tuple[Any, dict[str, Any]]] = [
            (state, {"paid": 3, "step": "actions"}),
            (state, {}),
            (state.red, {"hand": 4, "discards": frozenset({"red/pike-1"})}),
            (state.columns[0], {"control": "blue"}),
        ]
        for value, change in changes:
            before = repr(value)
            copy = replace(value, **change)
            assert copy == dataclasses.replace(value, **change)
            assert hash(copy) == hash(dataclasses.replace(value, **change))
            assert repr(copy) == repr(dataclasses.replace(value, **change))
            assert repr(value) == before
        check_position(replace(state))


@pytest.mark.parametrize("value", [State(), Holdings(), Column(), Sum(1), Slotted(1)])
def test_an_unknown_field_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(value, colour="green")


def test_a_copy_is_frozen_too() -> None:
    copy = replace(State(), turn=2)
    with pytest.raises(FrozenInstanceError):
        copy.turn = 3  # type: ignore[misc]


def test_what_is_more_than_its_fields_is_made_by_its_class() -> None:
    value = Sum(1, 2)
    assert value.total == 3
    assert replace(value, left=5).total == 7
    assert replace(Slotted(1, 2), left=5) == Slotted(5, 2)
    with pytest.raises(ValueError, match="below zero"):
        replace(Checked(1), left=-1)
    # As the standard library refuses it: since Python 3.13 as a TypeError.
    with pytest.raises((ValueError, TypeError), match="made"):
        replace(Counted(1), made=2)


def test_a_table_is_copied_the_fast_way_though_it_is_generic() -> None:
    table: Table[int] = Table(1)
    assert _only_fields(Table)
    assert not _only_fields(Held)
    assert replace(table, barrier="rolled") == dataclasses.replace(table, barrier="rolled")
    assert table == Table(1)
    wrong: Any = {"barred": 1}
    with pytest.raises(TypeError, match="no field barred"):
        replace(table, **wrong)


def test_what_was_found_last_is_kept_for_the_very_same_values() -> None:
    asked = list[tuple[Sum, Sum]]()

    @latest
    def total(one: Sum, other: Sum) -> int:
        asked.append((one, other))
        return one.total + other.total

    one, other, like_it = Sum(1), Sum(2), Sum(2)
    assert [total(one, other), total(one, other), total(one, like_it), total(one, other)] == [3, 3, 3, 3]
    assert asked == [(one, other), (one, like_it), (one, other)]
