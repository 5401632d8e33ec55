"""What came of games that are over, in a file beside their store: no game is played again for a book. docs/league.md.

Each result belongs to a figure of its game's journal, and counts as long as that is the same. It holds no names.
Whoever throws it away waits once for results, which journals tell; luck is in none, and has to be asked for again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from signifer_firmware.files.reading import read_bytes
from signifer_firmware.files.writing import write
from signifer_firmware.storage.files import beside

RESULTS = "-results"
# As many games as a store keeps are a tenth of it.
_MOST_BYTES = 4_000_000
# Why a game is no result.
RUNNING: Final = "running"
PRACTICE: Final = "practice"
GONE_ON: Final = "gone-on"
TAKEN_BACK: Final = "taken-back"
# As long as the book is read; in no file.
READING: Final = "reading"
Why = Literal["", "running", "practice", "gone-on", "taken-back"]
# Of each who may win: what chance gave them, in points of the chance to win (per cent), and the standard error of that.
Luck = tuple[tuple[int, int], ...]
_Points = Annotated[int, Field(ge=-100_000, le=100_000)]
_Party = Annotated[str, Field(pattern=r"^(red|blue|[1-4])$")]


@dataclass(frozen=True)
class Result:
    """``parties`` may win; ``outcome`` is by the same words, "draw", or None while it runs; ``why`` it is no result, ""
    if it is one; ``sum`` is the same for the same game wherever it is kept."""

    parties: tuple[str, ...]
    outcome: str | None
    why: Why
    sum: int


class _Told(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    parties: Annotated[list[_Party], Field(max_length=4)]
    outcome: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9 -]{0,40}$")] | None
    why: Why
    sum: Annotated[int, Field(ge=0, lt=2**32)]


class _File(BaseModel):
    """Another ``version`` is one that would find something else in the same journals."""

    model_config = ConfigDict(strict=True, extra="forbid")

    version: Literal[1] = 1
    games: dict[str, _Told]
    luck: dict[str, Annotated[list[tuple[_Points, _Points]], Field(max_length=4)]] = {}


@dataclass(frozen=True)
class Kept:
    """Results by what their journals are known by; and luck, for who asked for it, by `Line.key`."""

    games: Mapping[str, Result] = field(default_factory=dict)
    luck: Mapping[str, Luck] = field(default_factory=dict)


def read(store: Path) -> Kept:
    """What is kept beside the store; nothing if there is none, or it is no such file."""
    try:
        found = _File.model_validate_json(read_bytes(beside(store, RESULTS), _MOST_BYTES, links=False))
    except (OSError, ValueError, ValidationError):
        return Kept()
    games = {
        key: Result(tuple(told.parties), told.outcome, told.why, told.sum)
        for key, told in found.games.items()
    }
    return Kept(games, {key: tuple(each) for key, each in found.luck.items()})


def keep(store: Path, kept: Kept) -> bool:
    """Let this, and nothing else, be kept; whether it is. Where it cannot be, games are played again."""
    games = {
        key: _Told(parties=list(each.parties), outcome=each.outcome, why=each.why, sum=each.sum)
        for key, each in kept.games.items()
    }
    luck = {key: list(each) for key, each in kept.luck.items()}
    try:
        write(beside(store, RESULTS), _File(games=games, luck=luck).model_dump_json())
    except OSError:
        return False
    return True
