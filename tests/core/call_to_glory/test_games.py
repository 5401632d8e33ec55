"""Whole games with full knowledge: golden outcomes of fixed seeds, for each number of players and each variant.

The golden file is never made again by a plain test run. After an intended change of the rules or the catalogue: set
SIGNIFER_NEW_GOLDEN=1, run this file, and say in the commit why games go otherwise now. CI refuses the variable.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path

import pytest
from signifer_core.games.call_to_glory import notation
from signifer_core.games.call_to_glory.state import VARIANTS

from .states import RULES, played

GOLDEN = Path(__file__).parent / "golden" / "call_to_glory_games.json"
WAYS = [(players, variant) for players in (2, 3, 4) for variant in VARIANTS]
GAMES = 4 * len(WAYS)
RENEW = "SIGNIFER_NEW_GOLDEN"
HOW = f"If the change is meant: {RENEW}=1 pytest {Path(__file__).name}, and say why in the commit."

# Winner, players, variant, turns, each player's points; a hash of the record's notation.
Outcome = list[str | int | list[int]]


def outcome(seed: int) -> Outcome:
    """How the random game of a seed goes; the seeds go through the ways to play in turn."""
    players, variant = WAYS[seed % len(WAYS)]
    record = hashlib.sha256()
    for action, state in played(random.Random(seed), RULES.new_game(players, variant)):  # noqa: B007
        record.update(f"{notation(action)}\n".encode() if action else b"")
    totals = list(state.totals())
    return [RULES.outcome(state) or "-", players, variant, state.turn, totals, record.hexdigest()[:12]]


def golden() -> list[Outcome]:
    """The outcomes found good, in the order of their seeds from 0 on."""
    found: list[Outcome] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_random_games_go_as_they_went() -> None:
    if os.environ.get(RENEW):
        assert not os.environ.get("CI"), "CI makes no golden games"
        lines = ",\n".join(json.dumps(outcome(seed)) for seed in range(GAMES))
        GOLDEN.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    expected = golden()
    assert len(expected) == GAMES
    for seed, game in enumerate(expected):
        assert outcome(seed) == game, f"the game of seed {seed} goes otherwise now. {HOW}"


def test_the_golden_games_are_won_by_the_highest_total_in_every_way_to_play() -> None:
    games = golden()
    assert {(game[1], game[2]) for game in games} == set(WAYS)
    for winners, players, _, _, totals, _ in games:
        assert isinstance(totals, list)
        assert len(totals) == players
        assert {totals[int(seat) - 1] for seat in str(winners).split()} == {max(totals)}
    assert {game[0] for game in games} >= {"1", "2", "3", "4"}
