"""The bad neighbours themselves, a process of its own: ``python -m tests.neighbours.clients HOST:PORT SECONDS KIND,...
ADDRESS,...``. Each address plays each kind with a few connections at once, and comes again when it is sent away."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

from tests.programs import parser

from .wire import CLOSE, MORE, PING, PONG, TEXT, frame, get, junk, request, upgrade

# A crowd that waits for nothing would be a test of this computer's processor alone.
PAUSE_S = 0.05
PART = 4096
PLAYERS = ("red", "blue")
# As often as a page may ask.
QUESTIONS, QUESTIONS_S = 19, 1.02
# Of a page.
MOST_WAITING = 3
FIGURES = ("field-of-glory", "dark-age-arena")


class Line:
    """A connection from ``address``, with all that came on it unread."""

    def __init__(self, host: str, address: str, *, deaf: bool = False) -> None:
        self.host, self._address, self._deaf = host, address, deaf

    async def __aenter__(self) -> Line:
        name, _, port = self.host.partition(":")
        self.reader, self.writer = await asyncio.open_connection(
            name, int(port), local_addr=(self._address, 0), limit=PART if self._deaf else 1 << 20
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def say(self, data: bytes) -> None:
        """Send, as fast as it is taken."""
        self.writer.write(data)
        await asyncio.wait_for(self.writer.drain(), 60)

    async def upgraded(self, path: str = "/table?role=spectator") -> bool:
        """Whether it is a WebSocket now."""
        await self.say(upgrade(self.host, path=path))
        return b" 101 " in await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 30)

    async def heard(self) -> None:
        """Wait until the other end has closed."""
        while await self.reader.read(1 << 16):
            pass


Kind = Callable[[str, str], Awaitable[None]]


async def silent(host: str, address: str) -> None:
    """Connects, and says nothing."""
    async with Line(host, address) as line:
        await line.heard()


async def slow(host: str, address: str) -> None:
    """Asks a letter a second."""
    async with Line(host, address) as line:
        for letter in get(host) * 3:
            await line.say(bytes([letter]))
            await asyncio.sleep(1)


async def deaf(host: str, address: str) -> None:
    """Looks on, and never reads; and asks for files that it does not take."""
    async with Line(host, address, deaf=True) as line:
        if await line.upgraded():
            for _ in range(60):
                await line.say(frame(TEXT, b'{"do":"resync","run":"","n":1}'))
                await asyncio.sleep(0.5)


async def grabber(host: str, address: str) -> None:
    """Asks for everything, many times at once, and takes none of it."""
    async with Line(host, address, deaf=True) as line:
        for _ in range(20):
            await line.say(get(host, "/field-of-glory/cards.json") * 20)
            await asyncio.sleep(0.2)


async def reader(host: str, address: str) -> None:
    """Asks for a file again and again, and reads it."""
    async with Line(host, address) as line:
        for _ in range(300):
            await line.say(get(host, "/main.js") * 5)
            await asyncio.wait_for(line.reader.read(1 << 16), 30)


def flooding(*parts: bytes) -> Kind:
    """Sends ``parts`` over a WebSocket as fast as it can, the last one again and again."""

    async def flood(host: str, address: str) -> None:
        async with Line(host, address) as line:
            reading = asyncio.create_task(line.heard())
            try:
                await line.say(upgrade(host))
                await asyncio.sleep(PAUSE_S)
                for part in parts[:-1]:
                    await line.say(part)
                for _ in range(2000):
                    await line.say(parts[-1])
            finally:
                reading.cancel()

    return flood


async def sitting(host: str, address: str) -> None:
    """Looks on, as long as it may, on as many pages as it may."""
    async with Line(host, address) as line:
        if await line.upgraded():
            await line.heard()


async def liar(host: str, address: str) -> None:
    """Sends one piece of junk after the other."""
    for piece in junk(host):
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with Line(host, address) as line:
                first, _, second = piece.partition(b"|")
                await line.say(first)
                if second:
                    await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), 30)
                    await line.say(second)
                await asyncio.wait_for(line.reader.read(1 << 16), 1)


async def _run_at(line: Line) -> str:
    """The game that is on, as a page knows it, once it has been let in; "" if it is not."""
    if not await line.upgraded():
        return ""
    await asyncio.wait_for(line.reader.readuntil(b'"run":"'), 30)
    return (await line.reader.readexactly(8)).decode()


def asking(*questions: Mapping[str, object]) -> Kind:
    """Asks these questions by turns, as often as a page may, and reads what it is answered."""

    async def ask(host: str, address: str) -> None:
        async with Line(host, address) as line:
            run = await _run_at(line)
            if not run:
                return
            reading = asyncio.create_task(line.heard())
            asked = itertools.cycle(questions)
            try:
                while not reading.done():
                    words = [{**next(asked), "run": run, "n": n} for n in range(QUESTIONS)]
                    await line.say(b"".join(frame(TEXT, json.dumps(word).encode()) for word in words))
                    await asyncio.sleep(QUESTIONS_S)
            finally:
                reading.cancel()

    return ask


async def hitrun(host: str, address: str) -> None:
    """Comes in, asks as much as may wait, each time something else, and is gone before it is answered."""
    async with Line(host, address) as line:
        run = await _run_at(line)
        if not run:
            return
        words = [
            {"do": "look", "at": random.randrange(1, 900), "run": run, "n": n} for n in range(MOST_WAITING)
        ]
        await line.say(b"".join(frame(TEXT, json.dumps(word).encode()) for word in words))
        await line.say(frame(CLOSE, b"\x03\xe8"))
        await asyncio.wait_for(line.heard(), 5)


async def _wishes(line: Line, *wishes: dict[str, str]) -> None:
    """Asks for all of that, as a page that knows which game is on."""
    run = await _run_at(line)
    if not run:
        return
    for n, wish in enumerate(wishes):
        await line.say(frame(TEXT, json.dumps({**wish, "run": run, "n": n}).encode()))


async def hasty(host: str, address: str) -> None:
    """Asks to be a player's phone, and hangs up at once."""
    for player in PLAYERS:
        async with Line(host, address) as line:
            await _wishes(line, {"do": "pair", "player": player})
            await line.say(frame(CLOSE, b"\x03\xe8"))
            await asyncio.wait_for(line.heard(), 5)


