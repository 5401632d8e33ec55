"""What a board's maker wants: Gerber (RS-274X with X2 attributes, Ucamco's specification 2023.08) and Excellon.

Millimetres with six decimals, y upwards; no dates, so that the same board has the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .board import BOTTOM, TOP, Board
from .labels import labels, marks
from .strokes import strokes

_MASK_OUT = 50  # the mask keeps so far from pads
_SILK, _EDGE = 150, 100


def gerbers(board: Board) -> dict[str, str]:
    """File names and their text."""
    name = board.name
    made = {
        f"{name}-F_Cu.gtl": _file(board, "Copper,L1,Top", "Positive", _copper(board, TOP)),
        f"{name}-B_Cu.gbl": _file(board, "Copper,L2,Bot", "Positive", _copper(board, BOTTOM)),
        f"{name}-F_Mask.gts": _file(board, "Soldermask,Top", "Negative", _mask(board)),
        f"{name}-B_Mask.gbs": _file(board, "Soldermask,Bot", "Negative", _mask(board)),
        f"{name}-F_Silk.gto": _file(board, "Legend,Top", "Positive", _silk(board)),
        f"{name}-Edge_Cuts.gm1": _file(board, "Profile,NP", "Positive", _edge(board)),
        f"{name}-PTH.drl": _drill(board, plated=True),
    }
    if board.holes:
        made[f"{name}-NPTH.drl"] = _drill(board, plated=False)
    return made


# What is drawn: (what its copper is, its net, its width, its points); a flash has one point.
Stroke = tuple[str, str, int, tuple[tuple[int, int], ...]]


def _copper(board: Board, layer: int) -> Iterator[Stroke]:
    for part, pad, net in board.pads():
        yield "ComponentPad", net, pad.size, ((part.x + pad.x, part.y + pad.y),)
    for via in board.vias:
        yield "ViaPad", via.net, via.size, ((via.x, via.y),)
    for track in board.tracks:
        if track.layer == layer:
            yield "Conductor", track.net, track.width, ((track.x1, track.y1), (track.x2, track.y2))


def _mask(board: Board) -> Iterator[Stroke]:
    """Pads and screws' holes are bare; vias are covered."""
    for part, pad, _ in board.pads():
        yield "", "", pad.size + 2 * _MASK_OUT, ((part.x + pad.x, part.y + pad.y),)
    for hole in board.holes:
        yield "", "", hole.drill + 2 * _MASK_OUT, ((hole.x, hole.y),)


def _silk(board: Board) -> Iterator[Stroke]:
    places = labels(board)
    for part in board.placed:
        x, y = places[part.ref]
        for line in strokes(part.ref, x, y):
            yield "", "", _SILK, line
    for x, y, text in marks(board):
        for line in strokes(text, x, y):
            yield "", "", _SILK, line


def _edge(board: Board) -> Iterator[Stroke]:
    corners = ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height), (0, 0))
    yield "Profile", "", _EDGE, corners


def _file(board: Board, function: str, polarity: str, drawn: Iterable[Stroke]) -> str:
    marks = list(drawn)
    tools = {use: at for at, use in enumerate(sorted({(use, width) for use, _, width, _ in marks}), start=10)}
    lines = [
        "%TF.GenerationSoftware,Signifer,signifer_hw*%",
        f"%TF.ProjectId,{board.name},{board.name},1*%",
        "%TF.SameCoordinates,Signifer*%",
        f"%TF.FileFunction,{function}*%",
        f"%TF.FilePolarity,{polarity}*%",
        "%FSLAX46Y46*%",
        "%MOMM*%",
        "%LPD*%",
        "G01*",
    ]
    for (use, width), code in tools.items():
        if use:
            lines.append(f"%TA.AperFunction,{use}*%")
        lines.append(f"%ADD{code}C,{width / 1000:.6f}*%")
        if use:
            lines.append("%TD*%")
    current: tuple[int, str] = (0, "")
    for use, net, width, points in marks:
        code = tools[use, width]
        if code != current[0]:
            lines.append(f"D{code}*")
        if net != current[1]:
            lines.append(f"%TO.N,{_attribute(net)}*%" if net else "%TD.N*%")
        current = (code, net)
        if len(points) == 1:
            lines.append(f"{_place(board, *points[0])}D03*")
            continue
        lines.append(f"{_place(board, *points[0])}D02*")
        lines += [f"{_place(board, *point)}D01*" for point in points[1:]]
    return "\n".join([*lines, "M02*"]) + "\n"


def _attribute(net: str) -> str:
    """Without what ends an attribute."""
    return net.replace("%", "").replace("*", "").replace(",", "_")


def _place(board: Board, x: int, y: int) -> str:
    return f"X{x * 1000}Y{(board.height - y) * 1000}"


def _drill(board: Board, *, plated: bool) -> str:
    holes: dict[int, list[tuple[int, int]]] = {}
    if plated:
        for part, pad, _ in board.pads():
            holes.setdefault(pad.drill, []).append((part.x + pad.x, part.y + pad.y))
        for via in board.vias:
            holes.setdefault(via.drill, []).append((via.x, via.y))
    else:
        for hole in board.holes:
            holes.setdefault(hole.drill, []).append((hole.x, hole.y))
    sizes = sorted(holes)
    kind = "Plated,1,2,PTH" if plated else "NonPlated,1,2,NPTH"
    lines = ["M48", f"; #@! TF.FileFunction,{kind}", "FMAT,2", "METRIC"]
    lines += [f"T{at}C{size / 1000:.3f}" for at, size in enumerate(sizes, start=1)]
    lines += ["%", "G90", "G05"]
    for at, size in enumerate(sizes, start=1):
        lines.append(f"T{at}")
        lines += [f"X{x / 1000:.3f}Y{(board.height - y) / 1000:.3f}" for x, y in sorted(holes[size])]
    return "\n".join([*lines, "M30"]) + "\n"
