"""A node's bytes through pyserial and a terminal of the kernel."""

from __future__ import annotations

import errno
import os
import select
import termios
import time
import tty
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import serial
import serial.tools.list_ports
from signifer_core.errors import DriverError
from signifer_drivers.node.serial import SerialStream, open_node
from signifer_drivers.portable import node_frames as nf

from tests.node.benches import SERIAL

PATIENCE_S = 120.0


def comes(read: Callable[[], bytes], size: int) -> bytes:
    """So many bytes, which the kernel brings in its own time."""
    found, until_s = b"", time.monotonic() + PATIENCE_S
    while len(found) < size and time.monotonic() < until_s:
        found += read()
    return found


def test_frames_pass_both_ways_as_they_are_and_an_end_is_an_error() -> None:
    node, host = os.openpty()
    tty.setraw(node)
    stream = SerialStream(os.ttyname(host))
    frame = nf.encode(nf.VISIT, 3, bytes(range(256)))
    try:
        assert stream.read() == b""
        os.write(node, frame)
        assert comes(stream.read, len(frame)) == frame
        stream.write(frame)
        os.set_blocking(node, False)
        assert (
            comes(lambda: os.read(node, 4096) if select.select([node], [], [], 1)[0] else b"", len(frame))
            == frame
        )
    finally:
        os.close(node)
        os.close(host)
    with pytest.raises(serial.SerialException):
        stream.read()
    stream.close()


def test_a_node_is_found_by_its_number_in_any_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    node, host = os.openpty()
    ports = [
        SimpleNamespace(serial_number=None, device="/dev/null"),
        SimpleNamespace(serial_number=SERIAL.hex().upper(), device=os.ttyname(host)),
    ]
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: ports)
    try:
        tty.setraw(node)
        stream = open_node(SERIAL)
        os.write(node, b"node")
        assert comes(stream.read, 4) == b"node"
        stream.close()
    finally:
        os.close(node)
        os.close(host)
    with pytest.raises(DriverError, match="no USB device has its number"):
        open_node(b"another")


def test_a_device_that_is_not_there_is_a_plain_error() -> None:
    with pytest.raises(DriverError, match="/dev/nowhere cannot be opened"):
        SerialStream("/dev/nowhere")


@pytest.mark.parametrize(
    ("number", "cure"),
    [(errno.EACCES, "usermod -aG dialout"), (errno.EPERM, "systemctl restart signifer")],
)
def test_who_does_not_allow_a_port_is_told_apart(
    number: int, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user's groups, or the devices that a service may use."""

    def refuse(*args: object, **options: object) -> None:
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(DriverError, match=cure):
        SerialStream("/dev/ttyACM0")


def test_a_board_that_goes_away_while_its_port_is_opened_is_a_plain_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(*args: object) -> None:
        raise termios.error(5, "Input/output error")

    node, host = os.openpty()
    monkeypatch.setattr(termios, "tcflush", gone)
    try:
        with pytest.raises(DriverError, match="went away meanwhile"):
            SerialStream(os.ttyname(host))
    finally:
        os.close(node)
        os.close(host)
