"""Screens in a terminal and on a contact sheet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from signifer_firmware.display.render import render
from signifer_firmware.display.sheets import contact_sheet, half_blocks

from tests.firmware.display.screen_states import states

# What of a block is lit above and below, as Latin-1.
UPPER = str.maketrans(" ▀▄█", "\x00\xff\x00\xff")
LOWER = str.maketrans(" ▀▄█", "\x00\x00\xff\xff")


def pixels_of(lines: list[str]) -> Image.Image:
    rows = (line.translate(half).encode("latin-1") for line in lines for half in (UPPER, LOWER))
    return Image.frombytes("L", (len(lines[0]), 2 * len(lines)), b"".join(rows)).convert("1")


def test_half_blocks_show_two_rows_a_line() -> None:
    image = Image.new("1", (4, 2))
    image.putpixel((1, 0), 1)
    image.putpixel((2, 1), 1)
    image.putpixel((3, 0), 1)
    image.putpixel((3, 1), 1)
    assert half_blocks(image) == [" ▀▄█"]


@pytest.mark.slow
def test_a_screen_takes_32_lines_and_can_be_read_back() -> None:
    for panel, page in states().values():
        image = render(panel, page).image
        lines = half_blocks(image)
        assert len(lines) == 32
        assert {len(line) for line in lines} == {128}
        assert pixels_of(lines).tobytes() == image.tobytes()


@settings(max_examples=30)
@given(st.integers(1, 20), st.integers(1, 6), st.data())
def test_any_picture_can_be_read_back(width: int, pairs: int, data: st.DataObject) -> None:
    image = Image.new("1", (width, 2 * pairs))
    image.putdata(
        data.draw(st.lists(st.sampled_from([0, 255]), min_size=2 * width * pairs, max_size=2 * width * pairs))
    )
    assert pixels_of(half_blocks(image)).tobytes() == image.tobytes()


def test_an_odd_number_of_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="two rows"):
        half_blocks(Image.new("1", (8, 3)))


@pytest.mark.slow
def test_the_sheet_holds_every_screen_as_it_lies_on_the_table() -> None:
    scale = 3
    names = [f"{column} {side}" for column in range(1, 6) for side in ("red", "blue")] + ["red", "blue"]
    images = {}
    for at, name in enumerate(names):
        images[name] = Image.new("1", (128, 64), 1)
        images[name].putpixel((at, 0), 0)
    sheet = contact_sheet(images, scale=scale)
    places = {}
    for name in names:
        enlarged = (
            images[name].convert("L").resize((128 * scale, 64 * scale), Image.Resampling.NEAREST).tobytes()
        )
        places[name] = next(
            (x, y)
            for y in range(0, sheet.height - 64 * scale + 1, 8)
            for x in range(0, sheet.width - 128 * scale + 1, 4)
            # Its first row is where most places differ.
            if sheet.crop((x, y, x + 128 * scale, y + 1)).tobytes() == enlarged[: 128 * scale]
            and sheet.crop((x, y, x + 128 * scale, y + 64 * scale)).tobytes() == enlarged
        )
    assert len(set(places.values())) == 12
    for column in range(1, 5):
        assert places[f"{column} blue"][0] < places[f"{column + 1} blue"][0]
    for column in range(1, 6):
        assert places[f"{column} blue"][0] == places[f"{column} red"][0]
        assert places[f"{column} blue"][1] < places[f"{column} red"][1] < places["red"][1]


def test_an_empty_sheet_is_no_error() -> None:
    assert contact_sheet({}).size[0] > 0
