"""Golden pictures: what a screen looked like when a person last looked at it and found it good.

They are never made again by a plain test run. After an intended change: set SIGNIFER_NEW_GOLDEN=1, run this file, and
look at every picture that changed before committing it. Under CI the variable is refused.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image
from signifer_firmware.display.render import HEIGHT, WIDTH, render
from signifer_firmware.display.sheets import half_blocks

from tests.firmware.display.screen_states import states

GOLDEN = Path(__file__).parent / "golden"
RENEW = "SIGNIFER_NEW_GOLDEN"
# To draw all states takes a second, which every process of a run would take to find out their names.
NAMES = sorted(states() if os.environ.get(RENEW) else (path.stem for path in GOLDEN.glob("*.png")))
HOW = f"If the change is meant: {RENEW}=1 pytest {Path(__file__).name}, then look at the picture before you commit it."


def pixels(image: Image.Image) -> bytes:
    return image.convert("1").tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_is_drawn_as_it_was_found_good(name: str) -> None:
    assert name in states(), f"{name}.png is left over"
    panel, page = states()[name]
    drawn = render(panel, page)
    path = GOLDEN / f"{name}.png"
    if os.environ.get(RENEW):
        assert not os.environ.get("CI"), "CI makes no golden pictures"
        drawn.image.save(path, optimize=True)
    with Image.open(path) as golden:
        assert golden.size == (WIDTH, HEIGHT)
        same = pixels(golden) == pixels(drawn.image)
    assert same, f"{path.name} is drawn otherwise now:\n" + "\n".join(half_blocks(drawn.image)) + f"\n{HOW}"


def test_every_state_has_its_picture_and_none_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(states()), HOW


def test_nothing_in_these_states_is_shortened() -> None:
    for name, (panel, page) in states().items():
        assert not render(panel, page).shortened, name
