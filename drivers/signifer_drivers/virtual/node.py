"""A column node as its host meets it: bytes on USB, with the node's own program and clock behind them.

The program is whatever `program` makes of the board: the node's files in this process, or real MicroPython behind a
pipe. It runs only while the host's clock lets it, so an evening with nodes is the same every time.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from signifer_core.errors import DriverError

from .clock import VirtualClock
from .spi import VirtualSpiBus, VirtualSpiPort

LATENCY_US = 1_000
# From power, or a reset by the watchdog, to the first line of the program, as on an emulated chip (docs/benchmarks.md):
# most of it is the second in which a node is a console.
START_US = 1_400_000
RESET_US = 5_100


@dataclass(frozen=True)
class OwnTime:
    """What MicroPython itself takes, beside wire and air.

    ``batch_us``: driver, anticollision and port, for each batch, without what is done while a frame is on the air;
    ``one_us``: for one of a single frame, which reads an answer, if that takes less. ``frame_us``: for each
    chip select. ``play_us``: for a course that is played, whatever its length, None if none is; ``differs_us``: to take
    over where one did not go as before.
    ``step_us``: to find out that nothing is due. ``heard_us``: to take a frame of the host apart and do what it says,
    and for each of its bytes ``heard_byte_us``. ``sent_us``: to make a frame and send it, and whatever else a visit
    takes once.
    """

    batch_us: int
    one_us: int | None = None
    frame_us: int = 0
    step_us: int = 0
    heard_us: int = 0
    heard_byte_us: int = 0
    sent_us: int = 0
    play_us: int | None = None
    differs_us: int = 0


# How that is measured and scaled: docs/benchmarks.md.
RP2040_AT_200_MHZ = OwnTime(
    batch_us=230,
    one_us=60,
    frame_us=10,
    step_us=60,
    heard_us=630,
    heard_byte_us=18,
    sent_us=565,
    play_us=380,
    differs_us=900,
)


def node_bus(clock: VirtualClock, own: OwnTime = RP2040_AT_200_MHZ) -> VirtualSpiBus:
    """Return the bus of a node's readers: MicroPython's time, and that of the wire at 4 MHz."""
    return VirtualSpiBus(
        clock,
        ioctl_us=own.batch_us,
        one_us=own.one_us,
        frame_us=own.frame_us,
        change_us=0,
        play_us=own.play_us,
        differs_us=own.differs_us,
    )


class Program(Protocol):
    """What runs on a node."""

    def begin(self) -> None:
        """Start."""
        ...

    def step(self) -> int:
        """Do what is due; return when to be called again, in the node's time; bytes call it earlier."""
        ...


class Noise:
    """Damages a ``share`` of the bytes that pass: flips a bit, drops the byte, or lets another one slip in."""

    def __init__(self, rng: random.Random, share: float) -> None:
        self._rng = rng
        self.share = share
        self.damaged = 0

    def __call__(self, data: bytes) -> bytes:
        if not self.share:
            return data
        rng = self._rng
        out = bytearray()
        for byte in data:
            if rng.random() >= self.share:
                out.append(byte)
                continue
            self.damaged += 1
            kind = rng.randrange(3)
            if kind == 0:
                out.append(byte ^ 1 << rng.randrange(8))
            elif kind == 1:
                out += bytes((byte, rng.randrange(256)))
        return bytes(out)


class _Wire:
    """Bytes one way, in the time of who takes them. ``due_us``: when the first of them arrive."""

    def __init__(self) -> None:
        self._parts: deque[tuple[int, bytes]] = deque()

    def put(self, arrives_us: int, data: bytes) -> None:
        self._parts.append((arrives_us, data))

    def take(self, now_us: int) -> bytes:
        data = b""
        while self._parts and self._parts[0][0] <= now_us:
            data += self._parts.popleft()[1]
        return data

    @property
    def due_us(self) -> int | None:
        return self._parts[0][0] if self._parts else None

    def clear(self) -> None:
        self._parts.clear()


