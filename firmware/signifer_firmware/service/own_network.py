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
        self._told: OwnNetwork | None = None

    def step(self, now_us: int) -> int:
        """Hand on what is new."""
        told = told_by(self._path)
        # Of what is there as the service starts, the language was spoken already: players may have chosen since.
        before, self._told = self._told or OwnNetwork(language=told.language), told
        if told.network != before.network:
            self._appliance.with_keeper(lambda keeper, at_us: keeper.opened(told.network, at_us))
        if told.language not in ("", before.language):
            self._appliance.with_keeper(lambda keeper, at_us: _speak(keeper, told.language, at_us))
        return now_us + LOOK_US


def _speak(keeper: Keeper, language: str, now_us: int) -> None:
    for side in SIDES:
        keeper.speak(side, language, now_us)
