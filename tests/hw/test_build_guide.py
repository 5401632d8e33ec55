"""The figures that docs/build.md names are those of the drawings, the wiring file and the cards."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_hw.table_top.drawing import number
from signifer_hw.table_top.heights import BATTEN_HEIGHT, BATTEN_WIDTH
from signifer_hw.table_top.parts import BUTTON, RULES
from signifer_hw.table_top.plan import ANTENNA_Y, plan
from signifer_hw.table_top.tiles import pages

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "build.md").read_text()
HW = ROOT / "hw" / "schematics"


def test_the_hours_add_up() -> None:
    hours = [int(found) for found in re.findall(r"^\| \[\d .*\| (\d+) \|$", GUIDE, flags=re.M)]
    assert len(hours) == 8
    assert f"{sum(hours)} hours by these estimates" in GUIDE


def test_sizes_are_those_of_the_drawings() -> None:
    top = plan(load_table("standard"))
    size = top.outline.size
    assert f"{number(size.width)} x {number(size.height)} mm" in GUIDE
    assert f"plywood {number(top.thickness)} mm" in GUIDE
    assert f"{number(BUTTON.hole)} mm for buttons" in GUIDE
    assert f"{number(ANTENNA_Y)} mm from the middle line" in GUIDE
    assert f"{number(top.rails[0].size.width)} mm long" in GUIDE
    assert f"Leads of {number(RULES.node_lead)} mm at most" in GUIDE
    assert f"leads of {number(RULES.pi_lead)} mm at most" in GUIDE
    batten = f"{number(BATTEN_WIDTH)} x {number(BATTEN_HEIGHT)} mm"
    assert f"battens {batten}" in GUIDE
    assert f"a batten of {batten}" in GUIDE
    assert len(pages(top)) == 10
    assert "ten sheets" in GUIDE


def test_the_double_table_is_as_the_guide_says() -> None:
    table = load_table("double")
    top = plan(table)
    size, many = top.outline.size, len(pages(top))
    assert f"A top of {number(size.width)} x {number(size.height)} mm, [{many} sheets]" in GUIDE
    assert f"`run` says {len(table.readers)} of {len(table.readers)} readers" in GUIDE
    pads = [lead.length for lead in top.leads if lead.reader.startswith("pad")]
    assert f"its leads {min(pads)} to {max(pads)} mm" in GUIDE
    mine = [reader for reader in table.readers if reader.node == "column 1"]
    for reader in mine:
        assert re.search(rf"`{reader.name}` \((?:at the rail, plug )?`J{reader.chip_select + 1}`\)", GUIDE), (
            reader.name
        )


def test_what_the_double_table_costs_more_is_said() -> None:
    def cost(name: str) -> float:
        return float(re.findall(r"All together: ([\d.]+)", (HW / name / "parts.md").read_text())[0])

    assert f"{round(cost('double') - cost('standard'))} euros and some eight hours more" in GUIDE


def test_fuses_are_those_of_the_wiring_file() -> None:
    fuse = tomllib.loads((ROOT / "hw" / "wiring" / "standard.toml").read_text())["fuse"]
    main, node = fuse["main_ma"] / 1000, fuse["node_ma"] / 1000
    assert f"({main:g} A main board, {node:g} A node)" in GUIDE


def test_every_stage_ends_in_a_gate() -> None:
    stages = [int(found) for found in re.findall(r"^## (\d) ", GUIDE, flags=re.M)]
    assert stages == list(range(8))
    assert [int(found) for found in re.findall(r"^\*\*Gate (\d)\.\*\*", GUIDE, flags=re.M)] == stages
