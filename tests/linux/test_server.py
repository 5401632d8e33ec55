"""The thread that serves a device, on a socket in place of /dev/cuse, and the starter of the user-mode Linux."""

from __future__ import annotations

import os
import socket
import stat
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.io.multiplexer import bus_of
from signifer_firmware.config.model import load_table

from tests.conftest import MissingTool
from tests.linux import __main__ as starter
from tests.linux import abi
from tests.linux.cuse import CuseDevice, Memory
from tests.linux.server import TRIES, Channel, wait_for
from tests.linux.table import check_served, i2c_devices, link_channels, real_time_table, spi_devices


class Echo:
    """A device that gives back what it was told, and stumbles over an ioctl."""

    def __init__(self) -> None:
        self.told = b""

    def ioctl(self, request: int, argument: int, memory: Memory) -> int:
        raise ZeroDivisionError

    def read(self, size: int) -> bytes:
        return self.told[:size]

    def write(self, data: bytes) -> int:
        self.told = data
        return len(data)

    def close(self) -> None: ...


def asked(channel: socket.socket, opcode: str, body: bytes) -> tuple[int, bytes]:
    """The error and the answer of one request; -1 and nothing if the channel was closed."""
    length = abi.IN_HEADER.size + len(body)
    channel.send(abi.IN_HEADER.pack(length, abi.FUSE[opcode], 7, 0, 0, 0, 1) + body)
    answer = channel.recv(1 << 16)
    if not answer:
        return -1, b""
    _, error, unique = abi.OUT_HEADER.unpack(answer)
    assert unique == 7
    return error, answer[abi.OUT_HEADER.size :]


def test_a_device_is_served_until_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is gone: else a program would wait for its answer for ever."""
    mistakes: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", mistakes.append)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    channel = Channel(CuseDevice("echo", Echo), nullcontext(), theirs.detach)
    channel.start()
    ours.settimeout(10)
    error, told = asked(ours, "CUSE_INIT", abi.INIT_IN.pack(7, 38, 0, 1))
    assert (error, told[abi.INIT_OUT.size :]) == (0, b"DEVNAME=echo\0")
    assert asked(ours, "FUSE_OPEN", bytes(8))[0] == 0
    assert asked(ours, "FUSE_WRITE", abi.WRITE_IN.pack(1, 0, 5, 0, 0, 0) + b"hello")[0] == 0
    assert asked(ours, "FUSE_READ", abi.READ_IN.pack(1, 0, 9, 0, 0, 0)) == (0, b"hello")
    assert asked(ours, "FUSE_POLL", bytes(24))[0] == -38, "ENOSYS: always ready"
    assert asked(ours, "FUSE_IOCTL", abi.IOCTL_IN.pack(1, 2, 0, 0, 0, 0)) == (-1, b"")
    channel.join(10)
    assert [mistake.exc_type for mistake in mistakes] == [ZeroDivisionError]
    ours.close()


def test_a_kernel_of_another_protocol_gets_no_device() -> None:
    device = CuseDevice("spidev0.0", Echo)
    head = abi.IN_HEADER.pack(abi.IN_HEADER.size + abi.INIT_IN.size, abi.FUSE["CUSE_INIT"], 1, 0, 0, 0, 0)
    assert abi.OUT_HEADER.unpack(device.answer(head + abi.INIT_IN.pack(7, 10, 0, 0)))[1] == -71


def test_a_program_of_32_bits_is_refused() -> None:
    """Its structures are others."""
    device = CuseDevice("spidev0.0", Echo)
    body = abi.IOCTL_IN.pack(1, abi.FUSE["FUSE_IOCTL_COMPAT"], 0, 0, 0, 0)
    head = abi.IN_HEADER.pack(abi.IN_HEADER.size + len(body), abi.FUSE["FUSE_IOCTL"], 1, 0, 0, 0, 0)
    assert abi.OUT_HEADER.unpack(device.answer(head + body))[1] == -25


def test_devices_are_waited_for(tmp_path: Path) -> None:
    device, pauses = CuseDevice("spidev0.0", Echo), 0

    def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 3:
            (tmp_path / "spidev0.0").touch()

    wait_for([device], pause, tmp_path)
    assert pauses == 3
    with pytest.raises(DriverError, match=r"spidev0.1 has not come"):
        wait_for([CuseDevice("spidev0.1", Echo)], pause, tmp_path)
    assert pauses == 3 + TRIES


def test_a_direct_table_has_a_device_for_each_reader_and_each_channel(tmp_path: Path) -> None:
    config = load_table("direct")
    table = real_time_table(config, 1)
    assert [device.name for device in spi_devices(config, table)] == [f"spidev0.{n}" for n in range(12)]
    buses = [device.name for device in i2c_devices(table)]
    assert buses == ["i2c-1", *(f"i2c-{n}" for n in range(22, 30))]
    link_channels(tmp_path)
    assert [f"i2c-{bus_of(channel, tmp_path)}" for channel in range(8)] == buses[1:]


def test_what_hangs_on_usb_is_not_served() -> None:
    check_served(load_table("direct"))
    with pytest.raises(ConfigError, match=r"1 red.*say: table direct"):
        check_served(load_table("standard"))


def test_what_is_missing_is_said_with_its_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    modules = tmp_path / "modules"
    assert starter.missing(str(tmp_path)) == (
        "user-mode Linux (linux.uml) is missing; on Debian or Ubuntu for x86-64: apt-get install user-mode-linux"
    )
    kernel = tmp_path / starter.KERNEL
    kernel.touch()
    kernel.chmod(stat.S_IRWXU)
    fault = starter.missing(str(tmp_path), modules)
    assert fault is not None
    assert fault.startswith("user-mode Linux has no module cuse in ")
    cuse = modules / "6.1" / "kernel/fs/fuse/cuse.ko"
    cuse.parent.mkdir(parents=True)
    cuse.touch()
    assert starter.missing(str(tmp_path), modules) is None


def test_a_linux_that_ends_without_a_word_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel = tmp_path / starter.KERNEL
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for says, status in (("exit 0", starter.WRONG), ('echo 1 > "$(dirname "${5#init=}")/status"', 1)):
        kernel.write_text(f"#!/bin/sh\n{says}\n")
        kernel.chmod(stat.S_IRWXU)
        assert starter.boot([], 60) == status


def test_the_new_linux_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []

    def boot(what: list[str], most_s: float) -> int:
        told.append(what)
        return 0

    monkeypatch.setattr(starter, "missing", lambda: None)
    monkeypatch.setattr(starter, "boot", boot)
    monkeypatch.chdir(tmp_path)
    for arguments in (["--run", "i2cdetect -y 22"], ["it.table"], []):
        assert starter.main(arguments) == 0
    assert told[:2] == [["run", "i2cdetect -y 22"], ["play", "0", str(tmp_path / "it.table")]]
    assert all(Path(script).is_file() for script in told[2][2:])
    first = starter.first_program(tmp_path, told[0])
    assert f"inside {tmp_path} run 'i2cdetect -y 22'\n" in first


@pytest.mark.soak
def test_scripts_hold_on_the_devices_of_a_real_kernel(
    missing_tool: type[MissingTool], capfd: pytest.CaptureFixture[str]
) -> None:
    fault = starter.missing()
    if fault is not None:
        missing_tool(fault)
    assert starter.main([]) == 0, capfd.readouterr()
