"""A robot that thinks in a process of its own: asked, asked again, and what becomes of the process."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

import pytest
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.state import State
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.gestures import Decision
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.simulation.robots import apart
from signifer_firmware.simulation.robots.apart import NICE, ON, STILL, Apart, ApartError, Heard

from tests.firmware.simulation.robot_board import RULES

# Processes begin slowly on a busy machine; nothing waits so long if all is well.
LONG_S, HOUR_US = 120.0, 3_600_000_000


@pytest.fixture(scope="module")
def full() -> State:
    rng = random.Random(1)
    state = RULES.apply(deal(RULES, rng).state, act.First("red"))
    return FieldOfGloryPlans(RULES).passed(state, rng)


def test_it_answers_while_others_go_on(full: State) -> None:
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    view = RULES.view(full, "red")
    assert apart.answer() is None
    apart.ask(view, 1, HOUR_US)
    assert apart.answer() is None
    # The first question is taken back: an hour has not passed.
    apart.ask(view, 1, 0)
    thought = apart.answer(LONG_S)
    assert thought is not None
    assert thought.iterations == 1
    state = full
    for action in thought.move:
        state = RULES.apply(state, action)
    # What it must not be shown it refuses, and goes on.
    apart.ask(full, 1, 0)
    with pytest.raises(ApartError, match="a view"):
        apart.answer(LONG_S)
    apart.ask(view, 1, 0)
    assert apart.answer(LONG_S) == thought
    assert apart.answer() is None
    # It ends in the middle of a thought, too.
    apart.ask(view, 1, HOUR_US)
    apart.close()
    apart._process.join(LONG_S)
    assert not apart._process.is_alive()


def test_a_fault_of_the_program_costs_one_answer(full: State, capfd: pytest.CaptureFixture[str]) -> None:
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    view = RULES.view(full, "red")
    apart.ask_advice(replace(view, step=cast("Any", "nowhere")), 1, 0)
    with pytest.raises(ApartError, match="went wrong") as told:
        apart.advice(LONG_S)
    assert not told.value.gone
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith("what a robot thought has failed, by a mistake of the program (")
    apart.ask_advice(view, 1, 0)
    assert apart.advice(LONG_S) is not None
    apart.close()


def test_however_often_it_is_asked_one_question_waits_and_nobody_with_it(full: State) -> None:
    """The process stands still, as on a machine that is busy: the pipe would be full after some fifty."""
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    view = RULES.view(full, "red")
    assert apart._process.pid is not None
    os.kill(apart._process.pid, signal.SIGSTOP)
    # It goes on in any case, or a pipe that is full would stop this test for good.
    going_on = threading.Timer(LONG_S / 4, os.kill, (apart._process.pid, signal.SIGCONT))
    going_on.start()
    for seed in range(400):
        apart.ask(view, seed, HOUR_US)
        apart.hold(still=seed % 2 == 0)
    assert going_on.is_alive(), "it was waited for"
    apart.ask(view, 7, 0)
    apart.hold(still=False)
    going_on.cancel()
    os.kill(apart._process.pid, signal.SIGCONT)
    thought = apart.answer(LONG_S)
    assert thought is not None
    assert thought.iterations == 1
    # Two of the four hundred were heard at most.
    assert apart._asked <= 1
    apart.close()


def test_nobody_waits_for_one_that_still_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    process = apart._process
    assert process.pid is not None
    # As busy as a machine can be: it does not even begin.
    os.kill(process.pid, signal.SIGSTOP)

    def waited(seconds: float | None = None) -> None:
        raise AssertionError(f"the table stood still for {seconds} s")

    with monkeypatch.context() as patched:
        patched.setattr(process, "join", waited)
        try:
            apart.close()
        finally:
            # It goes on, and ends, if nobody has ended it.
            os.kill(process.pid, signal.SIGCONT)
    process.join(LONG_S)
    assert process.exitcode == -signal.SIGKILL


def test_a_process_that_is_gone_is_said_to_be(full: State) -> None:
    robot = Apart[State, Decision]("field-of-glory", RULES.deck)
    view = RULES.view(full, "red")
    robot.ask(view, 1, HOUR_US)
    process = robot._process
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(ApartError, match="begin the game again"):
        robot.answer(LONG_S)
    with pytest.raises(ApartError, match="begin the game again"):
        robot.ask(view, 1, 0)
    robot.close()


def test_it_is_nice_from_the_first_on() -> None:
    robot = Apart[State, Decision]("field-of-glory", RULES.deck)
    assert robot._process.pid is not None
    ours, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, robot._process.pid))
    assert its == min(19, ours + NICE)
    robot.close()


class Ticking:
    """Goes on by a millisecond with each look. The second look is the first after it has begun to think: at that one
    an hour passes, and then ``after_it`` happens."""

    def __init__(self) -> None:
        self.looks = self.passed_us = 0
        self.after_it: Callable[[], None] = lambda: None

    def __call__(self) -> int:
        self.looks += 1
        now_us = self.passed_us + 1_000 * self.looks
        if self.looks == 2:
            self.passed_us = HOUR_US
            self.after_it()
        return now_us


def test_it_holds_still_while_hands_are_at_work_and_then_goes_on(
    full: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks in here, by a clock of our own, and has four milliseconds. That it is to go on, it is told only once it
    looks at the clock to hold still: if it thought on instead, an hour would have passed at its next look."""
    clock, thinking = Ticking(), list[threading.Thread]()

    def in_here(process: Any) -> None:
        asked, game, deck = process._args
        ours = Connection(os.dup(asked.fileno()))
        thinking.append(threading.Thread(target=apart._answer_all, args=(ours, game, deck, clock)))
        thinking[0].start()

    monkeypatch.setattr(apart, "begin", in_here)
    robot = Apart[State, Decision]("field-of-glory", RULES.deck)
    clock.after_it = lambda: robot.hold(still=False)
    robot.hold(still=True)
    robot.hold(still=True)
    robot.ask(RULES.view(full, "red"), 1, 4_000)
    thought = robot.answer(LONG_S)
    robot._ours.close()
    thinking[0].join(LONG_S)
    assert not thinking[0].is_alive(), "nobody can ask it any more"
    assert thought is not None
    assert thought.iterations == 3


