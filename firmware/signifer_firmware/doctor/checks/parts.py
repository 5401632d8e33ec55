"""Checks of what people see, press and hear: screens behind their multiplexer, buttons, the buzzer."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from functools import partial

from PIL import Image, ImageDraw
from signifer_core.errors import DriverError
from signifer_drivers.io.buttons import Buttons
from signifer_drivers.io.screens import SIZE, Screen

from signifer_firmware.config.entries import ButtonConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped
from signifer_firmware.runtime.sound import DUTY, PATTERNS, Sound
from signifer_firmware.session.settings import FULL

from .system import MUX, USERS

SCREENS, BUTTONS, BUZZER = "screens", "buttons", "buzzer"
WIRE = "mux"
STEP_US = 5_000
# Nobody is faster; a bounce, or a contact that is closed already, is not a press that was asked for.
STUCK_ERRORS = (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY)


class PartChecks:
    """Screens, buttons and buzzer of a table. ``wait_s``: how long a press is waited for."""

    def __init__(self, config: TableConfig, bench: Bench, again: str, wait_s: float) -> None:
        self._config = config
        self._bench = bench
        self._again = again
        self._wait_s = wait_s
        self._errors: dict[str, DriverError | None] | None = None

    def checks(self) -> Iterator[Check]:
        """In order."""
        if self._config.screens:
            yield Check(WIRE, SCREENS, self._mux, (MUX, USERS["i2c"]))
        for screen in self._config.screens:
            yield Check(f"screen {screen.place}", SCREENS, partial(self._screen, screen), (WIRE,))
        for button in self._config.buttons:
            yield Check(f"button {button.name}", BUTTONS, partial(self._button, button), (USERS["gpio"],))
        if self._config.gpio.buzzer is not None:
            yield Check("buzzer", BUZZER, self._buzzer, (USERS["gpio"],))

    # Screens

    def _met(self) -> dict[str, DriverError | None]:
        """Each screen set up, and shown its own place; what went wrong with it."""
        if self._errors is None:
            self._errors = {screen.place: self._shown(screen) for screen in self._config.screens}
        return self._errors

    def _shown(self, entry: ScreenConfig) -> DriverError | None:
        try:
            screen = Screen(
                name=entry.place,
                driver=entry.driver,
                bus=self._bench.bus(entry),
                address=entry.address,
                rotate=entry.rotate,
            )
            screen.begin()
            screen.show(_picture(entry))
            screen.check()
        except DriverError as error:
            return error
        return None

    def _mux(self) -> Result:
        """What all screens of a channel, or of the table, have in common."""
        errors = self._met()
        stuck = [screen for screen in self._config.screens if _is_stuck(errors[screen.place])]
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
                f"check the supply of the multiplexer, SDA and SCL{self._reset()}",
                self._again.format(name="mux"),
            )
        return passed(f"channels {', '.join(map(str, sorted(self._channels())))}")

    def _channels(self) -> set[int]:
        return {screen.i2c_channel for screen in self._config.screens}

    def _reset(self) -> str:
        pin = self._config.gpio.mux_reset
        return "" if pin is None else f", and its reset line (GPIO {pin}), which has to be high"

    def _screen(self, entry: ScreenConfig) -> Result:
        error = self._met()[entry.place]
        where = f"channel {entry.i2c_channel}, {entry.address:#04x}"
        if error is None:
            return passed(f"{entry.driver} at {where}: it shows its place", channel=entry.i2c_channel)
        return failed(
            "screen-silent",
            f"{where}: {str(error).rpartition(': ')[2]}",
            f"check its plug and supply, and that its address is {entry.address:#04x} (a resistor on its back)",
            self._again.format(name=f"screen {entry.place}"),
        )

    # Buttons

    def _button(self, entry: ButtonConfig) -> Result:
        bench, name = self._bench, entry.name
        again = self._again.format(name=f"button {name}")
        try:
            buttons = bench.buttons()
        except DriverError as error:
            return failed("gpio-fails", str(error), "end whatever else uses the line", "gpioinfo | grep used")
        buttons.step(bench.now_us())
        if name in buttons.stuck:
            return failed(
                "button-stuck",
                f"GPIO {entry.gpio} is low though nobody presses",
                "free the button; if it is free, its pull-up is missing, or its lead touches ground",
                again,
            )
        if not bench.people.is_there:
            return skipped("nobody is asked to press it")
        bench.people.press(name, self._wait_s)
        try:
            return self._pressed(entry, buttons, again)
        finally:
            bench.people.done()

    def _pressed(self, entry: ButtonConfig, buttons: Buttons, again: str) -> Result:
        bench = self._bench
        end_us = bench.now_us() + int(self._wait_s * 1_000_000)
        while bench.now_us() < end_us:
            if bench.people.skips():
                return skipped("not pressed")
            bench.wait_us(STEP_US)
            buttons.step(bench.now_us())
            for gesture in buttons.take():
                if gesture.buttons == (entry.name,):
                    return passed(f"GPIO {entry.gpio}")
                other = " and ".join(gesture.buttons)
                return failed(
                    "button-other",
                    f'what came was "{other}"',
                    f"its lead is at another line: it belongs at GPIO {entry.gpio}",
                    again,
                    other=other,
                )
        return failed(
            "button-silent",
            f"no press came within {self._wait_s:g} s",
            f"check its lead from GPIO {entry.gpio} to ground, and its series resistor",
            again,
        )

    # The buzzer

    def _buzzer(self) -> Result:
        bench = self._bench
        pin = self._config.gpio.buzzer
        try:
            buzzer = bench.buzzer()
            assert buzzer is not None
            for hz, length_us, pause_us in PATTERNS[Sound.TURN]:
                buzzer.sound(hz, DUTY[FULL])
                bench.wait_us(length_us)
                buzzer.silence()
                bench.wait_us(pause_us)
        except DriverError as error:
            return failed("gpio-fails", str(error), "end whatever else uses the line", "gpioinfo | grep used")
        heard = (
            bench.people.says("Did the buzzer sound, low and then high?") if bench.people.is_there else None
        )
        if heard is None:
            return skipped(f"GPIO {pin} was driven; nobody said whether it sounded")
        if heard:
            return passed(f"GPIO {pin}, heard")
        return failed(
            "buzzer-silent",
            f"GPIO {pin} was driven, and nobody heard it",
            "turn it round if it is polar; a passive one needs a transistor; check its lead and ground",
            self._again.format(name="buzzer"),
        )


def _is_stuck(error: DriverError | None) -> bool:
    cause = None if error is None else error.__cause__
    return isinstance(cause, OSError) and cause.errno in STUCK_ERRORS


def _picture(entry: ScreenConfig) -> Image.Image:
    """A frame, so that every edge is seen, and the place."""
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=1)
    draw.text((8, 24), entry.place, fill=1)
    return image
