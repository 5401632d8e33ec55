"""What one loop for everything would cost: the same script with buses that hold up each other, and with buses apart.

    python -m benchmarks.one_loop

In virtual time, so the same on every machine; the processor's own time comes on top. docs/service.md has the figures.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from signifer_drivers.polling.findings import Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.simulation.files import read_script
from signifer_firmware.simulation.table_run import ScriptRun

from tests.programs import parser

SCRIPT = "attack.table"
TABLES = ("direct", "standard")


def apart(config: TableConfig, seed: int, **more: Any) -> VirtualTable:
    """A thread for each bus: none waits for another."""
    return VirtualTable(config, seed, **more)


def together(config: TableConfig, seed: int, **more: Any) -> VirtualTable:
    """One loop: whoever is at work holds up all others."""
    clock = VirtualClock()
    return VirtualTable(config, seed, clock=clock, spi_clock=clock, i2c_clock=clock, **more)


def figures(table: str, build: Callable[..., VirtualTable]) -> tuple[list[int], list[int]]:
    """Microseconds between two visits of one reader, and from a hand until all screens show what follows."""
    visits: dict[str, list[int]] = defaultdict(list)
    answers: list[int] = []
    seen = Presence.visit

    def visited(self: Presence, visit: Visit) -> list[object]:
        visits[visit.reader].append(visit.at_us)
        return seen(self, visit)  # type: ignore[return-value]

    script = read_script(bundled_script(SCRIPT))
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(table_run, "VirtualTable", build),
        patch.object(Presence, "visit", visited),
    ):
        run = ScriptRun(script, load_table(table), Path(folder), lambda news: None)
        run.begin()
        for statement in script.statements:
            if isinstance(statement, (st.Preparation, ex.Expect)):
                continue
            since_us = run.now_us
            run.run(statement)
            answers.append(run.now_us - since_us)
        run.close()
    gaps = [later - at for times in visits.values() for at, later in pairwise(times)]
    return gaps, answers


def main() -> None:
    """Print a line for each table and loop."""
    for table in TABLES:
        for name, build in (("apart", apart), ("one loop", together)):
            gaps, answers = figures(table, build)
            gaps.sort()
            print(
                f"{table:9} {name:9} between two visits of a reader: median {median(gaps) / 1e3:.0f} ms, "
                f"one in a hundred {gaps[len(gaps) * 99 // 100] / 1e3:.0f} ms, longest {gaps[-1] / 1e3:.0f} ms; "
                f"from a hand to rest: median {median(answers) / 1e3:.0f} ms, longest {max(answers) / 1e3:.0f} ms"
            )


if __name__ == "__main__":
    parser("benchmarks.one_loop", __doc__).parse_args()
    main()
