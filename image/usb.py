"""A column node on the emulator's USB: the twin of a board, behind QEMU's own way to devices elsewhere (usbredir 0.7).

The card's kernel sees what it sees of a Pico: a serial port (USB CDC 1.2, PSTN 1.2) of its maker with the number of its
chip. Behind it are the node's own files, on simulated readers. What it is not is the board: neither its silicon nor its
timing on USB.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from contextlib import suppress

from signifer_core.errors import DriverError
from signifer_core.layout import Zone
from signifer_drivers.node.serial import RASPBERRY_PI
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_drivers.virtual.node import Program, VirtualNode, VirtualUsb
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.nodes.files import firmware_number
from signifer_node import node as node_files

# What MicroPython's boards say on USB; and the endpoints of its serial port.
PRODUCT = 0x0005
NOTES, OUT, IN = 0x81, 0x02, 0x82
PACKET = 64
# How often the twin is given time, in seconds.
PACE_S = 0.004
# Messages of usbredir that are met here.
HELLO, CONNECT, INTERFACES, ENDPOINTS = 0, 1, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION = 6, 7, 8
SET_ALTERNATE, GET_ALTERNATE, ALTERNATE = 9, 10, 11
START_NOTES, STOP_NOTES, NOTES_STATUS, CANCEL = 15, 16, 17, 21
CONTROL, BULK = 100, 101
DONE, CANCELLED, STALLED = 0, 1, 4
GET_DESCRIPTOR, SET_LINE_CODING, GET_LINE_CODING = 0x06, 0x20, 0x21
FULL_SPEED, NONE = 1, 255
# What QEMU asks of devices at a USB 3 socket: packets' sizes are told, numbers have 64 bits, lengths 32.
CAPABILITIES = 1 << 4 | 1 << 5 | 1 << 6
# Kind, length, number: of both HELLOs, and of all that follows. Endpoint, status, length, stream, rest of the length.
FIRST_HEAD, HEAD, BULK_HEAD = struct.Struct("<III"), struct.Struct("<IIQ"), struct.Struct("<BBHIH")


def _descriptors(number: str) -> dict[tuple[int, int], bytes]:
    """What a host reads of the device, by kind and index."""
    device = struct.pack(
        "<BBHBBBBHHHBBBB", 18, 1, 0x0200, 2, 0, 0, 64, RASPBERRY_PI, PRODUCT, 0x0100, 1, 2, 3, 1
    )
    parts = [
        struct.pack("<BBBBBBBB", 8, 11, 0, 2, 2, 2, 0, 0),
        struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 2, 2, 0, 0),
        bytes.fromhex("0524002001 0524010001 04240202 0524060001"),
        struct.pack("<BBBBHB", 7, 5, NOTES, 3, 8, 16),
        struct.pack("<BBBBBBBBB", 9, 4, 1, 0, 2, 10, 0, 0, 0),
        struct.pack("<BBBBHB", 7, 5, OUT, 2, PACKET, 0),
        struct.pack("<BBBBHB", 7, 5, IN, 2, PACKET, 0),
    ]
    body = b"".join(parts)
    whole = struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 125) + body
    texts = {0: b"\x09\x04"}
    texts |= {
        at: text.encode("utf-16-le") for at, text in enumerate(("MicroPython", "Board in FS mode", number), 1)
    }
    return {(1, 0): device, (2, 0): whole} | {
        (3, at): bytes((2 + len(text), 3)) + text for at, text in texts.items()
    }


def _message(heard: bytes, head: struct.Struct) -> tuple[tuple[int, int, bytes], bytes] | None:
    """The first message in what was heard (kind, number, payload), and what follows it; None if it is not whole."""
    if len(heard) < head.size:
        return None
    kind, length, number = head.unpack_from(heard)
    end = head.size + length
    return None if len(heard) < end else ((kind, number, heard[head.size : end]), heard[end:])


def _installed(board: VirtualNode) -> Program:
    """The node's program, as `signifer node install` leaves it."""
    program = node_files.Node(board)
    program.firmware = firmware_number()
    return program


