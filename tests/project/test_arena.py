"""The arena: duplicate deals, told again by their seed, and how sure a rate is."""

from __future__ import annotations

import pytest
import typer
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from typer.testing import CliRunner

from benchmarks.arena import Standing, arena, game, pairs
from tests.sweeps import often

RULES = FieldOfGlory(standard_deck())


def points(first: str, second: str, number: int, seed: int = 1) -> tuple[float, ...]:
    return tuple(won for _, won in zip(range(number), pairs(first, second, seed), strict=False))


def test_equal_players_share_each_pair() -> None:
    """The same deal, and the same chance: whoever wins the first game as red loses the second one as blue."""
    assert points("thumb", "thumb", 20) == (1.0,) * 20
    assert points("search:3", "search:3", 2) == (1.0,) * 2


def test_the_same_seed_plays_the_same_games() -> None:
    assert points("thumb", "random", 12) == points("thumb", "random", 12)
    assert points("thumb", "random", 12)[4:] == points("thumb", "random", 8, seed=5)
    assert {game(RULES, {"red": "thumb", "blue": "thumb"}, seed) for seed in range(12)} >= {0.0, 1.0}


def test_rules_of_thumb_beat_chance_and_the_search_beats_them() -> None:
    assert Standing(points("thumb", "random", 40)).rate > 0.75
    assert Standing(points("search:10", "thumb", often(2, 20))).rate >= 0.5


def test_a_rate_is_as_sure_as_so_many_games_make_it() -> None:
    """Wilson's interval of 50 of 100, and of 10 of 10, by the book."""
    assert Standing((1.0,) * 100).interval == pytest.approx((0.4038, 0.5962), abs=0.0005)
    assert Standing((2.0,) * 10).interval == pytest.approx((0.7225, 1.0), abs=0.0005)
    assert str(Standing((2.0, 1.0, 0.0, 1.0))) == "50.0% (15.0% to 85.0%) of 4 pairs"


def test_the_command_says_what_came_of_it() -> None:
    app = typer.Typer()
    app.command()(arena)
    told = CliRunner().invoke(app, ["thumb", "random", "--pairs", "3"])
    assert told.exit_code == 0
    assert told.output.strip().startswith("thumb against random: ")
    assert told.output.strip().endswith("of 3 pairs")
    wrong = CliRunner().invoke(app, ["thumb", "search:much"])
    assert wrong.exit_code == 2
    assert "no player is called" in wrong.output
