"""A game as a moving picture: a picture for each gesture, with the cards that lie there and what the screens show."""

from __future__ import annotations

import errno
import itertools
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS, SIDES
from signifer_firmware.cli.main import app
from signifer_firmware.i18n.words import words_of
from signifer_firmware.recording.game_text import GameRecord, positions, written
from signifer_firmware.recording.moving_picture import (
    BLUE,
    FIELD,
    FRAME,
    HIGH,
    RED,
    SHOWN,
    SIDE_H,
    STEP_MS,
    WIDE,
    Pictures,
    pictures,
    save,
    steps,
)
from typer.testing import CliRunner

from tests.firmware.simulation.robot_board import BUNDLE
from tests.firmware.simulation.robot_records import record_of, whole

ENGLISH = words_of("en")


@cache
def record() -> GameRecord:
    return record_of(whole(1))


def test_there_is_a_step_for_each_gesture_and_the_last_one_is_the_end_of_the_game() -> None:
    found = list(steps(BUNDLE, record(), ENGLISH))
    told = [kind for kind, _ in record().lines if kind in ("gesture", "roll", "agreed")]
    assert len(found) == 1 + len(told)
    *_, (_, last) = positions(BUNDLE, record())
    assert found[-1].table == last
    assert found[0].table.state.step == "army"
    dice = [step for step in found if step.rolls and step.said.startswith("Red")]
    assert dice, "who begins was rolled for"


def cards(image: Image.Image) -> dict[str, int]:
    """How many cards of each player are drawn: a bar in their colour in each column's field."""
    found: dict[str, int] = dict.fromkeys(SIDES, 0)
    for column in COLUMNS:
        x = 12 + (column - 1) * 140 + 100
        for player, colour in (("red", RED), ("blue", BLUE)):
            bars = [image.getpixel((x, y)) == colour for y in range(106, 106 + 2 * (SIDE_H + 12))]
            found[player] += sum(now and not before for before, now in itertools.pairwise(bars))
    return found


def test_each_picture_has_the_cards_that_lie_there_also_when_the_game_is_over() -> None:
    draw, seen = Pictures(BUNDLE, "en"), 0
    for step in steps(BUNDLE, record(), ENGLISH):
        image, *_ = draw.drawn(step, 1, 1)
        assert image.size == (WIDE, HIGH)
        assert image.getpixel((14, 110)) == FIELD
        if step.table.held.lifted or step.table.held.laid or step.table.state.attack:
            continue  # what is due differs from what lies in the columns
        lying = {player: sum(len(c.units(player)) for c in step.table.state.columns) for player in SIDES}
        if any(len(c.units(player)) > 2 for c in step.table.state.columns for player in SIDES):
            continue
        seen += 1
        assert cards(image) == lying, step.said
    assert seen > 30
    assert sum(lying.values()) > 0


def on_pad(image: Image.Image, player: str) -> tuple[int, int]:
    """How many cards are drawn on a player's pad, face up and face down."""
    x, y = (WIDE + 128) // 2 + 12 + 4, HIGH - 30 - 64 - 2 * 12 if player == "red" else 30
    places = [(x + column * 132 + 100, y + row * 21 + 3) for row in range(3) for column in range(2)]
    colours = [image.getpixel(place) for place in places]
    return colours.count(RED if player == "red" else BLUE), colours.count(FRAME)


def test_pads_have_what_was_paid_and_bonus_cards_face_down_until_they_are_shown() -> None:
    draw, seen = Pictures(BUNDLE, "en"), Counter[str]()
    for step in steps(BUNDLE, record(), ENGLISH):
        image, *_ = draw.drawn(step, 1, 1)
        word, *rest = [*step.named, ""]
        if word == "pay":
            paid = [name for name in rest if "/" in name]
            assert on_pad(image, step.player) == (len(paid), 0)
        elif word == "bonus-from-hand" and SHOWN not in rest:
            assert on_pad(image, rest[0]) == (0, 1)
        elif SHOWN in rest:
            shown = rest[rest.index(SHOWN) + 1 :]
            for player in SIDES:
                bonus = [name for name in shown if name.startswith(f"{player}/")]
                assert on_pad(image, player) == (len(bonus), 0) or word == "retreat"
        seen[word] += 1
    assert min(seen["pay"], seen["bonus-from-hand"], seen["retreat"]) > 0


def test_a_screen_with_more_to_say_turns_its_pages() -> None:
    draw = Pictures(BUNDLE, "en")
    drawn = [draw.drawn(step, 1, 1) for step in steps(BUNDLE, record(), ENGLISH)]
    more = [images for images in drawn if len(images) > 1]
    assert more
    for first, *others in more:
        assert all(image.tobytes() != first.tobytes() for image in others)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_file_is_a_gif_of_all_pictures_that_begins_again(language: str, tmp_path: Path) -> None:
    images = pictures(BUNDLE, record(), language)
    assert save(images, tmp_path / "g.gif", speed=2) == len(images)
    with Image.open(tmp_path / "g.gif") as found:
        assert found.n_frames == len(images)  # type: ignore[attr-defined]
        assert found.info["loop"] == 0
        assert found.info["duration"] == STEP_MS // 2
    assert (tmp_path / "g.gif").stat().st_size < 3_000_000
    with pytest.raises(ConfigError, match="more than 0"):
        save(images, tmp_path / "g.gif", speed=0)


def test_what_cannot_be_written_is_named_and_what_was_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CliRunner()
    game, gif, pipe = tmp_path / "game.txt", tmp_path / "game.gif", tmp_path / "pipe"
    game.write_text(written(record()))
    gif.write_bytes(b"a good one")
    os.mkfifo(pipe)
    done = run.invoke(app, ["replay", str(game), "--gif", str(pipe)])
    assert (done.exit_code, f"{pipe}: cannot be used (is a device, a pipe" in done.stderr) == (2, True)

    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("signifer_firmware.files.writing.os.write", full)
    done = run.invoke(app, ["replay", str(game), "--gif", str(gif)])
    assert done.exit_code == 2
    assert f"{gif}: cannot be used (No space left on device)" in done.stderr
    assert gif.read_bytes() == b"a good one"


def test_the_command_draws_games_and_nothing_else(tmp_path: Path) -> None:
    run = CliRunner()
    game, gif = tmp_path / "game.txt", tmp_path / "game.gif"
    game.write_text(written(record()))
    done = run.invoke(app, ["replay", str(game), "--gif", str(gif), "--language", "fr"])
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{gif}: ")
    with Image.open(gif) as found:
        assert found.format == "GIF"
    for words, said in (
        (["replay", str(game)], "add --gif"),
        (["replay", str(tmp_path / "none"), "--gif", str(gif)], "cannot be read"),
        (["replay", str(gif), "--gif", str(gif)], "name a record"),
        (["replay", str(game), "--gif", str(gif), "--language", "la"], "--language la"),
        (["replay", str(game), "--gif", str(gif), "--script", "s.table"], "a table script is made of one"),
    ):
        done = run.invoke(app, words)
        assert done.exit_code == 2, words
        assert said in done.stderr
    (tmp_path / "r.gz").write_bytes(b"\x1f\x8b")
    assert "not drawn" in run.invoke(app, ["replay", str(tmp_path / "r.gz"), "--gif", str(gif)]).stderr
