"""Whole games of Thermopyles by robots, the referee fed layouts: at every step belief, table and the world's account
agree.

Measured in processor time of one busy core: 0.04 s a game with clumsy hands; all 500 take 19 s.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from signifer_core.presses import Button, Press
from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch
from signifer_firmware.games.thermopyles.robots.slips import ThermopylesClumsy
from signifer_firmware.simulation.robots.board import HandsError

from tests.firmware.games.thermopyles.played import play
from tests.firmware.games.thermopyles.robots import BUNDLE, ROBOT, RULES, clumsy_of
from tests.firmware.simulation.robot_board import RefereeBoard

SHARE, GAMES, MANY_GAMES, CHUNK = 50, 500, 10_500, 500
# What the table says to what hands do wrong on purpose: reasons of the rules and of the procedure, and prompts.
CODES = {
    *(
        "wrong-phase",
        "card-elsewhere",
        "card-stays",
        "wrong-column",
        "wrong-side",
        "column-full",
        "not-for-pad",
    ),
    *("annihilated", "only-repelled", "not-met", "support-spent", "laid-for-combat", "no-spartan"),
    *("hand-limit", "no-such-player", "not-your-turn", "say-players", "hold-to-retreat"),
}
WORDS = {
    *("players", "approach", "charge", "support", "engage", "rolled", "repel", "bury"),
    *("retreat", "draw", "decline", "discard"),
}


def test_careful_robots_play_whole_games() -> None:
    for seed in range(10):
        play(seed)


class Swallowing(RefereeBoard):
    """Hears the dice button once, and never again."""

    deaf = False

    def press(self, press: Press) -> None:
        if press.button == Button.DICE and self.deaf:
            return
        super().press(press)
        self.deaf = press.button == Button.DICE or self.deaf


def test_a_die_that_fell_before_is_not_taken_for_one_that_the_table_did_not_hear_of() -> None:
    rng = random.Random(0)
    deal = ROBOT.deal(BUNDLE, rng)
    match = ThermopylesMatch(Swallowing(rng, BUNDLE.unnamed), deal, RULES, rng)
    with pytest.raises(HandsError, match="no dice have fallen"):
        match.play()
    assert match.state.fight == match.table.state.fight


@pytest.mark.slow
def test_clumsy_robots_play_whole_games_and_the_table_agrees_with_the_world() -> None:
    """A share of the games; all five hundred are in the soak. Each slip comes, and each reason that it can earn."""
    slips: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    words: set[str] = set()
    for seed in range(SHARE):
        clumsy = clumsy_of(seed, rate=0.2)
        match, board = play(seed, clumsy)
        slips += clumsy.slips
        codes += clumsy.codes
        words |= {str(body).split()[0] for kind, body in board.journal if kind in ("gesture", "action")}
        assert len(match.state.hands) == match.players
    assert {slip.__name__.strip("_") for slip in ThermopylesClumsy.every} <= set(slips)
    assert set(codes) >= CODES
    assert words == WORDS


@pytest.mark.slow
def test_the_worst_layouts_come_back_by_doing_as_told_in_two_steps_a_card() -> None:
    """`Match.follow` raises if it takes more; what it is tried on is bad indeed."""
    worst = (0, 0)
    for seed in range(1000, 1015):
        clumsy = clumsy_of(seed, rate=0.4, mess=24)
        play(seed, clumsy)
        worst = max(worst, clumsy.worst)
    wrong, steps = worst
    assert wrong >= 10
    assert steps <= 2 * wrong


def test_one_seed_gives_one_game() -> None:
    journals = [play(7, clumsy_of(7))[1].journal for _ in range(2)]
    assert journals[0] == journals[1]


@pytest.mark.soak
def test_clumsy_robots_play_five_hundred_games() -> None:
    for seed in range(SHARE, GAMES):
        play(seed, clumsy_of(seed, rate=0.2))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(GAMES, MANY_GAMES, CHUNK))
def test_clumsy_robots_play_many_games(first: int) -> None:
    for seed in range(first, first + CHUNK):
        play(seed, clumsy_of(seed))
