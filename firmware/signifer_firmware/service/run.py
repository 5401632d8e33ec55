"""``signifer run``: a table in real time, on a Raspberry Pi, until it is switched off or told to end."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from signifer_core.errors import ConfigError, SigniferError
from signifer_drivers.virtual.clock import RealTimeClock

from signifer_firmware.backup.restoring import is_half_done, settle
from signifer_firmware.config.entries import PAGE_LOOPBACK, PAGE_NETWORK, PAGE_OFF
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.build import Devices, MonotonicClock, pi_devices, virtual_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.game_api.card_names import full_id
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.game_api.table_decks import catalogues_of, read_decks
from signifer_firmware.kernel.log import ERROR, INFO, NOTICE, WARNING, Logbook, is_journal
from signifer_firmware.kernel.realtime import SWITCH_S, Pace, PacedScheduler, RealPace
from signifer_firmware.kernel.scheduler import Clock
from signifer_firmware.kernel.wall_clock import PART, DayClock
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.runtime.bus_threads import Threads
from signifer_firmware.runtime.voice import Voice
from signifer_firmware.session.events import News
from signifer_firmware.storage.as_owner import other_owner
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.state_folder import STORE, state_folder
from signifer_firmware.system.clock import set_by
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.own_network import TOLD
from signifer_firmware.texts.spoken import Level

from .chronicle import Chronicle
from .own_network import OwnNetworkUnit
from .sd_notify import Notifier
from .watchdog import Watchdog

if TYPE_CHECKING:
    from signifer_firmware.web.live_table import RealPage

# The last one nobody sees: the table is begun again.
OK, FAILED, AGAIN = 0, 1, -1
PAGES = (PAGE_OFF, PAGE_LOOPBACK, PAGE_NETWORK)
# Below the folder of the record: that of a table whose cards and tags do not exist.
VIRTUAL = "virtual"
# In the folder RUNTIME_DIRECTORY: people have switched the table off.
SWITCHED_OFF = "switched-off"
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def today(facts: Facts | None = None) -> str:
    """The date, "" if this computer does not know it."""
    return date.today().isoformat() if set_by(facts or Facts(), int(time.time())) else ""


def _wall_us() -> int:
    return time.time_ns() // 1000


def _up_us() -> int:
    """The time since this computer's start; of Linux also while it slept, in which its monotonic clock stands still."""
    return (
        time.clock_gettime_ns(time.CLOCK_BOOTTIME if sys.platform == "linux" else time.CLOCK_MONOTONIC)
        // 1000
    )


@dataclass(frozen=True)
class Hardware:
    """What a table runs on: its devices, and the time that all of them share. ``tags`` are known without the record."""

    devices: Devices
    clock: Clock
    pace: Callable[[], Pace]
    tags: Mapping[bytes, str]


def pi_hardware(config: TableConfig, missing: Callable[[str], None]) -> Hardware:
    """The devices of a Raspberry Pi; ``missing`` hears of each that is not there. DriverError if none is."""
    return Hardware(pi_devices(config, missing), MonotonicClock(), RealPace, {})


def virtual_hardware(config: TableConfig) -> Hardware:
    """A virtual table whose buses take their time in reality; all its cards are enrolled, and nobody plays."""
    since_us = time.monotonic_ns() // 1000
    clocks = [RealTimeClock(since_us) for _ in range(3)]
    table = VirtualTable(config, 0, clock=clocks[0], spi_clock=clocks[1], i2c_clock=clocks[2])
    catalogues = catalogues_of(read_decks(config)[0])
    cards = [full_id(game, card) for game, catalogue in catalogues.items() for card in catalogue]
    tags = {table.world.tag(card).uid: card for card in cards}
    return Hardware(virtual_devices(config, table), clocks[0], partial(RealPace, since_us), tags)


@dataclass(frozen=True)
class Around:
    """What a run has around it: its record, who hears how it goes, chance, the date ("" if nobody knows it), where its
    page is served, and the table's name for it."""

    store: Path
    log: Logbook
    notifier: Notifier
    rng: random.Random
    today: Callable[[], str] = lambda: ""
    page: str = PAGE_OFF
    wall_us: Callable[[], int] = _wall_us
    name: str = ""


