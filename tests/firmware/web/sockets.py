"""A table's server on a real port, as sockets of the tests' own find it: pages, and what is none."""

from __future__ import annotations

import asyncio
import io
import socket
import threading
from collections.abc import Iterator

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.web.server import complaints, protocols
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.serve import Service
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.neighbours.wire import upgrade

PATIENCE_S = 120.0


class Served:
    """A table on a real port of this machine."""

    def __init__(self, service: Service, port: int, log: io.StringIO) -> None:
        self.service, self.port, self.log = service, port, log
        self.host = f"127.0.0.1:{port}"

    def page(self, role: str = SPECTATOR, origin: str | None = None) -> ClientConnection:
        return connect(
            f"ws://{self.host}/table?role={role}",
            origin=Origin(origin or f"http://{self.host}"),
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE_S,
        )

    def raw(self, *parts: bytes) -> socket.socket:
        """A connection on which somebody has begun to speak."""
        found = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        for part in parts:
            found.sendall(part)
        return found

    def upgraded(self) -> socket.socket:
        """A WebSocket whose frames a test makes itself; what comes is left unread."""
        found = self.raw(upgrade(self.host))
        assert b" 101 " in found.recv(60)
        return found


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with listening(0) as sock, pytest.MonkeyPatch.context() as patch:
        # However long these tests take, they take no more than a minute of the log's.
        patch.setattr(complaints, "EVERY_S", 3_600.0)
        patch.setattr(protocols, "GIVE_BACK_S", 0.5)
        log = io.StringIO()
        service = Service(
            load_table("standard"), Choice(TWO, seed=4), 1.0, None, False, io.StringIO(), err=log
        )
        port = sock.getsockname()[1]
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, f"http://127.0.0.1:{port}/")))
        thread.start()
        try:
            yield Served(service, port, log)
        finally:
            service.end()
            thread.join()
