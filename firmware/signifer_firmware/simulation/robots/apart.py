"""A robot that searches in a process of its own, so that whoever asks it is never late."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeAlias, cast

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.search import Move, Plans, Stop, Thought

from signifer_firmware.kernel.mistakes import Mistakes

from .game import robot
from .thinking import Knowing, Level, State, Thinker, after, weakened
from .tutor import Advice, Budget, Judged, Made, advised, either, judged, judged_turn, time_of

# The table comes first, also on a board with few cores.
NICE = 10
# What it hears between questions: that it is to hold still, and that it may go on.
STILL, ON = "still", "on"
# What it is asked: as a robot, or as a tutor before and after a decision, and after a turn.
THINK, ADVISE, JUDGE, TURN = "think", "advise", "judge", "turn"
# Its number, what it is, the view, the seed, for how long, and about what.
Question: TypeAlias = tuple[int, str, Knowing, int, int, object]
NO_CHOICE = "there was nothing to choose"
WRONG = "it went wrong over this, by a mistake of the program"
# So many questions are on their way at once: the second has it leave off the first.
MOST_ASKED = 2


class ApartError(RulesError):
    """The robot's process is ``gone`` and thinks of nothing any more, or could not answer."""

    def __init__(self, message: str, *, gone: bool = False) -> None:
        super().__init__(message)
        self.gone = gone


class Apart(Generic[State, Move]):
    """The thinking robot of a game, for any of its players. It is asked about one view at a time: who asks again before
    it has answered takes the first question back. OSError where no process can be begun."""

    def __init__(self, game: str, deck: CardDeck) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._ours, theirs = spawning.Pipe()
        self._process = spawning.Process(
            target=_run, args=(theirs, game, deck), name=f"robot of {game}", daemon=True
        )
        begin(self._process)
        theirs.close()
        self._writable = select.poll()
        self._writable.register(self._ours, select.POLLOUT)
        self._number = 0
        self._what = THINK
        # What it is to hear, and what it was told; the last question alone waits until the pipe has room.
        self._is_still = self._told_still = False
        self._waiting: tuple[int, str, State | None, int, int, object] | None = None
        self._asked = 0

    def ask(self, view: State, seed: int, think_us: int, level: int | None = None) -> None:
        """Begin to think about ``view``, for so long, or no longer than a robot of the ``level`` thinks; the answer is
        then its decision. ApartError if the process is gone."""
        self._ask(THINK, view, seed, think_us, level)

    def ask_advice(self, view: State, seed: int, think_us: int, player: str = "") -> None:
        """Begin to look for the best plan in ``view``, of ``player`` as in `RobotGame.plans`: `advice` has it."""
        self._ask(ADVISE, view, seed, think_us, player)

    def ask_judgement(self, view: State, made: Move, seed: int, think_us: int) -> None:
        """Begin to judge what was ``made`` in ``view``: `judgement` has it."""
        self._ask(JUDGE, view, seed, think_us, made)

    def ask_turn(
        self,
        stretches: Sequence[tuple[State, Sequence[object]]],
        seed: int,
        think_us: int,
        player: str = "",
    ) -> None:
        """Begin to judge a turn of ``player``, so long about each of its decisions; ``stretches`` as for `judged_turn`:
        `turn` has what they are worth."""
        self._ask(TURN, None, seed, think_us, (player, tuple(stretches)))

    def _ask(self, what: str, view: State | None, seed: int, think_us: int, about: object) -> None:
        self._number += 1
        self._what = what
        self._waiting = (self._number, what, view, seed, think_us, about)
        self._tell()

    def _tell(self, *, patiently: bool = False) -> None:
        """Send what waits, as far as the pipe has room: nobody waits for a process that still loads, or stands still
        itself; unless they do so ``patiently``."""
        try:
            if self._is_still != self._told_still and self._has_room(patiently):
                self._ours.send(STILL if self._is_still else ON)
                self._told_still = self._is_still
            if self._waiting is not None and self._asked < MOST_ASKED and self._has_room(patiently):
                self._ours.send(self._waiting)
                self._waiting, self._asked = None, self._asked + 1
        except OSError:
            raise _gone() from None

    def _has_room(self, patiently: bool) -> bool:
        """Whether a question goes into the pipe at once: most of it is empty."""
        return patiently or bool(self._writable.poll(0))

    def hold(self, *, still: bool) -> None:
        """Have it hold still, so that hands have the machine for themselves, or go on; what it stands still does not
        count as time that it thought. What is asked meanwhile waits, too. ApartError if the process is gone."""
        self._is_still = still
        self._tell()

    def answer(self, wait_s: float = 0.0) -> Thought[Move] | None:
        """What it came to; None as long as it thinks, or where something else was asked. ApartError if the process is
        gone, or it refuses the view."""
        return cast("Thought[Move] | None", self._answer(THINK, wait_s))

    def advice(self, wait_s: float = 0.0) -> Advice[Move] | None:
        """The best plan that was asked for; otherwise as `answer`."""
        return cast("Advice[Move] | None", self._answer(ADVISE, wait_s))

    def judgement(self, wait_s: float = 0.0) -> Judged[Move] | None:
        """The judgement that was asked for; otherwise as `answer`, and ApartError where there was nothing to choose."""
        return cast("Judged[Move] | None", self._answer(JUDGE, wait_s))

    def turn(self, wait_s: float = 0.0) -> tuple[Judged[Move], ...] | None:
        """What the decisions of the turn are worth that was asked for; otherwise as `answer`."""
        return cast("tuple[Judged[Move], ...] | None", self._answer(TURN, wait_s))

    def _answer(self, what: str, wait_s: float) -> object:
        if what != self._what:
            return None
        self._tell(patiently=wait_s > 0)
        try:
            while self._ours.poll(wait_s):
                number, thought = self._ours.recv()
                self._asked -= 1
                self._tell(patiently=wait_s > 0)
                if number != self._number:
                    continue
                if isinstance(thought, str):
                    raise ApartError(thought)
                found: object = thought
                return found
        except (EOFError, OSError):
            raise _gone() from None
        return None

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    def close(self) -> None:
        """It thinks no longer. Nobody waits for its end, least of all a table's loop: it has nothing to tidy up, and is
        buried when another one begins, or the program ends."""
        self._ours.close()
        self._process.kill()


