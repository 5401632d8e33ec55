"""Paging of pictures that do not fit on one screen together: they take turns, and each screen keeps its own time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from signifer_firmware.kernel.scheduler import NEVER

from .panels import Panel

# Long enough to read a refusal of two lines.
PAGE_US = 3_000_000

# A panel, and the number of one of its pages.
Face = tuple[Panel, int]


@dataclass
class _Turn:
    """The faces of one screen, which of them is shown, and since when."""

    faces: list[Face]
    index: int
    since_us: int


class Turns:
    """Which face each screen shows. One with the same faces as before goes on in turn, others begin with the first."""

    def __init__(self) -> None:
        self._turns: dict[str, _Turn] = {}

    def set(self, place: str, faces: list[Face], now_us: int) -> None:
        """These are the faces of a screen from now on."""
        turn = self._turns.get(place)
        if turn is None or turn.faces != faces:
            self._turns[place] = _Turn(faces, 0, now_us)

    def pass_time(self, now_us: int) -> bool:
        """Let every screen go on whose face has been shown for long enough; whether there was one."""
        due = [turn for turn in self._turns.values() if self._due_us(turn) <= now_us]
        for turn in due:
            turn.index, turn.since_us = (turn.index + 1) % len(turn.faces), now_us
        return bool(due)

    def go_on(
        self, place: str, key: Callable[[Face], Hashable | None], last: Hashable | None, now_us: int
    ) -> None:
        """Let one screen go on at once to the next of those faces that have a ``key``, counted round from ``last``; to
        the first of them if that is None or gone. Nothing happens if there is none."""
        turn = self._turns[place]
        keys = [key(face) for face in turn.faces]
        if last is None or last not in keys:
            start = 0
        else:  # two faces may look alike
            start = 1 + (turn.index if keys[turn.index] == last else keys.index(last))
        for index in (*range(start, len(keys)), *range(start)):
            if keys[index] is not None:
                turn.index, turn.since_us = index, now_us
                return

    def face(self, place: str) -> Face | None:
        """What the screen shows; None if it was never told."""
        turn = self._turns.get(place)
        return turn.faces[turn.index] if turn is not None else None

    def ahead(self, place: str, turns: int) -> Face | None:
        """What the screen will show so many turns later, if its faces stay; None if it was never told."""
        turn = self._turns.get(place)
        return turn.faces[(turn.index + turns) % len(turn.faces)] if turn is not None else None

    def next_us(self) -> int:
        """When the next screen goes on; NEVER if none has more than one face."""
        return min(map(self._due_us, self._turns.values()), default=NEVER)

    @staticmethod
    def _due_us(turn: _Turn) -> int:
        return turn.since_us + PAGE_US if len(turn.faces) > 1 else NEVER
