"""The watchdog's own times: looked at step by step, while no thread of the table runs."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from signifer_core.layout import SIDES, Side
from signifer_firmware.display.agreement_panels import start_panels
from signifer_firmware.i18n.words import words_of
from signifer_firmware.runtime.bus_threads import ThreadedScreens
from signifer_firmware.session.events import RecordFault
from signifer_firmware.storage.trouble import trouble

from tests.firmware.service.tables import Table
from tests.firmware.session.agreeing import turn

SECOND_US = 1_000_000


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, watchdog_us=600_000)
    yield table
    table.close()


def test_it_is_fed_three_times_as_often_as_is_asked_for(table: Table) -> None:
    fed = []
    for now_us in range(0, SECOND_US, 50_000):
        table.run.watchdog.step(now_us)
        fed += [now_us] * table.manager.heard().count("WATCHDOG=1")
    assert fed == [0, 200_000, 400_000, 600_000, 800_000]


def test_who_switched_it_off_reads_so_for_a_minute_and_a_silent_screen_is_not_waited_for(
    table: Table,
) -> None:
    dog = table.run.watchdog
    dog.step(0)
    turn(table.run.appliance.keeper, "off", 0)
    found = []
    for now_us in (5 * SECOND_US, 8 * SECOND_US - 1, 8 * SECOND_US, 65 * SECOND_US - 1, 65 * SECOND_US):
        dog.step(now_us)
        found.append((dog.is_off, dog.is_read))
    assert found == [(False, False), (False, False), (True, False), (True, False), (True, True)]


def test_the_power_stays_on_while_the_record_is_not_on_disk(table: Table) -> None:
    dog, appliance = table.run.watchdog, table.run.appliance
    dog.step(0)
    turn(appliance.keeper, "off", 0)

    def words(player: Side) -> str:
        return str(start_panels(appliance.keeper.outlook, [player], {player: words_of("en")}))

    def record(cause: str, at_us: int) -> None:
        appliance._store.trouble = cause
        appliance.keeper.receive(RecordFault(at_us, cause))

    assert "It is safe to switch off." in words("red")
    record(trouble(OSError(errno.ENOSPC, "no room")), SECOND_US)
    for player in SIDES:
        said = words(player)
        assert "safe" not in said
        assert "disk full. Leave the power on." in said
    for now_us in (2 * SECOND_US, 90 * SECOND_US):
        dog.step(now_us)
        assert not dog.is_off
    record("", 90 * SECOND_US)
    assert "It is safe to switch off." in words("blue")
    for now_us in (91 * SECOND_US, 99 * SECOND_US):
        dog.step(now_us)
    assert dog.is_off
    assert not dog.is_read


def lists(table: Table) -> list[str]:
    return [line for line in table.lines() if "ready:" in line]


def drawn(table: Table) -> None:
    """All screens have been drawn and asked on their thread; the main loop has not heard of it yet."""
    screens = table.run.appliance.screens
    assert isinstance(screens, ThreadedScreens)
    for screen in table.config.screens:
        screens._unit.show(screen.place, Image.new("1", (128, 64)))
    for _ in table.config.screens:
        screens._unit.step(screens._unit._clock.now_us)
    screens._report()


def test_readers_that_never_look_are_waited_for_three_seconds(table: Table) -> None:
    dog = table.run.watchdog
    dog.step(0)
    drawn(table)
    for now_us in (200_000, 3 * SECOND_US - 1):
        dog.step(now_us)
        assert lists(table) == []
    dog.step(3 * SECOND_US)
    assert lists(table) == ["<5>ready: 12 of 12 readers, 12 of 12 screens work"]


def test_a_fault_that_is_still_on_its_way_from_its_thread_is_in_the_list(table: Table) -> None:
    dog = table.run.watchdog
    table.twins.screens["2 blue"].fault = "unplug"
    dog.step(0)
    drawn(table)
    dog.step(3 * SECOND_US)
    assert lists(table) == []
    table.run.scheduler.add(table.run.appliance)
    table.run.appliance.screens.step(3 * SECOND_US)
    dog.step(3 * SECOND_US)
    assert lists(table) == ["<5>ready: 12 of 12 readers, 11 of 12 screens work"]
