"""A long evening: robots play game after game at one table, the plug is pulled now and then, and nothing may grow.

    python -m benchmarks.evening --hours 24 --json docs/evening.json --plot docs/evening.svg

In virtual time on the twins, through the wire, with the record on disk and the flight recorder on; one process, so what
the robots hold is in the figures, too. Each game is played to its end. Samples are written as they are taken, and the
picture can be drawn from them alone (``--hours 0``).
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import typer
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.virtual.buttons import Fingers
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.robots.match import MOST_DECISIONS
from signifer_firmware.simulation.robots.wire import WireBoard

from . import evening_plot

HOUR_US = 3_600_000_000
GAME_US = 360_000_000  # a game is begun so often, if the one before is over
SAMPLE_US = HOUR_US // 4
# So much of the time in which nobody plays is played, too; over the rest the clocks are put forward.
IDLE_US = 6_000_000
POWER_CUTS = 0.05  # of games: the plug is pulled after them
MOST_PRESSES = 40
FILES = ("", "-wal", "-copy")
FLIGHT = ("-flight-0", "-flight-1")


@dataclass(frozen=True)
class Sample:
    """What the process and its files take at a moment."""

    hours: float
    games: int
    rss_mb: float
    blocks: int
    handles: int
    threads: int
    store_kb: float
    flight_kb: float


class Evening:
    """A table at which robots play, each game to its end or so many ``decisions`` of it. Close it after use."""

    def __init__(
        self,
        table: str,
        folder: Path,
        seed: int,
        *,
        decisions: int = MOST_DECISIONS,
        idle_us: int = IDLE_US,
    ) -> None:
        self.games = 0
        self._idle_us = idle_us
        self._folder = folder
        self._decisions = decisions
        self._rng = random.Random(seed)
        self._rules = FieldOfGlory(standard_deck())
        with _recording():
            self.board = WireBoard(load_table(table), folder, seed, lambda news: None)

    @property
    def now_us(self) -> int:
        return self.board.run.now_us

    def close(self) -> None:
        self.board.close()

    def game(self) -> None:
        """One game; then its cards are cleared away, and the next one is begun."""
        match = FieldOfGloryMatch(self.board, deal(self._rules, self._rng), self._rules, self._rng)
        while not match.over and match.decisions < self._decisions:
            match.step()
        self.games += 1
        world = self.board.run.table.world
        for card in sorted(card for card in self.board.run.bundle.cards if world.where(card) is not None):
            self.board.take(card)
        self.board.rest()
        if self._rng.random() < POWER_CUTS:
            with _recording():
                self.board.power_cut()
            self.board.rest()
        self._begin_the_next()

    def _begin_the_next(self) -> None:
        self._hold("ok red", "ok blue")
        self._until("column 1 red", lambda: self._menu()[0] == "rematch")
        self._until("column 5 red", lambda: self._menu()[1] == "yes")
        for player in ("red", "blue"):
            self.board.press(Press(PressKind.PRESS, Button.OK, player))
            self.board.rest()
        assert self.board.table.state.step == "army", self.board.table.state.step

    def _menu(self) -> tuple[str, str]:
        """Which entry of the menu is shown, and which of its choices."""
        menu = self.board.run.appliance.keeper.outlook.agreement
        assert menu is not None
        return menu.entry.key, str(menu.choice.value if menu.choice is not None else "")

    def _until(self, button: str, done: Callable[[], bool]) -> None:
        for _ in range(MOST_PRESSES):
            if done():
                return
            self._hold(button, hold=False)
        raise AssertionError(f"{button} leads nowhere: {self._menu()}")

    def _hold(self, *names: str, hold: bool = True) -> None:
        fingers: Fingers = self.board.run.table.fingers
        if hold:
            fingers.hold(*names)
        else:
            fingers.press(names[0])
        self.board.run.scheduler.wake(fingers, self.now_us)
        self.board.rest()

    def idle(self, until_us: int) -> None:
        """Nobody plays: the readers go on for a while; then the clocks are put forward, as all polls would be alike."""
        run = self.board.run
        if until_us > run.now_us:
            run.scheduler.run(min(until_us, run.now_us + self._idle_us))
        for clock in (run.table.clock, run.table.spi_clock, run.table.i2c_clock):
            clock.catch_up(until_us)

    def sample(self) -> Sample:
        gc.collect()
        store = self.board.run.store
        return Sample(
            hours=round(self.now_us / HOUR_US, 3),
            games=self.games,
            rss_mb=round(rss_mb(), 2),
            blocks=sys.getallocatedblocks(),
            handles=len(os.listdir("/proc/self/fd")),
            threads=threading.active_count(),
            store_kb=_kb(store, FILES),
            flight_kb=_kb(store, FLIGHT),
        )


def _recording() -> AbstractContextManager[Any]:
    """While a table is built, build it with a flight recorder."""
    return patch.object(table_run, "Appliance", partial(Appliance, flight=True))


def _kb(store: Path, ends: tuple[str, ...]) -> float:
    files = [store.with_name(store.name + end) for end in ends]
    return round(sum(file.stat().st_size for file in files if file.exists()) / 1000, 1)


def rss_mb() -> float:
    """What this process holds in memory now, in MiB (Linux only)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def samples(table: str, hours: float, folder: Path, *, idle_us: int = IDLE_US) -> Iterator[Sample]:
    """Play for so many hours, a sample each quarter of one."""
    evening = Evening(table, folder, 0, idle_us=idle_us)
    try:
        due_us = next_us = 0
        while evening.now_us < hours * HOUR_US:
            if evening.now_us >= next_us:
                next_us = evening.now_us + GAME_US
                evening.game()
            if evening.now_us >= due_us:
                due_us += SAMPLE_US
                yield evening.sample()
            evening.idle(min(next_us, max(due_us, evening.now_us)))
        yield evening.sample()
    finally:
        evening.close()


def main(
    hours: Annotated[float, typer.Option(help="Of virtual time; 0 draws what --json holds.")] = 24.0,
    table: Annotated[str, typer.Option()] = "direct",
    idle: Annotated[float, typer.Option(help="So many seconds between games are played, too.")] = IDLE_US
    / 1e6,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the samples there.")] = None,
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Draw them there, as SVG.")] = None,
) -> None:
    """Play an evening, and say what it took."""
    found: list[Sample] = []
    if hours:
        with tempfile.TemporaryDirectory(prefix="signifer-evening-") as folder:
            for sample in samples(table, hours, Path(folder), idle_us=round(idle * 1e6)):
                found.append(sample)
                print(json.dumps(asdict(sample)), flush=True)
                if json_file is not None:
                    json_file.write_text(_lines(found), encoding="utf-8")
    elif json_file is not None:
        found = [Sample(**values) for values in json.loads(json_file.read_text(encoding="utf-8"))]
    if plot_file is not None:
        plot_file.write_text(evening_plot.drawn([asdict(sample) for sample in found]), encoding="utf-8")


def _lines(found: list[Sample]) -> str:
    return "[\n" + ",\n".join(json.dumps(asdict(sample)) for sample in found) + "\n]\n"


if __name__ == "__main__":
    typer.run(main)
