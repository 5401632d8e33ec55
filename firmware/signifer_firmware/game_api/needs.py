"""What a table has to have for a game, and what it lacks."""

from __future__ import annotations

from collections.abc import Collection

from signifer_core.layout import PAD, Zone

from signifer_firmware.config.model import TableConfig

from .game import Traits

# The zones of each reader of a table.
Readers = Collection[tuple[Zone, ...]]


def is_playable(traits: Traits, readers: Readers) -> bool:
    """Whether a game with these traits can be played above these readers."""
    return not any(_lacking(traits, readers))


def lacks(name: str, traits: Traits, table: TableConfig) -> str:
    """What ``table`` lacks for the game of that name, in half a sentence; "" if it can be played there."""
    pads, sides = _lacking(traits, [reader.zones for reader in table.readers])
    both = "a reader for each side of a column"
    match pads, sides:
        case True, True:
            return f'{name} needs pads and {both}, and the table "{table.name}" has neither'
        case True, False:
            return f'{name} needs pads, and the table "{table.name}" has none'
        case False, True:
            return f'{name} needs {both}, and at the table "{table.name}" one reads both'
    return ""


def shares_sides(readers: Readers) -> bool:
    """Whether a reader reads both sides of a column, so that no reader tells on which one a card lies."""
    return any(len(zones) > 1 for zones in readers)


def _lacking(traits: Traits, readers: Readers) -> tuple[bool, bool]:
    """Whether pads are missing, and whether readers for each side of a column are."""
    has_pads = any(zone.place == PAD for zones in readers for zone in zones)
    return traits.needs_pads and not has_pads, traits.needs_sides and shares_sides(readers)
