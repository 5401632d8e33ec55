"""How much memory a page takes as long as it looks on, and a gesture as long as the game is on.

Counted by Python's own allocations (`tracemalloc`), whatever the computer does beside it. With more than this ten
minutes among bad neighbours take more than ten megabytes (docs/neighbours.md, *Memory*).
"""

from __future__ import annotations

import asyncio
import gc
import io
import socket
import tracemalloc
import weakref
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from signifer_core.layout import zone
from signifer_firmware.config.model import load_table
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.live_table import RealPage
from signifer_firmware.web.server.app import Page
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.telling import Frame
from signifer_firmware.web.view.viewers import SPECTATOR
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from tests.firmware.web.sockets import PATIENCE_S, Served, served
from tests.firmware.web.visitors import SETUP
from tests.neighbours.wire import upgrade

__all__ = ["served"]
# Of a page 25 kB, where 33 kB were before Starlette was left out and the handshake let go; of a gesture 4.5 kB.
MOST_OF_PAGE, PAGES = 28_000, 40
MOST_OF_GESTURE, ROUNDS = 5_000, 10
# The least of so many measurements counts: now and then a table of Python's own grows, once for many gestures.
GOES = 3
# Twins are no part of a table; they keep what was done to them.
TWINS = ("*/signifer_drivers/virtual/*", "*/gpiozero/*", "*/tests/*", tracemalloc.__file__)


def allocated() -> int:
    """What Python has allocated since it is traced, and not let go; without twins of chips and the tests' own."""
    gc.collect()
    found = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, name) for name in TWINS])
    return sum(each.size for each in found.statistics("filename"))


def looking_on(served: Served) -> socket.socket:
    """A page that looks on, and has been told how things stand."""
    page = served.raw(upgrade(served.host))
    told = b""
    while b'"type":"full"' not in told:
        told = told[-20:] + page.recv(1 << 16)
    return page


@pytest.mark.skipif(
    not hasattr(AutoWebSocketsProtocol, "start_keepalive"),
    reason="what an old uvicorn keeps is another thing",
)
def test_a_page_that_looks_on(served: Served) -> None:
    with ExitStack() as opened:
        opened.enter_context(looking_on(served))
        tracemalloc.start()
        try:
            opened.enter_context(looking_on(served))
            before = allocated()
            for _ in range(PAGES):
                opened.enter_context(looking_on(served))
            of_each = (allocated() - before) / PAGES
        finally:
            tracemalloc.stop()
    assert of_each <= MOST_OF_PAGE


def test_a_gesture(tmp_path: Path) -> None:
    """In journal and store, to undo, and to look back to; at a real table with its page."""
    heard: list[RealPage] = []

    def tell(news: News) -> None:
        for page in heard:
            page.hear(news)

    config = load_table("direct")
    run = ScriptRun(parse_script(SETUP, file="it"), config, tmp_path, tell)
    scheduler: Any = run.scheduler
    card, place = "red/heavy-infantry-1", zone("3 red")

    def lay_and_lift(times: int) -> None:
        for _ in range(times):
            run.table.world.put(card, place)
            run.rest()
            run.table.world.take(card)
            run.rest()

    try:
        run.begin()
        log = Logbook(io.StringIO(), prefixed=True)
        page = RealPage(config, run.appliance, scheduler, log, listen="loopback", store=run.store)
        heard.append(page)
        scheduler.add(page)
        lay_and_lift(3)
        tracemalloc.start()
        try:
            lay_and_lift(3)
            kept, lines = [allocated()], page.feed.count
            for _ in range(GOES):
                lay_and_lift(ROUNDS)
                kept.append(allocated())
        finally:
            tracemalloc.stop()
        assert page.feed.count - lines == GOES * 2 * ROUNDS
    finally:
        run.close()
    assert min(after - before for before, after in pairwise(kept)) <= MOST_OF_GESTURE * 2 * ROUNDS


class Full:
    """A wire that takes nothing in any more."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


class OneFrame(Hub):
    """A picture, which is told once."""

    def __init__(self) -> None:
        super().__init__()
        self.only = [Frame("a-game", SPECTATOR, 1, {}, "{}")]
        self.kept = weakref.ref(self.only[0])

    def newest(self, role: str) -> Frame | None:
        return self.only.pop()


def test_a_page_that_takes_nothing_keeps_no_picture() -> None:
    """Each of them would keep another one, with all lines of the record."""

    async def told() -> None:
        hub = OneFrame()
        page = Page(cast(WebSocket, Full()), cast(Any, None), hub, cast(Any, None))
        telling = asyncio.create_task(page._send_newest())
        await asyncio.sleep(0)
        assert not hub.only
        assert not telling.done()
        assert hub.kept() is None
        telling.cancel()

    asyncio.run(asyncio.wait_for(told(), PATIENCE_S))
