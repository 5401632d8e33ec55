"""How much of the page's server anybody may take up: a fair share, and the table's own places are nobody else's."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_firmware.web.server import hub as hubs
from signifer_firmware.web.server.complaints import EVERY_S, MOST_LETTERS, Complaints
from signifer_firmware.web.server.complaints import MOST_PEERS as MOST_TOLD
from signifer_firmware.web.server.frames import IDLE_S, MOST_FRAMES, MOST_IDLE, FrameMeter
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.places import (
    BANISHED_S,
    BUSY_S,
    MOST_BEGUN,
    MOST_CONNECTIONS,
    MOST_JUNK,
    MOST_OF_ONE,
    Gate,
    Place,
)
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR

from tests.neighbours.wire import MORE, PING, PONG, TEXT, frame

HERE = "127.0.0.1"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_nobody_from_elsewhere_takes_up_everything() -> None:
    clock = Clock()
    gate = Gate(clock)
    assert gate.place("192.168.0.9", {"192.168.0.9": MOST_OF_ONE}) is None
    assert gate.place("192.168.0.8", {"192.168.0.9": MOST_OF_ONE})
    begun = sum(gate.place("192.168.0.7", {}) is not None for _ in range(3 * MOST_BEGUN))
    assert begun == MOST_BEGUN
    clock.now_s += BUSY_S + 1
    assert gate.place("192.168.0.7", {})
    for number in range(2 * MOST_CONNECTIONS):
        clock.now_s += 1
        gate.place(f"10.0.{number // 200}.{number % 200}", {})
    assert len(gate._begun) <= MOST_CONNECTIONS + 2, "who is gone is forgotten"


def test_a_full_house_has_room_for_the_table_itself_and_for_paired_phones() -> None:
    gate = Gate(Clock(), keeps=lambda peer: peer == "10.0.0.9")
    full = {f"10.1.{number}.1": 1 for number in range(MOST_CONNECTIONS)}
    assert gate.place(HERE, full) == Place()
    assert gate.place("10.0.0.9", full) == Place()
    assert gate.place("10.0.0.8", full) is None, "nobody has more than one"
    assert gate.place(HERE, {HERE: MOST_CONNECTIONS}) is None


def test_who_comes_late_takes_a_place_of_who_has_most() -> None:
    gate = Gate(Clock())
    full = dict.fromkeys((f"10.0.0.{number}" for number in range(2, 10)), 25) | {"10.0.0.1": 56}
    assert gate.place("10.0.0.99", full) == Place(instead_of="10.0.0.1")


def test_who_sends_junk_is_sent_away_for_a_while() -> None:
    clock = Clock()
    gate = Gate(clock)
    for _ in range(MOST_JUNK):
        gate.has_sent_junk("10.0.0.1")
        gate.has_sent_junk(HERE, much=True)
    assert gate.place("10.0.0.1", {}), "a browser that tries TLS does that, too"
    gate.has_sent_junk("10.0.0.1")
    assert gate.place("10.0.0.1", {}) is None
    assert gate.place("10.0.0.2", {})
    assert gate.place(HERE, {})
    clock.now_s += BANISHED_S
    assert gate.place("10.0.0.1", {})
    gate.has_sent_junk("10.0.0.2", much=True)
    assert gate.place("10.0.0.2", {}) is None
    for number in range(5000):
        gate.has_sent_junk(f"10.{number >> 8}.{number & 255}.1", much=True)
    assert len(gate._junk) + len(gate._banished) < 2100


# Pages


class Street:
    """A hub, and who had to leave it."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.left: list[str] = []

    def come(self, peer: str) -> asyncio.Event | None:
        woken = asyncio.Event()
        came = self.hub.come(SPECTATOR, woken, peer, lambda: self.left.append(peer))
        return woken if came else None


@pytest.mark.parametrize("owns", [True, False])
def test_whoever_comes_again_has_no_fingers_where_they_came_before(owns: bool) -> None:
    async def evening() -> None:
        hub, lifted = Hub(), list[str]()

        def come(name: str, peer: str) -> None:
            woken = asyncio.Event()
            hub.come(SPECTATOR, woken, peer, lift=lambda: lifted.append(name))
            if owns:
                hub.own(woken)
            else:
                hub.become(PHONES["red"], woken)

        come("dead", "10.0.0.9")
        come("elsewhere", "10.0.0.8")
        assert lifted == []
        come("again", "10.0.0.9")
        assert lifted == ["dead"]

    asyncio.run(evening())


