"""The library of a virtual table: games that were played there, and those that somebody opens from a file.

Each is an end of a wire like a table's own: pages look at it, look back in it, and go on from any of its lines.
"""

from __future__ import annotations

import io
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Protocol

from signifer_core.errors import ConfigError, SigniferError, shortened
from signifer_core.layout import SIDES

from signifer_firmware.config.model import TableConfig
from signifer_firmware.files.reading import decoded
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.recording import report
from signifer_firmware.recording.archive import MOST_BYTES as MOST_RECORD_BYTES
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import RUNNING, of_journal, parsed, to_journal, written
from signifer_firmware.recording.part import part
from signifer_firmware.recording.share import Shared, of_link
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.web.game import View, goes_on_at, page_of
from signifer_firmware.web.play import CannotError, Choice
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.played import Made
from signifer_firmware.web.server.questions import PageQuestion, Reply, TableEnd, Wanted
from signifer_firmware.web.server.telling import Frame
from signifer_firmware.web.view.glance import MOST_RECORD, Glance
from signifer_firmware.web.view.history import History, near
from signifer_firmware.web.view.view import past, view
from signifer_firmware.web.view.viewers import BOTH, SPECTATOR

from .kept import Kept, gone_on
from .new_games import any_seed

# What is told at once of a shelf, and how many games are kept opened.
MOST_LISTED, MOST_OPENED = 20, 8
# What pages have asked of such games, and nobody has answered yet; more is refused.
MOST_ASKED = 16
# Three times the longest game that robots have played, with all that the table has noted beside it.
MOST_ENTRIES = 10_000
# What stands before a game in the address of a page.
LINK_HEAD = b"#game="
# How a game is told that nobody plays any more: whoever it is, they look on, and no phone is paired.
_PAST: View = {"mode": "past", "viewer": SPECTATOR, "people": [], "robots": list(SIDES)}


class Later(Protocol):
    """Who has something done that takes a while."""

    def __call__(self, work: Callable[[], None], *, counts: bool = True) -> bool: ...


class Aside:
    """A thread for what the server's loop, which passes on what hands do, is not to wait for: one thing after the
    other, and no more than MOST_ASKED of what was asked for. ``complain`` hears what goes wrong."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._threads = ThreadPoolExecutor(1, "library")
        self._room = BoundedSemaphore(MOST_ASKED)

    def __call__(self, work: Callable[[], None], *, counts: bool = True) -> bool:
        """Have ``work`` done soon; False if too much waits already of what ``counts``."""
        if counts and not self._room.acquire(blocking=False):
            return False
        self._threads.submit(work).add_done_callback(lambda done: self._is_done(done, counts=counts))
        return True

    def _is_done(self, done: Future[None], *, counts: bool) -> None:
        if counts:
            self._room.release()
        if not done.cancelled() and (error := done.exception()) is not None:
            self._complain(
                f"A past game could not be shown ({error!r}): send the log to who made this program."
            )

    def close(self) -> None:
        """What is not begun is not done any more."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def at_once(work: Callable[[], None], *, counts: bool = True) -> bool:
    """Have it done, and wait for it."""
    work()
    return True


