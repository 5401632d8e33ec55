"""Frames on the wire between a table and its column nodes: bytes in, bytes out, whatever lies between them.

Host and node import this same file. Runs under MicroPython as it is. What the frames hold is in node_frames; how its
numbers, UIDs and texts are written and read stands here.
"""

import binascii
import struct

from signifer_drivers.portable import native as micropython
from signifer_drivers.portable.native import ptr8

MYPY = False
if MYPY:
    from collections.abc import Sequence

PROTOCOL = 2

SYNC = b"\xa9\x5b"
HEADER_BYTES = 8
CRC_BYTES = 4
MOST_PAYLOAD = 1024
MOST_FRAME = HEADER_BYTES + MOST_PAYLOAD + CRC_BYTES
UID_SIZES = (4, 7, 10)
# So much is taken in at once; a decoder never holds more than this and one frame.
SLICE_BYTES = 256
# So long after its last byte, an unfinished frame is no longer waited for.
QUIET_US = 20_000


class FrameError(ValueError):
    """A payload that is not what its kind of frame holds."""


class Frame:
    """A frame whose CRC held. ``payload`` is not yet looked at."""

    def __init__(self, protocol: int, kind: int, sequence: int, payload: bytes) -> None:
        self.protocol = protocol
        self.kind = kind
        self.sequence = sequence
        self.payload = payload


@micropython.native
def encode(kind: int, sequence: int, payload: bytes = b"", protocol: int = PROTOCOL) -> bytes:
    """Return the bytes of one frame. Raises FrameError if the payload is too long."""
    size = len(payload)
    if size > MOST_PAYLOAD:
        raise FrameError("a payload has at most " + str(MOST_PAYLOAD) + " bytes")
    end = HEADER_BYTES + size
    frame = bytearray(end + CRC_BYTES)
    frame[0] = SYNC[0]
    frame[1] = SYNC[1]
    frame[2] = protocol
    frame[3] = kind
    frame[4] = sequence
    frame[5] = size & 0xFF
    frame[6] = size >> 8
    frame[7] = _check(frame)
    frame[HEADER_BYTES:end] = payload
    struct.pack_into("<I", frame, end, binascii.crc32(memoryview(frame)[2:end]))
    return bytes(frame)


@micropython.viper
def _check(frame: ptr8) -> int:
    """Return the check byte of a frame's five header bytes: a length that was damaged must not be waited for."""
    check = 0x5A
    at = 2
    while at < 7:
        check = (check << 1 | check >> 7) & 0xFF ^ frame[at]
        at += 1
    return check


class Decoder:
    """Finds frames in a stream of bytes, whatever lies between them. Never holds more than MOST_FRAME + SLICE_BYTES.

    ``broken`` counts frames that began well and were spoilt, ``skipped`` all bytes that belonged to no frame;
    ``buffer`` is what has come of a frame that is not complete.
    """

    def __init__(self) -> None:
        self.broken = 0
        self.skipped = 0
        self.buffer = b""

    @micropython.native
    def feed(self, data: bytes) -> "list[Frame]":
        """Take bytes in, any number of them; return the frames that are complete now."""
        frames: list[Frame] = []
        if len(data) <= SLICE_BYTES:
            self.buffer = self.buffer + data if self.buffer else data
            self._take(frames)
            return frames
        for start in range(0, len(data), SLICE_BYTES):
            self.buffer += data[start : start + SLICE_BYTES]
            self._take(frames)
        return frames

    def quiet(self) -> "list[Frame]":
        """Nothing came for QUIET_US: no longer wait for the rest of a frame; return those that lay behind its start."""
        frames: list[Frame] = []
        while self.buffer:
            self._spoilt()
            self._take(frames)
        return frames

    def unfinished(self) -> bool:
        """Return whether a frame has begun that is not complete."""
        return bool(self.buffer)

    @micropython.native
    def _take(self, frames: "list[Frame]") -> None:
        while self.buffer:
            if not self.buffer.startswith(SYNC):
                self._find_sync()
            buffer = self.buffer
            size = len(buffer)
            if size < HEADER_BYTES:
                return
            length = buffer[5] | buffer[6] << 8
            if length > MOST_PAYLOAD or buffer[7] != _check(buffer):
                self._spoilt()
                continue
            end = HEADER_BYTES + length
            if size < end + CRC_BYTES:
                return
            if binascii.crc32(buffer[2:end]) != int.from_bytes(buffer[end : end + CRC_BYTES], "little"):
                self._spoilt()
                continue
            frames.append(Frame(buffer[2], buffer[3], buffer[4], buffer[HEADER_BYTES:end]))
            self.buffer = buffer[end + CRC_BYTES :]

    def _find_sync(self) -> None:
        """Drop what lies before the next start of a frame; half a start at the end is kept."""
        start = self.buffer.find(SYNC)
        if start < 0:
            start = len(self.buffer)
            if self.buffer[-1:] == SYNC[:1]:
                start -= 1
        if start:
            self.skipped += start
            self.buffer = self.buffer[start:]

    def _spoilt(self) -> None:
        """What began like a frame was none: look for the next one behind its first byte, for it may have eaten some."""
        if self.buffer[: len(SYNC)] == SYNC:
            self.broken += 1
        self.skipped += 1
        self.buffer = self.buffer[1:]


class Cursor:
    """Takes a payload apart; every step raises FrameError where there is too little."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def take(self, size: int) -> bytes:
        part = self._payload[self._at : self._at + size]
        if len(part) < size:
            raise FrameError("the payload is too short")
        self._at += size
        return part

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def up_to(self, most: int, what: str) -> int:
        """Take one byte that must not be larger than ``most``."""
        value = self.number(1)
        if value > most:
            raise FrameError("too large: " + what)
        return value

    def uid(self) -> bytes:
        size = self.number(1)
        if size not in UID_SIZES:
            raise FrameError("a UID has 4, 7 or 10 bytes")
        return self.take(size)

    def rest(self) -> bytes:
        return self.take(len(self._payload) - self._at)

    def end(self) -> None:
        if self._at != len(self._payload):
            raise FrameError("the payload is too long")


def u16(value: int) -> bytes:
    """Return two bytes; what is too large is the largest number."""
    return min(value, 0xFFFF).to_bytes(2, "little")


def u32(value: int) -> bytes:
    """Return the low 32 bits, four bytes."""
    return (value & 0xFFFFFFFF).to_bytes(4, "little")


def uids_bytes(uids: "Sequence[bytes]") -> bytes:
    """Return how many they are, and each with its length before it."""
    return bytes((len(uids),)) + b"".join([bytes((len(uid),)) + uid for uid in uids])


def text_of(data: bytes) -> str:
    """Raises FrameError."""
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise FrameError("a text is not UTF-8") from None
