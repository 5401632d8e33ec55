"""Bands that Thermopyles draws itself: Persians with their values, the total with its dice, the marker and
the cemetery.

Feet are 19 rows and boards 52 of a player's screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.games.thermopyles.deck import Persian
from signifer_core.games.thermopyles.state import BONUS_PLACES, CEMETERY_TO_WIN, LOST_PLACE, Fight

from signifer_firmware.display.bands import BAND, LEFT, CountBand, Tally
from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font
from signifer_firmware.display.symbols import die, signs

SUPPORTS = 4
LARGE_DIE, SMALL_DIE = 15, 14
# So many dice leave room for the Spartan's sign.
DICE_BESIDE_SIGN = 3

_SHAPES = {
    "spartan": """
....#####....
..#########..
.###########.
.####...####.
.###.....###.
.###.###.###.
.###..#..###.
.####.#.####.
..###.#.###..
..###...###..
...##...##...
""",
    "persian": """
......#......
.....###.....
....#####....
...#######...
..#########..
.###########.
.#.........#.
.#..#...#..#.
.##.......##.
..###.#.###..
....#####....
""",
    "bonus": """
....#....
...###...
...###...
..##.##..
..##.##..
.##...##.
.##...##.
##.....##
##.....##
""",
    "gate": """
.#######.
#########
##.....##
##.....##
""",
    "lost": """
##...##
.##.##.
..###..
.##.##.
##...##
""",
}
sign = signs(_SHAPES)
GRAVES = Tally(
    "grave",
    """
..##..
.####.
######
##..##
######
######
######
######
""",
)
SHIELDS = Tally(
    "shield",
    """
