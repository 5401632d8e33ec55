"""Checks of screens: their multiplexer, its channels, each chip at its address, and what is seen on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from PIL import Image, ImageDraw
from signifer_core.errors import DriverError
from signifer_drivers.io.i2c import COMMAND, NOP, is_stuck
from signifer_drivers.io.screens import SIZE, Screen
from smbus2 import i2c_msg

from signifer_firmware.config.entries import ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped

from .system import MUX, USERS

SCREENS = "screens"
WIRE = "mux"
# Where a module's resistor can put its chip.
ADDRESSES = (0x3C, 0x3D)
LEAD = "its plug and supply, and SDA and SCL (swapped, it hears nothing)"


def channel_check(channel: int) -> str:
    """What the check of a channel with several screens is called."""
    return f"channel {channel}"


class ScreenChecks:
    """The screens of a table."""

    def __init__(self, config: TableConfig, bench: Bench, again: str) -> None:
        self._config = config
        self._bench = bench
        self._again = again
        self._errors: dict[str, DriverError | None] | None = None

    def checks(self) -> Iterator[Check]:
        """In order."""
        screens = self._config.oleds
        if not screens:
            return
        yield Check(WIRE, SCREENS, self._mux, (MUX, USERS["i2c"]))
        shared = [channel for channel in sorted(self._channels()) if len(self._at(channel)) > 1]
        for channel in shared:
            yield Check(channel_check(channel), SCREENS, partial(self._channel, channel), (WIRE,))
        for screen in screens:
            needs = (channel_check(screen.i2c_channel),) if screen.i2c_channel in shared else (WIRE,)
            yield Check(f"screen {screen.place}", SCREENS, partial(self._screen, screen), needs)
        yield Check("pictures", SCREENS, self._pictures, (WIRE,))

    def _channels(self) -> set[int]:
        return {screen.i2c_channel for screen in self._config.oleds}

    def _at(self, channel: int) -> list[ScreenConfig]:
        return [screen for screen in self._config.oleds if screen.i2c_channel == channel]

    def _met(self) -> dict[str, DriverError | None]:
        """Each screen set up, and shown its own place; what went wrong with it."""
        if self._errors is None:
            self._errors = {screen.place: self._shown(screen) for screen in self._config.oleds}
        return self._errors

    def _shown(self, entry: ScreenConfig) -> DriverError | None:
        """What went wrong; a bus that is stuck is freed and tried again, as it may be another screen that holds it."""
        for _ in range(2):
            try:
                screen = Screen(
                    name=entry.place,
                    driver=entry.chip,
                    bus=self._bench.bus(entry),
                    address=entry.address,
                    rotate=entry.rotate,
                )
                screen.begin()
                # In two pieces: an SSD1306 that is called an SH1106 takes a whole picture as it should.
                screen.show(picture_of(entry, text=""))
                screen.show(picture_of(entry))
                screen.check()
            except DriverError as error:
                found = error
                if not is_stuck(error):
                    break
                with suppress(OSError):  # A line that cannot be had is told by the checks of what uses GPIO.
                    self._bench.free_screens(entry)
            else:
                return None
        return found

    # What several have in common

    def _mux(self) -> Result:
        """What all screens of a channel, or of the table, have in common."""
        errors = self._met()
        stuck = [screen for screen in self._config.oleds if is_stuck(errors[screen.place])]
        channels = {screen.i2c_channel for screen in stuck}
        if len(channels) == 1 and len(self._channels()) > 1:
            channel = channels.pop()
            there = " and ".join(screen.place for screen in stuck)
            return failed(
                "channel-stuck",
                f"channel {channel} is stuck: a line is held low",
                f"unplug the screens there ({there}) one by one; the last one did it, or its lead does",
                self._again.format(name="mux"),
                channel=channel,
            )
        if stuck:
            return failed(
                "bus-stuck",
                "the I2C bus is stuck: a line is held low",
                f"unplug the screens one by one{self._reset()}",
                self._again.format(name="mux"),
            )
        if len(self._channels()) > 1 and all(errors.values()):
            return failed(
                "mux-silent",
                "no screen on any channel answers",
                f"check the supply of the multiplexer and of the screens, SDA and SCL{self._reset()}",
                self._again.format(name="mux"),
            )
        return passed(f"channels {', '.join(map(str, sorted(self._channels())))}")

    def _reset(self) -> str:
        pin = self._config.gpio.mux_reset
        return "" if pin is None else f", and its reset line (GPIO {pin}), which has to be high"

    def _channel(self, channel: int) -> Result:
        """What the screens of one channel have in common."""
        screens = self._at(channel)
        heard = [f"{screen.address:#04x}" for screen in screens if self._met()[screen.place] is None]
        if heard:
            return passed(f"{' and '.join(heard)} answer{'' if len(heard) > 1 else 's'}", channel=channel)
        return failed(
            "channel-silent",
            f"neither {' nor '.join(f'{screen.place} at {screen.address:#04x}' for screen in screens)} answers",
            f"check what they share: the plug of channel {channel}, the supply, and SDA and SCL (swapped, nobody hears "
            "anything)",
            self._again.format(name=channel_check(channel)),
            channel=channel,
        )

    # One screen

    def _screen(self, entry: ScreenConfig) -> Result:
        error = self._met()[entry.place]
        where = f"channel {entry.i2c_channel}, {entry.address:#04x}"
        if error is None:
            return passed(f"{entry.driver} at {where}: it shows its place", channel=entry.i2c_channel)
        cause, seen, fix = self._silent(entry)
        if not cause:
            cause, seen = "screen-silent", str(error).rpartition(": ")[2]
        again = self._again.format(name=f"screen {entry.place}")
        return failed(cause, f"{where}: {seen}", fix, again)

    def _silent(self, entry: ScreenConfig) -> tuple[str, str, str]:
        """What is behind a screen that does not answer, "" if nothing more is known of it; what was seen, and what to
        do: the other address that it may have is asked, too."""
        other = next(address for address in ADDRESSES if address != entry.address)
        place = next((each.place for each in self._at(entry.i2c_channel) if each.address == other), None)
        if not self._answers(entry, other):
            return "", "", f"check {LEAD}; nobody answers at {other:#04x} either"
        if place is None:
            return (
                "screen-address",
                f"nobody answers there, and somebody at {other:#04x}",
                f"move the resistor on its back to {entry.address:#04x}, or write address = {other:#04x} into "
                "table.toml",
            )
        theirs = next(each for each in self._config.oleds if each.place == place)
        asked = f'Does the screen at "{entry.place}" show "{place}", too?'
        people = self._bench.people
        alike = people.sees(asked, {entry.place: picture_of(theirs)}) if people.is_there else None
        if alike:
            return (
                "screens-alike",
                f"nobody answers there, and two screens at {other:#04x}: it shows what {place} does",
                f"move the resistor on its back to {entry.address:#04x}",
            )
        if alike is False:
            return "", "", f"check {LEAD}"
        return (
            "",
            "",
            f'if it shows "{place}", it has that one\'s address, {other:#04x}: move the resistor on its back to '
            f"{entry.address:#04x}; if it is dark, check {LEAD}",
        )

    def _answers(self, entry: ScreenConfig, address: int) -> bool:
        """Whether anybody acknowledges an address on the channel of a screen."""
        try:
            self._bench.bus(entry).i2c_rdwr(i2c_msg.write(address, (COMMAND, NOP)))
        except OSError:
            return False
        return True

    # All of them

    def _pictures(self) -> Result:
        """Which plug is whose, and whether the driver is that of the chip, eyes alone can tell."""
        people = self._bench.people
        shown = {
            screen.place: picture_of(screen)
            for screen in self._config.oleds
            if self._met()[screen.place] is None
        }
        if not shown:
            return skipped("no screen answers")
        answer = None
        if people.is_there:
            answer = people.sees("Does each screen show its own place, upright in a whole frame?", shown)
        if answer is None:
            return skipped("look at each one: does it show its own place, upright in a whole frame?")
        if answer:
            return passed("each shows its own place")
        wrong = [place for place, picture in shown.items() if self._is_wrong(place, picture)]
        return failed(
            "picture-other",
            f"not so: {', '.join(wrong) or 'one of them'}",
            "another place: exchange the plugs of their channels, or on one channel the resistors of their addresses; "
            "shifted or torn: another driver in table.toml; upside down: rotate = 2",
            self._again.format(name="pictures"),
            places=[*wrong],
        )

    def _is_wrong(self, place: str, picture: Image.Image) -> bool:
        return self._bench.people.sees(f'Does "{place}" show so?', {place: picture}) is False


def picture_of(entry: ScreenConfig, text: str | None = None) -> Image.Image:
    """A frame, so that every edge is seen, and the place, or another ``text``."""
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=1)
    draw.text((8, 24), entry.place if text is None else text, fill=1)
    return image
