"""The bundled fonts have what three languages need, and lines of text can never touch."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from signifer_firmware.display.font import ARROW, ELLIPSIS, NAMES, NO_BREAK, font

NEEDED = "".join(map(chr, range(0x21, 0x7F))) + "éèêëçàâîïôùûüÿœæÉÈÊÇÀŒäöüßÄÖÜ«»„“”‘’–—…×·°"


@pytest.mark.parametrize("name", NAMES)
def test_every_character_of_three_languages_is_there_and_within_the_line(name: str) -> None:
    letters = font(name)
    for character in NEEDED:
        glyph = letters.glyph(character)
        assert glyph.image is not None, character
        assert glyph.top <= letters.ascent, character
        assert glyph.image.height - glyph.top <= letters.descent, character


@pytest.mark.parametrize("name", NAMES)
def test_characters_differ(name: str) -> None:
    """In each face the letters of a language are pictures of their own."""
    pictures = {}
    for character in "abcdefghijklmnopqrstuvwxyzéèêëçàâäöüßABCDEFGHJKLMNOPQRSTUVWXYZ0123456789":
        image = Image.new("1", (40, 40))
        font(name).draw(image, 4, 26, character)
        pictures[character] = image.tobytes()
    assert len(set(pictures.values())) == len(pictures)


texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=40)


@given(texts, st.sampled_from(NAMES))
def test_a_text_is_as_wide_as_its_ink(text: str, name: str) -> None:
    letters = font(name)
    width = letters.width(text)
    image = Image.new("1", (width + 40, letters.height + 20))
    letters.draw(image, 20, 10 + letters.ascent, text)
    inked = image.getbbox()
    if inked:
        assert inked[0] >= 20
        assert inked[2] <= 20 + width
        assert inked[1] >= 10
        assert inked[3] <= 10 + letters.height


@pytest.mark.parametrize("name", NAMES)
def test_no_line_breaks_at_a_no_break_space_which_is_as_wide_as_a_blank(name: str) -> None:
    letters = font(name)
    assert letters.glyph(NO_BREAK).advance == letters.glyph(" ").advance
    width = letters.width("Rouge gagne")
    assert letters.wrapped(f"Rouge gagne{NO_BREAK}: 3", width) == ["Rouge", f"gagne{NO_BREAK}: 3"]
    assert letters.wrapped("Rouge gagne : 3", width) == ["Rouge gagne", ": 3"]


@given(texts, st.integers(20, 128), st.sampled_from(NAMES))
def test_wrapping_loses_nothing_and_keeps_the_width(text: str, width: int, name: str) -> None:
    letters = font(name)
    lines = letters.wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(letters.width(line) <= width or len(line) == 1 for line in lines)


@given(texts, st.integers(20, 128))
def test_shortening_shows_itself(text: str, width: int) -> None:
    letters = font("text")
    shown = letters.shortened(text, width)
    assert letters.width(shown) <= width
    assert shown == text or (shown.endswith(ELLIPSIS) and text.startswith(shown[:-1]))


def test_an_unknown_letter_becomes_its_plain_one_and_a_stranger_a_box() -> None:
    letters = font("text")
    assert letters.glyph("ō") == letters.glyph("o")
    assert letters.glyph("漢").image is not None
    assert letters.glyph("\n") == letters.glyph(" ")


@pytest.mark.parametrize("name", ["small", "text", "bold"])
def test_the_arrow_is_ours(name: str) -> None:
    assert font(name).glyph(ARROW).image is not None


def test_the_licence_lies_beside_the_fonts() -> None:
    licence = files("signifer_firmware.display").joinpath("fonts", "LICENSE").read_text("utf-8")
    assert "Copyright 1984-1989, 1994 Adobe" in licence
    assert "Permission to use, copy, modify, distribute and sell" in licence


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("digit", "0123456789")
def test_a_plus_never_touches_its_figure(name: str, digit: str) -> None:
    letters = font(name)
    image = Image.new("1", (60, 60))
    letters.draw(image, 10, 40, f"+{digit}")
    inked = image.getbbox()
    assert inked is not None
    lit = [image.crop((x, 0, x + 1, 60)).getbbox() is not None for x in range(inked[0], inked[2])]
    assert not all(lit)


@pytest.mark.parametrize("name", ["small", "tight"])
def test_digits_of_a_number_stand_closer_than_words(name: str) -> None:
    """ "13/16" is no "1 3/16"."""
    letters = font(name)
    for digit in "0123456789":
        glyph = letters.glyph(digit)
        assert glyph.image is not None
        behind = glyph.advance - glyph.left - glyph.image.width
        assert behind < letters.glyph(" ").advance, digit
