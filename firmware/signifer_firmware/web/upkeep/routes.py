"""Upkeep over HTTP: a backup to take away, one to take back, the log. Only who was let in has them: each request shows
the token in a header, which no page of another host can add."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from signifer_core.errors import ConfigError, Fault, SigniferError
from signifer_core.json_values import Json
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from signifer_firmware.backup.archive import MOST_BYTES
from signifer_firmware.backup.making import PASSING, contents, make, own_files, own_places
from signifer_firmware.backup.restoring import SPARE_BYTES, stage
from signifer_firmware.storage.files import is_read_only, memory_folder
from signifer_firmware.web.server.network import Door, token_of
from signifer_firmware.web.server.protocols import be_patient

from .games import Games
from .receiving import Received, in_thread
from .refusals import NOTHING_KEPT, causes, faults_of
from .table import Place
from .wire import Wire, Wires

LONG = Fault("longer than any backup of a table; take another file", "backup-claims")
FULL = Fault("the disk is full: make room; nothing was changed", "disk-full")


def routes_of(
    wires: Wires, door: Door, log: Callable[[], list[str]], restart: Callable[[], None]
) -> list[BaseRoute]:
    """Where it is asked for. ``log`` are the newest lines of the log; ``restart`` has the table begin again, soon."""
    files, games = _Files(wires.kept.place), Games(wires.kept.place.store)

    async def wire(socket: WebSocket) -> None:
        await Wire(socket, wires, door).serve()

    async def lines(request: Request) -> Response:
        return JSONResponse([*log()])

    async def restored(request: Request) -> Response:
        answer = await files.take_back(request)
        if answer.status_code == 200 and wires.kept.place.restarts:
            restart()
        return answer

    async def brought(request: Request) -> Response:
        answer = await wires.updates.receive(request)
        wires.tell()
        return answer

    def guarded(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        return _guarded(wires, door, answer)

    return [
        WebSocketRoute("/upkeep/wire", wire),
        Route("/upkeep/log", guarded(lines), methods=["GET"]),
        Route("/upkeep/games", guarded(games.listed), methods=["GET"]),
        Route("/upkeep/record", guarded(games.record), methods=["GET"]),
        Route("/upkeep/backup", guarded(files.back_up), methods=["GET"]),
        Route("/upkeep/update", guarded(brought), methods=["POST"]),
        Route("/upkeep/restore", guarded(restored), methods=["POST"]),
    ]


def _guarded(
    wires: Wires, door: Door, answer: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    async def answered(request: Request) -> Response:
        is_ours = request.method == "GET" or door.opens(request.headers)
        if not (is_ours and wires.lets_in(token_of(request.headers))):
            return PlainTextResponse("not for others\n", 403)
        try:
            return await answer(request)
        except (SigniferError, OSError) as error:
            faults = faults_of(error, at_store=True)
            return JSONResponse({"refused": faults[0], "causes": causes(faults)}, 409)

    return answered


class _Files:
    """Backups of the table at ``place``, one at a time."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._busy = asyncio.Lock()

    def _store(self) -> Path:
        store = self._place.store()
        if store is None:
            raise ConfigError([NOTHING_KEPT])
        return store

    async def back_up(self, request: Request) -> Response:
        """A backup, as a file."""
        be_patient(request)
        async with self._busy:
            folder, file = await asyncio.to_thread(self._make)
        away = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
        name = f"signifer-{date.today().isoformat()}.backup"
        return FileResponse(file, media_type="application/octet-stream", filename=name, background=away)

    def _make(self) -> tuple[Path, Path]:
        store = self._store()
        own = contents(own_files(self._place.config, self._place.name))
        # From a disk that is read-only by now a backup is wanted more than ever.
        room = memory_folder() if is_read_only(store.parent) else store.parent
        folder = Path(tempfile.mkdtemp(prefix=PASSING, dir=room))
        try:
            with (folder / "backup").open("xb") as out:
                make(store, own, out, date=date.today().isoformat(), runs=True)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder, folder / "backup"

    async def take_back(self, request: Request) -> Response:
        """Take a backup in, check it, and have it wait for the next start."""
        be_patient(request)
        store = self._store()
        async with self._busy:
            folder = Path(tempfile.mkdtemp(prefix=PASSING, dir=store.parent))
            try:
                await _received(request, folder / "backup", shutil.disk_usage(folder).free - SPARE_BYTES)
                told = await in_thread(lambda: self._stage(folder / "backup", store))
            finally:
                await in_thread(lambda: shutil.rmtree(folder, ignore_errors=True))
        return JSONResponse(told)

    def _stage(self, file: Path, store: Path) -> Json:
        own = own_places(self._place.name)
        with file.open("rb") as stream:
            staged = stage(stream, store, own)
        found = staged.manifest
        return {
            "version": found.version,
            "date": found.date,
            "left": [str(path) for path in staged.left],
            "lost": [*staged.lost],
            "restarts": self._place.restarts,
        }


async def _received(request: Request, file: Path, room: int) -> None:
    """What somebody sends, on disk. ConfigError for more than any backup has, or than there is room for."""
    length = 0
    async with Received(file) as out:
        async for piece in request.stream():
            length += len(piece)
            if length > MOST_BYTES:
                raise ConfigError([LONG])
            if length > room:
                raise ConfigError([FULL])
            await out.write(piece)
