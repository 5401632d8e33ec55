"""Games at devices of their own: each has sat down, and each hand's deeds come from its own page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import SeatDeed
from signifer_firmware.web.server.telling import HAND

from tests.firmware.session.phones import CODE, Secrets
from tests.firmware.web.guests import Guest
from tests.firmware.web.table import Played, played

SEAT_2 = "seat 2 1"


class Apart(Played):
    """Each hand's deeds come from its own page."""

    def do(self, **deed: Any) -> dict[str, Any]:
        return self._sent(deed, 0.6)

    def do_now(self, **deed: Any) -> dict[str, Any]:
        return self._sent(deed, 0.01)

    def role(self, seat: str) -> str:
        """Of the pages of who sits there."""
        return HAND if seat == "1" else self.owner._seats._roles[seat]

    def asks(self, seat: str, **deed: Any) -> str:
        """Who sits at ``seat`` wants something done: "done", or why it was not."""
        return self._asked(seat, deed, 0.6)

    def asks_now(self, seat: str, **deed: Any) -> str:
        """The same, and the answer as soon as it is there."""
        return self._asked(seat, deed, 0.01)

    def _asked(self, seat: str, deed: dict[str, Any], wait_s: float) -> str:
        parsed = msg._READER.validate_python({"run": self.owner.run, "n": 7} | deed)
        assert isinstance(parsed, msg.Seated)
        told: list[dict[str, Any]] = []
        self.time.deeds.put((parsed if seat == "1" else SeatDeed(parsed, self.role(seat)), told.append))
        self.wait(wait_s)
        return str(told[0].get("reason", told[0]["type"]))

    def presses(self, seat: str, name: str, for_s: float = 0.15) -> str:
        """A finger of who sits there, on a button for so long; "done", or why it did not get there."""
        found = self.asks(seat, do="button", name=name, down=True)
        self.wait(for_s)
        if found == "done":
            self.asks(seat, do="button", name=name, down=False)
        return found

    def told(self, seat: str) -> Any:
        """What pages of who sits there are told."""
        return self.view(self.role(seat))

    def _sent(self, deed: dict[str, Any], wait_s: float) -> dict[str, Any]:
        told: list[dict[str, Any]] = []
        parsed = msg._READER.validate_python({"run": self.owner.run, "n": 7} | deed)
        whose = " ".join(str(deed.get(part, "")) for part in ("card", "name", "player"))
        if "blue" in whose:
            assert isinstance(parsed, msg.Seated)
            self.time.deeds.put((SeatDeed(parsed, SEAT_2), told.append))
        else:
            assert isinstance(parsed, msg.Deed)
            self.time.deeds.put((parsed, told.append))
        self.wait(wait_s)
        assert told[0]["type"] == "done", (deed, told[0])
        return told[0]


@contextmanager
def apart(folder: Path, roles: tuple[str, ...], **how: Any) -> Iterator[Apart]:
    """A game at devices of their own, in which everybody has sat down; what was told before does not count."""
    folder.mkdir()
    with played(folder, roles=roles, apart=True, **how) as game:
        game.live.helping = False
        seats = game.owner._seats
        tokens = (f"{number}" * 32 for number in range(2, len(game.live.chairs) + 1))
        seats.pairing.secrets = Secrets(CODE, *tokens)
        for number in range(2, len(game.live.chairs) + 1):
            Guest(game, number, f"192.168.0.{number}").sits()
        game.owner.run = "same"
        yield Apart(game.owner, game.time, game.audience)
