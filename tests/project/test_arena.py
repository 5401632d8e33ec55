"""The arena: duplicate deals, told again by their seed, and how sure a rate is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from signifer_firmware.simulation.robots.thinking import Level
from typer.testing import CliRunner

from benchmarks.arena import Standing, arena, game, level_of, pairs, what
from benchmarks.contests import CONTESTS, Contest
from benchmarks.ladder import fought, intervals, ratings, steps
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


def test_pairs_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, file = typer.Typer(), tmp_path / "pairs.jsonl"
    app.command()(arena)

    def told(number: int, second: str = "random") -> str:
        asked = ["thumb", second, "--pairs", str(number), "--kept", str(file)]
        result = CliRunner().invoke(app, asked)
        assert result.exit_code == 0
        return result.output.strip()

    first = told(3)
    assert first == f"thumb against random: {Standing(points('thumb', 'random', 3))}"
    assert told(3, "thumb").startswith("thumb against thumb: 50.0%")
    kept = file.read_text("utf-8")
    assert len(kept.split()) > 6
    # Broken off in the midst of a line: that pair alone is played again, and the next one.
    file.write_text(kept[: kept.rindex('"points"')], "utf-8")
    assert told(3, "thumb").startswith("thumb against thumb: 50.0%")
    assert told(5) == f"thumb against random: {Standing(points('thumb', 'random', 5))}"
    played: list[int] = []

    def pair(contest: Contest, one: str, other: str, seed: int) -> float:
        played.append(seed)
        return 2.0

    monkeypatch.setattr("benchmarks.arena.pair", pair)
    assert told(3) == first
    assert told(5, "thumb").endswith("of 5 pairs")
    assert played == [4, 5]
    monkeypatch.setattr("benchmarks.kept_pairs.code", lambda: "another")
    assert told(3) == f"{first}, 3 by another program than this one"


def test_a_level_that_changes_is_another_player() -> None:
    contest = CONTESTS[GAME]()
    before = what(contest, "level:2", "thumb")
    contest.ladder = (contest.ladder[0], Level(9), *contest.ladder[2:])
    assert what(contest, "level:2", "thumb") != before
    assert what(contest, "level:1", "level:3-dealt").startswith("field-of-glory: level:1 Level(")


def test_ratings_are_those_of_the_rates_that_were_played() -> None:
    """100 points more are 64 % of the games, 200 are 76 %; who has won all has a rating, too."""
    played = {("a", "thumb"): [1.28] * 4_000, ("b", "a"): [1.28] * 4_000}
    found = ratings(played)
    assert found["thumb"] == 0
    assert found["a"] == pytest.approx(100, abs=1)
    assert found["b"] == pytest.approx(200, abs=1)
    # What else was played between them counts.
    assert ratings({**played, ("b", "thumb"): [1.8] * 4_000})["b"] > 250
    assert 500 < ratings({("a", "thumb"): [2.0] * 100})["a"] < 2_000


def test_a_rating_is_as_sure_as_so_many_pairs_make_it() -> None:
    few, many = ({("a", "thumb"): [2.0, 1.0, 1.0, 1.0] * number} for number in (5, 80))
    widths = []
    for played in (few, many):
        low, high = intervals(played, 1)["a"]
        assert low <= ratings(played)["a"] <= high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def test_a_ladder_is_played_in_pieces(tmp_path: Path) -> None:
    assert steps(["one", "two", "three"]) == [
        ("one", "thumb"),
        ("two", "one"),
        ("three", "two"),
        ("three", "thumb"),
    ]
    contest, file = CONTESTS[GAME](), tmp_path / "pairs.jsonl"
    first = fought(contest, "thumb", "random", range(1, 7), file)
    assert first == list(points("thumb", "random", 6))
    assert fought(contest, "thumb", "random", range(3, 9), file)[:4] == first[2:]


WRONG = {
    "level:9": "has 5 levels",
    "search:5/1..2/0.3": "write weakness and loss as numbers",
    "search:0": "thinks once at least",
    "search:0s": "needs some time",
    "search:0.0s-dealt": "needs some time",
    "openspiel:0s": "needs some time",
    "nobody": "no player is called",
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("place", [0, 1])
def test_a_player_that_there_is_not_is_told_in_a_sentence(name: str, place: int) -> None:
    names = ["thumb", "thumb"]
    names[place] = name
    told = asked(*names)
    assert WRONG[name] in told


@pytest.mark.parametrize("where", ["", "none/x"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(where: str, tmp_path: Path) -> None:
    assert "name a file that can be written" in asked("thumb", "thumb", "--kept", str(tmp_path / where))


def asked(*words: str) -> str:
    """What the command says of words that it does not take."""
    app = typer.Typer()
    app.command()(arena)
    done = CliRunner().invoke(app, [*words, "--pairs", "1"], env={"COLUMNS": "400", "TERM": "dumb"})
    assert done.exit_code == 2
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.output).split())
