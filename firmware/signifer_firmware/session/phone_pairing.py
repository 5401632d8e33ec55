"""Pairing of phones at the table: a player's code on their screen, and their `ok` for the phone that typed it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from signifer_core.frozen import replace
from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Side
from signifer_core.presses import Button, Press, PressKind

from .events import Phone, PhoneAnswered, PhoneLost, PhoneTold
from .menus import PHONE
from .mode import Mode
from .outlook import Outlook, has_to_see
from .pairing import BUSY, DECLINED, NO_REQUEST, OVER, PAIRED, CodeShown, Pairing
from .question_times import Shown

if TYPE_CHECKING:
    from .machine import Session

NO_GAME = "no-game"
# On whose screen the code of upkeep stands: every table has that one.
UPKEEP_AT: Side = SIDES[0]


class PhonePairing(Mode):
    """Pairs phones with players while a game is on. A code stands on its player's screen until it was typed and they
    have said `ok`; whatever else they do goes before it. As ``upkeep`` it lets a page of upkeep in, whether a game is
    on or not: that page is nobody's in a game, and stays so whatever is played."""

    def __init__(self, session: Session, secrets: random.Random, *, upkeep: bool = False) -> None:
        super().__init__(session)
        self._upkeep = upkeep
        self._times = Shown()
        self.pairing: Pairing[Side] = Pairing(secrets)
        self.pairing.send = lambda phone, message: self.state.emit(PhoneTold(phone, message))
        if not upkeep:
            self.pairing.ended = lambda player: self.state.emit(PhoneLost(player))

    @property
    def paired(self) -> frozenset[Side]:
        """The players who have a phone."""
        return self.pairing.paired

    # What phones do

    def ask(self, player: Side, phone: Phone, now_us: int, peer: str) -> None:
        """A phone at ``peer`` asks to be ``player``'s. See `Pairing.ask`; without a game, at a table that is off, or
        while they are busy, it is refused."""
        against = self._against(player)
        answer: Mapping[str, Json] = {"reason": against}
        if not against:
            is_first = player not in dict(self.pairing.shown)
            stands = self._others(player)
            answer = self.pairing.ask(player, phone, now_us, peer, "" if stands is None else stands.code)
            if not answer and is_first:
                self._tell(player, "asked", now_us)
            if not answer:
                self.session.look_for(player, now_us)
        self.state.emit(PhoneAnswered(answer))

    def _against(self, player: Side) -> str:
        """Why nobody may ask ``player`` now, "" if nothing is against it."""
        outlook, has_game = self.state.outlook, self.state.table is not None
        if self.session.switched_off.is_off or not (has_game or self._upkeep):
            return NO_GAME
        # Without a game the menu is the start picture's.
        has_menu = has_game and outlook.agreement is not None
        return BUSY if has_menu or player in dict(outlook.own) or self._is_others(player) else ""

    @property
    def _other(self) -> PhonePairing:
        """Phones and upkeep share a player's screen, and so the code that stands there: neither keeps the other out."""
        return self.session.phones if self._upkeep else self.session.upkeep

    def _others(self, player: Side) -> CodeShown | None:
        """The code on that player's screen that the other kind has asked for."""
        return dict(self._other.pairing.shown).get(player)

    def _is_others(self, player: Side) -> bool:
        """Whether the player is asked about the other kind: who typed the code there waits for their `ok`."""
        code = self._others(player)
        return code is not None and code.typed

    def type(self, code: str, phone: Phone, now_us: int) -> None:
        """A phone types a code. See `Pairing.type`."""
        player = self.pairing.asked_by(phone)
        answer: Mapping[str, Json] = {"reason": NO_REQUEST}
        if player is not None and not self._is_others(player):
            answer = self.pairing.type(code, phone, now_us)
        if answer.get("reason") != NO_REQUEST:
            self.session.look_again(now_us)
        self.state.emit(PhoneAnswered(answer))

    def left(self, phone: Phone, now_us: int) -> None:
        """A phone has gone: what it asked for ends."""
        self.pairing.left(phone, now_us)
        self.session.look_again(now_us)

    # What becomes of it

    def press(self, press: Press, now_us: int) -> bool:
        """The `ok` of a player with a code answers the phone; any other button ends the request, and is passed on. What
        the other kind has asked with the same code ends by that, too. An `ok` whose finger was down before the code was
        typed means no, as it said; one from before there was a code is the game's."""
        player = press.player
        if player is None or player not in dict(self.state.outlook.codes) or self._is_others(player):
            return False
        if player not in dict(self.pairing.shown):
            return False
        is_ok = (press.kind, press.button) == (PressKind.PRESS, Button.OK)
        is_late = self._times.came_after(player, press.since_us)
        if is_ok and is_late and not dict(self.pairing.shown)[player].typed:
            return False
        if is_ok and not is_late and self.pairing.ok(player):
            self._tell(player, PAIRED, now_us)
            self._other.pairing.end(player, BUSY, now_us)
        else:
            self.pairing.end(player, DECLINED, now_us)
            self._other.pairing.end(player, DECLINED, now_us)
        self.session.look_again(now_us)
        return is_ok

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        for player, _ in self.pairing.shown:
            if has_to_see(player, outlook, before):
                self.pairing.end(player, BUSY, now_us)
        codes, shown = dict(outlook.codes), dict(self.pairing.shown)
        asked = {player: (code.code, code.typed) for player, code in shown.items()}
        self._times.asks({player: asked.get(player) for player in SIDES}, now_us)
        for player, code in shown.items():
            there = codes.get(player)
            # One code for both kinds is shown as a phone's, until one of them has typed it.
            if there is None or code.typed or (there.upkeep and not there.typed):
                codes[player] = replace(code, upkeep=self._upkeep)
        return replace(outlook, codes=tuple(codes.items()))

    def tick(self, now_us: int) -> None:
        """End what has waited for too long."""
        if self.pairing.tick(now_us):
            self.session.look_again(now_us)

    def end_requests(self, reason: str, now_us: int) -> None:
        """Players have something else before them."""
        for player in SIDES:
            self.pairing.end(player, reason, now_us)

    def unpair(self, player: Side) -> None:
        """The phone of ``player`` is theirs no longer."""
        self.pairing.unpair(player)

    def unpair_all(self, now_us: int) -> None:
        """The game is over for whoever sat there."""
        self.end_requests(OVER, now_us)
        for player in SIDES:
            self.pairing.unpair(player)

    def _tell(self, player: Side, state: str, now_us: int) -> None:
        self.state.tell(now_us, PHONE, {"player": player, "state": state})
