"""A hundred thousand inputs for the real server, each made of a seed: what it answers, what its log says, and whether
the table stands as it stood and plays on."""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from signifer_firmware.web.server.messages import MOST_BYTES
from signifer_firmware.web.server.network import own_address
from signifer_firmware.web.virtual.live import TWO

from . import thrown
from .owner import Page, page
from .wire import PING, TEXT, frame, upgrade

ROOT = Path(__file__).parents[2]
# Longer nothing is waited for: what is not answered by then is told as such.
PATIENCE_S = 120.0
# Who says nothing more, and waits for an answer that may not come.
HUSH_S = 0.3
AT_ONCE = 6
BLOCK = 1_000
SENTINEL = b"read so far"
# What stands still unless somebody does something at the table.
STATE = ("table", "game", "cards", "owed", "refusals", "record", "drawer")
# How many messages of a page are taken in a second, and how many wrong ones at all; some are worth more.
PACE, MOST_WRONG = 54, 18
WORTH = {**dict.fromkeys(thrown.QUESTIONS, 3), thrown.RESYNC: 6}
_RUN = re.compile(rb'"run":"(\w*)"')
_SIZE = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass
class Figures:
    """What came of it. ``read`` are inputs that were answered, or ended for, by their kind; ``mistakes`` the tracebacks
    that the log passes over, by their last line, ``traces`` the first of each. ``from_network`` of them came from this
    computer's address in the network, if it has one: to the server they are strangers."""

    read: Counter[str] = field(default_factory=Counter)
    from_network: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    checks: int = 0
    tracebacks: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)
    traces: list[str] = field(default_factory=list)
    log_lines: int = 0
    seconds: float = 0.0

    @property
    def count(self) -> int:
        return self.read.total()

    @property
    def is_well(self) -> bool:
        return not (self.unanswered or self.faults or self.tracebacks or self.mistakes)

    def told(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "inputs": self.count,
            **{name: value for name, value in vars(self).items() if name != "traces"},
        }


