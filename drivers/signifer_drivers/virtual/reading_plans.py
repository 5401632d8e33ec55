"""How the twin of an MFRC522 reads many registers at once: a plan for each frame that comes again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter

from signifer_drivers.portable import registers as r

_READ_FIFO = 0x80 | r.FIFODataReg << 1


@dataclass(frozen=True)
class Plan:
    """How a frame is read at once: ``values`` takes one value a byte, the first of which means nothing; at ``level`` is
    that of FIFOLevelReg, if not 0; ``burst`` bytes of the FIFO follow."""

    values: Callable[[bytearray], Iterable[int]]
    level: int
    burst: int


NO_PLAN = Plan(bytes, 0, 0)
PLANS: dict[bytes, Plan] = {}
_MOST = 500
_ACTING = (r.Status1Reg, r.Status2Reg, r.FIFODataReg, r.TCounterValRegH, r.TCounterValRegL)


def plan_of(frame: bytes) -> Plan:
    """How to read a frame, NO_PLAN if it writes, or reads what acts in another way."""
    body = frame[:-1].rstrip(bytes((_READ_FIFO,)))
    registers = [byte >> 1 & 0x3F for byte in body]
    acts = any(register in _ACTING for register in registers)
    if not body or not frame[0] & 0x80 or acts or registers.count(r.FIFOLevelReg) > 1:
        return NO_PLAN
    level = registers.index(r.FIFOLevelReg) + 1 if r.FIFOLevelReg in registers else 0
    if len(PLANS) >= _MOST:
        PLANS.clear()
    return Plan(itemgetter(0, *registers), level, len(frame) - 1 - len(body))
