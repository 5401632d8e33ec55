"""The emulated board behind its pipes: Python says how long it runs, and stands for its readers and its host.

To the emulator: ``G`` and a time in microseconds (a double): run until then, or until the host hears something;
``W``, a size (2) and bytes: they come over USB now. From it: a kind, its time (8), a size (2) and so many bytes.
``S``: a reader's number, and a frame that was written to it. ``R``: a number, and the address byte of a register, which
is answered by one byte. ``P``: the readers' reset line. ``U``: bytes for the host. ``B``: the watchdog has bitten.
``D``: the run is over; instructions, cycles, misses, clock in Hz and divider of the flash, since the start (5 doubles).
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.spi import VirtualSpiPort

from ..figures import MissingPeerError
from .flash import FILES_AT

HERE = Path(__file__).parent
RP2040JS = HERE / "node_modules" / "rp2040js"
# A miss is an address and eight bytes on four leads, and some clocks between (28 of them, boot2 of the W25Q080), and
# so many cycles of the bus; a word past the cache is half as long. Between two bytes, the SPI rests for 1.5 bits.
MISS_CLOCKS, MISS_CYCLES, UNCACHED_CLOCKS = 28, 8, 20
GAP_BITS = 1.5

# As signifer_node.rp2040 has them, which only MicroPython can import.
SELECTS = (5, 6, 7, 8, 10)
RESET = 9

_HEAD = struct.Struct("<cdH")
_GO = struct.Struct("<cd")
_COUNTS = struct.Struct("<5d")


class EmulatorError(RuntimeError):
    """The emulator has ended, or the board has."""


@dataclass(frozen=True)
class Counts:
    """Since the board got its power."""

    instructions: float = 0
    cycles: float = 0
    misses: float = 0
    hz: float = 0
    divider: float = 0


class Readers:
    """What is on the board's SPI: twins behind their chip selects, on one clock that the emulator moves."""

    def __init__(self, clock: VirtualClock, ports: Sequence[VirtualSpiPort]) -> None:
        self.clock = clock
        self.ports = ports

    def written(self, us: float, reader: int, frame: bytes) -> None:
        self._at(us)
        if reader < len(self.ports):
            self.ports[reader].transfer([frame])

    def read(self, us: float, reader: int, address: int) -> int:
        self._at(us)
        if reader >= len(self.ports):
            return 0xFF
        return self.ports[reader].transfer([bytes((address, 0))])[0][1]

    def reset(self, us: float, high: bool) -> None:
        self._at(us)
        for port in self.ports:
            port.in_reset = not high

    def _at(self, us: float) -> None:
        self.clock.catch_up(int(us))


class Pipe:
    """Frames to the emulator and from it."""

    def __init__(self, to: IO[bytes], come: IO[bytes], readers: Readers) -> None:
        self._to = to
        self._come = come
        self._readers = readers
        self.now_us = 0.0
        self.counts = Counts()

    def run(self, until_us: float) -> list[tuple[float, bytes]]:
        """Run until then, or until the host hears something: when, and what."""
        self._to.write(_GO.pack(b"G", until_us))
        self._to.flush()
        heard: list[tuple[float, bytes]] = []
        while True:
            kind, us, size = _HEAD.unpack(self._read(_HEAD.size))
            data = self._read(size)
            if kind == b"R":
                self._to.write(bytes((self._readers.read(us, data[0], data[1]),)))
                self._to.flush()
            elif kind == b"S":
                self._readers.written(us, data[0], data[1:])
            elif kind == b"P":
                self._readers.reset(us, bool(data[0]))
            elif kind == b"U":
                heard.append((us, data))
            elif kind == b"D":
                # A rounding of doubles must not make a run end before its end.
                self.now_us = max(us, until_us) if not heard else us
                self.counts = Counts(*_COUNTS.unpack(data))
                return heard
            else:
                raise EmulatorError(f"the watchdog has bitten at {us / 1e6:.3f} s")

    def write(self, data: bytes) -> None:
        """Bytes for the node, over USB."""
        self._to.write(b"W" + len(data).to_bytes(2, "little") + data)

    def _read(self, size: int) -> bytes:
        data = self._come.read(size)
        if len(data) < size:
            raise EmulatorError("the emulator has ended")
        return data


def missing() -> str | None:
    """What the emulator lacks on this machine, in one sentence; None if it can run."""
    if shutil.which("node") is None:
        return "Node.js is missing: the emulator of the RP2040 (rp2040js) runs on version 18 or later"
    if not RP2040JS.exists():
        return "the emulator of the RP2040 is missing: npm ci --prefix benchmarks/silicon"
    return None


class Emulator:
    """A process with a board that has just got its power; to be used in a `with`."""

    def __init__(self, folder: Path, firmware: bytes, files: bytes, rom: bytes, readers: Readers) -> None:
        reason = missing()
        if reason is not None:
            raise MissingPeerError(reason)
        parts = {"firmware": firmware, "files": files, "rom": rom}
        for name, data in parts.items():
            (folder / name).write_bytes(data)
        options = {
            "rp2040js": str(RP2040JS),
            "rom": str(folder / "rom"),
            "flash": [[str(folder / "firmware"), 0], [str(folder / "files"), FILES_AT]],
            "selects": SELECTS,
            "reset": RESET,
            "missClocks": MISS_CLOCKS,
            "missCycles": MISS_CYCLES,
            "uncachedClocks": UNCACHED_CLOCKS,
            "gapBits": GAP_BITS,
        }
        (folder / "options.json").write_text(json.dumps(options))
        self._process = subprocess.Popen(
            ["node", str(HERE / "pico.mjs"), str(folder / "options.json")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.pipe = Pipe(self._process.stdin, self._process.stdout, readers)

    def __enter__(self) -> Pipe:
        return self.pipe

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
