"""``signifer first-start``: the radio, the page in the table's own network, the names that lead there, as a service."""

from __future__ import annotations

import asyncio
import math
import secrets
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from signifer_core.errors import SigniferError

from signifer_firmware.config.model import load_table
from signifer_firmware.files.refused import refused
from signifer_firmware.system.interfaces import Interfaces
from signifer_firmware.system.own_network import NAME as TOLD_NAME
from signifer_firmware.system.own_network import OwnNetwork, tell
from signifer_firmware.web.server.protocols import server_of

from . import names
from .bus import SYSTEM, Opened
from .first_start import HOME, OWN, TRIES, FirstStart, Times, Told
from .iwd import IWD, Patience, Radio
from .page import Page
from .place import STAYS_S, Place

# The name of a table's own network, and the code of one that has no screen to show another one: what a label may say.
OWN_NAME, LABEL_CODE = "Signifer", "27182818"
CODE_LENGTH = 8
# As image/root/etc/systemd/network/70-own.network has it: the number of the page, as far as addresses go.
OWN_ADDRESS, PAGE_PORT = "10.85.20.1", 80
# Linux, netinet/in.h: an address may be listened at before it is there.
_IP_FREEBIND = 15
BUS_AGAIN_S, SAID_AGAIN_S = 5.0, 3600.0


def code_of(table: str) -> str:
    """A code that nobody knows who does not see the table's screens; without such screens, that of the label."""
    config = load_table(table)
    has_screen = any(screen.driver != "page" and " " not in screen.place for screen in config.screens)
    return "".join(secrets.choice("0123456789") for _ in range(CODE_LENGTH)) if has_screen else LABEL_CODE


def early(kind: socket.SocketKind, address: str, port: int) -> socket.socket:
    """A socket at an address that need not be there yet. OSError."""
    found = socket.socket(socket.AF_INET, kind)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.IPPROTO_IP, _IP_FREEBIND, 1)
        found.bind((address, port))
    except OSError:
        found.close()
        raise
    return found


class Service:
    """All of it, until it is cancelled. ``bus`` is D-Bus's; what is told goes into ``folder``."""

    def __init__(
        self,
        code: str,
        folder: Path,
        interfaces: Interfaces,
        *,
        game_port: int,
        bus: str = SYSTEM,
        address: str = OWN_ADDRESS,
        times: Times | None = None,
        patience: Patience | None = None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._code, self._folder, self._interfaces = code, folder, interfaces
        self._bus, self._address, self._game_port = bus, address, game_port
        self._times, self._patience = times or Times(), patience or Patience()
        self._say = say
        self.place = Place(time.monotonic)
        self.first: FirstStart | None = None
        # Whether the table had a network, its own or another one, since somebody took this back.
        self.has_worked = False

    async def run(self, page: socket.socket, dns: socket.socket) -> None:
        """Serve at these sockets, while the radio does what is asked. BusError without D-Bus or iwd."""
        async with Opened(self._bus, IWD) as bus:
            radio = Radio(bus, self._interfaces.has_radio_address, self._patience)
            await radio.begin()
            try:
                await self._with(radio, page, dns)
            finally:
                await radio.end()

    async def _with(self, radio: Radio, page: socket.socket, dns: socket.socket) -> None:
        first = self.first = FirstStart(
            radio,
            (OWN_NAME, self._code),
            tell=self._told,
            say=self._say,
            has_cable=self._interfaces.has_cable,
            has_phone=lambda: self.place.is_taken,
            times=self._times,
        )
        port = page.getsockname()[1]
        host = self._address if port == 80 else f"{self._address}:{port}"
        game = f"http://{self._address}:{self._game_port}/"
        later = f"http://{socket.gethostname().partition('.')[0]}.local:{self._game_port}"
        app = Page(first, self.place, host, game=game, later=later)
        server = server_of(app, self._say, lambda peer: False)
        loop = asyncio.get_running_loop()
        answering, _ = await loop.create_datagram_endpoint(lambda: names.Names(self._address), sock=dns)
        starting = asyncio.create_task(first.run())
        # Without the radio's part there is nothing to be served.
        starting.add_done_callback(lambda _: setattr(server, "should_exit", True))
        page.listen()
        try:
            await server.serve(sockets=[page])
        finally:
            answering.close()
            starting.cancel()
            with suppress(asyncio.CancelledError):
                await starting

    def _told(self, told: Told) -> None:
        self.has_worked = self.has_worked or told.stage in (OWN, HOME)
        self.place.keep(math.inf if told.stage == TRIES else STAYS_S)
        tell(self._folder / TOLD_NAME, OwnNetwork(told.own, told.language))


def run(table: str, folder: Path) -> int:
    """Until a signal ends it. ConfigError for a table's file that is wrong; a computer without a radio has nothing to
    do here, and one whose iwd is not there yet is asked again. What is missing is said as it changes, when all was well
    in between, and hourly."""
    config = load_table(table)
    service = Service(
        code_of(table),
        folder,
        Interfaces(OWN_ADDRESS),
        game_port=config.page.port,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    )
    said, since_s = "", 0.0
    while True:
        try:
            with (
                early(socket.SOCK_STREAM, OWN_ADDRESS, PAGE_PORT) as page,
                early(socket.SOCK_DGRAM, OWN_ADDRESS, names.PORT) as dns,
            ):
                asyncio.run(service.run(page, dns))
            return 0
        except KeyboardInterrupt:
            return 0
        except (OSError, SigniferError) as error:
            why = refused(error) if isinstance(error, OSError) else str(error)
            if service.has_worked or why != said or time.monotonic() - since_s >= SAID_AGAIN_S:
                service.has_worked, said, since_s = False, why, time.monotonic()
                print(f"first start: {why}; it tries again", file=sys.stderr, flush=True)
            time.sleep(BUS_AGAIN_S)
