"""uvicorn's protocols with limits before them: who comes, how slowly they speak, how many frames they send; and what
the log hears of it.

A connection that is over holds nothing that holds it. What does waits for Python's collector, which comes seldom in a
process of many objects: hundreds of connections that had ended used to lie in memory.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from typing import cast
from weakref import WeakMethod

import h11
import uvicorn
from starlette.requests import Request
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from signifer_firmware.kernel.memory import give_back

from .complaints import Complaints, PeerLogger, hearing_the_loop
from .frames import FrameMeter
from .messages import MOST_BYTES
from .places import Gate
from .turns import InTurn, Turns, read_little

# How long somebody may take to say what they want, and to take what they are given.
ASKING_S, ANSWER_S = 10.0, 60.0
# ... or, where the application is patient with them, how much of it has to move in how long, however long that goes on.
STEADY_S, STEADY_BYTES = 30.0, 300_000
# What asyncio's transport has written at least between a pause of ours and its end: from 64 kB on down to 16.
_WRITTEN_BYTES = 48 << 10
_PATIENT = "patient"
# How often it is looked whether a page is still there, and how long its answer may take, which waits behind a
# first picture on a slow network: a place is kept no longer for one whose wire went dead.
PING_S, PONG_S = 5.0, 20.0
# How long is waited for the goodbye of a page that is sent away (uvicorn's 10 s): until then it is there whole, beside
# those that have its place.
GOODBYE_S = 2.0
# How many connections are taken in before anything else has its turn, and how many wait for that.
AT_ONCE, WAITING = 16, 1024
# How often memory that was freed is given back to the system: some 7 MB at a time stayed in one thread's heap.
GIVE_BACK_S = 20.0
FLOOD = "sent far too many frames, and is sent away for a while"


def peer_of(connection: object) -> str:
    """Who is at the other end of one of uvicorn's connections; not all of them say so."""
    client = getattr(connection, "client", None)
    return str(client[0]) if isinstance(client, tuple) else ""


def let_go(transport: asyncio.BaseTransport) -> None:
    """Have a transport that is over hold itself no longer: asyncio's keep methods of their own, to be called as bytes
    come (``_read_ready_cb``, since 3.12 ``_write_ready``, too)."""
    own = getattr(transport, "__dict__", {})
    for name in [name for name, kept in own.items() if getattr(kept, "__self__", None) is transport]:
        del own[name]


def be_patient(request: Request) -> None:
    """Let this request, and its answer, take as long as they move on: whoever asks was let in."""
    make = request.scope.get("state", {}).get(_PATIENT)
    if make is not None and (patient := make()) is not None:
        patient()


class Connections:
    """Who has been let in, by connection."""

    def __init__(self) -> None:
        self._peers: dict[asyncio.Transport, str] = {}
        self.there: Counter[str] = Counter()

    def come(self, transport: asyncio.Transport, peer: str) -> None:
        """Somebody was let in."""
        self._peers[transport] = peer
        self.there[peer] += 1

    def go(self, transport: asyncio.Transport) -> None:
        """A connection has ended; nothing if it was never let in."""
        peer = self._peers.pop(transport, None)
        if peer is not None:
            self.there[peer] -= 1
            if not self.there[peer]:
                del self.there[peer]

    def end_one(self, peer: str) -> None:
        """End one of somebody's connections: one that has not become a page yet, if there is one."""
        found = [transport for transport, who in self._peers.items() if who == peer]
        last = min(found, key=lambda transport: not isinstance(transport.get_protocol(), Patient))
        self.go(last)
        last.abort()


