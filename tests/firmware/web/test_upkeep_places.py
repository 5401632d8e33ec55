"""Places at the page of upkeep, and the doctor there: whoever comes with many keeps nobody out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json
from signifer_firmware.config.model import load_table
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.web.server.network import door_of
from signifer_firmware.web.upkeep.figures import Figures
from signifer_firmware.web.upkeep.table import Kept, Place
from signifer_firmware.web.upkeep.updating import Updates
from signifer_firmware.web.upkeep.wire import FULL, MOST_OF_ONE, MOST_PAGES, Wire, Wires
from starlette.types import Message, Scope
from starlette.websockets import WebSocket

HOST = "10.0.0.1:8520"


def no_table() -> Appliance:
    raise ConfigError(["busy"])


class Street:
    """Pages of upkeep of a table that is too busy to say how it stands."""

    def __init__(self) -> None:
        self.examined, self.now_s, self.examines_s = 0, 100.0, 0.0
        table = load_table("direct")
        place = Place(table, "direct", lambda: Path("/nonexistent"))
        self.wires = Wires(
            Kept(place, no_table),
            lambda work: work(),
            self._examine,
            Figures("direct", table),
            Updates(place.store),
            lambda: self.now_s,
        )
        self.door = door_of(8520, network=True)

    def _examine(self) -> list[Json]:
        self.examined += 1
        self.now_s += self.examines_s
        return []

    async def come(self, peer: str) -> Page:
        page = Page(self, peer)
        await page.settled()
        return page


class Page:
    """A browser's end, at ASGI's level."""

    def __init__(self, street: Street, peer: str) -> None:
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        self._heard.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        scope: Scope = {
            "type": "websocket", "path": "/upkeep/wire", "headers": headers, "query_string": b"", "client": (peer, 9),
        }  # fmt: skip
        self.wire = Wire(WebSocket(scope, self._heard.get, self._send), street.wires, street.door)
        self.served = asyncio.create_task(self.wire.serve())

    async def _send(self, message: Message) -> None:
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.go()

    def say(self, text: str) -> None:
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    def go(self) -> None:
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def settled(self) -> None:
        """Everything that can happen now has."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def answered(self) -> None:
        while not any('"n":1' in message.get("text", "") for message in self.sent):
            await asyncio.sleep(0)

    @property
    def is_closed(self) -> bool:
        return any(
            (message["type"], message.get("code")) == ("websocket.close", FULL) for message in self.sent
        )


def evening(work: Coroutine[Any, Any, None]) -> None:
    async def until_all_are_gone() -> None:
        await work
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    asyncio.run(until_all_are_gone())


def test_many_pages_of_a_few_close_nobody_out() -> None:
    async def work() -> None:
        street = Street()
        crowd = [
            await street.come(f"10.0.0.{address}")
            for address in range(10, 10 + MOST_PAGES // MOST_OF_ONE)
            for _ in range(MOST_OF_ONE)
        ]
        assert not any(page.is_closed for page in crowd)
        assert (await street.come("10.0.0.10")).is_closed, "that one has enough"
        assert not (await street.come("127.0.0.1")).is_closed, "this machine has places of its own"
        assert not (await street.come("10.0.0.9")).is_closed, "a phone that nobody knows yet"
        await crowd[0].settled()
        assert sum(page.is_closed for page in crowd) == 1

    evening(work())


def test_who_was_let_in_loses_no_place() -> None:
    async def work() -> None:
        street = Street()
        owner = await street.come("10.0.0.10")
        owner.wire.is_in = True
        crowd = [
            await street.come(f"10.0.0.{address}")
            for address in range(10, 10 + MOST_PAGES // MOST_OF_ONE)
            for _ in range(MOST_OF_ONE)
        ]
        for address in range(100, 140):
            await street.come(f"10.0.0.{address}")
        await owner.settled()
        assert not owner.is_closed
        assert sum(page.is_closed for page in crowd) == 40

    evening(work())


def test_the_doctor_does_not_look_all_the_time_for_strangers() -> None:
    async def work() -> None:
        street = Street()
        for seconds, looked in ((0.0, 1), (1.0, 1), (1.0, 2)):
            street.now_s += seconds
            page = await street.come("10.0.0.9")
            page.say('{"do":"examine","n":1}')
            await page.answered()
            assert street.examined == looked
        page = await street.come("10.0.0.8")
        page.wire.is_in = True
        page.say('{"do":"examine","n":1}')
        await page.answered()
        assert street.examined == 3, "who was let in may have mended something"

    evening(work())


def test_the_doctor_rests_after_a_look_that_took_long() -> None:
    async def work() -> None:
        street = Street()
        street.examines_s = 5.0
        for _ in range(3):
            page = await street.come("10.0.0.9")
            page.say('{"do":"examine","n":1}')
            await page.answered()
        assert street.examined == 1

    evening(work())


def test_a_page_that_goes_in_the_moment_in_which_it_is_told_has_gone() -> None:
    async def work() -> None:
        street = Street()
        page = await street.come("10.0.0.9")
        page.wire.stir()
        await asyncio.sleep(0)
        page.served.cancel()
        await asyncio.wait([page.served], timeout=20)
        assert page.served.done()

    evening(work())


class Long(Figures):
    """Figures that take a tenth of a second of the street's time."""

    def __init__(self, street: Street) -> None:
        super().__init__("direct", load_table("direct"))
        self._street = street

    def told(self, game: str, card: str) -> dict[str, Json]:
        self._street.now_s += 0.1
        return super().told(game, card)


def test_figures_are_told_strangers_in_a_share_of_the_time() -> None:
    """Fifty addresses that asked for them all the time held a card up for half a second."""

    async def work() -> None:
        street = Street()
        street.wires.figures = Long(street)
        owner, stranger = await street.come("10.0.0.8"), await street.come("10.0.0.9")
        owner.wire.is_in = True
        for page, rests_s in ((owner, 0.0), (stranger, 0.4)):
            page.say('{"do":"figures","game":"field-of-glory","card":"","n":1}')
            await page.answered()
            assert street.wires.rests_s == pytest.approx(rests_s)

    evening(work())
