"""Runs under MicroPython: all of a node's files, with the parts of an RP2040 at the other end of two pipes.

Arguments: the folders of the node's files, the name of the pipe on which the parts answer, and whether the host had
asked for the console before the start. In place of `machine`, `time`, `select` and `sys` are parts of ours: pins, SPI
bytes, microseconds and USB bytes go through the pipes (see PipedProgram).
"""

import gc
import sys

sys.path[:] = [sys.argv[1], sys.argv[2]]
answers = open(sys.argv[3], "rb")  # noqa: SIM115 (open as long as the node runs)
questions = sys.stdout.buffer
console_asked = sys.argv[4:] == ["console"]


def ask(letter: bytes, data: bytes = b"") -> bytes:
    questions.write(letter + len(data).to_bytes(2, "little") + data)
    size = int.from_bytes(answers.read(2), "little")
    return answers.read(size) if size else b""


about = ask(b"A")
selected: list[int] = []
mem32 = {0x4005_800C: 0x5167_6E6F if console_asked else 0, 0x4006_4000: 0xB1}
freq: list[int] = []


class Pin:
    """Pins 5 to 8 and 10 select readers, 9 resets them, 25 is the light."""

    OUT = 1

    def __init__(self, number: int, mode: int = 0, value: int = 0) -> None:
        self.number = number
        self.value = value
        self.out = mode == Pin.OUT

    def __call__(self, value: int) -> None:
        assert self.out, "pin " + str(self.number) + " is no output"
        if self.number == 9 and value and not self.value:
            ask(b"X")
        elif self.number == 25:
            ask(b"L", bytes((value,)))
        self.value = value

    def low(self) -> None:
        assert self.out
        assert not selected, "two chips are selected"
        selected.append((5, 6, 7, 8, 10).index(self.number))

    def high(self) -> None:
        assert selected == [(5, 6, 7, 8, 10).index(self.number)]
        selected.clear()


class SPI:
    def __init__(
        self, bus: int, baudrate: int, polarity: int, phase: int, sck: Pin, mosi: Pin, miso: Pin
    ) -> None:
        assert (bus, baudrate, polarity, phase) == (0, 4_000_000, 0, 0)
        assert (sck.number, mosi.number, miso.number) == (2, 3, 4)
        assert freq == [200_000_000]
        assert mem32[0x4006_4000] == 0xC1, "1.15 V for 200 MHz"

    def write(self, data: bytes) -> None:
        assert not data[0] & 0x80, "what is read here is lost"
        self.write_readinto(data, bytearray(len(data)))

    def write_readinto(self, data: bytes, answer: bytearray) -> None:
        (reader,) = selected
        answer[:] = ask(b"S", bytes((reader, len(data))) + data) if reader < about[0] else b"\xff" * len(data)


class WDT:
    def __init__(self, timeout: int) -> None:
        assert timeout == 2_000

    def feed(self) -> None:
        ask(b"F")


def reset() -> None:
    """End; the last question says what stands in the register that outlives a reset."""
    ask(b"C", mem32[0x4005_800C].to_bytes(4, "little"))
    raise SystemExit


class Usb:
    """Standard input and output: what has come lies in ``waiting``."""

    waiting = b""

    def ready(self, ms: int = -1) -> list[int]:
        if not self.waiting and ms:
            asked = ask(b"N", (ticks_us() + ms * 1000).to_bytes(8, "little"))
            if asked == b"m":
                gc.collect()
                ask(b"M", gc.mem_alloc().to_bytes(4, "little"))  # type: ignore[attr-defined]
            if asked == b"q":
                raise SystemExit
        if not self.waiting:
            self.waiting = ask(b"R")
        return [1] if self.waiting else []

    def readinto(self, one: bytearray) -> int:
        assert self.waiting or len(one) > 1, "a node never waits for bytes but for the rest of a frame"
        for at in range(len(one)):
            while not self.waiting:
                self.ready(1)
            one[at] = self.waiting[0]
            self.waiting = self.waiting[1:]
        return len(one)

    def write(self, data: bytes) -> None:
        ask(b"W", data)


class Poll:
    def register(self, stream: object, events: int) -> None:
        self.ipoll = usb.ready


class Part:
    """Anything with these attributes."""

    def __init__(self, **parts: object) -> None:
        for name in parts:
            setattr(self, name, parts[name])


def ticks_us() -> int:
    return int.from_bytes(ask(b"T"), "little")


def sleep_us(us: int) -> None:
    ask(b"D", us.to_bytes(4, "little"))


def play(script: bytes, heard: bytearray, select: int) -> int:
    """What rp2040_code.play does, frame by frame."""
    reader = [1 << pin for pin in (5, 6, 7, 8, 10)].index(select)
    done = at = 0
    while script[at]:
        kind, size = script[at], script[at + 1]
        at += 2
        if kind == WAIT:
            sleep_us(size | script[at] << 8)
            at += 1
        else:
            answer = ask(b"S", bytes((reader, size)) + script[at : at + size])
            heard[:size] = answer
            at += size
            if kind == READ:
                if answer[1:] != script[at + 1 : at + size]:
                    return done
                at += size
        if kind != WRITE:
            done += 1
    return done


usb = Usb()
modules: dict[str, object] = sys.modules  # type: ignore[assignment]
modules["machine"] = Part(
    Pin=Pin,
    SPI=SPI,
    WDT=WDT,
    mem32=mem32,
    freq=freq.append,
    reset=reset,
    disable_irq=lambda: 0,
    enable_irq=lambda state: None,
    unique_id=lambda: about[5:],
)
modules["time"] = Part(
    ticks_us=ticks_us,
    ticks_diff=lambda one, other: one - other,
    sleep_us=sleep_us,
    sleep_ms=lambda ms: sleep_us(1000 * ms),
)
# In place of machine code that writes into registers; the flash is as fast as it is.
WRITE, LAST, READ, WAIT = 1, 2, 3, 4
modules["signifer_node.rp2040_code"] = Part(
    WRITE=WRITE, LAST=LAST, READ=READ, WAIT=WAIT, divide_flash=lambda divider: divider, play=play
)
modules["select"] = Part(poll=Poll, POLLIN=1)
modules["sys"] = Part(stdin=Part(buffer=usb), stdout=Part(buffer=usb))

try:
    import main  # type: ignore[import-not-found]  # noqa: F401
except ImportError as error:
    if "main" not in str(error):
        raise
    import signifer_node.main  # noqa: F401
