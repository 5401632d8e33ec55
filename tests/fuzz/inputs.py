"""What a fuzzer's bytes mean to a target: numbers and parts taken off one by one, or changes of something sound."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

# What stands in places where something else should.
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 1 << 70, 1e300, "", "x", "red", "red/spear-1", "\ud800", "9" * 40),
    *([], {}, [[]], {"x": None}, ["red"], [1, 2, 3, 4, 5]),
)


@dataclass(frozen=True)
class Target:
    """``check`` takes any bytes, and raises if the code does what it must not. ``seeds`` make inputs that go far;
    ``examples`` is how many a short run tries."""

    check: Callable[[bytes], None]
    seeds: Callable[[], Sequence[bytes]]
    examples: int = 100


class Bytes:
    """An input that is used up; where it has ended, everything is 0 or empty."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def number(self, size: int = 1) -> int:
        return int.from_bytes(self.take(size), "little")

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def sized(self) -> bytes:
        """A part that says in one byte how long it is."""
        return self.take(self.number())


def edits(data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """Changes: which file, where (a share of it in 65536ths), how many bytes go, and which come in their place."""
    found = Bytes(data)
    while found:
        what = found.number()
        gone = (0, 1, 4, 200, 5_000, 1 << 30)[what // 8 % 6]
        yield what % 8, found.number(2), gone, found.sized()


def edited(content: bytes, at: int, gone: int, new: bytes) -> bytes:
    """One change carried out."""
    start = len(content) * at // 65536
    return content[:start] + new + content[start + gone :]


def odd_values(sound: Sequence[Any], data: bytes) -> list[Any]:
    """JSON values with changes: whole ones gone, doubled or moved, and odd ones anywhere in them. Those that are not
    changed are the very same."""
    found = Bytes(data)
    values = [*sound]
    while found and values:
        at, what = found.number(2) % len(values), found.number()
        match what % 8:
            case 0:
                del values[at]
            case 1:
                values.insert(at, copy.deepcopy(values[found.number(2) % len(values)]))
            case 2:
                values.append(values.pop(at))
            case _:
                values[at] = _odd(copy.deepcopy(values[at]), found)
    return values


def _odd(value: Any, found: Bytes) -> Any:
    """The value with one of its parts, or all of it, replaced, or left out."""
    choice = found.number()
    if not isinstance(value, list | dict) or not value or choice < 16:
        return copy.deepcopy(ODD[found.number() % len(ODD)])
    key = sorted(value)[choice % len(value)] if isinstance(value, dict) else choice % len(value)
    if choice >= 240:
        del value[key]
    else:
        value[key] = _odd(value[key], found)
    return value
