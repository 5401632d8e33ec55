"""Tuning a reader of a column node: the same sweep as on this computer's own bus, by settings and tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from signifer_drivers.portable.mfrc522 import FIELD_OFF_US
from signifer_drivers.readers.faults import NODE_AWAY, ReaderError

from .host import Node
from .port import POLL_US
from .reader import NodeReader
from .requests import Tuning

# From the port's opening to the first answer: a node that has just got its power takes some 1.5 s.
GREET_US = 3_000_000
HEALTH_US = 2_000_000


class NodeTuner:
    """A tuning.Tuner on reader ``reader`` of ``node``, which diagnoses nothing, so that visits are taken as they are.

    ``name`` is used in errors; ``wait`` lets so many microseconds pass on the clock that is ``now_us``. All methods
    raise ReaderError.
    """

    def __init__(
        self, name: str, node: Node, reader: int, *, wait: Callable[[int], None], now_us: Callable[[], int]
    ) -> None:
        self._name = name
        self._node = node
        self._reader = reader
        self._wait = wait
        self._now_us = now_us
        self._antenna = NodeReader(name, node, reader, wait=wait)

    def begin(self) -> int:
        """See tuning.Tuner. Waits for the node to come up, and for it to say what its chip is."""
        self._until(lambda: self._node.is_there, GREET_US)
        self._antenna.visit()
        before = self._node.health
        self._until(lambda: self._node.health is not before and self._version() > 0, HEALTH_US)
        return self._version()

    def use(self, gain_db: int, field: int) -> None:
        """See tuning.Tuner: the node writes it into the chip at its next visit, so here is one."""
        self._node.tune(self._reader, Tuning(gain_db, field))
        self.read()

    def read(self) -> tuple[set[bytes], bool]:
        """See tuning.Tuner."""
        reading = self._antenna.visit()
        self._wait(FIELD_OFF_US)
        return set(reading.uids), reading.garbled

    def answer(self, gain_db: int, field: int, uids: Sequence[bytes], up_us: int) -> bool:
        """See tuning.Tuner."""
        self._node.tune(self._reader, Tuning(gain_db, field, up_us))
        self._antenna.switch_on()
        reading = self._antenna.read(uids)
        self._wait(FIELD_OFF_US)
        return not any(map(any, reading.misses.values()))

    def _version(self) -> int:
        health = self._node.health
        return 0 if health is None or self._reader >= len(health.readers) else health.readers[self._reader][0]

    def _until(self, met: Callable[[], bool], us: int) -> None:
        """Let time pass until ``met``; the node is away if it takes longer than ``us``."""
        end_us = self._now_us() + us
        while not met():
            if self._now_us() >= end_us:
                error = self._node.error
                detail = error.detail if error is not None else "it does not say how it fares"
                raise ReaderError(self._name, NODE_AWAY, f"{self._node.name}, {detail}")
            self._wait(POLL_US)
            self._node.step()
