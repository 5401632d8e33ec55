"""A virtual SPI bus: wire time on a virtual clock, chips behind chip selects, and faults of the wire."""

from __future__ import annotations

import random
from typing import Literal, Protocol

from signifer_drivers.virtual.clock import VirtualClock

Fault = Literal["unplug", "stuck", "held", "varying", "random", "wiring", "miso-mosi"]
CHANGE_US = 10
# How the reset line reaches a module: by its lead; not at all, and its input is low; or not at all, and a resistor of
# the module's own holds it high. Some modules have one, most do not (hw/README.md).
ResetLead = Literal["wired", "open", "pulled-up"]
# Of the bytes on a MISO that varies, so many have a flipped bit.
_VARYING = 0.25


# A batch and what is expected back, or microseconds to wait.
Step = tuple[list[bytes], list[bytes]] | int


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
    """Time and counts of one bus: a call costs ``ioctl_us``, one of a single frame ``one_us`` if
    that is given, each chip select ``frame_us``, each byte ``byte_us``.

    Between two frames of one call ``change_us`` pass: Linux waits so long where a transfer asks for cs_change,
    and spidev has no way to ask for less (drivers/spi/spi.c, _spi_transfer_cs_change_delay).

    A course that is played costs ``play_us``, and its bytes; None: this bus plays none. One that does not come to its
    end costs ``differs_us`` more.

    ``ioctls``, ``frames`` and ``bytes`` count since the start, or since somebody set them to 0.
    """

    def __init__(
        self,
        clock: VirtualClock,
        *,
        ioctl_us: int = 30,
        one_us: int | None = None,
        frame_us: int = 0,
        change_us: int = CHANGE_US,
        byte_us: int = 2,
        play_us: int | None = None,
        differs_us: int = 0,
    ) -> None:
        self.clock = clock
        self.ioctl_us = ioctl_us
        self.one_us = one_us
        self.frame_us = frame_us
        self.change_us = change_us
        self.byte_us = byte_us
        self.play_us = play_us
        self.differs_us = differs_us
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
    taken from the one before it; in addresses that bit has no meaning. "miso-mosi": MISO and MOSI are swapped at this
    module's plug: what floats on the one is all that the chip hears, and what the computer reads.

    ``in_reset``: the chip's reset input is low (8.8.1): it drives nothing, and forgets all it was told. Set it to what
    the line is; ``reset_lead`` says whether that comes through. An input that nothing holds is taken for low: assumed,
    as no data sheet says what it is.
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
        self._in_reset = False
        self._line_is_low = False
        self._reset_lead: ResetLead = "wired"
        self.differs: list[bytes] = []

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        if (fault == "unplug") != (self._fault == "unplug"):
            self.chip.power_cycle(fault != "unplug" and not self._in_reset)
        self.chip.hang(fault == "stuck")
        self._fault = fault

    @property
    def in_reset(self) -> bool:
        return self._in_reset

    @in_reset.setter
    def in_reset(self, in_reset: bool) -> None:
        self._line_is_low = in_reset
        self._follow_reset()

    @property
    def reset_lead(self) -> ResetLead:
        return self._reset_lead

    @reset_lead.setter
    def reset_lead(self, lead: ResetLead) -> None:
        self._reset_lead = lead
        self._follow_reset()

    def _follow_reset(self) -> None:
        in_reset = {"wired": self._line_is_low, "open": True, "pulled-up": False}[self._reset_lead]
        if in_reset != self._in_reset and self._fault != "unplug":
            self.chip.power_cycle(not in_reset)
        self._in_reset = in_reset

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        """See SpiPort; a frame takes effect, and is answered, at the time of its last bit."""
        bus = self.bus
        frames = len(batch)
        call_us = bus.ioctl_us if frames > 1 or bus.one_us is None else bus.one_us
        bus.clock.now_us += call_us + bus.frame_us * frames + bus.change_us * (frames - 1)
        bus.ioctls += 1
        return self._exchanged(batch)

    def _exchanged(self, batch: list[bytes]) -> list[bytes]:
        """What comes back, in the time of the wire alone."""
        bus = self.bus
        clock = bus.clock
        bus.frames += len(batch)
        byte_us = self.byte_us or bus.byte_us
        clean = self._fault is None and not self._in_reset
        if clean:
            quick = self.chip.at_once(batch, byte_us)
            if quick is not None:
                bus.bytes += quick[1]
                return quick[0]
        hangs = self._fault == "stuck" and not self._in_reset
        exchange = self.chip.exchange if clean or hangs else self._disturbed
        answers = []
        for frame in batch:
            length = len(frame)
            bus.bytes += length
            clock.now_us += length * byte_us
            answers.append(exchange(frame))
        return answers

    @property
    def plays(self) -> bool:
        """Whether `course` and `play` are there, as on a column node."""
        return self.bus.play_us is not None

    def course(self, steps: list[Step]) -> list[Step]:
        """What `play` does: batches with the answers that are expected, and waits. See signifer_node.course."""
        return steps

    def play(self, course: list[Step]) -> int:
        """Do these steps as long as what was expected comes back, as one call; return how many of them went so.

        ``differs`` is what came back at the next one. What comes with the first byte of a frame means nothing.
        """
        bus = self.bus
        bus.clock.now_us += bus.play_us or 0
        bus.ioctls += 1
        for done, step in enumerate(course):
            if isinstance(step, int):
                bus.clock.advance(step)
                continue
            batch, wanted = step
            answers = self._exchanged(batch)
            for frame, answer, want in zip(batch, answers, wanted, strict=True):
                if frame[0] & 0x80 and answer[1:] != want[1:]:
                    self.differs = answers
                    bus.clock.now_us += bus.differs_us
                    return done
        return len(course)

    def _disturbed(self, frame: bytes) -> bytes:
        """One frame over a wire with a fault."""
        if self._fault == "unplug" or self._in_reset:
            return bytes((self.floating,)) * len(frame)
        if self._fault == "miso-mosi":
            self.chip.exchange(bytes((self.floating,)) * len(frame))
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
