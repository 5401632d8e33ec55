"""Pages of upkeep at the other end of WebSockets: all look, the one that red let in does things, too."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest
from typing import TypeVar

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json, as_str
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from signifer_firmware.session.pairing import PAIRED
from signifer_firmware.web.server.answering import REPLY_S, SHARE
from signifer_firmware.web.server.living import beside
from signifer_firmware.web.server.network import Door
from signifer_firmware.web.server.places import Allowance, crowded
from signifer_firmware.web.server.telling import as_text

from . import wishes
from .figures import Figures
from .refusals import causes, faults_of
from .shown import LOOK_S, Shown
from .table import Kept
from .updating import Updates

Found = TypeVar("Found")
# Pages of upkeep, and of one address; what one sends in a second, and how much of it may be wrong.
MOST_PAGES, MOST_OF_ONE = 64, 4
MOST_A_SECOND, MOST_WRONG = 20, 10
# How often a page may ask for a code, type one or show a token.
MOST_TRIES, TRIES_S = 12, 30.0
TOO_MUCH, FULL = 1008, 1013
# The table answers within so long, or is busy.
ANSWER_S = 15.0
# The doctor does not look again sooner for whoever was not let in: they might ask all the time.
EXAMINED_S = 2.0
BUSY = "busy"


class Wires:
    """All pages of upkeep of a table. ``post`` has something done by the thread that has it, ``examine`` asks the
    doctor, which takes a while, ``figures`` are those of its cards, ``updates`` what
    is brought to its card."""

    def __init__(
        self,
        kept: Kept,
        post: Callable[[Callable[[], None]], None],
        examine: Callable[[], list[Json]],
        figures: Figures,
        updates: Updates,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.kept, self.figures, self.updates = kept, figures, updates
        self._monotonic = monotonic
        self._post, self._examine = post, examine
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: dict[Wire, str] = {}
        self._token = ""
        # Hears that who was let in is so no longer.
        self.lost: Callable[[], None] = lambda: None
        self.shown = Shown(self._view, monotonic)
        self._examining: asyncio.Task[list[Json]] | None = None
        self._examined_s = float("-inf")
        self._telling = asyncio.Lock()
        self._told_again_s = float("-inf")
        kept.changed = self._changed

    def lets_in(self, token: str) -> bool:
        """Whether that is the token of who was let in last."""
        return bool(self._token) and compare_digest(self._token.encode(), token.encode(errors="replace"))

    def come(self, wire: Wire, peer: str) -> bool:
        """A page comes; whether there is room for it. This machine's have places of their own; where those of the
        network are all taken, whoever has most of them loses one. Who was let in stays."""
        self._loop = asyncio.get_running_loop()
        there = Counter(who for page, who in self._pages.items() if not page.is_in)
        if there[peer] >= MOST_OF_ONE:
            return False
        of_others = Counter({who: count for who, count in there.items() if who})
        if peer and of_others.total() >= MOST_PAGES:
            who = crowded(of_others, peer)
            if who is None:
                return False
            last = [page for page, found in self._pages.items() if found == who and not page.is_in][-1]
            self.go(last)
            last.leave()
        self._pages[wire] = peer
        return True

    def go(self, wire: Wire) -> None:
        """A page has gone."""
        self._pages.pop(wire, None)

    def let_in(self, wire: Wire, token: str) -> None:
        """Red has let a page in; whoever was before is so no longer."""
        self._token = token
        self.lost()
        for page in self._pages:
            if page is not wire and page.is_in:
                page.out("another")

    def let_out(self) -> None:
        """Nobody is let in any more."""
        self._token = ""
        self.lost()
        for page in self._pages:
            if page.is_in:
                page.out("left")

    async def in_table(self, work: Callable[[], Found]) -> Found:
        """What the thread that has the table finds; ConfigError if it is busy, SigniferError as ``work``."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Found] = loop.create_future()

        def told(tell: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(lambda: None if done.done() else tell())

        def do() -> None:
            if done.cancelled():
                return
            try:
                found = work()
            except SigniferError as error:
                fault = error
                told(lambda: done.set_exception(fault))
            else:
                told(lambda: done.set_result(found))

        self._post(do)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await done
        except TimeoutError:
            raise ConfigError([BUSY]) from None

    async def _view(self) -> dict[str, Json]:
        return {**await self.in_table(self.kept.view), "update": self.updates.view()}

    async def examined(self, *, again: bool) -> list[Json]:
        """What the doctor says: whoever asks meanwhile hears the same; and a moment later, if they do not have it done
        ``again``."""
        is_old = again or self._monotonic() - self._examined_s >= EXAMINED_S
        if self._examining is None or (self._examining.done() and is_old):
            self._examining = asyncio.create_task(self._looks_over())
        return await asyncio.shield(self._examining)

    async def _looks_over(self) -> list[Json]:
        try:
            return await asyncio.to_thread(self._examine)
        finally:
            self._examined_s = self._monotonic()  # a slow computer rests as long

    async def figures_of(self, game: str, card: str, *, is_in: bool) -> dict[str, Json]:
        """What is printed on cards. Who was not let in is told one after the other, in a share of the time."""
        if is_in:
            return await asyncio.to_thread(self.figures.told, game, card)
        async with self._telling:
            await asyncio.sleep(self.rests_s)
            began_s = self._monotonic()
            try:
                return await asyncio.to_thread(self.figures.told, game, card)
            finally:
                now_s = self._monotonic()
                self._told_again_s = now_s + max(now_s - began_s, REPLY_S) * (1 / SHARE - 1)

    @property
    def rests_s(self) -> float:
        """In how many seconds who was not let in is told figures again."""
        return max(self._told_again_s - self._monotonic(), 0.0)

    async def correct(self, wish: wishes.Correct) -> dict[str, Json]:
        """Figures of a card are what the owner reads there; how it is told then."""
        game, card = wish.game, wish.card
        bundle = await asyncio.to_thread(self.figures.correct, game, card, wish.figures, wish.scope)
        await self.in_table(lambda: self.kept.play_by(bundle))
        return await asyncio.to_thread(self.figures.told, game, card)

    def _changed(self) -> None:
        """There is something new; from the table's thread."""
        self.call(self.tell)

    def call(self, work: Callable[[], None]) -> None:
        """Have something done by the event loop, from another thread."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work)

    def tell(self) -> None:
        """All pages are to be told how things stand now."""
        self.shown.change()
        for page in self._pages:
            page.stir()


class Wire:
    """One page."""

    def __init__(self, socket: WebSocket, wires: Wires, door: Door) -> None:
        self._socket, self._wires, self._door = socket, wires, door
        self.is_in = False
        self._phone = self._hears
        self._asked = False
        self._leaving: asyncio.Task[None] | None = None
        self._wrong = 0
        self._pace = Allowance(MOST_A_SECOND, 1.0)
        self._tries = Allowance(MOST_TRIES, TRIES_S)
        self._answers: deque[dict[str, Json]] = deque(maxlen=64)
        self._woken = asyncio.Event()

    async def serve(self) -> None:
        """Let the page in, tell it how things stand, do what it wants, until it goes."""
        if not self._door.opens(self._socket.headers):
            await self._socket.close(TOO_MUCH)  # before it is accepted: 403
            return
        peer = self._socket.client.host if self._socket.client else ""
        self._peer = "" if self._door.local(peer) else peer
        await self._socket.accept()
        if not self._wires.come(self, self._peer):
            await self._socket.close(FULL, "too many pages")
            return
        self._woken.set()
        try:
            async with beside(self._socket, self._tell()):
                await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            self._wires.go(self)
            if self._asked:
                with suppress(SigniferError):
                    await self._wires.in_table(lambda: self._wires.kept.left(self._phone))

    def stir(self) -> None:
        """It is to be told how things stand."""
        self._woken.set()

    def leave(self) -> None:
        """Somebody else has its place now."""

        async def close() -> None:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(FULL, "too many pages")

        self._leaving = asyncio.create_task(close())

    def out(self, reason: str) -> None:
        """It is let in no longer."""
        self.is_in = False
        self._say({"type": "unpaired", "reason": reason})
        self.stir()

    def _say(self, answer: dict[str, Json]) -> None:
        self._answers.append(answer)
        self._woken.set()

    def _hears(self, message: dict[str, Json]) -> None:
        """What becomes of what it asked for, from the table's thread."""
        self._wires.call(lambda: self._told(message))

    def _told(self, message: dict[str, Json]) -> None:
        if message["type"] == PAIRED:
            self.is_in, self._asked = True, False
            token = as_str(message["token"])
            self._wires.let_in(self, token)
            self._say({"type": PAIRED, "token": token})
            self.stir()
        else:
            self._asked = False
            self._say({"type": "unpaired", "reason": message["reason"]})

    async def _tell(self) -> None:
        seen = ""
        while True:
            with suppress(TimeoutError):
                # Not `wait_for`: in Python 3.11 it loses a page's end that comes in the moment of its waking.
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()
            self._woken.clear()
            while self._answers:
                await self._socket.send_text(as_text(self._answers.popleft()))
            with suppress(SigniferError):  # a table that is busy is looked at again
                text = await self._wires.shown.text(lambda: self.is_in)
                if text != seen:
                    await self._socket.send_text(text)
                    seen = text

    async def _listen(self) -> None:
        while self._socket.application_state == WebSocketState.CONNECTED:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            # Bytes, or too many at once, are not even read.
            text = (message.get("text") or "") if self._pace.has() else ""
            try:
                wish = wishes.parse(text)
            except wishes.WishError as error:
                self._wrong += 1
                self._say({**_refused("malformed"), **({} if error.n is None else {"n": error.n})})
            else:
                self._say({**await self._done(wish), "n": wish.n})
            if self._wrong > MOST_WRONG:
                await self._socket.close(TOO_MUCH, "too many wrong messages")
                return

    async def _done(self, wish: wishes.Sent) -> dict[str, Json]:
        """Do what a page wants; what it is answered."""
        if not self.is_in and not isinstance(wish, wishes.FOR_ALL):
            self._wrong += 1
            return _refused("not-paired")
        if (
            isinstance(wish, wishes.Pair | wishes.Prove | wishes.Code | wishes.Token)
            and not self._tries.has()
        ):
            return _refused("too-often")
        try:
            return await self._do(wish)
        except (SigniferError, OSError) as error:
            faults = faults_of(error, at_store=isinstance(wish, wishes.Install))
            more: dict[str, Json] = {"faults": [*faults]} if faults[1:] else {}
            return {**_refused(faults[0]), **more, "causes": causes(faults)}

    async def _do(self, wish: wishes.Sent) -> dict[str, Json]:
        kept, wires = self._wires.kept, self._wires
        match wish:
            case wishes.Pair():
                found = await wires.in_table(lambda: kept.ask(self._phone, self._peer))
                self._asked = self._asked or not found
                return {"type": "refused", **found} if found else {"type": "done"}
            case wishes.Prove():
                columns: list[Json] = [*await wires.in_table(lambda: kept.prove(self._phone, self._peer))]
                self._asked = True
                return {"type": "done", "told": columns}
            case wishes.Code(code=code):
                found = await wires.in_table(lambda: kept.type(code, self._phone))
                return {"type": "refused", **found} if found else {"type": "done"}
            case wishes.Token(token=token):
                self.is_in = wires.lets_in(token)
                self.stir()
                return {"type": "done"} if self.is_in else _refused("unpaired")
            case wishes.Leave():
                wires.let_out()
            case wishes.Examine():
                return {"type": "done", "told": await wires.examined(again=self.is_in)}
            case wishes.Figures(game=game, card=card):
                return {"type": "done", "told": await wires.figures_of(game, card, is_in=self.is_in)}
            case wishes.Correct():
                return {"type": "done", "told": await wires.correct(wish)}
            case wishes.Install(build=build):
                await wires.updates.install(build)
                wires.tell()
            case wishes.Off():
                await wires.in_table(kept.switch_off)
                wires.tell()
                return {"type": "done", "told": kept.place.powers_off}
            case _:
                await wires.in_table(lambda: _sit(kept, wish))
                wires.tell()
        return {"type": "done"}


def _sit(kept: Kept, wish: wishes.Sent) -> None:
    """Of the sitting; by the thread that has the table."""
    match wish:
        case wishes.Enrol(deck=deck):
            kept.enrol(deck)
        case wishes.Answer(yes=yes):
            kept.laying.answer(yes=yes)
        case wishes.Choose(card=card):
            kept.laying.choose(card)
        case wishes.Sitting(do="skip"):
            kept.laying.skip()
        case wishes.Sitting(do="undo"):
            kept.laying.undo()
        case _:
            kept.end()


def _refused(reason: str) -> dict[str, Json]:
    return {"type": "refused", "reason": reason}
