"""The bank: no two neighbours on together, nobody starved, a failing reader alone with its fault."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import DriverError
from signifer_core.layout import ZONES, Zone, zone
from signifer_drivers.polling.bank import Bank, neighbours
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.schedule import COOL_US, REST_US, STARVED_US
from signifer_drivers.portable.mfrc522 import FIELD_OFF_US, FIELD_UP_US, HOT
from signifer_drivers.readers.faults import (
    BUS,
    BUS_FAILS,
    CAUSES,
    GAIN,
    NEIGHBOUR,
    NOISE,
    SEVERAL,
    SLOW,
    STACKED,
    WEAK,
    ReaderError,
)
from signifer_drivers.readers.reader import Reading
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip

from tests.drivers.rooms import TwinRoom

STANDARD = {str(at): (at,) for at in ZONES}
STARTER = {str(column): (Zone(str(column), "red"), Zone(str(column), "blue")) for column in range(1, 6)}
A, B = b"\x04aaaaaa", b"\x04bbbbbb"


class Clock:
    now_us = 0


class Stand:
    """A reader that keeps a diary: its field, and how long it takes to read."""

    def __init__(self, room: Room, name: str) -> None:
        self.room, self.name = room, name
        self.lying: tuple[bytes, ...] = ()
        self.silent: tuple[bytes, ...] = ()
        self.read_us = 500
        self.broken = self.breaks = self.garbled = False
        self.cause = ""
        self.lost_times = 0
        self.visits: list[int] = []
        self.on_us: int | None = None
        self.off_us = -FIELD_OFF_US

    def switch_on(self) -> None:
        self.room.clock.now_us += 60
        if self.broken and self.cause:
            raise ReaderError(self.name, self.cause)
        if self.broken:
            raise DriverError(f"reader {self.name}: no chip answers")
        assert self.on_us is None
        assert self.room.clock.now_us >= self.off_us + FIELD_OFF_US
        self.on_us = self.room.clock.now_us
        on = {name for name, stand in self.room.stands.items() if stand.on_us is not None}
        assert not on & self.room.near[self.name], "two neighbours are on together"
        assert len(on) <= 2

    def read(self, known: Sequence[bytes], tries: int) -> Reading:
        assert self.on_us is not None
        assert self.room.clock.now_us >= self.on_us + FIELD_UP_US
        self.room.clock.now_us += self.read_us
        self.on_us, self.off_us = None, self.room.clock.now_us
        if self.breaks:
            raise DriverError(f"reader {self.name}: the chip stopped answering")
        self.visits.append(self.room.clock.now_us)
        asked = {uid: (tries, 0) if uid in self.silent else (0, 0) for uid in known}
        return Reading(tuple(uid for uid in self.lying if uid not in self.silent), self.garbled, asked)

    def lost(self) -> None:
        self.lost_times += 1
        self.on_us = None


class Room:
    """A bank above such readers."""

    def __init__(self, zones: Mapping[str, tuple[Zone, ...]] = STANDARD, *, line: bool = False) -> None:
        self.clock = Clock()
        self.near = neighbours(zones)
        self.stands = {name: Stand(self, name) for name in zones}
        self.presence = Presence(3)
        self.news: list[Change] = []
        self.told: list[Visit] = []
        self.wanted: set[str] = set()
        self.pulls = 0
        self.bank = Bank(
            self.stands,
            self.presence,
            neighbours=self.near,
            now_us=lambda: self.clock.now_us,
            tell=self.tell,
            wanted=lambda: self.wanted,
            pull_line=self.pull if line else None,
        )

    def tell(self, visit: Visit, changes: list[Change]) -> None:
        self.told.append(visit)
        self.news += changes

    def pull(self) -> None:
        self.pulls += 1
        for stand in self.stands.values():
            stand.on_us = None

    def run(self, us: int) -> None:
        end_us = self.clock.now_us + us
        while self.clock.now_us < end_us:
            before_us = self.clock.now_us
            next_us = self.bank.step()
            assert next_us is not None
            assert next_us > before_us, "a step takes time, or says when to come again"
            self.clock.now_us = max(self.clock.now_us, next_us)

    def longest_us(self, name: str) -> int:
        times = [0, *self.stands[name].visits, self.clock.now_us]
        return max(b - a for a, b in pairwise(times))


def test_neighbours_come_from_the_zones() -> None:
    near = neighbours(STANDARD)
    assert near["1 red"] == {"1 blue", "2 red"}
    assert near["3 blue"] == {"3 red", "2 blue", "4 blue"}
    assert near["pad red"] == near["pad blue"] == set()
    assert neighbours(STARTER)["1"] == {"2"}
    assert neighbours({"pad red": (zone("pad red"),), "5": STARTER["5"]}) == {"pad red": set(), "5": set()}


def test_the_next_field_comes_up_while_a_reader_is_read() -> None:
    """Readers that take 6 ms: none of the 5 ms for a field are waited for, but for the first."""
    room = Room()
    for stand in room.stands.values():
        stand.read_us = 6_000
    room.run(1_000_000)
    visits = sum(len(stand.visits) for stand in room.stands.values())
    assert 1_000_000 / visits < 6_000 + 60 + 50


def test_all_are_visited_in_turn_while_nothing_happens() -> None:
    room = Room()
    for stand in room.stands.values():
        stand.read_us = 7_000
    room.run(1_000_000)
    counts = [len(stand.visits) for stand in room.stands.values()]
    assert max(counts) - min(counts) <= 1


def test_one_reader_alone_is_visited_and_rests() -> None:
    room = Room({"3": STARTER["3"]})
    room.run(1_000_000)
    visits = len(room.stands["3"].visits)
    assert 0.9 * 1_000_000 / (REST_US + FIELD_UP_US + 560) < visits <= 1_000_000 / REST_US


def test_no_readers_no_step() -> None:
    assert Room({}).bank.step() is None


def test_a_zone_in_doubt_is_visited_at_once_and_often() -> None:
    room = Room()
    for stand in room.stands.values():
        stand.read_us = 7_000
    stand = room.stands["3 red"]
    stand.lying = (A,)
    room.run(500_000)
    stand.lying = ()
    stand.silent = (A,)
    gone_us = room.clock.now_us
    while ("absent", "3 red") not in {(change.kind, change.reader) for change in room.news}:
        room.run(1)
    in_doubt = [at_us for at_us in stand.visits if at_us > gone_us]
    assert len(in_doubt) >= 3
    assert in_doubt[2] - in_doubt[0] < 100_000, "two rounds last 168 ms"


@pytest.mark.parametrize("laid", [{"2 red"}, {"2 red", "4 blue"}, {"2 red", "4 blue", "5 red"}])
def test_where_all_starve_newcomers_come_in_turns_with_them(laid: set[str]) -> None:
    """In bad air a round takes longer than an antenna may wait: no newcomer waits for a whole round then."""
    room = Room()
    for name, stand in room.stands.items():
        stand.read_us = 24_000
        stand.garbled = name in laid
    room.run(1_200_000)
    for name, stand in room.stands.items():
        longest_us = max(b - a for a, b in pairwise(stand.visits) if a > 300_000)
        assert longest_us <= (225_000 if name in laid else 450_000), "a round lasts 290 ms"


def test_a_zone_where_a_card_is_expected_is_visited_more_often() -> None:
    room = Room()
    for stand in room.stands.values():
        stand.read_us = 7_000
    room.wanted = {"2 blue"}
    room.run(5_000_000)
    others = [len(stand.visits) for name, stand in room.stands.items() if name != "2 blue"]
    assert len(room.stands["2 blue"].visits) > 1.5 * max(others)


@given(
    st.sampled_from([STANDARD, STARTER]),
    st.integers(0, 1 << 32),
    st.sets(st.sampled_from(sorted(STANDARD))),
    st.sets(st.sampled_from(sorted(STANDARD) + sorted(STARTER)), max_size=5),
)
def test_nobody_starves(
    zones: dict[str, tuple[Zone, ...]], seed: int, wanted: set[str], doubted: set[str]
) -> None:
    """Whoever is in doubt for ever, wanted, broken or slow: all that work are visited within 0.6 s.

    (That no two neighbours are on together, and that fields are up and were off for long enough, the readers check.)
    """
    rng = random.Random(seed)
    room = Room(zones)
    room.wanted = wanted
    for name, stand in room.stands.items():
        stand.read_us = rng.choice((300, 4_000, 8_000, 12_000))
        stand.broken = rng.random() < 0.1
        stand.breaks = rng.random() < 0.1
        if name in doubted:
            stand.lying = (A + name.encode(),)
    room.run(100_000)
    for name, stand in room.stands.items():
        stand.silent = stand.lying
        if name in doubted:
            room.presence.doubts = lambda reader: reader in doubted  # type: ignore[method-assign]
    room.run(3_000_000)
    for name, stand in room.stands.items():
        if not stand.broken and not stand.breaks:
            assert room.longest_us(name) < 2 * STARVED_US + 100_000


# Health


def test_a_failing_reader_costs_the_others_next_to_nothing() -> None:
    whole, broken = Room(), Room()
    for room in (whole, broken):
        for stand in room.stands.values():
            stand.read_us = 6_000
    broken.stands["3 red"].broken = True
    whole.run(2_000_000)
    broken.run(2_000_000)
    for name in ("2 red", "3 blue", "pad red"):
        assert len(broken.stands[name].visits) >= len(whole.stands[name].visits)
    assert broken.bank.failing() == {"3 red"}


def test_a_reader_is_back_within_a_second_of_mending() -> None:
    for way in ("broken", "breaks"):
        room = Room()
        stand = room.stands["3 red"]
        stand.lying = (A,)
        room.run(200_000)
        setattr(stand, way, True)
        room.run(5_000_000)
        setattr(stand, way, False)
        room.run(1_000_000)
        told = [(change.kind, change.reader) for change in room.news]
        assert told == [("present", "3 red"), ("fault", "3 red"), ("ok", "3 red")]
        assert not room.bank.failing()


def test_the_reset_line_is_pulled_once_for_a_reader_that_keeps_failing() -> None:
    room = Room(line=True)
    room.run(200_000)
    room.stands["3 red"].broken = True
    room.run(150_000)
    assert room.pulls == 0, "setting the chip up again may be enough"
    room.run(20_000_000)
    assert room.pulls == 1
    assert {stand.lost_times for stand in room.stands.values()} == {1}, "all of them share the line"
    room.stands["3 red"].broken = False
    room.run(1_000_000)
    room.stands["3 red"].broken = True
    room.run(5_000_000)
    assert room.pulls == 2, "another time is another matter"


def test_the_reset_line_is_pulled_at_once_when_several_fail() -> None:
    room = Room(line=True)
    room.run(200_000)
    room.stands["3 red"].broken = room.stands["5 blue"].broken = True
    room.run(150_000)
    assert room.pulls == 1
    room.run(5_000_000)
    assert room.pulls == 1


def test_a_slip_of_another_reader_pulls_the_line_no_more_while_one_stays_broken() -> None:
    room = Room(line=True)
    room.run(200_000)
    room.stands["5 blue"].broken = True
    room.run(3_000_000)
    assert room.pulls == 1
    for _ in range(10):
        room.stands["1 red"].broken = True
        room.run(60_000)
        room.stands["1 red"].broken = False
        room.run(2_000_000)
    assert room.pulls == 1
    assert {stand.lost_times for stand in room.stands.values()} == {1}


@pytest.mark.parametrize("cause", [GAIN, NEIGHBOUR, WEAK, SLOW, NOISE, STACKED, SEVERAL, BUS, BUS_FAILS])
def test_the_line_is_not_pulled_for_what_no_reset_helps(cause: str) -> None:
    room = Room(line=True)
    room.run(200_000)
    for name in ("1 red", "5 blue"):
        room.stands[name].cause = cause
        room.stands[name].broken = True
    room.run(5_000_000)
    assert room.pulls == 0


def test_a_pulled_line_removes_no_card() -> None:
    room = Room(line=True)
    for stand in room.stands.values():
        stand.lying = (stand.name.encode()[:7].ljust(7, b"x"),)
    room.run(200_000)
    room.stands["3 red"].broken = room.stands["5 blue"].broken = True
    room.run(1_000_000)
    room.stands["3 red"].broken = room.stands["5 blue"].broken = False
    room.run(1_000_000)
    assert not [change for change in room.news if change.kind == Finding.ABSENT]


def test_a_visit_says_when_its_field_came_on() -> None:
    room = Room()
    room.run(300_000)
    for visit in room.told:
        assert visit.at_us - visit.on_us >= FIELD_UP_US


def test_a_reader_that_is_too_hot_is_left_alone_to_cool_down_and_keeps_its_cards() -> None:
    tried: list[int] = []

    class Heard(TwinRoom):
        def _tell(self, visit: Visit, changes: list[Change]) -> None:
            super()._tell(visit, changes)
            if visit.fault is not None:
                assert CAUSES[HOT].name in visit.fault
                tried.append(visit.at_us)

    room = Heard()
    room.run(1_000_000)
    lying = set(room.presence.lying("3 red"))
    chip = room.ports["3 red"].chip
    assert isinstance(chip, Mfrc522Chip)
    chip.heat(True)
    room.run(10_000_000)
    assert all(later - before >= COOL_US for before, later in pairwise(tried[1:]))
    assert 5 <= len(tried) <= 10
    assert set(room.presence.lying("3 red")) == lying
    chip.heat(False)
    room.run(COOL_US + 200_000)
    assert room.bank.failing() == frozenset()