#######
#######
#######
#######
.#####.
..###..
...#...
""",
)


@dataclass(frozen=True)
class PersianBand:
    """A Persian of the row: his battle value, annihilation value on a lit ground, and his symbol.

    ``assumed``: nobody has read these figures on the card.
    """

    figures: Persian
    assumed: bool = False

    def draw(self, canvas: Canvas, top: int) -> None:
        picture = sign("persian")
        x = canvas.picture(picture, LEFT, top + (BAND - picture.height) // 2, "persian") + 5
        if self.figures.bonus:
            canvas.picture(sign("bonus"), x, top + 6, "bonus")
        annihilation = str(self.figures.annihilation)
        wide = font("figure").width(annihilation)
        canvas.ground(WIDTH - wide - 4, top + 1, WIDTH, top + 21, "annihilation")
        left = canvas.figure(annihilation, WIDTH - 2, top + 2, ink=0)
        left = canvas.figure(str(self.figures.battle), left - 5, top + 2)
        if self.assumed:
            canvas.label("~", left - 9, top + 5, 9, "bold")


@dataclass(frozen=True)
class CombatBand:
    """The fighting Spartan's battle value, each die that fell, those that are due, and the total."""

    fight: Fight
    label: str = ""

    def draw(self, canvas: Canvas, top: int) -> None:
        fight = self.fight
        number = len(fight.dice) + fight.due
        x = LEFT - 2
        if number <= DICE_BESIDE_SIGN:
            picture = sign("spartan")
            x = canvas.picture(picture, LEFT, top + (BAND - picture.height) // 2, "spartan") + 3
        left = canvas.figure(str(fight.total), WIDTH - 1, top + 2)
        if not number:
            canvas.label(self.label, x, top + 5, left - 2 - x, "text", "small")
            return
        width = font("title").width(str(fight.base))
        canvas.figure(str(fight.base), x + width, top + 6, face="title")
        # With the die of the place and all supports there is no pixel to spare.
        size, gap = (LARGE_DIE, 3) if number <= SUPPORTS else (SMALL_DIE, 1)
        x += width + gap
        for at in range(number):
            fallen = fight.dice[at] if at < len(fight.dice) else 0
            name = f"die {fallen or 'to fall'}"
            canvas.picture(die(fallen, size), x + at * (size + 1), top + (BAND - size) // 2, name)
        canvas.say(" ".join(map(str, fight.dice)))


@dataclass(frozen=True)
class CemeteryBand:
    """The cemetery of twelve, in two rows, and how many lie in it."""

    number: int

    def draw(self, canvas: Canvas, top: int) -> None:
        half = CEMETERY_TO_WIN // 2
        GRAVES.draw(canvas, self.number, half, LEFT + 3, top + 2, 9)
        GRAVES.draw(canvas, self.number - half, half, LEFT + 3, top + 12, 9)
        canvas.figure(str(self.number), WIDTH - 1, top + 2)


@dataclass(frozen=True)
class SupportBand:
    """The supports that are left, of four."""

    left: int
    label: str

    def draw(self, canvas: Canvas, top: int) -> None:
        x = WIDTH - 10 * SUPPORTS
        canvas.label(self.label, LEFT, top + 5, x - LEFT - 2, "text", "small")
        SHIELDS.draw(canvas, self.left, SUPPORTS, x, top + 7, 10)


def _places(canvas: Canvas, marker: int, left: int, top: int, pitch: int, face: str) -> None:
    """The marker's seven places: a gate above the third and the sixth, a cross above the last; the marker's own lit."""
    height = font(face).height + 1
    below = top + 7
    for place in range(1, LOST_PLACE + 1):
        x = left + (place - 1) * pitch
        over = "gate" if place in BONUS_PLACES else "lost" if place == LOST_PLACE else ""
        if over:
            picture = sign(over)
            canvas.picture(picture, x + (pitch - 1 - picture.width) // 2, top + 5 - picture.height, over)
        here = place == marker
        if here:
            canvas.ground(x, below - 1, x + pitch - 1, below + height, "marker")
        canvas.label(str(place), x + 1, below, pitch - 3, face, ink=0 if here else 1, align="centre")


@dataclass(frozen=True)
class TeamFoot:
    """The marker's place, and each player's hand, that of ``active`` (counted from 0) lit; ``labels`` name them."""

    marker: int
    labels: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    active: int | None = None

    def draw(self, canvas: Canvas, top: int) -> None:
        _places(canvas, self.marker, 0, top, 9, "bold")
        room = WIDTH - 66
        wide = min(room // max(1, len(self.hands)), 40)
        x = WIDTH - wide * len(self.hands)
        for at, (label, number) in enumerate(zip(self.labels, self.hands, strict=True)):
            lit = at == self.active
            if lit:
                canvas.ground(x, top, x + wide - 1, top + 19, "active")
            ink = 0 if lit else 1
            canvas.label(label, x + 1, top, wide - 3, "small", ink=ink, align="centre")
            width = font("bold").width(str(number))
            canvas.figure(str(number), x + (wide - 1 + width) // 2, top + 10, face="bold", ink=ink)
            x += wide


@dataclass(frozen=True)
class Board:
    """The whole table at a glance: the marker's places, the cemetery of twelve, supports left, and four piles."""

    marker: int
    cemetery: int
    supports: int
    piles: tuple[CountBand, ...]

    def draw(self, canvas: Canvas, top: int) -> None:
        _places(canvas, self.marker, 1, top, 18, "bold")
        row = top + 21
        GRAVES.draw(canvas, self.cemetery, CEMETERY_TO_WIN, 1, row, 7)
        canvas.say(f"{self.cemetery}/{CEMETERY_TO_WIN}")
        SHIELDS.draw(canvas, self.supports, SUPPORTS, WIDTH - 9 * SUPPORTS, row + 1, 9)
        canvas.rule(0, row + 9, WIDTH, row + 10)
        half = WIDTH // 2
        for at, pile in enumerate(self.piles):
            x, y = half * (at % 2), row + 11 + 10 * (at // 2)
            width = font("bold").width(str(pile.number))
            right = x + half - 3
            canvas.figure(str(pile.number), right, y + 1, face="bold")
            canvas.label(pile.label, x + 1, y, half - width - 7, "small")
