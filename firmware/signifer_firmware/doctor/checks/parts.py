"""Checks of what people press and hear: buttons, the buzzer. Those of screens are in `checks.screens`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from signifer_core.errors import DriverError
from signifer_drivers.io.buttons import Buttons

from signifer_firmware.config.entries import ButtonConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped
from signifer_firmware.runtime.sound import DUTY, PATTERNS, Sound
from signifer_firmware.session.settings import FULL

from .system import USERS

BUTTONS, BUZZER = "buttons", "buzzer"
STEP_US = 5_000


class PartChecks:
    """Buttons and buzzer of a table. ``wait_s``: how long a press is waited for."""

    def __init__(self, config: TableConfig, bench: Bench, again: str, wait_s: float) -> None:
        self._config = config
        self._bench = bench
        self._again = again
        self._wait_s = wait_s
        # Buttons that are known to be exchanged, each with the other one.
        self._exchanged: dict[str, str] = {}

    def checks(self) -> Iterator[Check]:
        """In order."""
        for button in self._config.buttons:
            if button.name in self._config.keys:
                continue
            yield Check(f"button {button.name}", BUTTONS, partial(self._button, button), (USERS["gpio"],))
        if self._config.gpio.buzzer is not None:
            yield Check("buzzer", BUZZER, self._buzzer, (USERS["gpio"],))

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
                if self._exchanged.get(entry.name) == other:
                    return skipped(f'its lead and that of "{other}" are exchanged, see there')
                self._exchanged[other] = entry.name
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
        heard = bench.people.hears() if bench.people.is_there else None
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
