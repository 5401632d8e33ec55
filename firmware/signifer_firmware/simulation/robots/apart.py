"""A robot that searches in a process of its own, so that whoever asks it is never late."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from typing import Generic, cast

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.search import Move, Plans, Stop, Thought

from .game import robot
from .thinking import Knowing, State, Thinker, until, weakened

# The table comes first, also on a board with few cores.
NICE = 10
# How long an ending process may take before it is ended.
END_S = 2.0


class ApartError(RulesError):
    """The robot's process is gone, or could not answer."""


class Apart(Generic[State, Move]):
    """The thinking robot of a game, for any of its players. It is asked about one view at a time: who asks again before
    it has answered takes the first question back."""

    def __init__(self, game: str, deck: CardDeck) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._ours, theirs = spawning.Pipe()
        self._process = spawning.Process(
            target=_answer_all, args=(theirs, game, deck), name=f"robot of {game}", daemon=True
        )
        self._process.start()
        theirs.close()
        self._number = 0

    def ask(self, view: State, seed: int, think_us: int, level: int | None = None) -> None:
        """Begin to think about ``view``, for so long, or no longer than a robot of the ``level`` thinks; the answer is
        then its decision. ApartError if the process is gone."""
        self._number += 1
        try:
            self._ours.send((self._number, view, seed, think_us, level))
        except OSError:
            raise _gone() from None

    def answer(self, wait_s: float = 0.0) -> Thought[Move] | None:
        """What it came to; None as long as it thinks. ApartError if the process is gone, or refuses the view."""
        try:
            while self._ours.poll(wait_s):
                number, thought = self._ours.recv()
                if number != self._number:
                    continue
                if isinstance(thought, str):
                    raise ApartError(thought)
                return cast("Thought[Move]", thought)
        except (EOFError, OSError):
            raise _gone() from None
        return None

    def close(self) -> None:
        """It thinks no longer."""
        self._ours.close()
        self._process.join(END_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _gone() -> ApartError:
    return ApartError("the process in which the robot thinks has ended; begin the game again")


def _answer_all(asked: Connection, game: str, deck: CardDeck) -> None:
    """The process: one question after the other, until nobody can ask any more."""
    os.nice(NICE)
    # A key that ends the table ends this by its pipe; it has nothing to tidy up.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    robots = robot(game)
    thinker = Thinker(cast("Plans[Knowing, tuple[object, ...]]", robots.plans(deck)))
    try:
        while True:
            number, view, seed, think_us, level = asked.recv()
            playing = None if level is None else robots.ladder[level - 1]
            stop = _until(asked, _now_us() + think_us, playing.iterations if playing else None)
            try:
                thought = thinker.think(view, seed, stop, solving=not (playing and playing.weakness))
                answer: object = weakened(thought, playing, seed) if playing else thought
            except RulesError as error:
                answer = str(error)
            asked.send((number, answer))
    except (EOFError, OSError):
        pass  # the table is gone


def _until(asked: Connection, deadline_us: int, most: int | None) -> Stop:
    """Stop in time, after so many iterations, or when there is another question."""
    in_time = until(deadline_us, _now_us)
    return lambda done: done == most or asked.poll() or in_time(done)


def _now_us() -> int:
    return time.monotonic_ns() // 1000
