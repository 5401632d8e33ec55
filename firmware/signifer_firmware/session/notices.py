"""Notices: what screens say until somebody presses any button."""

from __future__ import annotations

from signifer_core.presses import Press

from signifer_firmware.kernel.wall_clock import PART as CLOCK

from .events import Answered
from .mode import Mode


class Notices(Mode):
    """Every press that comes as far as this is answered by the table, and takes notices away; it is passed on."""

    def press(self, press: Press, now_us: int) -> bool:
        self.state.emit(Answered(press))
        faults = self.session.faults
        if faults.read(now_us):
            self.session.look(now_us)
        if CLOCK in faults:
            faults.part(CLOCK, None, now_us)
            self.session.look_again(now_us)
        return False
