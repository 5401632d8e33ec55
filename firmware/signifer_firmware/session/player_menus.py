"""Player menus, beside the game while it goes on: each player's own menu, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from signifer_core.layout import PLAYERS
from signifer_core.procedure import Override, Press, Prompt

from ..store import Entry
from .outlook import Outlook
from .own_menu import OwnMenu, own_entries
from .play import Desk
from .questions import UNSEEN


class Aside(Desk):
    """A desk with a menu for each player: ``dice`` and his own ``ok`` held open and close it. The other one plays on,
    and what lies there is judged. It is closed after a power cut."""

    _own: tuple[tuple[str, OwnMenu], ...] = ()
    _odds_of: Any = None

    def _press(self, press: Press, now_us: int) -> None:
        if self.table is None:
            return
        menu = dict(self._own).get(press.player or "")
        if press.button == "menu":
            self._open(press.player or "", None if menu else OwnMenu(), now_us)
        elif menu is not None and press.player is not None:
            self._in_own_menu(press.player, menu, press, now_us)
        elif press.kind == "hold" and press.button == "column" and press.column == self._odds_column:
            self._asked_for_odds(press.player or "", now_us)
        else:
            super()._press(press, now_us)

    def _asks(self, player: str) -> Hashable:
        # A press meant for a menu that has closed meanwhile is none for the game.
        return super()._asks(player), player in dict(self._own)

    def _with_menus(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if any(self._has_to_see(player, outlook, before) for player in PLAYERS):
            self._odds_of = None
        for player, _ in self._own:
            if self._has_to_see(player, outlook, before):
                self._close_own(player)
        if self._odds_of != self._moment(outlook):
            self._odds_of = None
        own = tuple((player, menu.shown(self._own_entries(player))) for player, menu in self._own)
        return replace(outlook, own=own, odds=self._odds_of is not None)

    def _has_to_see(self, player: str, outlook: Outlook, before: Outlook) -> bool:
        """Whether something new stands against ``player``, his pad has just failed, or the table asks him what it did
        not see."""
        refused = set(outlook.refusals_of(player)) - set(before.refusals_of(player))
        pad = f"reader pad {player}"
        failed = pad in dict(outlook.faults) and pad not in dict(before.faults)
        asked = {prompt for prompt in outlook.prompts if (prompt.player, prompt.key) == (player, UNSEEN)}
        return bool(refused) or failed or not asked <= set(before.prompts)

    # A player's own menu

    def _has_reasons(self, player: str) -> bool:
        assert self.table is not None
        return bool(self.bundle.why(self.table, player, self.words[player]))

    def _open(self, player: str, menu: OwnMenu | None, now_us: int) -> None:
        """Open the menu of ``player``, go on in it, or with None close it."""
        self._close_own(player)
        if menu is not None:
            self._own = (*self._own, (player, menu))
        self._look_aside(player, now_us)

    def _close_own(self, player: str = "") -> None:
        """Close the menu of ``player``; without a name both."""
        self._own = tuple(entry for entry in self._own if player and entry[0] != player)

    def _in_own_menu(self, player: str, menu: OwnMenu, press: Press, now_us: int) -> None:
        if (press.kind, press.button) == ("hold", "ok"):
            self._open(player, None, now_us)
            return
        menu, chosen = menu.pressed(self._own_entries(player), press)
        for text in chosen.changes if chosen is not None else ():
            self._chosen_aside(player, text, now_us)
        self._open(player, menu, now_us)

    def _own_entries(self, player: str) -> tuple[Override, ...]:
        return own_entries(self.settings, player, why=self._has_reasons(player))

    def _chosen_aside(self, player: str, text: str, now_us: int) -> None:
        """On disk before it is shown; nobody else is told."""
        self._append([Entry(now_us, "setting", text)])
        self._set(self.settings.changed(text))

    def _look_aside(self, player: str, now_us: int) -> None:
        """Show anew what ``player`` has asked for: a press of his is refused no more, all else stays as it is."""
        self._pressed = tuple(refusal for refusal in self._pressed if refusal.player != player)
        self._look(now_us, said=tuple(said for said in self.outlook.said if said.player != player))

    # The odds of an attack

    @property
    def _odds_column(self) -> int | None:
        assert self.table is not None
        return self.bundle.odds_column(self.table)

    def _moment(self, outlook: Outlook) -> Any:
        """What odds hold for: the next gesture that means something ends them."""
        assert self.table is not None
        return self.table.state, self.table.held, outlook.rolls, outlook.said

    def _asked_for_odds(self, player: str, now_us: int) -> None:
        """Show the odds to both, or no more; if not both have allowed them, say so to who asked."""
        if not self.settings.odds:
            step = self.outlook.prompts[0].step if self.outlook.prompts else ""
            self._pressed = ()
            self._look(now_us, said=(Prompt(player, step, "odds-off"),))
            return
        self._pressed = ()
        shown = self._odds_of is not None
        self._odds_of = None if shown else self._moment(replace(self.outlook, said=()))
        self._look(now_us)
