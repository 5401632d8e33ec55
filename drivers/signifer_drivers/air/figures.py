"""air.toml, read: what the model reckons with, and where each figure is from."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from itertools import groupby
from typing import Any

from .loops import Loop, circle, mean, own_nh, rectangle, strip_gmd_mm

Raw = Mapping[str, Any]


_BUNDLES = 3


@dataclass(frozen=True, eq=False)
class Coil:
    """Turns in series, symmetrical to both axes; ``gmd_mm`` is their conductor's (`loops.own_nh`)."""

    name: str
    turns: tuple[Loop, ...]
    gmd_mm: float
    outer: tuple[float, float]

    @cached_property
    def inductance_nh(self) -> float:
        return own_nh(self.turns, self.gmd_mm)

    @cached_property
    def bundles(self) -> tuple[tuple[Loop, int], ...]:
        """What others see of it: a few turns, each for as many as lie around it."""
        windows = [list(turns) for _, turns in groupby(self.turns, key=lambda turn: turn.middle)]
        found = []
        for turns in windows:
            size = math.ceil(len(turns) / _BUNDLES)
            groups = [turns[at : at + size] for at in range(0, len(turns), size)]
            found += [(mean(group), len(group)) for group in groups]
        return tuple(found)


def printed(name: str, outer: tuple[float, float], turns: int, pitch: float, width: float) -> Coil:
    """A rectangular coil by the outer edges of its tracks, each turn inside the last; ValueError if they do not fit."""
    loops = tuple(rectangle(*(side - width - 2 * pitch * turn for side in outer)) for turn in range(turns))
    return Coil(name, loops, strip_gmd_mm(width), outer)


@dataclass(frozen=True, eq=False)
class Figures:
    """What the model reckons with; lengths in mm, decibels, the tag's and the readers' coils."""

    coils: Mapping[str, Coil]
    reference: str  # the yardstick of power
    module: Coil  # what is bought
    tag: Coil
    tag_pf: float
    tag_quality: float
    tag_limit_db: float
    quality: float
    parked_quality: float
    reach_mm: float
    lid_mm: float
    card_mm: float
    play_mm: float
    sigma_db: float
    least_chance: float
    least_chance_left: float  # where some of a zone's cards have been lifted, or are still to come
    bench: str  # the file of what somebody has measured, "" for none


@cache
def written() -> str:
    """air.toml as a text."""
    return resources.files(__package__).joinpath("air.toml").read_text(encoding="utf-8")


@cache
def raw() -> Raw:
    """air.toml as it is written."""
    return tomllib.loads(written())


@cache
def figures() -> Figures:
    """What is bundled."""
    return of(raw())


def of(data: Raw) -> Figures:
    """A file's figures; KeyError for one that is missing, ValueError for a coil that cannot be, or is none of it."""
    tag, reader, stack, doubt = (
        {key: _told(entry)["value"] for key, entry in data[part].items()} for part in _PARTS
    )
    rounds = tuple(
        circle(tag["outer_mm"] / 2 - tag["width_mm"] / 2 - tag["pitch_mm"] * turn)
        for turn in range(tag["turns"])
    )
    coils = {name: _coil(name, entry) for name, entry in data["coil"].items()}
    for key in ("reference", "module"):
        if reader[key] not in coils:
            raise ValueError(f'air.toml: {key} = "{reader[key]}": no such coil; known: {", ".join(coils)}')
    return Figures(
        coils=coils,
        reference=reader["reference"],
        module=coils[reader["module"]],
        tag=Coil("tag", rounds, strip_gmd_mm(tag["width_mm"]), (tag["outer_mm"], tag["outer_mm"])),
        tag_pf=tag["capacity_pf"],
        tag_quality=tag["quality"],
        tag_limit_db=tag["limit_db"],
        quality=reader["quality"],
        parked_quality=reader["parked_quality"],
        reach_mm=reader["reach_mm"],
        lid_mm=stack["lid_mm"],
        card_mm=stack["card_mm"],
        play_mm=stack["play_mm"],
        sigma_db=doubt["sigma_db"],
        least_chance=doubt["least_chance"],
        least_chance_left=doubt["least_chance_left"],
        bench=data["bench"]["file"]["value"],
    )


_PARTS = ("tag", "reader", "stack", "doubt")


def _coil(name: str, entry: Raw) -> Coil:
    size = {key: _told(figure)["value"] for key, figure in entry.items()}
    across, along = size["outer_mm"]
    return printed(name, (across, along), size["turns"], size["pitch_mm"], size["width_mm"])


def _told(figure: object) -> Raw:
    """A figure with its origin; an owner may write the value alone."""
    return figure if isinstance(figure, dict) else {"value": figure, "assumed": "yours"}


def origins(data: Raw) -> Iterator[tuple[str, str, str, str]]:
    """Every figure: (what, value, "source" or "assumed", the words behind it)."""
    for part, entry in data.items():
        tables = (
            {f"{part} {name}": table for name, table in entry.items()} if part == "coil" else {part: entry}
        )
        for name, table in tables.items():
            for key, figure in ((key, _told(figure)) for key, figure in table.items()):
                kind = "source" if "source" in figure else "assumed"
                yield f"{name}: {key}", str(figure["value"]), kind, figure[kind]
