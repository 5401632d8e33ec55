"""What a table and its column nodes say to each other over USB: frames and their payloads (docs/node-protocol.md).

Host and node import this same file. Runs under MicroPython as it is. All numbers are sent low byte first; times are
microseconds of the node's clock, of which the low 32 bits are sent.
"""

import binascii
import struct

from signifer_drivers import emit as micropython

MYPY = False
if MYPY:
    from collections.abc import Sequence

PROTOCOL = 2

SYNC = b"\xa9\x5b"
HEADER_BYTES = 8
CRC_BYTES = 4
MOST_PAYLOAD = 1024
MOST_FRAME = HEADER_BYTES + MOST_PAYLOAD + CRC_BYTES
# So much is taken in at once; a decoder never holds more than this and one frame.
SLICE_BYTES = 256
# So long after its last byte, an unfinished frame is no longer waited for.
QUIET_US = 20_000

# What the host says; the sequence number is 1 to 255, and comes back in the answer. A question that comes again with
# the number of the last one is answered again, not carried out again.
ASK_HELLO = 0x01
TOKEN = 0x02
ASK_HEALTH = 0x03
TUNE = 0x04
RESET = 0x05
EXAMINE = 0x07  # answered by VISIT; WORKING comes meanwhile, now and then
CONSOLE = 0x08  # never answered: the node starts anew, with a console
# What the node says; the sequence number is 0 where nobody asked.
HELLO = 0x81
VISIT = 0x82
HEALTH = 0x83
TUNED = 0x84
RESET_DONE = 0x85
WORKING = 0x86
ERROR = 0xFF

# Codes in ERROR.
WRONG_PROTOCOL = 1
UNKNOWN_KIND = 2
MALFORMED = 3
NO_SUCH_READER = 4
BAD_SETTING = 5
NOT_GREETED = 6

# Why a reader fails, by the keys of mfrc522.ChipError, and those of examination; 0 is none.
FAULTS = (
    "",
    "no-chip",
    "miso-held",
    "varying-version",
    "clone",
    "brown-out",
    "wiring",
    "chip-hangs",
    "bus",
    "gain-too-high",
    "neighbour-field",
    "weak-answers",
    "slow-tags",
    "noise",
    "self-test",
)
AIR = FAULTS[9:14]
# What may be odd about a reading, by the names of examination; 0 is nothing.
ODD = ("", "silent", "asleep", "broken", "garbled", "unread", "untested")

MOST_READERS = 5
MOST_KNOWN = 16  # tags a reader that a token asks for by their UIDs
SAME = 0xFF  # in place of their number: those of the last token
MOST_READ = 40  # tags in one visit
MOST_DETAIL = 64
MOST_LEASE_MS = 2000
MOST_TRIES = 32
UID_SIZES = (4, 7, 10)

GARBLED = 0x01
CUT = 0x02
AS_ASKED = 0x04


_U32 = 0xFFFFFFFF


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
    head = bytes((protocol, kind, sequence, size & 0xFF, size >> 8))
    head += bytes((_check(head),))
    crc = binascii.crc32(payload, binascii.crc32(head))
    return b"".join((SYNC, head, payload, crc.to_bytes(CRC_BYTES, "little")))


@micropython.native
def _check(head: bytes) -> int:
    """Return the check byte of the five header bytes: a length that was damaged must not be waited for."""
    check = 0x5A
    for byte in head:
        check = (check << 1 | check >> 7) & 0xFF ^ byte
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
            if length > MOST_PAYLOAD or buffer[7] != _check(buffer[2:7]):
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


class _Cursor:
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


def _u16(value: int) -> bytes:
    return min(value, 0xFFFF).to_bytes(2, "little")


def _u32(value: int) -> bytes:
    return (value & 0xFFFFFFFF).to_bytes(4, "little")


def _uids(uids: "Sequence[bytes]") -> bytes:
    return bytes((len(uids),)) + b"".join([bytes((len(uid),)) + uid for uid in uids])


def _text(data: bytes) -> str:
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise FrameError("a text is not UTF-8") from None


class Hello:
    """Who a node is. ``boot`` differs after each start; ``serial`` is its chip's own, 1 to 16 bytes."""

    def __init__(self, firmware: int, boot: int, readers: int, serial: bytes) -> None:
        self.firmware = firmware
        self.boot = boot
        self.readers = readers
        self.serial = serial

    def payload(self) -> bytes:
        return _u16(self.firmware) + _u32(self.boot) + bytes((self.readers,)) + self.serial


