"""The live view: every pixel in its character, frames that fit, redrawing in place only where that works."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from signifer_firmware.display.terminal import Terminal, braille

DOTS = {(0, 0): 0, (1, 0): 1, (2, 0): 2, (0, 1): 3, (1, 1): 4, (2, 1): 5, (3, 0): 6, (3, 1): 7}


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(*lit: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (128, 64))
    for at in lit:
        image.putpixel(at, 1)
    return image


def frame(stream: io.StringIO, terminal: Terminal, screens: list[tuple[str, Image.Image]]) -> list[str]:
    stream.seek(0)
    stream.truncate()
    terminal.show("red lays", screens)
    return stream.getvalue().split("\n")


def plain(width: int) -> tuple[io.StringIO, Terminal]:
    stream = io.StringIO()
    return stream, Terminal(stream, width, 24, colour=False)


@given(st.sets(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=40))
@settings(max_examples=30)
def test_braille_holds_every_pixel_and_no_other(lit: set[tuple[int, int]]) -> None:
    lines = braille(screen(*lit))
    assert [len(line) for line in lines] == [64] * 16
    seen = {
        (2 * column + dx, 4 * row + dy)
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        for (dy, dx), bit in DOTS.items()
        if ord(mark) - 0x2800 >> bit & 1
    }
    assert seen == lit


def test_half_blocks_are_the_default_where_they_fit() -> None:
    stream, terminal = plain(132)
    lines = frame(stream, terminal, [("red", screen((0, 0), (2, 3), (4, 4), (4, 5)))])
    assert lines[:2] == ["red lays", ""]
    assert lines[2].startswith("┌ red ──")
    assert len(lines[2]) == 130
    assert lines[3].startswith("│▀   ")
    assert lines[4].startswith("│  ▄ ")
    assert lines[5].startswith("│    █ ")
    assert len(lines) == 2 + 34 + 2


def test_narrow_terminals_get_braille() -> None:
    stream, terminal = plain(131)
    lines = frame(stream, terminal, [("red", screen((0, 0)))])
    assert len(lines) == 2 + 18 + 2
    assert lines[3].startswith("│⠁⠀")
    assert max(map(len, lines)) == 66


@pytest.mark.parametrize(("width", "rows"), [(65, 3), (131, 3), (259, 3), (260, 2), (390, 1)])
def test_screens_lie_side_by_side_as_they_fit(width: int, rows: int) -> None:
    stream, terminal = plain(width)
    lines = frame(stream, terminal, [("red", screen()), ("blue", screen()), ("3 red", screen())])
    assert len([line for line in lines if line.startswith("┌")]) == rows
    titles = "".join(line for line in lines if line.startswith("┌"))
    assert all(f"┌ {name} " in titles for name in ("red", "blue", "3 red"))


@pytest.mark.parametrize(
    "size", [(80, 24), (80, 60), (100, 40), (132, 40), (132, 60), (200, 40), (270, 80), (40, 10)]
)
def test_a_frame_on_a_tty_never_scrolls(size: tuple[int, int]) -> None:
    stream = Tty()
    terminal = Terminal(stream, *size, colour=False)
    screens = [(name, screen((n, n))) for n, name in enumerate(("red", "blue", "3 red", "3 blue"))]
    terminal.show(
        "a caption that is so long that it needs more than a single line of an ordinary terminal", screens
    )
    lines = stream.getvalue().count("\n")
    one_screen = 18 + 5
    assert lines < max(size[1], one_screen)


def test_the_first_stays_large_as_long_as_a_second_fits_beside_it() -> None:
    stream = Tty()
    terminal = Terminal(stream, 200, 40, colour=False)
    lit = screen((0, 0))
    terminal.show("x", [("red", lit), ("3 red", lit)])
    row = next(line for line in stream.getvalue().split("\n") if line.startswith("│"))
    assert row.startswith("│▀ ")
    assert "│⠁⠀" in row
    lines = frame(stream, terminal, [("red", lit), ("blue", lit), ("3 red", screen())])
    assert any("(no room for: red)" in line for line in lines)
    assert any("┌ blue ─" in line and "┌ 3 red ─" in line for line in lines)


def test_half_blocks_give_way_before_the_second_screen_does() -> None:
    stream = Tty()
    lines = frame(stream, Terminal(stream, 132, 50, colour=False), [("red", screen()), ("3 red", screen())])
    assert any("┌ red ─" in line and "┌ 3 red ─" in line for line in lines)
    assert not any("no room" in line for line in lines)


def test_where_room_is_short_what_changed_is_shown_and_the_rest_is_named() -> None:
    stream = Tty()
    terminal = Terminal(stream, 80, 24, colour=False)
    first = frame(stream, terminal, [("red", screen()), ("3 red", screen())])
    assert any("(no room for: 3 red)" in line for line in first)
    second = frame(stream, terminal, [("red", screen()), ("3 red", screen((5, 5)))])
    assert any("(no room for: red)" in line for line in second)
    assert any("┌ 3 red ─" in line for line in second)


def test_a_tty_is_drawn_over_and_a_file_is_not() -> None:
    stream = Tty()
    terminal = Terminal(stream, 80, 60, colour=True)
    assert frame(stream, terminal, [("red", screen())])[0].startswith("\x1b[2J\x1b[H")
    again = "\n".join(frame(stream, terminal, [("red", screen())]))
    assert again.startswith("\x1b[H")
    assert "\x1b[2J" not in again
    assert again.endswith("\x1b[J")
    file, other = plain(80)
    assert "\x1b" not in "\n".join(frame(file, other, [("red", screen())]))


def test_no_colour_means_no_colour() -> None:
    stream = Tty()
    assert "\x1b[36m" not in "\n".join(
        frame(stream, Terminal(stream, 80, 60, colour=False), [("a", screen())])
    )
    assert "\x1b[36m" in "\n".join(frame(stream, Terminal(stream, 80, 60, colour=True), [("a", screen())]))


def test_a_caption_alone_is_a_frame() -> None:
    stream, terminal = plain(80)
    assert frame(stream, terminal, []) == ["red lays", "", "", ""]


def test_the_terminal_behind_a_file_has_no_colour() -> None:
    stream = io.StringIO()
    Terminal.of(stream).show("x", [("red", screen())])
    assert "\x1b" not in stream.getvalue()
