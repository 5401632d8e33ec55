"""Presses of a table's buttons, as gestures of players: which button, how long, whose."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .layout import Side


class PressKind(StrEnum):
    """How long a finger stayed on a button."""

    PRESS = "press"
    HOLD = "hold"


class Button(StrEnum):
    """Which button a gesture was made on: AGREE is both `ok` held, MENU is dice and one's own `ok` held."""

    OK = "ok"
    DICE = "dice"
    COLUMN = "column"
    AGREE = "agree"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class Press:
    """A button gesture.

    ``player`` is whose button it is (None for dice and agree), ``column`` the number of a column button, ``since_us``
    when the finger went down, if that is known; it tells no two gestures apart.
    """

    kind: PressKind
    button: Button
    player: Side | None = None
    column: int | None = None
    since_us: int | None = field(default=None, compare=False)
