"""The arena: duplicate deals, told again by their seed, and how sure a rate is."""

from __future__ import annotations

import pytest
import typer
from signifer_firmware.simulation.robots.thinking import Level
from typer.testing import CliRunner

from benchmarks.arena import Standing, arena, game, level_of, pairs
from benchmarks.contests import CONTESTS
from tests.sweeps import often

GAME = "field-of-glory"


def points(first: str, second: str, number: int, seed: int = 1, name: str = GAME) -> tuple[float, ...]:
    played = pairs(CONTESTS[name](), first, second, seed)
    return tuple(won for _, won in zip(range(number), played, strict=False))


def test_equal_players_share_each_pair() -> None:
    """The same deal, and the same chance: whoever wins the first game as red loses the second one as blue."""
    assert points("thumb", "thumb", 20) == (1.0,) * 20
    assert points("search:3/1/0.5", "search:3/1/0.5", 2) == (1.0,) * 2


@pytest.mark.parametrize("name", sorted(CONTESTS))
def test_each_game_has_a_contest(name: str) -> None:
    assert points("thumb", "thumb", 2, name=name) == (1.0,) * 2
    played = [
        game(CONTESTS[name](), dict.fromkeys(CONTESTS[name].players, "random"), seed) for seed in (1, 2)
    ]
    assert all(0 <= won <= 1 for each in played for won in each.values())


def test_a_level_is_one_of_the_game_or_said_by_its_figures() -> None:
    contest = CONTESTS[GAME]()
    assert level_of(contest, "level:5") == contest.ladder[4]
    assert level_of(contest, "search:20/1.5/0.3") == Level(20, 1.5, 0.3)
    assert level_of(contest, "search:0.5s") is None
    with pytest.raises(ValueError, match="5 levels"):
        level_of(contest, "level:6")


def test_the_same_seed_plays_the_same_games() -> None:
    assert points("thumb", "random", 12) == points("thumb", "random", 12)
    assert points("thumb", "random", 12)[4:] == points("thumb", "random", 8, seed=5)
    both = {"red": "thumb", "blue": "thumb"}
    assert {game(CONTESTS[GAME](), both, seed)["red"] for seed in range(12)} >= {0.0, 1.0}


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
