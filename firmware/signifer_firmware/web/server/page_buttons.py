"""Buttons that a real table has on its page: whose fingers are on them, and which are held for who has one finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.web.game import View

from .messages import Hold
from .questions import KeyDeed

# Who has a button held for them holds it a little longer than it must be.
HOLD_MORE_US = 100_000
# The table's own finger, which holds a button for somebody.
_HELD = "held"


class Touch(Protocol):
    """How a finger on a button is felt."""

    def __call__(self, name: str, *, down: bool) -> None: ...


class PageButtons:
    """``hold_us()`` is for how long the table wants a button held. Where several have a finger on one button, it is
    down until the last one leaves."""

    def __init__(self, touch: Touch, hold_us: Callable[[], int]) -> None:
        self._touch, self._hold_us = touch, hold_us
        # Whose fingers are on buttons, by name; and when those leave that hold them for somebody.
        self._down: dict[str, set[str]] = {}
        self._lets_go: dict[str, int] = {}

    @property
    def holds(self) -> bool:
        """Whether a button is held for somebody."""
        return bool(self._lets_go)

    def pressed(self, key: KeyDeed, now_us: int) -> View:
        """A finger of a page on a button. Whatever game the page believes to see, a finger that leaves is felt."""
        deed = key.message
        if isinstance(deed, Hold):
            return self._hold(deed.names, now_us)
        self._finger(key.role, deed.name, down=deed.down)
        return {"type": "done"}

    def let_go(self, now_us: int) -> int:
        """Let go what was held long enough; when the next one is."""
        for name in [name for name, at_us in self._lets_go.items() if at_us <= now_us]:
            del self._lets_go[name]
            self._finger(_HELD, name, down=False)
        return min(self._lets_go.values(), default=NEVER)

    def _hold(self, names: tuple[str, ...], now_us: int) -> View:
        """Hold buttons together for as long as it takes, for who has one finger."""
        if any(self._down.get(name) for name in names):
            return {"type": "refused", "reason": "is-down"}
        for name in names:
            self._finger(_HELD, name, down=True)
        self._lets_go |= dict.fromkeys(names, now_us + self._hold_us() + HOLD_MORE_US)
        return {"type": "done"}

    def _finger(self, whose: str, name: str, *, down: bool) -> None:
        there = self._down.setdefault(name, set())
        was_down = bool(there)
        (there.add if down else there.discard)(whose)
        if was_down != bool(there):
            self._touch(name, down=down)
