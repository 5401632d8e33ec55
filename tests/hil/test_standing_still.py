"""A program that gets no processor for a while: nothing is lost, nobody is taken for broken, and hands are believed."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.session.events import News

from tests.hil.tables import codes, running

STOOD_S = (0.2, 0.9, 2, 3.5, 5)


@pytest.mark.parametrize("table", ["direct", "standard"])
def test_no_part_is_taken_for_broken(table: str, tmp_path: Path) -> None:
    news: list[News] = []
    stalls = "\n".join(f"wait 0.{number}\nstall {stood}" for number, stood in enumerate(STOOD_S, 1))
    with running(tmp_path, f"begin actions\nput spear-1 3 red\n{stalls}\n", news, table) as run:
        assert [each.what for each in news if each.kind == "fault"] == []
        assert run.appliance.keeper.seen[Zone("3", "red")] == ("red/spear-1",)


HANDS = """begin actions
put spear-1 3 red
put pike-1 2 red
together
    stall 3
    brush red/heavy-infantry-1 1 red for 0.9
    put light-infantry-1 4 red
    take red/pike-1
end
"""


@pytest.mark.parametrize("table", ["direct", "standard"])
def test_what_hands_do_meanwhile_counts_as_it_lies_then(table: str, tmp_path: Path) -> None:
    """A card that passed is gone as if it never was there."""
    with running(tmp_path, HANDS, table=table) as run:
        seen = {str(zone): card for zone, card in run.appliance.keeper.seen.items()}
        assert seen == {"3 red": "red/spear-1", "4 red": "red/light-infantry-1"}
        assert not run.appliance.keeper.outlook.corrections


def test_a_press_meanwhile_is_answered(tmp_path: Path) -> None:
    rows = "begin actions\nput spear-1 3 red\ntogether\n    stall 2\n    press ok red\nend\n"
    with running(tmp_path, rows, table="direct") as run:
        assert codes(run) == {("not-enough", "red")}
