"""Pairing of phones at the table: a player's code on their screen, and their `ok` for the phone that typed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from signifer_core.layout import PLAYERS
from signifer_core.procedure import Override, Press

from .events import News
from .menus import PHONE
from .outlook import Outlook
from .own_menu import own_entries
from .pairing import BUSY, DECLINED, NO_REQUEST, OVER, PAIRED, Pairing, Tell
from .player_menus import Aside

NO_GAME = "no-game"


class Phones(Aside):
    """A desk that pairs phones with players while a game is on. A code stands on its player's screen until it was typed
    and he has said `ok`; whatever else he does goes before it."""

    pairing: Pairing

    def ask_to_pair(self, player: str, tell: Tell, now_us: int) -> Mapping[str, Any]:
        """A phone asks to be ``player``'s. See `Pairing.ask`; without a game, or while he is busy, it is refused."""
        if self.table is None:
            return {"reason": NO_GAME}
        if self.outlook.agreement is not None or player in dict(self.outlook.own):
            return {"reason": BUSY}
        answer = self.pairing.ask(player, tell, now_us)
        if not answer:
            self._told_of_phone(player, "asked", now_us)
            self._look_aside(player, now_us)
        return answer

    def type_code(self, code: str, tell: Tell, now_us: int) -> Mapping[str, Any]:
        """A phone types a code. See `Pairing.type`."""
        answer = self.pairing.type(code, tell, now_us)
        if answer.get("reason") != NO_REQUEST:
            self._look_again(now_us)
        return answer

    def phone_left(self, tell: Tell, now_us: int) -> None:
        """A page has gone: what it asked for ends."""
        self.pairing.left(tell, now_us)
        self._look_again(now_us)

    def answers_phone(self, press: Press, now_us: int) -> bool:
        """Whether a button answers a phone, and nothing else. Any other one of that player ends the request, too."""
        player = press.player or ""
        if player not in dict(self.outlook.codes):
            return False
        is_ok = (press.kind, press.button) == ("press", "ok")
        if is_ok and self.pairing.ok(player):
            self._told_of_phone(player, PAIRED, now_us)
        else:
            self.pairing.end(player, DECLINED, now_us)
        self._look_again(now_us)
        return is_ok

    def tick_phones(self, now_us: int) -> int | None:
        """End what has waited for too long; when the next thing does."""
        if self.pairing.tick(now_us):
            self._look_again(now_us)
        return self.pairing.next_us()

    def end_requests(self, reason: str, now_us: int) -> None:
        """Players have something else before them."""
        for player in PLAYERS:
            self.pairing.end(player, reason, now_us)

    def unpair_all(self, now_us: int) -> None:
        """The game is over for whoever sat there."""
        self.end_requests(OVER, now_us)
        for player in PLAYERS:
            self.pairing.unpair(player)

    def _look_again(self, now_us: int) -> None:
        self._look(now_us, said=self.outlook.said)

    def _told_of_phone(self, player: str, state: str, now_us: int) -> None:
        self._tell(News(now_us, PHONE, {"player": player, "state": state}))

    # Beside what a player's own menu does

    def _with_menus(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        for player, _ in self.pairing.shown:
            if self._has_to_see(player, outlook, before):
                self.pairing.end(player, BUSY, now_us)
        outlook = super()._with_menus(outlook, before, now_us)
        return replace(outlook, codes=self.pairing.shown)

    def _own_entries(self, player: str) -> tuple[Override, ...]:
        phone = player in self.pairing.paired
        return own_entries(self.settings, player, why=self._has_reasons(player), phone=phone)

    def _chosen_aside(self, player: str, text: str, now_us: int) -> None:
        if text.startswith(f"{PHONE} "):
            self.pairing.unpair(player)
        else:
            super()._chosen_aside(player, text, now_us)
