"""The page of the first start, in the table's own network: which language, which network.

Whatever name a phone asks for, it is led to the table's address, which makes it open the page by itself; only under
that address anything is told or done. A deed has to come from this very page.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping
from importlib import resources

from signifer_core.json_values import Json
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from signifer_firmware.i18n.words import LANGUAGES

from .first_start import FirstStart, Wish
from .place import Place

FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/first.js": ("first.js", "text/javascript; charset=utf-8"),
    "/first.css": ("first.css", "text/css; charset=utf-8"),
    **{f"/{name}.json": (f"{name}.json", "application/json") for name in LANGUAGES},
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
MOST_BYTES = 1024
# IEEE 802.11: a network's name in bytes; a password of WPA in characters.
MOST_NAME, PASSWORD = 32, range(8, 64)


class Page:
    """The page's server: ``host`` is the address under which it is, with its port if it is not 80; ``game`` where the
    table's own page is in this network, and ``later`` by which name in another one."""

    def __init__(self, first: FirstStart, place: Place, host: str, *, game: str, later: str) -> None:
        self._first, self._place = first, place
        self._host, self._game, self._later = host, game, later
        folder = resources.files("signifer_firmware.network").joinpath("static")
        self._files = {
            path: (folder.joinpath(name).read_bytes(), kind) for path, (name, kind) in FILES.items()
        }
        self._deeds: Mapping[str, Callable[[dict[str, Json]], str]] = {
            "/language": self._speak,
            "/join": self._join,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            refusal = PlainTextResponse("This page has no WebSocket: ask by HTTP.\n", 400)
            await WebSocket(scope, receive, send).send_denial_response(refusal)
            return
        if scope["type"] != "http":
            return
        response = await self._answer(Request(scope, receive))
        for name, value in HEADERS.items():
            response.headers[name] = value
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.headers.get("host", "").lower() != self._host:
            return RedirectResponse(f"http://{self._host}/", 302)
        peer = request.client.host if request.client else ""
        path = request.url.path
        if request.method in ("GET", "HEAD"):
            if path == "/state":
                return JSONResponse(self._state() if self._place.take(peer) else {"stage": "taken"})
            if path not in self._files:
                # Some phones ask for a path of their maker's at any address.
                return RedirectResponse(f"http://{self._host}/", 302)
            body, kind = self._files[path]
            return Response(body, media_type=None, headers={"Content-Type": kind})
        if request.method != "POST" or path not in self._deeds:
            return PlainTextResponse("not here\n", 405)
        return await self._done(request, peer, path)

    async def _done(self, request: Request, peer: str, path: str) -> Response:
        """A deed: of a page of this address, of the phone whose place it is, and well said."""
        if request.headers.get("origin", "").lower() != f"http://{self._host}":
            return PlainTextResponse("not from there\n", 403)
        if not self._place.take(peer):
            return JSONResponse({"refused": "taken"}, 409)
        said = await _said(request)
        refused = "malformed" if said is None else self._deeds[path](said)
        return JSONResponse({"refused": refused} if refused else self._state(), 409 if refused else 200)

    def _speak(self, said: dict[str, Json]) -> str:
        language = said.get("language")
        if language not in LANGUAGES:
            return "malformed"
        self._first.speak(str(language))
        return ""

    def _join(self, said: dict[str, Json]) -> str:
        name, password = said.get("name"), said.get("password")
        if not isinstance(name, str) or not isinstance(password, str):
            return "malformed"
        if not _is_line(name) or not 0 < len(name.encode()) <= MOST_NAME:
            return "name"
        if password and (len(password) not in PASSWORD or not password.isprintable()):
            return "password-length"
        known = {network.name: network for network in self._first.told.networks}
        if not password and name in known and known[name].kind == "psk" and not known[name].known:
            return "password-length"
        return "" if self._first.wish(Wish(name, password)) else "busy"

    def _state(self) -> dict[str, Json]:
        told = self._first.told
        networks: list[Json] = [
            {"name": network.name, "kind": network.kind, "known": network.known} for network in told.networks
        ]
        failed: Json = None
        if told.failed is not None:
            failed = {"name": told.failed[0], "reason": told.failed[1].value}
        return {
            "stage": told.stage,
            "own": told.own[0] if told.own else "",
            "networks": networks,
            "tries": told.tries,
            "joined": told.joined,
            "failed": failed,
            "language": told.language,
            "game": self._game,
            "later": self._later,
        }


def _is_line(name: str) -> bool:
    """Whether a name has no control characters, ends of lines, or halves of characters of UTF-16, which have no bytes.
    What is not printable otherwise is heard in the air: signs of several parts, spaces that do not break."""
    return not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name)


async def _said(request: Request) -> dict[str, Json] | None:
    """The JSON object that was sent; None for anything else, or too much of it."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        return None
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            return None
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
