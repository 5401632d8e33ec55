"""The board of a printed antenna of 56 x 86 mm: two turns, pads for their ends and middle, capacitors that tune it.

Its copper is one net, as all coils are: that its turns do not touch each other is a rule of their own (`turns_apart`).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from signifer_drivers.air.figures import figures
from signifer_drivers.air.matching import Filter, Network, load_ohm, matched

from ..table_top.coils import MODULE
from .board import BOTTOM, TOP, Board, Footprint, Hole, Pad, Placed, Track, Via
from .check import Copper, gap

COIL = figures().coils["printed 56x86"]
NET = "ANT"
WIDTH, PITCH = 1000, 2000
_LEFT, _TOP = 2000, 2000  # from the board's corner to the outer edge of the turns
_BOARD = (60_000, 97_000)
_END_A, _TAP, _END_B, _PADS_Y = 27_000, 31_000, 35_000, 92_000
_STEP_X = 33_000  # where the outer turn goes over into the inner one
_LEAD = 2200


def turns() -> tuple[tuple[int, int], ...]:
    """The corners of both turns, from the end A to the via of the end B; clockwise, from below."""
    half = WIDTH // 2
    across, along = (round(side * 1000) for side in COIL.outer)
    left, top = _LEFT + half, _TOP + half
    right, bottom = _LEFT + across - half, _TOP + along - half
    into = PITCH
    return (
        (_END_A, _PADS_Y),
        (_END_A, bottom),
        (left, bottom),
        (left, top),
        (right, top),
        (right, bottom),
        (_STEP_X, bottom),
        (_STEP_X - into, bottom - into),
        (left + into, bottom - into),
        (left + into, top + into),
        (right - into, top + into),
        (right - into, bottom - into),
        (_END_B, bottom - into),
    )


@cache
def board() -> Board:
    """All of it; it needs no router."""
    way = turns()
    bottom = way[-1][1] + PITCH
    drawn = [Track(NET, TOP, *one, *other, WIDTH) for one, other in pairwise(way)]
    drawn += _line(TOP, (_STEP_X, bottom), (_STEP_X, _PADS_Y - 2500), (_TAP, _PADS_Y))
    drawn += _line(BOTTOM, way[-1], (_END_B, _PADS_Y))
    drawn += _line(TOP, (_END_A, _PADS_Y), (21_000, _PADS_Y))
    drawn += _line(TOP, (_END_B, _PADS_Y), (41_000, _PADS_Y))
    below = _PADS_Y + 2500
    drawn += _line(BOTTOM, (15_920, _PADS_Y), (15_920, below), (46_080, below), (46_080, _PADS_Y))
    drawn += _line(BOTTOM, (_TAP, _PADS_Y), (_TAP, below))
    placed = (
        *(
            _pad(ref, words, x)
            for ref, words, x in (("A", "end", _END_A), ("T", "middle", _TAP), ("B", "end", _END_B))
        ),
        _capacitor("C1", 21_000, -5080),
        _capacitor("C2", 41_000, 5080),
    )
    return Board(
        name="coil",
        title="Signifer printed antenna, 56 x 86 mm",
        width=_BOARD[0],
        height=_BOARD[1],
        placed=placed,
        nets={(part.ref, pad.number): NET for part in placed for pad in part.footprint.pads},
        holes=(Hole(6000, 92_000, 3200), Hole(54_000, 92_000, 3200)),
        tracks=tuple(drawn),
        vias=(Via(NET, *way[-1], 1200, 600),),
    )


def _line(layer: int, *points: tuple[int, int]) -> list[Track]:
    return [Track(NET, layer, *one, *other, WIDTH) for one, other in pairwise(points)]


def _pad(ref: str, words: str, x: int) -> Placed:
    shape = Footprint("wire", (Pad("1", 0, 0, _LEAD, 1000),), (-1100, -1100, 1100, 1100))
    return Placed(ref, words, "", f"wire to the module, {words}", shape, x, _PADS_Y)


def _capacitor(ref: str, x: int, other: int) -> Placed:
    pads = (Pad("1", 0, 0, 1600, 800), Pad("2", other, 0, 1600, 800))
    outline = (min(0, other) + 1000, -1250, max(0, other) - 1000, 1250)
    name = "C-disc-5.08" if other > 0 else "C-disc-5.08-mirrored"
    value = f"{trim_pf():.0f} pF"
    return Placed(
        ref, value, "C317C101J1G5TA", "capacitor 100 pF 100 V C0G", Footprint(name, pads, outline), x, _PADS_Y
    )


def inductance_nh() -> float:
    """Of both turns, by the model; leads of 30 mm to the module add some 20 nH."""
    return COIL.inductance_nh


# The coil's damping, as NXP has it for these chips; what modules are matched to nobody says, and it hardly counts here.
QUALITY, MATCHED_OHM = 35.0, 40.0


def extra_pf() -> float:
    """What each half of the coil lacks in parallel, against the module's own coil with its own parts."""
    own, ours = (
        matched(nh, QUALITY, MATCHED_OHM, Filter()) for nh in (MODULE.inductance_nh, inductance_nh())
    )
    return ours.parallel_pf - own.parallel_pf


def seen_ohm(added_pf: float) -> complex:
    """What the transmitters see with so much added to each half, and the module's own in series."""
    own = matched(MODULE.inductance_nh, QUALITY, MATCHED_OHM, Filter())
    return load_ohm(inductance_nh(), QUALITY, Network(own.series_pf, own.parallel_pf + added_pf), Filter())


def trim_pf() -> float:
    """Each of both capacitors, from an end to the middle, of the series E6; the rest is done with the probe."""
    return float(min((47, 68, 100, 150, 220), key=lambda size: abs(size - extra_pf())))


def turns_apart(made: Board) -> float:
    """The least distance between parts of the coil's way that do not follow each other, in micrometres."""
    pieces = [Copper(*one, *other, WIDTH / 2, (TOP,), NET, "a turn") for one, other in pairwise(turns())]
    assert all(any((t.x1, t.y1, t.x2, t.y2) == (p.x1, p.y1, p.x2, p.y2) for t in made.tracks) for p in pieces)
    return min(gap(one, other) for at, one in enumerate(pieces) for other in pieces[at + 2 :])
