"""What a node tells of itself, as data and in lines."""

from __future__ import annotations

from signifer_drivers.node.health import MEET_US, health_lines, meet
from signifer_drivers.node.host import RETRY_US
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.node import START_US

from tests.node.benches import SERIAL, A, B, NodeBench, node_bench


def rested(kit: NodeBench) -> NodeBench:
    """Until the node has said how it fares, after all else."""
    before = kit.host.health
    assert kit.run(2_000_000, lambda: kit.host.health is not before)
    return kit


def test_a_node_that_fares_well_has_a_line_for_itself_its_cable_and_each_reader() -> None:
    kit = node_bench(2)
    assert health_lines(kit.host) == [
        "node 3: the node does not answer (it was never there): check its USB cable and the supply of the hub"
    ]
    kit.connect()
    kit.lay(0, A)
    kit.visits(0)
    kit.run(3_600)
    assert health_lines(kit.host)[0].startswith(
        f"node 3: number {SERIAL.hex()}, files of version 0, up 0:00:0"
    )
    assert health_lines(rested(kit).host)[1:] == [
        "  1 visit, 0 spoilt frames, 0 questions asked again, 1 start",
        "  reader 0: version 92",
        "  reader 1: not read since it started",
    ]
    assert health_lines(kit.host, {0: "3 red"})[2:] == ["  reader 0 (3 red): version 92"]
    assert health_lines(kit.host, {4: "3 red"})[2:] == [
        "  reader 4 (3 red): the node and this program do not fit together (it has 2 readers): put the node's files "
        "of this version on it (docs/node-protocol.md)"
    ]


def test_faults_are_named_as_on_the_own_bus() -> None:
    kit = node_bench(4)
    kit.connect()
    for reader in range(4):
        kit.lay(reader, A, B)
        for _ in range(4):
            kit.visits(reader, known=(A, B))
    first, second = kit.ports[0].chip, kit.ports[3].chip
    assert isinstance(first, Mfrc522Chip)
    assert isinstance(second, Mfrc522Chip)
    first.replace(0x37, fifo_bytes=32)
    kit.ports[1].fault = "varying"
    kit.fields[2].slow = True
    second.replace(0xB2)
    for _ in range(2):
        for reader in range(4):
            kit.visits(reader, known=(A, B))
    names = [line.split(": ")[1] for line in health_lines(rested(kit).host)[2:]]
    assert names == [
        "not a known MFRC522",
        "the version varies",
        "the tags are too slow",
        "version B2, a compatible chip, not NXP's own",
    ]


def test_a_bad_cable_shows() -> None:
    kit = node_bench(1, noise=0.02, seed=3)
    kit.connect()
    for _ in range(40):
        kit.visits(0)
    line = health_lines(rested(kit).host)[1]
    assert kit.host.health is not None
    assert kit.host.health.broken > 2
    assert kit.host.repeats > 10
    assert f"{kit.host.health.broken} spoilt frames, {kit.host.repeats} questions asked again" in line
    kit.twin.reboot()
    kit.connect()
    kit.run(2_000_000)
    assert "2 starts" in health_lines(kit.host)[1]


def test_a_node_that_was_pulled_says_so() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.twin.unplug()
    kit.run(600_000)
    assert health_lines(kit.host) == [
        "node 3: the node does not answer (the device has gone): check its USB cable and the supply of the hub"
    ]


def test_memory_is_told() -> None:
    kit = node_bench(1)
    kit.twin.free_bytes = lambda: 120 * 1024  # type: ignore[method-assign]
    kit.connect()
    assert health_lines(rested(kit).host)[0].endswith(", 120 KB of memory free")


def test_who_lists_nodes_waits_for_each_but_not_for_ever() -> None:
    kit = node_bench(1)

    def met() -> int:
        start_us = kit.clock.now_us
        meet(kit.host, wait=kit.clock.advance, now_us=lambda: kit.clock.now_us)
        return kit.clock.now_us - start_us

    assert met() < START_US + RETRY_US + 100_000
    assert len(health_lines(kit.host)) == 3
    assert met() == 0
    kit.twin.unplug()
    assert MEET_US <= met() < MEET_US + 1_000
    assert len(health_lines(kit.host)) == 1


def test_a_chip_of_a_version_that_nobody_has_listed_is_told_of() -> None:
    kit = node_bench(1)
    kit.connect()
    chip = kit.ports[0].chip
    assert isinstance(chip, Mfrc522Chip)
    chip.replace(0x15)
    kit.lay(0, A)
    for _ in range(4):
        kit.visits(0)
    assert health_lines(rested(kit).host)[2:] == [
        "  reader 0: version 15, an unlisted chip that works so far"
    ]
