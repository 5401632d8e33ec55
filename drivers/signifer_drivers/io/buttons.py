"""Buttons: edges from gpiozero; debounce, hold and gestures are ours and live on an injected clock."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import gpiozero
from signifer_core.errors import DriverError

# Buttons that mean something when they are held together.
PAIRS = (("ok red", "ok blue"), ("dice", "ok red"), ("dice", "ok blue"))
PAIR_WITHIN_US = 300_000
# A press while another player's finger is down, or a held pair let go again, counts only if it is surely short.
SHORT_US = 400_000
STUCK_US = 10_000_000
# What is wrong with a button that is stuck.
HELD_DOWN = (
    "the button is held down: free it; if it is free, its pull-up is missing, or its lead touches ground"
)
# Where edges tell of themselves, nobody has to look: this is for the case that one was lost.
LOOK_US = 500_000
# Where a step is so late, or hears of an edge so late, the process stood still: other edges may be on their way, and
# are waited for until time goes on.
LATE_US = 100_000
GRACE_US = 10_000
# What the kernel has stamped is no older, and what is younger than that is stamped as it comes.
MOST_AGE_US = 60_000_000
LEAST_AGE_US = 1_000
PATIENCE = 5  # debounce times that one chattering contact may hold up the others


@dataclass(frozen=True)
class Gesture:
    """What a hand did: one button pressed or held, or the two of a pair (PAIRS) held together.

    ``at_us`` is the first edge of a press, and for a hold the moment at which it acts; ``down_us`` is when the finger
    went down, the first one of two.
    """

    kind: Literal["press", "hold"]
    buttons: tuple[str, ...]
    at_us: int
    down_us: int = field(default=0, compare=False)


class Change(NamedTuple):
    """A button went down or up for good; ``at_us`` is the first edge of the bounce that led there."""

    at_us: int
    name: str
    down: bool


class Contact:
    """Debounce of one button: a level counts once it has been stable for ``debounce_us``."""

    def __init__(self, name: str, down: bool, debounce_us: int) -> None:
        self.name = name
        self.down = down  # the level that counts
        self.bounce_from_us: int | None = None  # first edge of a bounce that is not over
        self._level = down
        self._last_edge_us = 0
        self._debounce_us = debounce_us

    @property
    def stable_at_us(self) -> int:
        """When the bounce is over, if no more edges come."""
        return self._last_edge_us + self._debounce_us

    def edge(self, level: bool, now_us: int) -> None:
        """The raw level changed."""
        if self.bounce_from_us is None:
            self.bounce_from_us = now_us
        self._level = level
        self._last_edge_us = now_us

    def settle(self, now_us: int) -> Change | None:
        """End the bounce if it is over by ``now_us``; return the change, or None (a mere glitch)."""
        since_us = self.bounce_from_us
        if since_us is None or now_us < self.stable_at_us:
            return None
        self.bounce_from_us = None
        if self._level == self.down:
            return None
        self.down = self._level
        return Change(since_us, self.name, self.down)


class Hands:
    """From changes, in the order of their time, to gestures.

    A press acts on release, a hold at the threshold. A second button that goes down meanwhile cancels every hold until
    all are released, but the two of a pair, down within 300 ms, are held together. Of two buttons of one player that
    are down together neither is a press: a finger slipped. Two players who press at once press both. A button that
    stays down for more than ten seconds is left out until it is released: a stuck one must not silence the others. But
    a hold of one of a pair says nothing if something lay on the other one as it began: most likely both were meant.
    """

    def __init__(self, hold_us: int) -> None:
        self.gestures: deque[Gesture] = deque()
        self.hold_us = hold_us  # of the next finger; one that is down already keeps the time it began with
        self._hold_us = hold_us
        self._down: dict[str, int] = {}  # since when, in the order pressed
        self._stuck: set[str] = set()
        self._together: set[str] = set()  # of those stuck, or soon to be: held as a pair
        self._half = False  # the other one of a pair was stuck as a finger came
        self._done: set[str] = set()  # of those down: have acted, or slipped
        self._no_hold = False  # until all are released
        self._crowded = False  # more than one finger is or was down

    @property
    def stuck(self) -> tuple[str, ...]:
        """Buttons that have been down for too long to be meant."""
        return tuple(sorted(self._stuck))

    @property
    def held_down(self) -> frozenset[str]:
        """Those of them that something lies on: not two that were held as a pair, as at a page fingers stay."""
        return frozenset(self._stuck - self._together)

    @property
    def idle(self) -> bool:
        """Whether nothing is due: no button is down, or what is down has acted or slipped."""
        return self._done.issuperset(self._down)

    def ignore(self, name: str) -> None:
        """Leave ``name``, which is down already, out until it is released."""
        self._stuck.add(name)

    def due_us(self) -> int | None:
        """When the next threshold is reached, if nothing changes before."""
        if not self._down:
            return None
        if self._no_hold:
            return min(self._down.values()) + STUCK_US
        return max(self._down.values()) + self._hold_us

    def wait_until(self, now_us: int) -> None:
        """Let time pass; thresholds up to and including ``now_us`` act."""
        while (due_us := self.due_us()) is not None and due_us <= now_us:
            if self._no_hold:
                name = min(self._down, key=lambda name: self._down[name])
                self._together.update(_pair(self._down) or ())
                self._forget(name)
                self._stuck.add(name)
            else:
                names = tuple(self._down)
                down_us = min(self._down.values())
                if len(names) > 1 or not self._half:
                    self.gestures.append(Gesture("hold", _pair(self._down) or names, due_us, down_us))
                self._done.update(names)
                self._no_hold = True

    def change(self, change: Change) -> None:
        """A button went down or up."""
        self.wait_until(change.at_us)
        if not change.down:
            self._release(change)
            return
        slipped = {name for name in self._down if _owner(name) == _owner(change.name)}
        if slipped:
            self._done |= slipped | {change.name}
        first_us = min(self._down.values(), default=change.at_us)
        alone = not self._down
        if alone:
            self._hold_us = self.hold_us
            self._half = any(change.name in pair and self.held_down.intersection(pair) for pair in PAIRS)
        self._crowded = not alone
        self._down[change.name] = change.at_us
        paired = _pair(self._down) is not None and change.at_us - first_us <= PAIR_WITHIN_US
        self._no_hold = self._no_hold or not (alone or paired)

    def _release(self, change: Change) -> None:
        self._stuck.discard(change.name)
        self._together.discard(change.name)
        since_us = self._down.get(change.name)
        if since_us is None:
            return
        longest_us = min(SHORT_US, self._hold_us) if self._crowded else self._hold_us
        if change.name not in self._done and change.at_us - since_us < longest_us:
            self.gestures.append(Gesture("press", (change.name,), since_us, since_us))
        self._forget(change.name)

    def _forget(self, name: str) -> None:
        """``name`` is no longer down; what is left down is no hold."""
        del self._down[name]
        self._done.discard(name)
        self._no_hold = bool(self._down)


def _pair(down: Collection[str]) -> tuple[str, ...] | None:
    """The pair that is down, if nothing else is."""
    return next((pair for pair in PAIRS if set(pair) == set(down)), None)


def _owner(name: str) -> str:
    """Whose finger it is: the player who is the last word of a button's name, else the button itself."""
    return name.rpartition(" ")[2]