class TableRun:
    """One run of a table. `run` lasts until `end`, or until people switch it off; then `close` it."""

    def __init__(self, config: TableConfig, hardware: Hardware, around: Around) -> None:
        self.log = around.log
        self.begins_again = False
        self.page: RealPage | None = None
        self._notifier = around.notifier
        self._devices = hardware.devices
        self._pace = hardware.pace()
        self.day_clock = DayClock(
            wall_us=around.wall_us,
            steady_us=_up_us,
            is_set=lambda: bool(around.today()),
            tell=self._clock_jumped,
        )
        self.scheduler = PacedScheduler(hardware.clock, self._pace)
        self.threads = Threads(
            self.scheduler,
            spi_clock=hardware.devices.spi_clock,
            i2c_clock=hardware.devices.i2c_clock,
            pace=hardware.pace,
        )
        self.chronicle = Chronicle(self.log, lambda: self.appliance.keeper)
        self.appliance = self._appliance(config, around)
        if hardware.tags:
            self.appliance.enrol(dict(hardware.tags))
        hardware.devices.buttons.on_edge = partial(self.scheduler.post, self.appliance.buttons)
        if around.page != PAGE_OFF:
            self.page = self._page(config, around)
        self.voice: Voice | None = None
        level = Level(config.speech.level)
        if level is not Level.OFF:
            self.voice = Voice(self.appliance.speech, level, lambda: self.appliance.keeper.settings, self.log)
        self.own_network = OwnNetworkUnit(TOLD, self.appliance)
        self.watchdog = Watchdog(self.appliance, self.threads.lines, self.chronicle, self.log, self._notifier)

    def _appliance(self, config: TableConfig, around: Around) -> Appliance:
        games = bundles_of(config, lambda fault: self.log.say(ERROR, f"a deck is left out: {fault}"))
        return Appliance(
            config,
            self._devices,
            games[DEFAULT_GAME],
            games=tuple(games.values()),
            store=around.store,
            scheduler=self.scheduler,
            rng=around.rng,
            secrets=around.rng,
            tell=self._heard,
            threads=self.threads,
            flight=True,
            today=around.today,
        )

    def _page(self, config: TableConfig, around: Around) -> RealPage:
        # A table without a page is spared its packages.
        from signifer_firmware.web.live_table import RealPage

        return RealPage(
            config,
            self.appliance,
            self.scheduler,
            self.log,
            listen=around.page,
            store=around.store,
            name=around.name,
            restart=self.begin_again,
        )

    def _heard(self, news: News) -> None:
        self.chronicle.news(news)
        if self.page is not None:
            self.page.hear(news)

    def _clock_jumped(self, sentence: str) -> None:
        """The players read it until one of them presses a button."""
        self.appliance.with_keeper(lambda keeper, now_us: keeper.fault(PART, sentence, now_us))

    def run(self) -> None:
        """Switch on, and run the table; after it was switched off, a minute longer. SigniferError for what it
        cannot go on with."""
        self.begin()
        self.scheduler.run(stop=lambda: self.watchdog.is_read)

    def begin(self) -> None:
        """Switch on."""
        # The readers' thread must have the interpreter soon, whatever the main loop reckons.
        sys.setswitchinterval(SWITCH_S)
        if not self.appliance.keeper.tags:
            self.log.say(WARNING, "no card is enrolled: the table knows no tag yet")
        self.appliance.power_on()
        self.chronicle.look()
        self.scheduler.add(self.watchdog)
        self.scheduler.add(self.day_clock)
        self.scheduler.add(self.own_network)
        self.threads.start()
        if self.page is not None:
            self.scheduler.add(self.page)
            self.page.start()
        if self.voice is not None:
            self.voice.start()

    def end(self) -> None:
        """Have `run` return; from any thread, or a signal's handler."""
        self.scheduler.end()

    def begin_again(self) -> None:
        """Have `run` return, and the table begin again: a backup waits for that."""
        self.begins_again = True
        self.end()

    @property
    def was_switched_off(self) -> bool:
        """Whether people have switched the table off, and its screens say so."""
        return self.watchdog.is_off

    def close(self) -> None:
        """Fields off, screens dark, pins and files given back."""
        # systemd would not take it for one that runs again, and end it.
        if not self.begins_again:
            self._notifier.tell("STOPPING=1")
        if self.page is not None:
            self.page.end()
        if self.voice is not None:
            self.voice.end()
        hung = self.threads.end()
        for name in hung:
            self.log.say(WARNING, f"the {name} hang, and are left as they are")
        self.appliance.close()
        self._devices.close(hung=hung)
        self._pace.close()


