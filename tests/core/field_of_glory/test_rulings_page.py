"""docs/rulings.md explains every ruling that the core cites, and says of each whether it is ours."""

from __future__ import annotations

import re
from pathlib import Path

import signifer_core

CORE = Path(signifer_core.__file__).parent
PAGE = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")
RULING = re.compile(r"\bFG-[A-Z]\d\b")
TEXT, GLANCE = PAGE.split("## Ours at a glance")
SECTIONS = {part[:5]: part for part in TEXT.split("\n### ")[1:]}


def test_every_ruling_that_the_core_cites_is_explained_and_every_explained_one_cited() -> None:
    cited = {
        ruling for file in CORE.rglob("*.py") for ruling in RULING.findall(file.read_text(encoding="utf-8"))
    }
    assert cited == set(SECTIONS)
    assert set(RULING.findall(PAGE)) == cited


def test_no_ruling_is_explained_twice() -> None:
    assert len(TEXT.split("\n### ")) == len(SECTIONS) + 1


def test_what_is_ours_is_marked_in_its_section_and_listed_once() -> None:
    ours = [ruling for ruling, section in SECTIONS.items() if "*Ours" in section]
    rows = re.findall(r"^\| (FG-[A-Z]\d) \|", GLANCE, re.MULTILINE)
    assert rows == ours
    as_printed = RULING.findall(GLANCE.strip().splitlines()[-1])
    assert sorted([*ours, *as_printed]) == sorted(SECTIONS)


def test_the_code_says_of_each_ruling_that_is_ours_that_it_is() -> None:
    said: set[str] = set()
    for file in CORE.rglob("*.py"):
        for text in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
            if re.search(r"\b[Oo]urs[:,)]|, ours\b", text):
                said |= set(RULING.findall(text))
    assert set(re.findall(r"^\| (FG-[A-Z]\d) \|", GLANCE, re.MULTILINE)) <= said
