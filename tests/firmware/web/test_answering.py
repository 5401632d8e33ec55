"""Questions of pages: pages that ask the same share an answer, few of each page wait, and strangers have a share of the
time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from signifer_core.json_values import Json
from signifer_firmware.kernel.mistakes import Mistakes
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.answering import (
    GROUPS,
    LOOKS_ON,
    MOST_ASKED,
    OWN,
    PLAYS,
    REPLY_S,
    Answering,
)
from signifer_firmware.web.server.questions import PageQuestion, PhoneWish
from signifer_firmware.web.server.telling import HAND, OWNER, SEAT
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR
from signifer_firmware.web.virtual.inbox import MOST_WAITING, Inbox
from signifer_firmware.web.virtual.owner import MOST_AT_ONCE

from .table import played

PATIENCE_S = 120.0


class Page:
    """A page, and what it was answered."""

    def __init__(self, desk: Desk, role: str = SPECTATOR) -> None:
        self.desk, self.role = desk, role
        self.answers: list[Any] = []

    def reply(self, answer: dict[str, Json]) -> None:
        self.answers.append(answer)

    def go(self) -> None:
        self.desk.answering.gone(self.reply)

    def look(self, at: int, n: int = 1) -> None:
        asked = msg.Look(run="now", n=n, do="look", at=at)
        self.desk.answering.ask(PageQuestion(asked, self.role), self.reply)


class Desk:
    """Answers that take so many seconds of a time that the test keeps."""

    def __init__(self, takes_s: float = 0.0) -> None:
        self.now_s, self.takes_s = 100.0, takes_s
        self.asked: list[tuple[str, int]] = []
        self.said: list[str] = []
        self.answering = Answering(
            self.answer, Mistakes(self.said.append).passed_over, monotonic=lambda: self.now_s
        )

    def answer(self, question: PageQuestion) -> dict[str, Json]:
        assert isinstance(question.message, msg.Look)
        self.now_s += self.takes_s
        self.asked.append((question.role, question.message.at))
        if question.message.at == 13:
            raise KeyError("nothing")
        return {"type": "done", "told": {"at": question.message.at}}

    def all(self) -> None:
        """Answer all that waits, whenever it is due, one group after the other."""
        for group in GROUPS:
            while (due_s := self.answering.due_s(group)) is not None:
                self.now_s += due_s
                self.answering.turn(group)


def test_pages_that_ask_the_same_have_one_answer_together() -> None:
    desk = Desk()
    pages = [Page(desk) for _ in range(50)]
    for n, page in enumerate(pages):
        page.look(3, n)
    phone = Page(desk, PHONES["red"])
    phone.look(3)
    desk.all()
    assert sorted(desk.asked) == sorted([(SPECTATOR, 3), (PHONES["red"], 3)])
    for n, page in enumerate(pages):
        assert page.answers == [{"type": "done", "told": {"at": 3}, "n": n}]
    pages[0].look(3)
    desk.all()
    assert len(desk.asked) == 3, "what is asked later is looked at again"


def test_of_each_page_only_so_many_wait() -> None:
    desk = Desk()
    page, other = Page(desk), Page(desk)
    for at in range(MOST_ASKED + 5):
        page.look(at, at)
    other.look(1)
    assert page.answers == [
        {"type": "refused", "reason": "too-often", "n": n} for n in range(MOST_ASKED, MOST_ASKED + 5)
    ]
    desk.all()
    assert len(page.answers) == MOST_ASKED + 5
    assert other.answers
    page.look(1)
    desk.all()
    assert page.answers[-1]["type"] == "done"


def test_each_group_has_its_turns_and_nobody_two_before_another() -> None:
    desk = Desk()
    busy, patient = Page(desk), Page(desk)
    for at in range(MOST_ASKED):
        busy.look(at)
    patient.look(9)
    Page(desk, PHONES["blue"]).look(20)
    for role in (HAND, OWNER):
        Page(desk, role).look(30)
    desk.all()
    others = [(SPECTATOR, 0), (SPECTATOR, 9), *((SPECTATOR, at) for at in range(1, MOST_ASKED))]
    assert desk.asked == [(HAND, 30), (OWNER, 30), (PHONES["blue"], 20), *others]


def test_no_answer_waits_for_one_of_another_group_that_is_in_the_making() -> None:
    """A hint of the table's own waited while a stranger's record was made: up to a second."""
    desk, together, answered = Desk(), threading.Barrier(len(GROUPS)), threading.Semaphore(0)

    def answer(question: PageQuestion) -> dict[str, Json]:
        together.wait(PATIENCE_S)
        answered.release()
        return {"type": "done"}

    desk.answering._answer = answer
    for role in (SPECTATOR, PHONES["red"], HAND):
        Page(desk, role).look(1)
    desk.answering.begin()
    try:
        assert all(answered.acquire(timeout=PATIENCE_S) for _ in GROUPS)
    finally:
        desk.answering.end()
    assert desk.said == []


def test_pages_come_by_turns_however_many_ask_once_more() -> None:
    """What a page asked besides its first question was behind whatever others asked first, for ever."""
    desk = Desk(takes_s=0.01)
    patient, crowd = Page(desk), [Page(desk) for _ in range(20)]
    for at in range(MOST_ASKED):
        patient.look(at)
    for n, page in enumerate(crowd):
        page.look(1_000 + n)
    for turn in range(MOST_ASKED * (len(crowd) + 1)):
        desk.now_s += desk.answering.due_s(LOOKS_ON) or 0.0
        before = [len(page.answers) for page in crowd]
        desk.answering.turn(LOOKS_ON)
        for page, answered in zip(crowd, before, strict=True):
            if len(page.answers) > answered:
                page.look(2_000 + turn)
    assert len(patient.answers) == MOST_ASKED
    assert {len(page.answers) for page in crowd} == {MOST_ASKED}


def test_of_a_page_that_has_gone_nothing_waits() -> None:
    """Fifty addresses that came, asked and went left nine thousand questions in half a minute."""
    desk = Desk()
    stays = Page(desk)
    stays.look(2, 7)
    for n in range(500):
        page = Page(desk)
        for at in (n, n, 2):
            page.look(at)
        page.go()
        page.go()
        assert not page.answers
    assert len(desk.answering._waiting) == len(desk.answering._pages) == 1
    desk.all()
    assert desk.asked == [(SPECTATOR, 2)]
    assert [answer["n"] for answer in stays.answers] == [7]
    late = Page(desk)
    late.look(3)
    assert desk.answering.due_s(LOOKS_ON) is not None
    late.go()
    desk.answering.turn(LOOKS_ON)
    assert desk.answering.due_s(LOOKS_ON) is None
    assert len(desk.asked) == 1


@pytest.mark.parametrize("role", [HAND, OWNER])
def test_the_tables_own_page_may_ask_more(role: str) -> None:
    """Fingers over cards ask for a hint of each, while a record is made for somebody else."""
    desk = Desk()
    own = Page(desk, role)
    for at in range(20, 20 + 3 * MOST_ASKED):
        own.look(at)
    desk.all()
    assert {answer["type"] for answer in own.answers} == {"done"}
    assert len(own.answers) == 3 * MOST_ASKED


@pytest.mark.parametrize("role", [PHONES["red"], f"{SEAT}2 1"])
def test_who_plays_pays_nothing_for_who_looks_on(role: str) -> None:
    desk = Desk(takes_s=1.0)
    stranger, player = Page(desk), Page(desk, role)
    stranger.look(1)
    desk.answering.turn(LOOKS_ON)
    player.look(1)
    assert desk.answering.due_s(PLAYS) == 0
    desk.answering.turn(PLAYS)
    stranger.look(2)
    assert desk.answering.due_s(LOOKS_ON) == pytest.approx(3.0), "nor the other way round"


def test_others_have_a_share_of_the_time_and_the_table_all_of_it() -> None:
    desk = Desk(takes_s=0.1)
    page, own = Page(desk), Page(desk, HAND)
    page.look(1)
    page.look(2)
    desk.answering.turn(LOOKS_ON)
    assert desk.answering.due_s(LOOKS_ON) == pytest.approx(0.4)
    own.look(1)
    own.look(2)
    assert desk.answering.due_s(OWN) == 0
    desk.answering.turn(OWN)
    desk.answering.turn(OWN)
    assert desk.asked == [(SPECTATOR, 1), (HAND, 1), (HAND, 2)]
    assert desk.answering.due_s(LOOKS_ON) == pytest.approx(0.2)


def test_an_answer_costs_what_it_takes_to_write_it_out_for_each() -> None:
    desk = Desk()
    for page in [Page(desk) for _ in range(60)]:
        page.look(1)
    desk.answering.turn(LOOKS_ON)
    Page(desk).look(1)
    assert desk.answering.due_s(LOOKS_ON) == pytest.approx(60 * REPLY_S * 4)


def test_what_goes_wrong_is_answered_and_told() -> None:
    desk = Desk()
    page = Page(desk)
    page.look(13)
    page.look(14, 2)
    desk.all()
    assert [answer["type"] for answer in page.answers] == ["refused", "done"]
    assert len(desk.said) == 1


def test_threads_of_its_own_answer_until_it_is_ended() -> None:
    desk, who = Desk(), SimpleQueue[threading.Thread]()
    before = {*threading.enumerate()}
    desk.answering.begin()
    threads = {*threading.enumerate()} - before
    for role in (SPECTATOR, PHONES["red"], HAND):
        asked = PageQuestion(msg.Look(run="now", n=1, do="look", at=1), role)
        desk.answering.ask(asked, lambda answer: who.put(threading.current_thread()))
    assert {who.get(timeout=PATIENCE_S) for _ in GROUPS} == threads
    desk.answering.end()
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_another_thread_that_ends_has_nothing_more_to_give() -> None:
    posted: list[Callable[[], None]] = []

    def at_once(work: Callable[[], None]) -> None:
        work()

    def refuses() -> int:
        raise CannotError("no-record")

    there = Desk().answering.there
    assert there(at_once, lambda: 7, lambda: False) == 7
    with pytest.raises(CannotError, match="no-record"):
        there(at_once, refuses, lambda: False)
    with pytest.raises(CannotError, match="stale"):
        there(posted.append, lambda: 7, lambda: True)


def test_a_wait_for_another_thread_takes_nobodys_time() -> None:
    desk = Desk()

    def answer(question: PageQuestion) -> dict[str, Json]:
        def post(work: Callable[[], None]) -> None:
            desk.now_s += 7.0
            work()

        def work() -> int:
            desk.now_s += 0.1
            return 1

        return {"type": "done", "told": desk.answering.there(post, work, lambda: False)}

    desk.answering._answer = answer
    page = Page(desk)
    for at in (1, 2):
        page.look(at)
        desk.now_s += desk.answering.due_s(LOOKS_ON) or 0.0
        desk.answering.turn(LOOKS_ON)
    page.look(3)
    assert desk.answering.due_s(LOOKS_ON) == pytest.approx(0.4)


# At a virtual table


def test_hands_do_not_wait_for_who_asks_for_the_record(tmp_path: Path) -> None:
    """One neighbour's questions, each of which read the store and played the game again, stood before all deeds."""
    with played(tmp_path) as game:
        answers: list[tuple[threading.Thread, Any]] = []
        asked = PageQuestion(msg.Export(run=game.owner.run, n=1, do="export"), SPECTATOR)
        for _ in range(200):
            # Each is another page: it has a way back of its own.
            game.owner.send(asked, lambda answer: answers.append((threading.current_thread(), answer)))
        game.owner._answering.begin()
        until_s = time.monotonic() + PATIENCE_S
        try:
            while len(answers) < 200 and time.monotonic() < until_s:
                game.wait(0.02)
        finally:
            game.owner._stopping.set()
            game.owner._answering.end()
        assert len(answers) == 200
        assert {answer["type"] for _, answer in answers} == {"done"}
        assert threading.current_thread() not in {thread for thread, _ in answers}


def test_so_many_deeds_are_done_before_time_passes(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        answers: list[Any] = []
        for n in range(MOST_AT_ONCE + 5):
            deed = msg.Grip(run=game.owner.run, n=n, do="grip")
            game.time.deeds.put((deed, answers.append))
        game.owner._serve(0.0)
        assert len(answers) == MOST_AT_ONCE
        game.owner._serve(0.0)
        assert [answer["n"] for answer in answers] == [*range(MOST_AT_ONCE + 5)]


def test_phones_are_refused_where_too_much_waits_and_hands_are_not() -> None:
    inbox, answers = Inbox(), list[Any]()
    for n in range(MOST_WAITING + 1):
        inbox.put(PhoneWish(msg.Pair(run="now", n=n, do="pair", player="red")), answers.append)
    assert answers == [{"type": "refused", "reason": "too-often", "n": MOST_WAITING}]
    inbox.put(msg.Undo(run="now", n=1, do="undo"), answers.append)
    inbox.put(PhoneWish(msg.Gone(run="now", n=0, do="gone")), answers.append)
    taken = [inbox.take(0.0) for _ in range(MOST_WAITING + 2)]
    assert None not in taken
    assert inbox.take(0.0) is None
    assert len(answers) == 1
