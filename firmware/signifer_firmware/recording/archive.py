"""``signifer record`` and ``signifer dice``: the games of a store as text, and back; their dice, to be checked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

from signifer_core.dice import Record, presses_text
from signifer_core.errors import ConfigError, SigniferError, shortened
from signifer_core.json_values import Json, as_int, as_list

from signifer_firmware.backup.restoring import settle
from signifer_firmware.files.reading import read_text
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.i18n.words import ENGLISH, words_of
from signifer_firmware.session import dice, journal
from signifer_firmware.storage.as_owner import Ask, in_folder
from signifer_firmware.storage.files import check_logs
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.reading import EntryKind
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.storage.trouble import BUSY, FAILURES, in_the_way, key_in, trouble
from signifer_firmware.texts.terms import outcome_name

from .game_text import NO_DATE, RESULT, RUNNING, GameRecord, of_journal, parsed, to_journal, written

# A game of two decks of a hundred kinds, whose texts it has, and of a thousand turns.
MOST_BYTES = 400_000


def games_known() -> dict[str, AnyBundle]:
    """Every game of the program, by its name."""
    return dict(registry.bundles())


def listed(path: Path) -> list[str]:
    """A line for each game of the store there."""
    with closing(Store.reading(path)) as store:
        return games_in(store)


def games_in(store: Store) -> list[str]:
    """A line for each game: number, date, game, result, how many lines its record has."""
    return [
        f"{number:4}  {shortened(date or NO_DATE):10}  {shortened(name)}  {shortened(_said(number, store))}"
        for number, name, date in store.games()
    ]


def _said(number: int, store: Store) -> str:
    """How a game ended and how long it is; why that cannot be told, if it cannot."""
    try:
        entries = store.game(number)
        result = _result(*_played(store.path, number, entries))
        with journal.understood():
            return (
                f"{_ended(result, journal.game_of(entries))}, {len(of_journal(entries, result).lines)} lines"
            )
    except SigniferError as error:
        return f"not to be read: {error}"


def is_over(path: Path) -> bool:
    """Whether the last game of the store there has come to its end, as far as it can be read."""
    try:
        with closing(Store.reading(path)) as store:
            return record_of(store)[0].tags[RESULT] != RUNNING
    except SigniferError:
        return False


def exported(path: Path, number: int | None = None) -> str:
    """One game of the store there as text."""
    with closing(Store.reading(path)) as store:
        return text_of(store, number)


def text_of(store: Store, number: int | None = None) -> str:
    """One game as text, the last one without a number; StoreError if there is none."""
    return written(record_of(store, number)[0])


def record_of(store: Store, number: int | None = None) -> tuple[GameRecord, AnyState]:
    """One game, the last one without a number, and the state that it came to; StoreError if there is none."""
    games = {at: date for at, _, date in store.games()}
    if not games:
        raise StoreError(f"{store.path} holds no game; begin one")
    at = max(games) if number is None else number
    if at not in games:
        raise StoreError(f"{store.path} holds no game {at}; it has {min(games)} to {max(games)}")
    entries = store.game(at)
    bundle, state = _played(store.path, at, entries)
    result = _result(bundle, state)
    account = bundle.account(state) if result != RUNNING else None
    with journal.understood():
        return of_journal(entries, result, date=games[at], account=account), state


def of_entries(entries: Sequence[Entry], file: str) -> GameRecord:
    """The game of a journal, as it is known by its text; ConfigError with all that is wrong, which names ``file``."""
    games, name = games_known(), journal.game_of(entries)
    if name not in games:
        raise ConfigError([f'{file}: its game is "{name}", which this program does not know'])
    bundle = journal.corrected(games[name], entries)
    table = journal.replayed(bundle, entries)
    text = written(of_journal(entries, _result(bundle, table.state)))
    return parsed(text, file=file, games=games)


def _played(path: Path, number: int, entries: list[Entry]) -> tuple[AnyBundle, AnyState]:
    """The game's bundle, and the state that it came to."""
    known = games_known()
    name = journal.game_of(entries)
    if name not in known:
        raise StoreError(f'{path}: game {number} is "{name}", which this program does not know')
    bundle = journal.corrected(known[name], entries)
    return bundle, journal.replayed(bundle, entries).state


