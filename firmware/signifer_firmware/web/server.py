"""The page's server: static files, and a WebSocket a page. It knows no rules, and owns nothing of the table."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from . import messages as msg
from .hub import Hub, message_after
from .owner import Owner
from .telling import HAND, ROLES, Frame

# Codes with which a WebSocket is closed (RFC 6455, 7.4.1).
TOO_MUCH, TOO_BIG, WRONG, FULL = 1008, 1009, 1003, 1013
MOST_A_SECOND = 60
MOST_WRONG = 20
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True)
class Door:
    """Who may come in. ``hosts`` are the names under which this server is known, with port; hands are those of who sits
    at this machine (``local`` says so of a peer's address)."""

    hosts: frozenset[str]
    local: Callable[[str], bool]

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Whether a request was meant for this server: another name in Host means a page that rebinds its own."""
        return headers.get("host", "").lower() in self.hosts

    def opens(self, headers: Mapping[str, str]) -> bool:
        """Whether a page of this server itself asks."""
        scheme, _, host = headers.get("origin", "").lower().partition("://")
        return self.knows(headers) and scheme == "http" and host in self.hosts


def is_loopback(address: str) -> bool:
    """Whether a peer sits at this machine."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def door_of(port: int, names: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")) -> Door:
    """The door of a server that listens on loopback."""
    return Door(frozenset(f"{name}:{port}" for name in names), is_loopback)


class Guard:
    """Sends the same headers with every answer, and none to who asks for another host."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if not self._door.knows(Request(scope).headers):
            await PlainTextResponse("no such host here\n", 421)(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                known = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *known]}
            await send(message)

        await self._app(scope, receive, with_headers)


def app_of(owner: Owner, hub: Hub, door: Door, printed: Mapping[str, Any]) -> ASGIApp:
    """The server of one table: ``printed`` is what is on its cards."""

    async def cards(_: Request) -> Response:
        return JSONResponse(printed)

    async def socket(websocket: WebSocket) -> None:
        await Page(websocket, owner, hub, door).serve()

    static = resources.files(__package__).joinpath("static")
    routes = [
        Route("/cards.json", cards),
        WebSocketRoute("/table", socket),
        Mount("/", StaticFiles(directory=str(static), html=True)),
    ]
    return Guard(Starlette(routes=routes, lifespan=_nothing), door)


@asynccontextmanager
async def _nothing(_: Starlette) -> AsyncIterator[None]:
    yield


class Page:
    """One page at the other end of a WebSocket."""

    def __init__(self, socket: WebSocket, owner: Owner, hub: Hub, door: Door) -> None:
        self._socket, self._owner, self._hub, self._door = socket, owner, hub, door
        self._role = ""
        self._seen: Frame | None = None
        self._wrong = 0
        self._second, self._sent = 0.0, 0
        self._down: set[str] = set()
        self._answers: deque[str] = deque(maxlen=256)
        self._woken = asyncio.Event()

    async def serve(self) -> None:
        """Let the page in, tell it what is new, take its deeds, until it goes."""
        role = self._socket.query_params.get("role", HAND)
        client = self._socket.client
        if not self._door.opens(self._socket.headers) or role not in ROLES:
            await self._socket.close(TOO_MUCH)  # before it is accepted: 403
            return
        if role == HAND and not (client and self._door.local(client.host)):
            await self._socket.close(TOO_MUCH)
            return
        await self._socket.accept()
        if not self._hub.come(role, self._woken):
            await self._socket.close(FULL, "too many pages")
            return
        self._role = role
        telling = asyncio.create_task(self._tell())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await telling
            self._hub.go(self._woken)
            self._let_go()

    async def _tell(self) -> None:
        """Send the answers to deeds, and what is new."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._answers:
                await self._socket.send_text(self._answers.popleft())
            await self._send_newest()

    async def _send_newest(self) -> None:
        newest = self._hub.newest(self._role)
        if newest is not None and newest is not self._seen:
            text = message_after(self._seen, newest)
            self._seen = newest
            await self._socket.send_text(text)

    async def _listen(self) -> None:
        """Take messages in; whoever sends too many, too big or wrong ones is sent away."""
        while self._socket.application_state == WebSocketState.CONNECTED:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None or len(text) > msg.MOST_BYTES:
                await self._socket.close(*((WRONG, "text only") if text is None else (TOO_BIG, "too big")))
                return
            if self._hurries():
                await self._socket.close(TOO_MUCH, "too many messages")
                return
            self._take(text)
            if self._wrong > MOST_WRONG:
                await self._socket.close(TOO_MUCH, "too many wrong messages")
                return

    def _hurries(self) -> bool:
        """Whether there were too many messages in this second."""
        now_s = time.monotonic()
        if now_s - self._second >= 1:
            self._second, self._sent = now_s, 0
        self._sent += 1
        return self._sent > MOST_A_SECOND

    def _take(self, text: str) -> None:
        try:
            deed = msg.parse(text)
        except msg.MessageError as error:
            self._wrong += 1
            self._answer({"type": "refused", "reason": "malformed", "detail": str(error)})
            return
        if isinstance(deed, msg.Resync):
            self._seen = None
            self._answer({"type": "done", "n": deed.n})
        elif self._role != HAND:
            self._wrong += 1
            self._answer({"type": "refused", "reason": "spectator", "n": deed.n})
        else:
            if isinstance(deed, msg.Button):
                (self._down.add if deed.down else self._down.discard)(deed.name)
            self._owner.send(deed, self._reply)

    def _reply(self, answer: dict[str, Any]) -> None:
        """An answer of the owner's, from its thread."""
        self._hub.call(lambda: self._answer(answer))

    def _answer(self, answer: dict[str, Any]) -> None:
        self._answers.append(json.dumps(answer))
        self._woken.set()

    def _let_go(self) -> None:
        """The page has gone: no finger of its stays on a button."""
        for name in self._down:
            up = msg.Button(run=self._owner.run, n=0, do="button", name=name, down=False)
            self._owner.send(up, lambda answer: None)
