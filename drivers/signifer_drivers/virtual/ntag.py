"""The memory of an NTAG213 behind its commands, after the datasheet (NXP NTAG213/215/216, rev 3.2).

GET_VERSION, READ, FAST_READ and WRITE; lock bits of pages 3 to 15, the one-time bits of page 3, write protection from
AUTH0 on. Not here: passwords, counters, the compatibility write; a tag does not answer these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from signifer_drivers.portable.iso14443a import crc_a

GET_VERSION, READ, FAST_READ, WRITE = 0x60, 0x30, 0x3A, 0xA2
ACK, NAK_ARGUMENT, NAK_CRC, NAK_WRITE = 0xA, 0x0, 0x1, 0x5
PAGES = 45
PAGE = 4
VERSION = bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03))
WRITE_US = 4_100.0

_LOCKS, _OTP, _USER, _CONFIG, _AUTH0 = 2, 3, 4, 41, 3
_SECRET = (43, 44)
_LENGTHS = {GET_VERSION: 1, READ: 2, FAST_READ: 3, WRITE: 6}


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: ``bits`` of ``value``, bit 0 first, ``late_us`` later than a tag usually answers. ``sleeps``: it was a
    refusal, after which the tag waits for the next request."""

    value: int
    bits: int
    late_us: float = 0.0
    sleeps: bool = False


class Ntag213:
    """The 45 pages of four bytes, as they come from the factory: empty, formatted for NDEF.

    ``worn``: pages that can no longer be written. ``on_write`` hears each page before it is written.
    """

    def __init__(self, uid: bytes) -> None:
        if len(uid) != 7:
            raise ValueError("an NTAG213 has a UID of 7 bytes")
        self.memory = bytearray(PAGES * PAGE)
        self.worn: set[int] = set()
        self.on_write: Callable[[int], None] = lambda page: None
        checks = 0x88 ^ uid[0] ^ uid[1] ^ uid[2], uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[:12] = bytes((*uid[:3], checks[0], *uid[3:], checks[1], 0x48, 0, 0))
        self.memory[12:24] = bytes.fromhex("e1101200 0103a00c 340300fe")
        self.memory[160:172] = bytes.fromhex("000000bd 040000ff 00050000")
        self.memory[172:] = b"\xff" * 8

    def page(self, number: int) -> bytes:
        """What is written on a page."""
        return bytes(self.memory[number * PAGE : (number + 1) * PAGE])

    def hear(self, frame: bytes) -> Said | None:
        """Take a frame of the reader, CRC included, while the tag is selected; None: it is no command of this tag."""
        length = _LENGTHS.get(frame[0]) if frame else None
        if length is None or len(frame) != length + 2:
            return None
        body = frame[:-2]
        if crc_a(body) != frame[-2:]:
            return _refused(NAK_CRC)
        if body[0] == GET_VERSION:
            return _data(VERSION)
        if body[0] == READ:
            return _data(self._read(body[1], PAGE)) if body[1] < PAGES else _refused(NAK_ARGUMENT)
        if body[0] == FAST_READ:
            first, last = body[1], body[2]
            if not first <= last < PAGES:
                return _refused(NAK_ARGUMENT)
            return _data(self._read(first, last - first + 1))
        return self._write(body[1], body[2:])

    def _read(self, first: int, count: int) -> bytes:
        """So many pages from ``first`` on; behind the last one comes the first. Passwords read as 0."""
        numbers = [(first + step) % PAGES for step in range(count)]
        return b"".join(bytes(PAGE) if number in _SECRET else self.page(number) for number in numbers)

    def _write(self, number: int, data: bytes) -> Said:
        if not _LOCKS <= number < PAGES or self._is_locked(number):
            return _refused(NAK_ARGUMENT)
        self.on_write(number)
        if number in self.worn:
            return _refused(NAK_WRITE, WRITE_US)
        at = number * PAGE
        if number == _LOCKS:
            data = bytes(
                (*self.memory[at : at + 2], self.memory[at + 2] | data[2], self.memory[at + 3] | data[3])
            )
        elif number == _OTP:
            data = bytes(old | new for old, new in zip(self.page(number), data, strict=True))
        self.memory[at : at + PAGE] = data
        return Said(ACK, 4, WRITE_US)

    def _is_locked(self, number: int) -> bool:
        if number >= self.memory[_CONFIG * PAGE + _AUTH0]:
            return True
        locks = self.memory[10] | self.memory[11] << 8
        return _OTP <= number < 16 and bool(locks >> number & 1)


def _data(data: bytes) -> Said:
    whole = data + crc_a(data)
    return Said(int.from_bytes(whole, "little"), 8 * len(whole))


def _refused(code: int, late_us: float = 0.0) -> Said:
    return Said(code, 4, late_us, sleeps=True)
