"""Wiring: devices are built by choice; what is missing is named, never replaced in silence."""

from __future__ import annotations

import sys

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_core.errors import DriverError
from signifer_firmware.config import load_table
from signifer_firmware.virtual_table import VirtualTable
from signifer_firmware.wiring import _reset_line, pi_devices, virtual_devices


def test_virtual_hands_know_how_long_to_hold_also_after_it_was_changed() -> None:
    config = load_table("standard")
    table = VirtualTable(config, seed=1)
    buttons = virtual_devices(config, table).buttons
    assert table.fingers.hold_us() == config.timing.hold_ms * 1000
    buttons.hold_us = 2_000_000
    assert table.fingers.hold_us() == 2_000_000
    buttons.close()


@pytest.mark.parametrize("name", ["standard", "starter"])
def test_a_virtual_table_has_every_part_of_its_file(name: str) -> None:
    config = load_table(name)
    devices = virtual_devices(config, VirtualTable(config, seed=1))
    assert set(devices.readers) == {reader.zone for reader in config.readers}
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
    config = load_table("standard")
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
