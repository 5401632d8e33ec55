"""``signifer play``: frames in order, with the words of the script, and an honest exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from signifer_firmware.cli.play import READING_S, play

START = "game field-of-glory\nterrain plain plain plain plain plain\nfirst red\n"


class Frames:
    """Takes the frames down instead of showing them."""

    def __init__(self) -> None:
        self.frames: list[tuple[str, list[str]]] = []

    def show(self, caption: str, screens: list[tuple[str, Image.Image]]) -> None:
        self.frames.append((caption, [place for place, _ in screens]))


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "it.table"
    path.write_text(
        START + "# A spear\n# to the middle.\nput spear-1 3 red\nexpect due red 5\ntake red/spear-1\n"
    )
    return path


def test_each_move_is_a_frame_with_the_screens_it_changed(script: Path) -> None:
    frames = Frames()
    assert play(script, table=None, speed=0, terminal=frames) == 0
    assert frames.frames == [
        ("A spear to the middle.  [put spear-1 3 red]", ["red", "3 red", "blue", "3 blue"]),
        ("take red/spear-1", ["red", "3 red", "blue", "3 blue"]),
    ]


@pytest.mark.slow
def test_the_demo_shows_what_it_promises() -> None:
    """A flank attack, bonus cards and the sum; a placement, its cost, a refusal and its fix, a payment; a retreat."""
    frames = Frames()
    assert play(None, table=None, speed=0, terminal=frames) == 0
    told = " ".join(caption for caption, _ in frames.frames)
    for word in ("flank", "1 card", "line by line", "costs", "says so", "goes back", "pays", "retreats"):
        assert word in told
    assert len(frames.frames) * READING_S < 60, "under a minute"


@pytest.mark.slow
def test_each_game_has_a_demo_that_comes_with_the_program() -> None:
    frames = Frames()
    assert play(None, table=None, speed=0, terminal=frames, game="thermopyles") == 0
    told = " ".join(caption for caption, _ in frames.frames)
    for word in ("Spartan", "support", "die", "last rampart", "repelled", "twelfth"):
        assert word in told


def test_a_failed_expectation_ends_with_status_1(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.write_text(script.read_text() + "expect due red 5\n")
    assert play(script, table=None, speed=0, terminal=Frames()) == 1
    assert f"{script}:9: expected 5, seen 0" in capsys.readouterr().err


def test_speed_rules_the_pauses(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("signifer_firmware.cli.play.time.sleep", pauses.append)
    for speed in (1.0, 10.0):
        play(script, table=None, speed=speed, terminal=Frames())
    assert len(pauses) == 4
    assert pauses[0] == pytest.approx(10 * pauses[2])
    assert pauses[0] >= READING_S


def test_another_table_can_be_named(script: Path) -> None:
    frames = Frames()
    play(script, table="starter", speed=0, terminal=frames)
    assert frames.frames[0][1][0] == "both"
