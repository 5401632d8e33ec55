"""The multiplexer: its channels, as Linux numbers them, and how a bus that is stuck is freed."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.io.multiplexer import DEVICE, Multiplexer, bus_of
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.virtual.buzzer import MixedPins
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.multiplexer import VirtualMultiplexer
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.reset import watch
from smbus2 import i2c_msg


def test_a_channel_is_whatever_bus_linux_has_made_it(tmp_path: Path) -> None:
    device = tmp_path / DEVICE
    device.mkdir(parents=True)
    for channel, bus in ((0, 22), (1, 23), (6, 104)):
        (device / f"channel-{channel}").symlink_to(f"../i2c-{bus}")
    assert [bus_of(channel, tmp_path) for channel in (0, 1, 6)] == [22, 23, 104]
    (device / "channel-2").symlink_to("../of_node")
    for channel in (2, 3):
        with pytest.raises(DriverError, match=f"no channel {channel} of the multiplexer at 0x70"):
            bus_of(channel, tmp_path)


class Table:
    """Three channels with a screen each, the multiplexer's reset wired, and the kernel between."""

    def __init__(self, screens: int = 3, opened: int | None = None) -> None:
        """``opened``: the channel that the program of before has opened last."""
        self.pins = MixedPins()
        self.twin = VirtualMultiplexer(VirtualClock())
        watch(self.pins, 4, lambda is_high: setattr(self.twin, "in_reset", not is_high), up=True)
        for channel in range(screens):
            self.twin.buses[channel].attach(0x3C, OledChip("sh1106"))
        if opened is not None:
            assert self.listens(opened)
        line = ResetLine(4, pin_factory=self.pins)
        self.multiplexer = Multiplexer(self.twin.buses.__getitem__, line, range(screens))

    def listens(self, channel: int) -> bool:
        try:
            self.twin.buses[channel].i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
        except OSError:
            return False
        return True


def test_one_that_holds_a_line_darkens_all_channels_until_the_multiplexer_is_reset() -> None:
    table = Table()
    assert [table.listens(channel) for channel in range(3)] == [True] * 3
    table.twin.buses[1].fault = "stuck"
    assert not table.listens(1)
    assert [table.listens(channel) for channel in range(3)] == [False] * 3
    for channel in range(3):
        table.multiplexer.free(channel)
        assert [table.listens(other) for other in (0, 2)] == [True] * 2


def test_the_channel_that_the_kernel_has_in_mind_is_opened_again() -> None:
    table = Table()
    for channel in range(3):
        assert table.listens(channel)
        table.twin.in_reset = True
        table.twin.in_reset = False
        assert not table.listens(channel), "the kernel thinks that it is open"
        table.multiplexer.free(channel)
        assert table.listens(channel)


def test_a_line_that_nobody_drives_is_high_and_one_that_is_held_low_silences_all() -> None:
    table = Table()
    table.multiplexer.close()
    assert table.listens(0)
    table.twin.in_reset = True
    assert not table.listens(0)
    assert not table.listens(1)


@pytest.mark.parametrize("screens", [1, 7, 8])
def test_a_program_that_takes_the_line_finds_the_channel_of_the_program_before(screens: int) -> None:
    """lgpio claims an output low: the multiplexer is reset, and the kernel does not know."""
    for opened in range(screens):
        assert Table(screens, opened).listens(opened)


@pytest.mark.parametrize("holder", range(7))
def test_the_channel_of_whoever_holds_the_line_is_not_opened_again(holder: int) -> None:
    """All of seven channels have screens, and who meets the bus that is stuck is another one."""
    table = Table(7)
    for victim in range(7):
        if victim != holder:
            assert table.listens(holder)
            table.twin.buses[holder].fault = "stuck"
            assert not table.listens(victim)
            table.multiplexer.free(victim)
            assert table.listens(victim)
            table.twin.buses[holder].fault = None
