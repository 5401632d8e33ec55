"""The lines of Thermopyles, layer by layer, as docs/how-it-works.md tells them: a quarter fewer than there were.

Each line of a file counts, a comment or an empty one as well, in the core, in the firmware and on the page. What has
come in since as a part of its own does not: its modules are named here, and the page has their lines in a column of
their own.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-it-works.md"
PACKAGES = ("core/signifer_core", "firmware/signifer_firmware")
GAME = "thermopyles"
CORE, RECORD, TEXTS, WEB, ROBOTS, LESSONS = (
    "core",
    "record, screens, script",
    "texts",
    "page: Python, scripts, styles",
    "robots",
    "lessons",
)
# The first that fits: what a path has in it, the layer, and whether that has come in since.
LAYERS = (
    (r"^core/", CORE, False),
    (r"/static/learn/", LESSONS, True),
    (r"/page/results\.py$|/static/\w+/result\.js$|/static/\w+/\w+\.json$", WEB, True),
    (r"/page/|/static/", WEB, False),
    (r"/robots/(levels|plans|value)\.py$", ROBOTS, True),
    (r"/robots/", ROBOTS, False),
    (r"/texts/", TEXTS, False),
    (r"", RECORD, False),
)
BEFORE = 6238


def number(text: str) -> int:
    """As the page writes it; an empty cell is 0."""
    return int(text.replace(",", "") or 0)


def counted() -> tuple[Counter[str], Counter[str]]:
    """The lines of each layer, and those that have come in since."""
    now, since = Counter[str](), Counter[str]()
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if GAME not in name or not path.is_file() or "__pycache__" in name:
            continue
        layer, is_new = next((layer, is_new) for has, layer, is_new in LAYERS if re.search(has, name))
        lines = len(path.read_text(encoding="utf-8").splitlines())
        (since if is_new else now)[layer] += lines
    return now, since


@dataclass(frozen=True)
class Row:
    """A line of the page's table: what there was of a layer, what there is, how much less in per cent, what came in."""

    before: int
    now: int
    less: int
    since: int


def rows() -> dict[str, Row]:
    """The lines of the page's table, by what each is called."""
    lines = PAGE.read_text(encoding="utf-8").partition("| lines of *Thermopyles* |")[2].splitlines()
    found = {}
    for line in lines[2 : lines.index("")]:
        layer, before, now, less, since = (cell.strip() for cell in line.strip("|").split("|"))
        new = sum(map(number, re.findall(r"\d[\d,]*", since)))
        found[layer] = Row(number(before), number(now), number(less.rstrip(" %")), new)
    return found


def test_a_quarter_is_gone() -> None:
    """To a whole per cent, as the page says it: a mend of a ruling may need a line."""
    now, _ = counted()
    total = sum(now.values())
    assert total > 4000
    assert round(100 - 100 * total / BEFORE) >= 25


@pytest.mark.parametrize("layer", [CORE, RECORD, TEXTS, WEB, ROBOTS, LESSONS])
def test_the_page_has_the_lines_of_each_layer(layer: str) -> None:
    now, since = counted()
    row = rows()[layer]
    assert (row.now, row.since) == (now[layer], since[layer])


def test_the_page_adds_them_up() -> None:
    now, _ = counted()
    *layers, total = rows().values()
    assert sum(row.before for row in layers) == total.before == BEFORE
    assert sum(row.now for row in layers) == total.now == sum(now.values())
    for row in (*layers, total):
        assert not row.before or row.less == round(100 - 100 * row.now / row.before)