class Opened:
    """A game that was played, as pages look at it; ``begin`` has another one go on from it. SigniferError if it cannot
    be played again."""

    def __init__(
        self,
        name: str,
        entries: Sequence[Entry],
        config: TableConfig,
        begin: Callable[[Kept], None],
        date: str = "",
        later: Later = at_once,
    ) -> None:
        if len(entries) > MOST_ENTRIES:
            raise ConfigError([f"{name}: longer than any game; name another file"])
        self.run, self.has_hands = name, False
        self.hub = Hub()
        self.date = date
        self._config, self._begin = config, begin
        with journal.understood():
            game = journal.game_of(list(entries))
            if game not in registry.names():
                raise ConfigError([f'{name}: the game "{game}" is not known here; update the program'])
            self.bundle = journal.corrected(registry.bundles()[game], list(entries))
            journal.replayed(self.bundle, list(entries))
            self.entries = tuple(entries)
            self._history = History(self.bundle, self.entries)
            self._moments = self._history.moments
            last = self._moments[-1][1].table
        assert last is not None
        self.outcome = self.bundle.procedure.rules.outcome(last.state)
        self.lines = self._moments[-1][0]
        self._viewer = SPECTATOR if self.outcome is None else BOTH
        self._later = later
        self.hub.came = self._came

    def _came(self) -> None:
        """A page waits for its picture, and has no other way to ask for it; there are only so many pages."""
        self._later(lambda: self.hub.show(self._frame), counts=False)

    @property
    def record(self) -> str:
        """The game as text."""
        result = self.outcome or RUNNING
        return written(of_journal(self.entries, result, date=self.date))

    def shared(self, at: int | None) -> Shared:
        """The game to be given away, up to line ``at`` if that is not the last one."""
        whole = parsed(self.record, file=self.run, games=games_known())
        record = whole if at is None or at >= self.lines else part(self.entries, at)
        # What was seen as the game ended is known of its beginning, too.
        return Shared(
            self.bundle, record, page_of(self.bundle.name).secrets if self.outcome is None else None
        )

    @property
    def _frame(self) -> Frame:
        whole = view(self._glance(len(self._moments) - 1), self._viewer)
        last = self._moments[-1][1].table
        assert last is not None
        modes = list(self._modes(last.state))
        table = whole["table"]
        assert isinstance(table, dict)
        return Frame(self.run, SPECTATOR, 1, {**whole, "table": {**table, **_PAST, "modes": modes}}, news="")

    def _glance(self, at: int) -> Glance:
        lines, moment = self._history.lines[-MOST_RECORD:], self._moments[at][1]
        return moment.glance(self._config, lines, self._moments, self._history.undone)

    def send(self, deed: Wanted, reply: Reply) -> None:
        """Questions are answered later; nobody has hands here."""

        def work() -> None:
            told: View = {"type": "refused", "reason": "no-record"}
            try:
                told = self._told(deed)
            finally:
                reply({**told, "n": deed.n})

        if not self._later(work):
            reply({"type": "refused", "reason": "too-often", "n": deed.n})

    def gone(self, reply: Reply) -> None:
        """Few questions wait here, and only those of who sits at this machine."""

    def _told(self, deed: Wanted) -> View:
        try:
            told = self._answer(deed.message) if isinstance(deed, PageQuestion) else None
        except CannotError as error:
            return {"type": "refused", "reason": error.code}
        except SigniferError:
            return {"type": "refused", "reason": "no-record"}
        return {"type": "refused", "reason": "spectator"} if told is None else {"type": "done", "told": told}

    def _answer(self, question: msg.Question) -> View | None:
        match question:
            case msg.Look(at=at):
                place = next((place for place, moment in enumerate(self._moments) if moment[0] >= at), None)
                if place is None:
                    raise CannotError("no-such-moment")
                then, over = self._glance(place), self.outcome is not None
                around = near(self._moments[place][0], then, self._history.lines, self._moments)
                return {"at": self._moments[place][0], **past(then, self._viewer, around, over=over)}
            case msg.Export():
                return {"text": self.record}
            case msg.GoOn() as wanted:
                self._begin(self._going_on(wanted))
                return {}
            case _:
                return None

    def _modes(self, state: AnyState) -> tuple[str, ...]:
        """Who may go on with it at this table."""
        game = self.bundle.name
        modes = page_of(game).going_on(state)
        return tuple(mode for mode in modes if goes_on_at(self._config, game, state, mode))

    def _going_on(self, wanted: msg.GoOn) -> Kept:
        """The game that goes on from one of its lines; CannotError where it is over, or not played on by so many."""
        entries = to_journal(part(self.entries, wanted.at))
        with journal.understood():
            state = journal.replayed(self.bundle, entries).state
        if self.bundle.procedure.rules.outcome(state) is not None:
            raise CannotError("over")
        if wanted.mode not in self._modes(state):
            raise CannotError("no-such-mode")
        choice = Choice(
            wanted.mode,
            languages=tuple(zip(SIDES, (wanted.red, wanted.blue), strict=True)),
            seed=any_seed(),
            game=self.bundle.name,
        )
        return gone_on(choice, entries)


@dataclass(frozen=True)
class Mark:
    """What tells a game of a store from another one that has its number later: the number of the ``file``, the first
    entry and the last, the game and its date."""

    file: int
    begin: int
    end: int
    game: str
    date: str

    @property
    def key(self) -> tuple[int, int]:
        return self.file, self.begin


def _marks(store: Store, path: Path) -> dict[int, Mark]:
    """Every game of the store at ``path``, by its number. StoreError if it cannot be read."""
    try:
        file = path.stat().st_ino
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror})") from error
    return {number: Mark(file, begin, end, game, date) for number, game, date, begin, end in store.spans()}


