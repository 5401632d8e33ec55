"""How long the server waits for who was let in: as long as something moves. Time is a parameter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from signifer_firmware.web.server.protocols import (
    ANSWER_S,
    ASKING_S,
    STEADY_S,
    Patient,
    be_patient,
    server_of,
)
from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

BODY = 4_000_000


class Line(asyncio.Transport):
    """A connection of which nothing is ever in the way but what a test says."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.protocol: asyncio.BaseProtocol | None = None
        self.is_over = False
        self.written = b""

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def is_closing(self) -> bool:
        return self.is_over

    def abort(self) -> None:
        self.is_over = True

    close = abort


class Slow:
    """Somebody at one connection, and the clock."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: str) -> None:
        self._now_s = 1000.0
        loop.time = lambda: self._now_s  # type: ignore[method-assign]
        server = server_of(app, lambda line: None, lambda peer: False)
        protocol = cast(type[Patient], server.config.http)
        server.config.load()
        self.line = Line()
        self.patient = protocol(server.config, ServerState(), {}, loop)
        self.line.protocol = self.patient
        self.patient.connection_made(self.line)
        method, length = ("GET", 0) if path.endswith("down") else ("POST", BODY)
        head = f"{method} {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n"
        self.patient.data_received(head.encode())

    async def waits(self, seconds: float) -> bool:
        """Whether the connection is there after that."""
        await turns()
        self._now_s += seconds
        await turns()
        return not self.line.is_over


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    if request.url.path.startswith("/patient"):
        be_patient(request)
    length = 0
    async for piece in request.stream():
        length += len(piece)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % BODY)]})
    for _ in range(200):
        await send({"type": "http.response.body", "body": bytes(BODY // 200), "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def played(path: str, play: Callable[[Slow], Awaitable[None]]) -> None:
    async def work() -> None:
        slow = Slow(asyncio.get_running_loop(), path)
        try:
            await play(slow)
        finally:
            slow.patient.connection_lost(None)
            await turns()

    asyncio.run(work())


def test_a_body_that_comes_slowly_and_steadily_is_taken_of_who_was_let_in() -> None:
    async def steady(slow: Slow) -> None:
        for _ in range(BODY // 400_000):
            assert await slow.waits(ASKING_S * 1.5)
            slow.patient.data_received(bytes(400_000))
        await turns()
        assert slow.line.written.startswith(b"HTTP/1.1 200")

    async def trickles(slow: Slow) -> None:
        slow.patient.data_received(bytes(1000))
        assert await slow.waits(STEADY_S - 1)
        slow.patient.data_received(bytes(1000))
        assert not await slow.waits(2)

    async def is_a_stranger(slow: Slow) -> None:
        slow.patient.data_received(bytes(400_000))
        assert not await slow.waits(ASKING_S * 1.5)

    played("/patient/up", steady)
    played("/patient/up", trickles)
    played("/up", is_a_stranger)


def test_a_long_answer_is_given_to_who_was_let_in_as_long_as_it_is_taken() -> None:
    async def takes(slow: Slow) -> None:
        slow.patient.pause_writing()
        for _ in range(100):
            assert await slow.waits(STEADY_S / 10)
            slow.patient.resume_writing()
            slow.patient.pause_writing()
        slow.patient.resume_writing()

    async def takes_nothing(slow: Slow) -> None:
        slow.patient.pause_writing()
        assert await slow.waits(STEADY_S - 1)
        assert not await slow.waits(2)

    async def is_waited_for_no_longer(slow: Slow) -> None:
        slow.patient.pause_writing()
        assert not await slow.waits(ANSWER_S + 1)

    played("/patient/down", takes)
    played("/patient/down", takes_nothing)
    played("/down", is_waited_for_no_longer)
