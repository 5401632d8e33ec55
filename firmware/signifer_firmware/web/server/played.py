"""Games that were played, over HTTP: which there are, one opened from a file, and files made of one.

They belong to who sits at this machine, and are told to nobody else. What is opened has come from anywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar
from urllib.parse import quote

from signifer_core.errors import ConfigError, SigniferError
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.web.game import View

from .hub import Hub
from .network import Door
from .questions import TableEnd

# The longest report that a recorder makes is a quarter of that; a record has 400 kB at most.
MOST_BYTES = 2_000_000
# Whose page may ask: this server's own, or whoever typed the address.
_OWN_SITE = ("", "same-origin", "none")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Made:
    """A file that was made of a game."""

    name: str
    kind: str
    body: bytes


class PlayedGames(Protocol):
    """Games by their name. All of it may take a while; SigniferError where it cannot be done."""

    def listed(self, before: int) -> Sequence[View]: ...

    def opened(self, name: str, data: bytes) -> str: ...

    def find(self, name: str) -> tuple[TableEnd, Hub] | None: ...

    def made(self, name: str, form: str, language: str, at: int | None) -> Made: ...


def opens(door: Door, asked: HTTPConnection) -> bool:
    """Whether who asks sits at this machine, and no page of somebody else's asks in their name."""
    peer = asked.client.host if asked.client else ""
    return door.owns(asked.headers, peer) and asked.headers.get("sec-fetch-site", "").lower() in _OWN_SITE


def routes_of(played: PlayedGames, door: Door) -> list[BaseRoute]:
    """Where they are asked for. One thing is made at a time, by another thread; who sends a file slowly keeps nobody
    waiting."""
    busy = asyncio.Lock()

    async def alone(work: Callable[[], Answer]) -> Answer:
        async with busy:
            return await asyncio.to_thread(work)

    async def listed(request: Request) -> Response:
        before = _number(request, "before") or 0
        return JSONResponse(await alone(lambda: played.listed(before)))

    async def opened(request: Request) -> Response:
        data = bytearray()
        async for piece in request.stream():
            data += piece
            if len(data) > MOST_BYTES:
                return _refused(f"longer than {MOST_BYTES // 1000} kB; name a record or a report")
        name = request.query_params.get("name", "")[:80] or "file"
        return JSONResponse({"id": await alone(lambda: played.opened(name, bytes(data)))})

    async def made(request: Request) -> Response:
        name, form = request.path_params["name"], request.path_params["form"]
        language = request.query_params.get("language", "en")
        if language not in LANGUAGES:
            return PlainTextResponse("no such language\n", 404)
        found = await alone(lambda: played.made(name, form, language, _number(request, "at")))
        headers = {"Content-Disposition": f"attachment; filename*=utf-8''{quote(found.name)}"}
        return Response(found.body, headers=headers, media_type=found.kind)

    return [
        Route("/past", _guarded(door, listed), methods=["GET"]),
        Route("/past", _guarded(door, opened), methods=["POST"]),
        Route("/past/{name}/{form}", _guarded(door, made), methods=["GET"]),
    ]


def _guarded(
    door: Door, answer: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """``answer``, for who may ask; in a sentence why there is none."""

    async def answered(request: Request) -> Response:
        if not opens(door, request) or (request.method == "POST" and not door.opens(request.headers)):
            return PlainTextResponse("not for others\n", 403)
        try:
            return await answer(request)
        except ConfigError as error:
            return _refused(error.faults[0])
        except SigniferError as error:
            return _refused(str(error))

    return answered


def _refused(why: str) -> Response:
    return JSONResponse({"refused": why})


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
