"""The appliance: keeper, readers, screens and buttons of one table, put together on a scheduler."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from signifer_core.layout import PLAYERS
from signifer_drivers.presence import Presence

from .config import TableConfig
from .games.bundle import Bundle
from .keeper import Keeper
from .news import News
from .recent import Recent
from .scheduler import Scheduler
from .screens.panels import Panel, PlayerPanel
from .screens.render import Drawn, pages, render
from .settings import Settings
from .store import Store
from .units import ButtonsUnit, ReadersUnit, ScreensUnit
from .wiring import Devices

# Long enough to read a refusal of two lines.
PAGE_US = 3_000_000


def _concerns(panel: Panel) -> bool:
    """Whether the panel's player has something to do."""
    return isinstance(panel, PlayerPanel) and bool(panel.active or panel.refusal or panel.corrections)


def _signed(panel: Panel) -> Panel:
    """The panel, with its player's sign also on a refusal: for a screen that both read."""
    if isinstance(panel, PlayerPanel) and panel.refusal is not None:
        return replace(panel, refusal=replace(panel.refusal, player=panel.player))
    return panel


def _has_columns(config: TableConfig) -> bool:
    """Whether each player has a column button."""
    names = [button.name.split() for button in config.buttons]
    return all(any(name[0] == "column" and name[-1] == player for name in names) for player in PLAYERS)


