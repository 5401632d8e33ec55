"""The readers of one table, whatever they hang on: one presence, and no two neighbours on together.

Each *poller* (the Pi's bus, a column node) reads by itself, one antenna after another; pollers read at the same time.
On the bus the field of the next reader comes up while one is read. A reader that fails is set up again, ever less
often, and costs the others next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from signifer_core.layout import Zone

from signifer_drivers.node.host import Node

from .findings import Change, Visit
from .pollers import BankReader, BusPoller, NodePoller
from .presence import Presence
from .schedule import Schedule


def neighbours(zones: Mapping[str, Sequence[Zone]]) -> dict[str, frozenset[str]]:
    """The readers whose antennas may not be on together with each reader's, from the zones that each one covers.

    Neighbours are the antennas of one zone, the two sides of a column, for a node has the supply of one field, and
    adjacent columns on the same side, 95 mm away. Adjacent columns on opposite sides are 200 mm apart or more, which is
    farther than columns 1 and 3. Pads lie beside the columns, 122 mm from the last one.
    """

    def near(one: Zone, other: Zone) -> bool:
        if one.column is None or other.column is None:
            return one == other
        return abs(one.column - other.column) <= (one.side == other.side)

    return {
        name: frozenset(
            other
            for other, theirs in zones.items()
            if other != name and any(near(a, b) for a in own for b in theirs)
        )
        for name, own in zones.items()
    }


class Bank:
    """Visits ``readers``, all on one bus, and the antennas of ``nodes`` (each a node, and which of its readers).

    ``neighbours``: see the function of this name. ``now_us``: the time of the bus, which moves by itself while the bus
    is busy; the time of the host is that of its nodes. ``tell`` hears each visit and what it
    changed. ``wanted`` names readers at which cards are expected. ``pull_line`` pulls the reset line that all chips of
    the bus share, if there is one.
    """

    def __init__(
        self,
        readers: Mapping[str, BankReader],
        presence: Presence,
        *,
        neighbours: Mapping[str, Collection[str]],
        now_us: Callable[[], int],
        tell: Callable[[Visit, list[Change]], None],
        wanted: Callable[[], Collection[str]] = tuple,
        pull_line: Callable[[], None] | None = None,
        nodes: Mapping[str, tuple[Node, int]] | None = None,
    ) -> None:
        self.presence = presence
        presence.overheard.near = neighbours
        nodes = nodes or {}
        self._host_us = next((node.now_us for node, _ in nodes.values()), now_us)
        self._schedule = Schedule(presence, neighbours, tell=tell, wanted=wanted)
        self._bus = (
            BusPoller(readers, self._schedule, now_us=now_us, pull_line=pull_line) if readers else None
        )
        self._pollers = self._node_pollers(nodes)
        self._grant_us = 0

    def _node_pollers(self, nodes: Mapping[str, tuple[Node, int]]) -> list[NodePoller]:
        antennas: dict[int, dict[str, int]] = {}
        by_id: dict[int, Node] = {}
        for name, (node, number) in nodes.items():
            by_id[id(node)] = node
            antennas.setdefault(id(node), {})[name] = number
        return [
            NodePoller(by_id[key], numbers, self._schedule, now_us=self._host_us)
            for key, numbers in antennas.items()
        ]

    def step(self) -> int | None:
        """Let each poller do what is due, and grant what can be; return when to come again. None: there are no readers.

        A step waits for nothing but the bus.
        """
        now_us = self._host_us()
        bus = self._bus
        news = False
        for poller in self._pollers:
            if poller.wake_us <= now_us:
                news |= poller.step(now_us)
        if bus is not None:
            if news and bus.is_mixed:
                bus.hear()
            if bus.wake_us <= now_us:
                bus.step()
                news |= bus.is_mixed
        if not self._pollers:
            return None if bus is None else bus.wake_us
        if news or now_us >= self._grant_us:
            self._grant(now_us)
        wake_us = self._grant_us if bus is None else min(self._grant_us, bus.wake_us)
        for poller in self._pollers:
            if poller.wake_us < wake_us:
                wake_us = poller.wake_us
        return max(now_us, wake_us)

    def _grant(self, now_us: int) -> None:
        """Give tokens to the nodes that can use one."""
        wanted = self._schedule.wanted()
        self._grant_us = 1 << 62
        for poller in self._pollers:
            if poller.is_idle and (again_us := poller.grant(now_us, wanted)) is not None:
                self._grant_us = min(self._grant_us, again_us)

    def failing(self) -> frozenset[str]:
        """The readers that fail, and are tried again now and then."""
        return self._schedule.failing()
