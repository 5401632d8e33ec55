"""A table at its first start: the service on a private bus with iwd's twin, its page and its names at sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

from signifer_firmware.network.first_start import Times, Told
from signifer_firmware.network.iwd import Patience
from signifer_firmware.network.serve import Service
from signifer_firmware.system.interfaces import Interfaces
from signifer_firmware.system.own_network import NAME, OwnNetwork, told_by
from signifer_firmware.web.server.network import listening

from tests.firmware.network.iwd_twin import Iwd

OWN, CODE = "127.0.0.1", "27182818"
PATIENCE_S = 120.0
# What a test waits for in vain is waited for shortly, all else long.
QUICK = Patience(scan=60.0, switch=60.0, join=60.0, address=60.0, look=0.01)
TIMES = Times(known=0.05, lost=3600.0, again=3600.0, look=0.01, heard=0.0)


class Plugs(Interfaces):
    """Whether a cable is in, and what the twin says of the radio."""

    def __init__(self, iwd: Iwd) -> None:
        super().__init__(OWN, Path("/nowhere"), lambda name: IPv4Address(OWN))
        self.iwd, self.cable = iwd, False
        # How often it was looked.
        self.looks = 0

    def has_cable(self) -> bool:
        self.looks += 1
        self.iwd.moved.set()
        return self.cable

    def has_radio_address(self) -> bool:
        return self.iwd.has_address


class Watched(Service):
    """The service; who waits for something looks again whenever it tells anything."""

    moved: asyncio.Event

    def _told(self, told: Told) -> None:
        super()._told(told)
        self.moved.set()


class Table:
    """What a phone and a screen see of it."""

    def __init__(self, service: Service, folder: Path, port: int, dns: int, iwd: Iwd, plugs: Plugs) -> None:
        self.service, self.iwd, self.plugs = service, iwd, plugs
        self.port, self.dns = port, dns
        self.host = f"{OWN}:{port}"
        self._folder = folder
        # Its service, and iwd.
        self.running: asyncio.Task[None]
        self.twin: asyncio.Task[None]

    @property
    def screens(self) -> OwnNetwork:
        return told_by(self._folder / NAME)

    @property
    def stage(self) -> str:
        return "" if self.service.first is None else self.service.first.told.stage

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self.iwd.moved.clear()
                await self.iwd.moved.wait()

    async def looks_again(self) -> None:
        """Ten times: what it does at once would be done by then."""
        before = self.plugs.looks
        await self.until(lambda: self.plugs.looks >= before + 10)

    async def http(
        self, method: str, path: str, body: object = None, peer: str = OWN, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """A request of a phone at ``peer``, byte by byte."""
        reader, writer = await asyncio.open_connection(OWN, self.port, local_addr=(peer, 0))
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        said = {"Host": self.host, "Origin": f"http://{self.host}", "Content-Type": "application/json"}
        said |= {"Content-Length": str(len(sent)), "Connection": "close"}
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items() if value)
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + sent)
        answer = await reader.read()
        writer.close()
        top, _, rest = answer.partition(b"\r\n\r\n")
        first, *lines = top.decode("latin-1").split("\r\n")
        told = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        return int(first.split()[1]), told, rest

    async def state(self, peer: str = OWN) -> dict[str, Any]:
        status, _, body = await self.http("GET", "/state", peer=peer)
        assert status == 200
        found: dict[str, Any] = json.loads(body)
        return found

    async def join(self, name: str, password: str, peer: str = OWN) -> dict[str, Any]:
        _, _, body = await self.http("POST", "/join", {"name": name, "password": password}, peer)
        found: dict[str, Any] = json.loads(body)
        return found


@asynccontextmanager
async def first_start(
    bus: str, iwd: Iwd, folder: Path, *, times: Times = TIMES, patience: Patience = QUICK, cable: bool = False
) -> AsyncIterator[Table]:
    ready = asyncio.Event()
    twin = asyncio.create_task(iwd.serve(bus, ready))
    await ready.wait()
    plugs = Plugs(iwd)
    plugs.cable = cable
    service = Watched(
        CODE, folder, plugs, game_port=8520, bus=bus, address=OWN, times=times, patience=patience
    )
    service.moved = iwd.moved
    with listening(0) as page, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dns:
        dns.bind((OWN, 0))
        running = asyncio.create_task(service.run(page, dns))
        running.add_done_callback(lambda _: iwd.moved.set())
        table = Table(service, folder, page.getsockname()[1], dns.getsockname()[1], iwd, plugs)
        table.running, table.twin = running, twin
        try:
            yield table
        finally:
            # iwd is there to the end: what would follow from its going is another test's. However the service
            # ended, it goes in order: a connection that is left open keeps the name from the next twin.
            try:
                await _ended(running)
            finally:
                await _ended(twin)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
