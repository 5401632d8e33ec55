"""Mistakes of the program beside a game: each is told once, in a sentence, and the game goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# More kinds of them than this nobody reads.
MOST_TOLD = 64


class Mistakes:
    """Tells ``log`` of mistakes, one sentence for each kind and place."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._told: set[tuple[str, str, str]] = set()

    @contextmanager
    def passed_over(self, doing: str) -> Iterator[None]:
        """``doing`` this may fail in any way, and fails alone: only for what no game depends on."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a game is worth more than what is told of it, whatever went wrong
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            kind = (doing, type(error).__name__, place)
            if kind in self._told or len(self._told) == MOST_TOLD:
                return
            self._told.add(kind)
            said = " ".join(repr(error).split())
            self._log(
                f"{doing} has failed, by a mistake of the program ({said}, {place}); the game goes on; "
                "please tell us, with what `signifer report` packs"
            )
