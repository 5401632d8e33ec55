"""The picture of the page that opens the README: a game in its middle, photographed by headless Chromium."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path

from PIL import Image
from signifer_core.errors import SigniferError
from signifer_core.json_values import Json, as_list, as_object, as_str
from websockets.asyncio.client import ClientConnection, connect

from signifer_firmware.config.model import load_table
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.web.play import TWO, Choice
from signifer_firmware.web.server.network import listening

from .serve import Service

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
)
WIDTH, HEIGHT = 1440, 900
SEED = 4
# What hands do before the picture is taken: a unit that may lie there, one that may not, a card to pay with.
MOVES = (
    {"card": "red/medium-infantry-4", "to": "3 red"},
    {"card": "red/spear-1", "to": "4 red"},
    {"card": "red/commander-3", "to": "pad red"},
)
LOOKED_AT = "red/spear-1"
PATIENCE_S = 20.0


class Photographer:
    """A page in Chromium, over its debugging protocol."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0

    async def ask(self, method: str, **params: Json) -> Mapping[str, Json]:
        """Have the browser do something; what it answers."""
        self._number += 1
        await self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = as_object(json.loads(await self._socket.recv()))
            if answer.get("id") == self._number:
                return as_object(answer.get("result", {}))

    async def run(self, script: str) -> Json:
        """The value of some JavaScript on the page."""
        answer = await self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return as_object(answer.get("result", {})).get("value")

    async def until(self, script: str) -> None:
        """Wait until some JavaScript is true."""
        async with asyncio.timeout(PATIENCE_S):
            while not await self.run(script):
                await asyncio.sleep(0.1)


def position() -> tuple[str, ...]:
    """How the showcase's middle of a game begins."""
    lines = bundled_script("mid-game.table").read_text(encoding="utf-8").splitlines()
    words = ("terrain", "first", "setup", "control", "count", "begin")
    return tuple(line for line in lines if line.startswith(words))


def take(path: Path) -> None:
    """Save the picture as JPEG. SigniferError without Chromium."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise SigniferError("the picture of the page needs Chromium: apt-get install chromium")
    choice = Choice(TWO, seed=SEED, position=position())
    service = Service(load_table("standard"), choice, 1.0, None, False, io.StringIO())
    with listening(0) as sock, tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, address)))
        thread.start()
        flags = (
            *FLAGS,
            f"--user-data-dir={folder}",
            "--remote-debugging-port=0",
            f"--window-size={WIDTH},{HEIGHT}",
        )
        # Debian's command is a script beside the browser: what ends that alone leaves the browser at work for good.
        command = [browser, *flags, "about:blank"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
            try:
                picture = asyncio.run(_taken(_debugger(process), address))
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                service.end()
                thread.join()
    Image.open(io.BytesIO(picture)).convert("RGB").save(path, quality=88, optimize=True)


def _debugger(process: subprocess.Popen[str]) -> str:
    """Where the browser is to be asked, as it says when it starts."""
    assert process.stderr is not None
    for line in process.stderr:
        if "DevTools listening on " in line:
            return line.rpartition(" ")[2].strip()
    raise SigniferError("Chromium did not start")


async def _taken(debugger: str, address: str) -> bytes:
    async with connect(debugger, max_size=None) as socket:
        opened = Photographer(socket)
        target = (await opened.ask("Target.createTarget", url="about:blank"))["targetId"]
    async with connect(
        f"{debugger.partition('/devtools')[0]}/devtools/page/{target}", max_size=None
    ) as socket:
        page = Photographer(socket)
        await page.ask(
            "Emulation.setDeviceMetricsOverride",
            width=WIDTH,
            height=HEIGHT,
            deviceScaleFactor=1,
            mobile=False,
        )
        await page.ask("Page.navigate", url=address)
        await page.until("document.body?.dataset.ready === 'yes'")
        await page.run("localStorage.setItem('signifer.guided', 'yes')")
        for move in MOVES:
            deed = json.dumps({"do": "move", **move})
            await page.run(f"signifer.table.send({deed})")
            await page.until(f"signifer.table.view.cards['{move['to']}'].includes('{move['card']}')")
            await asyncio.sleep(0.6)
        await page.until("signifer.table.view.refusals.length > 0")
        where = await page.run(
            f"""(box => [box.x + box.width / 2, box.y + box.height * .6])
            (document.querySelector('[data-card="{LOOKED_AT}"]').getBoundingClientRect())"""
        )
        x, y = as_list(where)
        await page.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        await asyncio.sleep(1.5)
        shot = await page.ask("Page.captureScreenshot", format="png")
        return b64decode(as_str(shot["data"]))
