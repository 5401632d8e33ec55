"""The board of a column node: an RP2040 under MicroPython. The only file of a node that knows hardware.

Pins (docs/node-protocol.md): SPI0 on GP2 (clock), GP3 (MOSI), GP4 (MISO); chip selects GP5 to GP8, and GP10; reset of
all readers GP9; light GP25. USB is the serial port of MicroPython itself, so its console is given up while the program
runs.
"""

import gc
import os
import select
import sys
import time

import machine
import micropython
from signifer_drivers.portable.node_wire import CRC_BYTES, HEADER_BYTES, SYNC

from signifer_node import CONSOLE_ASKED, RESET, SCRATCH
from signifer_node import rp2040_code as code

# What the maker of the chip allows since 2025 (pico-sdk 2.1.1), if the core gets 1.15 V in place of 1.10 V.
CORE_HZ = 200_000_000
VREG = 0x4006_4000
VREG_VSEL = 0xF0
VREG_1V15 = 0xC0
VREG_SETTLES_MS = 2

SPI_HZ = 4_000_000
SELECTS = (5, 6, 7, 8, 10)
LIGHT = 25
RESET_LOW_US = 100
RESET_UP_US = 5_000
WATCHDOG_MS = 2_000
CHUNK_BYTES = 256
PACKET_BYTES = 64
# Frames that read an answer are not longer; their buffers are kept.
MOST_READ_BYTES = 14
# A collection takes less, and is due after so many frames: with four tags each they leave 100 KB behind at the most.
COLLECT_US = 5_500
COLLECT_FRAMES = 16

# The flash's clock: MicroPython would have 50 MHz at this clock of the core.
FLASH_DIVIDER = 2
# A script is not longer, nor is a frame in it: its length is a byte.
MOST_SCRIPT_BYTES = 4096
MOST_FRAME_BYTES = 64

_play = code.play
_ticks_us = time.ticks_us
_ticks_diff = time.ticks_diff
_sleep_us = time.sleep_us


class Clock:
    """Microseconds that do not run over; to be asked at least every four minutes."""

    def __init__(self) -> None:
        self._ticks = time.ticks_us()
        self._now_us = 0

    @micropython.native
    def now_us(self) -> int:
        ticks = _ticks_us()
        self._now_us += _ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_us


class Port:
    """One chip select of the bus: an SpiPort. What comes back while a register is written says nothing, and is lost."""

    plays = True

    def __init__(self, spi: machine.SPI, select_pin: int, clock: Clock) -> None:
        select = machine.Pin(select_pin, machine.Pin.OUT, value=1)
        # Bound once: to look a method up costs as much as to call it.
        self._low = select.low
        self._high = select.high
        self._write = spi.write
        self._exchange = spi.write_readinto
        self._select = 1 << select_pin
        self._heard = bytearray(MOST_FRAME_BYTES)
        self._done_ticks = time.ticks_us()
        self._buffers = [bytearray(size) for size in range(MOST_READ_BYTES + 1)]
        self._answers = [b""]
        self.now_us = clock.now_us
        # After `play`: what came back in place of what was expected.
        self.differs: list[bytes] = []

    @micropython.native
    def transfer(self, batch: "list[bytes]") -> "list[bytes]":
        """See SpiPort; what is returned for a batch that reads but once holds until the next one.

        A batch whose last frame writes is taken for one that reads nothing.
        """
        low = self._low
        high = self._high
        answers = batch
        if len(batch) == 1:
            frame = batch[0]
            size = len(frame)
            buffer = self._buffers[size] if size <= MOST_READ_BYTES else bytearray(size)
            low()
            self._exchange(frame, buffer)
            high()
            self._done_ticks = _ticks_us()
            answers = self._answers
            answers[0] = buffer
            return answers
        write = self._write
        if not batch[-1][0] & 0x80:
            for frame in batch:
                low()
                write(frame)
                high()
            self._done_ticks = _ticks_us()
            return batch
        for index in range(len(batch)):
            frame = batch[index]
            low()
            if frame[0] & 0x80:
                answer = bytearray(len(frame))
                self._exchange(frame, answer)
                high()
                if answers is batch:
                    answers = list(batch)
                answers[index] = answer
            else:
                write(frame)
                high()
        self._done_ticks = _ticks_us()
        return answers

    @micropython.native
    def delay_us(self, us: int) -> None:
        """Let so much pass since the last batch: what was done since then is not waited for again."""
        left_us = us - _ticks_diff(_ticks_us(), self._done_ticks)
        if left_us > 0:
            _sleep_us(left_us)

    def course(
        self, steps: "list[tuple[list[bytes], list[bytes]] | int]"
    ) -> "tuple[bytes, list[list[bytes]]] | None":
        """Make a script of steps (see course.Course) for `play`; None if one of them is more than that does."""
        parts = []
        for step in steps:
            if isinstance(step, int):
                parts.append(bytes((code.WAIT, step & 0xFF, step >> 8)))
                continue
            batch, answers = step
            for at, frame in enumerate(batch):
                last = at == len(batch) - 1
                if len(frame) > MOST_FRAME_BYTES or (frame[0] & 0x80 and not last):
                    return None
                reads = frame[0] & 0x80
                parts.append(
                    bytes((code.READ if reads else code.LAST if last else code.WRITE, len(frame))) + frame
                )
                if reads:
                    parts.append(answers[at])
        script = b"".join(parts) + b"\0"
        if len(script) > MOST_SCRIPT_BYTES:
            return None
        return script, [[] if isinstance(step, int) else step[0] for step in steps]

    @micropython.native
    def play(self, script: "tuple[bytes, list[list[bytes]]]") -> int:
        """Do what a script says; return how many steps went as before. At the next one, ``differs`` came back."""
        done: int = _play(script[0], self._heard, self._select)
        self._done_ticks = _ticks_us()
        if done < len(script[1]):
            batch = script[1][done]
            self.differs = batch[:-1] + [bytes(self._heard[: len(batch[-1])])]  # noqa: RUF005
        return done


