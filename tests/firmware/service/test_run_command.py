"""``signifer run`` as a program: signals, and what is missing on a board or off it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from signifer_core.errors import DriverError
from signifer_firmware.config.model import load_table
from signifer_firmware.service import run

from tests.firmware.service.programs import Program


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    program = Program(tmp_path, "starter", "--virtual", STATE_DIRECTORY=str(tmp_path / "state"))
    program.until("READY=1")
    program.process.send_signal(number)
    status, log = program.ended()
    assert status == 0
    assert log[0].startswith("signifer ")
    assert log[0].endswith(f"virtual table starter, record {tmp_path / 'state' / 'virtual' / 'table.sqlite'}")
    assert log[-2:] == [f"ends: told to by {number.name}", "ended"]
    assert program.facts[-1] == "STOPPING=1"
    # The tags of cards that do not exist are kept out of the owner's record.
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["virtual"]
    assert (tmp_path / "state" / "virtual" / "table.sqlite").is_file()
    assert not (tmp_path / "state" / "virtual" / "table.sqlite-wal").exists(), "the record was closed"


def test_off_a_pi_it_says_in_one_sentence_what_to_do_instead(tmp_path: Path) -> None:
    program = Program(tmp_path)
    status, log = program.ended()
    assert status == 2
    assert len(log) == 1
    assert "signifer play" in log[0]
    assert program.facts == []


# On what is there of a Pi


def test_every_missing_device_is_named_once_and_the_rest_begins(pi: MockFactory) -> None:
    config = load_table("direct")
    missing: list[str] = []
    devices = run.pi_hardware(config, missing.append).devices
    spi = {reader.spi_device for reader in config.readers}
    channels = {screen.i2c_channel for screen in config.screens}
    assert len(missing) == len(spi) + len(channels)
    assert all(any(line.startswith(f"{device} does not exist") for line in missing) for device in spi)
    with pytest.raises(DriverError, match=r"reader 3 red: .*/dev/spidev.* does not exist"):
        devices.readers["3 red"].switch_on()
    devices.close()
    assert not any(pi._reservations.values())


def test_a_pin_that_somebody_else_has_is_named_and_the_others_work(pi: MockFactory) -> None:
    config = load_table("direct")
    theirs = gpiozero.LED(17, pin_factory=pi)
    missing: list[Any] = []
    devices = run.pi_hardware(config, missing.append).devices
    said = next(line for line in missing if "button" in line)
    assert said.startswith('button "dice" on GPIO 17: ')
    devices.close()
    theirs.close()


def test_a_reader_whose_package_or_device_is_missing_is_a_fault_of_its_zone(pi: MockFactory) -> None:
    config = load_table("stock")
    missing: list[str] = []
    devices = run.pi_hardware(config, missing.append).devices
    assert len(set(missing)) == len(missing)
    stock = next(reader.zone for reader in config.readers if reader.driver == "mfrc522")
    reader = devices.readers[stock]
    for call in (reader.switch_on, lambda: reader.read((), 1)):
        with pytest.raises(DriverError, match=f"reader {stock}: .*it was missing at the start"):
            call()
    devices.close()


def test_a_computer_with_nothing_of_the_table_is_told_to_play(
    pi: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> None:
        raise sys.modules["lgpio"].error("can not open gpiochip")

    monkeypatch.setattr(sys.modules["gpiozero.pins.lgpio"], "LGPIOFactory", nothing)
    with pytest.raises(DriverError, match=r"nothing of this table is at this computer.*signifer play"):
        run.pi_hardware(load_table("direct"), lambda sentence: None)