class Line:
    """A connection, as far as a client of ours needs one."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.is_over = False

    async def __aenter__(self) -> Line:
        name, _, port = self.host.partition(":")
        self.reader, self.writer = await asyncio.open_connection(name, int(port), limit=1 << 22)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def say(self, data: bytes, *, last: bool = False) -> None:
        """Send it; after what is ``last`` there comes no more."""
        with suppress(OSError):
            self.writer.write(data)
            await self.writer.drain()
            if last:
                self.writer.write_eof()

    async def ends(self) -> bytes:
        """All that comes until the other end closes."""
        found = bytearray()
        with suppress(OSError):
            while part := await self.reader.read(1 << 16):
                found += part
        return bytes(found)

    async def status(self, *, head_only: bool = False) -> int:
        """The answer to a request, with its body read; 0 if the other end closed instead."""
        try:
            while (head := await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 "):
                pass
            status, size = int(head[9:12]), _SIZE.search(head)
            self.is_over = b"\r\nconnection: close\r\n" in head.lower()
            if not head_only and status not in (101, 204, 304):
                await (self.reader.readexactly(int(size[1])) if size else self.ends())
        except (asyncio.IncompleteReadError, OSError):
            return 0
        return status

    async def upgraded(self, role: str) -> bool:
        await self.say(upgrade(self.host, path=f"/table?role={role}"))
        return await self.status(head_only=True) == 101

    async def heard(self) -> tuple[int, bytes] | None:
        """The next frame: what it is, and what is in it; None if there comes none."""
        try:
            first, size = await self.reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8))
            return first & 0x0F, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            return None


class Thrower:
    """Throws one connection's inputs after the other; ``acts`` are those that hands have done."""

    def __init__(self, hosts: tuple[str, ...], seed: int, figures: Figures) -> None:
        self._hosts, self._seed, self._figures = hosts, seed, figures
        self.number = 0
        self.acts = 0

    def block(self, kinds: tuple[str, ...], count: int) -> None:
        """Throw ``count`` inputs or a few more, of these kinds by turns."""
        until = self._figures.count + count
        asyncio.run(self._all(kinds, until))

    async def _all(self, kinds: tuple[str, ...], until: int) -> None:
        async def work() -> None:
            while self._figures.count < until and not self._figures.unanswered:
                self.number += 1
                await self._one(kinds[self.number % len(kinds)], self.number)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))

    async def _one(self, kind: str, number: int) -> None:
        rng = random.Random(f"{self._seed}/{number}")
        try:
            async with Line(rng.choice(self._hosts)) as line:
                await asyncio.wait_for(KINDS[kind](self, line, rng), PATIENCE_S)
        except TimeoutError:
            self._figures.unanswered.append(f"{kind}, connection {number} of seed {self._seed}")

    def _read(self, line: Line, kind: str, answer: str, count: int = 1) -> None:
        self._figures.from_network += count * (line.host != self._hosts[0])
        self._figures.read[kind] += count
        self._figures.answers[answer] += count

    async def questions(self, line: Line, rng: random.Random) -> None:
        """Requests that are whole, one after the other as a browser asks, until the server closes."""
        for _ in range(rng.randint(2, 20)):
            asked = thrown.question(rng, line.host)
            await line.say(asked)
            status = await line.status(head_only=asked.startswith(b"HEAD"))
            self._read(line, "requests", f"HTTP {status}" if status else "closed")
            if not status or line.is_over:
                return

    async def broken(self, line: Line, rng: random.Random) -> None:
        """What is no request."""
        await line.say(thrown.broken(rng, line.host), last=True)
        said = await line.ends()
        self._read(
            line, "broken requests", f"HTTP {said[9:12].decode()}" if said[:5] == b"HTTP/" else "closed"
        )

    async def handshakes(self, line: Line, rng: random.Random) -> None:
        """A WebSocket's beginning, and then nothing."""
        await line.say(thrown.handshake(rng, line.host))
        try:
            status = await asyncio.wait_for(line.status(head_only=True), HUSH_S)
        except TimeoutError:
            status = 0
        await line.say(b"", last=True)
        await line.ends()
        self._read(line, "handshakes", f"HTTP {status}" if status else "closed")

    async def frames(self, line: Line, rng: random.Random) -> None:
        """Frames that may come, a ping whose answer tells that they were read, and one that may not."""
        if not await line.upgraded("spectator"):
            self._read(line, "handshakes", "closed")
            return
        # Of control frames and fragments a page may send 30 in ten seconds.
        sent = [thrown.harmless(rng) for _ in range(rng.randint(1, 9))]
        await line.say(b"".join(b"".join(one) for one in sent) + frame(PING, SENTINEL))
        while (heard := await line.heard()) is not None:
            if heard[1] == SENTINEL:
                self._read(line, "frames", "read", len(sent))
                break
        await line.say(thrown.wrong_frame(rng), last=True)
        said = await line.ends()
        code = said.rfind(b"\x88")
        closing = said[code + 2 : code + 4]
        known = len(closing) == 2 and 1000 <= struct.unpack("!H", closing)[0] < 5000
        self._read(line, "wrong frames", f"closed {struct.unpack('!H', closing)[0]}" if known else "closed")

    async def messages(self, line: Line, rng: random.Random, *, role: str = "hand") -> None:
        """Messages of a page; each is answered."""
        if not await line.upgraded(role):
            self._read(line, "handshakes", "closed")
            return
        found = None
        while found is None and (told := await line.heard()) is not None:
            found = _RUN.search(told[1][:200])
        texts = self._texts(rng, role, found[1].decode() if found else "")
        await line.say(b"".join(thrown.masked(rng, frame(TEXT, text)) for text in texts))
        kind = "pairing" if role == "spectator" else "messages"
        left = len(texts)
        while left and (heard := await line.heard()) is not None:
            if (
                heard[0] == TEXT
                and heard[1][:9] in (b'{"type":"',)
                and heard[1][9:13] not in (b"full", b"news")
            ):
                left -= 1
                answer = json.loads(heard[1])
                self.acts += answer["type"] == "done" and role == "hand"
                self._read(line, kind, answer.get("reason", answer["type"]))
            elif heard[0] == 8:
                self._read(line, kind, f"closed {int.from_bytes(heard[1][:2])}")
                return

    def _texts(self, rng: random.Random, role: str, run: str) -> list[bytes]:
        """As many messages as a page may send at once."""
        texts, worth, wrong = [], 0, 0
        while worth < PACE and wrong < MOST_WRONG:
            message = self._message(rng, role)
            worth += WORTH.get(message["do"], 1)
            said = {"run": run if rng.random() < 0.95 else "another", "n": rng.randrange(100), **message}
            is_changed = rng.random() < 0.35
            # Who looks on is wrong about all that hands do, and hands about what phones ask for.
            wrong += is_changed or role != "hand" or message["do"] in thrown.WISHES
            text = thrown.changed(rng, said) if is_changed else json.dumps(said)
            texts.append(text.encode(errors="replace")[:MOST_BYTES])
        return texts

    def _message(self, rng: random.Random, role: str) -> dict[str, Any]:
        chance = rng.random()
        if chance < 0.1:
            return thrown.inquiry(rng)
        return thrown.wish(rng) if (chance < 0.2) == (role == "hand") else thrown.deed(rng)

    async def pairing(self, line: Line, rng: random.Random) -> None:
        """What phones ask for, and what they may not."""
        await self.messages(line, rng, role="spectator")


