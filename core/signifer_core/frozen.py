"""A mapping that cannot be changed, for values that are compared, hashed and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

_V = TypeVar("_V")


class FrozenMap(Mapping[str, _V]):
    """A mapping that cannot be changed, so it can be hashed, compared, copied and pickled; keeps its order."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[str, _V]) -> None:
        self._items = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: str) -> _V:
        return self._items[key]

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
