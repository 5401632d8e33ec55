"""A street of fifty addresses in a network namespace, the real ``signifer play --network`` in it or a real table's
firmware, and what the owner sees of it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from . import owner as owners
from .real import QUICK_S, RealOwner

TABLE = "10.77.0.1"
PORT = 8520
ADDRESSES = [f"10.77.0.{number}" for number in range(2, 52)]
HERE, OUTSIDE = f"127.0.0.1:{PORT}", f"{TABLE}:{PORT}"
PLAY = (
    *(sys.executable, "-c", "from signifer_firmware.cli.main import main; main()"),
    *("play", "--no-browser", "--network", "--port", str(PORT), "--idle", "3600", "--seed", "4"),
)
REAL = (sys.executable, "-m", "tests.neighbours.real", str(PORT))


@dataclass(frozen=True)
class Figures:
    """What came of it. Times in seconds, memory in MB."""

    seconds: float
    laid: int
    laid_median_s: float
    laid_p99_s: float
    laid_longest_s: float
    asked: int
    asked_p99_s: float
    asked_longest_s: float
    visits: int
    visit_longest_s: float
    pairings: int
    pairing_longest_s: float
    let_in: int
    let_in_longest_s: float
    grown_mb: float
    most_grown_mb: float
    log_lines: int
    most_lines_of_a_minute: int
    tracebacks: int
    troubles: list[str]
    began: dict[str, int]


def lay_street() -> None:
    """Give this network namespace its addresses. Needs the rights of one's own namespace (``unshare -rn``)."""
    for command in (
        ["link", "set", "lo", "up"],
        *(["addr", "add", f"{address}/24", "dev", "lo"] for address in (TABLE, *ADDRESSES, owners.PHONE)),
    ):
        subprocess.run(["ip", *command], check=True)


@contextmanager
def _table(command: Sequence[str], log: IO[str]) -> Iterator[subprocess.Popen[str]]:
    """The command, once it serves."""
    pipe = subprocess.PIPE
    environment = {"PYTHONUNBUFFERED": "1", "PATH": "/usr/bin:/bin", "FORWARDED_ALLOW_IPS": "*"}
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=log, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            assert "The table is at" in process.stdout.readline()
            yield process
        finally:
            process.kill()


def _resident_mb(process: subprocess.Popen[str]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def _at(times: list[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] if times else float("inf")


def live(
    seconds: float, kinds: list[str], addresses: int, *, real: bool = False, pace_s: float = QUICK_S
) -> Figures:
    """Some time in that street, with these neighbours at so many addresses, at a virtual table or a ``real`` one, where
    a hand makes a gesture every ``pace_s``."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile("w+") as log,
        _table((*REAL, folder, str(pace_s)) if real else PLAY, log) as table,
    ):

        def new_owner() -> owners.Owner:
            return RealOwner(HERE, OUTSIDE, table) if real else owners.Owner(HERE, OUTSIDE)

        if not real:
            owners.begin(HERE)
        with new_owner() as quiet:  # everything has been in use once
            time.sleep(1)
            until_s = time.monotonic() + owners.PATIENCE_S
            while not (quiet.paired and quiet.let_in):
                assert time.monotonic() < until_s, quiet.troubles
                time.sleep(0.1)
        before_mb = most_mb = _resident_mb(table)
        crowd = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.neighbours.clients", OUTSIDE, str(seconds)),
                *(",".join(kinds), ",".join(ADDRESSES[:addresses])),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        with crowd, new_owner() as owner:
            while crowd.poll() is None:
                time.sleep(0.2)
                most_mb = max(most_mb, _resident_mb(table))
            assert crowd.stdout is not None
            began = json.loads(crowd.stdout.read() or "{}")
        after_mb = _resident_mb(table)
        log.seek(0)
        lines = log.read().splitlines()
    minutes = max(seconds / 60, 1.0)
    return Figures(
        seconds=seconds,
        laid=len(owner.laid),
        laid_median_s=round(_at(owner.laid, 0.5), 4),
        laid_p99_s=round(_at(owner.laid, 0.99), 4),
        laid_longest_s=round(_at(owner.laid, 1), 3),
        asked=len(owner.asked),
        asked_p99_s=round(_at(owner.asked, 0.99), 4),
        asked_longest_s=round(_at(owner.asked, 1), 3),
        visits=len(owner.visited),
        visit_longest_s=round(_at(owner.visited, 1), 2),
        pairings=len(owner.paired),
        pairing_longest_s=round(_at(owner.paired, 1), 2),
        let_in=len(owner.let_in),
        let_in_longest_s=round(_at(owner.let_in, 1), 2),
        grown_mb=round(after_mb - before_mb, 1),
        most_grown_mb=round(most_mb - before_mb, 1),
        log_lines=len(lines),
        most_lines_of_a_minute=round(len(lines) / minutes),
        tracebacks=sum("Traceback" in line for line in lines),
        troubles=sorted(set(owner.troubles))[:12],
        began=began,
    )
