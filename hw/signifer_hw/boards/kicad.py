"""A board as KiCad's own files (board format 20211014, of KiCad 6), always the same bytes; and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from .board import Board, Placed
from .labels import labels, marks

_SPACE = uuid5(NAMESPACE_URL, "signifer/hw/boards")
_COPPER = ("F.Cu", "B.Cu")
_LAYERS = (
    (0, "F.Cu", "signal"),
    (31, "B.Cu", "signal"),
    (36, "B.SilkS", "user"),
    (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"),
    (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"),
    (46, "B.CrtYd", "user"),
    (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
)
Ends = dict[str, set[tuple[str, str]]]


def kicad_board(board: Board) -> str:
    """NAME.kicad_pcb."""
    nets = {net: code for code, net in enumerate(board.net_names, start=1)}
    places = labels(board)
    lines = [
        "(kicad_pcb (version 20211014) (generator signifer_hw)",
        "  (general (thickness 1.6))",
        '  (paper "A4")',
        f"  (title_block (title {_quoted(board.title)}))",
        "  (layers",
        *(f'    ({number} "{name}" {kind})' for number, name, kind in _LAYERS),
        "  )",
        "  (setup (pad_to_mask_clearance 0.05))",
        '  (net 0 "")',
        *(f"  (net {code} {_quoted(net)})" for net, code in nets.items()),
        *(line for part in board.placed for line in _footprint(board, part, nets, places)),
        *_holes(board),
        f'  (gr_rect (start 0 0) (end {_mm(board.width)} {_mm(board.height)}) (layer "Edge.Cuts") (width 0.1)'
        f" (fill none) (tstamp {_stamp(board, 'edge')}))",
        *(
            f'  (gr_text {_quoted(text)} (at {_mm(x)} {_mm(y)}) (layer "F.SilkS") (tstamp {_stamp(board, text)})'
            " (effects (font (size 1 1) (thickness 0.15))))"
            for x, y, text in marks(board)
        ),
        *(
            f"  (segment (start {_mm(track.x1)} {_mm(track.y1)}) (end {_mm(track.x2)} {_mm(track.y2)})"
            f' (width {_mm(track.width)}) (layer "{_COPPER[track.layer]}") (net {nets[track.net]})'
            f" (tstamp {_stamp(board, f'track {at}')}))"
            for at, track in enumerate(board.tracks)
        ),
        *(
            f"  (via (at {_mm(via.x)} {_mm(via.y)}) (size {_mm(via.size)}) (drill {_mm(via.drill)})"
            f' (layers "F.Cu" "B.Cu") (net {nets[via.net]}) (tstamp {_stamp(board, f"via {at}")}))'
            for at, via in enumerate(board.vias)
        ),
        ")",
    ]
    return "\n".join(lines) + "\n"


def _footprint(
    board: Board, part: Placed, nets: dict[str, int], places: dict[str, tuple[int, int]]
) -> Iterator[str]:
    left, top, right, bottom = part.footprint.outline
    small = "(effects (font (size 1 1) (thickness 0.15)))"
    yield f'  (footprint "signifer:{part.footprint.name}" (layer "F.Cu") (tstamp {_stamp(board, part.ref)})'
    yield f"    (at {_mm(part.x)} {_mm(part.y)})"
    yield f'    (property "Part number" {_quoted(part.number)})'
    yield "    (attr through_hole)"
    x, y = places[part.ref]
    for kind, text, layer in (("reference", part.ref, "F.SilkS"), ("value", part.value, "F.Fab")):
        yield (
            f'    (fp_text {kind} {_quoted(text)} (at {_mm(x - part.x)} {_mm(y - part.y)}) (layer "{layer}")'
            f" {small} (tstamp {_stamp(board, f'{part.ref} {kind}')}))"
        )
    yield (
        f'    (fp_rect (start {_mm(left)} {_mm(top)}) (end {_mm(right)} {_mm(bottom)}) (layer "F.Fab") (width 0.12)'
        f" (fill none) (tstamp {_stamp(board, f'{part.ref} outline')}))"
    )
    for pad in part.footprint.pads:
        net = board.nets.get((part.ref, pad.number), "")
        named = f" (net {nets[net]} {_quoted(net)})" if net else ""
        yield (
            f"    (pad {_quoted(pad.number)} thru_hole circle (at {_mm(pad.x)} {_mm(pad.y)}) (size {_mm(pad.size)}"
            f" {_mm(pad.size)}) (drill {_mm(pad.drill)}) (layers *.Cu *.Mask){named}"
            f" (tstamp {_stamp(board, f'{part.ref}.{pad.number}')}))"
        )
    yield "  )"


def _holes(board: Board) -> Iterator[str]:
    for at, hole in enumerate(board.holes, start=1):
        size = _mm(hole.drill)
        yield f'  (footprint "signifer:hole" (layer "F.Cu") (tstamp {_stamp(board, f"hole {at}")})'
        yield f"    (at {_mm(hole.x)} {_mm(hole.y)})"
        yield "    (attr exclude_from_pos_files exclude_from_bom)"
        yield (
            f'    (fp_text reference "H{at}" (at 0 0) (layer "F.Fab") (effects (font (size 1 1) (thickness 0.15)))'
            f" (tstamp {_stamp(board, f'H{at}')}))"
        )
        yield (
            f'    (pad "" np_thru_hole circle (at 0 0) (size {size} {size}) (drill {size}) (layers *.Cu *.Mask)'
            f" (tstamp {_stamp(board, f'hole pad {at}')}))"
        )
        yield "  )"


def kicad_project(board: Board) -> str:
    """NAME.kicad_pro: the design rules, for KiCad's own check."""
    rules = board.rules
    project = {
        "board": {
            "design_settings": {
                "rules": {
                    "min_clearance": rules.clearance / 1000,
                    "min_copper_edge_clearance": rules.edge / 1000,
                    "min_hole_clearance": rules.hole / 1000,
                    "min_hole_to_hole": 0.25,
                    "min_through_hole_diameter": 0.3,
                    "min_track_width": rules.width / 1000,
                    "min_via_annular_width": rules.ring / 1000,
                    "min_via_diameter": 0.6,
                },
            },
        },
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": rules.clearance / 1000,
                    "track_width": rules.width / 1000,
                    "via_diameter": 0.9,
                    "via_drill": 0.4,
                }
            ],
            "meta": {"version": 2},
        },
    }
    return json.dumps(project, indent=2, sort_keys=True) + "\n"


