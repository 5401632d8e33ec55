"""What several tests of the firmware ask for."""

from __future__ import annotations

import sys
import types

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from signifer_drivers.virtual.buzzer import MixedPins


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """A computer with lgpio and pins, and with nothing else."""
    pins = MixedPins()
    pins.pin(18, pin_class=MockPWMPin)
    lgpio, factory = types.ModuleType("lgpio"), types.ModuleType("gpiozero.pins.lgpio")
    lgpio.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
    factory.LGPIOFactory = lambda: pins  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", factory)
    return pins
