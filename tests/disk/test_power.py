"""The power goes after any call to the disk: a table knows all that was acknowledged, and so does each file alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MissingTool
from tests.disk.failing import Evenings, compiler, room
from tests.disk.power import Call, cut, recorded

CUTS = 10_000


@pytest.fixture(scope="module")
def place(missing_tool_of_module: type[MissingTool]) -> Iterator[Path]:
    if compiler() is None:
        missing_tool_of_module("a C compiler on Linux (apt-get install gcc libc6-dev)")
    with room() as folder:
        (folder / "cut").mkdir()
        yield folder


@pytest.fixture(scope="module")
def evenings(place: Path) -> Iterator[Evenings]:
    found = Evenings(place)
    yield found
    found.close()


@pytest.fixture(scope="module")
def calls(evenings: Evenings, place: Path) -> list[Call]:
    return recorded(evenings, place)


def test_ten_thousand_power_cuts_lose_nothing(calls: list[Call], place: Path) -> None:
    result = cut(calls, place / "cut", CUTS, seed=1)
    assert result.wrong == []
    assert result.cuts == CUTS
    assert result.distinct > 500


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_power_cuts(seed: int, calls: list[Call], place: Path) -> None:
    assert cut(calls, place / "cut", CUTS, seed).wrong == []


def after_a_failed_sync(number: int, evenings: Evenings, place: Path, cuts: int) -> None:
    calls = recorded(evenings, place, number)
    assert sum(call.kind == "F" for call in calls) == 1, "it failed, and was not tried in vain"
    assert cut(calls, place / "cut", cuts, number).wrong == []


def test_power_cuts_after_a_sync_that_failed(evenings: Evenings, place: Path) -> None:
    """The first one keeps SQLite from its log, and it goes on with a journal, without a word."""
    after_a_failed_sync(1, evenings, place, 200)


@pytest.mark.soak
def test_power_cuts_after_any_sync_that_failed(evenings: Evenings, place: Path) -> None:
    syncs = evenings.calls("sync")
    for number in range(1, syncs + 1):
        after_a_failed_sync(number, evenings, place, CUTS // syncs)


@pytest.mark.parametrize("lying", ["table.sqlite-wal", "table.sqlite-copy", ""])
def test_a_disk_that_confirms_syncs_without_doing_them_is_found_out(
    lying: str, calls: list[Call], place: Path
) -> None:
    """Of a file, or of the folder: what is promised does stand on each of these."""
    opened = {call.file for call in calls if call.kind in "OT" and call.content.decode() == lying}
    honest = [call for call in calls if call.kind != "S" or call.file not in opened]
    assert cut(honest, place / "cut", 100, seed=1).wrong
