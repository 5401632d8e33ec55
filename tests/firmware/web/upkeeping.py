"""Pages of upkeep, over real sockets, at a table at which no game is on yet."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from signifer_core.layout import zone
from signifer_firmware.session.pairing import CODE_LENGTH
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.firmware.session.phones import Secrets
from tests.firmware.web.visitors import PATIENCE_S, Watched
from tests.hearing import heard

CODE, TOKENS = "4711", ("a" * 32, "b" * 32, "c" * 32)
assert len(CODE) == CODE_LENGTH
Told = dict[str, Any]


class Kept(Watched):
    """A table whose readers know no tag."""

    def __init__(self, folder: Path, port: int | None = None, name: str = "direct") -> None:
        super().__init__(folder, port=port, name=name)
        self.run.appliance.keeper.session.upkeep.pairing.secrets = Secrets(CODE, *TOKENS)

    def begin(self) -> None:
        self.until(lambda: self.has_told("READY=1"))
        self.run.scheduler.add(self.twins.fingers)

    def press_soon(self, name: str) -> None:
        """From another thread."""
        self.run.scheduler.call(lambda: self.press(name))

    def take(self, card: str) -> None:
        self.run.threads.lines[0].scheduler.call(lambda: self.twins.world.take(card))

    def put_together(self, cards: dict[str, str]) -> None:
        """Lay several cards at one moment."""

        def work() -> None:
            for card, place in cards.items():
                self.twins.world.put(card, zone(place))

        self.run.threads.lines[0].scheduler.call(work)

    def tag(self, card: str) -> str:
        return self.twins.world.tag(card).uid.hex().upper()


class Upkeep:
    """A page of upkeep, and what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Told = {}
        self.is_in = False
        self.told: list[Told] = []
        self.n = 0

    def hear(self, until_s: float | None = None) -> Told:
        """The next message, but that the table is there."""
        until_s = time.monotonic() + PATIENCE_S if until_s is None else until_s
        message = heard(self.socket, until_s)
        if message["type"] == "view":
            self.view, self.is_in = message["view"], message["in"]
        self.told.append(message)
        return message

    def until(self, what: Callable[[Told], bool]) -> Told:
        until_s = time.monotonic() + PATIENCE_S
        while not self.view or not what(self.view):
            self.hear(until_s)
        return self.view

    def ask(self, **wish: Any) -> Told:
        """What is answered."""
        self.n += 1
        self.socket.send(json.dumps(wish | {"n": self.n}))
        until_s = time.monotonic() + PATIENCE_S
        while (message := self.hear(until_s)).get("n") != self.n:
            pass
        return message

    def hears(self, kind: str) -> Told:
        """The next message of that kind, which may have come already."""
        until_s = time.monotonic() + PATIENCE_S
        while not (found := [each for each in self.told if each["type"] == kind]):
            self.hear(until_s)
        self.told.remove(found[0])
        return found[0]

    def pair(self, table: Kept) -> str:
        """Be let in; the token."""
        assert self.ask(do="pair") == {"type": "done", "n": self.n}
        assert self.ask(do="code", code=CODE) == {"type": "done", "n": self.n}
        table.press_soon("ok red")
        token: str = self.hears("paired")["token"]
        until_s = time.monotonic() + PATIENCE_S
        while not self.is_in:
            self.hear(until_s)
        return token


def upkeep(port: int, host: str = "127.0.0.1", origin: str = "") -> ClientConnection:
    return connect(
        f"ws://{host}:{port}/upkeep/wire",
        origin=Origin(origin or f"http://{host}:{port}"),
        max_size=None,
        open_timeout=PATIENCE_S,
    )


def asked(
    port: int, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> tuple[int, bytes]:
    """What a request is answered: status and contents."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request(
            method, path, body or None, {name: value for name, value in headers.items() if value}
        )
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()
