"""The chances of a game as a curve in SVG: told by place, dashes and numbers, so that no colour is needed. The table
beside it says the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from signifer_firmware.i18n.words import Words

WIDE, HIGH = 540, 350
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 34, 56
MARK = 13
Scale = Callable[[float], float]
# So many turns are named below at most.
MOST_NAMES = 12


def picture(
    course: Sequence[tuple[int, str, float]],
    marks: Sequence[tuple[int, int]],
    result: float | None,
    words: Words,
    title: str,
    ends: Sequence[tuple[str, str]],
) -> str:
    """A chance over the turns, with ``marks``, a number and its turn each, and what the game came to; ``ends`` are what
    is won at the top and at the bottom, each with its style."""
    first, last = course[0][0], course[-1][0] + (result is not None)

    def x(turn: float) -> float:
        share = (turn - first) / (last - first) if last > first else 0.5
        return round(LEFT + share * (WIDE - LEFT - RIGHT), 1)

    def y(chance: float) -> float:
        return round(TOP + (1.0 - chance) * (HIGH - TOP - BOTTOM), 1)

    points = [(float(turn), chance) for turn, _, chance in course]
    if result is not None:
        points.append((float(last), result))
    parts = [_grid(x, y, ends), _turns(x, [turn for turn, _, _ in course], words)]
    line = " ".join(f"{x(turn)},{y(chance)}" for turn, chance in points)
    parts.append(f'<polyline class="chance" points="{line}"/>')
    at = {turn: chance for turn, _, chance in course}
    taken: dict[int, int] = {}
    for number, turn in marks:
        # A turning point in a turn in which the course has none belongs to the one before it.
        near = max((each for each in at if each <= turn), default=first)
        taken[near] = taken.get(near, 0) + 1
        across, down = x(near), y(at[near]) + (taken[near] - 1) * 2 * MARK
        parts.append(f'<circle class="mark" cx="{across}" cy="{down}" r="{MARK}"/>')
        parts.append(f'<text class="mark-number" x="{across}" y="{down + 6}">{number}</text>')
    if result is not None:
        parts.append(f'<circle class="end" cx="{x(last)}" cy="{y(result)}" r="7"/>')
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-labelledby="curve" aria-describedby="course">'
        f'<title id="curve">{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _grid(x: Scale, y: Scale, ends: Sequence[tuple[str, str]]) -> str:
    """Lines for each quarter; one wins at the top, the other at the bottom."""
    del x
    parts = []
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        down = y(chance)
        kind = "half" if chance == 0.5 else "grid"
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{down}" y2="{down}"/>')
        parts.append(f'<text class="right" x="{LEFT - MARK - 3}" y="{down + 6}">{round(100 * chance)}</text>')
    for (kind, said), down in zip(ends, (TOP - 12, HIGH - BOTTOM + 22), strict=True):
        parts.append(f'<text class="{kind}" x="{LEFT}" y="{down}">{escape(said)}</text>')
    return "".join(parts)


def _turns(x: Scale, turns: Sequence[int], words: Words) -> str:
    """The numbers of turns, as many as there is room for."""
    step = -(-len(turns) // MOST_NAMES)
    named = turns[::step]
    parts = [f'<text class="middle" x="{x(turn)}" y="{HIGH - 8}">{turn}</text>' for turn in named[1:]]
    return f'<text x="2" y="{HIGH - 8}">{escape(words.say("Turn"))} {named[0]}</text>' + "".join(parts)
