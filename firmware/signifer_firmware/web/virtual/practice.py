"""Practice: at a virtual table anything may be taken back, dice and what was learned, too.

A game that goes back is the same table at an earlier moment: its journal up to there, and every card where it lay. What
comes then is left to chance again.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from signifer_core.dice import Record

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.recording.part import lines_of
from signifer_firmware.session import dice, journal
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.play import CannotError

from .kept import Kept, Moments, Step
from .new_games import any_seed

if TYPE_CHECKING:
    from .live import Live

# So far one can go back; more of a game than any robot has played.
MOST_STEPS = 1_000


def robots_alone(live: Live, state: AnyState) -> bool:
    """Whether nobody but robots has something to decide, of players who may share their side with people."""
    procedure = live.run.appliance.keeper.bundle.procedure
    seats = procedure.rules.actors(state) & procedure.sides.keys()
    return bool(seats) and seats.issubset(live.robots)


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
            count, places = live.sight.feed.count, live.hands.piles.in_order
            self._steps.append(Step(count, len(entries), places, self._asked, self._shared))
            del self._steps[:-MOST_STEPS]

    @property
    def first(self) -> int | None:
        """The first line to which one can go back; None before anything was done."""
        return self._steps[0].count if self._steps else None

    def back(self, at: int | None) -> Kept:
        """The game as it was after line ``at``, or else before what people decided last; CannotError if that is not
        known, or the table is dark."""
        live = self._live
        if not live.power:
            raise CannotError("no-game")
        if at is not None and at >= live.sight.feed.count:
            raise CannotError("no-such-moment")
        entries = live.run.appliance.keeper.session.state.journal
        step = self._before_last(entries) if at is None else self._after(at)
        if step is None:
            raise CannotError("no-such-moment")
        choice = replace(live.choice, seed=any_seed(), position=())
        before = entries[: step.entries]
        steps, moments = self._numbered(step, before)
        # Dice of a ceremony would fall as they fell; once its secret is open, the table's own fall again.
        opened = dice.opening(dice.kept(Record(), before), before[-1].at_us)
        return Kept(choice, (*before, *opened), step.places, steps, moments)

    def _numbered(self, last: Step, before: list[Entry]) -> tuple[tuple[Step, ...], Moments]:
        """The steps up to ``last``, and how these moments were seen, by the lines that the journal ``before`` makes:
        the record that goes on has no others, such as those of refusals and faults."""
        lines = [0, *accumulate(map(lines_of, before))]
        seen = dict(self._live.sight.past)
        kept = [step for step in self._steps if step.entries <= last.entries]
        moments = {lines[step.entries]: seen[step.count] for step in reversed(kept) if step.count in seen}
        steps = (replace(step, count=lines[step.entries]) for step in kept)
        return tuple(steps), tuple(sorted(moments.items(), key=lambda moment: moment[0]))

    @property
    def _asked(self) -> bool:
        """Whether people have something to decide."""
        live, state = self._live, self._live.state
        if state is None or live.play.begins(state) or robots_alone(live, state):
            return False
        return not live.run.bundle.procedure.deciders(state).isdisjoint(live.people)

    @property
    def _shared(self) -> bool:
        """Whether robots have something to decide, perhaps beside people."""
        live, state = self._live, self._live.state
        return state is not None and not live.run.bundle.procedure.rules.actors(state).isdisjoint(live.robots)

    def _after(self, line: int) -> Step | None:
        return next((step for step in reversed(self._steps) if step.count <= line), None)

    def _before_last(self, entries: list[Entry]) -> Step | None:
        """Where people were asked, and made the last gesture that they made."""
        ends = [*((step.entries, step.count) for step in self._steps[1:])]
        ends.append((len(entries), self._live.sight.feed.count))
        for step, (end, count) in zip(reversed(self._steps), reversed(ends), strict=True):
            done = any(entry.kind == "gesture" for entry in entries[step.entries : end])
            if step.asked and done and not (step.shared and self._is_robots(step.count, count)):
                return step
        return None

    def _is_robots(self, after: int, last: int) -> bool:
        """Whether of the lines after one, up to the ``last``, none tells of people."""
        told = (
            news.what.get("player") for number, news in self._live.sight.feed.lines if after < number <= last
        )
        return frozenset[object](self._live.people).isdisjoint(told)
