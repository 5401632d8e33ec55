"""Whole games of Call to Glory by robots, the referee fed layouts: at every step belief, table and the world's account
agree."""

from __future__ import annotations

from tests.firmware.games.call_to_glory.played import play


def test_careful_robots_play_whole_games() -> None:
    for seed in range(4):
        play(seed)
