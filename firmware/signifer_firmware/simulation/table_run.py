"""Runs table scripts: hands of the script on the virtual table, the real firmware on its twins, in virtual time."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from signifer_core.layout import SIDES, Side, Zone
from signifer_drivers.polling.findings import Finding
from signifer_drivers.virtual.clock import VirtualClock

from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices, virtual_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.kernel.scheduler import Scheduler
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.runtime.bus_threads import Threads
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Script
from signifer_firmware.session.events import News

from .passing import Faults
from .setup import setup_of
from .standing_still import stand_still

REST_LIMIT_US = 6_000_000
TOGETHER_US = 50_000
BACK_US = 2_000_000
HANDS = (st.Put, st.Push, st.Take, st.Swap, st.Brush, st.Press, st.Hold, st.Together)


class PlugPulled(Exception):  # noqa: N818 -- nothing is wrong: it ends the program wherever it is at work
    """The plug is pulled just now, and then ``again_us`` (`PowerCut`)."""

    def __init__(self, again_us: Sequence[int] = ()) -> None:
        super().__init__()
        self.again_us = again_us


class ToldDice(random.Random):
    """The table's randomness by a seed, of which the first dice fall as they are told."""

    def tell(self, values: Sequence[int]) -> None:
        """These fall next."""
        self._told = list(values)

    def randbytes(self, n: int) -> bytes:
        """One byte is a die: 0 to 5 for 1 to 6 (see ``signifer_core.dice.die``)."""
        return bytes([self._told.pop(0) - 1]) if n == 1 and self._told else super().randbytes(n)


class Players(Protocol):
    """Robots that play at the table of a run, from the empty table on."""

    def play(self, decisions: int | None) -> None:
        """So many more decisions, or to the end."""
        ...


