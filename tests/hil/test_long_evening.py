"""Game after game at one table: what the process and its files take stays what it was. `make soak` has a whole day
of it, `python -m benchmarks.evening` draws one (docs/record.md)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.runtime import flight_recorder

from benchmarks.evening import HOUR_US, Evening, Sample, samples

# What the flight recorder may be over its limit: the lines of one game.
SLACK_KB = 300


def check(first: Sample, last: Sample) -> None:
    """Handles and threads are as many, and the recorder keeps within its bounds."""
    assert (last.handles, last.threads) == (first.handles, first.threads)
    assert last.flight_kb < flight_recorder.LIMIT / 1000 + SLACK_KB


@pytest.mark.slow
def test_games_one_after_the_other_leave_nothing_behind(tmp_path: Path) -> None:
    """Their beginnings, hours apart, the plug pulled once; cards are cleared away by the armful."""
    evening = Evening("direct", tmp_path, 3, decisions=5)
    found = []
    try:
        for number in range(6):
            evening.game()
            if number == 1:
                evening.board.power_cut()
                evening.board.rest()
            evening.idle(evening.now_us + HOUR_US)
            evening.board.put("red/spear-1", Zone("3", "red"))
            evening.board.rest()
            assert evening.board.corrections, "the readers go on after hours"
            evening.board.take("red/spear-1")
            evening.board.rest()
            found.append(evening.sample())
    finally:
        evening.close()
    check(found[1], found[-1])
    assert found[-1].hours > 6
    # What is kept of a game, and what caches still take in.
    assert max(after.blocks - before.blocks for before, after in pairwise(found[2:])) < 3_000
    assert max(after.store_kb - before.store_kb for before, after in pairwise(found)) < 400


@pytest.mark.soak
def test_a_day_of_games_leaves_memory_and_files_as_they_are(tmp_path: Path) -> None:
    found = list(samples("direct", 24.0, tmp_path))
    check(found[4], found[-1])
    half = found[len(found) // 2]
    assert found[-1].rss_mb < 1.05 * half.rss_mb
    whole = [one for one in found if one.games > 200]
    # SQLite's log comes and goes; what the file holds stays.
    assert max(one.store_kb for one in whole) < 1.2 * max(one.store_kb for one in found[:-20])
