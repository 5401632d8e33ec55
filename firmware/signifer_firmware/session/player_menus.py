"""Player menus: what each player reads and chooses for themselves alone, beside the game while it goes on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Override

from signifer_firmware.storage.store import Entry

from .menus import PHONE
from .mode import Mode
from .outlook import Outlook, has_to_see
from .own_menu import OwnMenu, own_entries

if TYPE_CHECKING:
    from .machine import Session


class PlayerMenus(Mode):
    """A menu for each player: ``dice`` and their own ``ok`` held open and close it. The other one plays on, and what
    lies there is judged. It is closed after a power cut."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._open: tuple[tuple[Side, OwnMenu], ...] = ()

    def press(self, press: Press, now_us: int) -> bool:
        player = press.player
        if player is None:
            return False
        menu = dict(self._open).get(player)
        if press.button == Button.MENU:
            self._show(player, None if menu else OwnMenu(), now_us)
        elif menu is not None:
            self._pressed(player, menu, press, now_us)
        else:
            return False
        return True

    def asks(self, player: Side) -> Hashable:
        """A press meant for a menu that has closed meanwhile is none for the game."""
        return player in dict(self._open)

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        for player, _ in self._open:
            if has_to_see(player, outlook, before):
                self.close(player)
        return replace(
            outlook, own=tuple((player, menu.shown(self._entries(player))) for player, menu in self._open)
        )

    def close(self, player: Side | None = None) -> None:
        """Close the menu of ``player``; without a name both."""
        self._open = tuple(entry for entry in self._open if player and entry[0] != player)

    def _show(self, player: Side, menu: OwnMenu | None, now_us: int) -> None:
        """Open the menu of ``player``, go on in it, or with None close it."""
        self.close(player)
        if menu is not None:
            self._open = (*self._open, (player, menu))
        self.session.look_for(player, now_us)

    def _pressed(self, player: Side, menu: OwnMenu, press: Press, now_us: int) -> None:
        if (press.kind, press.button) == (PressKind.HOLD, Button.OK):
            self._show(player, None, now_us)
            return
        menu, chosen = menu.pressed(self._entries(player), press)
        for text in chosen.changes if chosen is not None else ():
            self._chosen(player, text, now_us)
        self._show(player, menu, now_us)

    def _entries(self, player: Side) -> tuple[Override, ...]:
        state = self.state
        assert state.table is not None
        why = bool(state.bundle.why(state.table, player, state.words[player]))
        return own_entries(state.settings, player, why=why, phone=player in self.session.phones.paired)

    def _chosen(self, player: Side, text: str, now_us: int) -> None:
        """Nobody else is told."""
        if text.startswith(f"{PHONE} "):
            self.session.phones.unpair(player)
        else:
            self.state.record(Entry(now_us, "setting", text))
