"""The hub of all pages that look at the table, by their role, each told the newest picture, none of them waited for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress

from signifer_core.layout import Side

from signifer_firmware.web.view.view import PHONES, SPECTATOR

from .telling import Frame

MOST_PAGES, MOST_OF_ONE = 64, 8


class Hub:
    """The pages of a server. All but `call` and `show` are for the event loop's thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: dict[asyncio.Event, str] = {}
        self._peers: dict[asyncio.Event, str] = {}
        self._newest: dict[str, Frame] = {}
        # By role how many times before it became wanted again.
        self.wanted: Mapping[str, int] = {}
        self._times: Counter[str] = Counter()
        self._fingers: Counter[str] = Counter()
        # Hears that a page has come: it waits for its first picture.
        self.came: Callable[[], None] = lambda: None

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def come(self, role: str, woken: asyncio.Event, peer: str = "") -> bool:
        """A page of ``peer`` comes, which is ``woken`` when there is something new; whether there is room for it. At
        this machine ("") there is, as long as there is any."""
        if self.pages >= MOST_PAGES or (peer and [*self._peers.values()].count(peer) >= MOST_OF_ONE):
            return False
        self._loop = asyncio.get_running_loop()
        self._peers[woken] = peer
        self._is(role, woken)
        return True

    def become(self, role: str, woken: asyncio.Event) -> None:
        """A page has another role from now on; nothing if it has gone before the table's answer came."""
        if woken in self._pages:
            self._is(role, woken)

    def _is(self, role: str, woken: asyncio.Event) -> None:
        self._pages[woken] = role
        self._want()
        woken.set()
        self.came()

    def _want(self) -> None:
        """Keep what is wanted, and the pictures of that alone: who comes later is told no old ones."""
        roles, before = set(self._pages.values()), self.wanted
        self._times.update(roles - before.keys())
        self.wanted = {role: self._times[role] for role in roles}
        for role in self._newest.keys() - roles:
            del self._newest[role]

    def role(self, woken: asyncio.Event) -> str:
        """The role of a page."""
        return self._pages.get(woken, SPECTATOR)

    def go(self, woken: asyncio.Event) -> None:
        """A page has gone."""
        self._pages.pop(woken, None)
        self._peers.pop(woken, None)
        self._want()

    def touched(self, name: str, *, down: bool) -> bool:
        """A page's finger comes down on a button, or leaves it; whether it is the only one there."""
        self._fingers[name] += 1 if down else -1
        return self._fingers[name] == (1 if down else 0)

    def unpaired(self, player: Side) -> None:
        """The phones of ``player`` are spectators again; for other threads."""
        self.call(lambda: self._unpaired(PHONES[player]))

    def begun(self) -> None:
        """Another game: the pictures of the one before no longer count, nor do its phones; for other threads."""
        self.call(self._newest.clear)
        for player in PHONES:
            self.unpaired(player)

    def _unpaired(self, role: str) -> None:
        for woken in [woken for woken, held in self._pages.items() if held == role]:
            self.become(SPECTATOR, woken)

    def call(self, work: Callable[[], None]) -> None:
        """Have ``work`` done by the event loop: for other threads. Where no page has ever come there is none."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(work)

    def show(self, frame: Frame) -> None:
        """There is a new picture: called by the owner's thread."""
        self.call(lambda: self._shown(frame))

    def _shown(self, frame: Frame) -> None:
        if frame.role in self.wanted:
            self._newest[frame.role] = frame
        for woken, role in self._pages.items():
            if role == frame.role:
                woken.set()

    def newest(self, role: str) -> Frame | None:
        """The newest picture for pages of ``role``, if there is one."""
        return self._newest.get(role)


def message_after(seen: Frame | None, newest: Frame) -> str:
    """What brings a page that has ``seen`` up to date: what is new, or the whole picture where it missed one."""
    follows = seen is not None and seen.run == newest.run and seen.seq + 1 == newest.seq
    return newest.news if follows else newest.full
