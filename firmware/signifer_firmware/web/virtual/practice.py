"""Practice: at a virtual table anything may be taken back, dice and what was learned, too.

A game that goes back is the same table at an earlier moment: its journal up to there, and every card where it lay. What
comes then is chance's anew.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from signifer_firmware.session import journal
from signifer_firmware.web.game import CannotError

from .kept import Kept, Step

if TYPE_CHECKING:
    from .live import Live

# So far one can go back; more of a game than any robot has played.
MOST_STEPS = 1_000
MOST_SEED = 1_000_000


class Practice:
    """The moments of the game at ``live``; ``steps`` are those of before it went back."""

    def __init__(self, live: Live, steps: tuple[Step, ...] = ()) -> None:
        self._live, self._steps = live, list(steps)

    def look(self) -> None:
        """Remember this moment, if something was done."""
        live = self._live
        keeper = live.run.appliance.keeper
        entries = keeper.session.state.journal
        if not entries or not live.power:
            return
        if not journal.practised(entries):
            live.run.appliance.with_keeper(lambda keeper, now_us: keeper.practise(now_us))
        if self._steps and self._steps[-1].entries > len(entries):
            self._steps.clear()  # another game
        if not self._steps or self._steps[-1].entries < len(entries):
            self._steps.append(Step(live.sight.feed.count, len(entries), live.hands.piles.in_order))
            del self._steps[:-MOST_STEPS]

    def back(self, at: int | None) -> Kept:
        """The game as it was after line ``at``, or else before what people decided last; CannotError if that is not
        known."""
        live = self._live
        goal = self._before_last() if at is None else at
        step = next((step for step in reversed(self._steps) if step.count <= goal), None)
        if step is None or (at is not None and at >= live.sight.feed.count):
            raise CannotError("no-such-moment")
        entries = live.run.appliance.keeper.session.state.journal[: step.entries]
        choice = replace(live.choice, seed=secrets.randbelow(MOST_SEED), position=())
        kept = [each for each in self._steps if each.entries <= step.entries]
        return Kept(choice, tuple(entries), step.places, tuple(kept))

    def _before_last(self) -> int:
        """The line before the last one that people have done and not taken back."""
        sight, people = self._live.sight, self._live.people
        for number, news in reversed(sight.lines):
            by_people = news.kind == "action" and news.what.get("player") in people
            if by_people and number not in sight.taken_back:
                return number - 1
        raise CannotError("no-such-moment")
