"""The wiring list's leads are as long as the drawn top asks for, and not much longer."""

from __future__ import annotations

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.wiring_guide.connections import connections
from signifer_hw.boards import node
from signifer_hw.table_top.parts import NODE_BOARD, NODE_PLUGS
from signifer_hw.table_top.plan import PI, plan
from signifer_hw.tables import design

SPARE_MM = 110  # what a lead may have beyond the straight way: plugs, bends, whole steps
LEAST_MM = {"screen": 30, "button": 30, "reader": 0}


@pytest.mark.parametrize("name", ["standard", "starter", "double"])
def test_leads_reach(name: str) -> None:
    table = load_table(name)
    top = plan(table)
    main = dict(top.boards)[PI]
    straight = {f"reader {lead.reader}": lead.length for lead in top.leads}
    for part, x, y in (
        *((f"screen {screen.place}", screen.board.x, screen.board.y) for screen in top.screens),
        *((f"button {push.name}", push.x, push.y) for push in top.buttons),
    ):
        straight[part] = abs(x - main.x) + abs(y - main.y)
    seen = set()
    for wire in connections(table):
        for end in (wire.start, wire.end):
            if wire.length_mm and end.part in straight:
                seen.add(end.part)
                least = straight[end.part] + LEAST_MM[end.part.split()[0]]
                assert least <= wire.length_mm <= straight[end.part] + SPARE_MM, f"{end.part}: {wire}"
    assert seen == set(straight)


def test_the_plugs_of_a_node_are_where_its_board_has_them() -> None:
    """It hangs with its parts downwards, and a quarter turned: the Pico's socket, beside pin 1, towards the decks."""
    board = node.board()
    placed = {part.ref: part for part in board.placed}
    middles = []
    for ref in ("J1", "J2", "J3", "J4"):
        part = placed[ref]
        xs = [part.x + pad.x for pad in part.footprint.pads]
        ys = [part.y + pad.y for pad in part.footprint.pads]
        # From below the board's right edge looks to red; from above, as the plan has it, its upper edge looks left.
        middles.append(((min(ys) + max(ys) - board.height) / 2000, (min(xs) + max(xs) - board.width) / 2000))
    assert middles == [pytest.approx(plug) for plug in NODE_PLUGS]
    pico = placed["U1"]
    first = next(pad for pad in pico.footprint.pads if pad.number == "1")
    assert pico.y + first.y < board.height / 4, "the socket is at pin 1"
    assert (board.height / 1000, board.width / 1000) == pytest.approx(NODE_BOARD)


@pytest.mark.parametrize("name", ["standard", "starter", "double"])
def test_plugs_of_a_node_are_numbered_as_its_printed_board_has_them(name: str) -> None:
    made = design(name)
    selects = {f"reader {reader.name}": reader.chip_select for reader in made.table.readers if reader.node}
    plugs = {
        part.name: part.ref for circuit in made.nodes for part in circuit.parts.values() if part.ref[0] == "J"
    }
    assert plugs == {reader: f"J{select + 1}" for reader, select in selects.items() if select is not None}
