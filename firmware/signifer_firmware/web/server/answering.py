"""Answers to what pages ask, by a thread of its own: neither hands nor the server's loop wait for one.

Whoever looks on may ask, and a record is read from the disk and played again. So pages that ask the same have one
answer together, only so many questions of a page wait, and those of others have a share of the time.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from signifer_firmware.web.game import View
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.view.viewers import SPECTATOR

from .questions import PageQuestion, Reply
from .telling import HAND, OWNER

# Questions of one page that nobody has answered yet; more are refused.
MOST_ASKED = 3
# How much of the time goes to questions of pages that are not the table's own, and what an answer costs at least: it
# is written out for each page.
SHARE, REPLY_S = 0.2, 0.001
# How long is waited at a time for another thread.
LOOK_S = 0.5

T = TypeVar("T")


@dataclass
class _Waiting:
    """A question that waits: how soon it is its turn, and whom it is answered, each with their number of it."""

    rank: tuple[int, int, int]
    replies: list[tuple[Reply, int]] = field(default_factory=list)


class Answering:
    """Questions that wait for ``answer``, which is called ``beside`` what is told, so that what fails there fails
    alone (`Mistakes.passed_over`). ``monotonic`` tells seconds."""

    def __init__(
        self,
        answer: Callable[[PageQuestion], View],
        beside: Callable[[str], AbstractContextManager[None]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._answer, self._beside, self._monotonic = answer, beside, monotonic
        self._waiting: dict[PageQuestion, _Waiting] = {}
        self._of: Counter[Reply] = Counter()
        self._came = 0
        # From when on others are answered again.
        self._free_s = float("-inf")
        self._changed = threading.Condition()
        self._ended = False

    def ask(self, question: PageQuestion, reply: Reply) -> None:
        """Have it answered; for any thread. A page has one and the same ``reply`` for all that it asks."""
        with self._changed:
            before = self._of[reply]
            if before < MOST_ASKED:
                self._of[reply] += 1
                self._came += 1
                rank = (_group(question.role), before, self._came)
                same = replace(question, message=question.message.model_copy(update={"n": 0}))
                waiting = self._waiting.setdefault(same, _Waiting(rank))
                waiting.rank = min(waiting.rank, rank)
                waiting.replies.append((reply, question.n))
                self._changed.notify()
                return
        reply({"type": "refused", "reason": "too-often", "n": question.n})

    def due_s(self) -> float | None:
        """In how many seconds the next question is answered; None if none waits."""
        with self._changed:
            next_ = min(self._waiting.values(), key=lambda waiting: waiting.rank, default=None)
            if next_ is None:
                return None
            return max(self._free_s - self._monotonic(), 0.0) if next_.rank[0] else 0.0

    def turn(self) -> None:
        """Answer the question whose turn it is: the table's own first, then one of each page."""
        began_s = self._monotonic()
        with self._changed:
            question, waiting = min(self._waiting.items(), key=lambda item: item[1].rank)
            del self._waiting[question]
            self._of -= Counter(reply for reply, _ in waiting.replies)
        told: View = {"type": "refused", "reason": "no-record"}
        with self._beside("answering a page"):
            told = self._answer(question)
        for reply, n in waiting.replies:
            reply({**told, "n": n})
        if waiting.rank[0]:
            now_s = self._monotonic()
            took_s = max(now_s - began_s, REPLY_S * len(waiting.replies))
            self._free_s = now_s + took_s * (1 / SHARE - 1)

    def begin(self) -> None:
        """Answer from now on, in a thread of its own, until `end`."""
        threading.Thread(target=self._loop, name="answers", daemon=True).start()

    def end(self) -> None:
        """Nothing is answered any more."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _loop(self) -> None:
        while True:
            with self._changed:
                while not self._ended and (due_s := self.due_s()) != 0:
                    self._changed.wait(due_s)
                if self._ended:
                    return
            self.turn()


def _group(role: str) -> int:
    """The table's own pages come first, then those who play at devices of their own, then who looks on."""
    return 0 if role in (HAND, OWNER) else 2 if role == SPECTATOR else 1


def there(post: Callable[[Callable[[], None]], None], work: Callable[[], T], ends: Callable[[], bool]) -> T:
    """What ``work`` gives, done by another thread, to which it is ``post``ed; CannotError if that thread ``ends``
    before. What goes wrong there goes wrong here."""
    done: Future[T] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001 - it is who asks that is told
            done.set_exception(error)

    post(do)
    while not done.done():
        if ends():
            raise CannotError("stale")
        wait([done], LOOK_S)
    return done.result()
