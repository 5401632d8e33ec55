"""``signifer record share`` and ``link``: games of a store, to be given away."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from signifer_core.errors import ConfigError

from signifer_firmware.files.writing import write
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.recording.archive import games_known, text_of
from signifer_firmware.recording.game_text import RESULT, RUNNING, GameRecord, parsed, to_journal
from signifer_firmware.recording.part import lines_of, part
from signifer_firmware.recording.share import Shared
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Store
from signifer_firmware.web.game import page_of
from signifer_firmware.web.server.files import INDEX


def _shared(path: Path, number: int | None, line: int | None = None) -> Shared:
    """A game of the store at ``path``, up to a ``line``. StoreError, ConfigError if there is none."""
    with closing(Store.reading(path)) as store:
        record = parsed(text_of(store, number), file=str(path), games=games_known())
    entries = to_journal(record)
    # A page's record has a line for each die.
    last = max(len(record.lines), sum(map(lines_of, entries)))
    if line is not None and line > last:
        raise ConfigError([f"--line {line}: the game has lines 0 to {last}"])
    bundle = journal.corrected(games_known()[record.name], entries)
    is_over = record.tags[RESULT] != RUNNING
    shown: GameRecord = record if line is None else part(entries, line)
    return Shared(bundle, shown, None if is_over else page_of(record.name).secrets)


def written(file: Path, path: Path, number: int | None, language: str) -> str:
    """Write the game to ``file``, as its ending says; what was done, in a sentence. ConfigError,
    StoreError, OSError."""
    if language not in LANGUAGES:
        raise ConfigError([f"--language {language}: the languages are {', '.join(LANGUAGES)}"])
    if file.suffix not in (".gif", ".html"):
        raise ConfigError([f"{file}: a game is shared as game.gif or game.html; name one of these"])
    shared = _shared(path, number)
    data = shared.picture(language) if file.suffix == ".gif" else shared.page(language)
    write(file, data)
    return f"{file}: {len(data)} bytes"


def link(path: Path, number: int | None, line: int | None, page: str) -> str:
    """The address at which a ``page`` opens the game. ConfigError, StoreError."""
    if not _is_page(page):
        raise ConfigError([f"--page {page}: say the address of a page, as in http://127.0.0.1:8520/"])
    folder = page.rstrip("/").removesuffix(INDEX)
    return f"{folder}/#game={_shared(path, number, line).link()}"


def _is_page(address: str) -> bool:
    """Whether it is one of the web's, behind which a game can be said: a folder's, or its index."""
    try:
        found = urlsplit(address)
        path = found.path.rstrip("/")
    except ValueError:
        return False
    is_folder = path.endswith(INDEX) or not path.endswith(".html")
    return (
        found.scheme in ("http", "https") and bool(found.hostname) and is_folder and not {*"?#"} & {*address}
    )
