"""Frames between a table and its column nodes, over USB: their kinds and payloads (docs/node-protocol.md).

Host and node import this same file. Runs under MicroPython as it is. All numbers are sent low byte first; times are
microseconds of the node's clock, of which the low 32 bits are sent.
"""

import struct

from signifer_drivers.portable import native as micropython
from signifer_drivers.portable.node_wire import (
    CRC_BYTES,
    HEADER_BYTES,
    MOST_FRAME,
    MOST_PAYLOAD,
    PROTOCOL,
    QUIET_US,
    SLICE_BYTES,
    SYNC,
    UID_SIZES,
    Cursor,
    Decoder,
    Frame,
    FrameError,
    encode,
    text_of,
    u16,
    u32,
    uids_bytes,
)

# What host and node say of frames they say of this file, which is the one that they import.
__all__ = (
    "CRC_BYTES",
    "HEADER_BYTES",
    "MOST_FRAME",
    "MOST_PAYLOAD",
    "PROTOCOL",
    "QUIET_US",
    "SLICE_BYTES",
    "SYNC",
    "UID_SIZES",
    "Decoder",
    "Frame",
    "FrameError",
    "encode",
)

MYPY = False
if MYPY:
    from collections.abc import Sequence

# What the host says; the sequence number is 1 to 255, and comes back in the answer. A question that comes again with
# the number of the last one is answered again, not carried out again.
ASK_HELLO = 0x01
TOKEN = 0x02
ASK_HEALTH = 0x03
TUNE = 0x04
RESET = 0x05
EXAMINE = 0x07  # answered by VISIT; WORKING comes meanwhile, now and then
CONSOLE = 0x08  # never answered: the node starts again, with a console
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
    "reset-open",
    "no-clock",
    "overheated",
)
AIR = FAULTS[9:14]
# What may be odd about a reading, by the names of examination; 0 is nothing.
ODD = ("", "silent", "asleep", "broken", "garbled", "unread", "untested")

MOST_READERS = 5
# With less, one known tag is not asked for long enough that all others are awake after it.
LEAST_UP_US, MOST_UP_US = 1_500, 5_000
MOST_KNOWN = 16  # tags a reader that a token asks for by their UIDs
SAME = 0xFF  # in place of their number: those of the last token
MOST_READ = 40  # tags in one visit
MOST_DETAIL = 64
MOST_LEASE_MS = 2000
MOST_TRIES = 32

GARBLED = 0x01
CUT = 0x02
AS_ASKED = 0x04
IN_PART = 0x08
# What a host says with ASK_HELLO that it reads, a bit for each thing that this version of the protocol had not at
# first: a node says none of them to a host that did not say so.
READS_IN_PART = 0x01
READS = bytes((READS_IN_PART,))


_U32 = 0xFFFFFFFF


class Hello:
    """Who a node is. ``boot`` differs after each start; ``serial`` is its chip's own, 1 to 16 bytes."""

    def __init__(self, firmware: int, boot: int, readers: int, serial: bytes) -> None:
        self.firmware = firmware
        self.boot = boot
        self.readers = readers
        self.serial = serial

    def payload(self) -> bytes:
        return u16(self.firmware) + u32(self.boot) + bytes((self.readers,)) + self.serial


def hello_of(payload: bytes) -> Hello:
    """Raises FrameError."""
    cursor = Cursor(payload)
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
        parts = [u16(self.lease_ms), bytes((self.tries, len(self.wants)))]
        for reader, known in self.wants:
            parts.append(
                bytes((reader, SAME)) if known is None else bytes((reader,)) + uids_bytes(known[:MOST_KNOWN])
            )
        return b"".join(parts)


def token_of(payload: bytes) -> Token:
    """Raises FrameError."""
    cursor = Cursor(payload)
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
        head = bytes((self.reader,)) + u16(self.lease_ms)
        return (
            head
            + bytes((ODD.index(self.odd), FAULTS.index(self.before)))
            + uids_bytes(self.uids[:MOST_KNOWN])
        )