def run(
    name: str,
    *,
    store: Path | None = None,
    virtual: bool = False,
    page: str | None = None,
    err: TextIO | None = None,
    environment: Mapping[str, str] = os.environ,
) -> int:
    """Run the table ``name`` until it is switched off, or a signal ends it. The exit status: 0, or 1 for a failure on
    the way. ConfigError for a table file that is wrong, DriverError if nothing of the table is there."""
    err = err or sys.stderr
    log = Logbook(err, prefixed=is_journal(err, environment.get("JOURNAL_STREAM")))
    config = load_table(name)
    page = config.page.listen if page is None else page
    if page not in PAGES:
        raise ConfigError([f"--page {page}: say {', '.join(PAGES)}"])
    if page == PAGE_OFF and config.is_shown:
        raise ConfigError([f"--page off: screens or buttons of {config.name} are the page's; leave it out"])
    folder = state_folder(store, environment)
    if virtual and store is None:
        folder /= VIRTUAL
    if other := other_owner(folder / STORE):
        raise ConfigError(
            [
                f"{other[0]} is not root's, and its owner's links lead root astray: say it as its owner, or --store DIR"
            ]
        )
    folder.mkdir(parents=True, exist_ok=True)
    status = AGAIN
    with alone(folder / STORE):
        while status == AGAIN:
            settled(folder / STORE, log)
            status = _run_alone(
                config, name, folder, log, virtual=virtual, page=page, environment=environment
            )
            config = load_table(name) if status == AGAIN else config
    return status


def settled(store: Path, log: Logbook) -> None:
    """A backup that waits is taken back; where the disk does not take it, it waits on, and the table starts with what
    it had. ConfigError where half of it is done: neither store would be whole."""
    try:
        if sentence := settle(store):
            log.say(NOTICE, sentence)
    except OSError as error:
        if is_half_done(store):
            raise ConfigError(
                [
                    f"{store.parent}: a backup is half taken back, and the disk takes no more ({error}): mend it; "
                    "nothing is lost"
                ]
            ) from error
        log.say(
            ERROR, f"the backup that waits cannot be taken back yet ({error}): make room, or mend the disk"
        )


def _run_alone(
    config: TableConfig,
    name: str,
    folder: Path,
    log: Logbook,
    *,
    virtual: bool,
    page: str,
    environment: Mapping[str, str],
) -> int:
    """See `run`; nobody else is at this table."""
    missing: list[str] = []
    hardware = virtual_hardware(config) if virtual else pi_hardware(config, missing.append)
    where = "virtual " if virtual else ""
    log.say(NOTICE, f"signifer {version('signifer')}, {where}table {name}, record {folder / STORE}")
    for sentence in missing:
        log.say(WARNING, f"missing: {sentence}")
    for limit in config.limits():
        log.say(INFO, limit)
    marker = _marker(environment)
    if marker is not None:
        marker.unlink(missing_ok=True)
    notifier = Notifier(environment)
    around = Around(folder / STORE, log, notifier, random.SystemRandom(), today=today, page=page, name=name)
    table = TableRun(config, hardware, around)
    status = OK
    try:
        with _ended_by_signals(table):
            table.run()
    except SigniferError as error:
        log.say(ERROR, f"cannot go on: {error}")
        status = FAILED
    finally:
        table.close()
        notifier.close()
    if table.was_switched_off and marker is not None:
        marker.touch()
    if table.begins_again and status == OK and not table.watchdog.signal:
        log.say(NOTICE, "begins again")
        return AGAIN
    log.say(NOTICE, "ended")
    return status


def _marker(environment: Mapping[str, str]) -> Path | None:
    """The file that tells the service that people have switched the table off."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) / SWITCHED_OFF if folder else None


@contextmanager
def _ended_by_signals(table: TableRun) -> Iterator[None]:
    """Meanwhile a signal ends the run, and the log says which one."""

    def told(number: int, _: FrameType | None) -> None:
        table.watchdog.signal = signal.Signals(number).name
        table.end()

    before = {number: signal.signal(number, told) for number in SIGNALS}
    try:
        yield
        if table.watchdog.signal:
            table.log.say(NOTICE, f"ends: told to by {table.watchdog.signal}")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
