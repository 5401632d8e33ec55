"""A PCA9548A with its channels, and how Linux drives it: the chip's one register, and what the kernel has in mind.

Sources: NXP PCA9548A rev 5 (control register, RESET), drivers/i2c/muxes/i2c-mux-pca954x.c of Linux (the channel that
was opened last is not opened again), i2c-bcm2835.c (a transfer has a second).
"""

from __future__ import annotations

import errno
import os
from functools import partial

from .clock import VirtualClock
from .i2c import VirtualI2cBus

TIMEOUT_US = 1_000_000
CHANNELS = range(8)


class VirtualMultiplexer:
    """``buses`` are the channels, by number; a channel whose bus is "stuck" or "held" holds the whole wire while it is
    open.

    ``in_reset``: its reset line is low; no channel is open then, nor after it until the kernel opens one.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._open: int | None = None
        self._in_mind: int | None = None
        self._in_reset = False
        self.buses = {
            channel: VirtualI2cBus(clock, reach=partial(self._reach, channel)) for channel in CHANNELS
        }

    @property
    def in_reset(self) -> bool:
        return self._in_reset

    @in_reset.setter
    def in_reset(self, in_reset: bool) -> None:
        self._in_reset = in_reset
        self._open = None

    def _reach(self, channel: int) -> bool:
        """Open a channel, as the kernel does before each transfer there. OSError if what comes then cannot pass; False
        if somebody holds SDA, as nobody hears anything then, and all seems well."""
        if self._in_mind != channel:
            self._in_mind = None
            self._meet_stuck()
            if self._is_held:
                self._in_mind = channel
                return False
            if self._in_reset:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self._open = self._in_mind = channel
        self._meet_stuck()
        if self._is_held:
            return False
        if self._open != channel:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return True

    @property
    def _is_held(self) -> bool:
        return self._open is not None and self.buses[self._open].fault == "held"

    def _meet_stuck(self) -> None:
        """A line that somebody behind the open channel holds low is low everywhere."""
        if self._open is not None and self.buses[self._open].fault == "stuck":
            self._clock.advance(TIMEOUT_US)
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
