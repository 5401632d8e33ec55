"""Where there is no board, ``pytest --pi`` says so at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_without_a_pi_it_ends_with_a_sentence() -> None:
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this is a Pi")
    words = [sys.executable, "-m", "pytest", "-q", "--pi", "--collect-only", "tests/pi/test_contract.py"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "this is no Raspberry Pi; say it at the table, or leave it out" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
