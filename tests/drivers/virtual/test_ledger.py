"""The ledger of a virtual board: lines taken, driven and given back."""

from __future__ import annotations

import gpiozero
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.virtual.buzzer import MixedPins
from signifer_drivers.virtual.ledger import MOST_ENTRIES, Ledger, Taken
from signifer_drivers.virtual.reset import watch


def test_it_has_what_was_taken_how_it_was_driven_and_what_is_still_held() -> None:
    pins = MixedPins()
    watch(pins, 25, lambda is_high: None)
    line, button = ResetLine(25, pin_factory=pins), gpiozero.DigitalInputDevice(17, pin_factory=pins)
    line.pull()
    assert pins.ledger.held == [17, 25]
    button.close()
    line.close()
    assert pins.ledger.held == []
    assert pins.ledger.entries == [
        # Low as it is taken, low for a moment as it is pulled, high to the end.
        Taken(25, "output", [False, True, False, True], is_held=False),
        Taken(17, "input", [], is_held=False),
    ]


def test_over_an_evening_it_forgets_what_was_given_back_and_nothing_that_is_held() -> None:
    ledger = Ledger()
    ledger.take(4)
    for _ in range(3 * MOST_ENTRIES):
        ledger.take(25)
        ledger.give_back(25, "output")
    assert len(ledger.entries) <= 2 * MOST_ENTRIES + 1
    assert ledger.held == [4]
