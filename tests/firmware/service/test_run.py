"""``signifer run``: begins with what is there, tells the service how it is, and ends cleanly."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.errors import DriverError
from signifer_core.layout import zone
from signifer_firmware.kernel.realtime import SWITCH_S
from signifer_firmware.runtime import bus_threads
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.service import watchdog
from signifer_firmware.simulation.setup import setup_of
from signifer_firmware.storage.state_folder import state_folder
from signifer_firmware.storage.store import Store

from tests.firmware.service.tables import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_without_a_page_no_thread_waits_long_for_another_one_that_reckons_either(
    table: Table,
) -> None:
    """With Python's own 5 ms the readers starve while the main loop is at work."""
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    try:
        table.run.begin()
        assert table.run.page is None
        assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
    finally:
        sys.setswitchinterval(before_s)


@pytest.mark.skipif(sys.platform != "linux", reason="its clock of the time since the start")
def test_a_computer_that_slept_has_no_clock_that_jumped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asleep, the monotonic clock stands still; the one since the start goes on, as does that of the day."""
    table.until(lambda: table.has_told("READY=1"))
    unit, now_us = table.run.day_clock, table.run.scheduler.clock.now_us
    wall_ns, boot_ns = time.time_ns, time.clock_gettime_ns
    slept_ns = 8 * 3600 * 1_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + slept_ns)
    monkeypatch.setattr(
        time, "clock_gettime_ns", lambda clock: boot_ns(clock) + slept_ns * (clock == time.CLOCK_BOOTTIME)
    )
    unit.step(now_us)
    assert not any("clock" in line for line in table.lines())
    monkeypatch.setattr(time, "time_ns", wall_ns)
    unit.step(now_us)
    assert any("has jumped back by 8:00:00" in line for line in table.lines())


def test_it_is_ready_when_the_first_picture_stands_and_dark_when_it_has_ended(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.until(lambda: table.has_told("READY=1"))
    assert table.twins.image("red").tobytes() == table.run.appliance.drawn["red"].image.tobytes()
    assert any(table.twins.image("red").tobytes())
    table.until(lambda: any("ready:" in line for line in table.lines()))
    assert table.run.threads.end() == ()
    table.devices.readers["3 red"].switch_on()
    assert table.twins.readers["3 red"].field.powered_us is not None
    table.close()
    assert "STOPPING=1" in table.heard
    assert not any(chip.on for chip in table.twins.screens.values())
    assert all(twin.field.powered_us is None for twin in table.twins.readers.values())
    assert not any(table.twins.pins._reservations.values()), "pins are free for the next program"
    assert table.lines() == [
        "<4>no card is enrolled: the table knows no tag yet",
        "<5>no game is on",
        "<5>ready: 12 of 12 readers, 12 of 12 screens work",
    ]


@pytest.mark.slow
def test_run_after_run_leaves_no_thread_and_no_file_open(tmp_path: Path) -> None:
    """Whatever the first one has to load, the others leave as it was."""
    found = []
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = Table(folder)
        table.until(lambda: table.has_told("READY=1"))  # noqa: B023  # used before the next turn
        at_work = threading.active_count()
        table.close()
        gc.collect()
        found.append((at_work, threading.active_count(), len(os.listdir("/proc/self/fd"))))
    assert len(set(found[1:])) == 1


def test_what_is_missing_at_the_start_is_a_fault_that_mends(table: Table) -> None:
    table.twins.readers["3 red"].port.fault = "unplug"
    table.twins.screens["2 blue"].fault = "unplug"
    table.until(lambda: any("ready:" in line for line in table.lines()))
    assert "<5>ready: 11 of 12 readers, 11 of 12 screens work" in table.lines()
    assert any(line.startswith("<4>reader 3 red: no chip answers") for line in table.lines())
    assert any(line.startswith("<4>screen 2 blue at 0x3D: it does not answer") for line in table.lines())
    assert table.has_told("STATUS=no game is on (start); 2 parts fail: reader 3 red, screen 2 blue")
    table.run.threads.lines[0].scheduler.call(
        lambda: setattr(table.twins.readers["3 red"].port, "fault", None)
    )
    table.twins.screens["2 blue"].fault = None
    back = {"<5>reader 3 red: works again", "<5>screen 2 blue: works again"}
    table.until(lambda: back <= set(table.lines()))
    table.until(lambda: table.has_told("STATUS=no game is on (start)"))


def test_the_watchdog_is_fed_while_all_is_alive(table: Table) -> None:
    table.until(lambda: table.has_told("WATCHDOG=1") and table.heard.count("WATCHDOG=1") >= 3)


def _wait(gate: threading.Event) -> None:
    gate.wait()


@pytest.mark.slow
@pytest.mark.parametrize("bus", ["readers", "screens"])
def test_a_hung_bus_starves_the_watchdog_and_is_told_on_the_screens(
    table: Table, bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 50_000)
    table.until(lambda: table.has_told("READY=1") and table.has_told("WATCHDOG=1"))
    gate = threading.Event()
    line = next(line for line in table.run.threads.lines if line.name == bus)
    line.scheduler.call(lambda: _wait(gate))
    table.until(lambda: any(f"the {bus} hang" in entry for entry in table.lines()))
    table.manager.heard()
    since_us = table.run.scheduler.clock.now_us
    table.until(lambda: table.run.scheduler.clock.now_us > since_us + 700_000)
    assert "WATCHDOG=1" not in table.manager.heard()
    part = "reader 3 red" if bus == "readers" else "screen 3 red"
    assert part in dict(table.run.appliance.keeper.outlook.faults)
    assert part in table.run.appliance.words("red")
    gate.set()
    table.until(lambda: table.has_told("WATCHDOG=1"))
    table.until(lambda: not table.run.appliance.keeper.outlook.faults)


def test_a_record_that_does_not_answer_starves_the_watchdog(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.until(lambda: table.has_told("WATCHDOG=1"))
    monkeypatch.setattr(Store, "answers", lambda self: False)
    table.until(lambda: any("the record hang" in line for line in table.lines()))
    table.manager.heard()
    since_us = table.run.scheduler.clock.now_us
    table.until(lambda: table.run.scheduler.clock.now_us > since_us + 700_000)
    assert "WATCHDOG=1" not in table.manager.heard()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_ends_the_run_with_a_sentence(table: Table) -> None:
    def die() -> None:
        raise AssertionError("nobody has foreseen this")

    table.run.threads.lines[0].scheduler.call(die)
    with pytest.raises(DriverError, match="the thread of the readers has died"):
        table.until(lambda: False)


def test_a_button_wakes_the_loop_and_the_menu_switches_off_with_the_picture_left_standing_for_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signifer_drivers.io.buttons.LOOK_US", 3_600_000_000)
    # However long a busy machine takes to draw, the picture is what counts.
    monkeypatch.setattr(watchdog, "OFF_US", 3_600_000_000)
    monkeypatch.setattr(watchdog, "READ_US", 3_600_000_000)
    table = Table(tmp_path)
    table.until(lambda: table.has_told("READY=1"))
    keeper, fingers = table.run.appliance.keeper, table.twins.fingers
    table.run.scheduler.add(fingers)

    def press(name: str) -> None:
        fingers.press(name)
        table.run.scheduler.wake(fingers, table.run.scheduler.clock.now_us)

    def shown() -> tuple[int, str, object]:
        menu = keeper.outlook.agreement
        assert menu is not None
        return menu.number, menu.entry.key, menu.choice

    while shown()[1] != "off":
        before = shown()
        press("column 3 red")
        table.until(lambda: shown() != before)  # noqa: B023  # used before the next turn
    before = shown()
    press("column 5 red")
    table.until(lambda: shown() != before)
    press("ok red")
    press("ok blue")
    table.until(lambda: table.run.was_switched_off)
    assert not table.run.watchdog.is_read
    assert table.twins.image("red").tobytes() == table.run.appliance.drawn["red"].image.tobytes()
    assert all(chip.on for chip in table.twins.screens.values())
    monkeypatch.setattr(watchdog, "READ_US", 1)
    table.until(lambda: table.run.watchdog.is_read)
    table.close()
    assert "<5>switched off at the table" in table.lines()
    assert not any(chip.on for chip in table.twins.screens.values())


def test_a_game_goes_over_the_threads_and_on_after_the_end(tmp_path: Path) -> None:
    """Cards laid on twins that take their time: the main loop judges them, and says so on their screens."""
    table = Table(tmp_path)
    run, twins = table.run, table.twins
    cards = ("red/heavy-infantry-1", "red/spear-1")
    run.appliance.enrol({twins.world.tag(card).uid: card for card in cards})
    terrain = {str(column): "plain" for column in range(1, 6)}
    setup = setup_of(
        parse_script(
            f"game field-of-glory\nterrain {' '.join(terrain.values())}\nfirst red\nbegin actions\n",
            file="it",
        ),
        table.config,
    )
    table.until(lambda: table.has_told("READY=1"))
    run.appliance.keeper.begin(setup, run.scheduler.clock.now_us)
    for number, card in enumerate(cards, 1):
        table.lay(card, "3 red")
        table.until(lambda: len(run.appliance.keeper.seen[zone("3 red")]) == number)  # noqa: B023
    table.until(lambda: bool(run.appliance.keeper.outlook.refusals))
    assert [refusal.code for refusal in run.appliance.keeper.outlook.refusals] == ["mixed-kinds"]
    since_us = run.scheduler.clock.now_us
    table.until(lambda: run.appliance.rested_since(since_us))
    assert twins.image("red").tobytes() == run.appliance.drawn["red"].image.tobytes()
    table.close()
    (tmp_path / "notify").unlink()
    again = Table(tmp_path)
    again.until(lambda: again.has_told("READY=1"))
    again.close()
    assert "<5>game goes on: field-of-glory" in again.lines()


def test_where_the_record_is() -> None:
    given = Path("mine")
    assert state_folder(given, {"STATE_DIRECTORY": "/var/lib/signifer"}) == given
    assert state_folder(None, {"STATE_DIRECTORY": "/var/lib/signifer:/b"}) == Path("/var/lib/signifer")
    assert state_folder(None, {"XDG_STATE_HOME": "/home/me/state"}) == Path("/home/me/state/signifer")
    assert state_folder(None, {}) == Path.home() / ".local/state/signifer"


# As a program
