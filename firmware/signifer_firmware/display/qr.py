"""A QR code for a phone's camera (ISO/IEC 18004), and a screen that shows one beside what it is for.

columns 0..63   the code on a lit ground, two pixels a module
columns 66..127 what it is for

A screen of 64 rows has room for version 2 (25 modules) and three and a half modules of quiet zone around it, of the
four that the standard asks for. What needs more modules is not drawn: its words have to do.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import TextIO, cast
from urllib.parse import urlsplit

from PIL import Image

from signifer_firmware.files.printing import obeyed

from . import flow
from .canvas import HEIGHT, WIDTH, Canvas
from .panels import ScanPanel

MODULE = 2
MOST_MODULES = 25
TEXT_LEFT = HEIGHT + 2
# What the standard asks for around a code, in modules: in a terminal there is room.
QUIET = 4
# Shorter runs cost more than they spare: each segment has a head.
_DIGITS = re.compile(r"(\d{6,})")
_SPECIAL = re.compile(r'([\\;,:"])')
_CAPITALS = re.compile(r"([0-9A-Z $%*+./:-]{8,})")


def scannable(address: str) -> str:
    """``address`` as it makes the smallest code: in capitals, if it is a host's alone, where they mean the same."""
    try:
        found = urlsplit(address)
    except ValueError:
        return address
    is_plain = found.path in ("", "/") and not (found.query or found.fragment or found.username)
    return address.rstrip("/").upper() if is_plain else address


def network_text(name: str, code: str) -> str:
    """What has a phone join the wireless network ``name``: a text that cameras know."""
    name, code = (_SPECIAL.sub(r"\\\1", part) for part in (name, code))
    return f"WIFI:T:WPA;S:{name};P:{code};;"


@lru_cache(maxsize=4)
def modules(text: str) -> tuple[bytes, ...]:
    """The code of ``text``, a row of modules each: 1 is dark. As small as can be, then with as much correction as
    there is room for. Of a text that is too long for any code there is none."""
    # It brings all of urllib along, for which no command that draws no code need wait.
    import segno
    from segno.encoder import DataOverflowError

    parts = [part for piece in _DIGITS.split(text) for part in _split(piece) if part]
    # Segments are what its documentation has, and its types have not.
    try:
        return tuple(bytes(row) for row in segno.make_qr(cast(str, parts), error="l").matrix)
    except DataOverflowError:
        return ()


def _split(piece: str) -> list[str]:
    return [piece] if _DIGITS.fullmatch(piece) else _CAPITALS.split(piece)


def fits(text: str) -> bool:
    """Whether a screen has room for the code of ``text``."""
    return bool(text) and 0 < len(modules(text)) <= MOST_MODULES


def picture(text: str) -> Image.Image:
    """The code as a mask of its dark modules, two pixels a module."""
    rows = modules(text)
    bits = b"".join(bytes(255 * module for module in row) for row in rows)
    small = Image.frombytes("L", (len(rows), len(rows)), bits)
    return small.resize((MODULE * small.width, MODULE * small.height), Image.Resampling.NEAREST).convert("1")


def draw(canvas: Canvas, panel: ScanPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    mask = picture(panel.code)
    canvas.ground(0, 0, HEIGHT, HEIGHT, "code")
    canvas.picture(mask, (HEIGHT - mask.width) // 2, (HEIGHT - mask.height) // 2, "code", ink=0)
    found = _pages(panel)
    if found:
        flow.draw(canvas, found[page], TEXT_LEFT, 0, HEIGHT)


def page_count(panel: ScanPanel) -> int:
    """How many pictures the panel takes."""
    return max(1, len(_pages(panel)))


def _pages(panel: ScanPanel) -> list[flow.Page]:
    blocks = [flow.Block(line, ("text", "small", "tight")) for line in panel.lines]
    return flow.pages(blocks, WIDTH - TEXT_LEFT, HEIGHT)


def on_terminal(address: str, stream: TextIO) -> None:
    """Draw the code of an ``address`` in white on black on the terminal behind ``stream``, whatever its own colours
    are; nothing where nobody reads along, or where it has no half blocks."""
    if not (address and stream.isatty()):
        return
    lines = half_blocks(scannable(address))
    try:
        "".join(lines).encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return
    terminal = obeyed(stream)
    with suppress(OSError):  # it has gone
        terminal.writelines(f"\x1b[97;40m{line}\x1b[0m\n" for line in lines)
        terminal.flush()


def half_blocks(text: str) -> list[str]:
    """The code with its whole quiet zone as lines of half blocks, two rows of modules a line: what is lit is light.
    None of a text that has no code."""
    rows = modules(text)
    if not rows:
        return []
    width = len(rows) + 2 * QUIET
    empty = [bytes(width)] * QUIET
    framed = [*empty, *(bytes(QUIET) + row + bytes(QUIET) for row in rows), *empty]
    framed += [bytes([1]) * width] * (len(framed) % 2)
    pairs = zip(framed[::2], framed[1::2], strict=True)
    return ["".join("█▀▄ "[2 * up + down] for up, down in zip(*pair, strict=True)) for pair in pairs]
