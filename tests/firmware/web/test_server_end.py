"""What is left of a page's server once it has ended: no connection, whoever is at its other end."""

from __future__ import annotations

import asyncio
import gc
import socket
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.server.protocols import PageServer, server_of
from starlette.types import Receive, Scope, Send

ASKS = "GET / HTTP/1.1\r\nHost: a\r\n"
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)
# More than the kernel takes off the server's hands; and how much stays with the server before it waits.
PIECE, PIECES, HIGH_WATER = 1 << 20, 40, 1 << 16


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells more than anybody takes in, over HTTP or a WebSocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        for _ in range(PIECES):
            await send({"type": "websocket.send", "bytes": bytes(PIECE)})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(PIECES):
            await send({"type": "http.response.body", "body": bytes(PIECE), "more_body": True})


def guest(sock: socket.socket, says: str) -> socket.socket:
    """Somebody who has come, has said something, and never reads."""
    client = socket.create_connection(sock.getsockname())
    client.sendall(says.encode())
    return client


def served_until(server: PageServer, says: str, is_met: Callable[[PageServer], bool]) -> None:
    """Serve, with one guest, until something holds; then end."""

    async def work(sock: socket.socket) -> None:
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        while not is_met(server):
            await asyncio.sleep(0.001)
        server.should_exit = True
        await serving

    with listening(0) as sock, guest(sock, says):
        asyncio.run(work(sock))


@contextmanager
def nothing_left_open() -> Iterator[None]:
    """What the collector finds is open fails the test that left it, not somebody else's."""
    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always")
        yield
        gc.collect()
    assert [str(one.message) for one in left_open if one.category is ResourceWarning] == []


def is_stuck(server: PageServer) -> bool:
    return any(one.transport.get_write_buffer_size() > HIGH_WATER for one in server.server_state.connections)


@pytest.mark.parametrize("says", [f"{ASKS}\r\n", f"{ASKS}{UPGRADE}\r\n"], ids=["answer", "socket"])
def test_who_takes_nothing_in_is_cut_as_the_server_ends(says: str) -> None:
    """Before, their connections were left open to the garbage collector, which met them in somebody else's test."""
    server = server_of(app, lambda line: None, lambda peer: False)
    server.config.timeout_graceful_shutdown = 0
    with nothing_left_open():
        served_until(server, says, is_stuck)
        assert not server.server_state.connections


@pytest.mark.parametrize("turns", range(5))
def test_who_comes_in_the_very_turn_in_which_the_server_ends_is_cut(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncio makes a connection in two turns of its loop; of one whose listener ended in between, the socket was left
    open (and ``Server._attach`` raised where nobody hears it)."""
    server = server_of(app, lambda line: None, lambda peer: False)
    with nothing_left_open(), listening(0) as sock, ExitStack() as guests:

        async def comes() -> None:
            guests.enter_context(guest(sock, ""))
            for _ in range(turns):
                await asyncio.sleep(0)

        monkeypatch.setattr(server, "main_loop", comes)
        asyncio.run(server.serve(sockets=[sock]))


# What somebody says who is going, or has to, once they were answered: a WebSocket's "I am going" (RFC 6455, 5.5.1,
# masked), or junk in the middle of what they ask.
LAST_WORDS = {
    "socket": (f"{ASKS}{UPGRADE}\r\n", b"\x88\x82\0\0\0\0\x03\xe9"),
    "answer": (f"{ASKS}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n", b"junk\r\n"),
}


@pytest.mark.parametrize("turns", range(5))
@pytest.mark.parametrize(("says", "goes"), LAST_WORDS.values(), ids=LAST_WORDS)
def test_who_goes_in_the_very_turn_in_which_the_server_ends_keeps_nobody(
    says: str, goes: bytes, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uvicorn says goodbye once more, which neither protocol takes: the end failed, and all others stayed open."""
    came = asyncio.Semaphore(0)

    async def answers(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})
        came.release()
        while scope["type"] == "websocket" and (await receive())["type"] != "websocket.disconnect":
            pass

    server = server_of(answers, lambda line: None, lambda peer: False)
    with nothing_left_open(), listening(0) as sock, ExitStack() as guests:

        async def end() -> None:
            goer, *_ = (guests.enter_context(guest(sock, says)) for _ in range(3))
            for _ in range(3):
                await came.acquire()
            goer.sendall(goes)
            for _ in range(turns):
                await asyncio.sleep(0)

        monkeypatch.setattr(server, "main_loop", end)
        asyncio.run(server.serve(sockets=[sock]))


@pytest.mark.parametrize("turns", range(5))
@pytest.mark.parametrize(
    "says", ["", f"{ASKS}\r\n", f"{ASKS}{UPGRADE}\r\n"], ids=["silent", "answer", "socket"]
)
def test_who_is_there_or_just_comes_as_the_server_is_cancelled_is_cut(says: str, turns: int) -> None:
    """uvicorn ends nothing where it is cancelled, as it is at the first start: the phone's connections stayed open
    until the collector met them in somebody else's test."""
    server = server_of(app, lambda line: None, lambda peer: False)

    async def cancelled(sock: socket.socket, guests: ExitStack) -> None:
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        guests.enter_context(guest(sock, says))
        while not (server.started and server.server_state.connections):
            await asyncio.sleep(0.001)
        guests.enter_context(guest(sock, says))
        for _ in range(turns):
            await asyncio.sleep(0)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        assert not server.server_state.connections

    with nothing_left_open(), listening(0) as sock, ExitStack() as guests:
        asyncio.run(cancelled(sock, guests))
