"""A table without anything that takes a fuzzer's time: no files, no chips, no pictures. It decides as ever."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.recording.replay import RecordedDice, Rerun
from signifer_firmware.recording.report import Flown
from signifer_firmware.runtime import appliance
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.simulation import table_run
from signifer_firmware.storage.second_copy import Held
from signifer_firmware.storage.store import Entry, Store


class InMemory(Store):
    """A store without files: it writes what it is told at once, and there is no other game in it than the last."""

    def __init__(self, tags: dict[bytes, str], entries: Iterable[Entry]) -> None:
        self.path = Path("memory")
        self.trouble = self.notice = ""
        self.restored = self._written = 0
        self.hook = lambda moment: None
        self._today = lambda: ""
        self._db = None
        self._held = Held(tags=dict(tags))
        self._waiting = []
        self._next = 1
        self.append([*entries])

    def _flush(self, *, again: bool = False) -> None:
        self._waiting.clear()

    def _copy_too(self, work: object = None) -> None:
        pass

    def retry(self) -> None:
        pass

    def look(self) -> None:
        pass

    def close(self, *, pulled: bool = False) -> None:
        pass

    def games(self) -> list[tuple[int, str, str]]:
        return [(1, "a game", "")] if self.last_game() else []

    def game(self, number: int) -> list[Entry]:
        return self.last_game()


class _Still:
    """Whatever it is, it does nothing by itself."""

    busy = False
    hold_us = 0
    on_edge = object()

    def step(self, now_us: int) -> int:
        return NEVER

    def take(self) -> list[Any]:
        return []

    def close(self) -> None:
        pass


class _Table:
    """Instead of the virtual table: its readers' names, and a clock."""

    def __init__(self, config: TableConfig, seed: int, **others: object) -> None:
        self.clock = VirtualClock()
        self.readers = {reader.name for reader in config.readers}
        self.world = self.fingers = _Still()

    def power_cut(self) -> None:
        pass


class _Dark(Appliance):
    """Nobody looks at it."""

    def step(self, now_us: int) -> int:
        next_us = self.keeper.step(now_us)
        self.keeper.take_answered()
        return next_us


class BareRerun(Rerun):
    """A report played again, with nothing to look at."""

    def __init__(self, flown: Flown) -> None:
        with patch.object(table_run, "VirtualTable", _Table):
            super().__init__(flown, Path("memory"), lambda news: None)

    def _built(self) -> Appliance:
        if self._fresh:
            self._fresh = False
            self._prepare()
        still: Any = _Still()
        with patch.object(appliance, "Store", SimpleNamespace(at_table=lambda path, today: self._kept)):
            found = _Dark(
                self.config,
                Devices({}, {}, still, None, VirtualClock(), VirtualClock()),
                self.bundle,
                store=self.store,
                scheduler=self.scheduler,
                rng=self.dice,
                secrets=self.dice,
                tell=self._tell,
            )
        found.keeper.doubtful = lambda: self.doubtful
        return found

    def _prepare(self) -> None:
        entries = [entry for _, entry in self.flown.entries]
        fallen = RecordedDice(0)
        fallen.replay(entries, self.base)
        self.dice: random.Random = fallen
        settings = [Entry(0, "setting", text) for text in self.flown.settings]
        self._kept = InMemory(self.tags(), [*settings, *entries[: self.base]])