def _result(bundle: AnyBundle, state: AnyState) -> str:
    """The result as the record has it."""
    return bundle.procedure.rules.outcome(state) or RUNNING


def _ended(result: str, game: str) -> str:
    """The result as the list says it, in the words of the game's screens."""
    return "not over" if result == RUNNING else outcome_name(result, words_of(ENGLISH), game)


def read(path: Path) -> str:
    """The text of a record's file; ConfigError if it is none."""
    return read_text(path, MOST_BYTES, advice="name a record")


def imported(file: Path, path: Path) -> str:
    """Add the game of ``file`` to a store, as one that people have broken off: the table offers to go on with it. What
    was done, in a sentence; ConfigError with all faults of the file, and then nothing is written."""
    record = parsed(read(file), file=str(file), games=games_known())
    rows: Json = [[entry.kind, entry.body] for entry in to_journal(record)]
    with in_folder(path, appending) as ask:
        number = as_int(ask("append", rows))
    return f"game {number} of {path}: {len(record.lines)} lines"


@contextmanager
def appending(path: Path) -> Iterator[Ask]:
    """Adds games to the store at ``path``: an "append" of kinds and bodies gives the number of the game."""
    with alone(path):
        # A backup that waits would be put in place of what is written now.
        settle(path)
        _check_nobody_plays(path)
    with closing(Store(path)) as store:

        def ask(_: str, given: Json) -> Json:
            rows = [as_list(row) for row in as_list(given)]
            entries = [Entry(0, cast(EntryKind, kind), body) for kind, body in rows]
            store.append([*entries, Entry(0, journal.BROKEN_OFF, None)])
            if store.trouble:
                raise StoreError(f"{path}: {store.trouble}")
            return store.games()[-1][0]

        yield ask


def _check_nobody_plays(path: Path) -> None:
    """StoreError if a table has the store open: two that write one journal would mix their games."""
    if not path.is_file():
        return
    Store.reading(path).close()
    try:
        check_logs(path)
        with closing(sqlite3.connect(path, timeout=0)) as db:
            # SQLite changes this only for who is alone with the file.
            db.execute("PRAGMA journal_mode = DELETE")
    except FAILURES as error:
        if key_in(trouble(error)) == BUSY:
            raise StoreError(
                f"{path} is in use ({error}); end the program that plays with it first"
            ) from error
        why = str(error) or "out of memory"
        what = in_the_way(error) or "see that its disk is good, and say it again"
        raise StoreError(f"{path} cannot be used ({why}); {what}") from error


# The dice of a store


def dice_printed(path: Path) -> list[str]:
    """The dice of the last game in the store there, in the lines of docs/dice.md."""
    with closing(Store.reading(path)) as store:
        return dice_in(store)


def dice_in(store: Store) -> list[str]:
    """The dice of the last game, in the lines of docs/dice.md; StoreError if there is none to be told."""
    with journal.understood():
        record = dice.kept(Record(), store.last_game())
    if not record.secret:
        raise StoreError(f"{store.path} holds no game with dice of its own; begin one")
    if not record.opened:
        raise StoreError("the last game is not over, and its secret not open; play it to its end")
    return _dice_lines(record)


def _dice_lines(record: Record) -> list[str]:
    lines = [f"commitment {record.commitment}", f"secret {record.secret.hex()}"]
    lines += [f"presses {presses_text(record.presses)}", f"seal {record.seal}"] if record.holds else []
    for fallen in record.rolls:
        head = f"roll {fallen.number}" if fallen.number else "unsealed 0"
        lines.append(f"{head} {fallen.player} {fallen.value} {fallen.purpose}")
    for tally in record.tallies():
        lines.append(f"tally {tally.player} {dice.spaced(tally.faces)} mean {tally.mean:.2f}")
    return lines
