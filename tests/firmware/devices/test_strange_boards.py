"""The only board on USB is no node: it is said so, with what to do."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.node import serial
from signifer_drivers.node.health import MEET_US
from signifer_drivers.node.results import SILENT
from signifer_drivers.node.serial import RASPBERRY_PI, UsbPort, only_port
from signifer_drivers.readers.faults import NODE_AWAY, ReaderError
from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.config.model import load_table
from signifer_firmware.devices import build
from signifer_firmware.devices.build import one_pi_reader, pi_devices
from signifer_firmware.devices.linux import with_its_board
from signifer_firmware.doctor import bench as doctor_bench
from signifer_firmware.doctor.bench import Nobody, PiBench
from signifer_firmware.doctor.check import FAIL
from signifer_firmware.doctor.checks.nodes import NodeChecks
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.tune import FAILED, tune
from signifer_firmware.doctor.virtual import VirtualBench
from signifer_firmware.doctor.watch import looker


@pytest.mark.parametrize("named", ["E66-DEBUG", "123456", "", None])
def test_an_only_board_that_is_no_node_is_said_to_be_none(
    named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other programs name a board as they like."""
    plugged = [SimpleNamespace(device="/dev/ttyACM0", vid=RASPBERRY_PI, serial_number=named)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    config = load_table("handy")
    assert with_its_board(config) == config
    missing: list[str] = []
    devices = pi_devices(config, missing.append)
    said = (
        "the board on USB, /dev/ttyACM0, has no number as nodes have; plug the node in instead, or make it one: "
        "signifer node install /dev/ttyACM0"
    )
    assert missing == [f'node "columns": {said}']
    with pytest.raises(ReaderError, match="has no number as nodes have"):
        devices.readers["3"].visit()
    devices.close()
    bench = PiBench(with_its_board(config), Nobody())
    (check,) = NodeChecks(config, bench, "", "handy").checks()
    result = check.run()
    assert (result.state, result.cause) == (FAIL, "node-other")
    assert result.command == "signifer node install /dev/ttyACM0"
    bench.close()


def test_of_several_boards_the_one_with_a_number_is_the_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """A programmer's probe, a Pico with another program: they call themselves as they like."""
    strange = [
        SimpleNamespace(device=f"/dev/ttyACM{place}", vid=RASPBERRY_PI, serial_number="DEBUG")
        for place in (0, 2)
    ]
    plugged = list(strange)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    config = load_table("handy")
    assert with_its_board(config) == config
    missing: list[str] = []
    pi_devices(config, missing.append).close()
    assert missing == [
        'node "columns": 2 boards are on USB, and none has a number as nodes have; plug the node in instead, or make '
        "one of them a node: signifer node install /dev/ttyACM0"
    ]
    (check,) = NodeChecks(config, PiBench(config, Nobody()), "", "handy").checks()
    result = check.run()
    assert (result.state, result.cause) == (FAIL, "node-other")
    assert result.seen == "2 boards are on USB, and none has a number as nodes have"
    plugged.insert(
        1, SimpleNamespace(device="/dev/ttyACM1", vid=RASPBERRY_PI, serial_number="E6614103E7174A2C")
    )
    assert only_port() == UsbPort("/dev/ttyACM1", "e6614103e7174a2c")
    assert with_its_board(config).nodes[0].serial == "e6614103e7174a2c"


class Stranger:
    """A stream of a board without a node's files: ``says`` is all it ever says, again and again."""

    def __init__(self, says: bytes) -> None:
        self.says = says

    def read(self) -> bytes:
        return self.says

    def due_us(self) -> None:
        return

    def write(self, data: bytes) -> None:
        """Nobody listens."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("says", [b"", b"\r\n>>> \x00\xa5garbage", b"\x00" * 4096])
def test_an_only_board_that_says_nothing_of_a_nodes_is_told_at_once_with_what_to_do(
    says: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is new, or at MicroPython's prompt."""
    number, clock = "e6614103e7174a2c", VirtualClock()
    plugged = [SimpleNamespace(device="/dev/ttyACM0", vid=RASPBERRY_PI, serial_number=number.upper())]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    monkeypatch.setattr(serial, "SerialStream", lambda device: Stranger(says))
    for module in (build, doctor_bench):
        monkeypatch.setattr(module, "MonotonicClock", lambda: clock)
        monkeypatch.setattr(module, "sleep_us", clock.advance)
    config = with_its_board(load_table("handy"))
    devices = pi_devices(config, list[str]().append)
    with pytest.raises(ReaderError, match="silent; if it is new, say: signifer node install"):
        devices.readers["3"].visit()
    devices.close()
    bench, began_us = PiBench(config, Nobody()), clock.now_us
    (check,) = NodeChecks(config, bench, "", "handy").checks()
    result = check.run()
    assert (result.state, result.cause) == (FAIL, NODE_AWAY)
    assert result.seen == f"the node does not answer ({SILENT})"
    assert result.command == "signifer node install /dev/ttyACM0"
    assert clock.now_us - began_us < 2 * MEET_US
    bench.close()


def test_who_wants_one_reader_alone_is_told_the_same_of_an_only_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cable without wires for data is no reason to assign what nobody sees; a second board is."""
    plugged: list[SimpleNamespace] = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    config = load_table("handy")

    def told() -> set[str]:
        with pytest.raises(DriverError) as enrolled:
            one_pi_reader(config, config.readers[2])
        out = StringIO()
        assert tune("handy", on_pi=True, tags=0, out=out, only="3") == FAILED
        bench = PiBench(config, Nobody())
        node, reader = (looker(config, bench, part)().seen for part in ("node columns", "reader 3"))
        bench.close()
        assert f"(reader 3: {node})" in reader
        return {str(enrolled.value), node, out.getvalue().removeprefix("reader 3: ").strip()}

    assert told() == {'node "columns": no board is on USB; plug it in'}
    plugged.append(SimpleNamespace(device="/dev/ttyACM0", vid=RASPBERRY_PI, serial_number="DEBUG"))
    (said,) = told()
    assert said.endswith("make it one: signifer node install /dev/ttyACM0")
    plugged[:] = [
        SimpleNamespace(
            device=f"/dev/ttyACM{place}", vid=RASPBERRY_PI, serial_number=f"E6614103E7174A2{place}"
        )
        for place in (0, 2)
    ]
    (said,) = told()
    assert "2 boards are on USB" in said


def test_at_a_virtual_table_no_board_of_this_computer_is_looked_for(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("handy"), tmp_path)
    inject(bench, ["node 1 unassigned"])
    assert looker(bench.config, bench, "node columns")().seen == (
        'node "columns" has no serial; say: signifer node assign'
    )
    bench.close()
