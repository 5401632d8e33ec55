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
STATES = states()
RENEW = "SIGNIFER_NEW_GOLDEN"
HOW = f"If the change is meant: {RENEW}=1 pytest {Path(__file__).name}, then look at the picture before you commit it."


def pixels(image: Image.Image) -> bytes:
    return image.convert("1").tobytes()


@pytest.mark.parametrize("name", STATES)
def test_a_screen_is_drawn_as_it_was_found_good(name: str) -> None:
    panel, page = STATES[name]
    drawn = render(panel, page)
    path = GOLDEN / f"{name}.png"
    if os.environ.get(RENEW):
        assert not os.environ.get("CI"), "CI makes no golden pictures"
        drawn.image.save(path, optimize=True)
    assert path.exists(), f"no golden picture {path.name}. {HOW}"
    with Image.open(path) as golden:
        assert golden.size == (WIDTH, HEIGHT)
        same = pixels(golden) == pixels(drawn.image)
    assert same, f"{path.name} is drawn otherwise now:\n" + "\n".join(half_blocks(drawn.image)) + f"\n{HOW}"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(STATES)


def test_nothing_in_these_states_is_shortened() -> None:
    for name, (panel, page) in STATES.items():
        assert not render(panel, page).shortened, name