def begin(process: BaseProcess) -> None:
    """Begin it behind all else, and deaf to the key that ends the table, which else ends it with a traceback while it
    is still loading."""
    # What it runs beside would hear that key again if it began in between.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
        # It is nice from the first on: what it loads costs a second.
        if process.pid is not None:
            with suppress(OSError):
                nice = os.getpriority(os.PRIO_PROCESS, 0) + NICE
                os.setpriority(os.PRIO_PROCESS, process.pid, nice)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _gone() -> ApartError:
    return ApartError("the process in which the robot thinks has ended; begin the game again", gone=True)


def _run(asked: Connection, game: str, deck: CardDeck) -> None:
    """The process."""
    # A key that ends the table ends this by its pipe; it has nothing to tidy up.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _answer_all(asked, game, deck, _now_us)


def _answer_all(asked: Connection, game: str, deck: CardDeck, clock_us: Callable[[], int]) -> None:
    """One question after the other, until nobody can ask any more."""
    robots = robot(game)
    plans = cast("Plans[Knowing, tuple[object, ...]]", robots.plans(deck))
    thinker, heard = Thinker(plans), Heard(asked, clock_us)
    mistakes = Mistakes(lambda line: print(line, file=sys.stderr))

    def plans_of(player: str) -> Plans[Knowing, tuple[object, ...]]:
        return cast("Plans[Knowing, tuple[object, ...]]", robots.plans(deck, player))

    def found(what: str, view: Knowing, seed: int, budget: Budget, about: object) -> object:
        if what == ADVISE:
            return advised(plans_of(cast("str", about)), view, seed, budget, foreseen=robots.foreseen)
        if what == JUDGE:
            move = cast("tuple[object, ...]", about)
            return judged(plans, view, move, seed, budget) or NO_CHOICE
        if what == TURN:
            player, stretches = cast("tuple[str, Sequence[tuple[Knowing, Sequence[object]]]]", about)
            made = cast("Made[Knowing, tuple[object, ...]]", partial(robots.made, robots.plans(deck, player)))
            return judged_turn(plans_of(player), made, stretches, seed, budget)
        if about is None:
            return thinker.think(view, seed, budget(1.0))
        return _played(thinker, robots.ladder[cast("int", about) - 1], view, seed, budget(1.0))

    try:
        while True:
            number, what, view, seed, think_us, about = heard.question()
            budget = either(time_of(think_us, heard.thought_us), heard.is_asked)
            answer: object = WRONG
            with mistakes.passed_over("what a robot thought"):
                try:
                    answer = found(what, view, seed, budget, about)
                except RulesError as error:
                    answer = str(error)
                except (EOFError, OSError):
                    return  # the table is gone
            asked.send((number, answer))
    except (EOFError, OSError):
        pass  # the table is gone


class Heard:
    """What comes to the process by ``pipe``, whose other end is an `Apart`; ``clock_us`` tells the time."""

    def __init__(self, pipe: Connection, clock_us: Callable[[], int]) -> None:
        self._pipe, self._clock_us = pipe, clock_us
        self._next: Question | None = None
        self._is_still = False
        self._still_us = 0

    def question(self) -> Question:
        """The next question, as soon as there is one. EOFError if nobody can ask any more."""
        while self._next is None:
            self._take()
        found, self._next = self._next, None
        return found

    def is_asked(self) -> bool:
        """Whether something else is asked meanwhile; as long as it is to hold still, it stays in here."""
        while self._next is None:
            if self._is_still:
                began_us = self._clock_us()
                self._take()
                self._still_us += self._clock_us() - began_us
            elif self._pipe.poll():
                self._take()
            else:
                return False
        return True

    def thought_us(self) -> int:
        """The time without what it stood still."""
        return self._clock_us() - self._still_us

    def _take(self) -> None:
        word = self._pipe.recv()
        if word in (STILL, ON):
            self._is_still = word == STILL
        else:
            self._next = cast("Question", word)


def _played(
    thinker: Thinker[Knowing, tuple[object, ...]], level: Level, view: Knowing, seed: int, in_time: Stop
) -> Thought[tuple[object, ...]]:
    """The decision of a robot of this level, if there is time for all that it thinks."""
    most = after(level.iterations)
    thought = thinker.think(view, seed, lambda done: most(done) or in_time(done), solving=not level.weakness)
    return weakened(thought, level, seed)


def _now_us() -> int:
    return time.monotonic_ns() // 1000
