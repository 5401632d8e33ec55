"""One tag, after ISO/IEC 14443-3 type A: what it hears, and in which state that leaves it."""

from __future__ import annotations

from zlib import crc32

from signifer_drivers.portable.iso14443a import crc_a, levels
from signifer_drivers.virtual.ntag import Ntag213

IDLE, READY, ACTIVE, HALT = "IDLE", "READY", "ACTIVE", "HALT"

# A tag hears from so long after the field came up on, each one of its own (by its UID): the standard allows 5 ms.
QUICK_POWER_UP_US, POWER_UP_US = 500, 5_000

_ATQA = {4: 0x0004, 7: 0x0044, 10: 0x0084}
_SAK = {4: 0x08, 7: 0x00, 10: 0x00}
_SAK_CASCADE = 0x04
# So many low bits.
MASK = [(1 << bits) - 1 for bits in range(73)]


def _with_crc(sak: int) -> int:
    return int.from_bytes(bytes((sak,)) + crc_a(bytes((sak,))), "little")


class Tag:
    """One tag with a UID of 4, 7 or 10 bytes (ValueError otherwise).

    ``state`` is IDLE, READY, ACTIVE or HALT; ``home`` is where it falls back to, IDLE, or HALT for the starred
    states READY* and ACTIVE*; ``level`` is the cascade level at which it is READY, from 0. ``coupling_db`` is 0 in the
    middle of the antenna, and below that elsewhere. ``memory`` is what answers when it is selected; None: nothing does.
    ``wakes_us``: from power to the first frame that it hears. ``fleeting``: another one after each loss of power.
    """

    fleeting = False

    __slots__ = (
        "atqa",
        "coupling_db",
        "home",
        "last",
        "level",
        "memory",
        "parts",
        "ready_us",
        "saks",
        "state",
        "uid",
        "wakes_us",
    )

    def __init__(self, uid: bytes, *, sak: int | None = None, memory: Ntag213 | None = None) -> None:
        if len(uid) not in _ATQA:
            raise ValueError("a UID has 4, 7 or 10 bytes")
        self.uid = uid
        self.wakes_us = QUICK_POWER_UP_US + crc32(uid) % (POWER_UP_US - QUICK_POWER_UP_US + 1)
        self.memory = memory
        self.atqa = _ATQA[len(uid)]
        self.parts = [int.from_bytes(part, "little") for part in levels(uid)]
        self.last = len(self.parts) - 1
        self.saks = [_with_crc(_SAK_CASCADE)] * self.last + [
            _with_crc(_SAK[len(uid)] if sak is None else sak)
        ]
        self.coupling_db = 0.0
        self.ready_us: float | None = None
        self.power_down()

    def power_down(self) -> None:
        """Forget everything, as when the field goes off."""
        self.state = self.home = IDLE
        self.level = 0
        self.ready_us = None

    def request(self, wakes_all: bool) -> bool:
        """Hear REQA, or WUPA if ``wakes_all``: True if it answers with its ATQA."""
        state = self.state
        if state is IDLE or (state is HALT and wakes_all):
            self.home = state
            self.state = READY
            self.level = 0
            return True
        self.state = self.home
        return False

    def matches(self, level: int, prefix: int, known: int) -> bool:
        """Hear an anticollision frame with ``known`` bits of a level: True if it answers with the rest of them."""
        if self.state is READY and self.level == level:
            return self.parts[level] & MASK[known] == prefix
        self.sleep()
        return False

    def select(self, level: int, part: int) -> bool:
        """Hear SELECT with all 40 bits of a level: True if it is meant, and answers with its SAK."""
        state = self.state
        if state is READY:
            if self.level == level and self.parts[level] == part:
                if level == self.last:
                    self.state = ACTIVE
                else:
                    self.level = level + 1
                return True
            self.state = self.home
        elif state is ACTIVE:
            self.state = self.home
        return False

    def halt(self) -> None:
        """Hear HLTA: sleep until WUPA, if it is ACTIVE."""
        if self.state is ACTIVE:
            self.state = self.home = HALT
        else:
            self.sleep()

    def sleep(self) -> None:
        """Hear anything else, or an error: back to IDLE or HALT."""
        if self.state is READY or self.state is ACTIVE:
            self.state = self.home
