"""Thinking time: how long each player has had something to decide, counted up and told in whole minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from signifer_core.layout import PLAYERS

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US


@dataclass(frozen=True, slots=True)
class Clock:
    """``spent_us`` of each player up to ``at_us``, of red first; those who are ``thinking`` spend more from then on."""

    spent_us: tuple[int, ...] = (0,) * len(PLAYERS)
    at_us: int = 0
    thinking: frozenset[str] = frozenset()

    def until(self, now_us: int) -> Clock:
        """The clock at ``now_us``; it never goes back."""
        passed_us = max(0, now_us - self.at_us)
        spent_us = tuple(
            spent_us + (passed_us if player in self.thinking else 0)
            for player, spent_us in zip(PLAYERS, self.spent_us, strict=True)
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
            for player, spent_us in zip(PLAYERS, self.spent_us, strict=True)
            if player in self.thinking
        ]
        return self.at_us + min(left) if left else None

    def body(self) -> dict[str, int]:
        """What the journal keeps: whole seconds by player."""
        return {
            player: spent_us // SECOND_US for player, spent_us in zip(PLAYERS, self.spent_us, strict=True)
        }

    @classmethod
    def kept(cls, body: Mapping[str, Any], now_us: int) -> Clock:
        """The clock that :meth:`body` told; nobody is thinking yet."""
        return cls(tuple(int(body[player]) * SECOND_US for player in PLAYERS), now_us)
