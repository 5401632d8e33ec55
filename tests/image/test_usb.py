"""The board on the emulator's USB, met as QEMU meets it: a Pico's descriptors, and a node behind its serial port."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import pytest
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable import node_wire

from image import usb


class Host:
    """QEMU's end of the wire."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._heard = b""
        hello = b"test".ljust(64, b"\0") + bytes(4)
        wire.sendall(usb.FIRST_HEAD.pack(usb.HELLO, len(hello), 0) + hello)
        kind, length, _ = usb.FIRST_HEAD.unpack(self._take(usb.FIRST_HEAD.size))
        assert (kind, length) == (usb.HELLO, len(hello))
        assert struct.unpack("<I", self._take(length)[64:]) == (usb.CAPABILITIES,)

    def send(self, kind: int, number: int, payload: bytes) -> None:
        self._wire.sendall(usb.HEAD.pack(kind, len(payload), number) + payload)

    def hear(self, wanted: int) -> tuple[int, bytes]:
        """The next message of this kind: its number, and the rest."""
        while True:
            kind, length, number = usb.HEAD.unpack(self._take(usb.HEAD.size))
            payload = self._take(length)
            if kind == wanted:
                return number, payload

    def _take(self, length: int) -> bytes:
        while len(self._heard) < length:
            data = self._wire.recv(4096)
            assert data
            self._heard += data
        found, self._heard = self._heard[:length], self._heard[length:]
        return found

    def describe(self, kind: int, index: int) -> bytes:
        request = struct.pack("<BBBBHHH", 0x80, usb.GET_DESCRIPTOR, 0x80, 0, kind << 8 | index, 0, 255)
        self.send(usb.CONTROL, 5, request)
        number, answer = self.hear(usb.CONTROL)
        assert number == 5
        return answer[10:] if answer[3] == usb.DONE else b""

    def said(self) -> bytes:
        self.send(usb.BULK, 6, usb.BULK_HEAD.pack(usb.IN, 0, 64, 0, 0))
        number, answer = self.hear(usb.BULK)
        assert (number, answer[0]) == (6, usb.IN)
        return answer[usb.BULK_HEAD.size :]


@pytest.fixture
def host() -> Iterator[Host]:
    with usb.Board() as board, socket.create_connection(("127.0.0.1", board.port), 20) as wire:
        wire.settimeout(20)
        yield Host(wire)


def test_it_is_a_pico_with_a_serial_port(host: Host) -> None:
    _, connected = host.hear(usb.CONNECT)
    assert struct.unpack("<BBBBHH", connected)[4:] == (0x2E8A, 0x0005)
    device, whole = host.describe(1, 0), host.describe(2, 0)
    assert (device[0], struct.unpack_from("<HH", device, 8)) == (len(device), (0x2E8A, 0x0005))
    assert struct.unpack_from("<H", whole, 2)[0] == len(whole)
    at, classes = 0, []
    while at < len(whole):
        if whole[at + 1] == 4:
            classes.append(whole[at + 5])
        at += whole[at]
    assert (at, classes) == (len(whole), [2, 10])
    number = host.describe(3, 3)[2:].decode("utf-16-le")
    assert len(bytes.fromhex(number)) == 8
    assert host.describe(3, 9) == b""


def test_a_node_is_behind_it(host: Host) -> None:
    host.hear(usb.CONNECT)
    frame = node_wire.encode(nf.ASK_HELLO, 1, b"")
    host.send(usb.BULK, 7, usb.BULK_HEAD.pack(usb.OUT, 0, len(frame), 0, 0) + frame)
    assert host.hear(usb.BULK)[0] == 7
    decoder = node_wire.Decoder()
    found: list[node_wire.Frame] = []
    while not (hellos := [each for each in found if each.kind == nf.HELLO and each.sequence == 1]):
        found += decoder.feed(host.said())
    hello = nf.hello_of(hellos[0].payload)
    assert (hello.readers, len(hello.serial)) == (5, 8)
