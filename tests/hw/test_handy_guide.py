"""The figures that docs/handy.md names are those of the drawings, the budget and the parts, and it installs first."""

from __future__ import annotations

import re
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_hw.table_top.drawing import number
from signifer_hw.table_top.plan import plan

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "handy.md").read_text()
HW = ROOT / "hw" / "schematics" / "handy"


def test_the_program_is_installed_before_it_is_called() -> None:
    typed = [line.strip() for line in GUIDE.splitlines() if line.startswith("    ")]
    first = next(at for at, line in enumerate(typed) if line.startswith("signifer "))
    assert [line.partition(" #")[0].strip() for line in typed[:first]] == [
        "make wheel",
        'pipx install "$(echo dist/signifer-*.whl)[usb]"',
    ]
    assert "install" not in "".join(line for line in typed[first:] if "signifer node" not in line)


def test_every_stage_has_its_hours() -> None:
    stages = re.findall(r"^## (\d .*)$", GUIDE, flags=re.M)
    assert re.findall(r"^\| (\d .*) \| [\d.]+ \|$", GUIDE, flags=re.M) == stages


def test_figures_are_those_of_the_drawings() -> None:
    top = plan(load_table("handy"))
    size = top.outline.size
    assert f"plywood of {number(top.thickness)} mm, {number(size.width)} x {number(size.height)} mm" in GUIDE
    budget = next(
        line.split(" | ")
        for line in (HW / "budget.md").read_text().splitlines()
        if line.startswith("| node columns")
    )
    assert f"It takes {budget[5]} mA while one field is on, and {budget[6]} if a fault" in " ".join(
        GUIDE.split()
    )


def test_costs_are_those_of_the_parts() -> None:
    rows = re.findall(
        r"^\| \d+ \| .* \| (\w+) \| [\d.]+ \| ([\d.]+) \|$", (HW / "parts.md").read_text(), re.M
    )
    cards = sum(float(cost) for where, cost in rows if where == "cards")
    electronics = sum(float(cost) for where, cost in rows if where != "cards")
    said = f"some {electronics:.0f} euros of electronics, and {cards:.0f} of tags and sleeves"
    assert said in " ".join(GUIDE.split())
