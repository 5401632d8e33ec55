"""Little pictures of Dark Age Arena's own: wounds, rolls, what lies at a place, and the four lists of a fighter."""

from __future__ import annotations

from PIL import Image
from signifer_core.games.dark_age_arena.deck.effects import Sign
from signifer_core.games.dark_age_arena.rolls import Throwing

from signifer_firmware.display.symbols import drawn_symbol

_SHAPES = {
    "wounds": """
.##.##.
#######
#######
.#####.
..###..
...#...
""",
    "shoot": """
#####..
....##.
..#..##
#######
..#..##
....##.
#####..
""",
    "strike": """
.....##
....###
...###.
#.###..
.###...
.##....
#..#...
""",
    "armour": """
#.....#
###.###
#######
.#####.
.#####.
.#####.
.#####.
""",
    "block": """
#######
#..#..#
#..#..#
#######
.#.#.#.
..###..
...#...
""",
    "weapon": """
.###...
####...
#####..
##.##..
....##.
.....##
......#
""",
    "skill": """
...#...
...#...
#######
.#####.
..###..
.##.##.
#.....#
""",
    "supply": """
..###..
...#...
..###..
.#####.
#######
#######
.#####.
""",
    "artifact": """
.#####.
##.#.##
#######
.##.##.
.##.##.
..###..
...#...
""",
    "pillaged": """
...#...
..##...
..###..
.####.#
######.
.##.##.
..#.#..
""",
    "instant": """
...##..
..##...
.##....
######.
...##..
..##...
.##....
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
    "from": """
##.....
####...
######.
#######
######.
####...
##.....
""",
    "target": """
..###..
.#...#.
#..#..#
#.###.#
#..#..#
.#...#.
..###..
""",
    "dies": """
.#####.
#######
#..#..#
#..#..#
###.###
.#####.
.#.#.#.
""",
    "support": """
...#...
...#...
...#...
#######
...#...
...#...
...#...
""",
    "unblockable": """
#.#....
##.##..
######.
#######
######.
##.##..
#.#....
""",
    "frenzy": """
#..#..#
.#.#.#.
..###..
###.###
..###..
.#.#.#.
#..#..#
""",
}
LIST_OF: dict[Sign, Throwing] = {"()": "shoot", "[]": "strike", "{}": "armour", "<>": "block"}


def sign(name: str) -> Image.Image:
    """A picture of the game's own, by what it means."""
    return drawn_symbol(_SHAPES[name])
