"""Readers of JSON values take what they are for, and refuse everything else with one kind of error."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from signifer_core.json_values import Json, as_int, as_list, as_object, as_str

VALUES: tuple[Json, ...] = (None, 1.5, True, 7, "seven", ["seven"], ("seven",), {"seven": 7})


@pytest.mark.parametrize(
    ("reader", "right"),
    [(as_str, ["seven"]), (as_int, [7]), (as_list, [["seven"], ("seven",)]), (as_object, [{"seven": 7}])],
)
def test_a_reader_takes_its_own_kind_alone(reader: Callable[[Json], object], right: list[Json]) -> None:
    for value in VALUES:
        if value in right:
            assert reader(value) == value
        else:
            with pytest.raises(TypeError, match="is no"):
                reader(value)
