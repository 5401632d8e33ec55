"""Visitors of the page of a real table."""

from __future__ import annotations

import json
import socket
import threading
import time
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from signifer_firmware.config.entries import PageConfig
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.setup import setup_of
from signifer_firmware.web import live_table
from signifer_firmware.web.live_table import RealPage
from signifer_firmware.web.server.network import Door, door_of
from signifer_firmware.web.view.viewers import SPECTATOR
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.firmware.service.tables import Table
from tests.hearing import heard

PATIENCE_S = 120.0
SETUP = """
game field-of-glory
terrain plain plain plain plain plain
first red
begin actions
"""
Message = dict[str, Any]


def free_port() -> int:
    """One that the system chooses: of the page's own ones each process would find the same first."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def all_are_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who comes sits at the table's own computer."""

    def door(*given: Any, **named: Any) -> Door:
        return replace(door_of(*given, **named), local=lambda peer: False)

    monkeypatch.setattr(live_table, "door_of", door)


class Watched(Table):
    """A table with its page, whose main loop is this test's thread."""

    def __init__(
        self,
        folder: Path,
        listen: str = "loopback",
        port: int | None = None,
        name: str = "direct",
        **more: Any,
    ) -> None:
        self.port = port or free_port()
        page = PageConfig.model_validate({"listen": listen, "port": self.port})
        super().__init__(folder, page=page, name=name, **more)
        assert self.run.page is not None
        self.page: RealPage = self.run.page

    def begin(self) -> None:
        """Begin a game from the middle of nothing."""
        self.until(lambda: self.has_told("READY=1"))
        cards = self.run.appliance.keeper.bundle.cards
        self.run.appliance.enrol({self.twins.world.tag(card).uid: card for card in cards})
        setup = setup_of(parse_script(SETUP, file="it"), self.config)
        self.run.appliance.keeper.begin(setup, self.run.scheduler.clock.now_us)
        self.run.scheduler.add(self.twins.fingers)

    def press(self, name: str) -> None:
        self.twins.fingers.press(name)
        self.run.scheduler.wake(self.twins.fingers, self.run.scheduler.clock.now_us)

    def meanwhile(self, work: Callable[[], None]) -> None:
        """Have ``work`` done by a thread of its own, while the table runs; what goes wrong there goes wrong here."""
        wrong: list[BaseException] = []

        def guarded() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001  # told to the test's own thread
                wrong.append(error)

        thread = threading.Thread(target=guarded)
        thread.start()
        self.until(lambda: not thread.is_alive())
        if wrong:
            raise wrong[0]


class Visitor:
    """A page, and all that it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Message = {}
        self.messages: list[Message] = []

    def hear(self, until_s: float | None = None) -> Message:
        """The next message, but that the table is there."""
        until_s = time.monotonic() + PATIENCE_S if until_s is None else until_s
        message = heard(self.socket, until_s)
        self.messages.append(message)
        if message["type"] in ("full", "news"):
            self.run = message["run"]
            self.view |= message["view"]
        return message

    def until(self, what: Callable[[Message], bool]) -> Message:
        """Listen until what is shown is as wanted."""
        until_s = time.monotonic() + PATIENCE_S
        while not self.view or not what(self.view):
            self.hear(until_s)
        return self.view

    def ask(self, **wish: Any) -> Message:
        """What is answered."""
        self.until(bool)
        self.socket.send(json.dumps({"run": self.run, "n": 7} | wish))
        until_s = time.monotonic() + PATIENCE_S
        while True:
            message = self.hear(until_s)
            if message["type"] in ("done", "refused", "paired"):
                return message


def visit(port: int, role: str = SPECTATOR) -> ClientConnection:
    host = f"127.0.0.1:{port}"
    return connect(
        f"ws://{host}/table?role={role}",
        origin=Origin(f"http://{host}"),
        max_size=None,
        open_timeout=PATIENCE_S,
    )


def lit(packed: str) -> Image.Image:
    """A screen's picture as a page is told it."""
    return Image.frombytes("1", (128, 64), b64decode(packed))