async def asker(host: str, address: str) -> None:
    """Asks to be a player's phone, guesses, and goes."""
    async with Line(host, address) as line:
        guesses = [({"do": "pair", "player": player}, {"do": "code", "code": "0000"}) for player in PLAYERS]
        await _wishes(line, *itertools.chain(*guesses))
        reading = asyncio.create_task(line.heard())
        await asyncio.sleep(5)
        reading.cancel()


async def keeper(host: str, address: str) -> None:
    """Asks to be let in at the page of upkeep, guesses, has the doctor look, and stays as long as it may."""
    async with Line(host, address) as line:
        if not await line.upgraded("/upkeep/wire"):
            return
        wishes = ({"do": "pair"}, {"do": "code", "code": "0000"}, {"do": "examine"}, {"do": "leave"})
        for n, wish in enumerate(wishes):
            await line.say(frame(TEXT, json.dumps({**wish, "n": n}).encode()))
        await asyncio.wait_for(line.heard(), 20)


async def figurer(host: str, address: str) -> None:
    """Asks at upkeep for the figures of all cards, of one game and another."""
    asked = itertools.cycle(FIGURES)
    async with Line(host, address) as line:
        if not await line.upgraded("/upkeep/wire"):
            return
        reading = asyncio.create_task(line.heard())
        try:
            while not reading.done():
                words = [{"do": "figures", "game": next(asked), "card": "", "n": n} for n in range(QUESTIONS)]
                await line.say(b"".join(frame(TEXT, json.dumps(word).encode()) for word in words))
                await asyncio.sleep(QUESTIONS_S)
        finally:
            reading.cancel()


