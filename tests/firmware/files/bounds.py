"""Reads files by the commands that read them, in a process of its own with little memory: a line of JSON for each.

python -m tests.firmware.files.bounds FOLDER MEMORY_MB < [[WORDS, FILE], ...] as JSON
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import sys
import time
from pathlib import Path

from signifer_firmware.cli.main import app


def _said(words: list[str]) -> tuple[object, str]:
    """A command's exit status, and all that it says."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            app(words, prog_name="signifer")
        except SystemExit as error:
            return error.code, out.getvalue()
        except BaseException as error:  # noqa: BLE001 - what a command must not do is told, not raised
            return repr(error)[:200], out.getvalue()
    return 0, out.getvalue()


def _forget_peak() -> None:
    """A new process has the peak of the one that began it until Linux is told to count anew (proc(5), clear_refs)."""
    Path("/proc/self/clear_refs").write_text("5")


def _peak_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    (kb,) = (int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return kb / 1000


def _size_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")


def main() -> None:
    cases = json.load(sys.stdin)
    sys.stdin.close()
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for warm in (["table", "standard"], ["enrol", "--list", "--store", "/nonexistent"]):
        _said(warm)
    _forget_peak()
    limit = _size_bytes() + int(sys.argv[1]) * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    for words in cases:
        began = time.process_time()
        status, said = _said(words)
        took_s = time.process_time() - began
        print(json.dumps([status, said[-30_000:], took_s, _peak_mb()]), flush=True)


if __name__ == "__main__":
    main()
