"""The screens' multiplexer, a PCA9548A that the kernel drives: each of its channels is a bus of its own.

Which number a channel's bus has is the kernel's affair and differs between boards: a Pi 4 has i2c-20 and i2c-21 for
HDMI, a Pi 5 others. Linux tells it in sysfs, where each channel is a link to its bus.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from signifer_core.errors import DriverError
from smbus2 import i2c_msg

from .i2c import NOBODY, I2cBus
from .reset import ResetLine

ADAPTER = 1  # the bus on the header: SDA is GPIO 2, SCL is GPIO 3
MUX_ADDRESS = 0x70
CHANNELS = range(8)
# The device of the multiplexer below the root; its driver makes "channel-0" to "channel-7" in it.
DEVICE = f"sys/bus/i2c/devices/{ADAPTER}-{MUX_ADDRESS:04x}"


def bus_of(channel: int, root: Path = Path("/")) -> int:
    """The number of the bus of a channel, 0 to 7, below the ``root`` of a system; DriverError if Linux has none."""
    try:
        name = os.path.basename(os.readlink(root / DEVICE / f"channel-{channel}"))
        return int(name.removeprefix("i2c-"))
    except (OSError, ValueError):
        raise DriverError(
            f"Linux has no channel {channel} of the multiplexer at {MUX_ADDRESS:#x}: say signifer doctor, or "
            "sudo signifer setup and restart"
        ) from None


class Multiplexer:
    """What frees a bus of screens: one that holds SDA darkens those of all channels, until no channel is open.

    ``bus_at`` gives the bus of a channel, ``line`` is the multiplexer's reset, which is high while nothing is wrong (on
    a Pi it is low for a moment as a program takes it); ``used`` are the channels that have screens.
    """

    def __init__(self, bus_at: Callable[[int], I2cBus], line: ResetLine, used: Collection[int]) -> None:
        self._bus_at = bus_at
        self._line = line
        self._used = frozenset(used)
        self._open_another(None)

    def close(self) -> None:
        """Give the line back."""
        self._line.close()

    def free(self, channel: int) -> None:
        """Close all channels, as somebody on ``channel`` has met a bus that is stuck. OSError of gpiozero passes."""
        self._line.pull()
        self._open_another(channel)

    def _open_another(self, channel: int | None) -> None:
        """The reset has closed all channels; but the kernel keeps in mind which one was open, and does not open that
        one again. So another one is opened that has no screen: whoever holds the bus may be behind any that has.

        If all have some, two of them are opened, as it may be the first that the kernel has in mind.
        """
        spare = [each for each in CHANNELS if each not in self._used]
        for other in spare[:1] or [each for each in CHANNELS if each != channel][:2]:
            with suppress(OSError):  # Nobody answers; but the channel has been opened.
                self._bus_at(other).i2c_rdwr(i2c_msg.read(NOBODY, 1))
