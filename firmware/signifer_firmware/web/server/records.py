"""The record of a game as somebody who looks at it may have it, for a file (docs/record.md)."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from signifer_core.errors import RulesError, SigniferError

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.recording.archive import text_of
from signifer_firmware.recording.game_text import RESULT, RUNNING
from signifer_firmware.storage.store import Store, StoreError
from signifer_firmware.web.game import page_of

# A record that could not be had is not looked for more often: each time the whole store is read.
AGAIN_S = 1.0
_STILL_ON = f'[{RESULT} "{RUNNING}"]'


def open_record(path: Path, bundle: AnyBundle, game: int, known: frozenset[str] = frozenset()) -> str:
    """The last game of the store, whose first entry has the number ``game``, as `signifer record export` writes it.
    While it runs, a card that went from a hand to the discards is named for ``known`` players alone. SigniferError
    where it cannot be played again, or is another one: the disk was full as the game began."""
    with closing(Store.reading(path)) as store:
        if store.first_number != game:
            raise StoreError(f"{path} has another game than the one that is on")
        text = text_of(store)
    lines = text.split("\n")
    if _STILL_ON not in lines:
        return text
    masked = [_masked(bundle, line, known) for line in lines]
    note = [] if masked == lines else ["; Discards are named when the game is over."]
    return "\n".join([*masked[:-1], *note, ""])


class RecordKept:
    """The record of the game that is on, as whoever looks on may have it: read again only when the game has gone on."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._read: tuple[object, str] = ((), "")
        self._failed_s = -AGAIN_S

    def of(self, stands: object, bundle: AnyBundle, game: int) -> str:
        """As `open_record`; ``stands`` is another one when the game has gone on, or back."""
        if self._read[0] != stands:
            if time.monotonic() - self._failed_s < AGAIN_S:
                raise StoreError("a moment ago it could not be read")
            try:
                self._read = (stands, open_record(self._store, bundle, game))
            except SigniferError:
                self._failed_s = time.monotonic()
                raise
        return self._read[1]


def _masked(bundle: AnyBundle, line: str, known: frozenset[str]) -> str:
    """A line of the record without the name of a card that only its owner may know."""
    try:
        action = bundle.parse(line.strip())
    except RulesError:
        return line
    page = page_of(bundle.name)
    card = page.hidden(action)
    if not card or page.whose(card) in known:
        return line
    return line.replace(card, f"{page.whose(card)}/?")
