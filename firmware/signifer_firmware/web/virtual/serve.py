"""``signifer play``: the virtual table and its page, until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

import uvicorn
from signifer_core.errors import ConfigError

from signifer_firmware.config.entries import PageConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.display.qr import on_terminal
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.kernel.realtime import SWITCH_S
from signifer_firmware.league.ledger import Ledger
from signifer_firmware.web.game import printed
from signifer_firmware.web.play import Choice
from signifer_firmware.web.server.app import app_of
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.network import (
    EVERYWHERE,
    LOOPBACK,
    address_of,
    door_of,
    listening,
    with_loopback_6,
)
from signifer_firmware.web.server.protocols import server_of
from signifer_firmware.web.upkeep.opening import upkeep_of
from signifer_firmware.web.upkeep.table import Place

from .library import Aside, Library
from .owner import Owner
from .shelf import Shelf, shelf_of

# A page that is loaded again is away for a moment.
LOOK_S = 0.25


def serve(
    *,
    config: TableConfig,
    choice: Choice,
    speed: float,
    port: int | None = None,
    browser: bool = True,
    idle_s: float | None = None,
    network: bool = False,
    games: Path | None = None,
    goes_on: Callable[[Choice], bool] = lambda choice: True,
    out: TextIO = sys.stdout,
    err: TextIO = sys.stderr,
) -> int:
    """Serve the page of a virtual table until Ctrl-C, or until nobody has looked for ``idle_s``. In the local
    ``network`` others may look on. Games are kept in the folder ``games``, if there is one; the one that was left there
    goes on, if ``goes_on`` has it so. ConfigError, OSError."""
    try:
        sock = listening(port, EVERYWHERE if network else LOOPBACK)
    except OSError as error:
        raise ConfigError([f"--port {port}: {error.strerror}; name another one, or leave it out"]) from None
    number = sock.getsockname()[1]
    if network:
        config = config.model_copy(update={"page": PageConfig(address=address_of(number))})
    address = f"http://{LOOPBACK}:{number}/"
    try:
        with shelf_of(games, lambda line: print(line, file=err)) as shelf:
            service = Service(
                config, choice, speed, idle_s, browser, out, network=network, shelf=shelf, goes_on=goes_on
            )
            asyncio.run(service.run(sock, address))
    except KeyboardInterrupt:
        out.write("\n")
    finally:
        sock.close()
    return 0


class Service:
    """The server and the owner's thread, together from beginning to end."""

    def __init__(
        self,
        config: TableConfig,
        choice: Choice,
        speed: float,
        idle_s: float | None,
        browser: bool,
        out: TextIO,
        *,
        network: bool = False,
        err: TextIO | None = None,
        shelf: Shelf | None = None,
        goes_on: Callable[[Choice], bool] = lambda choice: True,
    ) -> None:
        self._err = err or sys.stderr
        self._idle_s, self._browser, self._out = idle_s, browser, out
        self._address = config.page.address if network else ""
        self._printed = printed(bundles_of(config))
        self._network = network
        self.hub = Hub()
        self.owner = Owner(config, choice, self.hub, speed=speed, shelf=shelf, goes_on=goes_on)
        self._aside = Aside(self._complain)
        self.library = Library(config, self._store, self.owner.go_on, self._aside)
        self.league = Ledger(self._store, self.owner.say_who_played, run=lambda: self.owner.run)
        self._place = Place(config, config.name, self._store, is_virtual=True)
        self._server: uvicorn.Server | None = None
        self._is_over = False

    def _store(self) -> Path | None:
        """The store of the games that were played, as long as there is a shelf."""
        shelf = self.owner.shelf
        return None if shelf is None else shelf.store

    async def run(self, sock: socket.socket, address: str) -> None:
        """Serve until interrupted, ended or idle; what goes wrong in the owner's thread is raised here."""
        door = door_of(sock.getsockname()[1], network=self._network)
        upkeep, _ = upkeep_of(self._place, lambda: self.owner.live.run.appliance, self.owner.call, door)
        app = app_of(
            *(self.owner, self.hub, door, self._printed, self.library), league=self.league, more=upkeep
        )
        self._server = server = server_of(app, self._complain, self.hub.keeps)
        server.should_exit = self._is_over
        # Each message that the server sends gives the interpreter away: the table must give it back soon.
        sys.setswitchinterval(SWITCH_S)
        with ThreadPoolExecutor(1, "table") as threads:
            owning = asyncio.get_running_loop().run_in_executor(threads, self.owner.loop)
            owning.add_done_callback(lambda _: self.end())  # without a table there is nothing to serve
            watching = asyncio.create_task(self._watch(server, address))
            try:
                with with_loopback_6(sock) as sockets:
                    await server.serve(sockets=sockets)
            finally:
                watching.cancel()
                self.owner.stop()
                await owning
                self._aside.close()

    def _complain(self, line: str) -> None:
        self._err.write(f"{line}\n")
        self._err.flush()

    def end(self) -> None:
        """Have it end soon, also where it is only about to begin."""
        self._is_over = True
        if self._server is not None:
            self._server.should_exit = True

    async def _watch(self, server: uvicorn.Server, address: str) -> None:
        """Tell the address when the page can be seen; end the server when nobody has looked for long."""
        while not server.started:
            await asyncio.sleep(LOOK_S / 10)
        self._out.write(f"The table is at {address}  (Ctrl-C ends it)\n")
        if self._network:
            where = self._address or "this computer's address"
            self._out.write(f"Others in the network may look on, with their phones say: {where}\n")
            on_terminal(self._address, self._out)
        self._out.flush()
        if self._browser and _has_display():
            await asyncio.to_thread(webbrowser.open, address)
        looked_s = time.monotonic()
        while self._idle_s is not None:
            await asyncio.sleep(LOOK_S)
            if self.hub.pages:
                looked_s = time.monotonic()
            elif time.monotonic() - looked_s >= self._idle_s:
                self._out.write("Nobody is looking any more.\n")
                self.end()
                return


def _has_display() -> bool:
    """Whether a browser could show itself."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