class Board:
    """A node of the table ``handy`` that waits at ``port`` of this machine for one emulator; cards are laid by hand."""

    def __init__(self) -> None:
        clock = RealTimeClock(time.monotonic_ns() // 1000)
        self._guard = threading.RLock()
        self._table = VirtualTable(load_table("handy"), 1, clock, node_program=_installed, guard=self._guard)
        (self._node,) = self._table.nodes.values()
        self._descriptors = _descriptors(self._node.serial.hex().upper())
        self._usb: VirtualUsb | None = None
        self._wanted: list[tuple[int, int]] = []
        self._waiting = b""
        self._coding = struct.pack("<IBBB", 115_200, 0, 0, 8)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        self._server.close()

    def put(self, card: str, column: int) -> None:
        """A hand lays a card there, wherever it lay before."""
        with self._guard:
            self._table.world.put(card, Zone(str(column), "red"))

    def take(self, card: str) -> None:
        """A hand lifts it."""
        with self._guard:
            self._table.world.take(card)

    # The wire

    def _serve(self) -> None:
        """One emulator after the other: each start of the card is a new one."""
        self._server.settimeout(0.2)
        while not self._ends.is_set():
            with suppress(TimeoutError):
                wire, _ = self._server.accept()
                with wire, suppress(OSError):
                    self._plugged(wire)

    def _plugged(self, wire: socket.socket) -> None:
        wire.settimeout(PACE_S)
        self._wire = wire
        with self._guard:
            self._node.power_cut()
            self._usb, self._wanted, self._waiting = None, [], b""
        hello = b"signifer".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES)
        wire.sendall(struct.pack("<III", HELLO, len(hello), 0) + hello)
        heard, greeted = b"", False
        while not self._ends.is_set():
            with suppress(TimeoutError):
                data = wire.recv(1 << 16)
                if not data:
                    return
                heard += data
            while (message := _message(heard, HEAD if greeted else FIRST_HEAD)) is not None:
                (kind, number, payload), heard = message
                if greeted:
                    self._heard(kind, number, payload)
                else:
                    greeted = True
                    self._connect()
            if greeted:
                self._pump()

    def _send(self, kind: int, number: int, payload: bytes) -> None:
        self._wire.sendall(HEAD.pack(kind, len(payload), number) + payload)

    def _connect(self) -> None:
        """Interfaces and endpoints first, as usbredir has it."""
        numbers = (bytes((0, 1)), bytes((2, 10)), bytes((2, 0)), bytes((0, 0)))
        self._send(INTERFACES, 0, struct.pack("<I", 2) + b"".join(each.ljust(32, b"\0") for each in numbers))
        kinds, intervals, owners = bytearray([NONE] * 32), bytearray(32), bytearray(32)
        packets = [0] * 32
        for endpoint, kind, owner in ((0, 0, 0), (0x80, 0, 0), (NOTES, 3, 0), (OUT, 2, 1), (IN, 2, 1)):
            at = (endpoint & 0x80) // 8 + (endpoint & 0x0F)
            kinds[at], owners[at], packets[at] = kind, owner, 8 if endpoint == NOTES else PACKET
        intervals[17] = 16
        self._send(ENDPOINTS, 0, bytes(kinds + intervals + owners) + struct.pack("<32H", *packets))
        self._send(CONNECT, 0, struct.pack("<BBBBHH", FULL_SPEED, 2, 0, 0, RASPBERRY_PI, PRODUCT))

    def _heard(self, kind: int, number: int, payload: bytes) -> None:
        if kind == SET_CONFIGURATION:
            self._send(CONFIGURATION, number, bytes((DONE, payload[0])))
        elif kind == GET_CONFIGURATION:
            self._send(CONFIGURATION, number, bytes((DONE, 1)))
        elif kind in (SET_ALTERNATE, GET_ALTERNATE):
            self._send(ALTERNATE, number, bytes((DONE, payload[0], 0)))
        elif kind in (START_NOTES, STOP_NOTES):
            # There is never anything to note.
            self._send(NOTES_STATUS, number, bytes((DONE, payload[0])))
        elif kind == CANCEL:
            if any(each == number for each, _ in self._wanted):
                self._wanted = [each for each in self._wanted if each[0] != number]
                self._send(BULK, number, BULK_HEAD.pack(IN, CANCELLED, 0, 0, 0))
        elif kind == CONTROL:
            self._control(number, payload)
        elif kind == BULK:
            self._bulk(number, payload)

    def _control(self, number: int, payload: bytes) -> None:
        endpoint, request, kind, _, value, index, length = struct.unpack_from("<BBBBHHH", payload)
        answer, status = b"", DONE
        if kind & 0x80 and request == GET_DESCRIPTOR:
            found = self._descriptors.get((value >> 8, value & 0xFF))
            answer, status = (found or b"")[:length], DONE if found else STALLED
        elif kind == 0xA1 and request == GET_LINE_CODING:
            answer = self._coding[:length]
        elif kind & 0x80:
            answer = bytes(min(2, length))
        elif request == SET_LINE_CODING:
            self._coding = payload[10:17]
        said = len(answer) if kind & 0x80 else length
        self._send(
            CONTROL,
            number,
            struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index, said) + answer,
        )

    def _bulk(self, number: int, payload: bytes) -> None:
        endpoint, _, length, stream, _ = BULK_HEAD.unpack_from(payload)
        if endpoint & 0x80:
            self._wanted.append((number, length))
            return
        with self._guard, suppress(DriverError):
            self._opened().write(payload[BULK_HEAD.size :])
        self._send(BULK, number, BULK_HEAD.pack(endpoint, DONE, length, stream, 0))

    def _opened(self) -> VirtualUsb:
        if self._usb is None:
            self._usb = self._node.open()
        return self._usb

    def _pump(self) -> None:
        """What the twin has said meanwhile goes to whoever waits for it."""
        with self._guard, suppress(DriverError):
            self._waiting += self._opened().read()
        while self._waiting and self._wanted:
            number, length = self._wanted.pop(0)
            part, self._waiting = self._waiting[:length], self._waiting[length:]
            self._send(BULK, number, BULK_HEAD.pack(IN, DONE, len(part), 0, 0) + part)
