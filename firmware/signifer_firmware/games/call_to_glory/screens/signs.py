"""Little pictures of Call to Glory's own: figures, face-down piles, and what stands beside numbers."""

from __future__ import annotations

from PIL import Image

from signifer_firmware.display.symbols import drawn_symbol

_SHAPES = {
    "ninja figure": """
..###..
.#####.
.#...#.
.#####.
..###..
.#####.
#######
#######
.#...#.
""",
    "face-down": """
.######.
##.##.##
#.#..#.#
##.##.##
#.#..#.#
##.##.##
.######.
""",
    "at least": """
##.....
..##...
....##.
..##...
##.....
.......
######.
""",
    "unbeatable": """
..###..
.#...#.
.#...#.
#######
###.###
###.###
#######
""",
    "about": """
.##...#
#..#..#
#...##.
.......
.##...#
#..#..#
#...##.
""",
}


def sign(name: str) -> Image.Image:
    """A picture of the game's own, by what it means."""
    return drawn_symbol(_SHAPES[name])
