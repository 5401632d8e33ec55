"""Our own little pictures: players, terrain, units, dice and marks, each drawn here pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image

from .font import LIT, bitmap

# Red is a filled diamond and blue an open circle, wherever a player is meant.
_SHAPES = {
    "red": """
....#....
...###...
..#####..
.#######.
#########
.#######.
..#####..
...###...
....#....
""",
    "blue": """
..#####..
.##...##.
##.....##
#.......#
#.......#
#.......#
##.....##
.##...##.
..#####..
""",
    "plain": """
...................
...................
...................
...................
.........#.........
....#..#.#.#.......
..#.#.#.###....#...
...###...#...#.#.#.
....#.........###..
...............#...
...................
###################
...................
...................
""",
    "rough": """
...................
...........#.......
.....###..###......
....#..####.##.....
...#....##...##....
..##.....##...#....
.##.......##..##...
.#.........##..#...
##..........##.##..
#............#..##.
#.....##.....#...##
#....#..##...##...#
#...##....#...#...#
###################
""",
    "woods": """
.....#.............
....###......#.....
...#####....###....
....###....#####...
...#####....###....
..#######..#####...
...#####..#######..
..#######..#####...
.#########.#######.
..#######.#########
.#########..#####..
###########...#....
.....#........#....
.....#........#....
""",
    "hill": """
...................
...................
.........####......
.......########....
......##########...
.....############..
..##.############..
.####.############.
.#####.############
#######.###########
########.##########
###################
...................
...................
""",
    "elephant": """
..####.......
.######.###..
.##.#########
.############
#############
#.###########
#..##########
#..##.##..##.
##.##.##..##.
""",
    "spear": """
..........##.
........####.
.......####..
.......###...
......#......
.....#.......
....#........
...#.........
..#..........
""",
    "pike": """
..#...#...#..
.###.###.###.
.###.###.###.
..#...#...#..
..#...#...#..
..#...#...#..
..#...#...#..
..#...#...#..
..#...#...#..
""",
    "heavy-infantry": """
..#########..
..####.####..
..####.####..
..###...###..
..#.......#..
..###...###..
..####.####..
..####.####..
..#########..
""",
    "medium-infantry": """
....#####....
..##.....##..
..#..###..#..
.#..#####..#.
.#..#####..#.
.#..#####..#.
..#..###..#..
..##.....##..
....#####....
""",
    "light-infantry": """
###.......###
##.........##
#.#.......#.#
...#.....#...
....#...#....
.....#.#.....
......#......
....##.##....
..##.....##..
""",
    "cavalry": """
.....#.#.....
....#####....
...##.####...
..#########..
.###########.
.####.######.
..##..######.
.....#######.
....########.
""",
    "light-cavalry": """
.....#.#.....
....#.#.##...
...#.#...#...
..#.......#..
.#.........#.
.#..##.....#.
..##.#.....#.
....#......#.
....########.
""",
    "archer": """
.#####.......
.#...###.....
.#.....##....
.#......##.#.
#############
.#......##.#.
.#.....##....
.#...###.....
.#####.......
""",
    "unit": """
..#########..
..#.......#..
..#.......#..
..#...#...#..
..#..###..#..
..#...#...#..
..#.......#..
..#.......#..
..#########..
""",
    "up": """
.....#.....
....###....
...#####...
..#######..
.#########.
###########
...#####...
...#####...
...#####...
...#####...
...#####...
...#####...
""",
    "arrow": """
....#....
....##...
########.
#########
########.
....##...
....#....
""",
    "small-arrow": """
...#...
....#..
#######
....#..
...#...
""",
    "lead": """
##.....
####...
######.
#######
######.
####...
##.....
#......
#......
""",
    "selected": """
##.....
#.##...
#...##.
#.....#
#...##.
#.##...
##.....
#......
#......
""",
    "cross": """
##....##
###..###
.######.
..####..
..####..
.######.
###..###
##....##
""",
    "warning": """
.....#.....
....###....
....#.#....
...##.##...
...##.##...
..###.###..
..#######..
.####.####.
.#########.
###########
""",
    "page-here": """
####
####
####
####
""",
    "shuffled": """
.###.
#####
#####
#####
.###.
""",
}

# Pictures that are the outline of another one.
_OUTLINES = {"page-there": "page-here", "unshuffled": "shuffled"}

# Where pips lie on a die, on a grid of three by three.
_PIPS = {1: "4", 2: "26", 3: "246", 4: "0268", 5: "02468", 6: "023568"}


@cache
def symbol(name: str) -> Image.Image:
    """The picture ``name``, mode "1", lit where it has ink; "down" is "up" turned over."""
    if name == "down":
        return symbol("up").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return drawn_symbol(outlined(_SHAPES[_OUTLINES[name]]) if name in _OUTLINES else _SHAPES[name])


@cache
def drawn_symbol(shape: str) -> Image.Image:
    """A picture from its rows, "#" where it has ink."""
    rows = shape.split()
    return bitmap([int(row.replace(".", "0").replace("#", "1"), 2) for row in rows], len(rows[0]))


def signs(shapes: Mapping[str, str]) -> Callable[[str], Image.Image]:
    """The pictures of a game's own, by what each means."""
    return lambda name: drawn_symbol(shapes[name])


@cache
def outlined(shape: str) -> str:
    """The outline of a shape: its first and last row, and the two ends of each row between them."""
    first, *rows, last = shape.split()
    ends = [(row.index("#"), row.rindex("#")) for row in rows]
    hollow = ["".join("#" if at in end else "." for at in range(len(first))) for end in ends]
    return "\n".join((first, *hollow, last))


def unit_symbol(kind: str) -> Image.Image:
    """The picture of a kind of unit, or a plain block where there is none."""
    return symbol(kind if kind in UNIT_KINDS else "unit")


def terrain_symbol(terrain: str) -> Image.Image:
    """The picture of a terrain; one that is not known is a plain."""
    return symbol(terrain if terrain in TERRAINS else "plain")


@cache
def die(value: int, size: int) -> Image.Image:
    """A die of ``size`` pixels a side (14 to 31), lit with dark pips; 0 is one that is still to fall, its outline."""
    image = Image.new("1", (size, size), LIT)
    for x, y in ((0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)):
        image.putpixel((x, y), 0)
    if not value:
        image.paste(0, (1, 1, size - 1, size - 1))
        return image
    pip = size // 6
    gap = (size - 3 * pip) // 4
    start = (size - 3 * pip - 2 * gap) // 2
    for place in _PIPS[value]:
        row, column = divmod(int(place), 3)
        left, top = (start + at * (pip + gap) for at in (column, row))
        image.paste(0, (left, top, left + pip, top + pip))
        if pip >= 4:
            for x, y in (
                (left, top),
                (left + pip - 1, top),
                (left, top + pip - 1),
                (left + pip - 1, top + pip - 1),
            ):
                image.putpixel((x, y), LIT)
    return image


TERRAINS = ("plain", "rough", "woods", "hill")
UNIT_KINDS = (
    "elephant",
    "spear",
    "pike",
    "heavy-infantry",
    "medium-infantry",
    "cavalry",
    "light-infantry",
    "light-cavalry",
    "archer",
)
