"""``signifer play --watch``: a whole game of robots in frames."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image
from signifer_core.errors import ConfigError, SigniferError
from signifer_firmware.cli.main import app
from signifer_firmware.cli.spectate import watch
from signifer_firmware.game_api import registry
from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.games.thermopyles.robots.game import ThermopylesRobot
from signifer_firmware.simulation.robots.board import HandsError
from typer.testing import CliRunner

from tests.toy_game.game import TOY


class SeenEnoughError(Exception):
    """As many frames as a test wants."""


class Frames:
    """Keeps what is shown, and has seen enough after ``most`` frames."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self.captions: list[str] = []
        self.screens: list[int] = []

    def show(self, caption: str, screens: list[tuple[str, Image.Image]]) -> None:
        self.captions.append(caption)
        self.screens.append(len(screens))
        if len(self.screens) == self._most:
            raise SeenEnoughError


@pytest.mark.slow
def test_robots_are_shown_from_the_empty_table_to_the_winner() -> None:
    frames = Frames()
    assert watch(1, table="direct", speed=0, terminal=frames) == 0
    told = "\n".join(frames.captions)
    assert frames.captions[-1] in ("red wins", "blue wins", "a draw")
    assert (
        frames.captions[0].endswith(("press ok red", "press ok blue")) or "press column" in frames.captions[0]
    )
    for words in (
        "put terrain/",
        "take terrain/",
        "put red/",
        "press ok blue",
        "press column",
        "as told",
        "(a slip",
    ):
        assert words in told
    assert min(frames.screens) >= 1


@pytest.mark.slow
def test_a_team_of_robots_is_shown_to_its_end() -> None:
    frames = Frames()
    assert watch(10, game="thermopyles", table="direct", speed=0, terminal=frames) == 0
    told = "\n".join(frames.captions)
    assert frames.captions[0].startswith(("press column", "(a slip"))
    assert frames.captions[-1] in ("the Spartans win", "the Persians win")
    for words in ("put spartan-", "put persian-", "put support-", "press dice", "hold ok red", "as told"):
        assert words in told
    assert min(frames.screens) >= 1


def test_the_game_is_chosen_by_an_option_and_a_game_that_there_is_not_says_so() -> None:
    result = CliRunner().invoke(app, ["play", "--watch", "--game", "chess"])
    assert result.exit_code == 2
    assert "field-of-glory, thermopyles" in result.output


class DealtError(Exception):
    """The robots have got their game."""


def test_robots_play_with_the_figures_that_the_table_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would put a Persian into a pile which the table refuses."""
    figures = 'game = "thermopyles"\n[card.persian-16]\nbattle_value = 22\nannihilation_value = 25\n'
    (tmp_path / "figures.toml").write_text(figures)
    standard = (files("signifer_firmware.config") / "tables" / "standard.toml").read_text()
    (tmp_path / "table.toml").write_text(f'{standard}\n[cards]\ncorrections = ["figures.toml"]\n')
    battles: list[int] = []

    def deal(robots: ThermopylesRobot, bundle: ThermopylesBundle, rng: object, level: object) -> None:
        battles.append(bundle.deck.persian("persian-16").battle)
        raise DealtError

    monkeypatch.setattr(ThermopylesRobot, "deal", deal)
    with pytest.raises(DealtError):
        watch(1, game="thermopyles", table=str(tmp_path / "table.toml"), speed=0, terminal=Frames())
    assert battles == [22]


@pytest.mark.slow
def test_the_same_seed_is_the_same_game() -> None:
    """As far as its beginning tells, with set-up, dice and slips."""
    games = []
    for _ in range(2):
        frames = Frames(most=30)
        with pytest.raises(SeenEnoughError):
            watch(3, table="direct", speed=0, terminal=frames)
        games.append(frames.captions)
    assert games[0] == games[1]
    assert len(games[0]) == 30


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A table with pads and one reader for both sides of a column."""
    handy = (files("signifer_firmware.config") / "tables" / "handy.toml").read_text()
    pads = (
        f'[[reader]]\nzone = "pad {side}"\ndriver = "node"\nnode = "pads"\nchip_select = {number}\n'
        for number, side in enumerate(("red", "blue"))
    )
    (tmp_path / "small.toml").write_text("\n".join([handy, '[[node]]\nname = "pads"', *pads]))
    return tmp_path / "small.toml"


def test_a_game_for_which_the_table_lacks_a_reader_says_so(small: Path) -> None:
    both = r'call-to-glory needs a reader for each side of a column, and at the table "small" one reads both'
    with pytest.raises(ConfigError, match=f"^--game call-to-glory: {both}; name another table$"):
        watch(1, game="call-to-glory", table=str(small), speed=0, terminal=Frames())
    with pytest.raises(ConfigError, match="needs pads, and the table"):
        watch(1, game="thermopyles", table="handy", speed=0, terminal=Frames())


def test_hands_make_no_slips_where_the_table_does_not_tell_sides(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With this seed the first thing was a card on the other side, which the table took for its own."""
    frames = Frames(most=12)
    with pytest.raises(SeenEnoughError):
        watch(2, game="thermopyles", table=str(small), speed=0, terminal=frames)
    assert not any("slip" in caption for caption in frames.captions)
    assert capsys.readouterr().err == 'no slips: the table "small" does not tell on which side a card lies\n'


def test_robots_that_do_not_get_on_say_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def show(frames: Frames, caption: str, screens: object) -> None:
        raise HandsError("(Refusal(code='wrong-side'),)")

    monkeypatch.setattr(Frames, "show", show)
    with pytest.raises(SigniferError) as told:
        watch(7, game="thermopyles", table="direct", speed=0, terminal=Frames())
    assert str(told.value).startswith('the robots of thermopyles do not get on at the table "direct": ')
    assert "--seed than 7" in str(told.value)


def test_a_table_without_pads_says_so() -> None:
    with pytest.raises(ConfigError, match="no pads"):
        watch(1, table="starter", speed=0, terminal=Frames())


def test_a_script_and_robots_do_not_go_together() -> None:
    result = CliRunner().invoke(app, ["play", "it.table", "--watch"])
    assert result.exit_code == 2
    assert "robots play without a script" in result.output


def test_a_level_is_one_that_the_robots_have() -> None:
    with registry.registered(TOY), pytest.raises(ConfigError, match="toy have no levels"):
        watch(1, game=TOY.name, level=1, table="standard", speed=0, terminal=Frames())
    with pytest.raises(ConfigError, match="levels 1 to 5"):
        watch(1, level=6, table="standard", speed=0, terminal=Frames())
    for words, why in ((["--terminal"], "--watch"), (["--game", "thermopyles"], "no robot")):
        result = CliRunner().invoke(app, ["play", *words, "--level", "2"])
        assert result.exit_code == 2
        assert why in result.output
    result = CliRunner().invoke(app, ["play", "--watch", "--why"])
    assert result.exit_code == 2
    assert "--level 3" in result.output


@pytest.mark.slow
def test_robots_of_a_level_are_shown() -> None:
    """Into the first turns: they draft, set up, and then lay units, and say of each decision once why."""
    frames = Frames(most=45)
    with pytest.raises(SeenEnoughError):
        watch(2, level=1, table="direct", speed=0, terminal=frames, why=True)
    assert any(" put red/" in f" {caption}" or " put blue/" in f" {caption}" for caption in frames.captions)
    reasons = [caption for caption in frames.captions if "% to win" in caption]
    assert 0 < len(reasons) < len(frames.captions) / 2
    assert any("Next best: " in reason or "What looked best: " in reason for reason in reasons)
