"""The run of a script in a storm, which looks whether all that was believed as the plug was pulled is there again."""

from __future__ import annotations

from typing import Any

from signifer_firmware.simulation.table_run import ScriptRun

from .truths import Fault


class StormRun(ScriptRun):
    """``lost`` is what was lost as the plug was pulled, ``cuts`` how often it was."""

    lost: Fault | None = None
    cuts = 0

    def power_on(self) -> None:
        before = self._known
        super().power_on()
        table = self.appliance.keeper.table
        if table not in before and self.lost is None:
            self.lost = Fault("lost", "", f"{before[0]}\nwas believed, and after the power cut\n{table}")

    def power_off(self) -> None:
        self.cuts += 1
        keeper = self.appliance.keeper
        # What was decided as the plug was pulled, and shown to nobody, may be there or not.
        self._known: list[Any] = [keeper.table, keeper.session.state.table]
        super().power_off()
