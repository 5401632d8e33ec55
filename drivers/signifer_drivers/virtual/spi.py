"""A virtual SPI bus: wire time on a virtual clock, chips behind chip selects, and faults of the wire."""

from __future__ import annotations

import random
from typing import Literal, Protocol

from signifer_drivers.virtual.clock import VirtualClock

Fault = Literal["unplug", "stuck", "held", "varying", "random", "wiring"]
# Of the bytes on a MISO that varies, so many have a flipped bit.
_VARYING = 0.25


class SpiChip(Protocol):
    """What can sit behind a chip select."""

    def exchange(self, frame: bytes) -> bytes:
        """Take one chip-select frame in and give as many bytes back."""
        ...

    def at_once(self, batch: list[bytes], byte_us: int) -> tuple[list[bytes], int] | None:
        """What `exchange` of each frame would give, and as late, if that is known for the whole batch, and how many
        bytes it has; None if not. What is returned is not to be changed."""
        ...

    def hang(self, hangs: bool) -> None:
        """Stop doing anything but repeating register values as they are, or come back to life."""
        ...

    def power_cycle(self, on: bool) -> None:
        """Lose supply, or get it back and start again."""
        ...


class VirtualSpiBus:
    """Time and counts of one bus: a call costs ``ioctl_us``, each chip select ``frame_us``, each byte ``byte_us``.

    ``ioctls``, ``frames`` and ``bytes`` count since the start, or since somebody set them to 0.
    """

    def __init__(
        self, clock: VirtualClock, *, ioctl_us: int = 30, frame_us: int = 0, byte_us: int = 2
    ) -> None:
        self.clock = clock
        self.ioctl_us = ioctl_us
        self.frame_us = frame_us
        self.byte_us = byte_us
        self.ioctls = 0
        self.frames = 0
        self.bytes = 0


class VirtualSpiPort:
    """One chip select of a bus: an SpiPort with faults of its wire. Its bytes cost those of the bus, or ``byte_us``.

    ``fault`` is one of these, or None, which mends it:
    "unplug": the module has no supply, and MISO is drawn to ``floating`` by its pull-up (0xFF) or by nothing (0x00);
    plugged in again, the chip starts again. "stuck": the chip's logic hangs, its registers still read. "held": another
    chip drives MISO, too, and a bit is 1 only where both say so; that one says ``held``. "varying": a bit in some bytes
    on MISO is flipped. "random": MISO carries anything. "wiring": MOSI is late, so that the last bit of each byte is
    taken from the one before it; in addresses that bit has no meaning.
    """

    def __init__(
        self, bus: VirtualSpiBus, chip: SpiChip, *, floating: int = 0xFF, rng: random.Random | None = None
    ) -> None:
        self.bus = bus
        self.chip = chip
        self.floating = floating
        self.held = 0x00
        self.byte_us: int | None = None
        self._rng = rng or random.Random(0)
        self._fault: Fault | None = None

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        if (fault == "unplug") != (self._fault == "unplug"):
            self.chip.power_cycle(fault != "unplug")
        self.chip.hang(fault == "stuck")
        self._fault = fault

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        """See SpiPort; a frame takes effect, and is answered, at the time of its last bit."""
        bus = self.bus
        clock = bus.clock
        clock.now_us += bus.ioctl_us + bus.frame_us * len(batch)
        bus.ioctls += 1
        bus.frames += len(batch)
        byte_us = self.byte_us or bus.byte_us
        if self._fault is None:
            quick = self.chip.at_once(batch, byte_us)
            if quick is not None:
                bus.bytes += quick[1]
                return quick[0]
        exchange = self.chip.exchange if self._fault in (None, "stuck") else self._disturbed
        answers = []
        for frame in batch:
            length = len(frame)
            bus.bytes += length
            clock.now_us += length * byte_us
            answers.append(exchange(frame))
        return answers

    def _disturbed(self, frame: bytes) -> bytes:
        """One frame over a wire with a fault."""
        if self._fault == "unplug":
            return bytes((self.floating,)) * len(frame)
        if self._fault == "wiring":
            frame = bytes(byte & 0xFE | byte >> 1 & 1 for byte in frame)
        answer = self.chip.exchange(frame)
        rng = self._rng
        if self._fault == "held":
            return bytes(byte & self.held for byte in answer)
        if self._fault == "random":
            return rng.randbytes(len(answer))
        if self._fault == "varying":
            return bytes(byte ^ (1 << rng.randrange(8) if rng.random() < _VARYING else 0) for byte in answer)
        return answer

    def delay_us(self, us: int) -> None:
        """See SpiPort: moves the bus's clock."""
        self.bus.clock.advance(us)

    def now_us(self) -> int:
        """See SpiPort: the bus's clock."""
        return self.bus.clock.now_us
