"""The games that a table keeps, for who was let in at upkeep: which there are, and each one's record as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_core.json_values import Json
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from signifer_firmware.recording.archive import exported
from signifer_firmware.storage.store import Store

from .refusals import NOTHING_KEPT

# What is told at once; a table keeps thousands.
MOST_LISTED = 50


class Games:
    """Those of the store at ``store()``. One thing is read at a time, by a thread that the table does not wait for."""

    def __init__(self, store: Callable[[], Path | None]) -> None:
        self._store = store
        self._busy = asyncio.Lock()

    async def listed(self, request: Request) -> Response:
        """The newest games, or those older than number ``before``."""
        before = _number(request, "before")
        async with self._busy:
            return JSONResponse(await asyncio.to_thread(self._listed, before))

    async def record(self, request: Request) -> Response:
        """One game as text, as `signifer record export` writes it."""
        number = _number(request, "game")
        async with self._busy:
            text = await asyncio.to_thread(exported, self._path(), number)
        headers = {"Content-Disposition": f'attachment; filename="signifer-game-{number or "last"}.txt"'}
        return PlainTextResponse(text, headers=headers)

    def _path(self) -> Path:
        store = self._store()
        if store is None or not store.is_file():
            raise ConfigError([NOTHING_KEPT])
        return store

    def _listed(self, before: int | None) -> list[Json]:
        with closing(Store.reading(self._path())) as store:
            games = [game for game in reversed(store.games()) if before is None or game[0] < before]
        return [{"number": number, "game": name, "date": date} for number, name, date in games[:MOST_LISTED]]


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
