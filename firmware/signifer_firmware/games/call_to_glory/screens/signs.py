"""Little pictures of Call to Glory's own: figures, face-down piles, and what stands beside numbers."""

from __future__ import annotations

from signifer_firmware.display.symbols import signs

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
sign = signs(_SHAPES)
