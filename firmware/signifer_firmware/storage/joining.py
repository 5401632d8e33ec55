"""What memory held while the file could not be read, and what the file holds: how they become one journal."""

from __future__ import annotations

from dataclasses import dataclass

from .reading import Work
from .second_copy import Held, Row


@dataclass(frozen=True, slots=True)
class Joined:
    """``missing`` are rows of memory that the file lacks and has to hold before those of ``waiting``; ``held`` is what
    memory has of both from then on. Numbers follow those of the file."""

    missing: list[Row]
    waiting: list[Work]
    held: Held


def joined(
    mine: Held, written: int, waiting: list[Work], there: Held, last: int, *, is_another: bool = False
) -> Joined:
    """``mine`` was held since the table was switched on: what was found without the file, up to number ``written``, and
    what is ``waiting`` since. The file holds ``there``, up to number ``last``. One that ``is_another`` than was written
    to is somebody else's.

    A game that people have gone on with stands in the journal whole, as they saw it: where the file has it otherwise,
    it is written once more behind that.
    """
    base = [row for row in mine.rows if row[0] <= written]
    since = [row for work in waiting for row in work.rows]
    tags, settings = dict(there.tags), dict(there.settings)
    if is_another:
        shift = last + 1 - min((row[0] for row in (*base, *since)), default=last + 1)
        missing = _moved(base, shift)
        tags, settings = {**mine.tags, **tags}, {**mine.settings, **settings}
    elif base[: len(there.rows)] == there.rows:
        missing, shift = base[len(there.rows) :], 0
        tags, settings = tags or dict(mine.tags), {**mine.settings, **settings}
    elif base and base[0][2] == "begin" and not (since and since[0][2] == "begin"):
        shift = last + 1 - base[0][0]
        missing = _moved(base, shift)
    else:
        missing, shift = [], last - written
    held = Held(list(there.rows), settings, tags)
    held.take(missing, {})
    works = [Work(tuple(_moved(work.rows, shift)), work.tags, work.unbound) for work in waiting]
    for work in works:
        held.take(work.rows, work.tags, work.unbound)
    return Joined(missing, works, held)


def _moved(rows: list[Row] | tuple[Row, ...], shift: int) -> list[Row]:
    return [(number + shift, at_us, kind, body) for number, at_us, kind, body in rows]