class Rp2040:
    """A node.Board; takes the console's keys away, and starts the watchdog, which nothing stops any more."""

    def __init__(self) -> None:
        self._reset = machine.Pin(RESET, machine.Pin.OUT, value=0)
        machine.mem32[VREG] = machine.mem32[VREG] & ~VREG_VSEL | VREG_1V15
        time.sleep_ms(VREG_SETTLES_MS)
        machine.freq(CORE_HZ)
        interrupts = machine.disable_irq()
        code.divide_flash(FLASH_DIVIDER)
        machine.enable_irq(interrupts)
        self._light = machine.Pin(LIGHT, machine.Pin.OUT, value=0)
        self._clock = Clock()
        spi = machine.SPI(
            0,
            baudrate=SPI_HZ,
            polarity=0,
            phase=0,
            sck=machine.Pin(2),
            mosi=machine.Pin(3),
            miso=machine.Pin(4),
        )
        self.ports = [Port(spi, pin, self._clock) for pin in SELECTS]
        self.serial = machine.unique_id()
        self.boot = int.from_bytes(os.urandom(4), "little")
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._poll = poll.ipoll
        self._one = bytearray(1)
        self._data = bytearray(CHUNK_BYTES)
        self._written = 0
        whole = memoryview(self._data)
        self._head = whole[1:HEADER_BYTES]
        # By their lengths, the rests of frames that one packet holds.
        self._rests = [
            whole[HEADER_BYTES : HEADER_BYTES + size] for size in range(PACKET_BYTES - HEADER_BYTES + 1)
        ]
        self._readinto = sys.stdin.buffer.readinto
        micropython.kbd_intr(-1)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self.feed = self._watchdog.feed
        self.now_us = self._clock.now_us

    @micropython.native
    def read(self, whole: bool = False) -> bytes:
        """See Board. Who has sent the start of a frame has sent all of it: a packet of USB comes whole."""
        poll = self._poll
        readinto = self._readinto
        one = self._one
        data = self._data
        size = 0
        more = True
        while more and size < CHUNK_BYTES:
            more = False
            for _ in poll(0):
                # One by one, since more than is there would be waited for.
                readinto(one)
                data[size] = one[0]
                size += 1
                more = True
                if whole and size == 1 and one[0] == SYNC[0]:
                    readinto(self._head)
                    size = HEADER_BYTES
                    left = data[5] + CRC_BYTES
                    if data[1] == SYNC[1] and not data[6] and left < len(self._rests):
                        readinto(self._rests[left])
                        size += left
        return bytes(data[:size])

    def wait_until(self, us: int) -> None:
        left_us = us - self.now_us()
        if left_us > 0:
            _sleep_us(left_us)

    def write(self, data: bytes) -> None:
        self._written += 1
        sys.stdout.buffer.write(data)

    def reset_readers(self) -> None:
        self._reset(0)
        time.sleep_us(RESET_LOW_US)
        self._reset(1)
        time.sleep_us(RESET_UP_US)

    def light(self, on: bool) -> None:
        self._light(on)

    def free_bytes(self) -> int:
        return gc.mem_free()

    def console(self) -> None:
        """Start again, and stay a console for a while."""
        self.fields_off()
        machine.mem32[SCRATCH] = CONSOLE_ASKED
        machine.reset()

    def rest(self, until_us: int) -> None:
        """Wait for bytes, but not beyond ``until_us``; clean up where there is time, as in other nodes' turn."""
        left_us = until_us - self.now_us()
        if left_us >= COLLECT_US and self._written >= COLLECT_FRAMES:
            self._written = 0
            gc.collect()
            left_us = until_us - self.now_us()
        if left_us >= 1000:
            for _ in self._poll(left_us // 1000):
                return

    def fields_off(self) -> None:
        """Hold all readers in reset."""
        self._reset(0)
