"""What a server does beside listening to a page, as long as that is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress

from signifer_core.errors import SigniferError
from starlette.websockets import WebSocket, WebSocketDisconnect

from .telling import as_text

# A page takes a table for lost from which nothing has come in 10 s (static/line.js). Pings do not tell it: no
# browser shows them to its pages.
EVERY_S = 3.0
THERE = as_text({"type": "there"})


@asynccontextmanager
async def beside(socket: WebSocket, telling: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Tell a page what is new, and now and then that the table is there, until the page has gone."""
    tasks = [asyncio.create_task(each) for each in (telling, _is_there(socket))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        while tasks:
            # What went wrong there holds this frame by its traceback, which is to hold no task that holds it.
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, SigniferError):
                await tasks.pop(0)


async def _is_there(socket: WebSocket) -> None:
    while True:
        await asyncio.sleep(EVERY_S)
        await socket.send_text(THERE)
