"""The pure machine of ISO/IEC 14443-3 on a field of tags, without a chip between them."""

from __future__ import annotations

from signifer_drivers.portable.iso14443a import BROKEN, CLEAN, COLLISION, SILENT, Link
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.tag import POWER_UP_US


class FieldLink(Link):
    """A field without a chip, which gives collisions in the convention asked for."""

    def __init__(self, field: Field, origin: str = "relative") -> None:
        self.field = field
        self.origin = origin
        self.frames: list[bytes] = []
        self.deaf: set[int] = set()
        field.power(True, 0)
        field.exchange(b"\x00", 0, 0)

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        self.frames.append(data)
        answer = self.field.exchange(data, last_bits, POWER_UP_US)
        if answer is None or len(self.frames) in self.deaf:
            return SILENT, b"", 0, 0
        assert align == answer.split
        coll = 0
        if answer.collided:
            coll = (answer.collided & -answer.collided).bit_length()
            answer.value &= (1 << coll - 1) - 1
            if self.origin == "absolute":
                coll += answer.offset
            if coll > 32:
                coll = 0
        state = COLLISION if answer.collided else BROKEN if answer.bad else CLEAN
        data = (answer.value << align).to_bytes((answer.bits + align + 7) // 8, "little")
        assert len(data) <= want
        return state, data, answer.bits, coll
