"""English plain and idiomatic, in code as in texts: words that have gone, each with the one that is said instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "core", "docs", "drivers", "firmware", "hw", "image", "tests")
KINDS = {".conf", ".css", ".html", ".js", ".json", ".md", ".po", ".py", ".table", ".toml"}
GONE = {"anew": "again", "council": "agreement"}
# By itself, in whatever letters, or as a part of a name in camelCase.
_ANY, _TITLE = "|".join(GONE), "|".join(map(str.title, GONE))
THERE = re.compile(rf"(?i:(?<![a-z])(?:{_ANY})(?![a-z]))|(?:(?<![A-Za-z])(?:{_ANY})|{_TITLE})(?![a-z])")


def test_words_that_have_gone_stand_nowhere() -> None:
    """Neither by themselves nor in a name."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    files = [
        path for path in (*ROOT.glob("*.md"), *inside) if path.suffix in KINDS and path != Path(__file__)
    ]
    assert len(files) > 1500
    found = []
    for path in files:
        lines = (path.name, *path.read_text(encoding="utf-8").splitlines())
        found += [
            f'{path.relative_to(ROOT)}:{number}: say "{GONE[word[0].lower()]}"'
            for number, line in enumerate(lines)
            if (word := THERE.search(line))
        ]
    assert found == []


@pytest.mark.parametrize(
    "words", ["begin anew", "ANEW_S", "deal_anew", "dealAnew()", "aCouncil", "councilOf", "CouncilRoom"]
)
def test_a_word_is_seen_in_a_name(words: str) -> None:
    assert THERE.search(words)


@pytest.mark.parametrize("words", ["canewood", "Janew", "councillor", "aCouncillor"])
def test_a_part_of_another_word_is_none(words: str) -> None:
    assert not THERE.search(words)
