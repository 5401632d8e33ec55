"""The history of the game that is on, for a real table's page: its lines, and how the table lay after each of them.

What was done before the page began to listen, before a restart of the program, say, is found in the journal. It is
played again when somebody asks for it, by the page's own thread.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from signifer_core.json_values import as_int, as_list, as_object, as_str
from signifer_core.layout import Layout
from signifer_core.procedure import Table
from signifer_core.twins import is_exchange

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.recording.part import lines_of
from signifer_firmware.session import journal
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.game import View, page_of

from .glance import MOST_MOMENTS, Glance

# Actions before a moment, and after it, that are told with it.
NEAR = 12
# Entries of the journal of which the record has a line; of a roll it has one a die (`lines_of`).
_TOLD = ("gesture", "action", "agreed")


def to_look_back(table: Table[AnyState] | None) -> Table[AnyState] | None:
    """A table without what undo needs alone: every moment would have gestures of its own, all that came before it."""
    return None if table is None else replace(table, past=())


@dataclass(frozen=True)
class Moment:
    """How a real table stood; nothing in it changes any more."""

    bundle: AnyBundle
    table: Table[AnyState] | None
    outlook: Outlook
    seen: Layout

    def glance(
        self,
        config: TableConfig,
        lines: tuple[tuple[int, News], ...],
        moments: Sequence[tuple[int, Stood]],
        undone: frozenset[int],
    ) -> Glance:
        """It, for views, with the ``lines`` of its record and all ``moments`` to look back to."""
        return Glance(
            config=config,
            bundle=self.bundle,
            table=self.table,
            outlook=self.outlook,
            seen=self.seen,
            lying=self.seen,
            lines=lines,
            tones=(),
            pixels={},
            private=frozenset(),
            past=(moments[0][0], moments[-1][0]) if moments else None,
            outcomes=outcomes(lines, moments),
            undone=undone,
        )


Numbered = tuple[tuple[int, Moment], ...]


def count_of(entries: Iterable[Entry]) -> int:
    """How many lines the journal of a game makes."""
    return sum(map(lines_of, entries))


class Stood(Protocol):
    """A moment of which the game is known."""

    @property
    def bundle(self) -> AnyBundle: ...

    @property
    def table(self) -> Table[AnyState] | None: ...


def outcomes(lines: Sequence[tuple[int, News]], moments: Sequence[tuple[int, Stood]]) -> dict[int, View]:
    """What came of those of ``lines`` that decided something, by number: by the first of the numbered ``moments``
    after it."""
    found: dict[int, View] = {}
    numbers = [number for number, _ in moments]
    for number, news in lines:
        at = bisect_left(numbers, number)
        if news.kind != "action" or at == len(moments):
            continue
        stood = moments[at][1]
        page, said = page_of(stood.bundle.name), news.what.get("text")
        if stood.table is None or str(said).split(" ")[0] not in page.decisive:
            continue
        outcome = page.outcome(stood.bundle, stood.table)
        if outcome is not None:
            found[number] = outcome
    return found


def near(
    at: int, now: Glance, lines: Sequence[tuple[int, News]], moments: Sequence[tuple[int, Stood]]
) -> Glance:
    """``now`` with the actions around line ``at`` in place of its record, which has the last of ``lines`` alone."""
    done = [line for line in lines if line[1].kind == "action"]
    middle = bisect_right(done, at, key=lambda line: line[0])
    found = tuple(done[max(middle - NEAR, 0) : middle + NEAR])
    return replace(now, lines=found, outcomes=outcomes(found, moments))


@dataclass(frozen=True)
class History:
    """What the journal of a game tells: ``entries`` from its "begin" on, none where no game is on. A journal that
    cannot be played again has no moments, and no lines after the place where it breaks off."""

    bundle: AnyBundle
    entries: tuple[Entry, ...] = ()

    @property
    def lines(self) -> tuple[tuple[int, News], ...]:
        """Its lines, by number from 1 on."""
        return self._played[0]

    @property
    def moments(self) -> Numbered:
        """How the table lay after each of them, with its number; 0 is the beginning."""
        return self._played[1][-MOST_MOMENTS:]

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of its lines that were taken back."""
        number, done, found = 0, list[int](), set[int]()
        for entry in self.entries:
            if entry.kind == "undo":
                found |= {done.pop() for _ in range(min(as_int(entry.body), len(done)))}
            lines = lines_of(entry)
            number += lines
            if entry.kind in ("gesture", "action"):
                done.append(number if lines else 0)
        return frozenset(found - {0})

    @cached_property
    def _played(self) -> tuple[tuple[tuple[int, News], ...], Numbered]:
        lines: list[tuple[int, News]] = []
        moments: list[tuple[int, Moment]] = []
        try:
            with journal.understood():
                for news, table in self._steps():
                    moments.append((len(lines), self._moment(table)))
                    lines += enumerate(news, len(lines) + 1)
        except journal.JournalError:
            pass
        return tuple(lines), tuple(moments)

    def _steps(self) -> Iterator[tuple[tuple[News, ...], Table[AnyState]]]:
        """For each entry of which there are lines these, and the table as it was before; then the last table."""
        if not self.entries:
            return
        tables = journal.tables(self.bundle, self.entries)
        for entry, table in zip(self.entries[1:], tables, strict=False):
            news = self._news(entry, table)
            if news:
                yield news, table
        yield (), next(tables)

    def _news(self, entry: Entry, table: Table[AnyState]) -> tuple[News, ...]:
        if entry.kind == "roll":
            return tuple(News(entry.at_us, "roll", die) for die in map(as_object, as_list(entry.body)))
        said = as_str(entry.body) if entry.kind in _TOLD else ""
        if not said or is_exchange(said):
            return ()
        if entry.kind == "agreed":
            return (News(entry.at_us, "action", {"player": "both", "text": said}),)
        by = journal.done_by(self.bundle, table.state, self.bundle.parse(said))
        return (News(entry.at_us, "action", {**by, "text": said}),)

    def _moment(self, table: Table[AnyState]) -> Moment:
        """What the record says lies there: readers were not heard."""
        seen = self.bundle.procedure.due(table).must
        for card, zone in sorted(table.leaving):
            seen = seen.laid(card, zone)
        for card, zone in table.awaited | table.returning:
            seen = seen.lifted(card, zone)
        return Moment(self.bundle, to_look_back(table), Outlook(phase=GAME), seen)
