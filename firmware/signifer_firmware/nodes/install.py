"""``signifer node install``: a node's files onto its board, over MicroPython's console; only those that differ.

Every file is written beside the old one, its SHA-256 is computed on the board, and only then it takes the old one's
place. The file that tells the version goes first and comes last but one, main.py is the last: a board that was
interrupted says version 0, or stays a console, and is installed by doing it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from signifer_core.errors import DriverError
from signifer_drivers.node.console import Console, ConsoleError, Line
from signifer_drivers.node.health import meet
from signifer_drivers.node.host import Node
from signifer_drivers.node.port import Stream
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.portable import node_frames as nf

from .compiled import board_files, other_form
from .files import BUILD, firmware_number

# sys.platform and part of sys.implementation._machine of the board.
BOARD = ("rp2", "RP2040")
PIECE_BYTES = 512
# How long a board may take to come back after a reset.
BACK_US = 12_000_000
LOOK_US = 100_000

# The release that the node was tried on, under MicroPython of a PC and on an emulated RP2040.
RELEASE = "1.28.0"
UF2 = f"the UF2 file of MicroPython {RELEASE} for RPI_PICO from https://micropython.org/download/RPI_PICO/"
NO_MICROPYTHON = (
    "no MicroPython answers there; to put it on: hold BOOTSEL while you plug the board in, copy "
    f"{UF2} onto the drive that appears, then say this again"
)

_HELPERS = """\
import binascii, hashlib, os, sys
def _hash(path):
    whole = hashlib.sha256()
    part = bytearray(512)
    try:
        with open(path, "rb") as file:
            while True:
                size = file.readinto(part)
                if not size:
                    break
                whole.update(memoryview(part)[:size])
    except OSError:
        return "-"
    return binascii.hexlify(whole.digest()).decode()
def _found(path, other):
    try:
        os.stat(other)
        return "-"
    except OSError:
        return _hash(path)
def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
"""


class Usb(Protocol):
    """The serial ports of this computer, and its time."""

    def ports(self) -> list[UsbPort]: ...

    def line(self, device: str) -> Line:
        """Raises DriverError."""
        ...

    def stream(self, device: str) -> Stream:
        """Raises DriverError."""
        ...

    def wait_us(self, us: int) -> None: ...

    def now_us(self) -> int: ...


@dataclass(frozen=True)
class Installed:
    """What was done: paths copied, the number of the board's chip, and the version it says now."""

    copied: tuple[str, ...]
    number: str
    firmware: int


Progress = Callable[[str, int, int], None]  # path, bytes of all files done, bytes of all to do


def install(
    usb: Usb,
    port: UsbPort,
    progress: Progress = lambda path, done, total: None,
    *,
    board: tuple[str, str] = BOARD,
) -> Installed:
    """Bring a board's files up to date, start it, wait until it says who it is. Raises DriverError, one sentence."""
    copied: list[str] = []
    try:
        line, console = _console(usb, port)
        try:
            copied = _copy(console, progress, board)
            console.start("import machine\nmachine.reset()")
        finally:
            line.close()
    except ConsoleError as error:
        raise DriverError(f"{port.device}: {_plain(str(error))}") from error
    except DriverError:
        raise
    except OSError as error:
        raise DriverError(
            f"{port.device}: the board went away; plug it in and say this again: nothing is lost"
        ) from error
    hello = _hello(usb, port)
    if hello.firmware != firmware_number():
        raise DriverError(
            f"{port.device}: the node says version {hello.firmware} in place of {firmware_number()}; say this again"
        )
    return Installed(tuple(copied), hello.serial.hex(), hello.firmware)


def _plain(error: str) -> str:
    if "ENOSPC" in error or "OSError: 28" in error or "[Errno 28]" in error:
        return "the board's flash is full: delete what is not needed there, then say this again"
    return f"the board says {error!r}; say this again"


def _console(usb: Usb, port: UsbPort) -> tuple[Line, Console]:
    """Have the console: at once, or, of a node that runs, after it was asked to start again."""
    line = usb.line(port.device)
    console = Console(line)
    try:
        if console.enter():
            return line, console
        protocol = _speaks(line, console)
        if protocol is None:
            raise DriverError(f"{port.device}: {NO_MICROPYTHON}")
        line.write(nf.encode(nf.CONSOLE, 2, protocol=protocol))
    except BaseException:
        line.close()
        raise
    line.close()
    end_us = usb.now_us() + BACK_US
    while usb.now_us() < end_us:
        usb.wait_us(LOOK_US)
        try:
            line = usb.line(_again(usb, port))
        except OSError:
            continue
        console = Console(line)
        try:
            if console.enter(1):
                return line, console
        except OSError:
            pass  # It was about to go: look again.
        line.close()
    raise DriverError(
        f"{port.device}: the node does not give its console; unplug it, plug it in and say this again"
    )