class Library:
    """The games of the shelf whose store is at ``store``, if there is one, and opened files. All threads may ask."""

    def __init__(
        self,
        config: TableConfig,
        store: Callable[[], Path | None],
        begin: Callable[[Kept], None],
        later: Later = at_once,
    ) -> None:
        """``later`` has something done that takes a while."""
        self._config, self._store, self._begin, self._later = config, store, begin, later
        # Those of the shelf with what tells each from others that have its number, as the store may be replaced; and
        # what was told of them, by file and first entry.
        self._opened: OrderedDict[str, tuple[Mark | None, Opened]] = OrderedDict()
        self._told: dict[tuple[int, int], tuple[Mark, View]] = {}
        self._lock = Lock()

    def listed(self, before: int) -> list[View]:
        """What is told of the newest games, or of those older than number ``before``, the newest first."""
        path = self._store()
        if path is None or not path.exists():
            return []
        with closing(Store.reading(path)) as store:
            marks = _marks(store, path)
            numbers = [number for number in sorted(marks, reverse=True) if not before or number < before]
            return [self._line(store, number, marks[number]) for number in numbers[:MOST_LISTED]]

    def _line(self, store: Store, number: int, mark: Mark) -> View:
        known = self._told.get(mark.key)
        if known is None or known[0] != mark:
            told: dict[str, str | int | None] = {"id": str(number), "number": number, "game": mark.game}
            told["date"] = mark.date
            try:
                opened = Opened(str(number), store.game(number), self._config, self._begin, later=self._later)
                told |= {"outcome": opened.outcome, "lines": opened.lines}
            except SigniferError as error:
                told["fault"] = str(error)
            known = self._told[mark.key] = (mark, told)
        return known[1]

    def opened(self, name: str, data: bytes) -> str:
        """The name by which pages know the record or report in a file of that ``name``; ConfigError with one short
        sentence if it is neither."""
        try:
            found = self._read(name, data)
        except SigniferError as error:
            said = error.faults[0] if isinstance(error, ConfigError) else str(error)
            raise ConfigError([shortened(said)]) from None
        self._keep(found)
        return found.run

    def _read(self, name: str, data: bytes) -> Opened:
        shown = Path(name)
        with report.whole(shown):
            if data.startswith(LINK_HEAD):
                data = of_link(decoded(data.removeprefix(LINK_HEAD), file=name))
            if data.startswith(b"\x1f\x8b"):
                entries = [entry for _, entry in report.read(io.BytesIO(data), shown).entries]
            elif len(data) > MOST_RECORD_BYTES:
                raise ConfigError([f"{name}: longer than {MOST_RECORD_BYTES // 1000} kB; name a record"])
            else:
                text = decoded(data, file=name)
                entries = to_journal(parsed(text, file=name, games=games_known()))
            return Opened(secrets.token_hex(6), entries, self._config, self._begin, later=self._later)

    def _keep(self, found: Opened, mark: Mark | None = None) -> None:
        with self._lock:
            self._opened[found.run] = (mark, found)
            while len(self._opened) > MOST_OPENED:
                self._opened.popitem(last=False)

    def game(self, name: str) -> Opened | None:
        """The game of that name: one that was opened, or a number of the shelf's."""
        if not (name.isascii() and name.isdecimal() and len(name) < 10):
            return self._known(name, None)
        path = self._store()
        if path is None:
            return None
        try:
            with closing(Store.reading(path)) as store:
                mark = _marks(store, path).get(int(name))
                found = None if mark is None else self._known(name, mark)
                if mark is None or found is not None:
                    return found
                entries = store.game(int(name))
            found = Opened(name, entries, self._config, self._begin, mark.date, self._later)
        except SigniferError:
            return None
        self._keep(found, mark)
        return found

    def _known(self, name: str, mark: Mark | None) -> Opened | None:
        """The opened game of that name, if it is that one."""
        with self._lock:
            known, found = self._opened.get(name, (None, None))
            if found is None or known != mark:
                return None
            # The one that was used least lately is forgotten first.
            self._opened.move_to_end(name)
            return found

    def find(self, name: str) -> tuple[TableEnd, Hub] | None:
        """The end of the wire of a game, and the hub of its pages."""
        found = self.game(name)
        return None if found is None else (found, found.hub)

    def made(self, name: str, form: str, language: str, at: int | None) -> Made:
        """A file of a game, or a link to its line ``at``; ConfigError if there is no such game, or form."""
        found = self.game(name)
        if found is None:
            raise ConfigError([f"{name}: there is no such game any more; open it again"])
        shared = found.shared(at)
        match form:
            case "gif":
                return Made(f"signifer-{found.bundle.name}.gif", "image/gif", shared.picture(language))
            case "html":
                return Made(f"signifer-{found.bundle.name}.html", "text/html", shared.page(language))
            case "link":
                return Made("link.txt", "text/plain", shared.link(language).encode())
            case _:
                raise ConfigError([f"{form}: a game is shared as gif, html or link"])