class Appliance:
    """One run of the program: from power on to power off. ``tell`` hears all that happens at the table."""

    def __init__(
        self,
        config: TableConfig,
        devices: Devices,
        bundle: Bundle,
        *,
        store: Path,
        scheduler: Scheduler,
        rng: random.Random,
        tell: Callable[[News], None],
        languages: Mapping[str, str] | None = None,
    ) -> None:
        """``languages`` of players stand for those of ``config``, until a game with others is taken up."""
        self.config = config
        self.drawn: dict[str, Drawn] = {}
        self._drawn: dict[str, tuple[Panel, int]] = {}
        self._shown: tuple[Any, Any, frozenset[int]] = (None, None, frozenset())
        self._recent = Recent()
        self._made: dict[int, dict[str, Panel]] = {}
        self._tick = 0
        self._tick_us = 0
        self._turns = False
        self._devices = devices
        self._scheduler = scheduler
        self._store = Store(store)
        self.presence = Presence(config.timing.absent_visits)
        self.keeper = Keeper(
            bundle,
            self._store,
            antennas={reader.zone: reader.zones for reader in config.readers},
            settle_us=config.timing.settle_ms * 1000,
            doubtful=self.presence.doubtful,
            looked_since=lambda since_us: self.readers.looked_since(since_us),
            rng=rng,
            ceremony=_has_columns(config),
            settings=Settings(
                language=config.languages.model_dump() | dict(languages or {}),
                hold_ms=config.timing.hold_ms,
            ),
            tell=tell,
        )
        self.readers = ReadersUnit(
            devices.readers,
            devices.spi_clock,
            self.presence,
            self._change,
            zones={reader.zone: reader.zones for reader in config.readers},
            wanted=lambda: self.keeper.wanted,
            pull_line=devices.pull_reader_reset,
        )
        self.screens = ScreensUnit(devices.screens, devices.i2c_clock, self._screen_fault)
        self.buttons = ButtonsUnit(devices.buttons, self._press)

    def enrol(self, tags: dict[bytes, str]) -> None:
        """Remember which card each tag is stuck on."""
        self._store.bind(tags)
        self.keeper.learn(tags)

    def begin(self, setup: Mapping[str, Any]) -> None:
        """Begin a game from a set-up in plain values, and run."""
        self.keeper.begin(setup, self._scheduler.clock.now_us)
        self._run()

    def resume(self) -> bool:
        """Take up the game of the journal, and run; whether there was one."""
        resumed = self.keeper.resume(self._scheduler.clock.now_us)
        if resumed:
            self._run()
        return resumed

    def _run(self) -> None:
        for reader, uid in self.keeper.believed():
            self.presence.believe(reader, uid)
        for unit in (self.buttons, self.readers, self, self.screens):
            self._scheduler.add(unit)

    def close(self) -> None:
        """Let go of pins and files. Nothing is written: all that counts is on disk already."""
        self._devices.buttons.close()
        self._store.close()

    # The keeper as a unit: after each of its steps the screens are brought up to date.

    def step(self, now_us: int) -> int:
        """Let the keeper think, then show what it thinks."""
        next_us = self.keeper.step(now_us)
        assert self.keeper.table is not None
        table = self.keeper.table
        outlook = self._recent.look(self.keeper.bundle, table, self.keeper.outlook)
        shown = (table, outlook, self._recent.turned)
        if shown != self._shown:
            self._shown, self._tick, self._tick_us = shown, 0, now_us
            self._made.clear()
            self._draw()
        elif self._turns and now_us >= self._tick_us + PAGE_US:
            self._tick, self._tick_us = self._tick + 1, now_us
            self._draw()
        return min(next_us, self._tick_us + PAGE_US) if self._turns else next_us

    def _draw(self) -> None:
        """Draw every screen whose panel or page has changed; what does not fit on one page takes turns."""
        self._turns = False
        for screen in self.config.screens:
            faces = self._faces(screen.place)
            self._turns = self._turns or len(faces) > 1
            face = faces[self._tick % len(faces)]
            if self._drawn.get(screen.place) != face:
                self._drawn[screen.place] = face
                self.drawn[screen.place] = render(*face)
                self.screens.show(screen.place, self.drawn[screen.place].image)
                self._scheduler.wake(self.screens, self._scheduler.clock.now_us)

    def _faces(self, place: str) -> list[tuple[Panel, int]]:
        """All that a screen has to show now, as panels with pages: each refusal first, then what lies under it.

        A screen for both shows each player to whom it has something to say, who is refused first, then the active one.
        """
        if place == "both":
            faces = [face for player in self._addressed() for face in self._faces(player)]
            return [(_signed(panel), page) for panel, page in faces]
        first = self._panels(0)[place]
        count = first.refusal.count if isinstance(first, PlayerPanel) and first.refusal else 1
        refusals = [(self._panels(reason)[place], 0) for reason in range(1, count)]
        return [(first, 0), *refusals, *((first, page) for page in range(1, pages(first)))]

    def _addressed(self) -> list[str]:
        """The players to whom a screen for both has something to say."""
        table, outlook, _ = self._shown
        active = self.keeper.bundle.active(table.state)
        told = {prompt.player for prompt in outlook.said}
        players = [player for player in PLAYERS if player in told or _concerns(self._panels(0)[player])] or [
            active
        ]
        return sorted(players, key=lambda player: (not outlook.refusals_of(player), player != active))

    def _panels(self, reason: int) -> dict[str, Panel]:
        """All panels of what is shown, with refusal number ``reason``; made once."""
        if reason not in self._made:
            table, outlook, turned = self._shown
            bundle, readers = self.keeper.bundle, self.keeper.words
            self._made[reason] = bundle.panels(table, outlook, reason, turned, readers=readers)
        return self._made[reason]

    def words(self, place: str) -> str:
        """Every word that the screen at ``place`` shows now, on all the pages that take turns."""
        screen = self.config.screen(place)
        faces = self._faces(screen.place if screen is not None else place)
        return " ".join(" ".join(render(*face).texts) for face in faces)

    def _change(self, change: Any, at_us: int) -> None:
        self.keeper.change(change, at_us)
        self._scheduler.wake(self, at_us)

    def _press(self, press: Any, at_us: int) -> None:
        self.keeper.press(press, at_us)
        self._scheduler.wake(self, at_us)

    def _screen_fault(self, part: str, cause: str | None, at_us: int) -> None:
        self.keeper.fault(part, cause, at_us)
        self._scheduler.wake(self, at_us)

    def rested_since(self, since_us: int, unsteady: Container[str] = ()) -> bool:
        """Whether readers, referee and screens have nothing left to do about what happened until then.

        ``unsteady`` readers are in noise: what they read counts only after several visits.
        """
        settled = self.keeper.quiet and self.screens.rested_since(since_us) and self.buttons.idle
        return settled and self.readers.rested_since(since_us, unsteady)
