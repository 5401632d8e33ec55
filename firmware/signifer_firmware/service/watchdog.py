"""The watchdog of a running table: says when it is ready and how it is, and that it is alive as long as all parts
are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from signifer_core.errors import DriverError

from signifer_firmware.kernel.log import INFO, NOTICE, WARNING, Logbook
from signifer_firmware.runtime.bus_threads import Line
from signifer_firmware.session.outlook import GAME

from .chronicle import Chronicle
from .sd_notify import Notifier

if TYPE_CHECKING:
    from signifer_firmware.runtime.appliance import Appliance

LOOK_US = 200_000
# The list of what works is told when every reader had its chance: a node is given up for the first time after 0.9 s.
FIRST_US = 3_000_000
# For a screen that does not answer, the picture that says "off" is not waited for any longer.
OFF_US = 3_000_000
# Whoever switched the table off reads so for a minute. A picture that stood on would burn in.
READ_US = 60_000_000


class Watchdog:
    """A unit of the main loop, so that a loop that hangs tells nothing. The manager hears WATCHDOG=1 only while no
    line hangs and the record answers.

    ``is_off``: people have switched the table off, and its screens say so; ``is_read`` a minute later.
    """

    def __init__(
        self,
        appliance: Appliance,
        lines: Sequence[Line],
        chronicle: Chronicle,
        log: Logbook,
        notifier: Notifier,
    ) -> None:
        self.is_off = self.is_read = False
        self.signal = ""
        self._appliance = appliance
        self._lines = lines
        self._chronicle = chronicle
        self._log = log
        self._notifier = notifier
        self._begun_us: int | None = None
        self._is_ready = False
        self._is_listed = False
        self._status = ""
        self._fed_us = 0
        self._off_us: int | None = None
        self._silent: frozenset[str] = frozenset()

    def step(self, now_us: int) -> int:
        """Look at all parts. DriverError if a thread has come to grief."""
        if self._begun_us is None:
            self._begun_us = self._fed_us = now_us
        for line in self._lines:
            if line.is_dead:
                raise DriverError(f"the thread of the {line.name} has died")
        self._look_for_readiness(now_us, self._begun_us)
        self._tell_status()
        self._feed(now_us)
        self._look_for_off(now_us)
        return now_us + LOOK_US

    def _look_for_readiness(self, now_us: int, begun_us: int) -> None:
        if not self._is_ready and self._appliance.screens.rested_since(begun_us):
            self._is_ready = True
            self._notifier.tell("READY=1")
        if self._is_listed or not self._is_ready:
            return
        if self._appliance.readers.looked_since(begun_us) or now_us >= begun_us + FIRST_US:
            self._is_listed = True
            self._log.say(NOTICE, f"ready: {self._inventory()}")

    def _inventory(self) -> str:
        """What works, in numbers."""
        config, faults = self._appliance.config, self._chronicle.faults
        parts = {
            "readers": [f"reader {reader.name}" for reader in config.readers],
            "screens": [f"screen {screen.place}" for screen in config.screens],
        }
        counts = [
            f"{sum(part not in faults for part in names)} of {len(names)} {kind}"
            for kind, names in parts.items()
        ]
        return f"{', '.join(counts)} work"

    def _tell_status(self) -> None:
        """One line for ``systemctl status``, when there is something new."""
        outlook, faults = self._appliance.keeper.outlook, self._chronicle.faults
        status = "a game is on" if outlook.phase == GAME else f"no game is on ({outlook.phase})"
        if faults:
            status += f"; {len(faults)} part{'s' if faults.keys() - [next(iter(faults))] else ''} fail: " + (
                ", ".join(sorted(faults))
            )
        if status != self._status:
            self._status = status
            self._notifier.tell(f"STATUS={status}")

    def _feed(self, now_us: int) -> None:
        """Tell that all is alive, three times as often as is asked for; nothing while a part is not."""
        silent = frozenset(line.name for line in self._lines if line.is_hung)
        if not self._appliance.record_answers():
            silent |= {"record"}
        for name in sorted(silent - self._silent):
            self._log.say(WARNING, f"the {name} hang: the service will start the table again")
        for name in sorted(self._silent - silent):
            self._log.say(INFO, f"the {name} go on")
        self._silent = silent
        watchdog_us = self._notifier.watchdog_us
        if watchdog_us is None or silent or now_us < self._fed_us:
            return
        self._fed_us = now_us + watchdog_us // 3
        self._notifier.tell("WATCHDOG=1")

    def _look_for_off(self, now_us: int) -> None:
        if not self._appliance.keeper.off:
            return
        # What is not on disk yet would be lost; the screens say so.
        if self._appliance.record_waits:
            self._off_us = None
        elif self._off_us is None:
            self._off_us = now_us
        elif self._appliance.screens.rested_since(self._off_us) or now_us >= self._off_us + OFF_US:
            self.is_off = True
            self.is_read = now_us >= self._off_us + READ_US
