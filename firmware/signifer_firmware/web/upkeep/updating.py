"""A version that somebody brings to the table's card by the page: taken in, looked at, and left for root to install.

The table's service may write neither slots nor what starts. So a file that is whole, and wanted, waits in the folder
UPDATE beside the store under the name of WAITING; root's own unit sees it there, and says ``signifer update`` with it
(image/root/etc/systemd/system/signifer-brought.path). What that says comes back by a file.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from signifer_core.errors import ConfigError, Fault
from signifer_core.json_values import Json
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signifer_firmware.backup.restoring import SPARE_BYTES
from signifer_firmware.files import refused
from signifer_firmware.files.writing import sync_folder
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.slots import card_of
from signifer_firmware.system.update_file import MOST_HEAD, Manifest, UpdateError, check, manifest
from signifer_firmware.web.server.protocols import be_patient

from .receiving import Received, in_thread
from .refusals import NOTHING_KEPT, without_place

ROOT = Path("/")
# Beside the store; in it what comes in, what is whole, and what root is to install.
UPDATE, COMING, BROUGHT, WAITING = "update", "coming", "brought", "signifer.update"
# Where root's unit tells how far it is.
TOLD = "run/signifer-update/told"
# No slot is as large; and packing makes nothing larger than by so much.
MOST_BYTES = 1 << 30
PACKED_SPARE = 1 << 16
# Words of the page.
BUSY, WAITS, GONE, SHORT = "update-busy", "update-waits", "update-gone", "update-short"
FULL = Fault("the card is full: make room; nothing was changed", "update-full")


class Updates:
    """What is brought to the table whose store is at ``store()``. All of it is for the event loop's thread."""

    def __init__(self, store: Callable[[], Path | None]) -> None:
        self._store = store
        self._is_busy = False
        self._found: Manifest | None = None
        if (folder := self._folder()) is not None:
            # Nobody has seen what was brought to the program before this one. On a read-only disk it stays, unseen.
            for left in (COMING, BROUGHT):
                with suppress(OSError):
                    (folder / left).unlink(missing_ok=True)

    def _folder(self) -> Path | None:
        store = self._store()
        return None if store is None else store.parent / UPDATE

    def view(self) -> dict[str, Json]:
        """What everybody may look at. ``may`` says whether this system came from a card of the image."""
        facts, folder = Facts(ROOT), self._folder()
        try:
            card_of(facts)
        except UpdateError:
            return {"may": False}
        found = self._found
        brought: Json = None
        if found is not None:
            brought = {"version": found.version, "build": found.build, "changes": [*found.changes]}
        waits = folder is not None and (folder / WAITING).exists()
        return {"may": True, "brought": brought, "waits": waits, **_told(facts)}

    async def receive(self, request: Request) -> Response:
        """Take a file in, and look at all of it. ConfigError, UpdateError, OSError: nothing has changed."""
        running, folder = card_of(Facts(ROOT)), self._folder()
        if folder is None:
            raise ConfigError([NOTHING_KEPT])
        if self._is_busy:
            raise ConfigError([BUSY])
        if (folder / WAITING).exists():
            raise ConfigError([WAITS])
        be_patient(request)
        self._is_busy, self._found = True, None
        coming = folder / COMING
        try:
            await in_thread(lambda: _cleared(folder))
            await _taken_in(request, coming, running.build)
            self._found = await in_thread(lambda: _kept(folder))
        except UpdateError as error:
            raise ConfigError([without_place(error, coming)]) from None
        except OSError as error:
            if error.errno in refused.FULL:
                raise ConfigError([FULL]) from None
            raise
        finally:
            # Nobody else brings one before: it would be theirs that goes.
            try:
                await in_thread(lambda: coming.unlink(missing_ok=True))
            finally:
                self._is_busy = False
        return JSONResponse(self.view())

    async def install(self, build: str) -> None:
        """Let root install what was brought, if it is still what somebody has looked at. ConfigError, OSError."""
        folder, found = self._folder(), self._found
        if folder is None or found is None or found.build != build or self._is_busy:
            raise ConfigError([GONE])
        self._found, self._is_busy = None, True
        try:
            await in_thread(lambda: _handed_over(folder))
        finally:
            self._is_busy = False


def _told(facts: Facts) -> dict[str, Json]:
    """How far root's unit is: a sentence, and what a page says it by, see refusals."""
    said, _, by = facts.text(TOLD).partition("\n")
    try:
        cause: Json = json.loads(by)
    except (ValueError, RecursionError):
        cause = None
    return {"told": said.strip(), "told_cause": cause if isinstance(cause, dict) else {}}


def _handed_over(folder: Path) -> None:
    """Root's unit sees it there."""
    (folder / BROUGHT).replace(folder / WAITING)
    sync_folder(folder)


def _cleared(folder: Path) -> None:
    """There is room for what comes."""
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / BROUGHT).unlink(missing_ok=True)


def _kept(folder: Path) -> Manifest:
    """What has come, read whole, is what was brought. UpdateError, OSError."""
    found = check(folder / COMING)
    (folder / COMING).replace(folder / BROUGHT)
    sync_folder(folder)
    return found


async def _taken_in(request: Request, file: Path, running: str) -> None:
    """What somebody sends, on disk. Its first line is looked at as soon as it is there."""
    said = request.headers.get("content-length", "")
    wanted = int(said) if said.isdecimal() and len(said) < 15 else 0
    room = max(0, shutil.disk_usage(file.parent).free - SPARE_BYTES)
    if wanted > room:
        raise ConfigError([_full(wanted, room)])
    found: Manifest | None = None
    length, head = 0, b""
    async with Received(file) as out:
        async for piece in request.stream():
            length += len(piece)
            if length > min(room, MOST_BYTES):
                raise ConfigError([_full(length, room)])
            await out.write(piece)
            if found is None:
                head = (head + piece)[:MOST_HEAD]
                if b"\n" in head or len(head) == MOST_HEAD:
                    found = await out.so_far(lambda path: _looked_at(path, running))
            if found is not None and length > MOST_HEAD + found.bytes + found.bytes // 100 + PACKED_SPARE:
                raise UpdateError(Fault("is longer than it says; copy it again", "update-long"))
        if length < wanted or not length:
            raise ConfigError([SHORT])
        await out.keep()


def _looked_at(file: Path, running: str) -> Manifest:
    found = manifest(file)
    if found.build == running:
        said = f"version {found.version} is what runs already; nothing was changed"
        raise UpdateError(Fault(said, "update-runs", version=found.version))
    if found.bytes > MOST_BYTES:
        raise UpdateError(Fault("is larger than any slot; write the card again", "update-large"))
    return found


def _full(wanted: int, room: int) -> Fault:
    needed, free = wanted // 1_000_000 + 1, room // 1_000_000
    said = f"the card is full ({needed} MB are needed, {free} are free): make room; nothing was changed"
    return Fault(said, "update-room", needed=needed, free=free)