class Patient(H11Protocol):
    """uvicorn's protocol, with a gate before it, and an end to the patience with who asks or takes slowly."""

    gate: Gate
    turns: Turns
    let_in: Connections
    complaints: Complaints
    _in_turn: InTurn | None = None
    _ending: asyncio.TimerHandle | None = None
    # How much has moved since somebody looked; None without patience.
    _moved: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = peer_of(self)
        self.logger = PeerLogger(self.complaints, peer)
        place = self.gate.place(peer, self.let_in.there)
        if place is None:
            transport.abort()
            return
        if place.instead_of:
            self.let_in.end_one(place.instead_of)
        self.let_in.come(transport, peer)
        read_little(transport)
        self._in_turn = InTurn(self.turns, peer, transport, self._take, lambda: self.flow.read_paused)
        self._end_in(ASKING_S)

    def data_received(self, data: bytes) -> None:
        if self._in_turn is not None:
            self._in_turn.has_come(data)

    def _take(self, data: bytes) -> None:
        super().data_received(data)
        if self.scope is not None and _PATIENT not in self.scope["state"]:
            # The application begins with the loop's next turn. Weak: it is not to hold what holds it.
            self.scope["state"][_PATIENT] = WeakMethod(self._be_patient)
        if self.transport.get_protocol() is not self:
            self._end_in(None)  # a WebSocket by now, which has its own pings
            self._in_turn = None
        elif self._moved is not None:
            self._moved += len(data)
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._ending is None:
                self._end_in(ASKING_S)
        elif self.cycle is not None and not self.cycle.response_complete:
            self._end_in(ANSWER_S)

    def send_400_response(self, msg: str) -> None:
        self.gate.has_sent_junk(peer_of(self))
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # the answer to what came before has begun, or is over
            self.transport.abort()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # what came before has its answer now, and is to give none
            self.cycle.message_event.set()

    def resume_writing(self) -> None:
        if self._moved is not None:
            self._moved += _WRITTEN_BYTES
        super().resume_writing()

    def _be_patient(self) -> None:
        self._moved = 0
        self._end_in(None)
        self._ending = self.loop.call_later(STEADY_S, self._look)

    def _look(self) -> None:
        is_sent = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        is_waited_for = is_sent or self.flow.write_paused
        if is_waited_for and self._moved is not None and self._moved < STEADY_BYTES:
            self.transport.abort()
        else:
            self._be_patient()

    def on_response_complete(self) -> None:
        self._moved = None
        self.cycle.body = bytearray()  # what nobody has read by now nobody reads
        self._end_in(None)
        if self.conn.trailing_data[0]:
            self.transport.close()  # no browser asks on before it is answered; whoever does may ask again
        super().on_response_complete()

    def shutdown(self) -> None:
        """The server ends. Who is going already is not told so: uvicorn's would fail, and leave all others open."""
        if not self.transport.is_closing():
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_in(None)
        if self._in_turn is not None:
            self._in_turn.end()
            self._in_turn = None
        self.let_in.go(self.transport)
        super().connection_lost(exc)
        let_go(self.transport)

    def _end_in(self, seconds: float | None) -> None:
        if self._ending is not None:
            self._ending.cancel()
        self._ending = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class Metered(asyncio.Protocol):
    """Stands before uvicorn's protocol of WebSockets, which sees no more frames than one may send."""

    gate: Gate
    turns: Turns
    let_in: Connections
    complaints: Complaints
    # uvicorn's own
    transport: asyncio.Transport
    logger: logging.Logger
    close_timeout: float
    _meter: FrameMeter | None = None
    _in_turn: InTurn | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.close_timeout = GOODBYE_S
        peer, line = peer_of(self), cast(asyncio.Transport, transport)
        self._in_turn = InTurn(self.turns, peer, line, self._take, self._is_paused)
        self.logger = PeerLogger(self.complaints, peer)
        if (conn := getattr(self, "conn", None)) is not None:
            conn.logger = self.logger

    def data_received(self, data: bytes) -> None:
        if self._meter is None:
            self._meter = FrameMeter()  # what comes first is the handshake, which is whole
            super().data_received(data)
        elif self._in_turn is None or self.transport.is_closing():
            return
        elif self._meter.takes(data):
            self._in_turn.has_come(data)
        else:
            self.gate.has_sent_junk(peer_of(self), much=True)
            self.complaints.of(peer_of(self), FLOOD)
            self.transport.abort()

    def start_keepalive(self) -> None:
        """uvicorn's, which comes once the handshake is over: what was asked and answered there is read no more. The
        library's reader holds the question as long as the page is there. An old uvicorn never asks for it."""
        if (begins := getattr(super(), "start_keepalive", None)) is not None:
            begins()
        for name in ("request", "response"):
            if (said := getattr(self, name, None)) is not None:
                said.headers.clear()

    def keepalive_timeout(self) -> None:
        """uvicorn's, which waits for what is to be sent: on a dead wire for ever. An old one never asks for it."""
        if (closes := getattr(super(), "keepalive_timeout", None)) is not None:
            closes()
        self.transport.abort()

    def shutdown(self) -> None:
        """As `Patient.shutdown`."""
        if not self.transport.is_closing() and (ends := getattr(super(), "shutdown", None)) is not None:
            ends()

    def _take(self, data: bytes) -> None:
        super().data_received(data)

    def _is_paused(self) -> bool:
        return bool(getattr(self, "read_paused", False))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._in_turn is not None:
            self._in_turn.end()
            self._in_turn = None
        self.let_in.go(self.transport)
        super().connection_lost(exc)
        let_go(self.transport)
        conn = getattr(self, "conn", None)
        if (parser := getattr(conn, "parser", None)) is not None:
            parser.close()  # it waits for bytes, and holds what holds it
            vars(conn)["parser_exc"] = None  # ... and so does a wrong frame, by where it was found


