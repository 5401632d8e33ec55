"""The twin of a buzzer: what sounded at its pin when, at which pitch, how loud and for how long."""

from __future__ import annotations

from typing import Any, NamedTuple

from gpiozero.pins.mock import MockFactory, MockPWMPin

from .clock import VirtualClock
from .ledger import Ledger, bcm


class Tone(NamedTuple):
    """One tone from the pin's rise to the next change; ``length_us`` is None while it still sounds."""

    start_us: int
    hz: int
    duty: float
    length_us: int | None = None


# So many changes of a mock pin are remembered, at least.
MOST_STATES = 200
MOST_TONES = 500


def forget(pin: Any) -> None:
    """A mock pin remembers each of its changes; over an evening that is too much."""
    if len(pin.states) > MOST_STATES:
        pin.clear_states()


class HeardPin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A mock pin with pulse width that tells an ``ear`` of each change."""

    ear: Ear | None = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._tell()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._tell()

    def _tell(self) -> None:
        forget(self)
        self.factory.ledger.driven(bcm(self.info), self.state)
        if self.ear is not None:
            self.ear.hear(self.frequency, self.state)


class MixedPins(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """Mock pins of which some have pulse width: who asks again gets the pin that is there.

    gpiozero's own factory wants all of one class; but a pin with pulse width is low when it was closed, as no
    button is. ``ledger`` has what becomes of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()

    def reserve_pins(self, requester: Any, *names: int | str) -> None:
        """See gpiozero's Factory."""
        super().reserve_pins(requester, *names)
        for info in self._infos(names):
            self.ledger.take(bcm(info))

    def release_pins(self, reserver: Any, *names: int | str) -> None:
        """See gpiozero's Factory. It is called while the pin is as it was used."""
        super().release_pins(reserver, *names)
        for info in self._infos(names):
            if info in self.pins:
                self.ledger.give_back(bcm(info), self.pins[info].function)

    def _infos(self, names: tuple[int | str, ...]) -> list[Any]:
        return [info for name in names for _, info in self.board_info.find_pin(name)]

    def pin(self, name: int | str, pin_class: Any = None, **kwargs: Any) -> Any:
        for _, info in self.board_info.find_pin(name):
            if info in self.pins:
                return self.pins[info]
        return super().pin(name, pin_class, **kwargs)


class Ear:
    """Listens at GPIO ``pin`` (BCM). Make it before the driver of the buzzer. ``tones`` are those that were heard last,
    MOST_TONES at least, the first at the start; ``heard`` counts all of them."""

    def __init__(self, pin_factory: MixedPins, pin: int, clock: VirtualClock) -> None:
        self.tones: list[Tone] = []
        self.heard = 0
        self._clock = clock
        pin_factory.pin(pin, pin_class=HeardPin).ear = self

    @property
    def silent(self) -> bool:
        """Whether nothing sounds now."""
        return not self.tones or self.tones[-1].length_us is not None

    def hear(self, hz: float | None, duty: float) -> None:
        """The pin has changed."""
        now_us = self._clock.now_us
        if not self.silent:
            last = self.tones[-1]
            if duty and (hz, duty) == (last.hz, last.duty):
                return
            self.tones[-1] = last._replace(length_us=now_us - last.start_us)
        if duty and hz:
            self.heard += 1
            self.tones.append(Tone(now_us, round(hz), duty))
            if len(self.tones) > 2 * MOST_TONES:
                del self.tones[:MOST_TONES]
