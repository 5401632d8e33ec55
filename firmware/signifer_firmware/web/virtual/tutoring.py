"""The tutor at a virtual table: before a decision, on request, the best plan; after a turn, what it was worth.

It sees what the player sees (`PageGame.known`), and thinks in a process of its own: the table's loop only asks, and
looks whether an answer has come. Where people sit at devices of their own, it is silent until all allow it, and tells
each of their own decisions: there its viewers are the players, who may see the same of all else. Where two share a
screen, it speaks of nobody whose hand is covered there.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias, cast

from signifer_core.json_values import as_int, as_str

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.i18n.words import Words
from signifer_firmware.session.outlook import GAME
from signifer_firmware.session.tutoring import allowed_after, may_tutor
from signifer_firmware.simulation.robots.apart import Apart, ApartError
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.tutor import Advice, Judged
from signifer_firmware.simulation.robots.tutor_words import tutor_of
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.game import View
from signifer_firmware.web.play import WATCH, CannotError
from signifer_firmware.web.view.glance import in_all

from .robot_hands import is_put_right
from .sayings import AFTER, ALONE, BEFORE, CHANGED, COVERED, FIRST, LOST, NONE, NOT_YOURS, OFF, Heard
from .stretches import Seen, Stretch, Stretches

if TYPE_CHECKING:
    from .live import Live

# So long it thinks before a decision, and about each one of a turn that is over.
ADVISE_US, JUDGE_US = 2_500_000, 800_000
# More of one turn than this is not looked at: it all goes through a pipe, which nobody is to wait for.
MOST_STRETCHES = 24

Move: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class _Job:
    """Something to think about for a viewer: a view of a player, or the stretches of a turn."""

    kind: str
    viewer: str
    player: str
    stretches: tuple[Stretch, ...]


class Tutoring:
    """The tutor of the people at ``live``; off until they ask for it. Close it after the game."""

    def __init__(self, live: Live) -> None:
        self._live, self._robots = live, robot(live.choice.game)
        self._is_there = bool(self._robots.levels) and live.choice.mode != WATCH and live.lesson is None
        self._plans = cache(partial(self._robots.plans, live.run.bundle.deck))
        self._people = [chair.player for chair in live.chairs] or [live.viewer]
        self._allowed = frozenset(self._people[:1]) if live.choice.tutor else frozenset[str]()
        self._rng = random.Random(live.choice.seed)
        self._heard = {viewer: Heard() for viewer in self._people}
        self._apart: Apart[Seen, Move] | None = None
        self._jobs: deque[_Job] = deque()
        self._job: _Job | None = None
        self._is_still = False
        # How much of the journal was read, when it was looked at last, and the turn that is on; who had to decide then,
        # and in which position.
        self._read, self._looked, self._turn = 0, object(), 0
        self._movers: tuple[str, ...] = ()
        self._stood: AnyState | None = None
        self._stretches = Stretches()
        # Where two share a screen: how often the decision has passed on, and whose hands are open there since.
        self._is_shared = (
            len(live.people) > 1 and not live.chairs and registry.game(live.choice.game).traits.hides
        )
        self._passed, self._open = 0, frozenset[str]()

    # What people want

    def allow(self, viewer: str, *, on: bool) -> None:
        """``viewer`` wants it, or allows it to the others; CannotError where there is none."""
        if not self._is_there or viewer not in self._people:
            raise CannotError(NONE)
        self._allowed = allowed_after(self._allowed, viewer, yes=on)
        # What is due already is judged, too.
        self._looked = object()
        if viewer == self._people[0]:
            self._live.choice = replace(self._live.choice, tutor=on)
        if not self._may(viewer):
            self._stop()

    def left(self, viewer: str) -> None:
        """Who sat there, allows nothing any more, and what they were told is not for whoever comes next."""
        if viewer in self._allowed:
            self.allow(viewer, on=False)
            self._heard[viewer] = Heard()

    def opened(self, players: Iterable[str], passed: int) -> None:
        """Those hands are open at the screen that two share, and no others; what a page says that has not heard yet
        that the decision has ``passed`` on, counts no more."""
        if passed == self._passed:
            self._open = frozenset(players)

    def _is_open(self, player: str) -> bool:
        return not self._is_shared or self._live.over or player in self._open

    def ask(self, viewer: str) -> None:
        """``viewer`` wants to know the best plan; CannotError if it may not be told, or there is nothing to decide."""
        if not self._is_there or viewer not in self._people:
            raise CannotError(NONE)
        if not self._may(viewer):
            raise CannotError(OFF)
        asked = [mover for mover in self._deciders if self._viewer_of(mover) == viewer]
        if not asked:
            raise CannotError(NOT_YOURS)
        mover = next(filter(self._is_open, asked), None)
        if mover is None:
            raise CannotError(COVERED)
        view = self._view(mover)
        if view is None:
            raise CannotError(FIRST)
        self._heard[viewer].forget_advice()
        self._heard[viewer].note = ""
        self._jobs = deque(job for job in self._jobs if (job.kind, job.viewer) != (BEFORE, viewer))
        asked_before = [job for job in self._jobs if job.kind == BEFORE]
        self._jobs.insert(len(asked_before), _Job(BEFORE, viewer, mover, ((view, []),)))
        if self._job is None or self._job.kind == AFTER or self._job.viewer == viewer:
            if self._job is not None and self._job.kind == AFTER:
                self._jobs.insert(len(asked_before) + 1, self._job)
            self._begin()
        self._say_who_waits()

    def _may(self, viewer: str) -> bool:
        return may_tutor(viewer, self._people, self._allowed, over=self._live.over)

    # What it sees

    @property
    def _state(self) -> AnyState | None:
        """The state of the game that is on, if these are its cards."""
        live = self._live
        keeper = live.run.appliance.keeper
        is_on = live.power and keeper.outlook.phase == GAME and keeper.bundle.name == live.choice.game
        return live.state if is_on else None

    @property
    def _deciders(self) -> tuple[str, ...]:
        """Who has something to decide: of several who may act at once first whom the game asks first."""
        state = self._state
        if state is None or not self._is_there:
            return ()
        actors = self._live.run.bundle.procedure.rules.actors(state)
        asked = {player: self._plans(player).mover(state) for player in sorted(actors)}
        first = self._plans("").mover(state)
        return tuple(
            sorted((mover for mover in asked if asked[mover] == mover), key=lambda mover: mover != first)
        )

    def _viewer_of(self, player: str) -> str | None:
        """Who may hear what ``player`` should do; None for a robot."""
        live = self._live
        if player in live.robots:
            return None
        if live.chairs:
            return player if player in self._people else None
        return live.viewer

    def _view(self, player: str) -> Seen | None:
        """What ``player`` sees; None while the table asks for something first, or hands are under way."""
        live = self._live
        outlook, table = live.run.appliance.keeper.outlook, live.run.appliance.keeper.table
        if table is None or outlook.corrections or not is_put_right(outlook):
            return None
        return cast("Seen | None", live.page.known(live.run.bundle, table, live.hands.piles, player))

    # What goes on

    def look(self) -> None:
        """Take in what was done, and what has been thought: often, and never waiting. What goes wrong is raised, and
        ends the tutor until somebody wants it again."""
        if not self._is_there:
            return
        try:
            self._look()
        except Exception:
            self._break_off()
            raise

    def _look(self) -> None:
        keeper, piles = self._live.run.appliance.keeper, self._live.hands.piles
        looked = (keeper.table, keeper.outlook, piles.everything, self._live.power)
        if looked != self._looked:
            self._looked = looked
            self._follow(keeper.session.state.journal)
        if self._job is not None:
            self._listen(self._job)
        elif self._jobs:
            self._begin()

    def _follow(self, journal: list[Entry]) -> None:
        """What was done since the last look belongs to whoever had to decide then."""
        if len(journal) < self._read:
            self._read, self._stretches, self._movers = 0, Stretches(), ()
        new, self._read = journal[self._read :], len(journal)
        for entry in new:
            match entry.kind:
                case "gesture" | "action":
                    self._did(as_str(entry.body))
                case "undo":
                    self._stretches.undone(as_int(entry.body))
                case "agreed":
                    self._stretches = Stretches()
        if new:
            for heard in self._heard.values():
                heard.forget_advice()
        state, before, self._movers = self._state, self._movers, self._deciders
        self._stood = state
        if not set(before).issuperset(self._movers):
            self._passed, self._open = self._passed + 1, frozenset()
        if state is not None and (state.turn != self._turn or self._live.over):
            self._turn = state.turn
            self._turn_over()
        for mover in filter(self._wants, self._movers):
            if (view := self._view(mover)) is not None:
                self._stretches.begin(mover, view)

    def _did(self, text: str) -> None:
        """What one of several has done is theirs; of one alone it is all that follows, too."""
        bundle = self._live.run.bundle
        action = bundle.parse(text) if self._movers else None
        doer = next(iter(self._movers), None)
        if len(self._movers) > 1 and self._stood is not None:
            doer = bundle.procedure.player_of(self._stood, action)
        self._stretches.did(doer, action)

    def _wants(self, player: str) -> bool:
        viewer = self._viewer_of(player)
        return viewer is not None and self._may(viewer)

    def _turn_over(self) -> None:
        """What was decided in a turn is to be judged."""
        for player, found in self._stretches.over():
            viewer = self._viewer_of(player)
            if viewer is not None and self._may(viewer):
                self._judge(_Job(AFTER, viewer, player, found[:MOST_STRETCHES]))

    def _judge(self, job: _Job) -> None:
        """Of each player the last turn counts, and what was to be said of the one before comes too late."""
        self._heard[job.viewer].say(AFTER, job.player, None)
        self._jobs = deque(other for other in self._jobs if (other.kind, other.player) != (AFTER, job.player))
        self._jobs.append(job)

    # Its process

    def _begin(self) -> None:
        """Ask about what is next."""
        job = self._job = self._jobs.popleft()
        seed = self._rng.getrandbits(64)
        try:
            if self._apart is None:
                live = self._live
                self._apart = Apart(live.choice.game, live.run.bundle.deck)
            self._apart.hold(still=self._is_still)
            if job.kind == BEFORE:
                self._apart.ask_advice(job.stretches[0][0], seed, ADVISE_US, job.player)
            else:
                self._apart.ask_turn(job.stretches, seed, JUDGE_US, job.player)
        except (ApartError, OSError):
            self._end(job)
            return
        self._say_who_waits()

    def _say_who_waits(self) -> None:
        """Each is told what is thought about for them, or what they have asked while others' question comes first."""
        waits = {job.viewer: BEFORE for job in self._jobs if job.kind == BEFORE}
        if self._job is not None:
            waits[self._job.viewer] = self._job.kind
        for viewer, heard in self._heard.items():
            heard.thinking = waits.get(viewer, "")

    def hold(self, *, still: bool) -> None:
        """Hands are at work: it thinks of nothing, or goes on."""
        self._is_still = still
        if self._apart is not None:
            # That its process is gone, is told where it is listened to.
            with suppress(ApartError):
                self._apart.hold(still=still)

    def _listen(self, job: _Job) -> None:
        assert self._apart is not None
        try:
            found = self._apart.advice() if job.kind == BEFORE else self._apart.turn()
        except ApartError as error:
            if error.gone:
                self._end(job)
            else:
                self._done()  # what is refused is one decision's
                if job.kind == BEFORE:
                    self._heard[job.viewer].note = LOST
            return
        if found is None:
            return
        self._done()
        if job.kind == BEFORE or self._heard[job.viewer].note == ALONE:
            self._heard[job.viewer].note = ""
        if self._may(job.viewer):
            self._say(job, found)

    def _say(self, job: _Job, found: Advice[Move] | tuple[Judged[Move], ...]) -> None:
        """Once it has thought; of a decision that is made meanwhile nobody needs advice, nor of an older turn. Who has
        still to decide, but something else, is told so: they wait for it."""
        if job.kind == AFTER and any((AFTER, job.player) == (each.kind, each.player) for each in self._jobs):
            return
        is_due = job.player in self._deciders and self._view(job.player) == job.stretches[0][0]
        if isinstance(found, Advice) and not is_due:
            if any(self._viewer_of(mover) == job.viewer for mover in self._deciders):
                self._heard[job.viewer].note = CHANGED
            return
        bundle = self._live.run.bundle

        def text(words: Words) -> str:
            tutor = tutor_of(bundle, words)
            return tutor.before(found) if isinstance(found, Advice) else tutor.turn(found)

        told = in_all(text, bundle)
        self._heard[job.viewer].say(job.kind, job.player, told if all(told.values()) else None)

    def _done(self) -> None:
        self._job = None
        self._say_who_waits()

    def _end(self, job: _Job) -> None:
        """Its process is gone; who asks again has another one."""
        waiting = {each.viewer for each in (job, *self._jobs)}
        self._stop()
        for viewer in waiting:
            self._heard[viewer].note = ALONE
        self.close()

    def _break_off(self) -> None:
        """It cannot go on: who had it is told so, and may ask for it again."""
        self._stop()
        self.close()
        for viewer in self._allowed:
            self._heard[viewer].note = ALONE

    def _stop(self) -> None:
        """Whatever it thinks about, nobody is told."""
        self._jobs.clear()
        self._done()
        self._stretches = Stretches()
        for heard in self._heard.values():
            heard.said.clear()

    def close(self) -> None:
        """It thinks no longer."""
        if self._apart is not None:
            self._apart.close()
        self._apart = None

    # Telling

    @property
    def told(self) -> dict[str, View]:
        """What pages of each viewer are told; others are told nothing."""
        if not self._is_there:
            return {}
        asked = set(map(self._viewer_of, self._movers))
        return {viewer: self._told(viewer, due=viewer in asked) for viewer in self._people}

    def _told(self, viewer: str, *, due: bool) -> View:
        heard, may = self._heard[viewer], self._may(viewer)
        (_, before), (whose, after) = (heard.last(kind, self._is_open) for kind in (BEFORE, AFTER))
        return {
            "on": viewer in self._allowed,
            "others": sorted(self._allowed - {viewer}),
            "may": may,
            "due": due,
            "thinking": heard.thinking,
            "note": heard.note,
            "number": heard.number,
            "passed": self._passed if self._is_shared else None,
            BEFORE: before,
            AFTER: after,
            # Who sits at a device of their own knows whose turn it was.
            "whose": whose if len(self._live.people) > 1 and not self._live.chairs else "",
        }
