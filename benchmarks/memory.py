"""The most memory that a process has held, each kind of work in a process of its own (Linux only).

python -m benchmarks.memory KIND
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.programs import parser

from .figures import Effort, Figure

PART = "memory"
ROOT = Path(__file__).parents[1]
STATUS = Path("/proc/self/status")
BOARD = "limit: half of a Zero 2 W"
BOARD_MB = 256.0
# What the firmware imports of others; the peer holds these, and nothing else.
LIBRARIES = ("gpiozero", "luma.oled.device", "PIL.Image", "pydantic", "rich", "smbus2", "sqlite3", "typer")


def peak_mb() -> float:
    """The high-water mark of this process's resident memory, in MiB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def work(kind: str) -> None:
    """Hold what ``kind`` holds: "libraries" imports them, "table" plays the demo, "minute" a busy minute."""
    if kind == "libraries":
        for name in LIBRARIES:
            importlib.import_module(name)
        return
    from . import table

    if kind == "table":
        table.demo_s()
    else:
        table.busy_s(60)


def measured_mb(kind: str) -> float:
    """What a new process that does ``kind`` holds at most."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.memory", kind],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return float(done.stdout.splitlines()[-1])


def figures(effort: Effort) -> list[Figure]:
    """The virtual table, twins of all chips included; nothing where the system does not say (no /proc)."""
    if not STATUS.exists():
        return []
    runs = min(effort.runs, 3)

    def of(kind: str) -> float:
        return median(measured_mb(kind) for _ in range(runs))

    demo, libraries = of("table"), of("libraries")
    rows = [
        Figure(PART, "the demo, peak", "MiB", demo, "its libraries alone", libraries, wall=True),
        Figure(PART, "the demo, peak", "MiB", demo, BOARD, BOARD_MB, limit=True, wall=True),
    ]
    if effort.play_s >= 60:
        rows.append(Figure(PART, "a busy minute, peak", "MiB", of("minute"), "the demo", demo, wall=True))
    return rows


if __name__ == "__main__":
    options = parser("benchmarks.memory", __doc__)
    options.add_argument("kind", choices=("libraries", "table", "minute"))
    work(options.parse_args().kind)
    print(f"{peak_mb():.2f}")
