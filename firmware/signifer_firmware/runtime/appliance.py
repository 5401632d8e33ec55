"""The appliance: keeper, readers, screens and buttons of one table, put together on a scheduler."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from signifer_core.json_values import Json
from signifer_core.layout import PAD, SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Refusal
from signifer_drivers.polling.findings import UNREAD, Change, Doubt, Finding
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.strangers import Strangers
from signifer_drivers.readers.stock import StockReader

from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices
from signifer_firmware.display.highlights import Recent
from signifer_firmware.display.paging import Face
from signifer_firmware.display.render import Drawn
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.kernel.scheduler import Scheduler
from signifer_firmware.session.events import News
from signifer_firmware.session.keeper import RECORD_RETRY_US, Keeper
from signifer_firmware.session.outlook import GAME
from signifer_firmware.session.settings import Settings
from signifer_firmware.storage.reading import as_replaced
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.texts.spoken import Moment

from .bus_threads import ThreadedReaders, Threads
from .faces import Faces, Shown
from .flight_recorder import Flight
from .pictures import Pictures
from .sound import Sound, SoundUnit, laid_on_pads, sound_of
from .speech import Speech
from .units import ButtonsUnit, ReadersUnit, ScreensUnit

Answer = TypeVar("Answer")


class Sitting(Protocol):
    """What has tags that are laid before the table has, as they are enrolled."""

    def laid(self, change: Change, at_us: int) -> bool:
        """A reader's news; True keeps it from the table."""
        ...

    def step(self, now_us: int) -> int:
        """Do what is due; when there is more."""
        ...


def _has_columns(config: TableConfig) -> bool:
    """Whether each player has a column button."""
    names = [button.name.split() for button in config.buttons]
    return all(any(name[0] == "column" and name[-1] == player for name in names) for player in SIDES)