def _again(usb: Usb, port: UsbPort) -> str:
    """The device of the same board, which may have another name after a reset."""
    for each in usb.ports():
        if port.number and each.number == port.number:
            return each.device
    return port.device


def _speaks(line: Line, console: Console) -> int | None:
    """The protocol of the node's program at the other end, None if there is none; it has been greeted then.

    Greeting and console are the same in all protocols, so that files of any other can be replaced.
    """
    decoder = nf.Decoder()
    frames = decoder.feed(console.heard)
    protocol = nf.PROTOCOL
    for _ in range(2):
        line.write(nf.encode(nf.ASK_HELLO, 1, protocol=protocol))
        while data := line.read(0.3):
            frames += decoder.feed(data)
            if any(frame.kind == nf.HELLO and frame.sequence == 1 for frame in frames):
                return protocol
        if not frames:
            return None
        protocol = frames[-1].protocol
    return protocol


def _copy(console: Console, progress: Progress, board: tuple[str, str]) -> list[str]:
    """Copy what differs; the paths."""
    console.run(_HELPERS)
    platform, machine, mpy = console.run(
        "print(sys.platform)\nprint(getattr(sys.implementation, '_machine', ''))\n"
        "print(getattr(sys.implementation, '_mpy', 0))"
    ).split("\n")[:3]
    if platform != board[0] or board[1] not in machine:
        raise DriverError(
            f"this board is {machine or platform}; a column node is an RP2040, as on a Raspberry Pi Pico: take one, "
            "not a Pico 2"
        )
    files = board_files(int(mpy))
    forms = [(path, other_form(path) or path + ".new") for path in files]
    there = console.run(f"for path, other in {forms!r}: print(_found(path, other))").split()
    differ = [
        path for path, found in zip(files, there, strict=True) if found != sha256(files[path]).hexdigest()
    ]
    if not differ:
        return []
    if BUILD not in differ:
        differ.insert(len(differ) - (differ[-1] == list(files)[-1]), BUILD)
    folders = sorted({path.rpartition("/")[0] for path in files} - {""})
    console.run(
        f"_remove({BUILD!r})\nfor path in {folders!r}:\n try:\n  os.mkdir(path)\n except OSError:\n  pass"
    )
    total = sum(len(files[path]) for path in differ)
    done = 0
    for path in differ:
        for start in range(0, len(files[path]), PIECE_BYTES):
            progress(path, done + start, total)
            _write(console, path, files[path], start)
        done += len(files[path])
        _take_its_place(console, path, files[path])
        progress(path, done, total)
    return differ


def _write(console: Console, path: str, data: bytes, start: int) -> None:
    piece = data[start : start + PIECE_BYTES]
    opened = f"_file = open({path + '.new'!r}, 'wb')\n" if start == 0 else ""
    console.run(f"{opened}_size = _file.write({piece!r})\nassert _size == {len(piece)}")


def _take_its_place(console: Console, path: str, data: bytes) -> None:
    """Compare the hash, then rename: over the old file, or, on a flash that cannot, after it is removed.

    If it lay there in its other form, as source or compiled, that goes.
    """
    new = path + ".new"
    found = console.run(f"_file.close()\nprint(_hash({new!r}))").strip()
    if found != sha256(data).hexdigest():
        raise DriverError(f"{path} was damaged on its way; say this again")
    console.run(
        f"try:\n os.rename({new!r}, {path!r})\nexcept OSError:\n _remove({path!r})\n os.rename({new!r}, {path!r})"
    )
    if other := other_form(path):
        console.run(f"_remove({other!r})")


def _hello(usb: Usb, port: UsbPort) -> nf.Hello:
    """Wait until the board is back and says who it is."""
    streams: list[Stream] = []

    def opened() -> Stream:
        streams.append(usb.stream(_again(usb, port)))
        return streams[-1]

    node = Node("node", opened, now_us=usb.now_us, diagnosing=False)
    meet(node, wait=usb.wait_us, now_us=usb.now_us, us=BACK_US)
    for stream in streams:
        stream.close()
    if node.hello is None:
        raise DriverError(f"{port.device}: the files are there, but the node does not start; say this again")
    return node.hello
