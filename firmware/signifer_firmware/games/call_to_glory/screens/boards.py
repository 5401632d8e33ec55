"""What Call to Glory draws on players' screens: the seats of a side below what is asked, a roll-off, and two tables as
pages of their own: all kinds, and all scores.

Feet are 19 rows and boards 52 of a player's screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from signifer_core.layout import Side

from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font
from signifer_firmware.display.symbols import die, symbol

from .bands import CHIP, chip
from .signs import sign

FOOT = 19
DIE = 15
HEADING, LINE = 9, 10
# Of a line of one of two seats: right edges of total, this round's points and kinds; and where the piles begin.
EDGES, PILES_LEFT = (33, 58, 79), 99
KIND_WIDE, KIND_HIGH = 43, 17


@dataclass(frozen=True)
class SeatLine:
    """A seat: its ``label`` in two letters, its ``total`` of the rounds scored, what it has ``now``, the ``kinds`` of
    the ``enough`` that end the round, and its ninja figures (None: played without)."""

    label: str
    total: int
    now: int
    kinds: int
    enough: int
    figures: int | None = None
    active: bool = False


@dataclass(frozen=True)
class FootLabels:
    """The words above the figures of a foot, in their reader's language."""

    total: str
    now: str
    kinds: str


@dataclass(frozen=True)
class SeatsFoot:
    """One or two seats of a side, and the face-down ``piles``, left and right: an estimate unless one of them is known
    to be empty, and both are ``sure``. No piles before cards are dealt."""

    seats: tuple[SeatLine, ...]
    piles: tuple[int, ...]
    labels: FootLabels
    sure: bool

    def draw(self, canvas: Canvas, top: int) -> None:
        several = len(self.seats) > 1
        for at, seat in enumerate(self.seats):
            if several:
                _seat(canvas, seat, top + at * HEADING)
            else:
                self._one(canvas, seat, PILES_LEFT - 3 if self.piles else WIDTH, top)
        if self.piles and not several:
            canvas.rule(PILES_LEFT - 3, top + 2, PILES_LEFT - 2, top + FOOT - 2)
        for at, pile in enumerate(self.piles):
            _pile(canvas, pile, top + at * HEADING, about=not self.sure)

    def _one(self, canvas: Canvas, seat: SeatLine, right: int, top: int) -> None:
        """Each figure below its word, and how many figures of a ninja there are."""
        labels = self.labels
        cells = [
            (labels.total, str(seat.total)),
            (labels.now, f"+{seat.now}"),
            (labels.kinds, f"{seat.kinds}/{seat.enough}"),
        ]
        wide = [max(font("small").width(label), font("bold").width(text)) + 2 for label, text in cells]
        if seat.figures is not None:
            wide.append(sign("ninja figure").width + 2)
        share, rest = divmod(right - sum(wide), len(wide))
        x = 0
        for at, width in enumerate(wide):
            width += share + (at < rest)
            if at < len(cells):
                label, text = cells[at]
                _cell(canvas, label, x, width, top)
                _figure(canvas, text, x, width, top)
            else:
                picture = sign("ninja figure")
                canvas.picture(picture, x + (width - picture.width) // 2, top, "ninja figure")
                _figure(canvas, str(seat.figures), x, width, top)
            x += width


def _cell(canvas: Canvas, label: str, x: int, width: int, top: int) -> None:
    canvas.label(label, x + 1, top, width - 2, "small", "tight", align="centre")


def _figure(canvas: Canvas, text: str, x: int, width: int, top: int) -> None:
    wide = font("bold").width(text)
    canvas.figure(text, x + (width - wide) // 2 + wide, top + LINE, face="bold")


def _seat(canvas: Canvas, seat: SeatLine, top: int) -> None:
    """A line of one of two seats: total, this round's points, kinds, figures."""
    ink = 1
    wide = font("small").width(seat.label)
    if seat.active:
        canvas.ground(0, top, wide + 3, top + HEADING, "active")
        ink = 0
    canvas.line(seat.label, 1, top, "small", ink=ink)
    canvas.say(seat.label)
    texts = (str(seat.total), f"+{seat.now}", f"{seat.kinds}/{seat.enough}")
    for edge, text in zip(EDGES, texts, strict=True):
        canvas.figure(text, edge, top + 1, face="bold")
    if seat.figures is not None:
        x = canvas.picture(sign("ninja figure"), EDGES[-1] + 3, top, "ninja figure")
        canvas.figure(str(seat.figures), x + 6, top + 1, face="bold")


def _pile(canvas: Canvas, pile: int, top: int, *, about: bool) -> None:
    """A face-down pile, in a line of its own."""
    x = canvas.picture(sign("face-down"), PILES_LEFT, top + 1, "face-down") + 1
    if about:
        canvas.picture(sign("about"), x, top + 1, "about")
    canvas.figure(str(pile), WIDTH - 1, top + 1, face="bold")


@dataclass(frozen=True)
class RollFoot:
    """A roll-off: everybody who rolls, with the die that fell; 0 is still to fall."""

    rolls: tuple[tuple[str, int], ...]

    def draw(self, canvas: Canvas, top: int) -> None:
        wide = WIDTH // len(self.rolls)
        for at, (label, value) in enumerate(self.rolls):
            x = at * wide + (wide - DIE - 3 - font("small").width(label)) // 2
            x = canvas.label(label, x, top + 5, font("small").width(label), "small") + 3
            canvas.picture(die(value, DIE), x, top + 2, f"die {value or 'to fall'}")
            canvas.say(str(value or ""))


@dataclass(frozen=True)
class KindMark:
    """A kind of the nine: the ``value`` on its cards and, where a set of it lies, its size and its owner."""

    value: int
    size: int = 0
    side: Side = "red"
    seat: str = ""


@dataclass(frozen=True)
class KindsBoard:
    """All nine kinds, three by three."""

    kinds: tuple[KindMark, ...]

    def draw(self, canvas: Canvas, top: int) -> None:
        for at, kind in enumerate(self.kinds):
            across, down = at % 3, at // 3
            self._kind(canvas, kind, across * KIND_WIDE, top + 2 + down * KIND_HIGH)
        for across in (1, 2):
            x = across * KIND_WIDE - 2
            canvas.rule(x, top + 1, x + 1, top + 3 * KIND_HIGH)

    @staticmethod
    def _kind(canvas: Canvas, kind: KindMark, x: int, y: int) -> None:
        if not kind.size:
            text = str(kind.value)
            canvas.figure(text, x + (CHIP + font("bold").width(text)) // 2, y + 1, face="bold")
            return
        chip(canvas, kind.value, x, y)
        right = x + CHIP + 1 + font("bold").width("20")
        canvas.figure(str(kind.size), right, y + 1, face="bold")
        if kind.seat:
            canvas.label(kind.seat, right + 2, y, font("small").width(kind.seat), "small")
        else:
            canvas.picture(symbol(kind.side), right + 2, y, kind.side)


@dataclass(frozen=True)
class ScoreLine:
    """A seat of the table of scores: the ``figures`` of its columns; ``lit`` for who has won."""

    side: Side
    label: str
    figures: tuple[str, ...]
    lit: bool = False


@dataclass(frozen=True)
class ScoreBoard:
    """A table of all seats below its ``headings``."""

    headings: tuple[str, ...]
    lines: tuple[ScoreLine, ...]

    def draw(self, canvas: Canvas, top: int) -> None:
        lefts = [*self._lefts()]
        for heading, (left, right) in zip(self.headings, lefts, strict=True):
            canvas.label(heading, left, top, right - left, "small", "tight", align="right")
        for at, line in enumerate(self.lines):
            y, ink = top + HEADING + 1 + at * LINE, 1
            if line.lit:
                canvas.ground(0, y, WIDTH, y + LINE, "won")
                ink = 0
            x = canvas.picture(symbol(line.side), 1, y, line.side, ink=ink) + 2
            canvas.label(line.label, x, y, font("small").width(line.label), "small", ink=ink)
            for figure, (_, right) in zip(line.figures, lefts, strict=True):
                canvas.figure(figure, right, y + 1, face="bold", ink=ink)

    def _lefts(self) -> Iterator[tuple[int, int]]:
        """Left and right edge of each column: what it needs, and an equal share of the rest."""
        columns = zip(*(line.figures for line in self.lines), strict=True)
        wide = [
            max(font("small").width(heading), *(font("bold").width(figure) for figure in figures)) + 3
            for heading, figures in zip(self.headings, columns, strict=True)
        ]
        left = 12 + max(font("small").width(line.label) for line in self.lines) + 3
        share = max(0, WIDTH - 1 - left - sum(wide)) // len(wide)
        for width in wide:
            yield left + 3, left + width + share
            left += width + share