def age_us(ticks: float) -> int:
    """How long ago the kernel has stamped an edge with ``ticks``: seconds by its monotonic clock, or before Linux 5.7
    by that of the day. 0 if it is neither."""
    for clock in (time.monotonic, time.time):
        age = round((clock() - ticks) * 1e6)
        if LEAST_AGE_US <= age <= MOST_AGE_US:
            return age
    return 0


def _just_now(_: float) -> int:
    return 0


class Buttons:
    """All buttons of a table, ``pins`` by name (BCM numbers), wired to ground with an external pull-up; and ``keys``,
    the names of those that a page has, which `touch` moves.

    ``now_us`` stamps edges as they come, on whatever thread gpiozero calls, less the ``age_us`` that they have by then,
    told by the ticks of the pin; that thread only enqueues. ``step`` does the rest. Buttons that are down at the start
    are left out until they are released. Raises DriverError if a pin cannot be had, or tells ``missing`` and goes on
    without that button. ``on_edge``, if there is one, is called on that other thread whenever there is something for
    ``step``, which may then come as late as it says.
    """

    def __init__(
        self,
        pins: dict[str, int],
        *,
        now_us: Callable[[], int],
        pin_factory: Any,
        age_us: Callable[[float], int] = _just_now,
        debounce_us: int = 20_000,
        hold_us: int = 800_000,
        poll_us: int = 10_000,
        missing: Callable[[DriverError], None] | None = None,
        keys: Collection[str] = (),
    ) -> None:
        self.on_edge: Callable[[], None] | None = None
        self._now_us = now_us
        self._age_us = age_us
        self._debounce_us = debounce_us
        self._poll_us = poll_us
        self._edges: deque[tuple[str, bool, int]] = deque()
        self._changes: list[Change] = []
        self._hands = Hands(hold_us)
        self._time_us = self._due_us = now_us()
        self._grace_us: int | None = None  # until when edges are waited for
        self._contacts: dict[str, Contact] = {}
        self._bouncing: dict[str, Contact] = {}
        self._devices: list[gpiozero.DigitalInputDevice] = []
        self._heard: list[Callable[[float, bool], None]] = []  # pins hold them weakly
        for name, pin in pins.items():
            try:
                self._open(name, pin, pin_factory)
            except (gpiozero.GPIOZeroError, OSError) as fault:
                error = DriverError(f'button "{name}" on GPIO {pin}: {fault}')
                if missing is None:
                    self.close()
                    raise error from fault
                missing(error)
        # Nothing bounces there.
        self._keys = {name: Contact(name, down=False, debounce_us=0) for name in keys}
        self._contacts |= self._keys

    @property
    def stuck(self) -> tuple[str, ...]:
        """Buttons that have been down for more than ten seconds, or since the start."""
        return self._hands.stuck

    @property
    def held_down(self) -> frozenset[str]:
        """Those of them that something lies on, and not two that are held as a pair."""
        return self._hands.held_down

    @property
    def hold_us(self) -> int:
        """How long a hold is. May be changed at any time; fingers that are down keep the time they began with."""
        return self._hands.hold_us

    @hold_us.setter
    def hold_us(self, hold_us: int) -> None:
        self._hands.hold_us = hold_us

    @property
    def busy(self) -> bool:
        """Whether edges, bounces or gestures are under way."""
        return bool(self._edges or self._changes or self._bouncing or not self._hands.idle)

    def touch(self, name: str, *, down: bool) -> None:
        """A finger comes down on one of the ``keys``, or leaves it; of any thread. KeyError if there is no such one."""
        assert self._keys[name]
        self._enqueue(name, down, self._now_us())

    def step(self, now_us: int) -> int:
        """Work off all edges up to now; return when to be called next, at the latest."""
        oldest_us = self._due_us
        while self._edges:
            name, down, at_us = self._edges.popleft()
            self._advance(at_us)
            self._contacts[name].edge(down, self._time_us)
            self._bouncing[name] = self._contacts[name]
            oldest_us = min(oldest_us, at_us)
        if self._bouncing or self._changes or self._hands.due_us() is not None:
            if self._grace_us is None and now_us - oldest_us > LATE_US:
                self._grace_us = now_us + GRACE_US
            if self._grace_us is not None and now_us < self._grace_us:
                return self._grace_us
            self._advance(now_us)
        self._grace_us = None
        open_contacts = [contact.stable_at_us for contact in self._bouncing.values()]
        due_us = self._hands.due_us()
        wakes = [*open_contacts, now_us + (LOOK_US if self.on_edge else self._poll_us)]
        if due_us is not None:
            wakes.append(due_us)
        self._due_us = max(min(wakes), now_us + 1)
        return self._due_us

    def take(self) -> list[Gesture]:
        """Hand over the gestures since the last call, in the order in which they acted."""
        gestures = list(self._hands.gestures)
        self._hands.gestures.clear()
        return gestures

    def close(self) -> None:
        """Give the pins back."""
        for device in self._devices:
            device.close()
        self._devices.clear()

    def _open(self, name: str, pin: int, pin_factory: Any) -> None:
        # A gpiozero.Button is the same with a thread of its own, which waits for holds: Hands does that.
        device = gpiozero.DigitalInputDevice(pin, pull_up=None, active_state=False, pin_factory=pin_factory)
        self._devices.append(device)

        def heard(ticks: float, level: bool) -> None:
            self._enqueue(name, not level, self._now_us() - self._age_us(ticks))

        self._heard.append(heard)
        device.pin.when_changed = heard
        down = bool(device.is_active)
        self._contacts[name] = Contact(name, down, self._debounce_us)
        if down:
            self._hands.ignore(name)

    def _enqueue(self, name: str, down: bool, at_us: int) -> None:
        self._edges.append((name, down, at_us))
        if self.on_edge is not None:
            self.on_edge()

    def _settled(self) -> int:
        """End the bounces that are over; return since when others go on, the present time if none does."""
        changes = [contact.settle(self._time_us) for contact in self._bouncing.values()]
        self._changes += [change for change in changes if change is not None]
        self._changes.sort()
        since_us = {name: contact.bounce_from_us for name, contact in self._bouncing.items()}
        self._bouncing = {name: self._bouncing[name] for name, us in since_us.items() if us is not None}
        return min((us for us in since_us.values() if us is not None), default=self._time_us)

    def _advance(self, now_us: int) -> None:
        """Let time pass: bounces end, and what is known for certain goes to ``Hands`` in order.

        As long as a contact bounces, nothing later than its first edge is certain: whether a finger left before
        the threshold of a hold shows only when its bounce is over.
        """
        self._time_us = max(self._time_us, now_us)
        certain_us = self._settled() if self._bouncing else self._time_us
        certain_us = max(certain_us, self._time_us - PATIENCE * self._debounce_us)
        while self._changes and self._changes[0].at_us <= certain_us:
            self._hands.change(self._changes.pop(0))
        self._hands.wait_until(certain_us)
