"""Lengths of the leads of screens and buttons: on the top that is drawn in hw/table_top, straight along and across.

Millimetres from the middle of the battlefield, x to red's right; red's and blue's halves are alike. A test holds these
places to the drawing.
"""

from __future__ import annotations

from signifer_core.layout import COLUMNS, SIDES

from signifer_firmware.config.entries import COLUMN_BUTTONS
from signifer_firmware.config.model import TableConfig

from .readers import PITCH_MM

PADS_X_MM, DECKS_X_MM, DICE_X_MM, BOTH_X_MM = 312, -335, -262, 270
SCREEN_Y_MM, PLAYERS_Y_MM, BUTTON_Y_MM = 195, 198, 232
FARTHER_MM = 15  # beyond the cards of zones of several readers
BESIDE_PADS_X_MM, OF_A_PAD = 396, 3  # a pad of three readers has its node, and its player's screen, beside it
SLACK_MM, STEP_MM = 50, 50  # for plugs and bends; leads are cut in whole steps


def screen_mm(place: str, table: TableConfig) -> int:
    """From the main board to the screen at "3 red", "red" or "both"; the board lies between the pads, if any."""
    out = FARTHER_MM if table.shared_zones else 0
    if place == "both":
        return _lead(BOTH_X_MM, 0, table)
    if place in SIDES:
        return _lead(_players_x(table), PLAYERS_Y_MM + out, table)
    return _lead(_column_x(place), SCREEN_Y_MM + out, table)


def button_mm(name: str, table: TableConfig) -> int:
    """From the main board to "dice", "ok red" or "column 3 red"."""
    y_mm = BUTTON_Y_MM + (FARTHER_MM if table.shared_zones else 0)
    if name in COLUMN_BUTTONS:
        return _lead(_column_x(name.split()[1]), y_mm, table)
    if name == "dice":
        return _lead(DICE_X_MM, 0, table)
    return _lead(_players_x(table), y_mm, table)


def _column_x(place: str) -> int:
    return (int(place[0]) - COLUMNS[2]) * PITCH_MM


def _players_x(table: TableConfig) -> int:
    zones = list(table.shared_zones.values())
    long = any(zones.count(f"pad {side}") == OF_A_PAD for side in SIDES)
    return BESIDE_PADS_X_MM if long else PADS_X_MM


def _lead(x_mm: int, y_mm: int, table: TableConfig) -> int:
    straight = abs(x_mm - (PADS_X_MM if table.has_pads else DECKS_X_MM)) + y_mm + SLACK_MM
    return -(-straight // STEP_MM) * STEP_MM
