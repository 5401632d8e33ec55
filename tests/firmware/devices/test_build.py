"""Wiring: devices are built by choice; what is missing is named, never replaced in silence."""

from __future__ import annotations

import sys

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.readers.faults import NODE_AWAY, ReaderError
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import (
    MonotonicClock,
    _pi_nodes,
    _pi_reader,
    _reset_line,
    pi_devices,
    virtual_devices,
)
from signifer_firmware.devices.linux import Board
from signifer_firmware.devices.virtual import VirtualTable


def test_virtual_hands_know_how_long_to_hold_also_after_it_was_changed() -> None:
    config = load_table("standard")
    table = VirtualTable(config, seed=1)
    buttons = virtual_devices(config, table).buttons
    assert table.fingers.hold_us() == config.timing.hold_ms * 1000
    buttons.hold_us = 2_000_000
    assert table.fingers.hold_us() == 2_000_000
    buttons.close()


@pytest.mark.parametrize("name", ["standard", "starter", "direct"])
def test_a_virtual_table_has_every_part_of_its_file(name: str) -> None:
    config = load_table(name)
    devices = virtual_devices(config, VirtualTable(config, seed=1))
    assert set(devices.readers) == {reader.zone for reader in config.readers}
    assert set(devices.nodes) == {node.name for node in config.nodes}
    assert set(devices.screens) == {screen.place for screen in config.screens}
    devices.buttons.close()


def test_the_reset_line_is_high_but_for_the_moment_in_which_it_is_pulled() -> None:
    pins = MockFactory()
    pull = _reset_line(25, pins)
    assert pull is not None
    pull()
    assert [bool(state.state) for state in pins.pin(25).states][-3:] == [True, False, True]
    assert _reset_line(None, pins) is None


def test_the_virtual_reset_line_sets_every_chip_back_that_has_a_supply() -> None:
    config = load_table("direct")
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    for reader in devices.readers.values():
        reader.switch_on()
    assert devices.pull_reader_reset is not None
    devices.pull_reader_reset()
    assert all(twin.field.powered_us is None for twin in table.readers.values())
    reader = devices.readers["3 red"]
    reader.lost()
    reader.switch_on()
    devices.buttons.close()


def test_each_node_resets_its_own_readers() -> None:
    config = load_table("starter")
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    reader = devices.readers["3"]

    reader.visit()
    node = devices.nodes["columns"]
    node.grant([(2, ())])
    table.clock.advance(3_000)
    node.step()
    assert table.nodes["columns"].fields_on == [2]
    for other in (*devices.readers.values(),):
        other.lost()
    table.clock.advance(50_000)
    node.step()
    table.clock.advance(50_000)
    node.step()
    assert table.nodes["columns"].fields_on == []
    devices.buttons.close()


def test_a_node_has_the_number_of_its_file_or_one_of_the_seed() -> None:
    config = load_table("standard")
    nodes = VirtualTable(config, seed=1).nodes
    assert len({node.serial for node in nodes.values()}) == 5
    assert nodes["column 2"].serial == VirtualTable(config, seed=1).nodes["column 2"].serial
    named = [
        node.model_copy(update={"serial": "E6614103E7174A2C"}) if node.name == "column 2" else node
        for node in config.nodes
    ]
    mine = VirtualTable(config.model_copy(update={"nodes": tuple(named)}), seed=1).nodes
    assert mine["column 2"].serial == bytes.fromhex("e6614103e7174a2c")


def test_no_node_is_met_on_a_pi_before_it_is_assigned() -> None:
    config = load_table("standard")
    with pytest.raises(ConfigError) as caught:
        _pi_nodes(config, MonotonicClock())
    assert caught.value.faults[1] == 'standard: node "column 2" has no serial; say: signifer node assign'
    assert len(caught.value.faults) == 5


def test_a_node_that_is_not_plugged_in_is_a_fault_of_its_zones_only(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_table("starter")
    node = config.nodes[0].model_copy(update={"serial": "0123456789abcdef"})
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    nodes = _pi_nodes(config.model_copy(update={"nodes": (node,)}), MonotonicClock())
    reader = _pi_reader(config.readers[2], nodes, MonotonicClock(), Board(config, None))
    with pytest.raises(ReaderError, match="columns, no USB device has its number") as caught:
        reader.switch_on()
    assert caught.value.cause == NODE_AWAY


def test_off_a_pi_the_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(DriverError, match=r"lgpio is missing.*virtual table"):
        pi_devices(load_table("standard"))


def test_two_tables_of_one_seed_are_the_same_and_of_another_differ() -> None:
    config = load_table("standard")

    def uids(seed: int) -> list[bytes]:
        world = VirtualTable(config, seed).world
        return [world.tag(card).uid for card in ("red/spear-1", "blue/pike-1", "tag/1")]

    assert uids(1) == uids(1)
    assert not set(uids(1)) & set(uids(2))
