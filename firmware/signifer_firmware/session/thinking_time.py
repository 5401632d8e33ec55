"""Thinking time: how long each player has had something to decide, counted up and told in whole minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from signifer_core.json_values import Json, as_int
from signifer_core.layout import SIDES

from signifer_firmware.storage.store import Entry

from . import journal
from .outlook import Outlook
from .state import State

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US


@dataclass(frozen=True, slots=True)
class Clock:
    """``spent_us`` of each player up to ``at_us``, of red first; those who are ``thinking`` spend more from then on."""

    spent_us: tuple[int, ...] = (0,) * len(SIDES)
    at_us: int = 0
    thinking: frozenset[str] = frozenset()

    def until(self, now_us: int) -> Clock:
        """The clock at ``now_us``; it never goes back."""
        passed_us = max(0, now_us - self.at_us)
        spent_us = tuple(
            spent_us + (passed_us if player in self.thinking else 0)
            for player, spent_us in zip(SIDES, self.spent_us, strict=True)
        )
        return replace(self, spent_us=spent_us, at_us=self.at_us + passed_us)

    def of(self, thinking: frozenset[str], now_us: int) -> Clock:
        """Others are thinking from ``now_us`` on."""
        return replace(self.until(now_us), thinking=thinking)

    @property
    def minutes(self) -> tuple[int, ...]:
        """Whole minutes of each player, of red first."""
        return tuple(spent_us // MINUTE_US for spent_us in self.spent_us)

    def next_minute_us(self) -> int | None:
        """When somebody's next minute is full, if nothing changes before; None if nobody is thinking."""
        left = [
            MINUTE_US - spent_us % MINUTE_US
            for player, spent_us in zip(SIDES, self.spent_us, strict=True)
            if player in self.thinking
        ]
        return self.at_us + min(left) if left else None

    def body(self) -> dict[str, int]:
        """What the journal keeps: whole seconds by player."""
        return {player: spent_us // SECOND_US for player, spent_us in zip(SIDES, self.spent_us, strict=True)}

    @classmethod
    def kept(cls, body: Mapping[str, Json], now_us: int) -> Clock:
        """The clock that :meth:`body` told; nobody is thinking yet."""
        return cls(tuple(as_int(body[player]) * SECOND_US for player in SIDES), now_us)


class ThinkingTime:
    """The clock of the game of ``state``, while settings have it shown."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._clock = Clock()

    def restart(self, now_us: int) -> None:
        """Another game begins."""
        self._clock = Clock(at_us=now_us)

    def taken_up(self, spent: Mapping[str, Json] | None) -> None:
        """A game goes on in which players have ``spent`` so many seconds."""
        self._clock = Clock.kept(spent, 0) if spent is not None else Clock()

    def next_us(self) -> int | None:
        """When the clock has something new to show, if nothing changes before."""
        return self._clock.next_minute_us() if self._state.settings.clock else None

    def tick(self, now_us: int) -> None:
        """Bring the clock up to date."""
        state = self._state
        if not state.settings.clock:
            return
        self._clock = self._clock.until(now_us)
        if state.outlook.minutes != self._clock.minutes:
            state.outlook = replace(state.outlook, minutes=self._clock.minutes)
            self._record(now_us)

    def overlay(self, outlook: Outlook, now_us: int) -> Outlook:
        """Whose time it is changes with what is asked; it is nobody's while a menu is open, or after the game."""
        if not self._state.settings.clock:
            self._clock = Clock()
            return outlook
        stands = self._state.is_over or outlook.agreement is not None
        asked = frozenset(prompt.player for prompt in outlook.prompts if prompt.key != "wait")
        thinking = frozenset[str]() if stands else asked
        if thinking != self._clock.thinking:
            self._clock = self._clock.of(thinking, now_us)
            self._record(now_us)
        return replace(outlook, minutes=self._clock.minutes)

    def _record(self, now_us: int) -> None:
        self._state.record(Entry(now_us, journal.CLOCK, self._clock.body()))
