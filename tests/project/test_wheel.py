"""What `.ci/wheel` leaves: the one wheel that the pages tell owners to install, and only one that works alone.

A Python of four lines stands in for building, installing and running, which `.ci/run` does in earnest.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
case "$*" in
    "-m build"*) mkdir -p "$5" && echo built >"$5/signifer-0.2.0-py3-none-any.whl" ;;
    "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/signifer" ;;
    "-c"*) echo "ExecStart=/bin/signifer run standard" ;;
    "play --terminal"*) exit STATUS ;;
esac
"""


def build(folder: Path, status: int) -> tuple[int, dict[str, str]]:
    """The status of `.ci/wheel`, and what lies in dist/ then: of a project whose command ends with ``status``."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "wheel", folder / ".ci" / "wheel")
    shutil.copytree(ROOT / "tests" / "scripts", folder / "tests" / "scripts")
    python, dist = folder / "python", folder / "dist"
    python.write_text(PYTHON.replace("STATUS", str(status)))
    python.chmod(0o755)
    dist.mkdir()
    (dist / "signifer-0.1.0-py3-none-any.whl").write_text("of before")
    done = subprocess.run([folder / ".ci" / "wheel", python], capture_output=True, timeout=60, check=False)
    return done.returncode, {each.name: each.read_text().strip() for each in dist.iterdir()}


def test_the_wheel_that_works_alone_lies_in_dist_and_no_other(tmp_path: Path) -> None:
    assert build(tmp_path, 0) == (0, {"signifer-0.2.0-py3-none-any.whl": "built"})


@pytest.mark.parametrize("status", [1, 3])
def test_a_wheel_whose_command_fails_is_not_left(tmp_path: Path, status: int) -> None:
    assert build(tmp_path, status) == (status, {"signifer-0.1.0-py3-none-any.whl": "of before"})
