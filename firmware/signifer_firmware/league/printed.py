"""The book in lines for a terminal, and as a table for other programs (CSV, RFC 4180)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from signifer_core.errors import plain

from .book import BEFORE_IT, DRAW, ON, Book, Line
from .names import Who
from .rating import Standing
from .results import GONE_ON, PRACTICE, RUNNING, TAKEN_BACK

NO_DATE = "????-??-??"
HEAD = ("number", "date", "game", "side", "player", "robot level", "result", "why it does not count", "luck")
# Where a spreadsheet takes for a formula what follows: as a cell begins, or would where it is parted by something else
# than commas; behind blanks and quotes, too. The full-width forms of the signs do as well.
_FORMULA = re.compile(r"""(^|[;,|\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r])""")
WHY = {
    RUNNING: "not over",
    PRACTICE: "practice",
    GONE_ON: "goes on from another game",
    TAKEN_BACK: "its end was taken back",
}


def called(who: Who) -> str:
    """What a player is called in English."""
    if who.level is not None:
        return f"robot, level {who.level}" if who.level else "robot"
    return plain(who.name) or "?"


def lines_of(book: Book) -> Iterator[str]:
    """How players stand in each game, and each game with its result."""
    for game, found in book.standings.items():
        if found:
            yield plain(game)
            yield "  rating  won  drawn  lost  player"
            yield from (_standing(each) for each in found)
            yield ""
    yield from (_line(line) for line in book.lines)
    yield from book.faults
    if not book.lines and not book.faults:
        yield "No game was played here yet."


def _standing(each: Standing) -> str:
    rating = "-" if each.rating is None else str(each.rating)
    return f"  {rating:>6}  {each.won:3}  {each.drawn:5}  {each.lost:4}  {called(each.who)}"


def _line(line: Line) -> str:
    number = {ON: "now", BEFORE_IT: ""}.get(line.number, str(line.number))
    return f"{number:>4}  {plain(line.date) or NO_DATE}  {plain(line.game)}  {_told(line)}"


def _told(line: Line) -> str:
    if line.fault:
        return f"not to be read: {line.fault}"
    players = ", ".join(f"{party} {called(who)}" for party, who in line.players.items())
    return f"{_ended(line)}; {players}"


def _ended(line: Line) -> str:
    if line.why:
        return f"does not count: {WHY[line.why]}"
    if line.outcome == DRAW:
        return "a draw"
    return f"{' and '.join((line.outcome or '').split(' '))} won"


def csv_of(book: Book) -> str:
    """A row for each player of each game; what would be taken for a formula has an apostrophe before it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for line in book.lines:
        # A figure of luck may be negative, and is none the less no formula.
        writer.writerows([*map(_safe, row), luck] for *row, luck in _rows(line))
    return out.getvalue()


def _rows(line: Line) -> Iterable[tuple[str, ...]]:
    head = ("" if line.number in (ON, BEFORE_IT) else str(line.number), line.date, line.game)
    if line.fault:
        return [(*head, "", "", "", "", f"cannot be read: {line.fault}", "")]
    return [
        (
            *(*head, party, plain(who.name)),
            "" if who.level is None else str(who.level),
            *(line.result_of(party), WHY.get(line.why, ""), _luck(line, party)),
        )
        for party, who in line.players.items()
    ]


def _luck(line: Line, party: str) -> str:
    luck = line.luck_of(party)
    return "" if luck is None else str(luck[0])


def _safe(cell: str) -> str:
    return _FORMULA.sub(r"\g<0>'", cell)