def hello_of(payload: bytes) -> Hello:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    hello = Hello(cursor.number(2), cursor.number(4), cursor.up_to(MOST_READERS, "readers"), cursor.rest())
    if not 1 <= len(hello.serial) <= 16:
        raise FrameError("a serial number has 1 to 16 bytes")
    return hello


class Token:
    """Leave to switch antennas on, one after the other and each for one visit, all within ``lease_ms``.

    ``wants``: for each antenna, in this order, the reader (0 to 4) and the UIDs to ask for, None for those of the last
    token that named this reader; ``tries``: how often.
    """

    def __init__(
        self, lease_ms: int, tries: int, wants: "Sequence[tuple[int, Sequence[bytes] | None]]"
    ) -> None:
        self.lease_ms = lease_ms
        self.tries = tries
        self.wants = wants

    def payload(self) -> bytes:
        parts = [_u16(self.lease_ms), bytes((self.tries, len(self.wants)))]
        for reader, known in self.wants:
            parts.append(
                bytes((reader, SAME)) if known is None else bytes((reader,)) + _uids(known[:MOST_KNOWN])
            )
        return b"".join(parts)


def token_of(payload: bytes) -> Token:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    lease_ms = cursor.number(2)
    tries = cursor.up_to(MOST_TRIES, "tries")
    wants: list[tuple[int, list[bytes] | None]] = []
    for _ in range(cursor.up_to(MOST_READERS, "antennas")):
        reader = cursor.up_to(MOST_READERS - 1, "the reader")
        count = cursor.number(1)
        if count == SAME:
            wants.append((reader, None))
        elif count > MOST_KNOWN:
            raise FrameError("too large: known tags")
        else:
            wants.append((reader, [cursor.uid() for _ in range(count)]))
    cursor.end()
    _check_lease(lease_ms)
    if not tries or not wants:
        raise FrameError("a token is for at least one antenna and one try")
    if len({reader for reader, _ in wants}) < len(wants):
        raise FrameError("a token names each antenna once")
    return Token(lease_ms, tries, wants)


def _check_lease(lease_ms: int) -> None:
    """Raises FrameError."""
    if not 1 <= lease_ms <= MOST_LEASE_MS:
        raise FrameError("a lease has 1 to " + str(MOST_LEASE_MS) + " ms")


class Examine:
    """Leave to find out what is behind something ``odd`` (of ODD) about tags of one antenna, all within ``lease_ms``.

    ``before``: the cause of AIR that was found last, or "". See examination.examined.
    """

    def __init__(self, reader: int, lease_ms: int, odd: str, before: str, uids: "Sequence[bytes]") -> None:
        self.reader = reader
        self.lease_ms = lease_ms
        self.odd = odd
        self.before = before
        self.uids = uids

    def payload(self) -> bytes:
        head = bytes((self.reader,)) + _u16(self.lease_ms)
        return head + bytes((ODD.index(self.odd), FAULTS.index(self.before))) + _uids(self.uids[:MOST_KNOWN])


def examine_of(payload: bytes) -> Examine:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    reader = cursor.up_to(MOST_READERS - 1, "the reader")
    lease_ms = cursor.number(2)
    odd = ODD[cursor.up_to(len(ODD) - 1, "what is odd")]
    before = FAULTS[cursor.up_to(len(FAULTS) - 1, "the cause before")]
    uids = [cursor.uid() for _ in range(cursor.up_to(MOST_KNOWN, "known tags"))]
    cursor.end()
    _check_lease(lease_ms)
    if before and before not in AIR:
        raise FrameError("the cause before is none of the air")
    if not uids and (odd not in ("", "garbled", "unread", "untested") or not (odd or before)):
        raise FrameError("there is nothing to examine")
    return Examine(reader, lease_ms, odd, before, uids)


