"""The shelf of a virtual table: where its games are kept when the program ends.

``now/`` has the game under way: its store, and beside it in which piles the cards are. The shelf's own store, which
`signifer record` reads, has the games that were played; one comes there when another one is begun. A game that is taken
back is written whole into ``back/``, and then takes the place of what it was, which is ``gone/`` meanwhile.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json

from signifer_firmware.backup.restoring import settle
from signifer_firmware.files.reading import read_text
from signifer_firmware.files.writing import sync_folder, write
from signifer_firmware.session import journal
from signifer_firmware.simulation.piles import Piles
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.state_folder import LEFT_OUT, NOW, STORE
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.web.play import Choice

from .kept import Kept, is_played_in, read, text_of

PLACES = "table.json"
BACK, GONE = "back", "gone"
_ENDS = ("", "-wal", "-shm", "-journal", "-copy", "-lock")
# So many games at most that could not be put away are set aside; then the folder itself is to be looked at.
MOST_ASIDE = 1_000


class Shelf:
    """The games in ``folder``, which is there and nobody else's; ``keeps`` tells whether it stays when the program
    ends, ``say`` hears a sentence of what cannot be kept."""

    def __init__(self, folder: Path, say: Callable[[str], None], *, keeps: bool = True) -> None:
        self.folder, self.keeps = folder, keeps
        self._say = say
        self._noted: object = None

    @property
    def store(self) -> Path:
        """The store of the games that were played."""
        return self.folder / STORE

    @property
    def now(self) -> Path:
        """The folder of the game under way."""
        return self.folder / NOW

    def under_way(self) -> Kept | None:
        """The game that was left in the middle; None if there is none that can go on."""
        try:
            self._settle()
            choice, places = read(read_text(self.now / PLACES))
            with closing(Store.at_table(self.now / STORE)) as store:
                self._tell(store, self.now)
                entries = tuple(store.last_game())
            kept = Kept(choice, entries, places)
            outcome = kept.bundle.procedure.rules.outcome(kept.table().state)
        except (SigniferError, ValueError, LookupError, TypeError, OSError):
            return None
        is_whole = kept.bundle.name == choice.game and outcome is None
        return kept if is_whole and not _broken_off(entries) else None

    def room(self) -> Path:
        """An empty folder for another game; the one before comes to those that were played."""
        try:
            self._put_away()
            self.now.mkdir(exist_ok=True)
        except (SigniferError, OSError) as error:
            why = error.faults[0] if isinstance(error, ConfigError) else str(error)
            self._say(f"The last game could not be put away ({why}); it stays in {self._aside()}")
            self.now.mkdir(exist_ok=True)
        self._noted = None
        return self.now

    def take_up(self, kept: Kept) -> Path:
        """A folder in which the journal of ``kept`` is that of the game under way; one that was taken back is none
        beside what it was. StoreError, OSError; that game is then as it was."""
        if kept.steps:
            self._go_back(kept)
            self._noted = None
            return self.now
        folder = self.room()
        _begin(folder, kept)
        return folder

    def _go_back(self, kept: Kept) -> None:
        """At any moment what is to be found is the game as it was, or as it is now: `_settle` finds it."""
        back, gone = self.folder / BACK, self.folder / GONE
        self._settle()
        # What was played before a rematch goes with the store.
        self._put_by(slice(-1))
        back.mkdir()
        _begin(back, kept)
        write(back / PLACES, text_of(kept.choice, kept.places))
        self.now.rename(gone)
        back.rename(self.now)
        sync_folder(self.folder)
        self._settle()

    def _settle(self) -> None:
        """What goes back is whole once what it was has made room for it; nothing else is left of the two. OSError."""
        if (self.folder / BACK).exists() and not self.now.exists():
            (self.folder / BACK).rename(self.now)
        for left in (BACK, GONE):
            shutil.rmtree(self.folder / left, ignore_errors=True)

    def note(self, choice: Choice, piles: Piles) -> None:
        """Keep where the cards are, and what was chosen, if that has changed."""
        noted = (choice, piles.everything)
        if self._noted == noted:
            return
        self._noted = noted
        self._write(text_of(choice, piles.in_order))

    def say_who_played(self, begin: int, players: Mapping[str, Json]) -> None:
        """Who played the game of this store that begins with that entry. StoreError."""
        with closing(Store.at_table(self.store)) as store:
            self._tell(store, self.folder)
            if begin not in store.begins().values():
                raise StoreError(f"{self.store} has no such game any more; look again")
            store.append([Entry(0, journal.PLAYERS, journal.players_body(players, begin))])
            if store.trouble:
                raise StoreError(store.trouble)

    def leave_out(self) -> None:
        """The game under way is a lesson, or robots' alone: it does not go on later, and is none of those that people
        have played."""
        try:
            (self.now / LEFT_OUT).touch()
        except OSError as error:
            self._say(f"{self.now / LEFT_OUT}: this may be told as a game that was played ({error.strerror})")

    def _write(self, text: str) -> None:
        """At once or not at all; if the power fails, the journal alone tells how it was."""
        fresh = self.now / f"{PLACES}.new"
        try:
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.now / PLACES)
        except OSError as error:
            self._say(f"{self.now / PLACES}: where the cards are is not kept ({error.strerror})")

    def _tell(self, store: Store, folder: Path) -> None:
        if store.notice:
            self._say(f"{folder}: {store.notice}; nothing of it was thrown away")

    def _put_away(self) -> None:
        """The games of `now` are added to those that were played. StoreError, OSError."""
        self._put_by(slice(None))
        self._clear()

    def _put_by(self, which: slice) -> None:
        if (self.now / STORE).exists() and not (self.now / LEFT_OUT).exists():
            with closing(Store.at_table(self.now / STORE)) as store:
                self._tell(store, self.now)
                if store.trouble:
                    raise StoreError(store.trouble)
                self._add([store.game(number) for number, _, _ in store.games()[which]])

    def _clear(self) -> None:
        """Nothing is left of the game under way."""
        for end in (*(f"{STORE}{end}" for end in _ENDS), PLACES, f"{PLACES}.new", LEFT_OUT):
            (self.now / end).unlink(missing_ok=True)

    def _add(self, games: list[list[Entry]]) -> None:
        """Games are some that were played, unless nothing was done in them. What has come there before, and the power
        failed before it was cleared away here, comes no second time."""
        played = [game for game in games if is_played_in(game)]
        if not played:
            return
        with closing(Store.at_table(self.store, today=lambda: date.today().isoformat())) as store:
            self._tell(store, self.folder)
            there = [journal.itself(game) for game in _newest(store, len(played))]
            for entries in played:
                if journal.itself(entries) not in there:
                    store.append([*entries, Entry(0, journal.BROKEN_OFF, None)])
            if store.trouble:
                raise StoreError(store.trouble)

    def _aside(self) -> Path:
        """What could not be put away makes room under another name."""
        for number in range(1, MOST_ASIDE):
            goal = self.folder / f"{NOW}-{number}"
            if not goal.exists():
                self.now.rename(goal)
                return goal
        raise StoreError(f"{self.folder} is full of games that could not be put away; clear it up")


def _begin(folder: Path, kept: Kept) -> None:
    """A store in ``folder`` that has the game's journal. StoreError."""
    with closing(Store(folder / STORE)) as store:
        store.append(list(kept.entries))
        if store.trouble:
            raise StoreError(store.trouble)


def _newest(store: Store, count: int) -> Iterator[list[Entry]]:
    """The last games that can be read, of so many."""
    for number, _, _ in store.games()[-count:]:
        with suppress(StoreError):
            yield store.game(number)


def _broken_off(entries: tuple[Entry, ...]) -> bool:
    """Whether people have ended it themselves, at the table."""
    last = [entry.kind for entry in entries if entry.kind in (journal.BROKEN_OFF, journal.TAKEN_UP)]
    return bool(last) and last[-1] == journal.BROKEN_OFF


@contextmanager
def shelf_of(folder: Path | None, say: Callable[[str], None]) -> Iterator[Shelf]:
    """The shelf in ``folder``; where there is none, or it cannot be had, one that lasts as long as the program."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with alone(folder / STORE):
                if sentence := settle(folder / STORE):
                    say(sentence)
                yield Shelf(folder, say)
            return
        except StoreError:
            say(f"Another `signifer play` keeps its games in {folder}; what is played here is not kept.")
        except OSError as error:
            say(f"{folder}: cannot be used ({error.strerror}); what is played here is not kept.")
    with TemporaryDirectory(prefix="signifer-") as own:
        yield Shelf(Path(own), say, keeps=False)