class ScriptRun:
    """One script on its own virtual table. ``tell`` hears all news; it may be used once.

    ``table`` makes the twins of a configuration and a seed, ``devices`` the drivers on them each time that the program
    starts, and ``threads`` those of the buses, if they are to have some: then time passes by itself. ``robots`` are who
    plays where the script says so.
    """

    def __init__(
        self,
        script: Script,
        config: TableConfig,
        folder: Path,
        tell: Callable[[News], None],
        *,
        scheduler: Callable[[VirtualClock], Scheduler] = Scheduler,
        table: Callable[[TableConfig, int], VirtualTable] = VirtualTable,
        devices: Callable[[TableConfig, VirtualTable], Devices] = virtual_devices,
        threads: Callable[[Scheduler, Devices], Threads] | None = None,
        robots: Callable[[ScriptRun], Players] | None = None,
    ) -> None:
        self.script = script
        self.config = config
        games = bundles_of(config)
        self._games = tuple(games.values())
        self.bundle: AnyBundle = script.brought.seated(games[script.game])
        seed = next((s.number for s in script.statements if isinstance(s, st.Seed)), 0)
        self.table = table(config, seed)
        self.scheduler = scheduler(self.table.clock)
        self._devices_of, self._threads_of = devices, threads
        self._threads: Threads | None = None
        self._robots_of = robots
        self.rng = random.Random(seed)
        told = next((s.values for s in script.statements if isinstance(s, st.Dice)), ())
        fallen = ToldDice(self.rng.getrandbits(64))
        fallen.tell(told)
        self.dice: random.Random = fallen
        self.store = folder / "table.sqlite"
        self.hands_us = 0
        self._faults = Faults(self.table)
        # The moment of the record's next entry at which the plug is pulled, "" if it stays.
        self._cut_at = ""
        self._tell = tell
        self._begun = False
        self._statements = list(script.statements)
        self.appliance = self._built()

    @property
    def now_us(self) -> int:
        return self.table.clock.now_us

    @property
    def begun(self) -> bool:
        """Whether the cards of the set-up lie and the table runs."""
        return self._begun

    def _built(self) -> Appliance:
        """Switch the table on: new drivers on the twins, the same store."""
        self._devices = self._devices_of(self.config, self.table)
        self._threads = self._threads_of(self.scheduler, self._devices) if self._threads_of else None
        appliance = Appliance(
            self.config,
            self._devices,
            self.bundle,
            store=self.store,
            scheduler=self.scheduler,
            rng=self.dice,
            # Pages may be open to others, who may know the seed.
            secrets=random.SystemRandom(),
            tell=self._tell,
            games=self._games,
            threads=self._threads,
            languages={s.player: s.code for s in self._statements if isinstance(s, st.Language)},
            writes=self._writes,
        )
        self._with_hands()
        return appliance

    def _with_hands(self) -> None:
        self.scheduler.add(self.table.world)
        self.scheduler.add(self.table.fingers)

    def begin(self, *, again: bool = False) -> None:
        """Stick and enrol the tags, lay the cards of the set-up, and begin; nothing if it was done before. ``again``
        takes up the game that the store has, in place of the set-up's."""
        if self._begun:
            return
        self._begun = True
        world = self.table.world
        foreign = [c for c in self._cards_named() if ":" in c]
        cards = (*self.bundle.cards, *foreign)
        tags = {world.tag(card).uid: self.bundle.full_id(card) for card in cards}
        self.appliance.enrol(tags)
        if self.script.starts or again:
            self.appliance.power_on()
        else:
            for said in self._statements:
                if isinstance(said, st.Setup):
                    for card in said.cards:
                        world.put(card, said.zone)
            self.appliance.begin(setup_of(self.script, self.config))
        self._start_threads()
        self.rest()

    def _cards_named(self) -> list[str]:
        flat: list[st.Statement] = []
        for statement in self._statements:
            flat += statement.statements if isinstance(statement, st.Together) else (statement,)
        return sorted(
            {s.card for s in flat if isinstance(s, st.Put | st.Brush)}
            | {s.instead for s in flat if isinstance(s, st.Swap)}
        )

    def close(self, *, pulled: bool = False) -> None:
        """The program ends, or is killed as the plug is ``pulled``."""
        self._end_threads()
        self.appliance.close(pulled=pulled)

    def _start_threads(self) -> None:
        if self._threads is not None:
            self._threads.start()

    def _end_threads(self) -> None:
        if self._threads is not None:
            self._threads.end()

    # Statements

    def run(self, statement: st.Statement) -> None:
        """Do what hands do in one statement, then wait until the table is at rest. ``hands_us`` is when they began."""
        if isinstance(statement, HANDS):
            self.hands_us = self.now_us
        unplugged = {place for place, screen in self.table.screens.items() if screen.fault is not None}
        match statement:
            case st.Together(statements=inner):
                for each in inner:
                    self._hands(each, self.now_us + self.rng.randrange(TOGETHER_US))
            case st.Wait(us=us):
                self._pass(self.now_us + us)
            case st.PowerCut(again_us=again_us):
                self._power_cut(again_us)
            case st.PowerCutAt(moment=moment):
                self._cut_at = moment
            case st.RobotsPlay(decisions=decisions):
                self._robots.play(decisions)
            case _:
                self._hands(statement, self.now_us)
        self.rest()
        if isinstance(statement, st.Mend) and statement.part == "screen":
            self._lit(statement.place, unplugged)
        elif isinstance(statement, st.Mend):
            self._back(self.config.readers_of(statement.part, statement.place))

    @cached_property
    def _robots(self) -> Players:
        assert self._robots_of is not None, "nobody gave this run its robots"
        return self._robots_of(self)

    def _back(self, readers: Collection[str]) -> None:
        """Wait for mended readers, which are tried again now and then; at most BACK_US, if they have other faults."""
        presence = self.appliance.presence

        def back() -> bool:
            return all(presence.state(reader) != Finding.FAULT for reader in readers)

        self._until(back)

    def _lit(self, place: str, unplugged: Collection[str]) -> None:
        """Wait likewise for a screen that was ``unplugged``; one that held the bus is tried too seldom."""

        def lit() -> bool:
            told = self.appliance.screens.picture(place)
            return told is None or told.tobytes() == self.table.image(place).tobytes()

        if place in unplugged:
            self._until(lit)

    def _until(self, back: Callable[[], bool]) -> None:
        if not back():
            self._pass(self.now_us + BACK_US, back)
            self.rest()

    def _hands(self, statement: st.Statement, at_us: int) -> None:
        world = self.table.world
        match statement:
            case st.Put(card=card, zone=zone):
                self._at(at_us, lambda: world.put(card, zone))
            case st.Push(card=card, antennas=antennas):
                self._at(at_us, lambda: self.table.push(card, antennas))
            case st.Take(card=card):
                self._at(at_us, lambda: world.take(card))
            case st.Swap(away=away, instead=instead):
                self._swap(away, instead, at_us)
            case st.Brush(card=card, zone=zone, lasts_us=lasts_us):
                self._at(at_us, lambda: world.put(card, zone))
                self._at(at_us + lasts_us, lambda: self._passed(card, zone))
            case st.Press(button=button):
                self._at(at_us, lambda: self._fingers(button))
            case st.Hold(buttons=buttons):
                self._at(at_us, lambda: self._fingers(*buttons, hold=True))
            case _:
                self._happens(statement, at_us)

    def _happens(self, statement: st.Statement, at_us: int) -> None:
        """What is no hand's work."""
        match statement:
            case st.Fault(lasts_us=lasts_us):
                self._at(at_us, lambda: self._breaks(statement))
                if lasts_us is not None:
                    self._at(at_us + lasts_us, lambda: self._faults.end(statement))
            case st.Mend():
                self._at(at_us, lambda: self._breaks(statement))
            case st.Stall(lasts_us=lasts_us):
                self._at(at_us, lambda: stand_still(self.table, self.now_us + lasts_us))
            case st.PowerCut(again_us=again_us):
                self._at(at_us, lambda: self._pulled(again_us))
            case _:
                raise AssertionError(f"{statement} cannot be done")

    def _breaks(self, statement: st.Fault | st.Mend) -> None:
        if isinstance(statement, st.Fault):
            self._faults.begin(statement)
        else:
            self._faults.mend(statement)
        self.scheduler.wake(self.table.fingers, self.now_us)

    def _swap(self, away: str, instead: str, at_us: int) -> None:
        """One hand takes, the other lays; which of them is first is chance. Nothing, if the card lies nowhere any
        more, or not yet: statements that happen together happen in any order."""
        world = self.table.world

        def both() -> None:
            zone = world.where(away)
            if zone is None:
                return
            self._at(self.now_us + self.rng.randrange(TOGETHER_US), lambda: world.take(away))
            self._at(self.now_us + self.rng.randrange(TOGETHER_US), lambda: world.put(instead, zone))

        self._at(at_us, both)

    def _at(self, at_us: int, move: Callable[[], None]) -> None:
        self.table.world.at(at_us, move)
        self.scheduler.wake(self.table.world, at_us)

    def _fingers(self, *buttons: st.Button, hold: bool = False) -> None:
        names = [button.name(self._decider()) for button in buttons]
        if hold:
            self.table.fingers.hold(*names)
        else:
            self.table.fingers.press(names[0])
        self.scheduler.wake(self.table.fingers, self.now_us)

    def _decider(self) -> Side:
        """The player who has to decide now."""
        table = self.appliance.keeper.table
        if table is None:
            return SIDES[0]
        # Another game may have been begun since.
        bundle = self.appliance.keeper.bundle
        actors = sorted(bundle.procedure.deciders(table.state))
        return actors[0] if actors else bundle.active(table.state)

    def _passed(self, card: str, zone: Zone) -> None:
        """The hand that was over the zone with a card goes on, unless the card was laid elsewhere meanwhile."""
        if self.table.world.where(card) == zone:
            self.table.world.take(card)

    def _pulled(self, again_us: Sequence[int]) -> None:
        """The plug is pulled while the program is at work."""
        raise PlugPulled(again_us)

    def _writes(self, moment: str) -> None:
        """The record is written, and this is the moment; see `Store`."""
        if moment == self._cut_at:
            self._cut_at = ""
            raise PlugPulled

    def _pass(self, until_us: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Let time pass until then, or until ``stop()`` holds; the plug may be pulled meanwhile."""
        while True:
            try:
                self.scheduler.run(until_us, stop)
            except PlugPulled as pulled:
                self._power_cut(pulled.again_us)
            else:
                return

    def _power_cut(self, again_us: Sequence[int] = ()) -> None:
        """Kill the program as by pulling the plug, and start it again on the same store; and again so much later each
        time, whatever it does by then."""
        self.power_off()
        self.power_on()
        for later_us in again_us:
            self._pass(self.now_us + later_us)
            self.power_off()
            self.power_on()

    def power_off(self) -> None:
        """Pull the plug: the program is killed, and chips forget; hands may go on moving cards."""
        self.scheduler.clear()
        self.close(pulled=True)
        self._devices.release()
        self.table.power_cut()
        self._with_hands()

    def power_on(self) -> None:
        """Start the program again, on the same store."""
        self.scheduler.clear()
        self.appliance = self._built()
        self.appliance.power_on()
        self._start_threads()

    def rest(self) -> None:
        """Let time pass until hands, readers, referee and screens are at rest; at most REST_LIMIT_US."""
        limit_us = self.now_us + REST_LIMIT_US
        self._pass(limit_us, lambda: not (self.table.world.busy or self.table.fingers.busy))
        since_us, unsteady = max(self.now_us, self.table.spi_clock.now_us), self.table.unsteady()
        self._pass(limit_us, lambda: self.appliance.rested_since(since_us, unsteady))
