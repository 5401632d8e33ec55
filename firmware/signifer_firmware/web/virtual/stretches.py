"""What players saw as they had to decide in a turn, and what they did then: what the tutor judges when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.simulation.robots.thinking import Knowing


class Seen(AnyState, Knowing, Protocol):
    """What a player sees of any game."""


# What a player saw, and what was done then.
Stretch: TypeAlias = tuple[Seen, list[object]]


class Stretches:
    """The stretches of the turn that is on, by player; undo takes back what was done last, whoever did it."""

    def __init__(self) -> None:
        self._of: dict[str, list[Stretch]] = {}
        # By action, the oldest first, whose stretch it is in.
        self._whose: list[str | None] = []

    def begin(self, player: str, view: Seen) -> None:
        """From here on what ``player`` does is done in that view."""
        there = self._of.setdefault(player, [])
        if there and there[-1][0] == view:
            return
        if there and not there[-1][1]:
            there.pop()
        there.append((view, []))

    def did(self, player: str | None, action: object) -> None:
        """``player`` has done something; None: nobody whose turn is judged."""
        there = self._of.get(player or "", [])
        if there:
            there[-1][1].append(action)
        self._whose.append(player if there else None)

    def undone(self, count: int) -> None:
        """The last actions are taken back, as far as they are of this turn."""
        for _ in range(min(count, len(self._whose))):
            there = self._of.get(self._whose.pop() or "", [])
            while there and not there[-1][1]:
                there.pop()
            if there:
                there[-1][1].pop()

    def over(self) -> Iterable[tuple[str, tuple[Stretch, ...]]]:
        """The turn is over: by player the stretches in which something was done; another turn begins."""
        done, self._of, self._whose = self._of, {}, []
        for player, there in done.items():
            if found := tuple(stretch for stretch in there if stretch[1]):
                yield player, found
