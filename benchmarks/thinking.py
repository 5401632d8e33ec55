"""What a decision of a game's top level costs, and on boards: processor time by the factor of `hand_to_eye`, beside the
time after which a robot is told to stop."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from signifer_firmware.simulation.robots.thinking import Thinker
from signifer_firmware.web.virtual.adviser import MOST_US

from .arena import playing
from .contests import CONTESTS, Contest
from .figures import Effort, Figure, percentile
from .hand_to_eye import PI_4_S, ZERO_2_W_S, slower

PART = "thinking"
SEED = 3
# So many decisions of one game are thought about, at the most.
OF_A_GAME = 12


def figures(effort: Effort) -> list[Figure]:
    """For each game the time within which 19 of 20 decisions are made. Both boards keep within the limit."""
    rows: list[Figure] = []
    for name, contest in CONTESTS.items():
        factor, us = slower(), list(_taken(contest(), effort.lays))
        for board, times in (("a Pi 4", factor * PI_4_S / ZERO_2_W_S), ("a Zero 2 W", factor)):
            what = f"{name}: a decision of the top level, on {board}, p95"
            rows.append(
                Figure(PART, what, "us", times * percentile(us, 95), "told to stop", MOST_US, wall=True)
            )
    return rows


def _taken(contest: Contest, number: int) -> Iterator[int]:
    """The processor time of so many decisions of games by rules of thumb."""
    thinker: Thinker[Any, Any] = Thinker(contest.plans())
    level, seed = contest.ladder[-1], SEED
    while number > 0:
        views = _views(contest, seed)
        for view in random.Random(seed).sample(views, min(OF_A_GAME, len(views), number)):
            start_ns = time.thread_time_ns()
            thinker.decide(view, seed, level)
            yield (time.thread_time_ns() - start_ns) // 1000
            number -= 1
        seed += 1


def _views(contest: Contest, seed: int) -> list[Any]:
    """What players saw who had something to choose."""
    rules, plans, state = contest.rules, contest.plans(), contest.begun(seed, frozenset())
    minds = {player: playing(contest, "thumb", player, random.Random(player)) for player in contest.players}
    views: list[Any] = []
    while rules.outcome(state) is None and state.turn <= contest.most_turns:
        if (action := contest.happens(state, seed)) is not None:
            state = rules.apply(state, action)
            continue
        mover = contest.mover(state)
        view = rules.view(state, mover)
        if plans.mover(state) is not None and len(plans.moves(view)) > 1:
            views.append(view)
        for each in minds[contest.player(mover)](view):
            state = rules.apply(state, each)
    return views
