"""Damaged bytes, pulled cables, nodes that start again: the same beliefs, faults that have names, and nothing lost."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from signifer_drivers.node.host import LEASE_MS, REPEAT_US, RETRY_US
from signifer_drivers.node.requests import LATENCY_US
from signifer_drivers.node.results import SILENT
from signifer_drivers.node.waiting import SILENT_US
from signifer_drivers.polling.findings import Finding
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.readers.faults import NODE_AWAY, named_in
from signifer_drivers.virtual.node import START_US, OwnTime, Program, VirtualNode

from tests.node.benches import QUICK_START_US, A, B, C, in_process, node_bench, switched
from tests.node.columns import Columns


def columns(seed: int, noise: float = 0.0) -> Columns:
    first = node_bench(2, seed=seed, noise=noise)
    return Columns([first, node_bench(2, seed=seed + 100, noise=noise, clock=first.clock, name="node 4")])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_with_one_byte_in_a_hundred_damaged_the_beliefs_are_those_of_the_world(seed: int) -> None:
    table = columns(seed, noise=0.01)
    rng = random.Random(seed)
    table.run(3_000_000)
    table.changes.clear()  # until they had started, the nodes were away
    laid = lifted = 0
    for _ in range(12):
        before = sum(map(len, table.world.values()))
        table.hand(rng)
        after = sum(map(len, table.world.values()))
        laid, lifted = laid + (after > before), lifted + (after < before)
        table.run(1_500_000)
        assert table.believed() == table.world
    # Each card came once and went once: nothing flapped, and no reader was called broken.
    assert len(table.told("present")) == laid
    assert len(table.told("absent")) + len(table.told("covered")) == lifted
    assert table.told("fault") == table.told("ok") == []
    assert all(kit.twin.noise.damaged > 100 for kit in table.kits)
    assert all(kit.host.repeats > 20 for kit in table.kits)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1))
def test_a_cable_pulled_twenty_times_is_a_fault_of_its_own_zones_and_loses_nothing(seed: int) -> None:
    table = columns(seed)
    rng = random.Random(seed)
    table.run(2_000_000)
    for _ in range(4):
        table.hand(rng)
    table.run(2_000_000)
    for _ in range(20):
        table.changes.clear()
        there = table.believed()
        table.kits[0].twin.unplug()
        table.run(rng.randrange(300_000, 1_500_000))
        assert {reader for reader, _ in table.told("fault")} == {"3 red", "3 blue"}
        causes = [named_in(change.cause) for change in table.changes if change.kind == Finding.FAULT]
        assert causes == [[NODE_AWAY]] * 2
        assert table.told("absent") == table.told("present") == []
        assert table.believed() == there
        table.hand(rng)
        table.kits[0].twin.plug()
        table.run(4_000_000)
        assert table.believed() == table.world
        assert {reader for reader, _ in table.told("ok")} == {"3 red", "3 blue"}


@pytest.mark.parametrize("keep", [0, 1, 7, 8, 20, 40])
def test_a_node_that_starts_again_in_the_middle_of_a_frame_is_dark_and_ready_for_its_token_again(
    keep: int,
) -> None:
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, A, C)
    sent: list[int] = []
    kit.twin.sent = lambda now_us, data: sent.append(data[3])
    kit.host.grant([(0, ())])
    assert kit.run(1_000_000, lambda: nf.VISIT in sent)
    kit.twin.reboot(keep=keep)
    assert kit.twin.fields_on == []
    assert kit.run(2_000_000, lambda: not kit.host.is_busy)
    assert kit.host.take() == []
    assert kit.host.dark_us <= kit.clock.now_us
    assert kit.run(2_000_000, lambda: kit.host.is_ready)
    assert kit.host.starts == 2
    (visit,) = kit.visits(0)
    assert visit.reading is not None
    assert set(visit.reading.uids) == {A, C}
    assert visit.on_us <= visit.at_us <= kit.clock.now_us


def test_a_node_that_starts_again_has_its_fields_off() -> None:
    kit = node_bench(2)
    kit.connect()
    kit.host.grant([(1, ())])
    assert kit.run(10_000, lambda: kit.twin.fields_on == [1])
    kit.twin.reboot()
    assert kit.twin.fields_on == []
    kit.run(400_000)
    assert kit.twin.fields_on == []


class Deaf:
    """A program that hangs for good; what comes over USB is lost."""

    def __init__(self, board: VirtualNode) -> None:
        self._board = board

    def begin(self) -> None: ...

    def step(self) -> int:
        self._board.read()
        return 1 << 60


def test_a_node_that_falls_silent_is_given_up_and_found_again() -> None:
    programs: list[Callable[[VirtualNode], Program]] = [in_process, Deaf, in_process]
    kit = node_bench(2, program=lambda board: programs.pop(0)(board), start_us=QUICK_START_US)
    kit.connect()
    kit.lay(0, B)
    kit.twin.reboot()
    kit.run(QUICK_START_US + 100_000)
    start_us = kit.clock.now_us
    kit.host.grant([(0, ()), (1, ())])
    assert kit.run(3_000_000, lambda: not kit.host.is_busy)
    assert kit.clock.now_us - start_us <= LEASE_MS * 1000 + LATENCY_US + 500
    assert kit.host.is_there, "that may have been chance"
    assert kit.run(3_000_000, lambda: kit.host.error is not None)
    assert kit.clock.now_us - start_us <= SILENT_US + REPEAT_US
    assert kit.host.error is not None
    assert kit.host.error.cause == NODE_AWAY
    assert kit.host.error.detail == SILENT
    assert kit.host.take() == []
    kit.twin.reboot()
    kit.connect()
    (visit,) = kit.visits(0)
    assert visit.reading is not None
    assert visit.reading.uids == (B,)


@pytest.mark.parametrize("stood_us", [900_000, 3_500_000, 5_000_000])
def test_a_host_that_stood_still_takes_no_node_for_away(stood_us: int) -> None:
    """At rest, while it greets, with a token out, asked and unheard: what was not looked for is no silence."""
    for step_us in range(0, 60_000, 1_500):
        kit = node_bench(2, seed=step_us)
        assert kit.run(2_000_000, lambda kit=kit: kit.host.is_greeting)  # type: ignore[misc]
        kit.run(step_us)
        kit.clock.advance(stood_us)
        assert not kit.run(1_000_000, lambda kit=kit: not kit.host._port)  # type: ignore[misc]
        assert kit.host.is_there
        kit.host.grant([(0, ()), (1, ())])
        kit.run(step_us)
        kit.clock.advance(stood_us)
        assert not kit.run(1_000_000, lambda kit=kit: not kit.host.is_there)  # type: ignore[misc]
        kit.twin.noise.share = 1.0
        assert kit.run(1_000_000, lambda kit=kit: not kit.host.is_ready)  # type: ignore[misc]
        kit.clock.advance(stood_us)
        kit.twin.noise.share = 0.0
        assert not kit.run(1_000_000, lambda kit=kit: not kit.host.is_there)  # type: ignore[misc]


@pytest.mark.parametrize("heard", range(1, 9))
def test_no_token_is_over_before_its_field_must_be_off(heard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all tokens only one is heard, the first or a later one, and nothing of what the node says then."""
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, *(bytes((1, 2, 3, last)) for last in range(30)))
    asked: list[int] = []
    real = kit.twin.host_writes

    def writes(plug: int, data: bytes) -> None:
        asked.append(data[3])
        if asked.count(nf.TOKEN) == heard and data[3] == nf.TOKEN:
            real(plug, data)

    monkeypatch.setattr(kit.twin, "host_writes", writes)
    monkeypatch.setattr(kit.twin, "write", lambda data: None)
    kit.host.grant([(0, ())])
    on = 0
    while kit.host.is_busy:
        kit.host.step()
        kit.clock.advance(500)
        on += kit.twin.fields_on == [0]
    assert asked.count(nf.TOKEN) == 8
    assert on
    assert kit.twin.fields_on == []
    # The twin reads in one go, ahead of the host: what it did last is over for the host, too.
    assert kit.twin.now_us() <= kit.twin._node_us(kit.clock.now_us)


