"""Says commands one after the other in a process of its own with little memory, as at a terminal: a line of JSON for
each.

python -m tests.firmware.files.bounds MEMORY_MB < [WORDS, ...] as JSON
"""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import sys
import time
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

from signifer_firmware.cli import main as cli

from tests.programs import parser

from . import readers

# Longer nothing is waited for: it hangs.
PATIENCE_S = 120


class HangsError(BaseException):
    """A command that does not come to its end."""


class _Terminal(io.TextIOWrapper):
    """What people see. TERM is such that no colours of our own are in it."""

    def isatty(self) -> bool:
        return True


def _said(words: list[str]) -> tuple[object, str]:
    """A command's exit status, and all that it says."""
    out = io.BytesIO()
    sys.argv = ["signifer", *words]
    with _Terminal(out, encoding="utf-8", newline="", write_through=True) as terminal:
        status: object = 0
        with redirect_stdout(terminal), redirect_stderr(terminal):
            signal.alarm(PATIENCE_S)
            try:
                if words[0] == readers.READS:
                    status = readers.said(words[1], Path(words[2]))
                else:
                    cli.main()
            except SystemExit as error:
                status = error.code or 0
            except BaseException:  # noqa: BLE001 - what a command must not do is told, not raised
                status = traceback.format_exc()[-2_000:]
            finally:
                signal.alarm(0)
        return status, out.getvalue().decode(errors="replace")


def _hangs(number: int, frame: FrameType | None) -> None:
    raise HangsError


def _forget_peak() -> None:
    """A new process has the peak of the one that began it until Linux is told to count again (proc(5), clear_refs)."""
    Path("/proc/self/clear_refs").write_text("5")


def _peak_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    (kb,) = (int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return kb / 1000


def _size_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")


def main() -> None:
    options = parser("tests.firmware.files.bounds", __doc__)
    options.add_argument("memory_mb", type=int)
    memory_mb = options.parse_args().memory_mb
    cases = json.load(sys.stdin)
    answers = sys.stdout
    sys.stdin.close()
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    signal.signal(signal.SIGALRM, _hangs)
    os.environ |= {"TERM": "dumb", "COLUMNS": "100"}
    for warm in (["table", "standard"], ["enrol", "--list", "--store", "/nonexistent"]):
        _said(warm)
    limit = _size_bytes() + memory_mb * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    for words in cases:
        _forget_peak()
        began_s = time.process_time()
        status, said = _said(words)
        took_s = time.process_time() - began_s
        answers.write(json.dumps([status, said[-30_000:], took_s, _peak_mb()]) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
