"""The board of robots that are looked at: to rest is to let real time pass."""

from __future__ import annotations

from signifer_firmware.simulation.robots.wire import RunBoard
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.play import Pump

# How long somebody looks at what has changed before a hand does what is next.
LOOK_US = 900_000


class PacedBoard(RunBoard):
    """Robots' board at a table that others look at: to rest is to let real time pass."""

    def __init__(self, run: ScriptRun, seed: int, pump: Pump) -> None:
        super().__init__(run, seed)
        self._pump = pump

    def rest(self) -> None:
        """Let time pass until the table is at rest."""
        rest(self.run, self._pump)


def rest(run: ScriptRun, pump: Pump) -> None:
    """As `ScriptRun.rest`, in paced time."""
    pump(lambda: not (run.table.world.busy or run.table.fingers.busy))
    since_us = run.now_us
    pump(lambda: run.appliance.rested_since(since_us, run.table.unsteady()))
