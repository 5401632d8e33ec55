"""The samples of a long evening as a picture: a curve each, in panels one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from xml.etree import ElementTree as Xml

from .plot import OURS, _box, _line, _text

WIDTH, LEFT, TOP, PANEL, GAP = 900, 80, 50, 90, 44
PANELS = (
    ("rss_mb", "memory of the process, MiB"),
    ("handles", "file handles"),
    ("threads", "threads"),
    ("store_kb", "record on disk (file, log and copy), kB"),
    ("flight_kb", "flight recorder, kB"),
    ("games", "games played; the record keeps 200"),
)
HEIGHT = TOP + len(PANELS) * (PANEL + GAP) + 20


def drawn(samples: Sequence[Mapping[str, float]]) -> str:
    """The picture as SVG; it needs one sample at least."""
    look = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "font-family": "sans-serif", "font-size": "13"}
    svg = Xml.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **look})
    _box(svg, 0, 0, WIDTH, HEIGHT, "#ffffff")
    hours = max(sample["hours"] for sample in samples) or 1.0
    _text(svg, LEFT, TOP - 24, f"{hours:.0f} simulated hours at one table", weight="bold")
    for number, (name, title) in enumerate(PANELS):
        _panel(svg, TOP + number * (PANEL + GAP), name, title, samples, hours)
    Xml.indent(svg)
    return Xml.tostring(svg, encoding="unicode") + "\n"


def _round_up(value: float) -> float:
    """The next number above that reads well on an axis."""
    if value <= 0:
        return 1.0
    size = 10.0 ** floor(log10(value))
    return next(step * size for step in (1.2, 1.6, 2, 3, 4, 6, 8, 10, 12) if step * size > value)


def _panel(
    svg: Xml.Element,
    top: float,
    name: str,
    title: str,
    samples: Sequence[Mapping[str, float]],
    hours: float,
) -> None:
    wide = WIDTH - LEFT - 30
    most = _round_up(max(sample[name] for sample in samples))
    bottom = top + 14 + PANEL
    _text(svg, LEFT, top + 8, title)
    for share in (0.0, 0.5, 1.0):
        y = bottom - PANEL * share
        _line(svg, LEFT, y, LEFT + wide, y)
        _text(svg, LEFT - 8, y + 4, f"{most * share:.4g}", anchor="end", size=11)
    for mark in range(0, int(hours) + 1, 4 if hours >= 8 else 1):
        _text(svg, LEFT + wide * mark / hours, bottom + 14, f"{mark} h", anchor="middle", size=10)
    points = [
        f"{LEFT + wide * one['hours'] / hours:.1f},{bottom - PANEL * one[name] / most:.1f}" for one in samples
    ]
    Xml.SubElement(
        svg, "polyline", {"points": " ".join(points), "fill": "none", "stroke": OURS, "stroke-width": "2"}
    )