async def _gives_back() -> None:
    while True:
        await asyncio.sleep(GIVE_BACK_S)
        give_back()


class PageServer(uvicorn.Server):
    """A server whose mistakes with a client are a line of the log."""

    def __init__(self, config: uvicorn.Config, gate: Gate, complaints: Complaints) -> None:
        super().__init__(config)
        self._gate, self._complaints = gate, complaints

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen. asyncio takes in as many at once as may wait, which is too many: more of them may wait."""
        await super().startup(sockets)
        for sock in sockets or ():
            sock.listen(WAITING)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until it is told to end, or cancelled; no connection is left open then: who has not taken in by now
        what was sent, is cut."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        with hearing_the_loop(self._complaints):
            giving_back = asyncio.create_task(_gives_back())
            try:
                await super().serve(sockets)
            except asyncio.CancelledError:
                await self._cut(sockets)
                raise
            finally:
                giving_back.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: first nobody is taken in any more."""
        await self._shut(sockets)
        try:
            await super().shutdown(sockets)
        finally:
            await self._cut(sockets)

    async def _shut(self, sockets: list[socket.socket] | None) -> None:
        """Nobody is taken in any more, and who was just now is let in: asyncio makes a connection in two turns of its
        loop, and loses one whose listener ends in between."""
        loop = asyncio.get_running_loop()
        for sock in sockets or ():
            if sock.fileno() >= 0:
                loop.remove_reader(sock)
        await asyncio.sleep(0)

    async def _cut(self, sockets: list[socket.socket] | None) -> None:
        """Cut who is there, and who has just come: uvicorn says goodbye to nobody where it is cancelled, and not to all
        where that fails."""
        await self._shut(sockets)
        await asyncio.sleep(0)  # who was just let in is known with the turn after
        for server in getattr(self, "servers", ()):
            server.close()
        for connection in [*self.server_state.connections]:
            connection.transport.abort()
        await asyncio.sleep(0)  # with the loop's next turn they are over

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Something was raised where nobody waits for it: mostly a connection that ends in the middle of a word."""
        peer, error = peer_of(context.get("protocol")), context.get("exception")
        self._gate.has_sent_junk(peer)
        said = str(context["message"])
        self._complaints.of(peer, f"{said} {error!r}" if error is not None else said)


def server_of(app: ASGIApp, say: Callable[[str], None], keeps: Callable[[str], bool]) -> PageServer:
    """The server that is to run ``app``; ``say`` writes a line of the log, ``keeps`` tells for whom places are kept."""
    assert isinstance(AutoWebSocketsProtocol, type), "websockets is one of our requirements"
    gate, complaints = Gate(keeps=keeps), Complaints(say)
    known = {"gate": gate, "turns": Turns(gate.keeps_for), "let_in": Connections(), "complaints": complaints}
    config = uvicorn.Config(
        app,
        http=type("PatientHere", (Patient,), known),
        ws=type("MeteredHere", (Metered, AutoWebSocketsProtocol), known),
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="off",
        # Who says in a header to be somebody else is believed by nobody, whatever the environment says.
        proxy_headers=False,
        ws_max_size=2 * MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        timeout_graceful_shutdown=1,
        server_header=False,
        backlog=AT_ONCE,
    )
    return PageServer(config, gate, complaints)
