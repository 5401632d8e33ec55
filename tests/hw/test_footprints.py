"""Footprints: in netlists and on the boards the same holes, as far apart as the leads that go through them."""

from __future__ import annotations

import math
import re

import pytest
from signifer_hw.boards.footprints import footprint
from signifer_hw.circuit import PartKind
from signifer_hw.library import fuse
from signifer_hw.tables import TABLES, design

# Bourns' data sheet of the series MF-R, distance C. KiCad's library has none of the series: pads of what it has.
FUSE_UM = 5100
KICAD_UM = {"Fuse:Fuse_Bourns_MF-RG600": 5100}


def holes_um(kind: PartKind) -> float:
    """How far apart the two holes on our boards are."""
    first, second = footprint(kind).pads
    return math.hypot(first.x - second.x, first.y - second.y)


@pytest.mark.parametrize("hold_ma", [500, 750, 1100, 1600, 2500, 3000])
def test_a_fuses_holes_are_as_far_apart_as_its_leads(hold_ma: int) -> None:
    kind = fuse(hold_ma)
    assert KICAD_UM.get(kind.footprint) == FUSE_UM
    assert holes_um(kind) == pytest.approx(FUSE_UM, abs=100)


def test_netlists_name_the_holes_of_small_parts_that_boards_have() -> None:
    parts = [part for name in TABLES for board in design(name).shown for part in board.parts.values()]
    small = {part.kind.key: part.kind for part in parts if part.kind.key.split()[0] in ("R", "C", "F")}
    assert {key.split()[0] for key in small} == {"R", "C", "F"}
    for key, kind in small.items():
        pitch = re.search(r"_P([0-9.]+)mm", kind.footprint)
        named = float(pitch[1]) * 1000 if pitch else KICAD_UM[kind.footprint]
        # A small electrolytic's leads are spread to the grid.
        assert holes_um(kind) == pytest.approx(named, abs=550 if "electrolytic" in kind.title else 100), key
