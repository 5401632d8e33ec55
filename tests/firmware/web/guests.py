"""Devices that ask for a seat at a table in a test's own time, and have it."""

from __future__ import annotations

from typing import Any

from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PhoneWish, SeatDeed

from tests.firmware.session.phones import CODE, Answer, Phone
from tests.firmware.web.table import Played


class Guest:
    """A device that has asked for a seat, and what it was told."""

    def __init__(self, game: Played, seat: int = 2, peer: str = "192.168.0.9") -> None:
        self.game, self.seat, self.peer = game, seat, peer
        self.phone = Phone()

    def wish(self, **wish: Any) -> Answer:
        parsed = msg._READER.validate_python({"run": self.game.owner.run, "n": 1} | wish)
        assert isinstance(parsed, msg.Wish)
        self.game.time.deeds.put((PhoneWish(parsed, self.peer), self.phone))
        told = len(self.phone.told)
        self.game.wait(0.2)
        return next(answer for answer in self.phone.told[told:] if "n" in answer)

    def sits(self) -> Guest:
        """Let in by the owner."""
        assert self.wish(do="sit", seat=self.seat)["type"] == "done"
        assert self.wish(do="code", code=CODE)["type"] == "done"
        assert self.game.do(do="seat", seat=self.seat, let="in")["type"] == "done"
        assert self.phone.last["type"] == "seated"
        return self

    @property
    def role(self) -> str:
        return str(next(told["role"] for told in reversed(self.phone.told) if told["type"] == "seated"))

    def do(self, **deed: Any) -> Answer:
        parsed = msg._READER.validate_python({"run": self.game.owner.run, "n": 9} | deed)
        assert isinstance(parsed, msg.Seated)
        answers: list[Answer] = []
        self.game.time.deeds.put((SeatDeed(parsed, self.role), answers.append))
        self.game.wait(0.6)
        return answers[0]

    def press(self, name: str, for_s: float = 0.15) -> Answer:
        down = self.do_now(name, down=True)
        self.game.wait(for_s)
        self.do_now(name, down=False)
        self.game.wait(0.3)
        return down

    def do_now(self, name: str, *, down: bool) -> Answer:
        parsed = msg.Button(run=self.game.owner.run, n=9, do="button", name=name, down=down)
        answers: list[Answer] = []
        self.game.time.deeds.put((SeatDeed(parsed, self.role), answers.append))
        self.game.wait(0.01)
        return answers[0]

    @property
    def view(self) -> Any:
        return self.game.view(self.role)
