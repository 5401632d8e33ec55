"""Values that cannot be changed: a mapping, and how to make a changed copy of a frozen dataclass fast."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, wraps
from typing import TYPE_CHECKING, TypeVar

_V = TypeVar("_V")
_A = TypeVar("_A")
_B = TypeVar("_B")

if TYPE_CHECKING:
    # The type checker knows the fields of each class behind this name.
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """A copy of the dataclass ``value`` with some fields changed, as `dataclasses.replace` makes it.

        A class without slots costs a fifth of that: its fields are copied at once, instead of each being read,
        passed and set. TypeError for a field that it does not have.
        """
        kind = value.__class__
        if not _only_fields(kind):
            return dataclasses.replace(value, **changes)
        old = value.__dict__
        fields = old | changes
        if len(fields) != len(old):
            unknown = " or ".join(sorted(changes.keys() - old.keys()))
            raise TypeError(f"{kind.__name__} has no field {unknown}")
        copy = object.__new__(kind)
        object.__setattr__(copy, "__dict__", fields)
        return copy


@cache
def _only_fields(kind: type) -> bool:
    """Whether an instance's ``__dict__`` is its fields and nothing else, and making one runs no code of the class."""
    # Generic says that it has no slots: nothing is kept in any.
    slots = any(vars(base).get("__slots__") for base in kind.__mro__)
    if not dataclasses.is_dataclass(kind) or slots or hasattr(kind, "__post_init__"):
        return False
    if any(not field.init for field in dataclasses.fields(kind)):
        return False
    return not any(
        isinstance(value, cached_property) for base in kind.__mro__ for value in vars(base).values()
    )


def latest(function: Callable[[_A, _B], _V]) -> Callable[[_A, _B], _V]:
    """The function, which keeps what it found last, for those who ask again about the very same values: they cannot be
    changed, and comparing or hashing a whole position would cost more than is saved."""
    known: tuple[_A, _B, _V] | None = None

    @wraps(function)
    def found(one: _A, other: _B) -> _V:
        nonlocal known
        last = known
        if last is None or last[0] is not one or last[1] is not other:
            known = last = one, other, function(one, other)
        return last[2]

    return found


class FrozenMap(Mapping[str, _V]):
    """A mapping that cannot be changed, so it can be hashed, compared, copied and pickled; keeps its order."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[str, _V]) -> None:
        self._items = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: str) -> _V:
        return self._items[key]

    if not TYPE_CHECKING:
        # As Mapping has it, which asks and catches the KeyError.
        def get(self, key, default=None):
            return self._items.get(key, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"

    def __reduce__(self) -> tuple[type[FrozenMap[_V]], tuple[dict[str, _V]]]:
        return FrozenMap, (self._items,)  # without the hash: strings hash differently in another process
