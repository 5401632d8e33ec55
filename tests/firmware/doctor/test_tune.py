"""``signifer tune`` on readers of nodes, virtual and as on a Pi; and what table.toml says reaches a node's chips."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from signifer_core.layout import Zone
from signifer_drivers.node.host import RETRY_US
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.registers import read
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import LOUD_CEILING_DB
from signifer_drivers.virtual.node import START_US, VirtualNode
from signifer_firmware.cli.main import app
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices import linux
from signifer_firmware.devices.build import virtual_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.doctor import tune as tuning
from typer.testing import CliRunner

SERIAL = "e6614103e7174a2c"


def changed(config: TableConfig, zone: str, **values: int) -> TableConfig:
    """The table with other settings for one reader."""
    readers = [
        reader.model_copy(update=values) if reader.name == zone else reader for reader in config.readers
    ]
    return config.model_copy(update={"readers": readers})


def settings(table: VirtualTable, zone: str) -> list[int]:
    """Gain and field, as the chip holds them."""
    return list(table.readers[zone].port.transfer([read(r.RFCfgReg, r.CWGsPReg)])[0][1:])


@pytest.mark.slow
def test_a_reader_of_a_node_is_swept_as_one_on_the_own_bus_is() -> None:
    """The same lines but for the name, from the first to the last; and how long its field has to be up."""
    told = {}
    for name, zone in (("standard", "3 red"), ("direct", "3 red"), ("starter", "3")):
        out = io.StringIO()
        assert tuning.tune(name, on_pi=False, tags=2, out=out, only=zone) == tuning.OK
        told[name] = out.getvalue().replace(f"reader {zone}:", "reader X:").replace(f'"{zone}"', '"X"')
    assert told["standard"].startswith("reader X: 2 tags, version 92\n  gain_db ")
    lines = 'for table.toml:\n\n[[reader]]\nzone = "X"\ngain_db = 33\nfield = 32\n'
    assert told["direct"].endswith(lines + "\n")
    assert re.search(re.escape(lines) + r"field_up_us = \d\d00\n\n$", told["standard"])
    assert re.search(r"\n  each answers \d\.\d ms after the field: field_up_us = \d\d00\n", told["standard"])
    shape = {
        name: [line.split()[:1] for line in text.splitlines() if "field_up_us" not in line]
        for name, text in told.items()
    }
    assert shape["standard"] == shape["direct"] == shape["starter"]


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> VirtualTable:
    """A table whose nodes are found by their numbers, as on a Pi, and where time passes by sleeping."""
    config = load_table("standard")
    nodes = [
        node.model_copy(update={"serial": SERIAL[:-1] + str(number)}) if number else node
        for number, node in enumerate(config.nodes)
    ]
    config = config.model_copy(update={"nodes": nodes})
    table = VirtualTable(config, seed=3)
    by_number: dict[bytes, VirtualNode] = {twin.serial: twin for twin in table.nodes.values()}
    monkeypatch.setattr(tuning, "load_table", lambda name: config)
    monkeypatch.setattr(tuning, "open_node", lambda number: by_number[number].open())
    clock: VirtualClock = table.nodes["column 2"].host
    monkeypatch.setattr(tuning, "MonotonicClock", lambda: clock)
    monkeypatch.setattr(tuning, "sleep_us", clock.advance)
    return table


@pytest.mark.slow
def test_on_a_pi_nodes_are_found_by_their_numbers(board: VirtualTable) -> None:
    board.world.put("red/spear-1", board.config.readers[2].zones[0])
    board.readers["2 red"].field.ceiling_db = LOUD_CEILING_DB
    out = io.StringIO()
    assert tuning.tune("it", on_pi=True, tags=0, out=out, only="2 red") == tuning.OK
    assert "reader 2 red: 1 tag, version 92" in out.getvalue()
    assert 'zone = "2 red"\ngain_db = 23' in out.getvalue()
    # It is left as the table has it.
    assert settings(board, "2 red") == [r.RX_GAIN[33] | 8, 32]


def test_on_a_pi_a_node_that_is_not_there_or_not_assigned_is_a_fault_of_its_readers(
    board: VirtualTable,
) -> None:
    board.nodes["column 2"].unplug()
    for zone, fault in (
        ("2 red", "reader 2 red: the node does not answer (column 2, there is no such serial port)"),
        ("1 red", 'reader 1 red: node "column 1" has no serial; say: signifer node assign'),
    ):
        out = io.StringIO()
        assert tuning.tune("it", on_pi=True, tags=0, out=out, only=zone) == tuning.FAILED
        assert out.getvalue().startswith(fault)


def test_what_the_table_says_of_a_reader_reaches_its_chip_at_each_start_of_the_node() -> None:
    config = changed(load_table("standard"), "3 red", gain_db=38, field=20)
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    twin = table.nodes["column 3"]
    for start in range(3):
        for zone in ("3 red", "3 blue"):
            devices.readers[zone].visit()
        assert settings(table, "3 red") == [r.RX_GAIN[38] | 8, 20]
        assert settings(table, "3 blue") == [r.RX_GAIN[33] | 8, 32]
        assert devices.nodes["column 3"].starts == start + 1
        twin.reboot()
        end_us = twin.host.now_us + START_US + RETRY_US + 100_000
        while twin.host.now_us < end_us:
            devices.nodes["column 3"].step()
            twin.host.advance(20_000)


@pytest.mark.slow
def test_a_reader_on_the_pis_own_bus_is_held_out_of_its_reset_meanwhile(
    board: VirtualTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = board.readers["pad red"]
    monkeypatch.setattr(linux, "LateSpiPort", lambda _: twin.port)
    monkeypatch.setattr(twin.port, "close", lambda: None, raising=False)
    monkeypatch.setattr(linux.Board, "pins", lambda _: board.pins)
    board.world.put("red/spear-1", Zone("pad", "red"))
    out = io.StringIO()
    assert tuning.tune("it", on_pi=True, tags=0, out=out, only="pad red") == tuning.OK
    assert "reader pad red: 1 tag, version 92" in out.getvalue()
    assert twin.port.in_reset


@pytest.mark.parametrize("wait", [14, *range(511, 519), 700])
def test_ctrl_c_in_mid_sweep_leaves_a_reader_of_a_node_as_the_table_has_it(
    board: VirtualTable, monkeypatch: pytest.MonkeyPatch, wait: int
) -> None:
    """A token of the visit that was broken off is out then, or what came of it has not been taken."""
    board.world.put("red/spear-1", board.config.readers[2].zones[0])
    waits = itertools.count()

    def sleep_us(us: int) -> None:
        if next(waits) == wait:
            raise KeyboardInterrupt
        board.nodes["column 2"].host.advance(us)

    monkeypatch.setattr(tuning, "sleep_us", sleep_us)
    run = CliRunner().invoke(app, ["tune", "it", "--pi", "--reader", "2 red"])
    assert (run.exit_code, run.output) == (130, "")
    assert next(waits) > wait + 1
    assert settings(board, "2 red") == [r.RX_GAIN[33] | 8, 32]
    assert board.nodes["column 2"].fields_on == []
