"""The book is a fold of what is kept: the games of one or two stores, each by its journal; what came of those that are
over is kept beside them. A game that cannot be read costs a sentence. docs/league.md."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from signifer_core.errors import SigniferError, plain
from signifer_core.json_values import Json

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.recording.archive import games_known
from signifer_firmware.session import journal
from signifer_firmware.storage.reading import Reading
from signifer_firmware.storage.state_folder import LEFT_OUT, NOW, STORE
from signifer_firmware.storage.store import Entry, Store

from . import results
from .names import Who, who_of
from .rating import Match, Standing, standings
from .results import GONE_ON, PRACTICE, READING, RUNNING, TAKEN_BACK, Kept, Luck, Result, Why

DRAW = "draw"
# The number of the game that is on at a virtual table, which no store of games that were played has yet; and of those
# before it there, as after a rematch, which come to that store when another one is begun.
ON, BEFORE_IT = 0, -1
# So many games are played again, at most, whose results are lost when the power fails.
KEPT_AFTER = 50


@dataclass(frozen=True)
class Line:
    """One game: ``players`` by who may win, ``outcome`` by the same words; ``why`` it is no result, "" if it is one;
    ``fault`` says that it cannot be read. ``begin`` is its first entry, ``run`` what pages know it by while it is on at
    a virtual table. ``sum`` is the same for the same game wherever it is kept; 0 if it cannot be read. ``luck`` is that
    of ``players``, if somebody has asked for it; ``no_luck`` says why it could not be told."""

    number: int
    game: str
    date: str
    begin: int
    players: Mapping[str, Who] = field(default_factory=dict)
    outcome: str | None = None
    why: str = ""
    fault: str = ""
    run: str = ""
    sum: int = 0
    luck: Luck = ()
    no_luck: str = ""

    @property
    def key(self) -> str:
        """What its luck is known by, whatever was said of it later."""
        return f"{self.begin} {self.sum:x}"

    def luck_of(self, party: str) -> tuple[int, int] | None:
        """What chance gave one of them, and the error of that; None if nobody has asked."""
        return dict(zip(self.players, self.luck, strict=False)).get(party)

    @property
    def mark(self) -> str:
        """Tells it from others that have its number later: another one may be on, or the store a new one."""
        return f"{self.begin} {self.run}"

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody in a draw, and none of the players where the game has beaten them."""
        counts = not self.why and not self.fault and self.outcome not in (None, DRAW)
        return tuple((self.outcome or "").split(" ")) if counts else ()

    @property
    def match(self) -> Match | None:
        """What counts of it; None for what is no result."""
        if self.why or self.fault:
            return None
        return Match(self.game, tuple((who, party in self.winners) for party, who in self.players.items()))

    def result_of(self, party: str) -> str:
        """How it ended for one of them: won, drawn, lost; "" where it is no result."""
        match = self.match
        if match is None:
            return ""
        return "drawn" if match.is_drawn else "won" if party in self.winners else "lost"


