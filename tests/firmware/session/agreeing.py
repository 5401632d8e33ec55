"""What both players have agreed on, brought to a table at once: nobody goes through the menu for it."""

from __future__ import annotations

from collections.abc import Sequence

from signifer_core.procedure import Choice, Override
from signifer_firmware.session import events as ev
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.lifecycle import LIFECYCLE, SETTINGS


def entries(keeper: Keeper) -> tuple[Override, ...]:
    """What the menu offers, or the start picture where no game is on."""
    session = keeper.session
    return session.start_picture.entries() if keeper.table is None else session.agreement.entries()


def agree(keeper: Keeper, key: str, value: object, now_us: int) -> Choice:
    """Both choose ``value`` of the entry ``key``; return the choice."""
    (entry,) = [entry for entry in entries(keeper) if entry.key == key]
    (choice,) = [choice for choice in entry.choices if choice.value == value]
    keeper.receive(ev.Agreed(now_us, entry, choice))
    return choice


def choose(keeper: Keeper, texts: Sequence[str], now_us: int) -> None:
    """Both choose settings, in their notation."""
    keeper.receive(ev.Agreed(now_us, Override("", SETTINGS, None, ()), Choice("", tuple(texts))))


def turn(keeper: Keeper, text: str, now_us: int) -> None:
    """Both have a game begin, or end, by the words of the record."""
    keeper.receive(ev.Agreed(now_us, Override("", LIFECYCLE, None, ()), Choice("", (text,))))
