"""Whole games of two robots from the empty table, the referee fed layouts: at every step belief, table and the world's
account agree.

Measured in processor time of one laptop core: 0.06 s a game with careful hands, 0.07 s with clumsy ones. So the 500
games take 33 s, and the 20,000 of the soak about 20 minutes (reckoned from that).
"""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.early import EARLY
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.board import HandsError

from tests.firmware.simulation.robot_board import RULES, RefereeBoard
from tests.firmware.simulation.robot_checks import check_account, check_lying
from tests.sweeps import often, shared_out

GAMES, CHUNK, MANY_GAMES, MANY_CHUNK = 500, 25, 20_000, 500
SHOWN = 12


def play(seed: int, clumsy: FieldOfGloryClumsy | None = None) -> tuple[FieldOfGloryMatch, RefereeBoard]:
    """One game to its end, in which everything is checked after each gesture and each decision."""
    rng = random.Random(seed)
    game = deal(RULES, rng)
    board = RefereeBoard(random.Random(rng.getrandbits(64)))
    last: deque[str] = deque(maxlen=SHOWN)

    def watch(match: FieldOfGloryMatch, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match)

    match = FieldOfGloryMatch(board, game, RULES, rng, slips=clumsy, after=check_account, watch=watch)
    try:
        while match.board.table.state.step in SET_UP:
            match.step()
            assert board.replayed() == board.table
        winner = match.play()
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    table, replayed = board.table, board.replayed()
    assert winner is not None, f"game {seed} has no end"
    assert table.state.winner == winner
    assert replayed == table
    return match, board


def clumsy_of(seed: int, **how: float) -> FieldOfGloryClumsy:
    return FieldOfGloryClumsy(random.Random(~seed), **how)  # type: ignore[arg-type]


@pytest.mark.slow
def test_careful_robots_play_whole_games_and_the_table_agrees_with_the_world() -> None:
    for seed in range(often(8, 20)):
        play(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", shared_out(range(0, GAMES, CHUNK), 1))
def test_clumsy_robots_play_whole_games_and_the_table_agrees_with_the_world(first: int) -> None:
    slips: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        clumsy = clumsy_of(seed)
        play(seed, clumsy)
        slips += clumsy.slips
    assert {slip.__name__.strip("_") for slip in FieldOfGloryClumsy.every} <= set(slips)


@pytest.mark.slow
@pytest.mark.parametrize("games", shared_out([12, 40], 1))
def test_the_worst_layouts_come_back_by_doing_as_told_in_two_steps_a_card(games: int) -> None:
    """`FieldOfGloryMatch.follow` raises if it takes more; what it is tried on is bad indeed."""
    worst = (0, 0)
    slips: Counter[str] = Counter()
    for seed in range(games):
        clumsy = clumsy_of(seed, rate=0.4, mess=24)
        play(seed, clumsy)
        worst = max(worst, clumsy.worst)
        slips += clumsy.slips
    wrong, steps = worst
    assert wrong >= 12
    assert steps <= 2 * wrong
    assert {slip.__name__ for slip in EARLY} <= set(slips)


@pytest.mark.slow
@pytest.mark.parametrize("games", shared_out([12, 60], 1))
def test_the_robots_games_come_to_everything_that_the_procedure_knows(games: int) -> None:
    """Every action of the rules but those that only full knowledge has; and each way to set a game up."""
    words: set[str] = set()
    ways: Counter[str] = Counter()
    for seed in range(games):
        match, board = play(seed, clumsy_of(seed))
        ways |= match.opening.ways
        words |= {str(body).split()[0] for kind, body in board.journal if kind in ("gesture", "action")}
    assert words == {
        *("ready", "terrain", "first"),
        *("advance", "discard", "end-flank", "flank-attack", "attack", "lead", "overlap"),
        *("take-back", "restore", "place", "pay", "settle", "reserves", "end-actions"),
        *("draw", "discard-to-draw", "discard-down", "bonus-from-hand", "bonus-from-deck"),
        *("retreat", "end-retreat", "reveal", "rampage", "shuffle"),
    }
    assert set(ways) == {"lay", "ok", "lift", "next", "undone", "agreed", "rolled", "equal"}


def test_one_seed_gives_one_game() -> None:
    journals = [play(7, clumsy_of(7))[1].journal for _ in range(2)]
    assert journals[0] == journals[1]


def test_a_card_laid_back_by_mistake_is_lifted_again_where_no_undo_leads_back() -> None:
    """The card that was discarded just before, which takes the discard back; behind it a bonus card was shown."""
    play(704, clumsy_of(704))


@pytest.mark.parametrize("seed", [10221, 10637])
def test_a_mess_of_equal_cards_comes_right_where_no_undo_leads_back(seed: int) -> None:
    """A card laid once more is the last of those to be paid, which means nothing; and where one of two equal cards is
    asked back, the other that lay there before is laid."""
    play(seed, clumsy_of(seed))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(GAMES, GAMES + MANY_GAMES, MANY_CHUNK))
def test_clumsy_robots_play_many_games(first: int) -> None:
    for seed in range(first, first + MANY_CHUNK):
        play(seed, clumsy_of(seed))
