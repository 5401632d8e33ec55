"""Whoever stands at a table whose screens are pages shows it: a card goes from column to column in the order that their
page was told.

Such a table has no screen of its own for a first code, and the computer may have none either. Nobody in the network can
lay a card; and each page that asks has another order, so whoever does as their own page says lets in that one alone.
Secret is none of it. All of it is for the thread that has the table.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS
from signifer_drivers.polling.findings import Change, Finding

from signifer_firmware.session.events import Phone
from signifer_firmware.session.pairing import BUSY, EXPIRED, PAIRED, TOKEN_BYTES
from signifer_firmware.web.server.places import crowded

# So many places, and so long for all of them.
PLACES, FOR_US = 4, 180_000_000
# Words of the page.
TOO_MANY, IS_ASKED = "too-many-ask", "is-asked"
# Pages that are shown an order at once: far fewer than there are orders.
MOST = 16
# Whoever was told an order has so long to lay the first card: then they may have to make room for another address.
SPARED_US = 30_000_000
NEVER = 1 << 62


@dataclass
class _Order:
    """What one page was told; and how far a card, by its tag, has come."""

    phone: Phone
    peer: str
    columns: tuple[int, ...]
    until_us: int
    uid: bytes = b""
    done: int = field(default=0)


class Orders:
    """Of all pages that ask. ``column`` tells the column of a reader, None for one elsewhere; ``drawn`` draws orders.
    ``ended`` hears that none is left."""

    def __init__(
        self,
        column: Callable[[str], int | None],
        ended: Callable[[], None],
        drawn: random.Random | None = None,
    ) -> None:
        self._column, self._ended = column, ended
        self._drawn = drawn or random.SystemRandom()
        self._orders: list[_Order] = []

    def ask(self, phone: Phone, now_us: int, peer: str = "") -> tuple[int, ...]:
        """The columns for a page of ``peer``, in order. Where too many pages have some, one makes room (`_spare`).
        ConfigError for a page that has some, or finds no place."""
        if any(order.phone == phone for order in self._orders):
            raise ConfigError([IS_ASKED])
        if len(self._orders) >= MOST:
            last = self._spare(peer, now_us)
            if last is None:
                raise ConfigError([TOO_MANY])
            self._orders.remove(last)
            last.phone({"type": "unpaired", "reason": TOO_MANY})
        taken = {order.columns for order in self._orders}
        while (columns := self._draw()) in taken:
            pass
        self._orders.append(_Order(phone, peer, columns, now_us + FOR_US))
        return columns

    def _spare(self, peer: str, now_us: int) -> _Order | None:
        """Whose order ends for one of ``peer``: the last one of whoever has most; where all addresses have as many, and
        ``peer`` has none, that of whoever waits longest, and no card has come to its first place for SPARED_US."""
        there = Counter(order.peer for order in self._orders)
        who = crowded(there, peer)
        if who is not None:
            return [order for order in self._orders if order.peer == who][-1]
        idle = [
            order
            for order in self._orders
            if not order.done and now_us >= order.until_us - FOR_US + SPARED_US
        ]
        return None if there[peer] else min(idle, key=lambda order: order.until_us, default=None)

    def _draw(self) -> tuple[int, ...]:
        columns: list[int] = []
        while len(columns) < PLACES:
            column = self._drawn.choice(COLUMNS)
            if column not in columns[-1:]:
                columns.append(column)
        return tuple(columns)

    def left(self, phone: Phone) -> None:
        """A page has gone."""
        self._orders = [order for order in self._orders if order.phone != phone]
        self._look()

    def end(self, reason: str) -> None:
        """Somebody else has the table; pages are told why."""
        orders, self._orders = self._orders, []
        for order in orders:
            order.phone({"type": "unpaired", "reason": reason})

    def laid(self, change: Change, at_us: int) -> bool:
        """A reader's news, which is the table's, too."""
        if change.kind == Finding.PRESENT and change.uid:
            for order in [*self._orders]:
                if self._comes(order, self._column(change.reader), change.uid):
                    self._orders.remove(order)
                    order.phone({"type": PAIRED, "token": secrets.token_hex(TOKEN_BYTES)})
                    # The same card goes on over the table now: what others were told counts no more.
                    self.end(BUSY)
                    break
            self._look()
        return False

    def _comes(self, order: _Order, column: int | None, uid: bytes) -> bool:
        """Whether that was the last place of an order. Another card, or another place, and it begins again."""
        if column != order.columns[order.done] or (order.done and uid != order.uid):
            order.done = 0
        if column == order.columns[order.done]:
            order.uid, order.done = uid, order.done + 1
        return order.done == PLACES

    def step(self, now_us: int) -> int:
        """Nobody waits for ever."""
        for order in [order for order in self._orders if order.until_us <= now_us]:
            self._orders.remove(order)
            order.phone({"type": "unpaired", "reason": EXPIRED})
        self._look()
        return min((order.until_us for order in self._orders), default=NEVER)

    def _look(self) -> None:
        if not self._orders:
            self._ended()
