"""A script in real time with a thread for each bus, as on the devices of a kernel, on the twins themselves."""

from __future__ import annotations

import select
import time
from pathlib import Path

import pytest
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.build import Devices, virtual_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.kernel.realtime import PacedScheduler, RealPace
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.table_run import ScriptRun

from tests.linux.inside import threads_of
from tests.linux.slow_time import factor_for, slow_down
from tests.linux.table import real_time_table

SCRIPT = """game field-of-glory
terrain plain plain plain plain plain
first red
begin actions
put spear-1 3 red
expect units 3 red spear
power cut
expect units 3 red spear
"""


@pytest.mark.slow
def test_a_script_in_real_time_survives_a_power_cut(tmp_path: Path) -> None:
    """Each start of the program has new drivers and threads; those of before have ended."""
    started: list[Devices] = []

    def devices(config: TableConfig, table: VirtualTable) -> Devices:
        started.append(virtual_devices(config, table))
        return started[-1]

    script = parse_script(SCRIPT, file="it")
    run = ScriptRun(
        script,
        load_table("direct"),
        tmp_path,
        lambda news: None,
        scheduler=lambda clock: PacedScheduler(clock, RealPace()),
        table=real_time_table,
        devices=devices,
        threads=threads_of,
    )
    seen = []
    try:
        run.begin()
        for statement in script.statements[4:]:
            if isinstance(statement, ex.Expect):
                seen.append(Expectations(run).check(statement)[0])
            else:
                run.run(statement)
    finally:
        run.power_off()
    assert (seen, len(started)) == ([True, True], 2)


def test_time_goes_on_where_it_was_but_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    now_ns = 1_000
    slept: list[float] = []
    waited: list[float | None] = []
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns)
    monkeypatch.setattr(time, "monotonic", lambda: now_ns / 1e9)
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(select, "select", lambda *told: waited.append(told[3]))
    slow_down(3)
    assert time.monotonic_ns() == 1_000
    now_ns = 4_000
    assert (time.monotonic_ns(), time.monotonic()) == (2_000, 2e-6)
    time.sleep(2)
    for timeout_s in (0, 2, None):
        select.select([], [], [], timeout_s)
    assert (slept, waited) == ([6], [0, 6, None])
    assert [factor_for(us) for us in (0, 220, 221, 1_551)] == [1, 1, 2, 8]


def test_hands_wait_while_a_chip_is_at_work() -> None:
    """Another thread drives the chips: a card that comes while they learn an answer would never be seen."""
    held: list[str] = []

    class Guard:
        def __enter__(self) -> None:
            held.append("held")

        def __exit__(self, *_: object) -> None:
            held.append("given back")

    config = load_table("direct")
    table = VirtualTable(config, 1, guard=Guard())
    held.clear()
    table.world.at(0, lambda: held.append("a card moves"))
    table.world.step(0)
    assert held == ["held", "a card moves", "given back"]
    table.power_cut()
    assert held[3:] == ["held", "given back"]
