"""Whole games of Dark Age Arena by robots, the referee fed layouts in which the lower cards of piles are silent: at
every step belief, table and the world's account agree.

Measured in processor time of one busy core: 0.5 s a game; all 300 of the soak take three minutes.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from signifer_core.games.dark_age_arena.deck import TRAINING, both_texts, training
from signifer_firmware.games.dark_age_arena.core import DarkAgeArenaBundle
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.games.dark_age_arena.robots.slips import DarkAgeArenaClumsy

from tests.firmware.games.dark_age_arena.robots import DeepBoard, clumsy_of, play

SCRIPTS = Path(__file__).parents[3] / "scripts"
# Games in which almost each slip comes, with each reason that it can earn.
SHARE = (2, 8, 10)
GAMES, CHUNK = 300, 50
# What the table says to what hands do wrong on purpose: reasons of the rules and of the procedure, and prompts.
CODES = {
    *(
        "wrong-phase",
        "one-draft",
        "card-elsewhere",
        "wrong-side",
        "not-your-turn",
        "cannot-move",
        "no-fighter",
    ),
    *("no-such-gesture", "one-card", "no-marker", "bid-too-high", "no-target", "at-limit", "too-many"),
    *("not-enough", "solitary-alone", "wrong-column", "no-room", "column-full", "same-equipment", "in-play"),
    *("supply-there", "pillaged"),
}
# Slips that need a moment which seldom comes, each in a game of which it is the only one.
RARE = {
    DarkAgeArenaClumsy._unique: 35,
    DarkAgeArenaClumsy._two_alone: 1,
}
WORDS = {
    *(
        "artifact",
        "keep",
        "reject",
        "discard",
        "enlist",
        "rolled",
        "pay",
        "give-up",
        "marker",
        "exchange",
        "bid",
    ),
    *(
        "attach",
        "lay",
        "play",
        "done",
        "declare",
        "muster",
        "alone",
        "bluff",
        "target",
        "assign",
        "aim",
        "pair",
    ),
    *("assist", "move", "buy"),
}


def mixed(seed: int) -> DarkAgeArenaClumsy | None:
    """The hands of a game: careful in one of four, clumsy in all others."""
    rate = random.Random(seed).choice((0.0, 0.05, 0.1, 0.3))
    return clumsy_of(seed, rate=rate) if rate else None


def whim_of(seed: int) -> float | None:
    """In one game of five the robots do anything legal."""
    return 1.0 if seed % 5 == 1 else None


def words_of(board: DeepBoard) -> set[str]:
    return {str(body).split()[0] for kind, body in board.journal if kind in ("gesture", "action")}


def test_careful_robots_play_whole_games() -> None:
    match, _ = play(0)
    state = match.state
    assert max(state.red.score, state.blue.score) >= 10


@pytest.mark.slow
def test_clumsy_robots_play_whole_games_and_the_table_agrees_with_the_world() -> None:
    """A share of the games; all are in the soak. Each slip comes, and each reason that it can earn."""
    slips: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    words: set[str] = set()
    hands = [(seed, clumsy_of(seed, rate=0.7)) for seed in SHARE]
    hands += [(seed, clumsy_of(seed, rate=1.0, kinds=(slip,))) for slip, seed in RARE.items()]
    for seed, clumsy in hands:
        _, board = play(seed, clumsy, whim=whim_of(seed))
        slips += clumsy.slips
        codes += clumsy.codes
        words |= words_of(board)
    assert {slip.__name__.strip("_") for slip in DarkAgeArenaClumsy.every} <= set(slips)
    assert set(codes) >= CODES
    assert words >= WORDS


@pytest.mark.slow
def test_the_worst_layouts_come_back_by_doing_as_told_in_two_steps_a_card() -> None:
    """`Match.follow` raises if it takes more; what it is tried on is bad indeed."""
    clumsy = clumsy_of(1004, rate=0.4, mess=24)
    play(1004, clumsy)
    wrong, steps = clumsy.worst
    assert wrong >= 10
    assert steps <= 2 * wrong


@pytest.mark.slow
def test_one_seed_gives_one_game() -> None:
    journals = [play(7, clumsy_of(7))[1].journal for _ in range(2)]
    assert journals[0] == journals[1]


def own_decks(number: int) -> DarkAgeArenaBundle:
    """The decks that scripts bring, with tasks, wounds, questions, notes: against each other, and against those that
    are shipped."""
    wolves, hawks = (
        (SCRIPTS / f"da-{name}.toml").read_text(encoding="utf-8") for name in ("wolves", "hawks")
    )
    iron, ash = (training(name).text for name in TRAINING)
    return GAME.bundle(both_texts(*((wolves, hawks), (wolves, ash), (iron, wolves))[number % 3]))


@pytest.mark.slow
def test_decks_of_ones_own_are_played_as_well() -> None:
    words: set[str] = set()
    for seed in range(2):
        _, board = play(seed, clumsy_of(seed), bundle=own_decks(seed))
        words |= words_of(board)
    assert words >= {"judge", "play"}


@pytest.mark.soak
def test_many_games_with_decks_of_ones_own() -> None:
    for seed in range(60):
        play(seed, mixed(seed), whim=whim_of(seed), bundle=own_decks(seed))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_three_hundred_games_to_their_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        play(seed, mixed(seed), whim=whim_of(seed))
