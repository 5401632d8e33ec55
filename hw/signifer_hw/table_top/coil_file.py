"""Coils that an owner has measured, in a file as the model's own (air.toml): which of them read two cards.

Every fault has its line: of a value that is none, and of a coil that is too small.
"""

from __future__ import annotations

from collections.abc import Iterator

from signifer_drivers.air.figures import Coil, printed
from signifer_drivers.air.places import ONE
from signifer_drivers.air.reading import worst_chances
from signifer_firmware.config.key_lines import Lines, read_toml

from .parts import AIR
from .rules import percent

CARDS_READ = 2
_MOST_MM, _MOST_TURNS = 300.0, 12
_KEYS = {
    "outer_mm": "two lengths in mm, as [38, 38]",
    "turns": f"a whole number from 1 to {_MOST_TURNS}",
    "pitch_mm": "a length in mm from turn to turn, as 1.2",
    "width_mm": "the width of a track or wire in mm, as 0.6",
}


def coil_faults(data: bytes, *, file: str) -> list[str]:
    """All that is wrong with a file of coils, "FILE:LINE: what; what to do", in order of lines."""
    try:
        text = data.decode("utf-8-sig")
        raw = read_toml(text)
    except UnicodeDecodeError:
        return [f"{file}:1: not UTF-8; save the file as UTF-8"]
    except ValueError as error:
        return [f"{file}:{error.args[1]}: not TOML: {error.args[0]}"]
    lines = Lines(text)
    entries = raw.get("coil")
    if not isinstance(entries, dict) or not entries:
        return [f'{file}:1: no coil; write [coil."NAME"] with {", ".join(_KEYS)}']
    found = [
        (lines.line(("coil", name, *key)), words)
        for name, entry in entries.items()
        for key, words in _faults(name, entry)
    ]
    return [f"{file}:{line}: {words}" for line, words in sorted(found)]


def _faults(name: str, entry: object) -> Iterator[tuple[tuple[str, ...], str]]:
    shown = "".join(mark if mark.isprintable() else "?" for mark in name)
    if not isinstance(entry, dict):
        yield (), f'coil {shown} is no table; write [coil."{shown}"] and its keys below'
        return
    values = {
        key: found["value"] if isinstance(found, dict) and "value" in found else found
        for key, found in entry.items()
    }
    wrong = [key for key in _KEYS if not _does(key, values.get(key))]
    for key in wrong:
        yield (key,), f"coil {shown}: {key} is wrong or missing; write {_KEYS[key]}"
    for key in sorted(set(values) - set(_KEYS)):
        yield (key,), f"coil {shown}: no such key: {ascii(key)[1:-1]}; known: {', '.join(_KEYS)}"
    if wrong:
        return
    across, along = values["outer_mm"]
    inner = min(across, along) - values["width_mm"] - 2 * values["pitch_mm"] * (values["turns"] - 1)
    if inner <= 0 or values["width_mm"] > values["pitch_mm"]:
        yield ("turns",), f"coil {shown}: its turns do not fit into it; write fewer, or measure again"
        return
    coil = printed(name, (across, along), values["turns"], values["pitch_mm"], values["width_mm"])
    if (chance := weakest(coil)) < AIR.least_chance:
        yield (
            ("outer_mm",),
            f"coil {shown} of {across:g} x {along:g} mm reads the weaker one of two cards with a chance of "
            f"{percent(chance)} at its worst place, at least {percent(AIR.least_chance)}; "
            "take a larger one (docs/air.md)",
        )


def weakest(coil: Coil, cards: int = CARDS_READ) -> float:
    """The chance of the card that is read worst, with so many there."""
    return min(worst_chances(coil, ONE[:cards]))


def _does(key: str, value: object) -> bool:
    if key == "outer_mm":
        return isinstance(value, list) and len(value) == 2 and all(_length(side) for side in value)
    if key == "turns":
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_TURNS
    return _length(value)


def _length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _MOST_MM