def test_a_host_that_greets_has_all_fields_off() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.host.grant([(0, ())])
    assert kit.run(10_000, lambda: kit.twin.fields_on == [0])
    kit.host._greet()
    # A visit would take 5.6 ms.
    assert kit.run(3_000, lambda: not kit.twin.fields_on)


def test_a_field_goes_off_with_its_lease_before_anything_was_read() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.host.grant([(0, ())], lease_ms=3)
    assert kit.run(10_000, lambda: kit.twin.fields_on == [0])
    assert kit.run(4_000, lambda: not kit.twin.fields_on)
    assert kit.run(100_000, lambda: not kit.host.is_busy)


@pytest.mark.parametrize("lease_ms", range(3, 9))
def test_no_field_is_waited_for_beyond_its_lease(lease_ms: int) -> None:
    """Whenever it ends: before the field is up, as it comes up, or as its first tag is asked; though bytes come that
    mean nothing, and have the program look what is due."""
    kit = node_bench(1, own=OwnTime(batch_us=0))
    kit.connect()
    heard: list[int] = []
    kit.twin.heard = lambda now_us, data: heard.append(now_us)
    times = switched(kit.fields[0])
    kit.host.grant([(0, ())], lease_ms=lease_ms)
    for after_us in range(3_000, 10_000, 20):
        kit.twin._to_node.put(kit.twin.now_us() + after_us, b"\0")
    kit.run(20_000)
    (_, on_us), (is_on, off_us) = times
    assert not is_on
    assert on_us < off_us <= heard[0] + lease_ms * 1000 + 100


