"""Whole games of Call to Glory by clumsy robots through the wire: every picture that a screen gets is whole.

Measured in processor time of one busy core: 25 s a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.games.call_to_glory import CallToGlory
from signifer_firmware.config.model import load_table
from signifer_firmware.display.canvas import Drawn
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.render import render
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch, deal
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.runtime import appliance
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.display.drawn import faults_of
from tests.firmware.games.call_to_glory.robots import BUNDLE, GAME, clumsy_of


@pytest.mark.soak
@pytest.mark.parametrize(("players", "variant"), [(2, "both"), (3, "missions"), (4, "figures")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_a_game_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, players: int, variant: str
) -> None:
    pictures: dict[tuple[str, ...], list[str]] = {}

    def watched(panel: Panel, page: int = 0) -> Drawn:
        drawn = render(panel, page)
        if drawn.texts not in pictures:
            pictures[drawn.texts] = [*faults_of(drawn), *drawn.shortened]
        return drawn

    monkeypatch.setattr(appliance, "render", watched)
    config, rng = load_table("standard"), random.Random(players)
    both = config.languages.model_copy(update={"red": language, "blue": language})
    board = WireBoard(config.model_copy(update={"languages": both}), tmp_path, players, print, game=GAME)
    try:
        game = deal(CallToGlory(BUNDLE.deck), rng, players=players, variant=variant)
        CallToGloryMatch(board, game, CallToGlory(BUNDLE.deck), rng, slips=clumsy_of(players)).play()
    finally:
        board.close()
    assert len(pictures) > 200
    assert {texts: faults for texts, faults in pictures.items() if faults} == {}
