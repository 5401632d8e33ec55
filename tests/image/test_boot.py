"""A whole card: made twice the same, started in the emulator, updated; with --soak alone, and an archive of Debian."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from image import emulator
from image.recipe import PROJECT, TOOLS, missing_tools
from tests.conftest import MissingTool

pytestmark = pytest.mark.soak
MOST_S = 7200


def said(*words: str | Path, out: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words, out],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=MOST_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_card_is_made_the_same_twice_and_starts(tmp_path: Path, missing_tool: type[MissingTool]) -> None:
    for package in missing_tools(TOOLS | emulator.TOOLS):
        missing_tool(package)
    if os.geteuid():
        missing_tool("root")
    for name in ("one", "two"):
        said("image", out=tmp_path / name)
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    for first, second in zip(one, two, strict=True):
        assert first.read_bytes() == second.read_bytes(), first.name
    said("image.boot", out=tmp_path / "one")