def test_a_start_is_told_by_the_node_and_nobody_has_to_ask() -> None:
    kit = node_bench(1, start_us=QUICK_START_US)
    kit.connect()
    kit.twin.reboot()
    # The next question of a host that wants nothing comes half a second after the last one.
    assert kit.run(QUICK_START_US + 20_000, lambda: kit.host.starts == 2)


def test_a_start_that_was_not_heard_comes_out_with_the_next_question() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.twin.reboot()
    kit.clock.advance(START_US + 500)
    kit.twin.run()
    kit.twin._to_host.clear()
    kit.host.grant([(0, ())])
    assert kit.run(100_000, lambda: kit.host.is_ready)
    assert kit.host.starts == 2
    assert kit.host.take() == [], "who is greeted again has not failed"


def test_half_a_frame_is_waited_for_no_longer_than_until_it_is_quiet() -> None:
    """Either way; each frame that comes behind it would only fill it up."""
    half = nf.encode(nf.VISIT, 9, bytes(1000))[:30]
    for _ in range(2):
        kit = node_bench(1)
        kit.connect()
        kit.twin._to_host.put(kit.clock.now_us, half)
        kit.run(1_000)
        kit.visits(0)
        assert kit.host.repeats <= 1
        kit.twin._to_node.put(kit.twin.now_us(), half)
        kit.run(1_000)
        kit.visits(0)
        assert kit.host.repeats <= 3


def test_two_nodes_with_their_cables_swapped_are_known_by_their_numbers() -> None:
    """Who opens ports by number finds the right one; who is given the wrong one says so."""
    first = node_bench(1, serial=b"\x01" * 8)
    second = node_bench(1, seed=5, serial=b"\x02" * 8, clock=first.clock, name="node 4")
    first.twin.serial, second.twin.serial = b"\x02" * 8, b"\x01" * 8
    for _ in range(2 * (START_US + RETRY_US) // 1_000):
        first.host.step()
        second.host.step()
        first.clock.advance(500)
    assert first.host.error is not None
    assert first.host.error.detail == "in its place is node " + "02" * 8
    first.host._open_stream, second.host._open_stream = second.host._open_stream, first.host._open_stream
    for _ in range(2 * (START_US + RETRY_US) // 1_000):
        first.host.step()
        second.host.step()
        first.clock.advance(500)
    assert first.host.error is second.host.error is None
