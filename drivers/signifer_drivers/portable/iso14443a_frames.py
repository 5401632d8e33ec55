"""The frames of ISO/IEC 14443-3 type A, as bytes: requests, anticollision, SELECT, the CRC of answers, and the link
that carries them.

Runs under MicroPython as it is. Which frame comes when is in iso14443a.
"""

from signifer_drivers.portable import native as micropython
from signifer_drivers.portable.native import ptr8

REQA = b"\x26"
WUPA = b"\x52"
SELECT_CODES = b"\x93\x95\x97"
CASCADE_TAG = 0x88
SAK_CASCADE = 0x04
UID_BITS = 32  # of a level, without its check byte
# States of an answer.
SILENT = 0
CLEAN = 1
COLLISION = 2
BROKEN = 3
# An answer that differs in so few bits from what a tag says is one, damaged: of random bits as many are as like it in
# 500 (ATQA, of 16 bits) or in 56,000 (SAK, of 24), if they are as many at all.
MOST_FLIPS = 2
MOST_FRAMES_KEPT = 128  # tags whose SELECT frames are kept, so that their CRCs are reckoned once


@micropython.native
def crc_a(data: bytes) -> bytes:
    """Return CRC_A of ``data``, two bytes as sent (ISO/IEC 14443-3, annex B: preset 6363, low byte first)."""
    crc = _crc_a(data, len(data))
    return bytes((crc & 0xFF, crc >> 8))


@micropython.viper
def _crc_a(data: ptr8, size: int) -> int:
    crc = 0x6363
    at = 0
    while at < size:
        x = (data[at] ^ crc) & 0xFF
        x = (x ^ (x << 4)) & 0xFF
        crc = (crc >> 8) ^ (x << 8) ^ (x << 3) ^ (x >> 4)
        at += 1
    return crc


HLTA = b"\x50\x00" + crc_a(b"\x50\x00")


# What is asked first at each level: nothing is known of it.
FIRST_FRAMES = [bytes((code, 0x20)) for code in SELECT_CODES]


@micropython.native
def anticollision_frame(level: int, value: int, known: int) -> bytes:
    """Return the frame that asks for the rest of ``level``, of which ``known`` bits of ``value`` are certain."""
    whole, part = divmod(known, 8)
    nvb = (2 + whole) << 4 | part
    return bytes((SELECT_CODES[level], nvb)) + value.to_bytes(5, "little")[: whole + (1 if part else 0)]


def with_bcc(value: int) -> bytes:
    """Return the four bytes of a UID part, and their check byte."""
    uid = value.to_bytes(5, "little")
    return uid[:4] + bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3],))


def levels(uid: bytes) -> list[bytes]:
    """Return the cascade levels of a UID of 4, 7 or 10 bytes: 5 bytes each, cascade tag and BCC included."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes((CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


_frames: dict[bytes, list[bytes]] = {}


@micropython.native
def select_frames(uid: bytes) -> list[bytes]:
    """Return the SELECT frames of a UID, one a level, CRC included."""
    frames = _frames.get(uid)
    if frames is None:
        if len(_frames) >= MOST_FRAMES_KEPT:
            _frames.clear()
        frames = [bytes((SELECT_CODES[level], 0x70)) + part for level, part in enumerate(levels(uid))]
        frames = _frames[uid] = [frame + crc_a(frame) for frame in frames]
    return frames


# Answers to SELECT whose CRC was found to hold; there are 256 at most.
_saks: dict[bytes, int] = {}


@micropython.native
def sak_of(data: bytes) -> int:
    """Return the SAK that is in an answer to SELECT, or -1 if its CRC does not hold."""
    sak = _saks.get(data)
    if sak is None:
        if len(data) != 3 or crc_a(data[:1]) != data[1:]:
            return -1
        sak = _saks[data] = data[0]
    return sak


# What tags as they should be on cards say (NTAG21x and Ultralight; datasheet of NTAG213, 8.5): to a SELECT that is not
# the last one, and to the last one.
SAKS = [bytes((sak,)) + crc_a(bytes((sak,))) for sak in (SAK_CASCADE, 0x00)]


def atqa(uid: bytes) -> bytes:
    """Return what a tag with a UID of 4, 7 or 10 bytes answers to a request, as they should be on cards."""
    return bytes((len(uid) // 3 - 1 << 6 | 0x04, 0x00))


def is_like(data: bytes, bits: int, said: bytes) -> bool:
    """Whether ``data``, of so many ``bits``, may be what a tag has ``said``, damaged in a few of them at most: noise
    that nobody sent is not like it."""
    if bits != 8 * len(said) or len(data) != len(said):
        return False
    return bin(int.from_bytes(data, "little") ^ int.from_bytes(said, "little")).count("1") <= MOST_FLIPS


@micropython.native
def collision_end(coll: int, known: int) -> int:
    """Return how many bits of a level are certain after a collision, the doubtful bit counted; 0 if none is.

    ``coll`` is the chip's CollPos (1 to 32, 0 for none) in an answer that began after ``known`` bits of the level.
    Chips and drivers disagree about where CollPos is counted from: the start of the level, of the first byte that
    is stored, or of the answer. The smallest reading that makes sense is right in every case: if it is the true
    one, the bit there collided and either value leads on to a tag; if not, that bit lies before the collision and
    was heard well.
    """
    if coll:
        for origin in (0, known - known % 8, known):
            if known < origin + coll <= UID_BITS:
                return origin + coll
    return 0


@micropython.native
def joined(data: bytes, value: int, known: int) -> int:
    """Return a level as a number: ``known`` bits of ``value``, and what was heard after them."""
    return int.from_bytes(data, "little") >> known % 8 << known | value & ((1 << known) - 1)


class Link:
    """What carries frames to the tags; `Mfrc522` is one."""

    # Whether the last visit found any.
    had_tags = False

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        """Send ``data`` (of its last byte only ``last_bits`` bits, 0 for all) and return the answer.

        ``align``: the first bit of the answer is stored at this bit of the first byte returned.
        ``want``: the most bytes that an answer to this frame can have.
        Returns (state, bytes, number of bits heard, collision): state is SILENT, CLEAN, COLLISION (then the last figure
        is the chip's CollPos, 1 to 32, or 0 if it gives none) or BROKEN (parity, framing, overflow).
        """
        raise NotImplementedError

    def send(self, data: bytes, last_bits: int, want: int) -> None:
        """Send ``data`` and wait until an answer of ``want`` bytes has ended, whatever it is. 0: there is none."""
        self.transceive(data, last_bits, 0, want or 1)
