"""The walks in docs/how-it-works.md: each name is in the code where the page says, called by the one above it."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-it-works.md"
PACKAGES = ("core/signifer_core", "drivers/signifer_drivers", "firmware/signifer_firmware")
WALKS = ("One card", "One die")
# `Keeper.step` (session/keeper.py); where the caller knows it by another name: (runtime/units.py, there `_tell`).
_STEP = re.compile(
    r"^(?P<indent> *)- `(?P<name>[\w.]+)` \((?P<file>[\w/]+\.py)(?:, there `(?P<alias>\w+)`)?\)"
)


@dataclass
class Step:
    """One line of a walk, and those that are indented below it."""

    name: str
    file: str
    called: str
    below: list[Step] = field(default_factory=list)


def walk(text: str) -> list[Step]:
    """The steps of a walk that nobody calls: where the scheduler begins."""
    top = Step("", "", "")
    path = [(-1, top)]
    for line in text.splitlines():
        if found := _STEP.match(line):
            step = Step(found["name"], found["file"], found["alias"] or found["name"].rpartition(".")[2])
            depth = len(found["indent"])
            while path[-1][0] >= depth:
                path.pop()
            path[-1][1].below.append(step)
            path.append((depth, step))
    return top.below


def chapter(name: str) -> str:
    """The text of a chapter whose heading begins with ``name``."""
    return PAGE.read_text(encoding="utf-8").split(f"\n## {name}", 1)[1].split("\n## ", 1)[0]


@cache
def functions(file: Path) -> dict[str, str]:
    """The source of each function of a module, by its name; of each method by "Class.method"."""
    source = file.read_text(encoding="utf-8")
    found = {}
    for node in ast.parse(source).body:
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                found[owner + each.name] = ast.get_source_segment(source, each) or ""
    return found


def source_of(step: Step) -> str | None:
    """The source of a step's function; None if the file or the name is not there, or the file is not the only one."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    named = [path for path in files if f"/{path.as_posix()}".endswith(f"/{step.file}")]
    return functions(named[0]).get(step.name) if len(named) == 1 else None


def wrong(steps: list[Step], caller: Step | None = None) -> list[str]:
    """What is not as a walk has it, in sentences."""
    faults = []
    for step in steps:
        if source_of(step) is None:
            faults.append(f"{step.file} has no {step.name}, or is not the only one of that name")
        if caller is not None and not re.search(rf"\b{step.called}\(", source_of(caller) or ""):
            faults.append(f"{caller.name} does not call {step.called}")
        faults += wrong(step.below, step)
    return faults


def count(steps: list[Step]) -> int:
    return sum(1 + count(step.below) for step in steps)


@pytest.mark.parametrize("name", WALKS)
def test_every_step_is_called_by_the_one_above_it(name: str) -> None:
    steps = walk(chapter(name))
    assert wrong(steps) == []
    # A line that is not understood would be passed over.
    assert count(steps) == len(re.findall(r"^ *- `", chapter(name), re.MULTILINE)) > 15


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_begins_where_the_scheduler_does(name: str) -> None:
    assert {step.name.rpartition(".")[2] for step in walk(chapter(name))} == {"step"}


def test_a_walk_that_has_gone_astray_is_found() -> None:
    text = (
        "- `Scheduler.run` (kernel/scheduler.py): runs\n    - `Scheduler.walk` (kernel/scheduler.py): strolls\n"
        "    - `Scheduler.add` (kernel/scheduler.py): adds\n"
        "    - `Scheduler._run_due` (kernel/scheduler.py): what is due\n"
        "- `main` (__init__.py): any of many\n"
    )
    assert wrong(walk(text)) == [
        "kernel/scheduler.py has no Scheduler.walk, or is not the only one of that name",
        "Scheduler.run does not call walk",
        "Scheduler.run does not call add",
        "__init__.py has no main, or is not the only one of that name",
    ]


def rooms(package: str) -> list[list[str]]:
    """The rooms of a package as the page lists them, line by line from the roof down."""
    table = re.split(rf"^\| {package}\b.*\n\|---\|---\|\n", chapter("The house"), flags=re.MULTILINE)[1]
    return [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table.split("\n\n")[0].splitlines()]


@pytest.mark.parametrize("package", ["drivers", "firmware"])
def test_the_house_lists_every_room_where_the_gate_has_it(package: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    name = f"signifer_{package}"
    layers = next(each["layers"] for each in contracts if each.get("containers") == [name])
    heights = {room: height for height, layer in enumerate(layers) for room in layer.split(" | ")}
    listed = [heights[room] for line in rooms(package) for room in line]
    assert listed == sorted(listed)
    folders = {path.parent.name for path in (ROOT / package / name).glob("*/__init__.py")}
    assert {room for line in rooms(package) for room in line} == folders
