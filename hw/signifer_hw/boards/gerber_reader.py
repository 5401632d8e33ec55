"""A maker's files read back: the little of Gerber and Excellon that `gerber` writes, and not a command more.

Whatever else stands in a file is an error: nothing of it is passed over. Micrometres, y upwards as in the files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_SAID = re.compile(r"%T[FA]\..*\*%|%TD\*%|%FSLAX46Y46\*%|%MOMM\*%|%LPD\*%|G01\*")
_FUNCTION = re.compile(r"%TF\.FileFunction,(.*)\*%")
_APERTURE = re.compile(r"%ADD(\d+)C,([\d.]+)\*%")
_MOVED = re.compile(r"X(-?\d+)Y(-?\d+)D0([123])\*")
_DRILL_SAID = re.compile(r"M48|; #@! TF\.FileFunction,.*|FMAT,2|METRIC|%|G90|G05|M30")

# x and y.
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A flash, which has one point, or a line from one point to another; ``net`` of what copper it is."""

    net: str
    width: int
    points: tuple[Point, ...]


@dataclass(slots=True)
class Layer:
    """What a Gerber file draws; ``function`` as it says itself, "Copper,L1,Top"."""

    function: str = ""
    strokes: list[Stroke] = field(default_factory=list)


def read_gerber(text: str) -> Layer:
    """What a file draws; ValueError with the line that is none of ours."""
    lines = text.splitlines()
    if lines[-1:] != ["M02*"] or not {"%FSLAX46Y46*%", "%MOMM*%", "%LPD*%", "G01*"} <= set(lines):
        raise ValueError("no Gerber file in millimetres with six decimals, to its end")
    layer = Layer()
    sizes: dict[str, int] = {}
    code = net = ""
    here = (0, 0)
    for line in lines[:-1]:
        if made := _MOVED.fullmatch(line):
            there = int(made[1]) // 1000, int(made[2]) // 1000
            if made[3] != "2":
                layer.strokes.append(Stroke(net, sizes[code], (there,) if made[3] == "3" else (here, there)))
            here = there
        elif made := re.fullmatch(r"D([1-9]\d+)\*", line):
            code = made[1]
        elif made := re.fullmatch(r"%TO\.N,(.*)\*%", line):
            net = made[1]
        elif line == "%TD.N*%":
            net = ""
        elif made := _APERTURE.fullmatch(line):
            sizes[made[1]] = round(float(made[2]) * 1000)
        elif made := _FUNCTION.fullmatch(line):
            layer.function = made[1]
        elif not _SAID.fullmatch(line):
            raise ValueError(f"no command that our Gerber files have: {line}")
    return layer


def read_drill(text: str) -> list[tuple[int, Point]]:
    """All holes, each with its size; ValueError with the line that is none of ours."""
    sizes: dict[str, int] = {}
    found: list[tuple[int, Point]] = []
    size = 0
    for line in text.splitlines():
        if made := re.fullmatch(r"X([\d.]+)Y([\d.]+)", line):
            found.append((size, (round(float(made[1]) * 1000), round(float(made[2]) * 1000))))
        elif made := re.fullmatch(r"(T\d+)C([\d.]+)", line):
            sizes[made[1]] = round(float(made[2]) * 1000)
        elif line in sizes:
            size = sizes[line]
        elif not _DRILL_SAID.fullmatch(line):
            raise ValueError(f"no command that our drill files have: {line}")
    return found


def read_all(files: Mapping[str, str]) -> tuple[dict[str, list[Stroke]], list[tuple[int, Point]]]:
    """What all files of a board draw, by their functions, and its holes."""
    drills = {name for name in files if name.endswith(".drl")}
    layers = [read_gerber(text) for name, text in files.items() if name not in drills]
    holes = [hole for name in files if name in drills for hole in read_drill(files[name])]
    return {layer.function: layer.strokes for layer in layers}, holes
