"""The page's server: static files, and a WebSocket a page. It knows no rules, and owns nothing of the table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from signifer_core.json_values import Json, as_str
from signifer_core.layout import side_of
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from signifer_firmware.session.pairing import OVER, PAIRED
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR

from . import messages as msg
from .files import Files
from .hub import Hub, message_after
from .league import LeagueBook
from .league import routes_of as league_routes
from .living import beside
from .network import Door
from .places import Allowance
from .played import PlayedGames, opens, routes_of
from .questions import KeyDeed, PageQuestion, PhoneWish, SeatDeed, TableEnd
from .telling import HAND, OWNER, ROLES, SEAT, as_text, has_hands
from .wishes import SEATED, UNPAIRED, UNSEATED

# Codes with which a WebSocket is closed (RFC 6455, 7.4.1).
TOO_MUCH, TOO_BIG, WRONG, FULL = 1008, 1009, 1003, 1013
MOST_A_SECOND = 60
MOST_WRONG = 20
# What a phone may ask the table for: a code, tries, a token.
MOST_WISHES, WISHES_S = 12, 30.0
RESYNC, QUESTION = 5, 2
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; "
        # A browser that knows trusted types lets one module alone make elements of a text (static/html.js).
        "require-trusted-types-for 'script'; trusted-types signifer"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
Serve = Callable[[WebSocket], Awaitable[None]]


class Guard:
    """Sends the same headers with every answer, and none to who asks for another host. A WebSocket of ``sockets`` is
    led there without Starlette, whose ten coroutines, and what they hold, would stay as long as the page does."""

    def __init__(self, app: ASGIApp, door: Door, sockets: Mapping[str, Serve]) -> None:
        self._app, self._door, self._sockets = app, door, sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            serve = self._sockets.get(scope["path"]) if scope["type"] == "websocket" else None
            await (
                self._app(scope, receive, send) if serve is None else serve(WebSocket(scope, receive, send))
            )
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *known]}
            await send(message)

        if self._door.knows(Request(scope).headers):
            await self._app(scope, receive, with_headers)
        else:
            await PlainTextResponse("no such host here\n", 421)(scope, receive, with_headers)


def app_of(
    table: TableEnd,
    hub: Hub,
    door: Door,
    printed: Mapping[str, Json] | Files,
    played: PlayedGames | None = None,
    keys: Callable[[str], Collection[str]] = lambda role: (),
    league: LeagueBook | None = None,
    more: Sequence[BaseRoute] = (),
    owns: Callable[[str], bool] = lambda token: False,
) -> ASGIApp:
    """The server of one table: ``printed`` is what is on the cards of each game, by its name, or its files with that;
    ``played`` are the games that were played there, which are told to who sits at this machine, ``league`` their book,
    which all may read. ``keys`` are the buttons of a real table that pages of a role may press: the page's own;
    ``more`` is what else may be asked for. ``owns`` tells whether a token is that of who was let in at upkeep: such a
    page has those buttons, too, and says who played."""

    async def socket(websocket: WebSocket) -> None:
        name = websocket.query_params.get("past")
        if name is None:
            await Page(websocket, table, hub, door, keys, owns).serve()
            return
        found = None
        if played is not None and opens(door, websocket):
            found = await asyncio.to_thread(played.find, name)
        if found is None:
            await websocket.close(TOO_MUCH)  # before it is accepted: 403
            return
        await Page(websocket, *found, door).serve()

    files = printed if isinstance(printed, Files) else Files(printed)
    past = [] if played is None else routes_of(played, door)
    book = [] if league is None else league_routes(league, door, owns)
    routes = [WebSocketRoute("/table", socket), *past, *book, *more, Mount("/", files)]
    sockets = {route.path: route.endpoint for route in routes if isinstance(route, WebSocketRoute)}
    return Guard(Starlette(routes=routes, lifespan=_nothing), door, sockets)


@asynccontextmanager
async def _nothing(_: Starlette) -> AsyncIterator[None]:
    yield


class Page:
    """One page at the other end of a WebSocket."""

    def __init__(
        self,
        socket: WebSocket,
        table: TableEnd,
        hub: Hub,
        door: Door,
        keys: Callable[[str], Collection[str]] = lambda role: (),
        owns: Callable[[str], bool] = lambda token: False,
    ) -> None:
        self._keys, self._owns = keys, owns
        self._socket, self._table, self._hub, self._door = socket, table, hub, door
        self._told_role = ""
        # The number of the picture that it was told last, in which game: it may be long ago, and the picture large.
        self._seen: tuple[str, int] | None = None
        self._wrong = 0
        self._pace = Allowance(MOST_A_SECOND, 1.0)
        self._wishes = Allowance(MOST_WISHES, WISHES_S)
        self._wished = False
        # The buttons on which its fingers are, and as whose.
        self._down: set[str] = set()
        self._fingers = ""
        self._peer = ""
        self._leaving: asyncio.Task[None] | None = None
        self._answers: deque[dict[str, Json]] = deque(maxlen=256)
        self._woken = asyncio.Event()

    async def serve(self) -> None:
        """Let the page in, tell it what is new, take its deeds, until it goes."""
        role = self._socket.query_params.get("role", HAND)
        if not self._door.opens(self._socket.headers) or role not in ROLES:
            await self._socket.close(TOO_MUCH)  # before it is accepted: 403
            return
        peer = self._socket.client.host if self._socket.client else ""
        owns = self._door.owns(self._socket.headers, peer)
        if role == HAND and not (owns and self._table.has_hands):
            role = OWNER if owns and self._keys(OWNER) else SPECTATOR
        await self._socket.accept()
        self._peer = "" if self._door.local(peer) else peer
        if not self._hub.come(role, self._woken, self._peer, self._leave, self._off):
            await self._socket.close(FULL, "too many pages")
            return
        self._told_role = role
        try:
            async with beside(self._socket, self._tell()):
                await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            if self._leaving is not None:
                self._leaving.cancel()
            self._hub.go(self._woken)
            self._let_go()

    def _leave(self) -> None:
        """Somebody else has this page's place now."""

        async def close() -> None:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(FULL, "too many pages")

        self._leaving = asyncio.create_task(close())

    @property
    def _role(self) -> str:
        return self._hub.role(self._woken)

    async def _tell(self) -> None:
        """Send the answers to deeds, and what is new."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._answers:
                await self._socket.send_text(as_text(self._answers.popleft()))
            if self._role != self._told_role:
                if self._role == SPECTATOR:
                    kind = UNSEATED if self._told_role.startswith(SEAT) else UNPAIRED
                    await self._socket.send_text(as_text({"type": kind, "reason": OVER}))
                self._told_role, self._seen = self._role, None
                self._lift()
            await self._send_newest()

    async def _send_newest(self) -> None:
        newest = self._hub.newest(self._role)
        if newest is not None and (newest.run, newest.seq) != self._seen:
            text = message_after(self._seen, newest)
            self._seen = newest.run, newest.seq
            del newest
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
            if not self._pace.has():
                await self._socket.close(TOO_MUCH, "too many messages")
                return
            self._take(text)
            if self._wrong > MOST_WRONG:
                await self._socket.close(TOO_MUCH, "too many wrong messages")
                return

    def _take(self, text: str) -> None:
        try:
            deed = msg.parse(text)
        except msg.MessageError as error:
            self._wrong += 1
            numbered: dict[str, Json] = {} if error.n is None else {"n": error.n}
            self._answer({"type": "refused", "reason": "malformed", "detail": str(error), **numbered})
            return
        if isinstance(deed, msg.Resync):
            # The whole picture is worth many messages.
            if self._pace.has(RESYNC):
                self._seen = None
            self._answer({"type": "done", "n": deed.n})
        elif isinstance(deed, msg.Question):
            self._ask(deed)
        elif isinstance(deed, msg.Pair | msg.Sit | msg.Code | msg.Token | msg.Unpair):
            self._wish(deed)
        elif isinstance(deed, msg.Button | msg.Hold) and self._keys(self._role):
            self._press(deed)
        elif self._role != HAND and not (has_hands(self._role) and isinstance(deed, msg.Seated)):
            self._wrong += 1
            reason = "not-the-owner" if has_hands(self._role) else "spectator"
            self._answer({"type": "refused", "reason": reason, "n": deed.n})
        elif isinstance(deed, msg.Button) and not self._moves(deed.name, down=deed.down):
            self._answer({"type": "done", "n": deed.n})
        else:
            self._do(deed, self._role)

    def _press(self, deed: msg.Button | msg.Hold) -> None:
        """A finger on buttons that are the page's: those of a page's player, or all at this machine."""
        names = (deed.name,) if isinstance(deed, msg.Button) else deed.names
        # One that went down while it was theirs may go up whosever it is.
        may = {*self._keys(self._role), *self._down}
        if not may.issuperset(names):
            self._wrong += 1
            self._answer({"type": "refused", "reason": "not-yours", "n": deed.n})
        elif isinstance(deed, msg.Button) and not self._moves(deed.name, down=deed.down):
            self._answer({"type": "done", "n": deed.n})
        else:
            self._do(deed, self._role)

    def _do(self, deed: msg.Deed, role: str) -> None:
        """A deed of hands: the table's owner's at this machine, or of who has a seat; or a button of the page's own."""
        if role == HAND:
            self._table.send(deed, self._reply)
        elif isinstance(deed, msg.Button | msg.Hold) and self._keys(role):
            self._table.send(KeyDeed(deed, role), self._reply)
        elif isinstance(deed, msg.Seated):
            self._table.send(SeatDeed(deed, role), self._reply)

    def _moves(self, name: str, *, down: bool) -> bool:
        """Whether a button moves when this page's finger comes down on it, or leaves: not while a finger of another
        page with the same hands is on it, too."""
        if down == (name in self._down):
            return False
        self._fingers = self._role if not self._down else self._fingers
        (self._down.add if down else self._down.discard)(name)
        return self._hub.touched(self._fingers, name, down=down)

    def _ask(self, question: msg.Question) -> None:
        """A question, which changes nothing."""
        if not self._pace.has(QUESTION):
            self._answer({"type": "refused", "reason": "too-often", "n": question.n})
        else:
            self._table.send(PageQuestion(question, self._role), self._reply)

    def _wish(self, wish: msg.Wish) -> None:
        """What a phone asks for: it looks on, and asks no more often than people do."""
        reason = ""
        if self._role == HAND or (not isinstance(wish, msg.Unpair) and self._role != SPECTATOR):
            reason = "not-a-spectator"
        elif not self._wishes.has():
            reason = "too-often"
        if reason:
            self._wrong += 1
            self._answer({"type": "refused", "reason": reason, "n": wish.n})
            return
        if isinstance(wish, msg.Token) and self._keys(OWNER) and self._owns(wish.token):
            self._hub.own(self._woken)
            self._answer({"type": "done", "n": wish.n})
            return
        self._wished = True
        self._table.send(PhoneWish(wish, self._peer), self._reply)

    def _reply(self, answer: dict[str, Json]) -> None:
        """An answer of the table's, from its thread."""
        self._hub.call(lambda: self._answer(answer))

    def _answer(self, answer: dict[str, Json]) -> None:
        if answer["type"] == PAIRED and self._role == SPECTATOR:
            self._hub.become(PHONES[side_of(as_str(answer["player"]))], self._woken)
        elif answer["type"] == SEATED and self._role == SPECTATOR:
            self._hub.become(as_str(answer["role"]), self._woken)
        self._answers.append(answer)
        self._woken.set()

    def _lift(self) -> None:
        """What its fingers were on counts no more: it has other hands now, or none."""
        for name in sorted(self._down):
            if self._hub.touched(self._fingers, name, down=False) and self._keys(self._fingers):
                self._do(self._up(name), self._fingers)
        self._down.clear()

    def _up(self, name: str) -> msg.Button:
        return msg.Button(run=self._table.run, n=0, do="button", name=name, down=False)

    def _off(self) -> None:
        """No finger of its stays on a button."""
        for name in [name for name in sorted(self._down) if self._moves(name, down=False)]:
            self._do(self._up(name), self._fingers)

    def _let_go(self) -> None:
        """The page has gone: with its fingers, and what it asked for ends."""
        self._table.gone(self._reply)
        self._off()
        if self._wished:
            gone = msg.Gone(run=self._table.run, n=0, do="gone")
            self._table.send(PhoneWish(gone, self._peer), self._reply)
