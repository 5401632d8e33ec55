"""Columns of nodes on virtual USB, as several test modules need them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from signifer_drivers.polling.bank import Bank
from signifer_drivers.polling.findings import Change, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.virtual.tag import Tag

from tests.node.benches import NodeBench


@dataclass
class Columns:
    """Two nodes of two readers each behind a bank; hands lay and lift, ``world`` knows what lies where."""

    kits: list[NodeBench]
    presence: Presence = field(default_factory=lambda: Presence(2))
    world: dict[str, set[bytes]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        nodes = {}
        self.places = {}
        for number, kit in enumerate(self.kits):
            for index in range(2):
                name = f"{number + 3} {'red' if index == 0 else 'blue'}"
                nodes[name] = (kit.host, index)
                self.places[name] = kit.fields[index]
                self.world[name] = set()
        self.clock = self.kits[0].clock
        self.bank = Bank(
            {},
            self.presence,
            neighbours={},
            now_us=lambda: self.clock.now_us,
            tell=self._tell,
            nodes=nodes,
        )

    def _tell(self, visit: Visit, changes: list[Change]) -> None:
        self.changes += changes

    def run(self, us: int) -> None:
        end_us = self.clock.now_us + us
        while self.clock.now_us < end_us:
            next_us = self.bank.step()
            assert next_us is not None
            self.clock.catch_up(next_us)

    def hand(self, rng: random.Random) -> None:
        """Lay a new card somewhere, or lift one."""
        name = rng.choice(sorted(self.world))
        lying = self.world[name]
        if lying and (len(lying) > 2 or rng.random() < 0.5):
            uid = rng.choice(sorted(lying))
            lying.remove(uid)
            self.places[name].remove(next(tag for tag in self.places[name].tags if tag.uid == uid))
        else:
            uid = b"\x04" + rng.randbytes(2) + bytes((rng.randrange(0x80),)) + rng.randbytes(3)
            lying.add(uid)
            self.places[name].put(Tag(uid))

    def believed(self) -> dict[str, set[bytes]]:
        return {name: set(self.presence.lying(name)) for name in self.world}

    def told(self, kind: str) -> list[tuple[str, bytes]]:
        return [(change.reader, change.uid) for change in self.changes if change.kind == kind]
