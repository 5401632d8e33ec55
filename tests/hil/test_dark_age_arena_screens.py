"""Dark Age Arena at whole virtual tables: what its screens have drawn after each roll of the demo; and that every
picture which a screen gets in whole games of clumsy robots is whole.

Measured in processor time of one busy core: 2 s for the demo, 40 s a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_firmware.cli.showcase import played
from signifer_firmware.config.model import load_table
from signifer_firmware.display.canvas import Drawn
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.render import render
from signifer_firmware.games.dark_age_arena.robots.match import DarkAgeArenaMatch, deal
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.runtime import appliance
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.display.drawn import faults_of
from tests.firmware.games.dark_age_arena.robots import GAME, RULES, clumsy_of

# What blue reads when dice have fallen, one roll after another.
TOLD = (
    ("4: Berserk needs 5",),
    ("4 to 3: initiative",),
    ("Bowman 6: 0 hits",),
    ("Knight 9: 2 hits", "Axeman hits at 7, 10. Added: Great axe +1"),
    ("Axeman 9: 1 hit",),
    ("Militia 7: 0 hits", "Duellist cancels a hit at 6, 9"),
    ("Duellist 5: 0 cancelled",),
    ("Duellist 7: 1 hit",),
    ("Bowman 4: 0 hits", "Duellist dies", "Knight: 1 wound"),
    ("Militia 8: 1 hit",),
    ("Knight 6: 0 hits",),
    ("Axeman 6: 0 hits",),
    ("Bowman 7: 0 cancelled",),
    ("Bowman 3: 0 hits", "Bowman dies", "Ravine pillaged: 3 points", "Sack scores 1 point"),
    ("4 is below 5: 1 point",),
    ("3 is not below 3",),
)


def written(run: ScriptRun, place: str) -> str:
    """What stands on a screen and on those that it shows in turns with it."""
    pictures = [
        run.appliance.drawn[place],
        *(run.appliance.pictures.ahead(place, turn) for turn in (1, 2, 3)),
    ]
    return " ".join(text for picture in pictures for text in picture.texts)


def test_the_screens_follow_the_demo_from_the_draft_to_the_way_home() -> None:
    dice: list[str] = []
    told: dict[str, str] = {}
    for statement, run in played("dark-age-arena.table"):
        if not run.begun:
            continue
        if statement.text == "press dice":
            dice.append(written(run, "blue"))
        told[statement.text] = " ".join(written(run, place) for place in ("red", "1 red", "4 blue"))
    assert [
        [each for each in texts if each not in shown] for texts, shown in zip(TOLD, dice, strict=True)
    ] == [[] for _ in dice]
    assert "Attackers: 5 of 5 COM" in told["put axeman-1 4 red"]
    assert "Red has 8 of 10 points." in told["expect step home"]


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_picture_of_a_game_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, language: str
) -> None:
    pictures: dict[tuple[str, ...], list[str]] = {}

    def watched(panel: Panel, page: int = 0) -> Drawn:
        drawn = render(panel, page)
        if drawn.texts not in pictures:
            pictures[drawn.texts] = [*faults_of(drawn), *drawn.shortened]
        return drawn

    monkeypatch.setattr(appliance, "render", watched)
    config, rng = load_table("standard"), random.Random(seed)
    both = config.languages.model_copy(update={"red": language, "blue": language})
    board = WireBoard(config.model_copy(update={"languages": both}), tmp_path, seed, print, game=GAME)
    try:
        DarkAgeArenaMatch(board, deal(RULES, rng), RULES, rng, slips=clumsy_of(seed)).play()
    finally:
        board.close()
    assert len(pictures) > 200
    assert {texts: faults for texts, faults in pictures.items() if faults} == {}
