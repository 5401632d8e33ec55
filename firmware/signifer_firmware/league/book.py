"""The book is a fold of what is kept: the games of one or two stores, each by its journal. Nothing of it is written
anywhere else, and a game that cannot be read costs a sentence. docs/league.md."""

from __future__ import annotations

import json
import zlib
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

from .names import NOBODY, Who, who_of
from .rating import Match, Standing, standings

# Why a game is no result.
RUNNING, PRACTICE, GONE_ON, TAKEN_BACK = "running", "practice", "gone-on", "taken-back"
DRAW = "draw"
# The number of the game that is on at a virtual table, which no store of games that were played has yet; and of those
# before it there, as after a rematch, which come to that store when another one is begun.
ON, BEFORE_IT = 0, -1
Overrides = Mapping[int, Mapping[str, Json]]


@dataclass(frozen=True)
class Line:
    """One game: ``players`` by who may win, ``outcome`` by the same words; ``why`` it is no result, "" if it is one;
    ``fault`` says that it cannot be read. ``begin`` is its first entry, ``run`` what pages know it by while it is on at
    a virtual table. ``sum`` is the same for the same game wherever it is kept; 0 if it cannot be read."""

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

    def line(self, number: int) -> Line | None:
        """The game of that number, which has one of its own."""
        return next((line for line in self.lines if line.number == number != BEFORE_IT), None)


def sources_of(store: Path) -> tuple[Path, ...]:
    """The store of games that were played, and that of the one under way beside it at a virtual table, unless that is
    nobody's."""
    now = store.parent / NOW
    return (store, now / STORE) if (now / STORE).exists() and not (now / LEFT_OUT).exists() else (store,)


class Fold:
    """Reads books; what is read of a game that was played need not be read again as long as nothing was added to it.
    The store of the game under way is another one with each game, and is always read again."""

    def __init__(self, games: Callable[[], Mapping[str, AnyBundle]] = games_known) -> None:
        self._games = games
        # By file, as the store may be set aside, and first entry: its head and its last entry, what it says of itself,
        # and of who played others.
        self._known: dict[tuple[int, int], tuple[tuple[Line, int], Line, Overrides]] = {}

    def book(self, sources: Sequence[Path], run: str = "") -> Book:
        """The book of these stores; in all but the first the last game is on, which pages know by ``run``."""
        lines: list[Line] = []
        faults: list[str] = []
        for at, path in enumerate(sources):
            if not path.exists():
                continue
            try:
                with closing(Store.reading(path)) as store:
                    found = self._lines(store, path.stat().st_ino if at == 0 else None)
            except (SigniferError, OSError) as error:
                faults.append(_said(error, path))
                continue
            lines += found if at == 0 else _under_way(found, run, {line.sum for line in lines})
        matches = [match for line in lines if (match := line.match) is not None]
        return Book(tuple(lines), standings(matches), tuple(faults))

    def _lines(self, store: Reading, file: int | None) -> list[Line]:
        """The games of one store, each with what was said last of who played it; known by the number of its ``file``,
        if they are to be."""
        lines, said = [], dict[int, Mapping[str, Json]]()
        for number, game, date, begin, end in store.spans():
            line, overrides = self._line(store, Line(number, game, date, begin), end, file)
            lines.append(line)
            said |= overrides
        return [_played_by(line, said.get(line.begin)) for line in lines]

    def _line(self, store: Reading, line: Line, end: int, file: int | None) -> tuple[Line, Overrides]:
        if file is None:
            return self._read(store, line)
        known = self._known.get((file, line.begin))
        if known is None or known[0] != (line, end):
            known = self._known[file, line.begin] = ((line, end), *self._read(store, line))
        return known[1], known[2]

    def _read(self, store: Reading, line: Line) -> tuple[Line, Overrides]:
        try:
            entries = store.game(line.number)
            said = journal.players_of(entries)
            players, outcome, why = told(self._games(), entries)
        except SigniferError as error:
            return replace(line, fault=_said(error, store.path)), {}
        line = replace(line, players=players, outcome=outcome, why=why, sum=_sum(entries))
        own = _played_by(line, said.get(None))
        return own, {begin: players for begin, players in said.items() if begin is not None}


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


def _played_by(line: Line, said: Mapping[str, Json] | None) -> Line:
    """The same, with who played it by what was ``said``."""
    if said is None:
        return line
    return replace(line, players={party: who_of(said.get(party)) for party in line.players})


def told(
    games: Mapping[str, AnyBundle], entries: Sequence[Entry]
) -> tuple[Mapping[str, Who], str | None, str]:
    """What a journal tells: who may win, nobody of them known; the outcome; and why it is no result, "" if it is one.
    SigniferError if it cannot be played again."""
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
        players = dict.fromkeys(bundle.parties(table.state), NOBODY)
    return players, outcome, _why(entries, is_over=outcome is not None, taken_back=taken_back)


def _sum(entries: Iterable[Entry]) -> int:
    return zlib.crc32(json.dumps(journal.itself(entries)).encode())


def _why(entries: Iterable[Entry], *, is_over: bool, taken_back: bool) -> str:
    kinds = {entry.kind for entry in entries}
    reasons = (
        (PRACTICE, journal.PRACTICE in kinds),
        (GONE_ON, journal.GONE_ON in kinds),
        (TAKEN_BACK, taken_back),
        (RUNNING, not is_over),
    )
    return next((why for why, holds in reasons if holds), "")