def examine_of(payload: bytes) -> Examine:
    """Raises FrameError."""
    cursor = Cursor(payload)
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
    """What one visit found. ``misses``: for each known tag of the token, in its order, silent tries and spoilt ones.

    ``in_part``: one of these that was not found answered a part of its UID as it should, or nearly.
    ``as_asked``: the known tags of the token were read, each at the first try, and nothing else; ``uids`` and
    ``misses`` are left out then. ``cut``: the lease ended before the reading did; what was read by then is there.
    ``fault`` is a key of FAULTS. ``on_us`` and ``at_us``: when the field came on and when the reading ended.
    ``heard_us`` and ``sent_us``: when the token came in and when this was sent. Of an examination: ``fault`` may be one
    of AIR, ``uids`` are the tags of those asked for that were heard after all, ``misses`` is empty.
    """

    # Not set one by one for each visit: that takes a node 0.1 ms.
    garbled = False
    cut = False
    in_part = False
    as_asked = False
    fault = ""
    detail = ""
    on_us = 0
    at_us = 0
    heard_us = 0
    sent_us = 0
    uids: "Sequence[bytes]" = ()
    misses: "Sequence[tuple[int, int]]" = ()

    def __init__(self, reader: int) -> None:
        self.reader = reader

    def payload(self) -> bytes:
        if self.as_asked:
            return self._head(AS_ASKED, 0)
        fault = 0
        if self.fault:
            fault = FAULTS.index(self.fault) if self.fault in FAULTS else FAULTS.index("bus")
        uids = self.uids[:MOST_READ]
        flags = (GARBLED if self.garbled else 0) | (CUT if self.cut else 0) | (IN_PART if self.in_part else 0)
        head = self._head(flags, fault)
        parts = [head, uids_bytes(uids), bytes((len(self.misses),))]
        for silent, spoilt in self.misses:
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
    cursor = Cursor(payload)
    visited = Visited(cursor.up_to(MOST_READERS - 1, "the reader"))
    flags = cursor.number(1)
    if flags & ~(GARBLED | CUT | IN_PART) and flags != AS_ASKED:
        raise FrameError("flags that do not go together")
    visited.garbled = bool(flags & GARBLED)
    visited.cut = bool(flags & CUT)
    visited.in_part = bool(flags & IN_PART)
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
    visited.misses = [
        (cursor.number(1), cursor.number(1)) for _ in range(cursor.up_to(MOST_KNOWN, "known tags"))
    ]
    visited.detail = text_of(cursor.rest())
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
        parts = [u32(self.heard_us), u32(self.sent_us), u32(self.up_ms), u32(self.free_bytes)]
        parts += [u32(self.visits), u16(self.broken), bytes((len(self.readers),))]
        parts += [bytes((version, FAULTS.index(fault))) for version, fault in self.readers]
        return b"".join(parts)


def health_of(payload: bytes) -> Health:
    """Raises FrameError."""
    cursor = Cursor(payload)
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
    """Gain and field of one reader, as in mfrc522.Mfrc522, and how long its field is up (in whole 100 us) before known
    tags are asked; TUNED repeats them."""

    def __init__(self, reader: int, gain_db: int, field: int, up_us: int = MOST_UP_US) -> None:
        self.reader = reader
        self.gain_db = gain_db
        self.field = field
        self.up_us = up_us

    def payload(self) -> bytes:
        return bytes((self.reader, self.gain_db, self.field, self.up_us // 100))


def tune_of(payload: bytes) -> Tune:
    """Raises FrameError."""
    cursor = Cursor(payload)
    tune = Tune(cursor.up_to(MOST_READERS - 1, "the reader"), cursor.number(1), cursor.number(1))
    tune.up_us = 100 * cursor.number(1)
    cursor.end()
    return tune


def error_payload(code: int, detail: str) -> bytes:
    return bytes((code,)) + detail.encode()[:MOST_DETAIL]


def error_of(payload: bytes) -> "tuple[int, str]":
    """Return the code and what the node says about it. Raises FrameError."""
    cursor = Cursor(payload)
    return cursor.number(1), text_of(cursor.rest())
