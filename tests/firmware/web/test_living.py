"""A wire that goes dead without closing, as the server sees it, over real sockets: pages hear now and then that the
table is there, and who does not answer any more keeps no place."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast

import pytest
from signifer_firmware.web.server import living, protocols
from signifer_firmware.web.virtual.live import TWO, Choice
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol
from websockets.sync.client import ClientConnection

from tests.firmware.web import upkeeping, visitors
from tests.firmware.web.black_hole import black_hole
from tests.firmware.web.browser import served
from tests.firmware.web.static import STATIC
from tests.firmware.web.upkeeping import Upkeep, upkeep
from tests.firmware.web.visitors import PATIENCE_S, Visitor, visit
from tests.neighbours import owner
from tests.neighbours.wire import TEXT, frame, upgrade


@contextmanager
def table_at() -> Iterator[int]:
    """The port of a table at which nothing happens."""
    with served(Choice(TWO, seed=3)) as (address, _):
        yield int(address.rstrip("/").rpartition(":")[2])


def test_a_page_misses_a_table_only_after_several_words_of_it() -> None:
    source = (STATIC / "line.js").read_text(encoding="utf-8")
    seconds = {name: int(ms) / 1000 for name, ms in re.findall(r"const (\w+)_MS = ([\d_]+);", source)}
    assert 3 * living.EVERY_S <= seconds["SILENT"] <= 10
    assert protocols.PING_S + protocols.PONG_S <= 25 < seconds["FIRST"]


def says_that_it_is_there(wire: ClientConnection) -> None:
    """Several times, whatever else it says."""
    until_s = time.monotonic() + PATIENCE_S
    for _ in range(3):
        while json.loads(wire.recv(max(0.0, until_s - time.monotonic()))) != {"type": "there"}:
            pass


PAGES: dict[str, type[Visitor | Upkeep | owner.Page]] = {
    "table": Visitor,
    "upkeep": Upkeep,
    "neighbours": owner.Page,
}


@pytest.mark.parametrize("at", PAGES)
def test_what_waits_in_vain_ends_though_the_table_is_there(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.setattr(living, "EVERY_S", 0.05)
    with table_at() as port, (upkeep if at == "upkeep" else visit)(port) as wire:
        found: Visitor | Upkeep | owner.Page = PAGES[at](wire)
        found.until(bool)
        for each in (visitors, upkeeping, owner):
            monkeypatch.setattr(each, "PATIENCE_S", 1.0)
        with pytest.raises(TimeoutError):
            found.until(lambda view: False)


def test_pages_hear_that_the_table_is_there_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living, "EVERY_S", 0.05)
    with table_at() as port:
        for role in ("hand", "spectator"):
            with visit(port, role) as wire:
                page = Visitor(wire)
                page.until(bool)
                says_that_it_is_there(wire)
        with upkeep(port) as wire:
            keeper = Upkeep(wire)
            keeper.until(bool)
            says_that_it_is_there(wire)


def test_whose_wire_went_dead_holds_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a place nor a button, on which their finger was when nothing came through any more."""
    monkeypatch.setattr(protocols, "PING_S", 0.5)
    monkeypatch.setattr(protocols, "PONG_S", 0.5)
    with table_at() as port, black_hole(port) as hole, visit(port, "hand") as wire:
        looks = Visitor(wire)
        looks.until(bool)
        with visit(hole.port, "hand") as wire:
            deed = {"do": "button", "name": "dice", "down": True, "run": looks.run, "n": 1}
            wire.send(json.dumps(deed))
            looks.until(lambda view: view["table"]["held"])
            hole.swallow()
            looks.until(lambda view: not view["table"]["held"])
            hole.close()


@pytest.mark.skipif(
    not hasattr(AutoWebSocketsProtocol, "keepalive_timeout"),
    reason="an old uvicorn serves by websockets.legacy, which gives nobody a chance to end it",
)
def test_nor_does_who_takes_nothing_in_of_all_they_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits to be sent is not waited for: on a dead wire it never is."""
    monkeypatch.setattr(protocols, "PING_S", 0.5)
    monkeypatch.setattr(protocols, "PONG_S", 3.0)
    with table_at() as port, visit(port, "hand") as wire, socket.socket() as sock:
        looks = Visitor(wire)
        looks.until(bool)
        # As little as possible lies between the two ends.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        sock.settimeout(PATIENCE_S)
        sock.connect(("127.0.0.1", port))
        sock.sendall(upgrade(f"127.0.0.1:{port}", path="/table?role=hand"))
        assert b" 101 " in sock.recv(60)
        deed = {"do": "button", "name": "dice", "down": True}
        down, resync = (
            frame(TEXT, json.dumps(each | {"run": looks.run, "n": 1}).encode())
            for each in (deed, {"do": "resync"})
        )
        with suppress(OSError):  # on a busy machine it is over before all is asked
            sock.sendall(down)
            looks.until(lambda view: view["table"]["held"])
            for _ in range(4):
                sock.sendall(resync * 5)
                time.sleep(0.7)  # more at once ends the page
        looks.until(lambda view: not view["table"]["held"])


class Gone:
    """A page whose wire takes nothing any more."""

    async def send_text(self, text: str) -> None:
        raise WebSocketDisconnect(1006)


def test_who_went_while_they_were_told_leaves_nothing_to_the_collector() -> None:
    """What went wrong holds the page by its traceback, and was held by what told it: a page and all that is its."""

    async def gone() -> weakref.ref[Gone]:
        page = Gone()
        socket = cast(WebSocket, page)
        async with living.beside(socket, socket.send_text("news")):
            await asyncio.sleep(0)  # it is told, in vain
        return weakref.ref(page)

    gc.disable()
    try:
        assert asyncio.run(gone())() is None
    finally:
        gc.enable()


def test_a_mistake_in_what_is_told_is_not_passed_over() -> None:
    async def wrong() -> None:
        raise LookupError

    async def told() -> None:
        async with living.beside(cast(WebSocket, Gone()), wrong()):
            await asyncio.sleep(0)

    with pytest.raises(LookupError):
        asyncio.run(told())
