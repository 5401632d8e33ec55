"""Which lines of the record were taken back: by how the table remembers its last gestures."""

from __future__ import annotations

from collections.abc import Sequence

from signifer_core.procedure import Past, Table

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.session.events import News

Lines = Sequence[tuple[int, News]]


class Undone:
    """The ``numbers`` of lines that were taken back. It has to look after each line, and whenever the table changes."""

    def __init__(self) -> None:
        self.numbers: frozenset[int] = frozenset()
        self._table: Table[AnyState] | None = None
        self._count = 0

    def look(self, table: Table[AnyState] | None, count: int, lines: Lines) -> None:
        """Take in how things stand after ``count`` lines; ``lines`` are the last of them, by number."""
        before, told = self._table, self._count
        self._table, self._count = table, count
        if before is None or table is None or before is table:
            return
        gone = _taken_back(before.past, table.past)
        # What nobody can take back any more is forgotten as well, but something was done then.
        if not gone or count != told:
            return
        done = [number for number, news in lines if number <= told and _is_done(news)]
        left = [number for number in done if number not in self.numbers]
        self.numbers |= frozenset(left[-sum(gesture.actions for gesture in gone) :])


def _taken_back(
    before: Sequence[Past[AnyState]], after: Sequence[Past[AnyState]]
) -> Sequence[Past[AnyState]]:
    """The gestures that are remembered no more."""
    kept = 0
    while kept < min(len(before), len(after)) and before[kept] == after[kept]:
        kept += 1
    return [gesture for gesture in before[kept:] if gesture.actions]


def _is_done(news: News) -> bool:
    """Whether a line tells of an action: not of what people agreed on."""
    return news.kind == "action" and news.what.get("player") != "both"