class Clock:
    """Stands still until it is set; somebody waits for whoever looks at it."""

    def __init__(self) -> None:
        self.now_us = 0
        self.looked = threading.Event()

    def __call__(self) -> int:
        now_us = self.now_us
        self.looked.set()
        return now_us


def test_what_it_stands_still_is_no_time_that_it_thinks() -> None:
    ours, theirs = multiprocessing.Pipe()
    clock = Clock()
    heard, found = Heard(theirs, clock), list[bool]()
    thinking = threading.Thread(target=lambda: found.append(heard.is_asked()))
    ours.send(STILL)
    thinking.start()
    assert clock.looked.wait(LONG_S)
    clock.now_us = 400_000
    ours.send(ON)
    thinking.join(LONG_S)
    assert found == [False]
    clock.now_us = 500_000
    assert heard.thought_us() == 100_000
    # What is asked meanwhile ends what it thinks about, and waits itself.
    ours.send(STILL)
    ours.send((7, "think", None, 1, 0, None))
    assert heard.is_asked()
    assert heard.question()[0] == 7
    ours.send(ON)
    assert not heard.is_asked()
    ours.close()
    with pytest.raises(EOFError):
        heard.is_asked()


STARTED = """
import signal
import sys
from signifer_firmware.game_api import registry
from signifer_firmware.simulation.robots.apart import Apart

if __name__ == "__main__":
    # Who begins tests in the background has this key ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    apart = Apart("field-of-glory", registry.bundles()["field-of-glory"].deck)
    try:
        print("begun", flush=True)
        sys.stdin.read()
    except KeyboardInterrupt:
        print("a key", flush=True)
    print(apart._process.is_alive(), flush=True)
    print(apart._process.pid, flush=True)
    apart.close()
"""


def test_a_key_that_ends_the_table_is_not_told_of_while_it_still_loads_nor_leaves_it_behind(
    tmp_path: Path,
) -> None:
    script = tmp_path / "table.py"
    script.write_text(STARTED, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == "begun\n"
        os.killpg(table.pid, signal.SIGINT)
        told, wrong = table.communicate(timeout=60)
    key, was_alive, pid = told.splitlines()
    assert (key, was_alive) == ("a key", "True")
    assert wrong == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
