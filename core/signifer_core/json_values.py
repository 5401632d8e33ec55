"""JSON values: their type, and readers that take one for what it has to be; TypeError if it is something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None


def as_str(value: Json) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def as_int(value: Json) -> int:
    """A whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def as_list(value: Json) -> Sequence[Json]:
    """An array: a list, or a tuple, which becomes one."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is no array")
    return value


def as_object(value: Json) -> Mapping[str, Json]:
    """An object: its values by their names."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no object")
    return value
