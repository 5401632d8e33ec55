"""The wiring list's leads are as long as the drawn top asks for, and not much longer."""

from __future__ import annotations

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.wiring_guide.connections import connections
from signifer_hw.table_top.plan import PI, plan

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
