"""A virtual SPI bus: wire time on a virtual clock, chips behind chip selects, and faults of the wire."""

from __future__ import annotations

from typing import Literal, Protocol

from signifer_drivers.virtual.clock import VirtualClock

Fault = Literal["unplug", "stuck"]


class SpiChip(Protocol):
    """What can sit behind a chip select."""

    def exchange(self, frame: bytes) -> bytes:
        """Take one chip-select frame in and give as many bytes back."""
        ...

    def hang(self, hangs: bool) -> None:
        """Stop doing anything but repeating register values as they are, or come back to life."""
        ...

    def power_cycle(self, on: bool) -> None:
        """Lose supply, or get it back and start anew."""
        ...


class VirtualSpiBus:
    """Time and counts of one bus: a call costs ``ioctl_us``, each byte ``byte_us``.

    ``ioctls``, ``frames`` and ``bytes`` count since the start, or since somebody set them to 0.
    """

    def __init__(self, clock: VirtualClock, *, ioctl_us: int = 30, byte_us: int = 2) -> None:
        self.clock = clock
        self.ioctl_us = ioctl_us
        self.byte_us = byte_us
        self.ioctls = 0
        self.frames = 0
        self.bytes = 0


class VirtualSpiPort:
    """One chip select of a bus: an SpiPort whose wire can be unplugged.

    ``fault`` "unplug": the module has no supply, and MISO floats at ``floating`` (0xFF or 0x00); "stuck": the chip's
    logic hangs, its registers still read; None mends both, and an unplugged chip starts anew.
    """

    def __init__(self, bus: VirtualSpiBus, chip: SpiChip, *, floating: int = 0xFF) -> None:
        self.bus = bus
        self.chip = chip
        self.floating = floating
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
        clock.now_us += bus.ioctl_us
        bus.ioctls += 1
        bus.frames += len(batch)
        byte_us = bus.byte_us
        exchange = self.chip.exchange if self._fault != "unplug" else self._float
        answers = []
        for frame in batch:
            length = len(frame)
            bus.bytes += length
            clock.now_us += length * byte_us
            answers.append(exchange(frame))
        return answers

    def _float(self, frame: bytes) -> bytes:
        return bytes((self.floating,)) * len(frame)

    def delay_us(self, us: int) -> None:
        """See SpiPort: moves the bus's clock."""
        self.bus.clock.advance(us)

    def now_us(self) -> int:
        """See SpiPort: the bus's clock."""
        return self.bus.clock.now_us
