"""Runs under MicroPython: the pure machine on a field of its own, and the driver's batches. Prints "ok" at the end."""

import sys

sys.path.insert(0, sys.argv[1])

from signifer_drivers.portable import iso14443a, mfrc522, registers
from signifer_drivers.portable.mfrc522 import HELD, NO_CHIP, ChipError, Mfrc522
from signifer_drivers.portable.registers import read, write


class MiniTag:
    """States: "idle", "ready", "active", "halt"."""

    def __init__(self, uid: bytes) -> None:
        self.parts = iso14443a.levels(uid)
        self.level = 0
        self.state = "idle"

    def request(self, wakes_all: bool) -> bool:
        if self.state == "idle" or (wakes_all and self.state == "halt"):
            self.level = 0
            self.state = "ready"
            return True
        if self.state != "halt":
            self.state = "idle"
        return False

    def select(self, part: bytes) -> int:
        """Return the SAK, or -1."""
        if self.state != "ready":
            return -1
        if self.parts[self.level] != part:
            self.state = "idle"
            return -1
        self.level += 1
        if self.level < len(self.parts):
            return iso14443a.SAK_CASCADE
        self.state = "active"
        return 0

    def rest(self, prefix: int, known: int) -> int:
        """Return what follows ``known`` bits of the level, or -1."""
        value = int.from_bytes(self.parts[self.level], "little") if self.state == "ready" else ~prefix
        return value >> known if value & ((1 << known) - 1) == prefix else -1


class Air(iso14443a.Link):
    def __init__(self, uids: list[bytes], absolute: bool) -> None:
        self.tags = [MiniTag(uid) for uid in uids]
        self.absolute = absolute

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        if last_bits == 7 and len(data) == 1:
            return self.superpose(
                [0x44 for tag in self.tags if tag.request(data == iso14443a.WUPA)], 16, 0, 0
            )
        if data == iso14443a.HLTA:
            for tag in self.tags:
                if tag.state == "active":
                    tag.state = "halt"
            return self.superpose([], 0, 0, 0)
        if data[1] == 0x70:
            saks = [bytes((sak,)) for sak in [tag.select(data[2:7]) for tag in self.tags] if sak >= 0]
            values = [int.from_bytes(sak + iso14443a.crc_a(sak), "little") for sak in saks]
            return self.superpose(values, 24, 0, 0)
        known = ((data[1] >> 4) - 2) * 8 + (data[1] & 7)
        prefix = int.from_bytes(data[2:], "little")
        values = [value for value in [tag.rest(prefix, known) for tag in self.tags] if value >= 0]
        return self.superpose(values, 40 - known, known, align)

    def superpose(self, values: list[int], bits: int, known: int, align: int) -> tuple[int, bytes, int, int]:
        if not values:
            return iso14443a.SILENT, b"", 0, 0
        size = (bits + align + 7) // 8
        for bit in range(bits):
            if len({value >> bit & 1 for value in values}) > 1:
                heard = (values[0] & ((1 << bit) - 1)) << align
                coll = bit + 1 + (known if self.absolute else 0)
                return iso14443a.COLLISION, heard.to_bytes(size, "little"), bits, coll
        return iso14443a.CLEAN, (values[0] << align).to_bytes(size, "little"), bits, 0


class Dead:
    """A port on which nothing answers."""

    def __init__(self, byte: int) -> None:
        self.byte = byte
        self.time_us = 0

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        return [bytes([self.byte] * len(frame)) for frame in batch]

    def delay_us(self, us: int) -> None:
        self.time_us += us

    def now_us(self) -> int:
        return self.time_us


def cause(port: Dead) -> str:
    try:
        Mfrc522(port).begin()
    except ChipError as error:
        return error.cause if str(error) == error.cause + ": " + error.detail else str(error)
    return ""


def proof(port: Dead) -> str:
    try:
        Mfrc522(port).prove()
    except ChipError as error:
        return error.cause
    return ""


def main() -> None:
    uids = [
        b"\x01\x02\x03\x04",
        b"\x04\x11\x22\x33\x44\x55\x66",
        b"\x04\x11\x22\x33\x44\x55\x67",
        b"\x04\x11\x22\xb3\x44\x55\x67",
        bytes(range(10, 20)),
    ]
    for absolute in (False, True):
        found, garbled = iso14443a.inventory(Air(uids, absolute))
        assert sorted(found) == sorted(uids), found
        assert not garbled
        asked = iso14443a.Inventory(Air(uids[1:], absolute))
        asked.run(uids[:4], 3)
        assert sorted(asked.uids) == sorted(uids[1:]), asked.uids
        assert asked.misses == {uids[0]: (4, 0), uids[1]: (0, 0), uids[2]: (0, 0), uids[3]: (0, 0)}, (
            asked.misses
        )
    assert proof(Dead(0xFF)) == mfrc522.NO_CHIP
    assert iso14443a.HLTA == b"\x50\x00\x57\xcd"
    assert write(registers.FIFODataReg, 1, 2) == b"\x12\x01\x02"
    assert read(registers.VersionReg, registers.ErrorReg) == b"\xee\x8c\x00"
    assert cause(Dead(0xFF)) == NO_CHIP
    assert cause(Dead(0x00)) == HELD
    print(sys.implementation.name, "ok")


main()
