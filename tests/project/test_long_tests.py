"""What a brief run leaves out is there, and leaves something in every room."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests import long_tests

ROOT = Path(__file__).parents[2]
OUT = ("pytest.mark.slow", "pytest.mark.soak", "pytest.mark.pi")


MODULES = sorted((ROOT / "tests").rglob("test_*.py"))


@cache
def named_in(path: Path) -> dict[str, bool]:
    """The tests of a module, each with whether it is marked as one that is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    of_all = [mark for line in tree.body if isinstance(line, ast.Assign) for mark in _marks(line)]
    found = {}
    scopes: list[ast.Module | ast.ClassDef] = [tree]
    scopes += [line for line in tree.body if isinstance(line, ast.ClassDef)]
    for scope in scopes:
        around = f"{scope.name}::" if isinstance(scope, ast.ClassDef) else ""
        for line in scope.body:
            if isinstance(line, ast.FunctionDef) and line.name.startswith("test_"):
                marks = map(ast.unparse, [*line.decorator_list, *of_all])
                found[f"{path.relative_to(ROOT)}::{around}{line.name}"] = any(one in OUT for one in marks)
    return found


def _marks(line: ast.Assign) -> list[ast.expr]:
    """What a module says of all its tests."""
    if ast.unparse(line.targets[0]) != "pytestmark":
        return []
    return line.value.elts if isinstance(line.value, ast.List) else [line.value]


def test_the_long_tests_are_there_and_listed_in_order() -> None:
    names = long_tests.LIST.read_text().split()
    assert names == sorted(set(names))
    known = {name for path in MODULES for name in named_in(path)}
    gone = [name for name in names if name not in known]
    assert not gone, "\n".join(["rename or strike these in tests/long_tests.txt:", *gone])


def test_what_is_left_out_anyway_is_not_listed() -> None:
    marked = {name for path in MODULES for name, out in named_in(path).items() if out}
    assert not marked & long_tests.listed(), "what is marked slow need not be listed"


def test_a_brief_run_comes_to_every_room() -> None:
    long = long_tests.listed()
    rooms: dict[Path, int] = {}
    for path in MODULES:
        left = sum(not out and name not in long for name, out in named_in(path).items())
        in_browser = path.name.startswith("test_chromium")
        rooms[path.parent] = rooms.get(path.parent, 0) + (0 if in_browser else left)
    empty = sorted(str(room.relative_to(ROOT)) for room, left in rooms.items() if not left)
    assert rooms
    assert not empty, "nothing of these rooms is left in a brief run"
