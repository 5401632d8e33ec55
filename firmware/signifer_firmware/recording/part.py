"""A piece of a game, from its beginning to a line of its record: to be looked at, shared, or gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from signifer_core.agreement import DONE
from signifer_core.json_values import as_list, as_str
from signifer_core.twins import is_exchange

from signifer_firmware.storage.store import Entry

from .game_text import COLUMN, COMMITMENT, RUNNING, SEAL, SECRET, GameRecord, of_journal

# What people do; all else follows from it.
_BY_PEOPLE = ("gesture", "agreed", "roll", "undo")


def lines_of(entry: Entry) -> int:
    """How many lines the record of a page has of an entry: one a die, none of an exchange of equal cards."""
    if entry.kind == "roll":
        return len(as_list(entry.body))
    told = entry.kind in ("gesture", "action", "agreed") and not is_exchange(as_str(entry.body))
    return int(told)


def part(entries: Sequence[Entry], at: int) -> GameRecord:
    """The game up to line ``at``, with what followed from that by itself, as a game that is not over. Its dice fall
    again: the secret of those that fell may be known."""
    return undiced(of_journal(_until(entries, at), RUNNING))


def _until(entries: Sequence[Entry], at: int) -> Iterable[Entry]:
    number = 0
    for place, entry in enumerate(entries):
        if place and number >= at and entry.kind in _BY_PEOPLE and entry.body != DONE:
            return
        yield entry
        number += lines_of(entry)


def undiced(record: GameRecord) -> GameRecord:
    """The record without what its dice were made of."""
    tags = {name: value for name, value in record.tags.items() if name not in (COMMITMENT, SEAL, SECRET)}
    return replace(record, tags=tags, lines=tuple(line for line in record.lines if line[0] != COLUMN))
