"""The second copy of a store that is open: when a line is written to it, when all of it, and when it is set aside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .files import COPY, beside, set_aside_alone
from .reading import Work
from .second_copy import CopyFile, Held, Row, transaction


class Copying:
    """Beside the store at ``path``. ``hook`` hears "copy" before anything is written; ``has`` says whether the store
    has a row. Every method may raise OSError or MemoryError: what is written next is the whole copy then."""

    def __init__(self, path: Path, hook: Callable[[str], None], has: Callable[[Row], bool]) -> None:
        self._store = path
        self._hook, self._has = hook, has
        self._file = CopyFile(beside(path, COPY))
        # Whether it says all that was written; and whether it could not be read as the store was opened.
        self.is_good = self._is_unread = False

    def exists(self) -> bool:
        """Whether there is any."""
        return self._file.path.exists()

    def is_as_left(self) -> bool:
        """Whether the file is the one that this program wrote last, as it was then."""
        return self._file.is_as_left()

    def found(self) -> tuple[Held | None, bool]:
        """What it says, and whether it was good to its end; one that is none of ours is set aside."""
        self._is_unread = False
        try:
            copy, good = self._file.read()
            if copy is None and self.exists() and self._file.path.stat().st_size:
                set_aside_alone(self._store, COPY)
        except (OSError, MemoryError):
            self._is_unread = True
            return None, False
        return copy, good

    def takes(self, work: Work) -> bool:
        """Whether a line is enough for a transaction: a game that begins has a new copy."""
        begins = any(kind == "begin" for _, _, kind, _ in work.rows)
        return self.is_good and not begins and self.is_as_left()

    def add(self, work: Work) -> None:
        """Write the line of one transaction."""
        try:
            self._hook("copy")
            self._file.append(transaction(work.rows, work.tags, work.unbound))
        except BaseException:
            self.is_good = False
            self._file.close()
            raise

    def write(self, held: Held, last: int) -> None:
        """Write all of it again, of what the store ``held``; it had entries up to ``last`` as it was opened."""
        self.is_good = False
        self._hook("copy")
        if self._is_unread:
            self._keep_unread(last)
        elif not self.is_as_left():
            self._keep_others(held)
        self._file.rewrite(held)
        self.is_good = True

    def _keep_unread(self, last: int) -> None:
        """It could not be read as the store was: set it aside if it has more, or cannot be read now."""
        with suppress(OSError, MemoryError):
            copy, _ = self._file.read()
            if copy is None or not copy.rows or copy.rows[-1][0] <= last:
                self._is_unread = False
                return
        set_aside_alone(self._store, COPY)
        self._is_unread = False

    def _keep_others(self, held: Held) -> None:
        """Somebody has put another file there: set it aside if it says anything that nothing else does."""
        try:
            copy, _ = self._file.read()
        except OSError:  # a folder, or a pipe
            is_known, copy = False, None
        else:
            is_known = not self.exists() or not self._file.path.stat().st_size
        if copy is not None:
            mine = {row[0]: row for row in held.rows}
            is_known = copy.tags.items() <= held.tags.items() and all(
                mine.get(row[0]) == row or self._has(row) for row in copy.rows
            )
        if not is_known:
            set_aside_alone(self._store, COPY)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
