"""Screens for who does not see them: all that is written on them, and what dice have fallen, is read out."""

from __future__ import annotations

from signifer_firmware.display.render import render
from signifer_firmware.display.spoken import spoken

from tests.firmware.display.screen_states import states

DICE = [f"die {value}" for value in range(1, 7)]


def test_all_that_stands_on_any_screen_is_said_in_its_order() -> None:
    dice = 0
    for name, (panel, page) in states().items():
        said, drawn, at = spoken(panel, page), render(panel, page), 0
        for text in drawn.texts:
            at = said.index(text, at) + len(text)
        fallen = [box.what[-1] for box in drawn.boxes if box.what in DICE]
        assert [each for each in said[at:] if each.isdigit()] == fallen, name
        dice += len(fallen)
    assert dice > 10


def test_sentences_end_and_words_are_told_apart() -> None:
    panel, page = states()["arena-prepare-refused-red-1"]
    said = spoken(panel, page)
    assert ".," not in said
    assert said[-1] != ","
