"""Buttons on mock pins: gestures, debounce, and what must not become a gesture."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import DriverError
from signifer_drivers.io.buttons import GRACE_US, Buttons, Gesture

from tests.sweeps import often

PINS = {"dice": 17, "ok red": 27, "ok blue": 22, "column 3 red": 12}
MS = 1_000
HOLD = 800 * MS


class Edge(NamedTuple):
    at_us: int
    name: str
    down: bool


class Bench:
    """Buttons on lines that are pulled up; time is a number."""

    def __init__(self, *, low: tuple[str, ...] = ()) -> None:
        self.factory: Any = MockFactory()
        self.now_us = 1_000_000
        self.lines = {name: self.factory.pin(pin) for name, pin in PINS.items()}
        for name in PINS:
            self.lines[name].drive_low() if name in low else self.lines[name].drive_high()
        self.buttons = Buttons(PINS, now_us=lambda: self.now_us, pin_factory=self.factory)
        self.wake_us = self.now_us
        self.gestures: list[Gesture] = []

    def until(self, at_us: int) -> None:
        """Let time pass, with a step whenever one is due."""
        while self.wake_us <= at_us:
            self.now_us = max(self.now_us, self.wake_us)
            self.step()
        self.now_us = max(self.now_us, at_us)

    def after(self, ms: int) -> None:
        self.until(self.now_us + ms * MS)

    def step(self) -> None:
        self.wake_us = self.buttons.step(self.now_us)
        assert self.wake_us > self.now_us
        self.gestures += self.buttons.take()

    def down(self, *names: str) -> int:
        for name in names:
            self.lines[name].drive_low()
        return self.now_us

    def up(self, *names: str) -> None:
        for name in names:
            self.lines[name].drive_high()

    def play(self, edges: list[Edge], *, punctual: bool = True) -> list[Gesture]:
        """Drive edges at their times; unless ``punctual``, step only long after, and once more."""
        for edge in sorted(edges):
            if punctual:
                self.until(edge.at_us)
            self.now_us = edge.at_us
            (self.down if edge.down else self.up)(edge.name)
        if punctual:
            self.after(2_000)
        else:
            self.now_us += 2_000 * MS
            self.step()
            self.until(self.now_us + GRACE_US)
        return self.gestures

    def stuck(self) -> tuple[str, ...]:
        return self.buttons.stuck

    def busy(self) -> bool:
        return self.buttons.busy

    def said(self) -> list[tuple[str, tuple[str, ...]]]:
        said: list[tuple[str, tuple[str, ...]]] = [
            (gesture.kind, gesture.buttons) for gesture in self.gestures
        ]
        self.gestures.clear()
        return said


@pytest.fixture(autouse=True)
def _no_thread_stays() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) == before


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buttons.close()


class TestGestures:
    def test_a_press_acts_on_release(self, bench: Bench) -> None:
        at_us = bench.down("dice")
        bench.after(300)
        assert bench.gestures == []
        bench.up("dice")
        bench.after(50)
        assert bench.gestures == [Gesture("press", ("dice",), at_us)]

    def test_a_hold_acts_at_the_threshold_and_once(self, bench: Bench) -> None:
        at_us = bench.down("ok red")
        bench.after(799)
        assert bench.gestures == []
        bench.after(1)
        assert bench.gestures == [Gesture("hold", ("ok red",), at_us + HOLD)]
        bench.after(3_000)
        bench.up("ok red")
        bench.after(3_000)
        assert len(bench.gestures) == 1

    def test_another_hold_time_counts_for_the_next_finger_and_not_for_those_that_are_down(
        self, bench: Bench
    ) -> None:
        bench.down("ok red")
        bench.after(100)
        bench.buttons.hold_us = 400 * MS
        bench.down("ok blue")
        bench.after(799)
        assert bench.gestures == [], "the other finger holds with the first"
        bench.after(1)
        assert bench.said() == [("hold", ("ok red", "ok blue"))]
        bench.up("ok red", "ok blue")
        bench.after(100)
        bench.buttons.hold_us = HOLD
        at_us = bench.down("ok red")
        bench.after(100)
        bench.buttons.hold_us = 400 * MS
        bench.after(699)
        assert bench.gestures == [], "a shorter time cannot lie in the past of a finger"
        bench.after(1)
        bench.up("ok red")
        bench.after(100)
        again_us = bench.down("ok red")
        bench.after(400)
        assert bench.gestures == [
            Gesture("hold", ("ok red",), at_us + HOLD),
            Gesture("hold", ("ok red",), again_us + 400 * MS),
        ]
        bench.up("ok red")
        bench.after(100)
        bench.buttons.hold_us = 1_500 * MS
        bench.down("dice")
        bench.after(1_400)
        bench.up("dice")
        bench.after(100)
        assert bench.said()[2:] == [("press", ("dice",))], "what was a hold is a press now"

    def test_a_release_just_before_the_threshold_is_a_press(self, bench: Bench) -> None:
        bench.down("ok red")
        bench.after(799)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == [("press", ("ok red",))]

    def test_a_glitch_across_the_threshold_does_not_end_a_hold(self, bench: Bench) -> None:
        at_us = bench.down("ok red")
        bench.after(795)
        bench.up("ok red")
        bench.after(8)
        bench.down("ok red")
        bench.after(100)
        assert bench.gestures == [Gesture("hold", ("ok red",), at_us + HOLD)]

    def test_a_second_button_cancels_both(self, bench: Bench) -> None:
        bench.down("ok red")
        bench.after(200)
        bench.down("column 3 red")
        bench.after(1_000)
        bench.up("ok red")
        bench.after(1_000)
        bench.down("ok red")
        bench.after(100)
        bench.up("ok red")
        bench.after(100)
        assert bench.gestures == []  # until all are released
        bench.up("column 3 red")
        bench.after(100)
        bench.down("ok red")
        bench.after(100)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == [("press", ("ok red",))]

    def test_two_players_who_press_at_once_press_both(self, bench: Bench) -> None:
        bench.down("ok red", "ok blue")
        bench.after(120)
        bench.up("ok blue")
        bench.after(30)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == [("press", ("ok blue",)), ("press", ("ok red",))]

    def test_the_others_press_ends_a_hold_and_counts(self, bench: Bench) -> None:
        bench.down("ok red")
        bench.after(500)
        bench.down("ok blue")
        bench.after(120)
        bench.up("ok blue")
        bench.after(1_000)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == [("press", ("ok blue",))]

    def test_after_a_hold_nothing_acts_until_all_are_released(self, bench: Bench) -> None:
        bench.down("ok red")
        bench.after(900)
        assert bench.said() == [("hold", ("ok red",))]
        bench.down("column 3 red")
        bench.after(100)
        bench.up("column 3 red")
        bench.after(100)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == []


PAIRS = [("ok red", "ok blue"), ("dice", "ok red"), ("dice", "ok blue")]


class TestPairs:
    @pytest.mark.parametrize("pair", PAIRS)
    @pytest.mark.parametrize("order", [1, -1])
    def test_held_together_is_one_gesture(self, bench: Bench, pair: tuple[str, str], order: int) -> None:
        first, second = pair[::order]
        bench.down(first)
        bench.after(300)
        at_us = bench.down(second)
        bench.after(799)
        assert bench.gestures == []
        bench.after(1)
        assert bench.gestures == [Gesture("hold", pair, at_us + HOLD)]
        bench.up(*pair)
        bench.after(1_000)
        assert len(bench.gestures) == 1

    @pytest.mark.parametrize("other", ["dice", "ok red", "ok blue"])
    def test_no_other_two_are_a_pair(self, bench: Bench, other: str) -> None:
        bench.down(other, "column 3 red")
        bench.after(2_000)
        bench.up(other, "column 3 red")
        bench.after(100)
        assert bench.gestures == []

    def test_a_third_within_the_time_is_none(self, bench: Bench) -> None:
        bench.down("ok red", "dice", "ok blue")
        bench.after(2_000)
        bench.up("ok red", "dice", "ok blue")
        bench.after(100)
        assert bench.gestures == []

    @pytest.mark.parametrize("pair", PAIRS)
    def test_too_far_apart_is_none(self, bench: Bench, pair: tuple[str, str]) -> None:
        bench.down(pair[0])
        bench.after(301)
        bench.down(pair[1])
        bench.after(2_000)
        bench.up(*pair)
        bench.after(100)
        assert bench.gestures == []

    def test_let_go_too_early_is_none(self, bench: Bench) -> None:
        bench.down("ok red", "ok blue")
        bench.after(700)
        bench.up("ok blue")
        bench.after(1_000)
        bench.up("ok red")
        bench.after(100)
        assert bench.gestures == []

    def test_a_third_cancels_all(self, bench: Bench) -> None:
        bench.down("ok red", "ok blue")
        bench.after(700)
        bench.down("dice")
        bench.after(1_000)
        bench.up("ok red", "ok blue", "dice")
        bench.after(100)
        assert bench.gestures == []

    def test_fingers_that_were_cancelled_stay_so(self, bench: Bench) -> None:
        bench.down("dice", "ok red")
        bench.after(100)
        bench.up("dice")
        bench.after(100)
        bench.down("ok blue")
        bench.after(1_000)
        bench.up("ok red", "ok blue")
        bench.after(100)
        assert bench.said() == [("press", ("dice",))]


class TestStuck:
    def test_down_at_the_start_is_left_out_until_released(self) -> None:
        bench = Bench(low=("dice",))
        try:
            assert bench.stuck() == ("dice",)
            bench.after(2_000)
            bench.down("ok red")
            bench.after(100)
            bench.up("ok red")
            bench.after(100)
            assert bench.said() == [("press", ("ok red",))]
            bench.up("dice")
            bench.after(100)
            assert bench.said() == []
            assert bench.stuck() == ()
            bench.down("dice")
            bench.after(100)
            bench.up("dice")
            bench.after(100)
            assert bench.said() == [("press", ("dice",))]
        finally:
            bench.buttons.close()

    @pytest.mark.parametrize("pair", [*PAIRS, *(pair[::-1] for pair in PAIRS)])
    def test_who_holds_one_of_a_pair_beside_one_that_is_stuck_means_both(
        self, bench: Bench, pair: tuple[str, str]
    ) -> None:
        stuck, held = pair
        bench.down(stuck)
        bench.after(11_000)
        assert bench.said() == [("hold", (stuck,))]
        assert bench.buttons.held_down == {stuck}
        bench.down(held)
        bench.after(1_500)
        bench.up(held)
        bench.after(100)
        assert bench.said() == []
        bench.down(held)
        bench.after(100)
        bench.up(held)
        bench.after(100)
        assert bench.said() == [("press", (held,))]
        # What lay there is pushed off while the other one is held.
        bench.down(held)
        bench.after(400)
        bench.up(stuck)
        bench.after(1_500)
        bench.up(held)
        bench.after(100)
        assert bench.said() == []
        bench.down(held)
        bench.after(1_500)
        assert bench.said() == [("hold", (held,))]

    def test_two_that_stay_down_as_a_pair_are_no_fault_and_in_nobodys_way(self, bench: Bench) -> None:
        bench.down("dice")
        bench.down("ok blue")
        bench.after(12_000)
        assert bench.said() == [("hold", ("dice", "ok blue"))]
        assert set(bench.buttons.stuck) == {"dice", "ok blue"}
        assert bench.buttons.held_down == frozenset()
        bench.down("ok red")
        bench.after(1_500)
        assert bench.said() == [("hold", ("ok red",))]
        bench.up("ok red")
        bench.up("dice")
        bench.after(100)
        bench.down("dice")
        bench.after(11_000)
        assert bench.buttons.held_down == {"dice"}

    def test_a_button_that_stays_down_does_not_silence_the_others(self, bench: Bench) -> None:
        bench.down("dice")
        bench.after(9_900)
        assert bench.said() == [("hold", ("dice",))]
        assert bench.stuck() == ()
        bench.after(200)
        assert bench.stuck() == ("dice",)
        bench.down("ok red")
        bench.after(100)
        bench.up("ok red")
        bench.after(100)
        assert bench.said() == [("press", ("ok red",))]

    def test_a_contact_that_chatters_for_ever_does_not_either(self, bench: Bench) -> None:
        bench.down("ok red")
        for number in range(150):
            bench.after(10)
            (bench.up if number % 2 else bench.down)("column 3 red")
            if number == 20:
                bench.up("ok red")
        assert bench.said() == [("press", ("ok red",))]


class TestStep:
    def test_it_is_busy_from_the_first_edge_to_the_gesture(self, bench: Bench) -> None:
        assert not bench.busy()
        bench.down("dice")
        assert bench.busy()
        bench.after(100)
        assert bench.busy()
        bench.up("dice")
        bench.after(15)
        assert bench.busy()
        bench.after(10)
        assert not bench.busy()
        bench.down("dice")
        bench.after(900)
        assert not bench.busy()  # it has acted

    def test_callbacks_on_another_thread_only_enqueue(self, bench: Bench) -> None:
        at_us = bench.now_us
        thread = threading.Thread(target=bench.down, args=("dice",))
        thread.start()
        thread.join()
        assert bench.gestures == []
        bench.after(100)
        bench.up("dice")
        bench.after(100)
        assert bench.gestures == [Gesture("press", ("dice",), at_us)]

    def test_take_hands_over_once(self, bench: Bench) -> None:
        bench.down("dice")
        bench.now_us += 50 * MS
        bench.up("dice")
        bench.now_us += 50 * MS
        bench.buttons.step(bench.now_us)
        assert len(bench.buttons.take()) == 1
        assert bench.buttons.take() == []


class TestPins:
    def test_a_pin_used_twice_is_refused_and_nothing_stays_open(self) -> None:
        factory: Any = MockFactory()
        with pytest.raises(DriverError, match='button "ok blue" on GPIO 17'):
            Buttons({"dice": 17, "ok blue": 17}, now_us=lambda: 0, pin_factory=factory)
        Buttons({"dice": 17}, now_us=lambda: 0, pin_factory=factory).close()

    def test_a_pin_that_does_not_exist_is_refused(self) -> None:
        with pytest.raises(DriverError, match='button "dice" on GPIO 99'):
            Buttons({"dice": 99}, now_us=lambda: 0, pin_factory=MockFactory())

    def test_closed_buttons_can_be_opened_again(self, bench: Bench) -> None:
        bench.buttons.close()
        bench.down("dice")
        assert not bench.busy()
        again = Buttons(PINS, now_us=lambda: bench.now_us, pin_factory=bench.factory)
        assert again.stuck == ("dice",)
        again.close()

    def test_nothing_warns_on_a_machine_without_pins(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Bench().buttons.close()


# -- properties --------------------------------------------------------------------------------------------------

names = st.sampled_from(sorted(PINS))
bounce = st.lists(st.integers(1, 14_000), max_size=8, unique=True)


def contact(at_us: int, name: str, down: bool, offsets_us: list[int]) -> list[Edge]:
    """Edges of one contact that bounces at the offsets and ends ``down``."""
    offsets_us = sorted(offsets_us)[: len(offsets_us) // 2 * 2]
    return [Edge(at_us + offset, name, down == (n % 2 == 0)) for n, offset in enumerate((0, *offsets_us))]


@st.composite
def one_after_the_other(draw: st.DrawFn) -> tuple[list[Edge], list[Gesture]]:
    """Presses and holds with pauses between them, glitches among them, and what they must become."""
    at_us, edges, wanted = 1_100_000, [], []
    for name in draw(st.lists(names, max_size=5)):
        if draw(st.booleans()):
            edges += [Edge(at_us, name, True), Edge(at_us + draw(st.integers(1, 15_000)), name, False)]
            at_us += 60 * MS
        for_us = draw(st.one_of(st.integers(40 * MS, HOLD - 1), st.integers(HOLD, 2_000 * MS)))
        edges += contact(at_us, name, True, draw(bounce))
        edges += contact(at_us + for_us, name, False, draw(bounce))
        if for_us < HOLD:
            wanted.append(Gesture("press", (name,), at_us))
        else:
            wanted.append(Gesture("hold", (name,), at_us + HOLD))
        at_us += for_us + draw(st.integers(60 * MS, 400 * MS))
    return edges, wanted


def gestures_of(edges: list[Edge], *, punctual: bool = True) -> list[Gesture]:
    bench = Bench()
    try:
        return bench.play(edges, punctual=punctual)
    finally:
        bench.buttons.close()


@pytest.mark.slow
@given(one_after_the_other(), st.booleans())
@settings(max_examples=often(40, 100), deadline=None)
def test_bouncing_never_makes_or_loses_a_gesture(
    case: tuple[list[Edge], list[Gesture]], punctual: bool
) -> None:
    edges, wanted = case
    assert gestures_of(edges, punctual=punctual) == wanted


@st.composite
def crossing(draw: st.DrawFn) -> tuple[list[Edge], list[Edge]]:
    """Buttons pressed in any order, across each other: the same hands with clean and with bouncing contacts.

    No two move in the same microsecond: which of them was first, nobody can say.
    """
    clean: list[Edge] = []
    bouncing: list[Edge] = []
    for number, name in enumerate(draw(st.lists(names, max_size=4, unique=True))):
        at_us = 1_000_000 + number + draw(st.integers(0, 1_500)) * MS
        down = True
        for _ in range(2 * draw(st.integers(1, 2))):
            clean.append(Edge(at_us, name, down))
            bouncing += contact(at_us, name, down, draw(bounce))
            at_us += draw(st.integers(45, 1_200)) * MS
            down = not down
    return clean, bouncing


@pytest.mark.slow
@given(crossing(), st.booleans())
@settings(max_examples=often(40, 100), deadline=None)
def test_bouncing_contacts_mean_what_clean_ones_mean(
    case: tuple[list[Edge], list[Edge]], punctual: bool
) -> None:
    clean, bouncing = case
    assert gestures_of(bouncing, punctual=punctual) == gestures_of(clean)


@pytest.mark.slow
@given(crossing())
@settings(max_examples=often(40, 100), deadline=None)
def test_a_hold_is_one_button_alone_or_a_pair_and_a_press_the_only_finger_of_its_hand(
    case: tuple[list[Edge], list[Edge]],
) -> None:
    clean, _ = case
    for gesture in gestures_of(clean):
        begun_us = gesture.at_us - (HOLD if gesture.kind == "hold" else 0)
        down: set[str] = set()
        for edge in sorted(clean):
            if edge.at_us > begun_us:
                break
            down = down | {edge.name} if edge.down else down - {edge.name}
        if gesture.kind == "hold":
            assert down == set(gesture.buttons)
            assert len(gesture.buttons) == 1 or gesture.buttons in PAIRS
        else:
            hand = gesture.buttons[0].rpartition(" ")[2]
            assert [name for name in down if name.endswith(hand)] == list(gesture.buttons)
