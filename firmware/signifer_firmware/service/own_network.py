"""What the first start tells, as a unit of the table: its screens show its own network, and speak what was chosen."""

from __future__ import annotations

from pathlib import Path

from signifer_core.layout import SIDES

from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.system.own_network import OwnNetwork, told_by

LOOK_US = 2_000_000


class OwnNetworkUnit:
    """Looks every two seconds whether there is something new."""

    def __init__(self, path: Path, appliance: Appliance) -> None:
        self._path, self._appliance = path, appliance
        self._told = OwnNetwork()

    def step(self, now_us: int) -> int:
        """Hand on what is new."""
        before, self._told = self._told, told_by(self._path)
        if self._told.network != before.network:
            self._appliance.with_keeper(lambda keeper, at_us: keeper.opened(self._told.network, at_us))
        if self._told.language not in ("", before.language):
            self._appliance.with_keeper(self._speak)
        return now_us + LOOK_US

    def _speak(self, keeper: Keeper, now_us: int) -> None:
        for side in SIDES:
            keeper.speak(side, self._told.language, now_us)