async def bookworm(host: str, address: str) -> None:
    """Asks for the league book, and for what is kept for others."""
    async with Line(host, address) as line:
        reading = asyncio.create_task(line.heard())
        try:
            for path in (
                "/league",
                "/league.csv",
                "/past",
                "/upkeep/log",
                "/upkeep/backup",
                "/upkeep.html",
            ) * 20:
                await line.say(get(host, path))
                await asyncio.sleep(PAUSE_S)
        finally:
            reading.cancel()


async def restorer(host: str, address: str) -> None:
    """Sends a backup without end, though nobody let it in."""
    head = request(
        *("POST /upkeep/restore HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"),
        *("Authorization: Bearer " + "0" * 32, "Content-Length: 400000000"),
    )
    async with Line(host, address) as line:
        await line.say(head)
        for _ in range(400):
            await line.say(bytes(1 << 16))


_PINGS = frame(PING, b"x" * 100) * 500
# How many connections of an address play each kind at once, where it plays no other; else together MIXED.
MIXED = 28
KINDS: dict[str, tuple[Kind, int]] = {
    "silent": (silent, 40),
    "slow": (slow, 40),
    "deaf": (deaf, 8),
    "grabber": (grabber, 8),
    "reader": (reader, 4),
    "pings": (flooding(_PINGS), 4),
    "pongs": (flooding(frame(PONG) * 2000), 4),
    "continuations": (flooding(frame(TEXT, b"", final=False), frame(MORE, b"", final=False) * 2000), 4),
    "messages": (flooding(frame(TEXT, b"{}") * 500), 4),
    "sitting": (sitting, 12),
    "export": (asking({"do": "export"}), 8),
    "look": (asking(*({"do": "look", "at": at} for at in range(40))), 8),
    "odds": (asking({"do": "odds"}, {"do": "why"}, {"do": "pad"}), 8),
    "hint": (asking(*({"do": "hint", "card": f"red/spear-{number}"} for number in (1, 2))), 8),
    "hitrun": (hitrun, 6),
    "figures": (figurer, 4),
    "liar": (liar, 2),
    "asker": (asker, 2),
    "hasty": (hasty, 2),
    "keeper": (keeper, 4),
    "bookworm": (bookworm, 2),
    "restorer": (restorer, 2),
}


async def _again(
    kind: Kind, host: str, address: str, until_s: float, crowd: int, began: Callable[[], None]
) -> None:
    """Play a kind until the time is over; each time it begins is told."""
    while (left_s := until_s - time.monotonic()) > 0:
        began()
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            await asyncio.wait_for(kind(host, address), left_s)
        await asyncio.sleep(PAUSE_S * crowd)


async def play(host: str, seconds: float, kinds: list[str], addresses: list[str]) -> dict[str, int]:
    """All of them at once; how many times each kind began. Who has missed the end (Python 3.11 may swallow it) is not
    waited for."""
    until_s = time.monotonic() + seconds
    together = sum(KINDS[name][1] for name in kinds)
    share = 1.0 if len(kinds) == 1 else min(MIXED / together, 1.0)
    began = Counter(dict.fromkeys(kinds, 0))
    tasks = [
        asyncio.create_task(
            _again(KINDS[name][0], host, address, until_s, len(addresses), partial(began.update, (name,)))
        )
        for name in kinds
        for address in addresses
        for _ in range(max(1, round(KINDS[name][1] * share)))
    ]
    await (asyncio.wait(tasks, timeout=seconds) if tasks else asyncio.sleep(seconds))
    return dict(began)


async def _main() -> None:
    options = parser("tests.neighbours.clients", __doc__)
    options.add_argument("host", metavar="HOST:PORT")
    options.add_argument("seconds", type=float)
    options.add_argument("kinds", metavar="KIND,...")
    options.add_argument("addresses", metavar="ADDRESS,...")
    asked = options.parse_args()
    kinds, addresses = asked.kinds.split(","), [each for each in asked.addresses.split(",") if each]
    print(json.dumps(await play(asked.host, asked.seconds, kinds, addresses)), flush=True)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(_main())