def nets_of(text: str) -> Ends:
    """A .kicad_pcb read back: of each net its pads, by (reference, number); ValueError for what is none."""
    found: Ends = {}
    top = _read(text)
    if top[0] != "kicad_pcb":
        raise ValueError("no board of KiCad's")
    for entry in top[1:]:
        if not isinstance(entry, list) or entry[0] != "footprint":
            continue
        ref = next(one[2] for one in entry if isinstance(one, list) and one[:2] == ["fp_text", "reference"])
        for pad in (one for one in entry if isinstance(one, list) and one[0] == "pad"):
            net = next((one[2] for one in pad if isinstance(one, list) and one[0] == "net"), None)
            if net:
                found.setdefault(net, set()).add((ref, pad[1]))
    return found


def _read(text: str) -> list:  # type: ignore[type-arg]
    """Its expressions as lists of texts and lists."""
    stack: list[list] = [[]]  # type: ignore[type-arg]
    for token in re.finditer(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()]+', text):
        mark = token[0]
        if mark == "(":
            stack.append([])
        elif mark == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif mark.startswith('"'):
            stack[-1].append(re.sub(r"\\(.)", r"\1", mark[1:-1]))
        else:
            stack[-1].append(mark)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("brackets do not match")
    return stack[0][0]  # type: ignore[no-any-return]


def _stamp(board: Board, name: str) -> str:
    return str(uuid5(_SPACE, f"{board.name}/{name}"))


def _mm(length: float) -> str:
    return f"{length / 1000:.4f}".rstrip("0").rstrip(".") if length else "0"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
