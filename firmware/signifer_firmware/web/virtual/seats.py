"""Who sits where in a game that is played at devices of their own: the owner at this machine, others where they are.

A device that looks on asks for a seat, and the owner's page shows a code; it is typed there, and the owner lets it in.
From then on its pages have a role of their own, and show a token when they come back. Nothing is kept on disk.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from signifer_core.json_values import Json, as_str

from signifer_firmware.session.events import Phone
from signifer_firmware.session.pairing import DECLINED, OVER, PAIRED, Pairing
from signifer_firmware.web.play import Chair
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PhoneWish
from signifer_firmware.web.server.telling import HAND, SEAT
from signifer_firmware.web.server.wishes import NO_SEAT, SEATED, UNSEATED

TAKEN = "taken"


class Seats:
    """The seats of one table, from game to game, by their number; the first one is the owner's. ``monotonic`` tells
    seconds, ``left`` hears that a role is nobody's any more, and where it sat, if that chair is still there."""

    def __init__(
        self,
        monotonic: Callable[[], float],
        left: Callable[[str, Chair | None], None],
        secrets: random.Random | None = None,
    ) -> None:
        self._monotonic, self._left = monotonic, left
        self._chairs: tuple[Chair, ...] = ()
        self.pairing: Pairing[str] = Pairing(secrets or random.SystemRandom())
        self.pairing.ended, self.pairing.send = self._ended, self._send
        # By seat the role of who sits there, and how often somebody has sat down.
        self._roles: dict[str, str] = {}
        self._times = 0

    @property
    def _now_us(self) -> int:
        return round(self._monotonic() * 1e6)

    def begin(self, chairs: tuple[Chair, ...]) -> None:
        """Another game, with these ``chairs``: who has one of them keeps it."""
        self._chairs = chairs
        for seat in dict(self.pairing.shown):
            self.pairing.end(seat, OVER, self._now_us)
        for seat in [seat for seat in self._roles if int(seat) > len(chairs)]:
            self.pairing.unpair(seat)

    def chair(self, role: str) -> Chair | None:
        """Where pages of ``role`` sit; None for who looks on, and for the owner where all sit at one screen."""
        if role == HAND:
            return self._chairs[0] if self._chairs else None
        return next((self._chairs[int(seat) - 1] for seat, sits in self._roles.items() if sits == role), None)

    # What devices ask for

    def answered(self, asked: PhoneWish, tell: Phone) -> Mapping[str, Json] | None:
        """What a device's wish is answered; None for what is about no seat."""
        match asked.message:
            case msg.Sit(seat=seat) if 1 < seat <= len(self._chairs):
                free = str(seat) not in self._roles
                found = (
                    self.pairing.ask(str(seat), tell, self._now_us, asked.peer) if free else {"reason": TAKEN}
                )
            case msg.Sit():
                found = {"reason": NO_SEAT}
            case msg.Code(code=code) if self.pairing.awaits(tell):
                found = self.pairing.type(code, tell, self._now_us)
            case msg.Token(token=token) if (known := self.pairing.player_of(token)) is not None:
                return {"type": SEATED, "seat": int(known), "role": self._roles[known]}
            case msg.Unpair(token=token) if (known := self.pairing.player_of(token)) is not None:
                self.pairing.unpair(known)
                found = {}
            case msg.Gone():
                self.pairing.left(tell, self._now_us)
                return None
            case _:
                return None
        return {"type": "refused", **found} if found else {"type": "done"}

    def seat(self, seat: int, *, let_in: bool) -> bool:
        """The owner lets in who has typed the code; or sends away who asks, or else who sits there. Whether there was
        anybody."""
        name = str(seat)
        if let_in:
            return self.pairing.ok(name)
        if name in dict(self.pairing.shown):
            self.pairing.end(name, DECLINED, self._now_us)
            return True
        was_there = name in self._roles
        self.pairing.unpair(name)
        return was_there

    def tick(self) -> None:
        """End what has waited for too long."""
        self.pairing.tick(self._now_us)

    def _send(self, phone: Phone, message: dict[str, Json]) -> None:
        seat = as_str(message["player"])
        if message["type"] != PAIRED:
            phone({"type": UNSEATED, "seat": int(seat), "reason": message["reason"]})
            return
        self._times += 1
        self._roles[seat] = f"{SEAT}{seat} {self._times}"
        phone({"type": SEATED, "seat": int(seat), "role": self._roles[seat], "token": message["token"]})

    def _ended(self, seat: str) -> None:
        role = self._roles.pop(seat, None)
        if role is not None:
            number = int(seat)
            self._left(role, self._chairs[number - 1] if number <= len(self._chairs) else None)

    # Telling

    def stamp(self) -> tuple[object, ...]:
        """All on which `told` depends."""
        return self._chairs, tuple(self._roles.values()), self.pairing.shown

    def told(self, role: str) -> list[dict[str, Json]]:
        """All seats, whose they are, and whether somebody sits there; the codes are for the owner alone."""
        return [
            {
                "seat": number,
                "player": chair.player,
                "taken": number == 1 or str(number) in self._roles,
                **(self._asked(str(number)) if role == HAND else {}),
            }
            for number, chair in enumerate(self._chairs, 1)
        ]

    def _asked(self, seat: str) -> dict[str, Json]:
        shown = dict(self.pairing.shown).get(seat)
        return {} if shown is None else {"code": shown.code, "typed": shown.typed}
