"""Figures of a bench day in a file: written by ``signifer doctor map --export``, read by the air of a virtual table.

Places are from the antenna's middle, x to the right and y away from the rail, in millimetres (docs/air.md). All faults
of a file are told at once, each with its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_drivers.air.measured import Measured, Spot
from signifer_drivers.virtual.coupling import OFFSETS, half_coil_mm

from signifer_firmware.config.key_lines import Lines, read_toml
from signifer_firmware.files.reading import read_text

MOST_CARDS, MOST_MM = 12, 200.0
_KEYS = {
    "cards": f"a whole number from 1 to {MOST_CARDS}",
    "x_mm": f"a length from {-MOST_MM:g} to {MOST_MM:g}",
    "y_mm": f"a length from {-MOST_MM:g} to {MOST_MM:g}",
    "read": "a share from 0 to 1",
}
_STEP = "the way between two places in mm, more than 0"

# Rows of a map from back to front, as `doctor.map` has them; None where nobody laid a card.
Rows = Sequence[Sequence[float | None]]


def measured_of(maps: Mapping[int, Rows]) -> Measured:
    """What maps of one antenna show, by how many cards lay at each position; ConfigError where none was tried."""
    step = half_coil_mm()
    spots = tuple(
        Spot(cards, across * step, along * step, share)
        for cards, rows in maps.items()
        for along, row in zip(OFFSETS, rows, strict=True)
        for across, share in zip(OFFSETS, row, strict=True)
        if share is not None
    )
    if not spots:
        raise ConfigError(["nothing is exported: no card was laid anywhere"])
    return Measured(spots, step)


def text_of(measured: Measured, reader: str) -> str:
    """The file."""
    head = f"# What reader {reader} read, by `signifer doctor map --export` (docs/air.md): the share of visits.\n"
    places = (
        f"\n[[place]]\ncards = {spot.cards}\nx_mm = {spot.x_mm}\ny_mm = {spot.y_mm}\nread = {spot.read:.3f}\n"
        for spot in measured.spots
    )
    return f"{head}\nstep_mm = {measured.step_mm}\n" + "".join(places)


def read_measured(path: Path) -> Measured:
    """What a file holds; ConfigError with all that is wrong."""
    text = read_text(path, advice="name a measured map, as doctor map --export writes it")
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise ConfigError([f"{path}:{error.args[1]}: not TOML: {error.args[0]}"]) from None
    lines = Lines(text)
    found = sorted((lines.line(where), words) for where, words in _faults(raw))
    if found:
        raise ConfigError([f"{path}:{line}: {words}" for line, words in found])
    places, step = raw["place"], raw["step_mm"]
    assert isinstance(places, list)
    assert isinstance(step, (int, float))
    return Measured(tuple(Spot(*(place[key] for key in _KEYS)) for place in places), float(step))


def _faults(raw: Mapping[str, object]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for key in sorted(set(raw) - {"step_mm", "place"}):
        yield (key,), f"no such key: {ascii(key)[1:-1]}; known: step_mm and [[place]]"
    if not _is_number(raw.get("step_mm"), 0, MOST_MM) or not raw["step_mm"]:
        yield ("step_mm",), f"step_mm is wrong or missing; write {_STEP}"
    places = raw.get("place")
    if not isinstance(places, list) or not places:
        yield ("place",), f"no place; write [[place]] with {', '.join(_KEYS)}"
        return
    seen: set[tuple[object, ...]] = set()
    for at, place in enumerate(places):
        if not isinstance(place, dict):
            yield ("place",), f"a place is no table; write [[place]] with {', '.join(_KEYS)}"
            continue
        wrong = [key for key in _KEYS if not _does(key, place.get(key))]
        for key in wrong:
            yield ("place", at, key), f"{key} is wrong or missing; write {_KEYS[key]}"
        for key in sorted(set(place) - set(_KEYS)):
            yield ("place", at, key), f"no such key: {ascii(key)[1:-1]}; known: {', '.join(_KEYS)}"
        where = tuple(place.get(key) for key in ("cards", "x_mm", "y_mm"))
        if not wrong and where in seen:
            yield ("place", at), "this place is there twice, with as many cards; leave one out"
        elif not wrong:
            seen.add(where)


def _does(key: str, value: object) -> bool:
    if key == "cards":
        return type(value) is int and 1 <= value <= MOST_CARDS
    return _is_number(value, *((0, 1) if key == "read" else (-MOST_MM, MOST_MM)))


def _is_number(value: object, least: float, most: float) -> bool:
    # What is no number or without bounds is between no two.
    return type(value) in (int, float) and least <= value <= most  # type: ignore[operator]