@dataclass(frozen=True)
class Book:
    """Every game, the oldest first; of each kind of game how its players stand, the strongest first; ``faults`` are
    stores that cannot be read."""

    lines: tuple[Line, ...] = ()
    standings: Mapping[str, tuple[Standing, ...]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    @property
    def unread(self) -> int:
        """How many of its games are still to be read."""
        return sum(line.why == READING for line in self.lines)

    def line(self, number: int) -> Line | None:
        """The game of that number, which has one of its own."""
        return next((line for line in self.lines if line.number == number != BEFORE_IT), None)


def sources_of(store: Path) -> tuple[Path, ...]:
    """The store of games that were played, and that of the one under way beside it at a virtual table, unless that is
    nobody's."""
    now = store.parent / NOW
    return (store, now / STORE) if (now / STORE).exists() and not (now / LEFT_OUT).exists() else (store,)


class Fold:
    """Reads books; no game of the first store is played again as long as its journal is the same: what came of it is
    known here, and kept beside that store, if this ``keeps`` it there. The store of the game under way is another one
    with each game, and is always read again. A long book is read in pieces, the newest games first: nothing but what is
    known is held between them."""

    def __init__(
        self, games: Callable[[], Mapping[str, AnyBundle]] = games_known, *, keeps: bool = False
    ) -> None:
        self._games, self._keeps = games, keeps
        # By what journals are known by; and what the file has of them, once it was looked at.
        self._known: dict[str, Result | str] = {}
        self._kept: dict[Path, Kept] = {}
        self._luck: dict[str, Luck] = {}
        # Games that were played again since that was written last.
        self._fresh = 0

    def book(
        self, sources: Sequence[Path], run: str = "", enough: Callable[[], bool] = lambda: False
    ) -> Book:
        """The book of these stores; in all but the first the last game is on, which pages know by ``run``. As soon as
        ``enough()`` no more games are read, but one at least: others are to be READING."""
        lines: list[Line] = []
        faults: list[str] = []
        for at, path in enumerate(sources):
            if not path.exists():
                continue
            try:
                with closing(Store.reading(path)) as store:
                    found = self._known_lines(store, enough) if at == 0 else self._lines(store, {}, enough)
            except (SigniferError, OSError) as error:
                faults.append(_said(error, path))
                continue
            lines += found if at == 0 else _under_way(found, run, {line.sum for line in lines})
        matches = [match for line in lines if (match := line.match) is not None]
        return Book(tuple(lines), standings(matches), tuple(faults))

    def _known_lines(self, store: Reading, enough: Callable[[], bool]) -> list[Line]:
        """As `_lines`, by what is known of them."""
        if store.path not in self._kept:
            self._kept[store.path] = results.read(store.path)
            self._known |= self._kept[store.path].games
            self._luck |= self._kept[store.path].luck
        sums, spans = store.sums(), store.spans()
        keys = {number: f"{begin} {end} {sums.get(number, 0):x}" for number, _, _, begin, end in spans}
        lines = self._lines(store, keys, enough)
        self._known = {key: self._known[key] for key in keys.values() if key in self._known}
        if all(line.why != READING for line in lines):
            self._luck = {line.key: line.luck for line in lines if line.luck}
            self._keep(store.path, keys)
        return lines

    def lucky(self, key: str, luck: Luck) -> None:
        """That is the luck of the game of that key."""
        self._luck[key] = luck

    def _keep(self, path: Path, keys: Mapping[int, str]) -> None:
        self._fresh = 0
        # The last game may go on.
        closed = [*keys.values()][:-1]
        games = {key: each for key in closed if isinstance(each := self._known.get(key), Result)}
        found = Kept(games, dict(self._luck))
        if self._keeps and found != self._kept[path] and results.keep(path, found):
            self._kept[path] = found

    def _lines(self, store: Reading, keys: Mapping[int, str], enough: Callable[[], bool]) -> list[Line]:
        """The games of one store, each with what was said last of who played it. Those that have a key are known by it
        once they are read; the others are read all of them."""
        lines, said, some = list[Line](), _players(store), False
        for at, (number, game, date, begin, _) in enumerate(reversed(store.spans())):
            key, line = keys.get(number, ""), Line(number, game, date, begin)
            found = self._known.get(key)
            if found is None and key and some and enough():
                lines.append(replace(line, why=READING))
                continue
            if found is None:
                found = self._read(store, number)
                # The last game may be read each time: another one is, too, or the book would never be whole.
                some = at > 0
                self._fresh += 1
            if key:
                self._known[key] = found
                if self._fresh >= KEPT_AFTER:
                    self._keep(store.path, keys)
            line = _line(line, found, said.get(begin, {}))
            lines.append(replace(line, luck=self._luck.get(line.key, ()) if key else ()))
        return lines[::-1]

    def _read(self, store: Reading, number: int) -> Result | str:
        """What came of a game; or what is wrong with it."""
        try:
            entries = store.game(number)
            return result_of(self._games(), entries)
        except SigniferError as error:
            return _said(error, store.path)


def _said(error: Exception, path: Path) -> str:
    """What is wrong with the store there, or a game of it; others may read it, so without the folders it is in."""
    short = f"{NOW}/{path.name}" if path.parent.name == NOW else path.name
    return plain(str(error).replace(str(path), short))


def _under_way(lines: list[Line], run: str, there: Collection[int]) -> list[Line]:
    """The same as lines of games that have no number yet; without those before the last that are ``there`` already: the
    power has failed as they were put away."""
    before = [line for line in lines[:-1] if not line.sum or line.sum not in there]
    return [
        *(replace(line, number=BEFORE_IT) for line in before),
        *(replace(line, number=ON, run=run) for line in lines[-1:]),
    ]


def _players(store: Reading) -> dict[int, Mapping[str, Json]]:
    """Who played by what was said last, by the first entry of each game: what names that entry goes before what was
    said in the game itself."""
    begins = [*store.begins().values()]
    own, named = dict[int, Mapping[str, Json]](), dict[int, Mapping[str, Json]]()
    for number, entry in store.of_kind(journal.PLAYERS):
        for begin, players in journal.players_of([entry]).items():
            at = bisect_right(begins, number)
            if begin is not None:
                named[begin] = players
            elif at:
                own[begins[at - 1]] = players
    return own | named


def _line(line: Line, found: Result | str, said: Mapping[str, Json]) -> Line:
    """The same with what was ``found``, and who played it by what was ``said``."""
    if isinstance(found, str):
        return replace(line, fault=found)
    players = {party: who_of(said.get(party)) for party in found.parties}
    return replace(line, players=players, outcome=found.outcome, why=found.why, sum=found.sum)


def result_of(games: Mapping[str, AnyBundle], entries: Sequence[Entry]) -> Result:
    """What a journal tells. SigniferError if it cannot be played again."""
    name = journal.game_of(entries)
    if name not in games:
        raise journal.JournalError(f'the game "{name}" is not known here; update the program')
    bundle = journal.corrected(games[name], entries)
    outcome: str | None = None
    taken_back = False
    with journal.understood():
        for entry, table in zip(entries, journal.tables(bundle, entries), strict=True):
            before, outcome = outcome, bundle.procedure.rules.outcome(table.state)
            # Once it was over, cards were looked at. What people undo by the dice was theirs to undo.
            taken_back |= before is not None and outcome is None and entry.kind == "agreed"
        parties = bundle.parties(table.state)
    why = _why(entries, is_over=outcome is not None, taken_back=taken_back)
    return Result(parties, outcome, why, _sum(entries))


def _sum(entries: Iterable[Entry]) -> int:
    return zlib.crc32(json.dumps(journal.itself(entries)).encode())


def _why(entries: Iterable[Entry], *, is_over: bool, taken_back: bool) -> Why:
    kinds = {entry.kind for entry in entries}
    reasons: tuple[tuple[Why, bool], ...] = (
        (PRACTICE, journal.PRACTICE in kinds),
        (GONE_ON, journal.GONE_ON in kinds),
        (TAKEN_BACK, taken_back),
        (RUNNING, not is_over),
    )
    return next((why for why, holds in reasons if holds), "")
