"""``signifer doctor`` on a Pi's own devices, whose wires end in twins: what opens them, and what gives them back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.io import i2c
from signifer_drivers.io.multiplexer import CHANNELS, bus_of
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import TX_ON
from signifer_drivers.portable.registers import write
from signifer_drivers.readers.faults import NODE_AWAY
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_drivers.virtual.spi import VirtualSpiPort
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices import linux
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.doctor import bench
from signifer_firmware.doctor.bench import PiBench
from signifer_firmware.doctor.check import FAIL, Result, examined
from signifer_firmware.doctor.checks.nodes import NodeChecks
from signifer_firmware.doctor.run import all_checks
from signifer_firmware.doctor.virtual import VirtualPeople, _assigned
from signifer_firmware.nodes.files import firmware_number
from signifer_firmware.system.pi_files import FAULTS, PiFiles
from signifer_node import node as node_files
from smbus2 import i2c_msg


def installed(board: VirtualNode) -> Program:
    """The node's program as `signifer node install` leaves it."""
    program = node_files.Node(board)
    program.firmware = firmware_number()
    return program


class Board:
    """A table behind the devices of Linux."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, config: TableConfig | None = None
    ) -> None:
        config = config or load_table("standard")
        self.table = VirtualTable(config, seed=5, node_program=installed)
        self.config: TableConfig = _assigned(config, self.table)
        self.closed: list[str] = []
        self.store = folder / "state" / "table.sqlite"
        self.store.parent.mkdir()
        self.pi = PiFiles(folder / "root", config)
        for reader in config.readers:
            for number in range(2):
                self.table.world.put(f"{reader.name} {number}", reader.zones[0])
        monkeypatch.setattr(bench, "LinuxSpiPort", self._port)
        monkeypatch.setattr(i2c, "SMBus", self._bus)
        monkeypatch.setattr(bench, "open_node", self.table.usb.open)
        monkeypatch.setattr(bench, "usb_ports", self._ports)
        monkeypatch.setattr(bench, "MonotonicClock", lambda: self.table.clock)
        monkeypatch.setattr(bench, "sleep_us", self._sleep)
        self.bench = PiBench(self.config, VirtualPeople(self.table), self.pi.root)
        monkeypatch.setattr(linux.Board, "pins", lambda _: self.table.pins)
        self.bench.packages = ()

    def _port(self, device: str, speed_hz: int) -> Any:
        (zone,) = [reader.name for reader in self.config.readers if reader.spi_device == device]
        port: VirtualSpiPort = self.table.readers[zone].port
        port.close = partial(self.closed.append, device)  # type: ignore[attr-defined]
        return port

    def _bus(self, number: int) -> Any:
        """What Linux shows as this bus: a channel of the multiplexer."""
        (channel,) = [channel for channel in CHANNELS if bus_of(channel, self.bench.facts.root) == number]
        bus: Any = self.table.buses[channel]
        bus.close = partial(self.closed.append, f"i2c-{number}")
        return bus

    def _ports(self) -> list[UsbPort]:
        twins = self.table.nodes.values()
        return [UsbPort(f"/dev/ttyACM{number}", twin.serial.hex()) for number, twin in enumerate(twins)]

    def _sleep(self, us: int) -> None:
        self.table.clock.advance(us)
        self.table.fingers.step(self.table.clock.now_us)

    def results(self) -> list[Result]:
        # The day's clock is the computer's, and virtual time is faster.
        checks = all_checks(self.config, self.bench, table="standard", store=self.store, cards=2, wait_s=1)
        return [result for result in examined(checks) if result.name != "clock"]


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(tmp_path, monkeypatch)


@pytest.mark.slow
def test_all_is_opened_looked_at_and_given_back_with_its_field_off(board: Board) -> None:
    found = board.results()
    assert [result.name for result in found if result.state == FAIL] == []
    assert {result.state for result in found} == {"pass"}
    port = board.table.readers["pad red"]
    powered: list[float | None] = []
    port.port.transfer([write(r.TxControlReg, TX_ON)])  # as where somebody broke it off in the middle
    powered.append(port.field.powered_us)
    board.bench.close()
    powered.append(port.field.powered_us)
    assert [us is None for us in powered] == [False, True]
    assert sorted(set(board.closed)) == [
        *("/dev/spidev0.0", "/dev/spidev0.1"),
        *(f"i2c-{number}" for number in range(22, 29)),
    ]


def test_without_a_reset_line_a_field_goes_off_by_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load_table("standard")
    unwired = config.model_copy(update={"gpio": config.gpio.model_copy(update={"reader_reset": None})})
    board = Board(tmp_path, monkeypatch, unwired)
    reader = next(reader for reader in config.readers if reader.name == "pad red")
    board.bench.port(reader).transfer([write(r.TxControlReg, TX_ON)])
    field = board.table.readers["pad red"].field
    assert field.powered_us is not None
    board.bench.close()
    assert field.powered_us is None


@pytest.mark.slow
def test_a_device_that_cannot_be_opened_is_a_fault_of_what_hangs_on_it(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise DriverError("/dev/spidev0.0 cannot be opened: Device or resource busy")

    monkeypatch.setattr(bench, "LinuxSpiPort", refused)
    board.table.nodes["column 2"].unplug()
    failing = {result.name: result for result in board.results() if result.state == FAIL}
    assert set(failing) == {"node column 2", "reader pad red", "reader pad blue"}
    assert failing["reader pad red"].cause == "bus"
    assert "Device or resource busy" in failing["reader pad red"].seen
    assert failing["node column 2"].cause == "node-away"
    board.bench.close()


@pytest.mark.parametrize("opened", [False, True])
def test_a_bus_that_one_screen_holds_is_freed_for_the_others(board: Board, opened: bool) -> None:
    """Also where that one was the last that somebody had spoken to: then the first of the others meets it."""
    holder = board.table.buses[2]
    if opened:
        holder.i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
    holder.fault = "stuck"
    checks = all_checks(board.config, board.bench, table="standard", store=board.store)
    found = {result.name: result for result in examined(checks, ("mux",))}
    board.bench.close()
    assert found["mux"].cause == "channel-stuck"
    assert found["mux"].figures == {"channel": 2}


@pytest.mark.slow
def test_the_reset_line_is_pulled_and_who_does_not_hear_it_is_named(board: Board) -> None:
    board.table.readers["pad blue"].port.reset_lead = "pulled-up"
    failing = {result.name: result.cause for result in board.results() if result.state == FAIL}
    assert failing == {"reader pad blue": "reset-open"}
    board.bench.close()


@pytest.mark.slow
def test_who_may_not_use_gpio_hears_so_once_and_not_of_every_reader(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers of the Pi's SPI are in reset until a program drives their line."""

    def refused(_: linux.Board) -> None:
        raise DriverError("GPIO cannot be used: add this user to the group gpio")

    monkeypatch.setattr(linux.Board, "pins", refused)
    FAULTS["group gpio"](board.pi)
    board.table.buses[2].fault = "stuck"
    failing = {result.name: result.cause for result in board.results() if result.state == FAIL}
    assert failing["group gpio"] == "group"
    assert not [name for name in failing if name.startswith("reader")]
    assert failing["mux"] == "bus-stuck"
    board.bench.close()


def test_a_small_table_whose_board_is_not_plugged_in_is_told_so() -> None:
    config = load_table("handy")
    for boards, cause in (
        ([], NODE_AWAY),
        ([UsbPort("/dev/ttyACM0", "a"), UsbPort("/dev/ttyACM1", "b")], "node-unassigned"),
    ):
        nodes: Any = SimpleNamespace(boards=lambda boards=boards: boards)
        (check,) = NodeChecks(config, nodes, "", "handy").checks()
        result = check.run()
        assert (result.state, result.cause) == (FAIL, cause)
