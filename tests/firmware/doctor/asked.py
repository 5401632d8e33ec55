"""What a doctor finds on a table of twins."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.check import FAIL, Result, examined
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.run import all_checks
from signifer_firmware.doctor.virtual import CARDS, VirtualBench


def results(folder: Path, table: str, *faults: str, seed: int = 0, only: str = "") -> list[Result]:
    bench = VirtualBench(load_table(table), folder, seed=seed)
    inject(bench, faults)
    try:
        checks = all_checks(bench.config, bench, table=table, store=bench.store, cards=CARDS)
        return list(examined(checks, [only] if only else ()))
    finally:
        bench.close()


def failing(found: list[Result]) -> list[tuple[str, str]]:
    return [(result.name, result.cause) for result in found if result.state == FAIL]
