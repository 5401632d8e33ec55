"""Burn-in protection: when nobody has touched the table for a while, its screens are dimmed, and pictures wander; later
they are dark.

An OLED pixel fades with the light that it has given. What stands still for hours burns in, so it shines less and by
turns with its neighbours.
"""

from __future__ import annotations

from PIL import Image

# Who thinks about a move, or reads a rule, still finds the screens lit; who has left the table is away for longer.
DIM_AFTER_US = 300_000_000
# Nobody is there any more: the first card or press lights them.
DARK_AFTER_US = 1_200_000_000
# A picture held for a minute leaves nothing behind, and nobody who walks by sees it move.
SHIFT_EVERY_US = 60_000_000
DARK = -1
# Of 255: legible in a room, and a small part of the light that these panels give at 127 or 207.
DIM_CONTRAST = 8
# Round a square, a pixel a minute. Two pixels to each side: the strokes of the large figures are three to four wide, so
# that most of each is dark for a part of the round, and no word loses a letter.
SHIFTS = (
    *((x, -2) for x in range(-2, 2)),
    *((2, y) for y in range(-2, 2)),
    *((x, 2) for x in range(2, -2, -1)),
    *((-2, y) for y in range(2, -2, -1)),
)


def phase_of(idle_us: int) -> int:
    """0 while the table is in use; then how many minutes the screens have been dimmed, counted from 1; at last DARK."""
    if idle_us >= DARK_AFTER_US:
        return DARK
    return max(0, (idle_us - DIM_AFTER_US) // SHIFT_EVERY_US + 1)


def next_phase_us(phase: int) -> int | None:
    """After how long without a hand the phase after ``phase`` begins; None after DARK, the last one."""
    return None if phase == DARK else DIM_AFTER_US + phase * SHIFT_EVERY_US


def contrast_of(phase: int) -> int | None:
    """The contrast in ``phase``; None is full."""
    return DIM_CONTRAST if phase else None


def shifted(image: Image.Image, phase: int) -> Image.Image:
    """The picture in its place of ``phase``; what leaves the panel on one side is dark on the other."""
    if not phase or phase == DARK:
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, SHIFTS[(phase - 1) % len(SHIFTS)])
    return moved
