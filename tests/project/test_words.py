"""English plain and idiomatic, in code as in texts: words that have gone, each with the one that is said instead."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "core", "docs", "drivers", "firmware", "hw", "image", "tests")
KINDS = {".conf", ".css", ".html", ".js", ".json", ".md", ".po", ".py", ".table", ".toml"}
GONE = {"anew": "again", "council": "agreement"}


def test_words_that_have_gone_stand_nowhere() -> None:
    """Neither by themselves nor in a name."""
    there = re.compile(rf"(?<![a-z])({'|'.join(GONE)})(?![a-z])", re.IGNORECASE)
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    files = [
        path for path in (*ROOT.glob("*.md"), *inside) if path.suffix in KINDS and path != Path(__file__)
    ]
    assert len(files) > 1500
    found = []
    for path in files:
        lines = (path.name, *path.read_text(encoding="utf-8").splitlines())
        found += [
            f'{path.relative_to(ROOT)}:{number}: say "{GONE[word[1].lower()]}"'
            for number, line in enumerate(lines)
            if (word := there.search(line))
        ]
    assert found == []