KINDS: dict[str, Callable[[Thrower, Line, random.Random], Awaitable[None]]] = {
    "questions": Thrower.questions,
    "broken": Thrower.broken,
    "handshakes": Thrower.handshakes,
    "frames": Thrower.frames,
    "pairing": Thrower.pairing,
    "messages": Thrower.messages,
}
# What is not the table's business, and what is.
STILL = (*("questions", "broken", "handshakes", "frames") * 5, "pairing")
BLOCKS = (STILL, ("messages",), STILL)


class Watcher:
    """Who sits at the table, and sees whether it stands as before and plays on."""

    def __init__(self, owner: Page, figures: Figures) -> None:
        self._owner, self._figures = owner, figures

    def stands(self) -> dict[str, Any]:
        """How it stands."""
        self._owner.ask(do=thrown.RESYNC)
        while self._owner.hear()["type"] != "full":
            pass
        return {"run": self._owner.run, **{name: self._owner.view[name] for name in STATE}}

    def begins(self) -> None:
        """Another game, with the lamp on and all parts whole."""
        self._owner.ask(do="power", on=True)
        self._owner.ask(do="mend")
        self._owner.ask(do="speed", speed=1.0)
        run = self._owner.run
        self._done(do="new", mode=TWO)
        self._until(lambda view: self._owner.run != run and bool(view["game"].get("active")))

    def plays(self) -> None:
        """A card is laid and taken back."""
        self._until(lambda view: bool(view["game"].get("active")))
        player = self._owner.view["game"]["active"]
        card = self._owner.view["cards"][f"hand {player}"][0]
        for place in (f"pad {player}", f"hand {player}"):
            self._done(do="move", card=card, to=place)
            self._until(lambda view, place=place: card in view["cards"][place])  # type: ignore[misc]
        self._figures.checks += 1

    def _until(self, what: Callable[[dict[str, Any]], bool]) -> None:
        """Listen until what is shown is as wanted; TimeoutError if it never is."""
        until_s = time.monotonic() + PATIENCE_S
        while not what(self._owner.view):
            if time.monotonic() > until_s:
                raise TimeoutError("the table does not play on")
            self._owner.hear()

    def _done(self, **wish: Any) -> None:
        answer = self._owner.ask(**wish)
        if answer["type"] != "done":
            self._figures.faults.append(f"{wish}: {answer}")


@contextmanager
def _table(figures: Figures) -> Iterator[int]:
    """The real server in a process of its own: its port. What its log says is counted in the end."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        heard = Path(folder) / "heard"
        with subprocess.Popen(
            [sys.executable, "-m", "tests.neighbours.served", str(heard)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            try:
                yield int(process.stdout.readline())
            except Exception as error:  # noqa: BLE001 - a table that is gone is a find, too, and its log tells why
                figures.faults.append(repr(error)[:300])
            finally:
                if process.poll() is not None:
                    figures.faults.append(f"the server ended with {process.returncode}")
                process.communicate(timeout=PATIENCE_S)
        log.seek(0)
        lines = log.read().splitlines()
        figures.log_lines = len(lines)
        figures.tracebacks = sum("Traceback" in line for line in lines)
        if figures.tracebacks or figures.faults:
            figures.faults += lines[-40:]
        for mistake in heard.read_text().split("== ")[1:]:
            name = f"{mistake.splitlines()[0]}: {mistake.rstrip().splitlines()[-1]}"[:200]
            if name not in figures.mistakes:
                figures.traces.append(mistake)
            figures.mistakes[name] += 1


def throw(count: int, seed: int, *, block: int = BLOCK) -> Figures:
    """Throw ``count`` inputs, and look after each ``block`` of them how the table stands."""
    figures, since_s = Figures(), time.monotonic()
    with _table(figures) as port:
        outside = own_address()
        hosts = (f"127.0.0.1:{port}", *([f"{outside}:{port}"] if outside else []))
        thrower = Thrower(hosts, seed, figures)
        with page(hosts[0], "hand") as owner:
            watcher = Watcher(owner, figures)
            watcher.begins()
            blocks = 0
            while figures.count < count and not (figures.faults or figures.unanswered):
                thrower.acts = 0
                before = watcher.stands()
                thrower.block(BLOCKS[blocks % len(BLOCKS)], min(block, count - figures.count))
                if thrower.acts:
                    watcher.begins()
                elif (after := watcher.stands()) != before:
                    unlike = [name for name in before if before[name] != after[name]]
                    figures.faults.append(f"block {blocks}: {unlike} are others, and nobody did anything")
                watcher.plays()
                blocks += 1
    figures.seconds = round(time.monotonic() - since_s, 1)
    return figures


def main(count: int, seed: int) -> int:
    """``python -m tests.neighbours inputs``: the figures as JSON; the exit status is 0 if all is well."""
    found = throw(count, seed)
    print("".join(found.traces), file=sys.stderr)
    print(json.dumps(found.told(), indent=1))
    return 0 if found.is_well and found.count >= count else 1
