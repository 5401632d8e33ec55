"""docs/thermopyles.md explains every ruling that the code cites, and its example prints what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import signifer_core
from signifer_core.games.thermopyles import STEPS, Action, notation, parse

PACKAGE = Path(signifer_core.__file__).parent / "games" / "thermopyles"
PAGE = (Path(__file__).parents[3] / "docs" / "thermopyles.md").read_text(encoding="utf-8")
RULING = re.compile(r"\bTH-\d+\b")
TEXT = PAGE.split("## The rulings")[1].split("## Ours at a glance")[0]
GLANCE = PAGE.split("## Ours at a glance")[1].split("\n## ")[0]
SECTIONS = {part.split(" ")[0]: part for part in TEXT.split("\n### ")[1:]}


def test_every_ruling_is_explained_once_and_cited() -> None:
    files = PACKAGE.rglob("*.py")
    cited = {ruling for file in files for ruling in RULING.findall(file.read_text(encoding="utf-8"))}
    assert cited == set(SECTIONS) == {f"TH-{number}" for number in range(1, 11)}
    assert len(TEXT.split("\n### ")) == len(SECTIONS) + 1
    assert set(RULING.findall(PAGE)) == cited


def test_what_is_ours_is_marked_in_its_section_and_listed_once() -> None:
    ours = [ruling for ruling, section in SECTIONS.items() if "*Ours:*" in section]
    assert re.findall(r"^\| (TH-\d+) \|", GLANCE, re.MULTILINE) == ours
    as_printed = RULING.findall(GLANCE.strip().splitlines()[-1])
    assert sorted([*ours, *as_printed]) == sorted(SECTIONS)


def test_the_example_prints_what_the_page_says() -> None:
    ((code, printed),) = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", PAGE, re.DOTALL)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "example", "exec"), {})
    assert said.getvalue() == printed


def test_the_page_lists_every_step_and_every_action() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    steps = [step for row in rows[1:] for step in re.findall(r"`(.*?)`", row.split("|")[1])]
    assert sorted(steps) == sorted(STEPS)
    shown = [text for row in rows[1:] for text in re.findall(r"`(.*?)`", row.split("|")[3])]
    actions = [parse(text) for text in shown]
    assert [notation(action) for action in actions] == shown
    assert {type(action) for action in actions} == set(Action.__args__)