def test_spectators_of_eight_addresses_close_nobody_out() -> None:
    async def evening() -> None:
        street = Street()
        for number in range(8):
            for _ in range(hubs.MOST_OF_ONE):
                assert street.come(f"10.0.0.{number}")
        assert street.hub.pages == hubs.MOST_PAGES
        assert street.come("10.0.0.0") is None
        assert street.come(""), "the owner's own page"
        assert street.left == []
        assert street.come("10.0.0.50"), "a phone that nobody knows yet"
        assert street.left == ["10.0.0.0"]
        assert street.hub.pages == hubs.MOST_PAGES + 1

    asyncio.run(evening())


def test_a_paired_phone_finds_its_place_again_however_many_there_are() -> None:
    async def evening() -> None:
        street = Street()
        woken = street.come("10.0.0.9")
        assert woken
        street.hub.become(PHONES["red"], woken)
        street.hub.go(woken)
        for number in range(hubs.MOST_PAGES):
            assert street.come(f"10.0.1.{number}")
        assert street.come("10.0.0.8") is None, "each has one"
        assert street.come("10.0.0.9")
        street.hub._unpaired(PHONES["red"])
        assert not street.hub.keeps("10.0.0.9")

    asyncio.run(evening())


def test_phones_look_on_in_another_game_but_those_that_are_kept() -> None:
    async def evening() -> list[str]:
        street, pages = Street(), []
        for role, peer in ((PHONES["red"], "10.0.0.9"), (PHONES["blue"], "10.0.0.8")):
            page = street.come(peer)
            assert page
            street.hub.become(role, page)
            pages.append(page)
        street.hub.begun({"blue"})
        await asyncio.sleep(0)
        assert [street.hub.keeps(peer) for peer in ("10.0.0.9", "10.0.0.8")] == [False, True]
        return [street.hub.role(page) for page in pages]

    assert asyncio.run(evening()) == [SPECTATOR, PHONES["blue"]]


# Frames


def test_frames_are_counted_wherever_they_are_cut() -> None:
    sent = [frame(TEXT, b"x" * size) for size in (0, 1, 125, 126, 70_000)] * 24
    assert len(sent) == MOST_FRAMES
    data = b"".join(sent)
    for step in (1, 7, 4096, len(data)):
        meter = FrameMeter(Clock())
        assert all(meter.takes(data[at : at + step]) for at in range(0, len(data), step))
        assert not meter.takes(frame(TEXT))


def test_frames_that_tell_nothing_are_few() -> None:
    for idle in (frame(PING, b"x"), frame(PONG), frame(MORE, final=False), frame(TEXT, final=False)):
        clock = Clock()
        meter = FrameMeter(clock)
        assert meter.takes(idle * MOST_IDLE)
        assert not meter.takes(idle)
        clock.now_s += IDLE_S
        assert meter.takes(idle)


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_any_bytes_are_counted_or_too_many(pieces: list[bytes]) -> None:
    meter = FrameMeter(Clock())
    assert all(isinstance(meter.takes(piece), bool) for piece in pieces)


# The log


def test_the_log_has_a_line_a_minute_of_each() -> None:
    clock, lines = Clock(), list[str]()
    complaints = Complaints(lines.append, clock)
    for number in range(100):
        complaints.of("10.0.0.1", f"junk {number}\nwith a second line")
        complaints.of("10.0.0.2", "x" * 1000)
    assert len(lines) == 2
    assert "page: 10.0.0.1: junk 0 with a second line" in lines[0]
    assert len(lines[1]) < MOST_LETTERS + 100
    clock.now_s += EVERY_S
    complaints.of("10.0.0.1", "more")
    assert len(lines) == 3
    for number in range(3 * MOST_TOLD):
        complaints.of(f"fd00::{number}", "junk")
    assert len(lines) <= 4 + MOST_TOLD
