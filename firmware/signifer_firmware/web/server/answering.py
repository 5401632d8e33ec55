"""Answers to what pages ask, by threads of their own: neither hands nor the server's loop wait for one.

Whoever looks on may ask, and a record is read from the disk and played again. So pages that ask the same have one
answer together, only so many questions of a page wait, and those of who looks on have a share of the time. The table's
own pages, those who play at devices of their own and those who look on have a thread each: no more than three answers
are in the making, and none of a table's own waits for a stranger's.
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
OWN, PLAYS, LOOKS_ON = GROUPS = range(3)

T = TypeVar("T")


class _Here(threading.local):
    """How long the answer that this thread makes has waited for another thread."""

    waited_s = 0.0


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
        # From when on who looks on is answered again.
        self._free_s = float("-inf")
        self._here = _Here()
        self._lock = threading.RLock()
        # Of each group: there is something new for its thread.
        self._news = [threading.Condition(self._lock) for _ in GROUPS]
        self._ended = False

    def ask(self, question: PageQuestion, reply: Reply) -> None:
        """Have it answered; for any thread. A page has one and the same ``reply`` for all that it asks."""
        same = replace(question, message=question.message.model_copy(update={"n": 0}))
        with self._lock:
            has_room = len(self._pages.get(reply, ())) < MOST_ASKED or _group(question) == OWN
            if has_room:
                self._pages.setdefault(reply, []).append(same)
                self._waiting.setdefault(same, []).append((reply, question.n))
                self._news[_group(question)].notify()
        if not has_room:
            reply({"type": "refused", "reason": "too-often", "n": question.n})

    def gone(self, reply: Reply) -> None:
        """That page has gone, and waits no more; what nobody else asked is not looked for. For any thread."""
        with self._lock:
            for question in {*self._pages.pop(reply, ())}:
                others = [one for one in self._waiting[question] if one[0] != reply]
                if others:
                    self._waiting[question] = others
                else:
                    del self._waiting[question]

    def due_s(self, group: int) -> float | None:
        """In how many seconds the next question of a group is answered; None if none waits."""
        with self._lock:
            if self._next(group) is None:
                return None
            return max(self._free_s - self._monotonic(), 0.0) if group == LOOKS_ON else 0.0

    def _next(self, group: int) -> PageQuestion | None:
        waiting = (question for asked in self._pages.values() for question in asked)
        return next((question for question in waiting if _group(question) == group), None)

    def turn(self, group: int) -> None:
        """Answer the question of a group whose turn it is, if one waits still: pages come by turns, in the order in
        which they came in."""
        began_s = self._monotonic()
        with self._lock:
            question = self._next(group)
            if question is None:
                return
            replies = self._waiting.pop(question)
            for reply, _ in replies:
                # Who is answered is behind the others with what it asks besides.
                asked = self._pages.pop(reply)
                asked.remove(question)
                if asked:
                    self._pages[reply] = asked
        self._here.waited_s = 0.0
        told: View = {"type": "refused", "reason": "no-record"}
        with self._beside("answering a page"):
            told = self._answer(question)
        for reply, n in replies:
            reply({**told, "n": n})
        if group == LOOKS_ON:
            now_s = self._monotonic()
            took_s = max(now_s - began_s - self._here.waited_s, REPLY_S * len(replies))
            self._free_s = now_s + took_s * (1 / SHARE - 1)

    def there(
        self, post: Callable[[Callable[[], None]], None], work: Callable[[], T], ends: Callable[[], bool]
    ) -> T:
        """For ``answer``: what ``work`` gives, done by another thread, to which it is ``post``ed; CannotError if that
        thread ``ends`` before. What goes wrong there goes wrong here. Until it is begun, it takes nobody's time."""
        done: Future[T] = Future()
        posted_s = begun_s = self._monotonic()

        def do() -> None:
            nonlocal begun_s
            begun_s = self._monotonic()
            try:
                done.set_result(work())
            except Exception as error:  # noqa: BLE001 - it is who asks that is told
                done.set_exception(error)

        post(do)
        while not done.done():
            if ends():
                raise CannotError("stale")
            wait([done], LOOK_S)
        self._here.waited_s += begun_s - posted_s
        return done.result()

    def begin(self) -> None:
        """Answer from now on, each group in a thread of its own, until `end`."""
        for group, name in zip(GROUPS, ("own", "players", "guests"), strict=True):
            threading.Thread(target=self._loop, args=(group,), name=f"answers {name}", daemon=True).start()

    def end(self) -> None:
        """Nothing is answered any more."""
        with self._lock:
            self._ended = True
            for news in self._news:
                news.notify()

    def _loop(self, group: int) -> None:
        while True:
            with self._lock:
                while not self._ended and (due_s := self.due_s(group)) != 0:
                    self._news[group].wait(due_s)
                if self._ended:
                    return
            self.turn(group)


def _group(question: PageQuestion) -> int:
    """The table's own pages, those who play at devices of their own, or those who look on."""
    return OWN if question.role in (HAND, OWNER) else LOOKS_ON if question.role == SPECTATOR else PLAYS
