"""The plug is pulled in the middle of the start, as hands move, and as the record is written: nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.session import journal

from tests.hil.tables import running

LAID = {"3 red": "red/spear-1", "2 red": "red/pike-1"}


def _lying(run: object, rows: str = "") -> dict[str, str]:
    return {str(zone): card for zone, card in run.appliance.keeper.seen.items()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("again", ["0.001", "0.03 0.08", "0.2 0.01 0.5", "0.6"])
def test_in_the_middle_of_the_start_nothing_is_lost(again: str, tmp_path: Path) -> None:
    """Before all readers were heard, and again before they were."""
    rows = f"begin actions\nput spear-1 3 red\nput pike-1 2 red\npower cut again after {again}\n"
    with running(tmp_path, rows) as run:
        assert _lying(run) == LAID
        assert not run.appliance.keeper.outlook.corrections
        assert not run.appliance.keeper.outlook.faults


@pytest.mark.parametrize("moment", ["write", "commit", "copy", "done"])
def test_as_the_record_is_written_it_is_there_once_or_done_again(moment: str, tmp_path: Path) -> None:
    rows = f"begin actions\nput spear-1 3 red\npower cut at {moment}\nput pike-1 2 red\n"
    with running(tmp_path, rows, table="direct") as run:
        assert _lying(run) == LAID
        said = [str(entry.body) for entry in run.appliance.game_so_far() if entry.kind in journal.DECISIONS]
        assert sum("place red/pike-1 2" in body for body in said) == 1
        assert not run.appliance.keeper.outlook.corrections


def test_what_is_lifted_as_the_record_of_it_is_written_is_asked_back(tmp_path: Path) -> None:
    """Nobody knows whether a hand has meant it."""
    rows = "begin actions\nput spear-1 3 red\npower cut at commit\ntake red/spear-1\n"
    with running(tmp_path, rows, table="direct") as run:
        fixes = [(fix.verb, fix.card, fix.zone) for fix in run.appliance.keeper.outlook.corrections]
        assert fixes == [("put", "red/spear-1", Zone("3", "red"))]


def test_as_hands_move_what_lies_there_then_counts(tmp_path: Path) -> None:
    rows = "begin actions\ntogether\nput spear-1 3 red\nput pike-1 2 red\npower cut\nend\n"
    with running(tmp_path, rows, table="direct") as run:
        assert _lying(run) == LAID
