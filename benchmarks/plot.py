"""The figures of reader and bank as one picture: an SVG drawn by hand, so that nothing has to be installed for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from xml.etree import ElementTree as Xml

from . import bank, readers, stock
from .figures import Figure

WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP = 900, 640, 70, 60, 210, 110
BAR, BAR_GAP = 28, 46
LEAST_MS, MOST_MS = 0.3, 300.0
OURS, KNOWN, OTHERS = "#1b5e20", "#66bb6a", ("#b71c1c", "#e57373", "#f9a825")
NEWS = ("laid to present", "lifted to absent", "laid to present, noise", "lifted to absent, noise")
NEWS_MOST_MS = 600.0
TITLE = "One visit to a reader, in virtual ms (log): 4 MHz, 30 us a call"


def drawn(figures: Sequence[Figure]) -> str:
    """The picture as SVG. KeyError names a figure that was not measured: it needs all of reader and bank."""
    look = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "font-family": "sans-serif", "font-size": "13"}
    svg = Xml.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **look})
    _box(svg, 0, 0, WIDTH, HEIGHT, "#ffffff")
    _visits(svg, _named(figures))
    _news(svg, _named(figures))
    Xml.indent(svg)
    return Xml.tostring(svg, encoding="unicode") + "\n"


def _named(figures: Sequence[Figure]) -> dict[tuple[str, str], Figure]:
    """By what is measured, without what a library finds, and against whom."""
    wanted = [figure for figure in figures if figure.part in (readers.PART, bank.PART)]
    return {
        (figure.what.partition(" (")[0] + _tail(figure.what), figure.against): figure for figure in wanted
    }


def _tail(what: str) -> str:
    return what.partition(")")[2]


def _bars(named: dict[tuple[str, str], Figure], tags: int) -> Iterator[tuple[str, float, str]]:
    """Name, ms and colour of each bar for so many tags."""
    what = readers.visit_name(tags)
    yield "signifer, field included", named[f"{what}, time", "air"].ours / 1000, OURS
    yield (
        "signifer in a round, tags known",
        named[f"{what}, field up, known, time", "floor"].ours / 1000,
        KNOWN,
    )
    for library, colour in zip(stock.PACKAGES, OTHERS, strict=True):
        yield library, named[f"{what}, time", library].theirs / 1000, colour


def _visits(svg: Xml.Element, named: dict[tuple[str, str], Figure]) -> None:
    _text(svg, LEFT, TOP - 30, TITLE, weight="bold")
    bottom = TOP + PANEL

    def height(ms: float) -> float:
        return PANEL * log10(ms / LEAST_MS) / log10(MOST_MS / LEAST_MS)

    for mark in (1, 3, 10, 30, 100, 300):
        _line(svg, LEFT, bottom - height(mark), WIDTH - 20, bottom - height(mark))
        _text(svg, LEFT - 8, bottom - height(mark) + 4, f"{mark}", anchor="end")
    x = LEFT + 20.0
    for tags in readers.COUNTS:
        start = x
        for name, ms, colour in _bars(named, tags):
            missed = tags > 1 and name in stock.PACKAGES
            _box(svg, x, bottom - height(ms), BAR, height(ms), colour, opacity=0.35 if missed else 1)
            _text(svg, x + BAR / 2, bottom - height(ms) - 4, f"{ms:.3g}", anchor="middle", size=10)
            x += BAR + 3
        count = "no tag" if not tags else "one tag" if tags == 1 else f"{tags} tags"
        _text(svg, (start + x) / 2, bottom + 18, count, anchor="middle")
        x += BAR_GAP
    x = LEFT + 20.0
    for name, _, colour in _bars(named, 1):
        _box(svg, x, bottom + 32, 12, 12, colour)
        _text(svg, x + 16, bottom + 43, name, size=11)
        x += 32 + 6.2 * len(name)
    _text(
        svg,
        LEFT + 20,
        bottom + 62,
        "pale: it finds none of the tags; every second poll of theirs misses a resting tag",
        11,
    )


def _news(svg: Xml.Element, named: dict[tuple[str, str], Figure]) -> None:
    top = TOP + PANEL + GAP
    title = "From hand to news, ms: 12 readers, 20 tags resting; p50, p95, p99 (line: the limit of p95)"
    _text(svg, LEFT, top - 14, title, weight="bold")
    left, wide = LEFT + 150, WIDTH - LEFT - 150 - 40
    for mark in range(0, int(NEWS_MOST_MS) + 1, 100):
        x = left + wide * mark / NEWS_MOST_MS
        _line(svg, x, top, x, top + 4 * 50)
        _text(svg, x, top + 4 * 50 + 16, f"{mark}", anchor="middle")
    for row, what in enumerate(NEWS):
        y = top + 8 + row * 50
        _text(svg, left - 8, y + 20, what, anchor="end", size=12)
        for percent, colour in ((99, "#c8e6c9"), (95, KNOWN), (50, OURS)):
            ms = next(f.ours for (name, _), f in named.items() if name == f"{what}, p{percent}") / 1000
            _box(svg, left, y, wide * min(ms, NEWS_MOST_MS) / NEWS_MOST_MS, 30, colour)
        limit_us = bank.LIMIT_US.get((what, 95))
        if limit_us is not None:
            x = left + wide * limit_us / 1000 / NEWS_MOST_MS
            _line(svg, x, y - 4, x, y + 34, colour="#b71c1c", width=2)


def _text(
    svg: Xml.Element,
    x: float,
    y: float,
    text: str,
    size: int = 13,
    *,
    anchor: str = "start",
    weight: str = "normal",
) -> None:
    what = {"font-size": str(size), "text-anchor": anchor, "font-weight": weight}
    Xml.SubElement(svg, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", **what}).text = text


def _box(
    svg: Xml.Element, x: float, y: float, width: float, height: float, colour: str, *, opacity: float = 1
) -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}"}
    Xml.SubElement(svg, "rect", place, fill=colour, opacity=f"{opacity:g}")


def _line(
    svg: Xml.Element, x: float, y: float, x2: float, y2: float, *, colour: str = "#bdbdbd", width: int = 1
) -> None:
    ends = {"x1": f"{x:.1f}", "y1": f"{y:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
    Xml.SubElement(svg, "line", {**ends, "stroke": colour, "stroke-width": str(width)})
