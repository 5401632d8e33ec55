"""Answers to what pages ask, by a thread of its own: neither hands nor the server's loop wait for one.

Whoever looks on may ask, and a record is read from the disk and played again. So pages that ask the same have one
answer together, only so many questions of a page wait, and those of who looks on have a share of the time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeVar

from signifer_firmware.web.game import View
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.view.viewers import SPECTATOR

from .questions import PageQuestion, Reply
from .telling import HAND, OWNER

# Questions of one page that nobody has answered yet; more are refused, but to the table's own.
MOST_ASKED = 3
# How much of the time goes to questions of who looks on, and what an answer costs at least: it is written out for each
# page.
SHARE, REPLY_S = 0.2, 0.001
# How long is waited at a time for another thread.
LOOK_S = 0.5
OWN, PLAYS, LOOKS_ON = range(3)

T = TypeVar("T")


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
        # Whom each question is answered, with their numbers of it; and what each page waits for: whose turn is sooner
        # comes first. No more wait than pages are there, each for its few.
        self._waiting: dict[PageQuestion, list[tuple[Reply, int]]] = {}
        self._pages: dict[Reply, list[PageQuestion]] = {}
        # From when on who looks on is answered again; and how long the answer of now has waited for another thread.
        self._free_s = float("-inf")
        self._waited_s = 0.0
        self._changed = threading.Condition()
        self._ended = False

    def ask(self, question: PageQuestion, reply: Reply) -> None:
        """Have it answered; for any thread. A page has one and the same ``reply`` for all that it asks."""
        same = replace(question, message=question.message.model_copy(update={"n": 0}))
        with self._changed:
            has_room = len(self._pages.get(reply, ())) < MOST_ASKED or _group(question) == OWN
            if has_room:
                self._pages.setdefault(reply, []).append(same)
                self._waiting.setdefault(same, []).append((reply, question.n))
                self._changed.notify()
        if not has_room:
            reply({"type": "refused", "reason": "too-often", "n": question.n})

    def gone(self, reply: Reply) -> None:
        """That page has gone, and waits no more; what nobody else asked is not looked for. For any thread."""
        with self._changed:
            for question in {*self._pages.pop(reply, ())}:
                others = [one for one in self._waiting[question] if one[0] != reply]
                if others:
                    self._waiting[question] = others
                else:
                    del self._waiting[question]

    def due_s(self) -> float | None:
        """In how many seconds the next question is answered; None if none waits."""
        with self._changed:
            question = self._next
            if question is None:
                return None
            return max(self._free_s - self._monotonic(), 0.0) if _group(question) == LOOKS_ON else 0.0

    @property
    def _next(self) -> PageQuestion | None:
        return min((asked[0] for asked in self._pages.values()), key=_group, default=None)

    def turn(self) -> None:
        """Answer the question whose turn it is, if one waits still: the table's own first, then of the pages that came
        in by turns."""
        began_s = self._monotonic()
        with self._changed:
            question = self._next
            if question is None:
                return
            replies = self._waiting.pop(question)
            for reply, _ in replies:
                # Who is answered is behind the others with what it asks besides.
                asked = self._pages.pop(reply)
                asked.remove(question)
                if asked:
                    self._pages[reply] = asked
        self._waited_s = 0.0
        told: View = {"type": "refused", "reason": "no-record"}
        with self._beside("answering a page"):
            told = self._answer(question)
        for reply, n in replies:
            reply({**told, "n": n})
        if _group(question) == LOOKS_ON:
            now_s = self._monotonic()
            took_s = max(now_s - began_s - self._waited_s, REPLY_S * len(replies))
            self._free_s = now_s + took_s * (1 / SHARE - 1)

    def there(
        self, post: Callable[[Callable[[], None]], None], work: Callable[[], T], ends: Callable[[], bool]
    ) -> T:
        """For ``answer``: what ``work`` gives, done by another thread, to which it is ``post``ed; CannotError if that
        thread ``ends`` before. What goes wrong there goes wrong here. Until it is begun, it takes nobody's time."""
        done: Future[T] = Future()
        posted_s = self._monotonic()

        def do() -> None:
            self._waited_s += self._monotonic() - posted_s
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


def _group(question: PageQuestion) -> int:
    """The table's own pages come first, then those who play at devices of their own, then who looks on."""
    return OWN if question.role in (HAND, OWNER) else LOOKS_ON if question.role == SPECTATOR else PLAYS
