"""What a kind of file is: sound ones, how they are changed, and what they are given to."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from signifer_core.errors import MOST_FAULTS

# Files by their names in a folder; the one that is changed comes first.
Files = Mapping[str, bytes]
Change = Callable[[random.Random, bytes], bytes]
Way = tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """``ways`` are commands, said one after the other: FILE is the changed file, DIR its folder. One that refuses the
    file has at most ``most_lines``. ``packed`` is how the file comes, once it was changed.
    Without ``in_order`` two of the ways are tried with each file."""

    ways: tuple[Way, ...]
    sound: Callable[[], list[Files]]
    changes: tuple[Change, ...]
    most_lines: int = MOST_FAULTS
    packed: Callable[[bytes], bytes] = bytes
    renamed: bool = True
    in_order: bool = False


def named(name: str, contents: list[bytes], beside: Files | None = None) -> list[Files]:
    return [{name: content, **(beside or {})} for content in contents]
