"""The project's own tests keep their rooms: what several test modules need lies in a helper, in no test module."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import signifer_core
import signifer_drivers
import signifer_firmware
import signifer_hw

TESTS = Path(__file__).parents[1]
NODE = TESTS.parent / "firmware" / "node" / "signifer_node"
MODULES = sorted((*TESTS.rglob("*.py"), *(TESTS.parent / "benchmarks").glob("*.py")))


def imported(source: str) -> Iterator[str]:
    """Every module, and every name of a module, that ``source`` imports, dotted."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            package = "tests." if node.level else ""
            yield from (f"{package}{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def of_test_modules(source: str) -> set[str]:
    """What of it lies in a test module of ours; "test_points" of another package is nobody's test."""
    if "test_" not in source:
        return set()
    return {name for name in imported(source) if name.startswith("tests.") and ".test_" in name}


def test_nobody_imports_from_a_test_module() -> None:
    sources = {
        path.relative_to(TESTS.parent).as_posix(): path.read_text(encoding="utf-8") for path in MODULES
    }
    assert {path: found for path, source in sources.items() if (found := of_test_modules(source))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from tests.hil.test_robots import play",
        "from tests.hil import test_robots",
        "import tests.hil.test_robots",
        "from .test_robots import play",
    ],
)
def test_an_import_from_a_test_module_is_noticed(source: str) -> None:
    assert of_test_modules(f"def late() -> None:\n    {source}\n")


def test_a_function_of_that_name_elsewhere_is_none() -> None:
    assert of_test_modules("from signifer_hw.measure import test_points") == set()


def rooms(package: Path) -> set[str]:
    return {path.parent.name for path in package.glob("*/__init__.py")}


@pytest.mark.parametrize("package", ["firmware/signifer_firmware", "drivers/signifer_drivers"])
def test_every_room_is_told_on_the_page_about_the_house(package: str) -> None:
    page = (TESTS.parent / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    house = page.split("## The house\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in house.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert rooms(TESTS.parent / package) <= told


# A class, the one below it, and the one below that.
MOST_CLASSES = 3


def chain(kind: type) -> int:
    """How many classes of our own stand above one another, this one among them."""
    return kind.__module__.startswith("signifer_") + max(map(chain, kind.__bases__), default=0)


def subclasses(kind: type) -> Iterator[type]:
    found: list[type] = type.__subclasses__(kind)
    for below in found:
        yield below
        yield from subclasses(below)


@pytest.mark.slow
def test_no_class_goes_deeper_than_two() -> None:
    for package in (signifer_core, signifer_drivers, signifer_firmware, signifer_hw):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    # What other tests in this process have had made, as each server has its protocols, stands in no module.
    written = {
        kind
        for kind in subclasses(object)
        if getattr(sys.modules.get(kind.__module__), kind.__name__, 0) is kind
    }
    depths = {f"{kind.__module__}.{kind.__name__}": chain(kind) for kind in written}
    assert [name for name, depth in depths.items() if depth > MOST_CLASSES] == []
    assert MOST_CLASSES in depths.values(), "nothing was looked at"


def test_a_node_has_no_chain_of_classes() -> None:
    """MicroPython's modules cannot be imported here: what their classes stand on is read."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in NODE.glob("*.py")]
    kinds = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    own = {kind.name for kind in kinds}
    assert own
    assert [kind.name for kind in kinds if own & {ast.unparse(base) for base in kind.bases}] == []