class Visited:
    """What one visit found. ``asked``: for each known tag of the token, in its order, silent tries and spoilt ones.

    ``as_asked``: the known tags of the token were read, each at the first try, and nothing else; ``uids`` and ``asked``
    are left out then. ``cut``: the lease ended before the reading did; what was read by then is there. ``fault`` is a
    key of FAULTS. ``on_us`` and ``at_us``: when the field came on and when the reading ended. ``heard_us`` and
    ``sent_us``: when the token came in and when this was sent. Of an examination: ``fault`` may be one of AIR, ``uids``
    are the tags of those asked for that were heard after all, ``asked`` is empty.
    """

    # Not set one by one for each visit: that takes a node 0.1 ms.
    garbled = False
    cut = False
    as_asked = False
    fault = ""
    detail = ""
    on_us = 0
    at_us = 0
    heard_us = 0
    sent_us = 0
    uids: "Sequence[bytes]" = ()
    asked: "Sequence[tuple[int, int]]" = ()

    def __init__(self, reader: int) -> None:
        self.reader = reader

    def payload(self) -> bytes:
        if self.as_asked:
            return self._head(AS_ASKED, 0)
        fault = 0
        if self.fault:
            fault = FAULTS.index(self.fault) if self.fault in FAULTS else FAULTS.index("bus")
        uids = self.uids[:MOST_READ]
        head = self._head((GARBLED if self.garbled else 0) | (CUT if self.cut else 0), fault)
        parts = [head, _uids(uids), bytes((len(self.asked),))]
        for silent, spoilt in self.asked:
            parts.append(bytes((min(silent, 255), min(spoilt, 255))))
        # Chips speak ASCII, so that a cut never falls into a letter.
        parts.append(self.detail.encode()[:MOST_DETAIL])
        return b"".join(parts)

    @micropython.native
    def _head(self, flags: int, fault: int) -> bytes:
        return struct.pack(
            "<BBBIIII",
            self.reader,
            flags,
            fault,
            self.on_us & _U32,
            self.at_us & _U32,
            self.heard_us & _U32,
            self.sent_us & _U32,
        )


def visited_of(payload: bytes) -> Visited:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    visited = Visited(cursor.up_to(MOST_READERS - 1, "the reader"))
    flags = cursor.number(1)
    if flags > (GARBLED | CUT) and flags != AS_ASKED:
        raise FrameError("flags that do not go together")
    visited.garbled = bool(flags & GARBLED)
    visited.cut = bool(flags & CUT)
    visited.as_asked = flags == AS_ASKED
    visited.fault = FAULTS[cursor.up_to(0 if visited.as_asked else len(FAULTS) - 1, "the fault")]
    visited.on_us = cursor.number(4)
    visited.at_us = cursor.number(4)
    visited.heard_us = cursor.number(4)
    visited.sent_us = cursor.number(4)
    if visited.as_asked:
        cursor.end()
        return visited
    visited.uids = [cursor.uid() for _ in range(cursor.up_to(MOST_READ, "tags"))]
    visited.asked = [
        (cursor.number(1), cursor.number(1)) for _ in range(cursor.up_to(MOST_KNOWN, "known tags"))
    ]
    visited.detail = _text(cursor.rest())
    return visited


class Health:
    """How a node fares. ``readers``: version of each chip, 0 if it is not set up, and its last fault."""

    def __init__(self, heard_us: int, sent_us: int) -> None:
        self.heard_us = heard_us
        self.sent_us = sent_us
        self.up_ms = 0
        self.free_bytes = 0
        self.visits = 0
        self.broken = 0
        self.readers: Sequence[tuple[int, str]] = ()

    def payload(self) -> bytes:
        parts = [_u32(self.heard_us), _u32(self.sent_us), _u32(self.up_ms), _u32(self.free_bytes)]
        parts += [_u32(self.visits), _u16(self.broken), bytes((len(self.readers),))]
        parts += [bytes((version, FAULTS.index(fault))) for version, fault in self.readers]
        return b"".join(parts)


def health_of(payload: bytes) -> Health:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    health = Health(cursor.number(4), cursor.number(4))
    health.up_ms = cursor.number(4)
    health.free_bytes = cursor.number(4)
    health.visits = cursor.number(4)
    health.broken = cursor.number(2)
    health.readers = [
        (cursor.number(1), FAULTS[cursor.up_to(len(FAULTS) - 1, "the fault")])
        for _ in range(cursor.up_to(MOST_READERS, "readers"))
    ]
    cursor.end()
    return health


class Tune:
    """Gain and field of one reader, as in mfrc522.Mfrc522; TUNED repeats them."""

    def __init__(self, reader: int, gain_db: int, field: int) -> None:
        self.reader = reader
        self.gain_db = gain_db
        self.field = field

    def payload(self) -> bytes:
        return bytes((self.reader, self.gain_db, self.field))


def tune_of(payload: bytes) -> Tune:
    """Raises FrameError."""
    cursor = _Cursor(payload)
    tune = Tune(cursor.up_to(MOST_READERS - 1, "the reader"), cursor.number(1), cursor.number(1))
    cursor.end()
    return tune


def error_payload(code: int, detail: str) -> bytes:
    return bytes((code,)) + detail.encode()[:MOST_DETAIL]


def error_of(payload: bytes) -> "tuple[int, str]":
    """Return the code and what the node says about it. Raises FrameError."""
    cursor = _Cursor(payload)
    return cursor.number(1), _text(cursor.rest())
