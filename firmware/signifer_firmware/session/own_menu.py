"""A player's own menu: what they read and choose for themselves alone. A value that presses change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override

from .menus import LESS, MORE, OWN, PHONE, Menu, Shown, setting_entry
from .settings import Settings

# What is read, by the key of its entry; the others are settings.
STEP, WHY, DISCARDS = "step-help", "why", "my-discards"
READ, CHOOSE = "read", "choose"
# Whether they keep the phone that they have paired.
KEEP, DROP = "paired", "unpair"


@dataclass(frozen=True, slots=True)
class OwnShown:
    """What a player's own menu shows: an entry, and of one that is read page number ``page``, counted from 0 and round
    and round."""

    shown: Shown
    page: int = 0

    @property
    def reads(self) -> bool:
        """Whether the entry is read, and not chosen from."""
        return self.shown.entry.group == READ


@dataclass(frozen=True, slots=True)
class OwnMenu:
    """Where a player is in their menu; ``page`` is that of the entry ``read``, every other one is at its first."""

    menu: Menu = field(default_factory=Menu)
    page: int = 0
    read: str = ""

    def shown(self, entries: Sequence[Override]) -> OwnShown:
        """What the menu shows."""
        shown = self.menu.shown(entries)
        return OwnShown(shown, self.page if shown.entry.key == self.read else 0)

    def pressed(self, entries: Sequence[Override], press: Press) -> tuple[OwnMenu, Choice | None]:
        """The menu after a button of its player, and what they have chosen with it."""
        here = self.shown(entries)
        if here.reads and (turned := _turned(press)):
            return OwnMenu(self.menu, here.page + turned, here.shown.entry.key), None
        menu, chosen = self.menu.pressed(entries, press)
        return (self if menu == self.menu else OwnMenu(menu)), chosen


def _turned(press: Press) -> int:
    """How many pages a button turns."""
    match press:
        case Press(PressKind.PRESS, Button.OK):
            return 1
        case Press(PressKind.PRESS, Button.COLUMN, _, column):
            return {LESS: -1, MORE: 1}.get(column or 0, 0)
        case _:
            return 0


def own_entries(settings: Settings, player: str, *, why: bool, phone: bool = False) -> tuple[Override, ...]:
    """The entries of a player's own menu; ``why`` tells that there is a result to be explained, ``phone`` that a phone
    is theirs. Their discards are among them while both allow that."""
    read = (STEP, *([WHY] if why else ()), *([DISCARDS] if settings.recall else ()))
    texts = (Override(key, READ, None, ()) for key in read)
    drop = Choice(DROP, (f"{PHONE} {player} {DROP}",))
    own = Override(PHONE, CHOOSE, KEEP, (Choice(KEEP), drop), (("player", player),))
    chosen = (setting_entry(settings, name, player, CHOOSE) for name in OWN)
    return (*texts, *chosen, *((own,) if phone else ()))
