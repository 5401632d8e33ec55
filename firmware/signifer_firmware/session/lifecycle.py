"""The lifecycle of a session: games begun, broken off and taken up, settings, switching off; and the start picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Layout
from signifer_core.presses import Button, Press
from signifer_core.procedure import Choice, Override
from signifer_core.seats import SEATS, Seated

from signifer_firmware.storage import trouble
from signifer_firmware.storage.store import Entry

from ..game_api.game import AnyBundle
from ..game_api.needs import is_playable
from . import journal
from .events import NetworkOpened, PageFound
from .menus import DECK, NEW, OWN, Menu, deck_entries, setting_entry
from .mode import Mode
from .outlook import OFF, START, Outlook
from .pairing import OVER
from .settings import Settings, swapped

if TYPE_CHECKING:
    from .machine import Session

# What becomes of a session: keys of entries, and the words with which they begin in the record.
RESUME, REMATCH, ABORT, SWITCH_OFF = "resume", "rematch", "abort", "off"
LIFECYCLE = "lifecycle"
SETTINGS = "settings"
DECKS = "decks"
SHARED = ("sound", "hold", "odds", "recall", "clock")
NO, YES = "no", "yes"
# Who plays again stays on the same side.
SAME = "same"
# Who sits where a player of two comes to sit who changes sides, by side or by seat.
(_RED, _BLUE), (_FIRST, _SECOND) = SIDES, SEATS[:2]
_OPPOSITE: Mapping[str, str] = {_RED: _BLUE, _BLUE: _RED, _FIRST: _SECOND, _SECOND: _FIRST}


def setting_entries(settings: Settings) -> Iterator[Override]:
    """An entry for each setting: those of one player need their ``ok`` alone."""
    names = [(name, player) for player in SIDES for name in OWN]
    for name, player in [*names, *((name, "") for name in SHARED)]:
        yield setting_entry(settings, name, player, player or SETTINGS)


def _question(key: str) -> Override:
    """Something that nobody should do by accident: it is "no" until somebody chooses otherwise."""
    return Override(key, LIFECYCLE, NO, (Choice(NO), Choice(YES, (key,))))


def start_entries(
    settings: Settings, games: tuple[str, ...], broken_off: str, decks: Iterable[Override] = ()
) -> tuple[Override, ...]:
    """What may be chosen while no game is on; ``broken_off`` is the game that may be taken up, "" if none, ``decks``
    say which deck will sit where."""
    new = Override(NEW, LIFECYCLE, None, tuple(Choice(game, (f"{NEW} {game}",)) for game in games))
    resume = Override(RESUME, LIFECYCLE, None, (Choice(broken_off, (RESUME,)),))
    return (
        new,
        *((resume,) if broken_off else ()),
        *setting_entries(settings),
        *decks,
        _question(SWITCH_OFF),
    )


def game_entries(settings: Settings, games: tuple[str, ...], *, swaps: bool = True) -> tuple[Override, ...]:
    """What may be chosen beside the agreements about a game; ``swaps`` tells whether a rematch changes sides."""
    again = _question(REMATCH)
    if not swaps:
        again = replace(again, figures=(("sides", SAME),))
    new = Override(NEW, LIFECYCLE, NO, (Choice(NO), *(Choice(game, (f"{NEW} {game}",)) for game in games)))
    return (*setting_entries(settings), again, new, _question(ABORT), _question(SWITCH_OFF))


class SwitchedOff(Mode):
    """The table is off: nobody is answered."""

    is_off = False

    @property
    def covers(self) -> bool:
        return self.is_off

    def press(self, press: Press, now_us: int) -> bool:
        return self.is_off

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        return replace(outlook, phase=OFF) if self.is_off else outlook


class StartPicture(Mode):
    """No game is on: its menu says what may begin. ``address`` is that of the table's page, "" if it has none; it is
    ``sought`` until the first phone has come. ``network`` is the table's own, by name and code, if it has one."""

    def __init__(self, session: Session, address: str) -> None:
        super().__init__(session)
        self.address = address
        self.sought = True
        self.network: tuple[str, ...] = ()
        self.menu = Menu()

    @property
    def covers(self) -> bool:
        return self.state.table is None

    def found(self, command: PageFound | NetworkOpened) -> None:
        """Phones find the table elsewhere from now on."""
        if isinstance(command, PageFound):
            self.address, self.sought = command.address, command.sought
        else:
            self.network = command.network
        if self.covers:
            self.session.look(command.at_us, ())

    def press(self, press: Press, now_us: int) -> bool:
        if not self.covers:
            return False
        if press.button == Button.OK and self.too_soon(press):
            return True
        entries = self.entries()
        entry = self.menu.shown(entries).entry
        self.menu, agreed = self.menu.pressed(entries, press)
        if agreed is not None:
            self.session.agree(entry, agreed, now_us)
        self.session.look(now_us, ())
        return True

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if not self.covers:
            return outlook
        shown = self.menu.shown(self.entries())
        outlook = replace(outlook, address=self.address, sought=self.sought, network=self.network)
        return replace(outlook, phase=START, agreement=shown, decks=self._seats())

    def _seats(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        wanted = self.state.own_settings.decks
        seats = ((name, game.seats(wanted)) for name, game in self.state.games.items())
        return tuple((name, tuple(decks[side] for side in SIDES)) for name, decks in seats if decks)

    def entries(self) -> tuple[Override, ...]:
        """What may be chosen."""
        begun, playable = self.state.journal, self.session.lifecycle.playable
        last = journal.game_of(begun) if journal.broken_off(begun) else ""
        return start_entries(
            self.state.settings, playable, last if last in playable else "", self._decks(playable)
        )

    def _decks(self, playable: tuple[str, ...]) -> Iterator[Override]:
        """Which deck sits on which side, if a game is played here to which players bring their own."""
        for game in playable:
            known = self.state.games[game]
            if seats := known.seats(self.state.own_settings.decks):
                invented = {name: deck.invented for name, deck in known.decks.items()}
                yield from deck_entries(seats, invented, DECKS)
                return


class Lifecycle:
    """What becomes of games, one after the other, at the table of ``session``."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = session.state
        # Whether all stay on their sides in a rematch: who has a device of their own there does.
        self.stays = False

    @property
    def playable(self) -> tuple[str, ...]:
        """The games that can be played at this table."""
        readers = self.state.antennas.values()
        return tuple(
            name for name, bundle in self.state.games.items() if is_playable(bundle.game.traits, readers)
        )

    def entries(self) -> tuple[Override, ...]:
        """What may be chosen beside the agreements about a game."""
        return game_entries(self.state.settings, self.playable, swaps=self._swaps)

    def start(self, now_us: int) -> None:
        """Show the start picture: no game is on."""
        session = self.session
        self.state.is_on = False
        session.phones.unpair_all(now_us)
        session.agreement.close()
        session.start_picture.menu = Menu()
        session.player_menus.close()
        session.play.forget()
        session.play.settled = True
        session.look(now_us, ())

    def power_on(self, entries: Sequence[Entry], now_us: int) -> None:
        """Take up the game that was on, by its journal; the start picture if there was none, or people had broken it
        off.

        Who switches the table off may clear it, too: what is missing then is asked back.
        """
        self.state.journal = [*entries]
        if journal.switched_off(entries) and journal.game_of(entries) in self.playable:
            self.turn(RESUME, now_us)
        elif journal.broken_off(entries) or not self.resume(entries, now_us):
            self.start(now_us)

    def resume(self, entries: Sequence[Entry], now_us: int) -> bool:
        """Take up the game of a journal; whether there was one that can be played at this table."""
        self.state.journal = [*entries]
        if journal.game_of(entries) not in self.playable:
            return False
        session = self.session
        try:
            self.state.take_up(entries)
            with journal.understood():
                session.agreement.taken_up(entries)
                session.thinking_time.taken_up(self.state.recorded.spent)
        except journal.JournalError as error:
            # It stays where it is, and is told until somebody presses a button.
            session.faults.notice = session.faults.notice or trouble.unplayed(error.__cause__ or error)
            self.state.is_on = False
            return False
        session.play.believe()
        if not session.agreement.covers:
            session.agreement.follow(now_us)
        session.play.settled = False
        session.look(now_us, said=session.agreement.said)
        return True

    def agree(self, entry: Override, choice: Choice, now_us: int) -> bool:
        """People have agreed on a choice; False if it is about the game itself."""
        if entry.group not in (LIFECYCLE, SETTINGS, DECKS) and entry.key not in OWN:
            return False
        for text in choice.changes:
            if entry.group == LIFECYCLE:
                self.turn(text, now_us)
            else:
                self.choose((text,), now_us)
            self.state.tell(now_us, "action", {"player": "both", "text": text})
        return True

    def choose(self, texts: Sequence[str], now_us: int) -> None:
        """Settings, in their notation."""
        self.state.record(*(Entry(now_us, "setting", text) for text in texts))

    def turn(self, text: str, now_us: int) -> None:
        """What becomes of the session, by the words of the record."""
        state = self.state
        match text.split(" "):
            case [word, game] if word == NEW:
                self._new_game(state.games[game].seating(state.own_settings.decks), now_us)
            case [word] if word == REMATCH:
                again, players = self._again(), self._players_again()
                if self._swaps:
                    # Whoever changes sides takes their language along, and their deck.
                    decks = (f"{DECK} {side} {deck.name}" for side, deck in again.sitting.items())
                    self.choose((*swapped(state.settings), *decks), now_us)
                self._new_game(again, now_us)
                if players:
                    state.record(Entry(now_us, journal.PLAYERS, journal.players_body(players)))
            case [word] if word == ABORT:
                self._leave_agreement(now_us)
                state.record(Entry(now_us, journal.BROKEN_OFF, None))
                self.start(now_us)
            case [word] if word == RESUME:
                state.record(Entry(now_us, journal.TAKEN_UP, None))
                self._take_up(now_us)
            case _:
                gone = [Entry(now_us, journal.SWITCHED_OFF, None)] if state.table is not None else []
                self._leave_agreement(now_us)
                state.record(*gone)
                self.session.phones.unpair_all(now_us)
                self.session.upkeep.end_requests(OVER, now_us)
                self.session.switched_off.is_off = True

    def _leave_agreement(self, now_us: int) -> None:
        """The menu is not open when the game is taken up again."""
        if self.session.agreement.covers:
            self.session.agreement.break_off(now_us)

    def _again(self) -> AnyBundle:
        """The game that is on as it would begin once more, players having changed sides if they do. Their decks are as
        the table has them now; those that it knows no more are as they play."""
        bundle = self.state.bundle
        known = self.state.games[bundle.name]
        played = {deck.name: deck for deck in bundle.sitting.values()}
        if not played:
            return known
        gone = {name: deck for name, deck in played.items() if name not in known.decks}
        wanted: dict[str, str] = {side: deck.name for side, deck in bundle.sitting.items()}
        if self._swaps:
            wanted = {side: wanted[_OPPOSITE[side]] for side in wanted}
        return known.bringing(gone).seating(wanted)

    @property
    def _swaps(self) -> bool:
        """Whether players change sides in a rematch: two do, of whom each has one. Of more, a side has several, and
        until their number is said they may be more."""
        table = self.state.table
        state = table.state if table is not None else None
        seats = len(state.seats) if isinstance(state, Seated) else len(SIDES)
        more = seats != len(SIDES) or len(self._players) > len(SIDES)
        return not (self.stays or more or self.state.bundle.game.traits.one_side)

    @property
    def _players(self) -> Mapping[str, Json]:
        """Who plays, as far as somebody has said so."""
        return journal.players_of(self.state.journal).get(None, {})

    def _players_again(self) -> Mapping[str, Json]:
        """Who plays once more, people having changed sides if they do. Where a robot was one of two, the table does not
        know where they are now."""
        players = self._players
        if not self._swaps:
            return players
        if not all(isinstance(who, dict) and "name" in who for who in players.values()):
            return {}
        return {_OPPOSITE[party]: who for party, who in players.items() if party in _OPPOSITE}

    def _new_game(self, bundle: AnyBundle, now_us: int) -> None:
        """Begin with set-up by hand; what still lies there from before is to be taken away."""
        state, before = self.state, self.state.bundle
        if self.session.agreement.covers:
            # The game before goes on no more: what was agreed on in it would never have its consequences.
            self.session.agreement.leave(now_us)
        lying = self._forget()
        state.turn_to(bundle)
        state.sight.seen = self._called(lying, before)
        self.session.phones.unpair_all(now_us)
        self.session.thinking_time.restart(now_us)
        self.session.play.begin(state.bundle.fresh(pads=state.has_pads), now_us)
        self.session.play.settled = False

    def _take_up(self, now_us: int) -> None:
        """Go on with the game that was broken off: its cards have been cleared away, and are to be laid back."""
        state, before = self.state, self.state.bundle
        lying = self._forget()
        if not self.resume(state.journal, now_us):
            self.start(now_us)
            return
        lying = self._called(lying, before)
        due = state.referee.due(self.session.play.table).must
        missing = {(card, zone) for zone, card in due.items() if card not in lying[zone]}
        state.sight.seen = lying
        state.asked_back(missing, now_us)
        self.session.look_again(now_us)

    def _forget(self) -> Layout:
        """Nothing of the game before counts, but for the cards that lie there; return these.

        Of cards that are silent nobody would be asked any more: who clears a table takes them by the armful.
        """
        state, session = self.state, self.session
        lying, old_tags = state.sight.read, state.sight.old_tags
        state.sight = state.blind()
        state.sight.old_tags = old_tags
        state.sight.seen = lying
        session.agreement.close()
        session.player_menus.close()
        session.play.forget()
        state.outlook = replace(state.outlook, rolls=(), corrections=())
        return lying

    def _called(self, lying: Layout, before: AnyBundle) -> Layout:
        """What lies there, by the names that the game that is on has for the cards; ``before`` is the game that they
        were seen in."""
        now, found = self.state.bundle, Layout()
        for zone, card in lying.items():
            found = found.laid(now.known_as(before.full_id(card)), zone)
        return found
