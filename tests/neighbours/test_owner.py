"""The owner's own eyes: what stands on a screen is read off it."""

from __future__ import annotations

from base64 import b64encode

import pytest
from signifer_firmware.display.player_menu_panels import _code_panel
from signifer_firmware.display.render import render
from signifer_firmware.i18n.words import words_of
from signifer_firmware.session.pairing import TRIES, CodeShown

from .owner import read_code


def shown(code: CodeShown) -> str:
    return b64encode(render(_code_panel(code, "red", words_of("en"))).image.tobytes()).decode()


# Those that end with a one lie a pixel beside the others.
@pytest.mark.parametrize("code", ["0000", "9876", "1110", "3041", "8401", "0001", "1111"])
def test_every_code_is_read(code: str) -> None:
    for tries, upkeep in ((TRIES, False), (TRIES, True), (1, False)):
        assert read_code(shown(CodeShown(code, tries, upkeep=upkeep)), "red") == code


def test_where_no_code_stands_there_is_none() -> None:
    assert read_code(shown(CodeShown("3041", TRIES, typed=True)), "red") == ""