class Appliance:
    """One run of the program: from power on to power off. ``tell`` hears all that happens at the table."""

    def __init__(
        self,
        config: TableConfig,
        devices: Devices,
        bundle: AnyBundle,
        *,
        store: Path,
        scheduler: Scheduler,
        rng: random.Random,
        secrets: random.Random,
        tell: Callable[[News], None],
        languages: Mapping[str, str] | None = None,
        games: tuple[AnyBundle, ...] = (),
        threads: Threads | None = None,
        flight: bool = False,
        today: Callable[[], str] = lambda: "",
        writes: Callable[[str], None] = lambda moment: None,
    ) -> None:
        """The table begins with ``bundle``'s game; people may choose another of ``games``. ``languages`` of players
        stand for those of ``config``, until a game with others is taken up. With ``threads``, which begin after this,
        readers and screens have threads of their own; with ``flight`` a recorder writes beside the store. ``today`` is
        the date, "" if it is not known; ``writes`` hears the moments of each entry that is written (`Store`)."""
        self.config = config
        self._recent = Recent[AnyState]()
        # The place where something has happened last, as its screen is called.
        self._near = ""
        self._screens_near = {reader.name: reader.zone.removeprefix(f"{PAD} ") for reader in config.readers}
        self._devices = devices
        self._scheduler = scheduler
        self._tell = tell
        self._store = Store.at_table(store, today=today)
        self._store.hook = writes
        self._sitting: Sitting | None = None
        self._flight = Flight(store, self._as_it_stands) if flight else None
        self.pictures = Pictures(config.screens, self._put, self._flight_screen if self._flight else None)
        self.presence = Presence(config.timing.absent_visits, zones=config.shared_zones)
        self.keeper = Keeper(
            bundle,
            self._store,
            antennas={reader.name: reader.zones for reader in config.readers},
            settle_us=config.timing.settle_ms * 1000,
            doubtful=self._doubtful,
            believe=self._believe_again,
            looked_since=lambda since_us: self.readers.looked_since(since_us),
            rng=rng,
            secrets=secrets,
            ceremony=_has_columns(config),
            settings=Settings(
                language=config.languages.model_dump() | dict(languages or {}),
                hold_ms=config.timing.hold_ms,
            ),
            tell=self._news,
            games=games,
            address=config.page.address,
        )
        self.presence.strangers = Strangers(self.keeper.enrolled.__contains__)
        self.speech = Speech()
        self.sounds = SoundUnit(devices.buzzer, lambda: self.keeper.settings.sound, self._part_fault)
        self.readers = self._readers(threads)
        self.screens = (threads.screens if threads else ScreensUnit)(
            devices.screens, devices.i2c_clock, self._part_fault, free=devices.free_screens
        )
        self.buttons = ButtonsUnit(devices.buttons, self._press, self._part_fault)

    def _readers(self, threads: Threads | None) -> ReadersUnit | ThreadedReaders:
        readers = self._devices.readers
        for reader in readers.values():
            if isinstance(reader, StockReader):
                reader.enrolled = self.keeper.enrolled.keys()
        unit = partial(
            ReadersUnit,
            readers,
            self._devices.spi_clock,
            self.presence,
            zones={reader.name: reader.zones for reader in self.config.readers},
            pull_line=self._devices.pull_reader_reset,
            hear=self._flight.visit if self._flight else None,
        )
        return threads.readers(readers, unit, self._change) if threads else unit(self._change)

    def enrol(self, tags: dict[bytes, str]) -> None:
        """Remember which card each tag is stuck on."""
        self._store.bind(tags)
        self.keeper.learn(tags)

    def sit(self, sitting: Sitting | None) -> None:
        """Cards are enrolled at this table from now on, or no longer."""
        self._sitting = sitting

    def rebind(
        self, tags: Mapping[bytes, str], forgotten: Iterable[bytes], replaced: Mapping[bytes, str]
    ) -> str:
        """The tags ``forgotten`` are on no card any more, ``replaced`` were on theirs, then ``tags`` are; why that is
        not on disk yet, "" if it is."""
        known = self.keeper.tags
        gone = {known[uid] for uid in forgotten if uid in known}
        stay = {uid: card for uid, card in known.items() if card in gone and uid not in {*forgotten}}
        self._store.bind({**stay, **tags, **as_replaced(replaced)}, tuple(gone))
        self.keeper.learn(tags, forgotten, replaced)
        return self._store.trouble

    def touch(self, name: str, *, down: bool) -> None:
        """A finger of a page comes down on a button that is the page's, or leaves it."""
        self._devices.buttons.touch(name, down=down)

    @property
    def hold_us(self) -> int:
        """How long a hold is."""
        return self.buttons.hold_us

    def begin(self, setup: Mapping[str, Json]) -> None:
        """Begin a game from a set-up in plain values, and run."""
        self.keeper.begin(setup, self._scheduler.clock.now_us)
        self._run()

    def power_on(self) -> None:
        """Take up the game that was on, or show the start picture; and run."""
        self.keeper.power_on(self._scheduler.clock.now_us)
        self._run()

    def _as_it_stands(self) -> Mapping[str, Json]:
        """What a replay has to begin with."""
        table = self.config.model_dump(
            mode="json",
            by_alias=True,
            exclude_defaults=True,
            exclude={
                "folder": True,
                "page": True,
                "speech": True,
                "cards": True,
                "nodes": {"__all__": {"serial"}},
            },
        )
        lying = [[card, *zone] for card, zone in self.keeper.sight.lying]
        return {"entry": self._store.last_number, "table": table, "lying": lying}

    def _run(self) -> None:
        if self._flight:
            self._flight.boot(self._scheduler.clock.now_us)
        for reader, uid in self.keeper.believed():
            self.readers.believe(reader, uid)
        self.readers.expect(self.keeper.wanted)
        for unit in (self.buttons, self.readers, self, self.sounds, self.screens, self.pictures):
            self._scheduler.add(unit)

    def close(self, *, pulled: bool = False) -> None:
        """Let go of pins and files. Nothing is written but what the disk has refused so far, and not even that if the
        plug is ``pulled``."""
        self._devices.buttons.close()
        if self._devices.buzzer is not None:
            self._devices.buzzer.close()
        if self._flight:
            self._flight.close()
        self._store.close(pulled=pulled)

    def with_keeper(self, work: Callable[[Keeper, int], Answer]) -> Answer:
        """Have something done with the keeper that neither readers nor buttons have brought, and show what comes of
        it."""
        now_us = self._scheduler.clock.now_us
        before = self.keeper.outlook
        answer = work(self.keeper, now_us)
        if self.keeper.outlook != before:
            self._stir(now_us)
        self._scheduler.wake(self, now_us)
        return answer

    def _believe_again(self, lift: Change) -> None:
        self.readers.believe(lift.reader, lift.uid, was_read=lift.cause != UNREAD)

    def set_address(self, address: str, *, sought: bool = True) -> None:
        """The page is to be found there, and is ``sought`` until the first phone has come."""
        self.with_keeper(lambda keeper, now_us: keeper.found_at(address, now_us, sought=sought))

    @property
    def game_number(self) -> int:
        """The number of the game that is on, or was the last one: of its first entry; 0 if there was none."""
        return self._store.first_number

    def game_so_far(self) -> tuple[Entry, ...]:
        """The journal of that game."""
        return tuple(self._store.last_game())

    def record_answers(self) -> bool:
        """Whether the record on disk can be asked; what it says does not matter."""
        return self._store.answers()

    @property
    def record_waits(self) -> bool:
        """Whether something of the record is not on disk yet, or cannot be known to be."""
        return bool(self._store.trouble)

    @property
    def record_behind(self) -> int:
        """How many entries of the record are not on disk yet."""
        return self._store.waiting

    # The keeper as a unit: after each of its steps the screens are brought up to date.

    def step(self, now_us: int) -> int:
        """Let the keeper think, then show what it thinks."""
        stood: dict[str, frozenset[Refusal]] = {
            player: frozenset(self.keeper.outlook.refusals_of(player)) for player in SIDES
        }
        held = (self.keeper.table, self.keeper.settings)
        # It looks after the record's files also while nothing happens.
        next_us = min(self.keeper.step(now_us), now_us + RECORD_RETRY_US)
        if self._sitting is not None:
            next_us = min(next_us, self._sitting.step(now_us))
        answered = self.keeper.take_answered()
        if self._flight:
            self._flight.answered(answered, now_us)
        self._devices.buttons.hold_us = self.keeper.settings.hold_ms * 1000
        table, outlook = self.keeper.table, self.keeper.outlook
        if table is not None and outlook.phase == GAME:
            outlook = self._recent.look(self.keeper.bundle, table, outlook)
        shown = Shown(table, outlook, self._recent.turned)
        before, last = self.pictures.moment, self.pictures.faces() if answered else {}
        if shown != before:
            if before is not None and laid_on_pads(before.outlook, outlook):
                self.sounds.want(Sound.TICK)
            self.speech.look(Moment(self.keeper.bundle, table, outlook))
            self.pictures.set(Faces(shown, self.keeper.bundle, self.keeper.words), self._near, now_us)
            # A clock goes on without anybody at the table.
            minutes = outlook.minutes
            if before is None or shown != replace(before, outlook=replace(before.outlook, minutes=minutes)):
                self._stir(now_us)
        for press in answered:
            player = press.player if (press.kind, press.button) == (PressKind.PRESS, Button.OK) else None
            if player is not None and stood[player] == frozenset(outlook.refusals_of(player)):
                self._next_refusal(player, last, now_us)
        self.pictures.draw(now_us)
        self._scheduler.wake(self.pictures, self.pictures.due_us(now_us))
        if answered and held != (table, self.keeper.settings):
            self.sounds.want(Sound.ACCEPTED)
        self.sounds.decides(self._actors(shown))
        self._sound(now_us)
        if self._flight and self.keeper.quiet and self.buttons.idle and not self.readers.doubtful():
            self._flight.rest(now_us, self._store.first_number)
        self.readers.expect(self.keeper.wanted)
        return next_us

    def _actors(self, shown: Shown) -> frozenset[str]:
        """Who has something to decide in the game that is on: also of several who sit on one side."""
        if shown.table is None or shown.outlook.phase != GAME:
            return frozenset()
        return self.keeper.bundle.procedure.rules.actors(shown.table.state)

    def _news(self, news: News) -> None:
        """Tell it, and let it be heard; before there is a first picture, nobody has done anything."""
        if self.pictures.drawn:
            self.sounds.want(sound_of(news))
        if self._flight:
            self._flight.news(news)
        self._tell(news)

    def _sound(self, now_us: int) -> None:
        """Let be heard what is due."""
        if self.sounds.due:
            self._scheduler.wake(self.sounds, now_us)

    def _next_refusal(self, player: str, last: dict[str, Face | None], now_us: int) -> None:
        """Their `ok` has changed nothing about what stands against them: they read the refusal after the ``last``
        one."""
        screen = self.config.screen(player)
        assert screen is not None, "every player has a screen"
        self.pictures.next_refusal(screen.place, player, last[screen.place], now_us)
        last[screen.place] = self.pictures.faces()[screen.place]

    def _stir(self, now_us: int) -> None:
        """Somebody is at the table: the screens shine."""
        if self.screens.stir(now_us):
            self._scheduler.wake(self.screens, now_us)

    def _put(self, place: str, drawn: Drawn, now_us: int) -> None:
        """Let the screen at a place have what is drawn for it."""
        self.screens.show(place, drawn.image)
        self._scheduler.wake(self.screens, now_us)

    def _flight_screen(self, place: str, drawn: Drawn, now_us: int) -> None:
        assert self._flight is not None
        self._flight.screen(place, tuple(drawn.texts), now_us)

    @property
    def drawn(self) -> Mapping[str, Drawn]:
        """The picture of each screen, by place."""
        return self.pictures.drawn

    def words(self, place: str) -> str:
        """Every word that the screen at ``place`` shows now, on all the pages that take turns."""
        screen = self.config.screen(place)
        return self.pictures.words(screen.place if screen is not None else place)

    def _doubtful(self) -> Doubt:
        found = self.readers.doubtful()
        if self._flight:
            self._flight.doubt(found, self._scheduler.clock.now_us)
        return found

    def _change(self, change: Change, at_us: int) -> None:
        if self._flight:
            self._flight.change(change, at_us)
        if change.kind in (Finding.PRESENT, Finding.ABSENT):
            self._stir(at_us)
            self._near = self._screens_near[change.reader]
        if self._sitting is None or not self._sitting.laid(change, at_us):
            self.keeper.change(change, at_us)
        self._scheduler.wake(self, at_us)

    def _press(self, press: Press, at_us: int) -> None:
        if self._flight:
            self._flight.press(press, at_us)
        self._stir(at_us)
        self._near = press.player or self._near
        if press.kind == PressKind.HOLD:
            self.sounds.want(Sound.TICK)
            self._sound(at_us)
        self.keeper.press(press, at_us)
        self._scheduler.wake(self, at_us)

    def _part_fault(self, part: str, cause: str | None, at_us: int) -> None:
        self.keeper.fault(part, cause, at_us)
        self._scheduler.wake(self, at_us)

    def rested_since(self, since_us: int, unsteady: Container[str] = ()) -> bool:
        """Whether readers, referee and screens have nothing left to do about what happened until then.

        ``unsteady`` readers are in noise: what they read counts only after several visits.
        """
        if not (self.keeper.quiet and self.pictures.complete):
            return False
        if not self.readers.rested_since(since_us, unsteady):
            return False
        return self.screens.rested_since(since_us) and self.buttons.idle
