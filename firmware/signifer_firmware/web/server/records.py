"""The record of a game as somebody who looks at it may have it, for a file (docs/record.md)."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from signifer_core.errors import SigniferError
from signifer_core.layout import SIDES

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.recording.archive import record_of
from signifer_firmware.recording.game_text import CORRECTIONS, RESULT, RUNNING, GameRecord, written
from signifer_firmware.recording.share import secrets_of
from signifer_firmware.storage.store import Store, StoreError
from signifer_firmware.web.game import page_of

# A record that could not be had is not looked for more often: each time the whole store is read.
AGAIN_S = 1.0
_HIDDEN = "; A ? is what one player alone knows while the game is on."
_DECKS = "; Both decks are told when the game is over."


def open_record(path: Path, bundle: AnyBundle, game: int, known: frozenset[str] = frozenset()) -> str:
    """The last game of the store, whose first entry has the number ``game``, as `signifer record export` writes it.
    While it runs, what only one player may know is told to ``known`` players alone. SigniferError where it cannot be
    played again, or is another one: the disk was full as the game began."""
    with closing(Store.reading(path)) as store:
        if store.first_number != game:
            raise StoreError(f"{path} has another game than the one that is on")
        record, state = record_of(store)
    if record.tags[RESULT] != RUNNING:
        return written(record)
    masked = _masked(bundle, record, state, known)
    notes = [] if masked == record else [_HIDDEN]
    if bundle.sitting and not known.issuperset(SIDES):
        # The corrections are the text of both decks, each its owner's secret.
        masked = replace(
            masked, tags={name: text for name, text in masked.tags.items() if name != CORRECTIONS}
        )
        notes.append(_DECKS)
    return "\n".join([written(masked).rstrip("\n"), *notes, ""])


class RecordKept:
    """The record of the game that is on, as those who ask may have it: read again only when the game has gone on."""

    def __init__(self) -> None:
        self._read: dict[frozenset[str], tuple[object, str]] = {}
        self._failed_s = -AGAIN_S

    def of(
        self, stands: object, path: Path, bundle: AnyBundle, game: int, known: frozenset[str] = frozenset()
    ) -> str:
        """As `open_record`; ``stands`` is another one when the game has gone on, or back."""
        found = self._read.get(known)
        if found is None or found[0] != stands:
            if time.monotonic() - self._failed_s < AGAIN_S:
                raise StoreError("a moment ago it could not be read")
            try:
                found = self._read[known] = (stands, open_record(path, bundle, game, known))
            except SigniferError:
                self._failed_s = time.monotonic()
                raise
        return found[1]


def _masked(bundle: AnyBundle, record: GameRecord, state: AnyState, known: frozenset[str]) -> GameRecord:
    """The record without the cards and bids that only their owner may know."""
    lines = list(record.lines)
    for at, (player, word) in secrets_of(bundle, record, state, page_of(bundle.name).secrets).items():
        kind, text = lines[at]
        if player not in known:
            lines[at] = (kind, " ".join(_closed(each) if each == word else each for each in text.split(" ")))
    return replace(record, lines=tuple(lines))


def _closed(word: str) -> str:
    """A card of which only its owner is told, or a number of which nothing is."""
    army, slash, _ = word.rpartition("/")
    return f"{army}{slash}?"