class VirtualNode:
    """One node on a cable. It is the program's board, too (see signifer_node.node.Board).

    ``host``: the clock of the host. ``clock``: the node's own, on which the bus of ``ports`` runs; it starts at 0 with
    each start of the node, and goes ``drift_ppm`` faster than the host's. ``start_us``: from each start to
    the program's first line. ``own``: what the program takes. ``sent`` and ``heard``, where they are set, are told all
    bytes that the program sends and takes, with the node's time.
    """

    def __init__(
        self,
        host: VirtualClock,
        clock: VirtualClock,
        ports: Sequence[VirtualSpiPort],
        program: Callable[[VirtualNode], Program],
        *,
        serial: bytes = b"\x01\x02\x03\x04\x05\x06\x07\x08",
        rng: random.Random | None = None,
        drift_ppm: int = 0,
        start_us: int = START_US,
        own: OwnTime = RP2040_AT_200_MHZ,
    ) -> None:
        self.host = host
        self.own = own
        self.clock = clock
        self.ports = ports
        self.serial = serial
        self.boot = 0
        self.lit = False
        self.fed_us = 0
        self.drift_ppm = drift_ppm
        self._rng = rng or random.Random(0)
        self.noise = Noise(self._rng, 0.0)
        self.sent: Callable[[int, bytes], None] = lambda now_us, data: None
        self.heard: Callable[[int, bytes], None] = lambda now_us, data: None
        self._make = program
        self._program: Program | None = None
        self._plugs = 0
        self._plugged = True
        self._start_us = start_us
        self._to_node, self._to_host = _Wire(), _Wire()
        self._start()

    # Power and cable

    def _start(self, start_us: int | None = None) -> None:
        """Power up, or reset: all chips start again, the program begins ``start_us`` from now."""
        self._program = None
        self._origin_us = self.host.now_us + (self._start_us if start_us is None else start_us)
        self._wake_us = 0
        self._ran_us = -1
        self.boot = self._rng.getrandbits(32)
        self._to_node.clear()
        self.lit = False
        for port in self.ports:
            port.chip.power_cycle(port.fault != "unplug")

    def unplug(self) -> None:
        """Pull the cable: no power, and the host's stream fails."""
        self.run()
        self._plugged = False
        self._program = None
        self._to_node.clear()
        self._to_host.clear()
        for port in self.ports:
            port.chip.power_cycle(False)

    def plug(self) -> None:
        """Put the cable back."""
        if not self._plugged:
            self._plugged = True
            self._plugs += 1
            self._start()

    def power_cut(self) -> None:
        """All that hangs on the host's supply loses it; the node is up again long before the host's program is."""
        if self._plugged:
            self._plugs += 1
            self._to_host.clear()
            self._start(0)

    def reboot(self, keep: int | None = None) -> None:
        """Reset by the watchdog: of the bytes under way to the host only the first ``keep`` come, None for all."""
        self.run()
        if keep is not None:
            rest = self._to_host.take(1 << 62)
            self._to_host.put(self.host.now_us, rest[:keep])
        self._start()

    @property
    def running(self) -> bool:
        return self._program is not None

    @property
    def speaks(self) -> bool:
        """Whether bytes are on their way to the host."""
        self.run()
        return self._to_host.due_us is not None

    @property
    def fields_on(self) -> list[int]:
        """The readers whose fields are on."""
        return [index for index, port in enumerate(self.ports) if _field_is_on(port)]

    # Time

    def _node_us(self, host_us: int) -> int:
        us = host_us - self._origin_us
        return us + us * self.drift_ppm // 1_000_000

    def _host_us(self, node_us: int) -> int:
        return self._origin_us + node_us - node_us * self.drift_ppm // 1_000_000

    def run(self) -> None:
        """Let the node do all that it does until the host's present time."""
        host_us = self.host.now_us
        if not self._plugged or host_us == self._ran_us:
            return
        until_us = self._node_us(host_us)
        if self._program is None:
            if until_us < 0:
                return
            self.clock.now_us = 0
            self._program = self._make(self)
            self._program.begin()
        clock, program = self.clock, self._program
        while self._plugged:
            due_us = self._due_us()
            if due_us > until_us or clock.now_us > until_us:
                self._ran_us = host_us
                return
            clock.catch_up(due_us)
            self._wake_us = program.step()
            if self._program is not program:
                # It has started again.
                self._wake_us = 0
                return

    def _due_us(self) -> int:
        """When the program has something to do, in its time."""
        arrives_us = self._to_node.due_us
        return self._wake_us if arrives_us is None or self._wake_us < arrives_us else arrives_us

    # The board

    def now_us(self) -> int:
        return self.clock.now_us

    def wait_until(self, us: int) -> None:
        self.clock.catch_up(us)

    def read(self, whole: bool = False) -> bytes:
        data = self._to_node.take(self.clock.now_us)
        if data:
            self.heard(self.clock.now_us, data)
            self.clock.advance(self.own.heard_us + self.own.heard_byte_us * len(data))
        self.clock.advance(self.own.step_us)
        return data

    def write(self, data: bytes) -> None:
        self.clock.advance(self.own.sent_us)
        self.sent(self.clock.now_us, data)
        self._to_host.put(self._host_us(self.clock.now_us) + LATENCY_US, self.noise(data))

    def reset_readers(self) -> None:
        for port in self.ports:
            port.in_reset = True
            port.in_reset = False
        self.clock.advance(RESET_US)

    def light(self, on: bool) -> None:
        self.lit = on

    def feed(self) -> None:
        self.fed_us = self.clock.now_us

    def free_bytes(self) -> int:
        return 0

    def console(self) -> None:
        """Start again; nobody has a console here."""
        self._start()

    # The host's end

    def open(self) -> VirtualUsb:
        """Open the serial port as a host does. Raises DriverError if nothing is plugged in."""
        if not self._plugged or self._node_us(self.host.now_us) < 0:
            raise DriverError("there is no such serial port")
        self.run()
        return VirtualUsb(self, self._plugs)

    def host_reads(self, plug: int) -> bytes:
        """What has arrived by now. Raises DriverError if the cable was pulled since the port was opened."""
        self.run()
        if not self._plugged or plug != self._plugs:
            raise DriverError("the device has gone")
        return self._to_host.take(self.host.now_us)

    def host_due_us(self, plug: int) -> int:
        """When more may have come: what is under way arrives, or the program does its next step."""
        self.run()
        if not self._plugged or plug != self._plugs:
            return self.host.now_us
        arrives_us = self._to_host.due_us
        if arrives_us is not None:
            return arrives_us
        if self._program is None:
            return self._origin_us
        return self._host_us(max(self._due_us(), self.clock.now_us))

    def host_writes(self, plug: int, data: bytes) -> None:
        """Raises DriverError if the cable was pulled since the port was opened."""
        self.run()
        if not self._plugged or plug != self._plugs:
            raise DriverError("the device has gone")
        self._to_node.put(self._node_us(self.host.now_us + LATENCY_US), self.noise(data))


def _field_is_on(port: VirtualSpiPort) -> bool:
    field = getattr(port.chip, "field", None)
    return field is not None and field.powered_us is not None


class VirtualUsb:
    """A node.Stream: the serial port of a virtual node, opened."""

    def __init__(self, node: VirtualNode, plug: int) -> None:
        self._node = node
        self._plug = plug

    def read(self) -> bytes:
        return self._node.host_reads(self._plug)

    def due_us(self) -> int:
        return self._node.host_due_us(self._plug)

    def write(self, data: bytes) -> None:
        self._node.host_writes(self._plug, data)

    def close(self) -> None:
        """Nothing to do."""
