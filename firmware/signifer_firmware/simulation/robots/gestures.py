"""Gestures of hands at any table: lay a card, lift it, press a button."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.layout import Side, Zone
from signifer_core.presses import Button, Press, PressKind

DICE = Press(PressKind.PRESS, Button.DICE)
HOLD_DICE = Press(PressKind.HOLD, Button.DICE)


def ok(side: Side) -> Press:
    return Press(PressKind.PRESS, Button.OK, side)


def held_ok(side: Side) -> Press:
    return Press(PressKind.HOLD, Button.OK, side)


def column(side: Side, number: int) -> Press:
    return Press(PressKind.PRESS, Button.COLUMN, side, number)


def held(side: Side, number: int) -> Press:
    """The button of a column is held."""
    return Press(PressKind.HOLD, Button.COLUMN, side, number)


@dataclass(frozen=True, slots=True)
class Put:
    """A card is laid in a zone, from wherever it is."""

    card: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Take:
    """A card is lifted off the table."""

    card: str


@dataclass(frozen=True, slots=True)
class Select:
    """The button of the column where ``card`` lies is pressed until it is the one that the screen shows."""

    card: str


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """A player shuffles the discards into a new deck."""

    player: str


Gesture = Put | Take | Select | Reshuffle | Press


def said(gesture: Gesture) -> str:
    """The gesture as a statement of a table script."""
    match gesture:
        case Put(card=card, zone=zone):
            return f"put {card} {zone}"
        case Take(card=card):
            return f"take {card}"
        case Select(card=card):
            return f"lead {card}"
        case Reshuffle(player=player):
            return f"{player} shuffles"
        case Press(kind=kind, button=button, player=player, column=column):
            words: tuple[object, ...] = (kind, button, column, player)
            return " ".join(str(word) for word in words if word is not None)
