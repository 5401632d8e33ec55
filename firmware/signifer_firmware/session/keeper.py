"""The keeper of a table: runs its session. It knows when hands have settled, and puts on disk before it shows."""

from __future__ import annotations

import random
from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from signifer_core.dice import Record
from signifer_core.json_values import Json
from signifer_core.layout import Layout, Side, Zone
from signifer_core.presses import Press
from signifer_core.procedure import Table
from signifer_core.referee import Referee
from signifer_drivers.polling.findings import Change, Doubt, Finding

from signifer_firmware.i18n.words import Words
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.storage.store import Entry, Store

from ..game_api.game import AnyBundle, AnyState
from . import events as ev
from .machine import Session
from .observation import Sight
from .outlook import Outlook
from .pairing import Pairing
from .settings import Settings

RECHECK_US = 20_000
DOUBT_SETTLES = 6
PRESS_WAIT_US = 1_000_000
RECORD_RETRY_US = 1_000_000


class Keeper:
    """Runs one session on ``store``. Beside what a session needs: ``settle_us`` is how long hands rest; ``doubtful``
    says whether any card is between present and absent, or astray, ``looked_since`` whether every reader has looked
    since a time; ``tell`` hears the news, ``believe`` takes back a lift."""

    def __init__(
        self,
        bundle: AnyBundle,
        store: Store,
        *,
        antennas: Mapping[str, tuple[Zone, ...]],
        settle_us: int,
        doubtful: Callable[[], Doubt],
        looked_since: Callable[[int], bool],
        rng: random.Random,
        secrets: random.Random,
        ceremony: bool,
        settings: Settings,
        tell: Callable[[ev.News], None],
        games: tuple[AnyBundle, ...] = (),
        believe: Callable[[Change], None] = lambda lift: None,
        address: str = "",
    ) -> None:
        self.session = Session(
            bundle,
            games,
            antennas=antennas,
            settings=settings,
            rng=rng,
            secrets=secrets,
            ceremony=ceremony,
            chosen=store.settings(),
            tags=store.cards(),
            replaced=store.replaced(),
            notice=store.notice,
            address=address,
        )
        # The table of the game that is on, None if none is, and what screens show beside it: as people may see them.
        self.table: Table[AnyState] | None = None
        self.outlook = Outlook()
        self._store = store
        self._antennas = antennas
        self._settle_us = settle_us
        self.doubtful = doubtful
        self._looked_since = looked_since
        self.tell = tell
        self.believe_again = believe
        # Hears whose phone is theirs no longer.
        self.phone_lost: Callable[[Side], None] = lambda player: None
        self._inbox: deque[tuple[int, Change]] = deque()
        self._presses: deque[tuple[int, Press]] = deque()
        self._changed_us = 0
        self._answered: list[Press] = []
        self._wanted: frozenset[str] = frozenset()
        self._wanted_for: tuple[object, object] = (None, None)
        self._record_us = 0
        self._noticed = store.notice

    # The loop

    def receive(self, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        """Have the session take ``event`` in. What comes of it is on disk before anybody is told of it, or shown it."""
        out = self.session.receive(event)
        self._append(out, event.at_us)
        self.table, self.outlook = self.session.state.table, self.session.state.outlook
        for one in out:
            self._pass_on(one)
        return out

    def _append(self, out: tuple[ev.Outgoing, ...], at_us: int) -> None:
        """Write the lines of the journal, in one transaction; how the disk fares is said first."""
        lines = [one for one in out if isinstance(one, Entry)]
        if lines:
            self._store.append(lines, {one.uid: one.card for one in out if isinstance(one, ev.Bound)})
            self._tell_of_record(at_us)

    def _pass_on(self, out: ev.Outgoing) -> None:
        match out:
            case ev.News():
                self.tell(out)
            case ev.Answered(press):
                self._answered.append(press)
            case ev.BelievedAgain(lift):
                self.believe_again(lift)
            case ev.PhoneTold(phone, message):
                phone(message)
            case ev.PhoneLost(player):
                self.phone_lost(player)

    # What is brought to it

    def begin(self, setup: Mapping[str, Json], now_us: int, game: str = "") -> None:
        """Begin a game from a position. See `Begin`."""
        self.receive(ev.Begin(now_us, setup, game))

    def play_by(self, bundle: AnyBundle) -> None:
        """That game has these figures whenever it is begun from now on; one that is on has those of its journal."""
        known = self.session.state.games
        known[bundle.name] = bundle.bringing(known[bundle.name].decks)

    def resume(self, now_us: int) -> bool:
        """Take up the last game of the journal; whether there was one that can be played at this table."""
        self._changed_us = now_us
        self.receive(ev.Resume(now_us, self._store.last_game()))
        return self.table is not None

    def power_on(self, now_us: int) -> None:
        """Take up the game that was on; the start picture if there was none, or people had broken it off."""
        self._changed_us = now_us
        self.receive(ev.Resume(now_us, self._store.last_game(), power_on=True))

    def learn(
        self,
        tags: Mapping[bytes, str],
        forgotten: Iterable[bytes] = (),
        replaced: Mapping[bytes, str] = MappingProxyType({}),
    ) -> None:
        """Know these tags, too. See `Session.learn`."""
        self.session.learn(tags, forgotten, replaced)

    def change(self, change: Change, at_us: int) -> None:
        """A reader's news."""
        self._inbox.append((at_us, change))

    def press(self, press: Press, at_us: int) -> None:
        """A button gesture."""
        self._presses.append((at_us, press))

    def fault(self, part: str, cause: str | None, now_us: int) -> None:
        """A part of the table fails (``cause`` says why) or is back (None)."""
        self.receive(ev.PartFault(now_us, part, cause))

    def found_at(self, address: str, now_us: int, *, sought: bool = True) -> None:
        """The table's page is there from now on: the start picture says so, to cameras as long as it is ``sought``."""
        self.receive(ev.PageFound(now_us, address, sought))

    def opened(self, network: tuple[str, ...], now_us: int) -> None:
        """The table has a network of its own from now on, by name and code, or none: the start picture says so."""
        self.receive(ev.NetworkOpened(now_us, network))

    def speak(self, player: Side, language: str, now_us: int) -> None:
        """The screens of ``player`` speak that language from now on."""
        self.receive(ev.Speaks(now_us, player, language))

    def practise(self, now_us: int) -> None:
        """The game that is on is practice."""
        self.receive(ev.Practise(now_us))

    def named(self, players: Mapping[str, Json], now_us: int, begin: int | None = None) -> None:
        """Who plays the game that is on, or the one that began with entry ``begin``."""
        self.receive(ev.Named(now_us, players, begin))

    def take_answered(self) -> list[Press]:
        """Hand over the gestures that were answered since the last call."""
        answered = list(self._answered)
        self._answered.clear()
        return answered

    # Phones

    def ask_to_pair(
        self, player: Side, phone: ev.Phone, now_us: int, peer: str = "", *, upkeep: bool = False
    ) -> Mapping[str, Json]:
        """A phone at ``peer`` asks to be ``player``'s, or a page of ``upkeep`` to be let in by them. See `Pairing.ask`;
        without a game (but for upkeep), or while they are busy, it is refused."""
        return self._answer(ev.PhoneAsks(now_us, player, phone, peer, upkeep))

    def type_code(
        self, code: str, phone: ev.Phone, now_us: int, *, upkeep: bool = False
    ) -> Mapping[str, Json]:
        """A phone types a code. See `Pairing.type`."""
        return self._answer(ev.CodeTyped(now_us, code, phone, upkeep))

    def phone_left(self, phone: ev.Phone, now_us: int, *, upkeep: bool = False) -> None:
        """A page has gone: what it asked for ends."""
        self.receive(ev.PhoneGone(now_us, phone, upkeep))

    def unpair(self, player: Side, now_us: int) -> None:
        """The phone of ``player`` shall be theirs no longer."""
        self.receive(ev.Unpair(now_us, player))

    def _answer(self, event: ev.PhoneAsks | ev.CodeTyped) -> Mapping[str, Json]:
        return next(out.answer for out in self.receive(event) if isinstance(out, ev.PhoneAnswered))

    # Time

    def step(self, now_us: int) -> int:
        """Take in what has arrived, then judge what lies there; return when the next step is due."""
        while self._inbox and self._inbox[0][0] <= now_us:
            self._visit()
        while self._presses and self._sees_what_is_meant(self._presses[0][0], now_us):
            self.receive(ev.Pressed(now_us, self._presses.popleft()[1]))
        self.receive(ev.Tick(now_us, self.session.play.settled or self._hands_have_settled(now_us)))
        wakes = [at_us for at_us, _ in [*self._inbox][:1]]
        if (due_us := self.session.next_us()) is not None:
            wakes.append(due_us)
        if self._presses:
            wakes.append(now_us + RECHECK_US)
        if not self.session.play.settled:
            wakes.append(max(now_us + RECHECK_US, self._changed_us + self._settle_us))
        if (retry_us := self._tend_record(now_us)) is not None:
            wakes.append(retry_us)
        return min(wakes, default=NEVER)

    @property
    def quiet(self) -> bool:
        """Whether nothing is left to think about."""
        return not self._inbox and not self._presses and self.session.play.settled

    def _tend_record(self, now_us: int) -> int | None:
        """Look now and then whether the files are still there, and try a failing disk again; return when the next time
        is, if the disk fails."""
        if now_us >= self._record_us:
            self._record_us = now_us + RECORD_RETRY_US
            self._store.look()
            self._tell_of_record(now_us)
        return self._record_us if self._store.trouble else None

    def _tell_of_record(self, now_us: int) -> None:
        """How the disk fares, and what has become of a file while the table was on."""
        notice = self._store.notice if self._store.notice != self._noticed else ""
        self._noticed = self._store.notice
        self.receive(ev.RecordFault(now_us, self._store.trouble, notice))

    def _sees_what_is_meant(self, pressed_us: int, now_us: int) -> bool:
        """Whether the readers have looked since the press: a card lifted just before it must not pay.

        A reader in noise keeps nobody waiting for longer than PRESS_WAIT_US.
        """
        if now_us >= pressed_us + PRESS_WAIT_US:
            return True
        return not self._inbox and self._looked_since(pressed_us)

    def _hands_have_settled(self, now_us: int) -> bool:
        """Whether no hand is under way: nothing has changed for a while, and no card is between there and gone.

        A reader in noise may leave cards in doubt for ever; the table then waits DOUBT_SETTLES times as long. For one
        that is astray it waits until that is over, by itself: where it lay would count, and by then it lies elsewhere.
        """
        still_us = now_us - self._changed_us
        if still_us < self._settle_us:
            return False
        # News may be on its way already: a reader's visit ends later than it begins.
        doubt = self.doubtful()
        if doubt == Doubt.ASTRAY:
            return False
        return not (self._inbox or doubt) or still_us >= DOUBT_SETTLES * self._settle_us

    def _visit(self) -> None:
        """Take in all that the next visit has changed."""
        at_us, first = self._inbox[0]
        changes = []
        while self._inbox and (self._inbox[0][0], self._inbox[0][1].reader) == (at_us, first.reader):
            changes.append(self._inbox.popleft()[1])
        if any(change.kind in (Finding.PRESENT, Finding.ABSENT, Finding.COVERED) for change in changes):
            self._changed_us = at_us
        self.receive(ev.Seen(at_us, tuple(changes)))

    # What is asked of it

    @property
    def bundle(self) -> AnyBundle:
        """The game that is on, or was the last one."""
        return self.session.state.bundle

    @property
    def referee(self) -> Referee[AnyState, object]:
        """The referee of that game."""
        return self.session.state.referee

    @property
    def settings(self) -> Settings:
        """What players have chosen."""
        return self.session.state.settings

    @property
    def words(self) -> dict[str, Words]:
        """What each player reads, in their language."""
        return self.session.state.words

    @property
    def record(self) -> Record:
        """The dice of the game."""
        return self.session.state.recorded.dice

    @property
    def sight(self) -> Sight:
        """Every card where it is believed to lie."""
        return self.session.state.sight

    @property
    def seen(self) -> Layout:
        """What lies where, as far as the readers say."""
        return self.session.state.seen

    @property
    def tags(self) -> Mapping[bytes, str]:
        """The card of every tag that was enrolled, now and later."""
        return self.session.state.tags

    @property
    def replaced(self) -> Mapping[bytes, str]:
        """The card that each tag was on before another one replaced it, now and later."""
        return self.session.state.replaced

    @property
    def enrolled(self) -> Mapping[bytes, str]:
        """Both of these together."""
        return ChainMap(self.session.state.tags, self.session.state.replaced)

    @property
    def pairing(self) -> Pairing[Side]:
        """Which phones are whose."""
        return self.session.phones.pairing

    @property
    def off(self) -> bool:
        """Whether people have switched the table off."""
        return self.session.switched_off.is_off

    def cause_of(self, reader: str) -> str:
        """Why a reader's zone is unknown, in a sentence; "" where it is known."""
        return self.session.faults.cause_of(reader)

    def believed(self) -> list[tuple[str, bytes]]:
        """Every tag that is believed to lie somewhere, with the reader that should read it."""
        return self.session.believed()

    @property
    def wanted(self) -> frozenset[str]:
        """The readers at which a card is expected to come or to go."""
        looked = (self.table, self.seen)
        if looked[0] is not self._wanted_for[0] or looked[1] is not self._wanted_for[1]:
            self._wanted_for = looked
            expected = self.session.expected
            self._wanted = frozenset(
                reader for reader, zones in self._antennas.items() if not expected.isdisjoint(zones)
            )
        return self._wanted
