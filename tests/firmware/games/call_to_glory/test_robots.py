"""Whole games of Call to Glory by robots, the referee fed layouts: at every step belief, table and the world's account
agree.

Measured in processor time of one busy core: 0.6 s a game; all 2,400 of the soak take some 25 minutes (reckoned).
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import VARIANTS
from signifer_core.search import Thought
from signifer_firmware.games.call_to_glory.robots.slips import CallToGloryClumsy
from signifer_firmware.simulation.robots.match import Decision, Match
from signifer_firmware.simulation.robots.slips import Clumsy

from tests.firmware.games.call_to_glory.played import play
from tests.firmware.games.call_to_glory.robots import BUNDLE, ROBOT, clumsy_of
from tests.firmware.simulation.robot_board import RefereeBoard
from tests.sweeps import often

# Seeds with two players, three and four, with each variant, and with robots that do anything legal.
SHARE = (1, 2, 3, 7, 8)
GAMES, CHUNK = 200, 50
WAYS = list(product((2, 3, 4), VARIANTS))
# What the table says to what hands do wrong on purpose: reasons of the rules and of the procedure, and prompts.
CODES = {
    *("mixed-kinds", "too-few", "not-your-turn", "wrong-phase", "wrong-side", "one-card", "wrong-pile"),
    *("same-pile", "not-top", "nothing-drawn", "cannot-move", "card-elsewhere", "count-wrong", "no-figure"),
    *("no-target", "not-held", "no-such-gesture", "lay-or-discard"),
}
WORDS = {
    *("players", "starter", "rolled", "deal", "draw", "take", "lay", "discard", "displace", "strike"),
    *("remove", "emptied", "reveal", "proceed"),
}


def mixed(seed: int) -> CallToGloryClumsy | None:
    """The hands of a game: careful in one of four, clumsy in all others."""
    rate = random.Random(seed).choice((0.0, 0.05, 0.1, 0.3))
    return clumsy_of(seed, rate=rate) if rate else None


def whim_of(seed: int) -> float | None:
    """In one game of five the robots do anything legal."""
    return 1.0 if seed % 5 == 1 else None


def test_careful_robots_play_whole_games() -> None:
    play(0, players=2, variant="none")


@pytest.mark.slow
def test_clumsy_robots_play_whole_games_and_the_table_agrees_with_the_world() -> None:
    """A share of the games; all are in the soak. Each slip comes, and each reason that it can earn."""
    slips: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    words: set[str] = set()
    for seed in SHARE:
        players, variant = WAYS[seed % len(WAYS)]
        clumsy = clumsy_of(seed, rate=0.3)
        _, board = play(seed, clumsy, players=players, variant=variant, whim=whim_of(seed))
        slips += clumsy.slips
        codes += clumsy.codes
        words |= {str(body).split()[0] for kind, body in board.journal if kind in ("gesture", "action")}
    for rare in (CallToGloryClumsy._empty_again, CallToGloryClumsy._wrong_set):
        clumsy = clumsy_of(0, rate=1.0, kinds=(rare,))
        play(0, clumsy, players=2, variant="figures", whim=1.0)
        slips += clumsy.slips
    assert {slip.__name__.strip("_") for slip in CallToGloryClumsy.every} <= set(slips)
    assert set(codes) >= CODES
    assert words >= WORDS


@pytest.mark.slow
def test_the_worst_layouts_come_back_by_doing_as_told_in_two_steps_a_card() -> None:
    """`Match.follow` raises if it takes more; what it is tried on is bad indeed."""
    worst = (0, 0)
    for seed in range(often(1003, 1000), 1004):
        clumsy = clumsy_of(seed, rate=0.4, mess=24)
        play(seed, clumsy, players=2)
        worst = max(worst, clumsy.worst)
    wrong, steps = worst
    assert wrong >= 10
    assert steps <= 2 * wrong


@pytest.mark.slow
def test_one_seed_gives_one_game() -> None:
    journals = [play(7, clumsy_of(7), players=2)[1].journal for _ in range(2)]
    assert journals[0] == journals[1]


def test_each_of_two_draws_is_told_with_its_own_gesture() -> None:
    """Both are thought about before hands lift the first card."""
    rng = random.Random(4)
    first: dict[int, tuple[Thought[Decision[object]], str]] = {}

    def see(match: Match, text: str) -> None:
        for thought in match.thoughts:
            first.setdefault(id(thought), (thought, text))

    deal = ROBOT.deal(BUNDLE, rng, level=1)
    match = ROBOT.match(BUNDLE, RefereeBoard(random.Random(4), BUNDLE.unnamed), deal, rng, level=1, watch=see)
    while not any(isinstance(thought.move[0], act.Take) for thought, _ in first.values()):
        match.step()
    match.step()
    told = [(type(thought.move[0]), text.split()[0]) for thought, text in first.values()]
    one_press = [(act.Draw, "press")] * 2
    assert all(draw == "take" for kind, draw in told if kind is act.Take)
    assert all(draw == "press" for kind, draw in told if kind is act.Draw)
    assert told[:2] == one_press
    at = told.index((act.Take, "take"))
    assert told[at + 1][0] in (act.Take, act.Draw)


@pytest.mark.slow
def test_equal_cards_that_change_places_on_the_pads_are_changed_back() -> None:
    """Lifted one after the other they are drawn, and the record calls each by the other's name."""
    play(1, clumsy_of(1, rate=1.0, kinds=(Clumsy._swap,)), players=2, whim=1.0)


@pytest.mark.slow
def test_while_a_figure_waits_for_its_card_nobody_says_ok_to_a_displaced_set() -> None:
    """It lies on its pad already, and counts together with that card."""
    play(11, mixed(11), players=2, variant="both", whim=1.0)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "variant"), WAYS)
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_two_hundred_games_for_each_number_of_players_and_each_variant(
    players: int, variant: str, first: int
) -> None:
    for seed in range(first, first + CHUNK):
        play(seed, mixed(seed), players=players, variant=variant, whim=whim_of(seed))
