"""The first start: where no known network takes the table in, it opens its own, asks a phone for another one, tries
that, and is back with the reason if it did not work.

Nothing of it is kept here. What worked is kept by iwd; so wherever the power goes, the table is in the network of
before, in the new one, or asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from signifer_core.errors import SigniferError

from .iwd import JoinError, Network, Radio, Reason

# Where the table is: it looks for what it knows, has its own network, tries another one, is in one.
SEEKS, OWN, TRIES, HOME = "seeks", "own", "tries", "home"


@dataclass(frozen=True)
class Told:
    """What phones and screens may know: never a password. ``own`` is name and code of the table's own network while it
    has one; ``failed`` what did not work last, and why; ``joined`` the network that it is in."""

    stage: str = SEEKS
    own: tuple[str, ...] = ()
    networks: tuple[Network, ...] = ()
    tries: str = ""
    failed: tuple[str, Reason] | None = None
    joined: str = ""
    language: str = ""


@dataclass(frozen=True)
class Times:
    """In seconds: how long what is known is waited for at the start and when it was lost, how long the own network
    stays unused before that is looked for again, how often it is looked; and how long a phone may take to hear that
    what it wants is tried, before it loses the table's network by that."""

    known: float = 30.0
    lost: float = 300.0
    again: float = 300.0
    look: float = 1.0
    heard: float = 1.0


@dataclass(frozen=True)
class Wish:
    """A phone's: the network to be tried."""

    name: str
    password: str = field(repr=False)


class FirstStart:
    """``own`` is name and code of the table's own network, ``tell`` hears whenever there is something new,
    ``has_cable`` says whether a cable leads into a network, ``has_phone`` whether somebody is at the page."""

    def __init__(
        self,
        radio: Radio,
        own: tuple[str, str],
        *,
        tell: Callable[[Told], None],
        say: Callable[[str], None],
        has_cable: Callable[[], bool],
        has_phone: Callable[[], bool],
        times: Times,
    ) -> None:
        self.told = Told()
        self._radio, self._own, self._times = radio, own, times
        self._tell, self._say = tell, say
        self._has_cable, self._has_phone = has_cable, has_phone
        self._wishes: asyncio.Queue[Wish] = asyncio.Queue(1)

    # What a phone asks for

    def wish(self, wish: Wish) -> bool:
        """A phone wants a network to be tried; whether that is begun: not while another one is."""
        if self.told.stage != OWN or self._wishes.full():
            return False
        self._wishes.put_nowait(wish)
        return True

    def speak(self, language: str) -> None:
        """A phone has chosen the table's language."""
        self._now(replace(self.told, language=language))

    # What the table does

    async def run(self) -> None:
        """Until it is cancelled; BusError if iwd goes, or the radio takes no network of its own."""
        self._now(self.told)
        while not await self._radio.is_there():
            await asyncio.sleep(self._times.look)
        while True:
            self._now(replace(self.told, stage=SEEKS, own=()))
            # What a phone wanted when its time was over is not done later, behind everybody's back.
            self._wishes = asyncio.Queue(1)
            if await self._is_home(self._times.known):
                self._now(replace(self.told, stage=HOME, failed=None))
                await self._until_lost()
            else:
                await self._be_found()

    def _now(self, told: Told) -> None:
        self.told = told
        self._tell(told)

    async def _is_home(self, seconds: float) -> bool:
        """Whether a cable or a network that is known takes the table in within the time; its own is closed by that."""
        if self._has_cable():
            await self._radio.close_own()
            return True
        return await self._radio.wait(seconds, self._has_cable)

    async def _until_lost(self) -> None:
        """While the table is in a network; and for a while longer, for a router starts again, too."""
        away = 0.0
        while away <= self._times.lost:
            await asyncio.sleep(self._times.look)
            there = self._has_cable() or await self._radio.is_joined()
            away = 0.0 if there else away + self._times.look

    async def _be_found(self) -> None:
        """Open the table's own network, and do what phones ask for there; until it is in another one, or it is time to
        look for those that are known."""
        await self._open()
        alone = 0.0
        while True:
            wish = await self._wished()
            if self._has_cable():
                return
            if wish is not None:
                if await self._tried(wish):
                    return
                alone = 0.0
            elif await self._radio.is_own_open():
                is_used = self._has_phone() or await self._radio.has_guests()
                alone = 0.0 if is_used else alone + self._times.look
                if alone > self._times.again and await self._radio.has_known():
                    return
                continue
            await self._open()

    async def _wished(self) -> Wish | None:
        """What a phone wants by the next look."""
        try:
            async with asyncio.timeout(self._times.look):
                return await self._wishes.get()
        except TimeoutError:
            return None

    async def _open(self) -> None:
        """What the radio hears is asked before: it hears nobody else while it has its own network."""
        networks = await self._radio.networks()
        await self._radio.open_own(*self._own)
        self._say(f"no known network is here: the table has its own, {self._own[0]}")
        named = {network.name: network for network in reversed(networks) if network.name}
        self._now(
            replace(self.told, stage=OWN, own=self._own, tries="", networks=tuple(reversed(named.values())))
        )

    async def _tried(self, wish: Wish) -> bool:
        """Whether a network takes the table in."""
        self._now(replace(self.told, stage=TRIES, own=(), tries=wish.name, failed=None))
        await asyncio.sleep(self._times.heard)
        try:
            await self._radio.join(wish.name, wish.password)
        except JoinError as error:
            self._say(str(error))
            self._now(replace(self.told, failed=(wish.name, error.reason)))
            return False
        except SigniferError as error:
            self._say(f"{wish.name}: {error}")
            self._now(replace(self.told, failed=(wish.name, Reason.NO_ANSWER)))
            return False
        self._say(f"the table is in the network {wish.name}")
        self._now(replace(self.told, stage=HOME, joined=wish.name, tries=""))
        return True
