"""The lifecycle of a session: the start picture, games begun, broken off and taken up, settings, switching off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from signifer_core.layout import PAD, PLAYERS, Layout
from signifer_core.procedure import Choice, Override, Press
from signifer_core.referee import Referee

from ..game_api.registry import full_id, known_as
from ..store import Entry
from . import journal
from .agreement import Council
from .events import News
from .menus import NEW, OWN, Menu, setting_entry
from .outlook import GAME, OFF, START, Outlook
from .settings import Settings, swapped
from .thinking_time import Clock

# What becomes of an evening: keys of entries, and the words with which they begin in the record.
RESUME, REMATCH, ABORT, SWITCH_OFF = "resume", "rematch", "abort", "off"
EVENING = "evening"
SETTINGS = "settings"
SHARED = ("sound", "hold", "odds", "recall", "clock")
NO, YES = "no", "yes"


def setting_entries(settings: Settings) -> Iterator[Override]:
    """An entry for each setting: those of one player need his ``ok`` alone."""
    names = [(name, player) for player in PLAYERS for name in OWN]
    for name, player in [*names, *((name, "") for name in SHARED)]:
        yield setting_entry(settings, name, player, player or SETTINGS)


def _question(key: str) -> Override:
    """Something that nobody should do by accident: it is "no" until somebody chooses otherwise."""
    return Override(key, EVENING, NO, (Choice(NO), Choice(YES, (key,))))


def start_entries(settings: Settings, games: tuple[str, ...], broken_off: str) -> tuple[Override, ...]:
    """What may be chosen while no game is on; ``broken_off`` is the game that may be taken up, "" if none."""
    new = Override(NEW, EVENING, None, tuple(Choice(game, (f"{NEW} {game}",)) for game in games))
    resume = Override(RESUME, EVENING, None, (Choice(broken_off, (RESUME,)),))
    return (
        new,
        *((resume,) if broken_off else ()),
        *setting_entries(settings),
        _question(SWITCH_OFF),
    )


def game_entries(settings: Settings, games: tuple[str, ...]) -> tuple[Override, ...]:
    """What may be chosen beside the agreements about a game."""
    new = Override(NEW, EVENING, NO, (Choice(NO), *(Choice(game, (f"{NEW} {game}",)) for game in games)))
    return (*setting_entries(settings), _question(REMATCH), new, _question(ABORT), _question(SWITCH_OFF))


class Evening(Council):
    """A council that outlives its games: without one it shows the start picture, and what may begin."""

    _start: Menu = Menu()
    off = False
    # Of the table's page, for the start picture; "" if it has none.
    address = ""
    clock: Clock = Clock()

    def start(self, now_us: int) -> None:
        """Show the start picture: no game is on."""
        self.table = None
        self.unpair_all(now_us)
        self._menu, self._start = None, Menu()
        self._close_own()
        self._laid = self._pressed = ()
        self._settled = True
        self._look(now_us, ())

    def found_at(self, address: str, now_us: int) -> None:
        """The table's page is there from now on: the start picture says so."""
        self.address = address
        if self.table is None:
            self._look(now_us, ())

    def power_on(self, now_us: int) -> None:
        """Take up the game that was on; the start picture if there was none, or people had broken it off.

        Who switches the table off may clear it, too: what is missing then is asked back.
        """
        entries = self._store.last_game()
        if journal.switched_off(entries) and journal.game_of(entries) in self._playable:
            self._turn(RESUME, now_us)
        elif journal.broken_off(entries) or not self.resume(now_us):
            self.start(now_us)

    def _press(self, press: Press, now_us: int) -> None:
        if self.off:
            return
        if self.table is not None:
            super()._press(press, now_us)
            return
        entries = self._entries()
        entry = self._start.shown(entries).entry
        self._start, agreed = self._start.pressed(entries, press)
        if agreed is not None:
            self._agreed(entry, agreed, now_us)
        self._look(now_us, ())

    @property
    def _has_pads(self) -> bool:
        return any(zone.place == PAD for zones in self._antennas.values() for zone in zones)

    @property
    def _playable(self) -> tuple[str, ...]:
        """The games that can be played at this table."""
        return tuple(
            name for name, game in self.games.items() if self._has_pads or not game.game.traits.needs_pads
        )

    def resume(self, now_us: int) -> bool:
        """Take up the last game of the journal; whether there was one that can be played at this table."""
        return journal.game_of(self._store.last_game()) in self._playable and super().resume(now_us)

    def _entries(self) -> tuple[Override, ...]:
        if self.table is not None:
            return super()._entries()
        begun = self._store.last_game()
        last = journal.game_of(begun) if journal.broken_off(begun) else ""
        return start_entries(self.settings, self._playable, last if last in self._playable else "")

    def _overrides(self, seen: Layout) -> tuple[Override, ...]:
        *entries, over = super()._overrides(seen)
        return (*entries, *game_entries(self.settings, self._playable), over)

    def _agreed(self, entry: Override, choice: Choice, now_us: int) -> None:
        if entry.group not in (EVENING, SETTINGS) and entry.key not in OWN:
            super()._agreed(entry, choice, now_us)
            return
        for text in choice.changes:
            if entry.group == EVENING:
                self._turn(text, now_us)
            else:
                self._choose((text,), now_us)
            self._tell(News(now_us, "action", {"player": "both", "text": text}))

    def _choose(self, texts: tuple[str, ...], now_us: int) -> None:
        """Settings are on disk before they hold."""
        self._append([Entry(now_us, "setting", text) for text in texts])
        self._set(self.settings.folded(texts))

    def _turn(self, text: str, now_us: int) -> None:
        """What becomes of the evening, by the words of the record."""
        match text.split(" "):
            case [word, game] if word == NEW:
                self._new_game(game, now_us)
            case [word] if word == REMATCH:
                if not self.bundle.game.traits.one_side:
                    # Who changes sides takes his language along.
                    self._choose(swapped(self.settings), now_us)
                self._new_game(self.bundle.name, now_us)
            case [word] if word == ABORT:
                self._append([*self._closed(now_us), Entry(now_us, journal.BROKEN_OFF, None)])
                self.start(now_us)
            case [word] if word == RESUME:
                self._append([Entry(now_us, journal.TAKEN_UP, None)])
                self._take_up(now_us)
            case _:
                gone = [Entry(now_us, journal.SWITCHED_OFF, None)] if self.table is not None else []
                self._append([*self._closed(now_us), *gone])
                self._menu = None
                self.unpair_all(now_us)
                self.off = True

    def _closed(self, now_us: int) -> list[Entry]:
        """The menu is not open when the game is taken up again."""
        return [Entry(now_us, "agreement", "closed")] if self._menu is not None else []

    def _new_game(self, game: str, now_us: int) -> None:
        """Begin with set-up by hand; what still lies there from before is to be taken away."""
        before, self.bundle = self.bundle.name, self.games[game]
        self.referee = Referee(self.bundle.procedure)
        self.sight.seen = self._called(self._forget(), before)
        self.unpair_all(now_us)
        self.clock = Clock(at_us=now_us)
        self.begin(self.bundle.fresh(pads=self._has_pads), now_us)
        self._settled = False

    def _take_up(self, now_us: int) -> None:
        """Go on with the game that was broken off: its cards have been cleared away, and are to be laid back."""
        lying, before = self._forget(), self.bundle.name
        if not self.resume(now_us):
            self.start(now_us)
            return
        assert self.table is not None
        lying = self._called(lying, before)
        due = self.bundle.procedure.due(self.table).must
        missing = {(card, zone) for zone, card in due.items() if card not in lying[zone]}
        self.sight.seen = lying
        self.table = replace(self.table, returning=self.table.returning | missing)
        self._append([journal.asked_back(self.table, now_us)])
        self._look(now_us)

    def _forget(self) -> Layout:
        """Nothing of the game before counts, but for the cards that lie there; return these.

        Of cards that are silent nobody would be asked any more: who clears a table takes them by the armful.
        """
        lying = self.sight.read
        self.sight = self._blind()
        self.sight.seen = lying
        self._menu = None
        self._close_own()
        self._laid = self._pressed = ()
        self.outlook = replace(self.outlook, rolls=(), corrections=())
        return lying

    def _called(self, lying: Layout, before: str) -> Layout:
        """What lies there, by the names that the game that is on has for the cards; ``before`` is the game that they
        were seen in."""
        found = Layout()
        for zone, card in lying.items():
            found = found.laid(known_as(self.bundle.name, full_id(before, card)), zone)
        return found

    def _taken_up(self, entries: list[Entry]) -> None:
        super()._taken_up(entries)
        told = [entry.body for entry in entries if entry.kind == journal.CLOCK]
        self.clock = Clock.kept(told[-1], 0) if told else Clock()

    def tick(self, now_us: int) -> int | None:
        """Bring the clock up to date; return when it has something new to show, if nothing changes before."""
        if not self.settings.clock:
            return None
        self.clock = self.clock.until(now_us)
        if self.outlook.minutes != self.clock.minutes:
            self.outlook = replace(self.outlook, minutes=self.clock.minutes)
            self._append([Entry(now_us, journal.CLOCK, self.clock.body())])
        return self.clock.next_minute_us()

    def _timed(self, outlook: Outlook, now_us: int) -> Outlook:
        """Whose time it is changes with what is asked; it is nobody's while a menu is open, or after the game."""
        if not self.settings.clock:
            self.clock = Clock()
            return outlook
        over = self.table is None or self.bundle.procedure.rules.outcome(self.table.state) is not None
        stands = over or outlook.agreement is not None
        asked = frozenset(prompt.player for prompt in outlook.prompts if prompt.key != "wait")
        thinking = frozenset[str]() if stands else asked
        if thinking != self.clock.thinking:
            self.clock = self.clock.of(thinking, now_us)
            self._append([Entry(now_us, journal.CLOCK, self.clock.body())])
        return replace(outlook, minutes=self.clock.minutes)

    def _with_menus(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if self.off:
            return replace(outlook, phase=OFF, agreement=None)
        if self.table is not None:
            outlook = super()._with_menus(replace(outlook, phase=GAME), before, now_us)
            return self._timed(outlook, now_us)
        return replace(
            outlook, phase=START, address=self.address, agreement=self._start.shown(self._entries())
        )
