"""A table that runs in this process, in time that does not pass by itself."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

from signifer_core.layout import zone
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_firmware.config.entries import PageConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import virtual_devices
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.kernel.realtime import RealPace
from signifer_firmware.service.run import Around, Hardware, TableRun
from signifer_firmware.service.sd_notify import Notifier

from tests.firmware.service.managers import Manager

PATIENCE_US = 120_000_000


class Table:
    """A table on twins that take their time in reality, run by this very process."""

    def __init__(
        self,
        folder: Path,
        *,
        watchdog_us: int = 600_000,
        page: PageConfig | None = None,
        name: str = "direct",
        hold_ms: int = 0,
    ) -> None:
        self.config = load_table(name)
        if hold_ms:
            timing = self.config.timing.model_copy(update={"hold_ms": hold_ms})
            self.config = self.config.model_copy(update={"timing": timing})
        if page is not None:
            self.config = self.config.model_copy(update={"page": page})
        clocks = [RealTimeClock() for _ in range(3)]
        self.twins = VirtualTable(self.config, 1, clock=clocks[0], spi_clock=clocks[1], i2c_clock=clocks[2])
        self.manager = Manager(str(folder / "notify"))
        self.out = io.StringIO()
        self.notifier = Notifier({**self.manager.environment, "WATCHDOG_USEC": str(watchdog_us)})
        self.devices = virtual_devices(self.config, self.twins)
        self.store = folder / "table.sqlite"
        self.run = TableRun(
            self.config,
            Hardware(self.devices, clocks[0], RealPace, {}),
            Around(
                store=self.store,
                log=Logbook(self.out, prefixed=True),
                notifier=self.notifier,
                rng=random.Random(1),
                page=self.config.page.listen,
                name=name,
            ),
        )
        self.begun = False
        self.heard: list[str] = []

    def until(self, what: Callable[[], bool]) -> None:
        """Run until ``what`` holds."""
        scheduler = self.run.scheduler
        limit_us = scheduler.clock.now_us + PATIENCE_US
        if not self.begun:
            self.begun = True
            self.run.begin()
        scheduler.run(stop=lambda: what() or scheduler.clock.now_us > limit_us)
        assert what()

    def lay(self, card: str, place: str) -> None:
        """Lay a card, while no reader looks: the twins know no threads."""
        self.run.threads.lines[0].scheduler.call(lambda: self.twins.world.put(card, zone(place)))

    def has_told(self, fact: str) -> bool:
        self.heard += self.manager.heard()
        return fact in self.heard

    def lines(self) -> list[str]:
        return self.out.getvalue().splitlines()

    def close(self) -> None:
        self.run.close()
        self.heard += self.manager.heard()
        self.notifier.close()
        self.manager.close()
