"""The hub of all pages that look at the table, by their role, each told the newest picture, none of them waited for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from signifer_core.layout import Side

from signifer_firmware.web.view.viewers import PHONES, SPECTATOR

from .places import crowded
from .telling import OWNER, SEAT, Frame

# Pages of the network, and as many again of this machine and of paired phones; of one peer; and the addresses that a
# player's phone is known by.
MOST_PAGES, MOST_OF_ONE, MOST_PHONES = 64, 8, 4


class Hub:
    """The pages of a server. All but `call` and `show` are for the event loop's thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: dict[asyncio.Event, str] = {}
        self._peers: dict[asyncio.Event, str] = {}
        self._leave: dict[asyncio.Event, Callable[[], None]] = {}
        self._lift: dict[asyncio.Event, Callable[[], None]] = {}
        # From where the phones of a role have come, for as long as they are paired.
        self._phones: dict[str, tuple[str, ...]] = {}
        self._newest: dict[str, Frame] = {}
        # By role how many times before it became wanted again.
        self.wanted: Mapping[str, int] = {}
        self._times: Counter[str] = Counter()
        # The pages that are the owner's because they were let in.
        self._owning: set[asyncio.Event] = set()
        self._fingers: Counter[tuple[str, str]] = Counter()
        # Hears that a page has come: it waits for its first picture.
        self.came: Callable[[], None] = lambda: None
        # Whether a page of another machine has ever come.
        self.had_guest = False

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def keeps(self, peer: str) -> bool:
        """Whether a place is kept for ``peer``: a paired phone has come from there."""
        return any(peer in peers for peers in self._phones.values())

    def come(
        self,
        role: str,
        woken: asyncio.Event,
        peer: str = "",
        leave: Callable[[], None] = lambda: None,
        lift: Callable[[], None] = lambda: None,
    ) -> bool:
        """A page of ``peer`` comes, "" at this machine, which is ``woken`` when there is something new; whether there
        is room for it. One that has to give up its place to another is told to ``leave``. One whose player comes from
        there again is told to ``lift`` its fingers: its wire may be dead, which nobody sees for half a minute."""
        if not self._has_room(peer):
            return False
        self._loop = asyncio.get_running_loop()
        self._peers[woken], self._leave[woken], self._lift[woken] = peer, leave, lift
        self.had_guest = self.had_guest or bool(peer)
        self._is(role, woken)
        return True

    def _has_room(self, peer: str) -> bool:
        """Whether there is a place for one more page of ``peer``; where somebody else has too many, one of theirs."""
        has_own = not peer or self.keeps(peer)
        there = Counter(who for who in self._peers.values() if (not who or self.keeps(who)) == has_own)
        if peer and there[peer] >= MOST_OF_ONE:
            return False
        if there.total() < MOST_PAGES:
            return True
        who = None if has_own else crowded(there, peer)
        if who is None:
            return False
        last = [woken for woken, found in self._peers.items() if found == who][-1]
        leave = self._leave[last]
        self.go(last)
        leave()
        return True

    def become(self, role: str, woken: asyncio.Event) -> None:
        """A page has another role from now on; nothing if it has gone before the table's answer came."""
        if woken in self._pages:
            is_players = role in PHONES.values() or role.startswith(SEAT)
            if is_players and (peer := self._peers[woken]):
                known = [found for found in self._phones.get(role, ()) if found != peer]
                self._phones[role] = (*known, peer)[-MOST_PHONES:]
                self._back(role, woken)
            self._is(role, woken)

    def _back(self, role: str, woken: asyncio.Event) -> None:
        """Whoever comes in a role again from the same address has no fingers where they came before."""
        for page in [page for page, held in self._pages.items() if held == role and page is not woken]:
            if self._peers[woken] and self._peers[page] == self._peers[woken]:
                self._lift[page]()

    def own(self, woken: asyncio.Event) -> None:
        """A page was let in at upkeep: it is as one of the table's own computer, until `disowned`."""
        if woken in self._pages:
            self._owning.add(woken)
            self._back(OWNER, woken)
            self._is(OWNER, woken)

    def disowned(self) -> None:
        """Who was let in is so no longer."""
        for woken in [*self._owning]:
            self.become(SPECTATOR, woken)
        self._owning.clear()

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
        self._owning.discard(woken)
        self._peers.pop(woken, None)
        self._leave.pop(woken, None)
        self._lift.pop(woken, None)
        self._want()

    def touched(self, role: str, name: str, *, down: bool) -> bool:
        """A finger of a page of ``role`` comes down on a button, or leaves it; whether it is the only one of these
        there. Whose button it is, the table says."""
        self._fingers[role, name] += 1 if down else -1
        there = self._fingers[role, name]
        if not there:
            del self._fingers[role, name]
        return there == (1 if down else 0)

    def unpaired(self, player: Side) -> None:
        """The phones of ``player`` are spectators again; for other threads."""
        self.unseated(PHONES[player])

    def unseated(self, role: str) -> None:
        """Pages of ``role`` look on again; for other threads."""
        self.call(lambda: self._unpaired(role))

    def begun(self, paired: Collection[Side]) -> None:
        """Another game: the pictures of the one before no longer count, nor do its phones, but those of the ``paired``;
        for other threads."""
        self.call(self._newest.clear)
        for player in PHONES:
            if player not in paired:
                self.unpaired(player)

    def _unpaired(self, role: str) -> None:
        self._phones.pop(role, None)
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


def message_after(seen: tuple[str, int] | None, newest: Frame) -> str:
    """What brings a page up to date that has ``seen`` the picture of that game and number: what is new, or the whole
    picture where it missed one."""
    follows = seen is not None and seen == (newest.run, newest.seq - 1)
    return newest.news if follows else newest.full
