"""The page of each game explains every ruling that the code cites, and its example prints what it says."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType

import pytest
import signifer_core

GAMES = Path(signifer_core.__file__).parent / "games"
DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True)
class Rulings:
    """A game's ``page`` of the docs, and the package of its rules; ``ids`` are its rulings."""

    page: str
    package: str
    ids: frozenset[str]

    @cached_property
    def text(self) -> str:
        return (DOCS / self.page).read_text(encoding="utf-8")

    @cached_property
    def sections(self) -> dict[str, str]:
        text = self.text.split("## The rulings")[1].split("## Ours at a glance")[0]
        parts = text.split("\n### ")[1:]
        found = {part.split(" ")[0]: part for part in parts}
        assert len(found) == len(parts), "a ruling is explained once"
        return found

    @property
    def pattern(self) -> str:
        """Any id of this game."""
        return rf"\b{min(self.ids).partition('-')[0]}-\d+\b"

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"signifer_core.games.{self.package}.{name}")


def _ids(letters: str, numbers: range) -> frozenset[str]:
    return frozenset(f"{letters}-{number}" for number in numbers)


PAGES = (
    Rulings("thermopyles.md", "thermopyles", _ids("TH", range(1, 11))),
    Rulings("call-to-glory.md", "call_to_glory", _ids("CG", range(9))),
    Rulings("dark-age-arena.md", "dark_age_arena", _ids("DA", range(1, 44))),
)
EACH = pytest.mark.parametrize("rulings", PAGES, ids=lambda rulings: rulings.package)


@EACH
def test_every_ruling_is_explained_once_and_cited(rulings: Rulings) -> None:
    files = (GAMES / rulings.package).rglob("*.py")
    cited = {
        ruling for file in files for ruling in re.findall(rulings.pattern, file.read_text(encoding="utf-8"))
    }
    assert cited == set(rulings.sections) == rulings.ids
    assert set(re.findall(rulings.pattern, rulings.text)) == cited


@EACH
def test_what_is_ours_is_marked_in_its_section_and_listed_once(rulings: Rulings) -> None:
    glance = rulings.text.split("## Ours at a glance")[1].split("\n## ")[0]
    ours = [ruling for ruling, section in rulings.sections.items() if "*Ours:*" in section]
    assert re.findall(r"^\| ([A-Z]+-\d+) \|", glance, re.MULTILINE) == ours
    # Below the table those are named that are as the rulebook has them, if there are any.
    as_printed = re.findall(rulings.pattern, re.sub(r"^\|.*$", "", glance, flags=re.MULTILINE))
    assert sorted([*ours, *as_printed]) == sorted(rulings.sections)


@EACH
def test_each_example_prints_what_the_page_says(rulings: Rulings) -> None:
    examples = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", rulings.text, re.DOTALL)
    assert len(examples) == rulings.text.count("```python") > 0
    for code, printed in examples:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, "example", "exec"), {})
        assert said.getvalue() == printed


@EACH
def test_the_page_lists_every_step_and_every_action(rulings: Rulings) -> None:
    actions_of = rulings.module("actions")
    rows, _, after = rulings.text.split("| `state.step`")[1].partition("\n\n")
    table = [line for line in rows.splitlines() if line.startswith("| `")]
    steps = [step for row in table for step in re.findall(r"`(.*?)`", row.split("|")[1])]
    assert sorted(steps) == sorted(rulings.module("state").STEPS)
    beside = after.partition("\n\n")[0]
    told = [text for row in table for text in re.findall(r"`(.*?)`", row.split("|")[3])]
    told += [text for text in re.findall(r"`(.*?)`", beside) if " " in text]
    actions = [actions_of.parse(text) for text in told]
    assert [actions_of.notation(action) for action in actions] == told
    assert {type(action) for action in actions} == set(actions_of.Action.__args__)
