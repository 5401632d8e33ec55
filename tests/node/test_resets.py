"""Resets of readers on a node: its line, a supply that dips, a chip that hangs; the others of the node go on."""

from __future__ import annotations

import pytest
from signifer_drivers.node.requests import Tuning
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.registers import read
from signifer_drivers.readers.reader import Reading
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip

from tests.node.benches import A, B, C, NodeBench, node_bench


def chip(kit: NodeBench, reader: int) -> Mfrc522Chip:
    it = kit.ports[reader].chip
    assert isinstance(it, Mfrc522Chip)
    return it


def laid(readers: int = 3, **kinds: float) -> NodeBench:
    kit = node_bench(readers, tuning={0: Tuning(38, 20)}, **kinds)  # type: ignore[arg-type]
    kit.connect()
    kit.lay(0, A)
    kit.lay(1, B, C)
    return kit


def told(kit: NodeBench) -> list[str | set[bytes]]:
    """One visit to each reader: the cause, or what was read."""
    found: list[str | set[bytes]] = []
    # Of a VISIT that was damaged on its way the next one comes first.
    for visit in sorted(kit.visits(*range(len(kit.ports))), key=lambda visit: visit.reader):
        if visit.error is not None:
            found.append(visit.error.cause)
        else:
            assert visit.reading is not None
            found.append(set(visit.reading.uids))
    return found


FINE: list[str | set[bytes]] = [{A}, {B, C}, set()]


def test_the_reset_line_of_a_node_resets_all_its_readers_and_nobody_is_called_broken() -> None:
    kit = laid()
    assert told(kit) == FINE
    kit.reader(0).lost()
    kit.run(20_000)
    got = kit.ports[0].transfer([read(r.RFCfgReg)])[0][1]
    assert got == 0x48  # as after a reset
    assert told(kit) == FINE
    assert kit.ports[0].transfer([read(r.RFCfgReg)])[0][1] == r.RX_GAIN[38] | 8
    assert told(kit) == FINE


def test_the_line_is_pulled_once_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = laid(noise=0.02, seed=5)
    pulls: list[int] = []
    real = kit.twin.reset_readers

    def pull() -> None:
        pulls.append(kit.twin.now_us())
        real()

    monkeypatch.setattr(kit.twin, "reset_readers", pull)
    for _ in range(20):
        kit.reader(0).lost()
        kit.reader(1).lost()  # a bank tells each of its readers
        assert kit.run(1_000_000, lambda: not kit.host._questions)
    assert len(pulls) == 20
    assert kit.host.repeats > 3
    assert told(kit) == FINE


def test_a_dip_of_one_supply_is_told_once_and_is_over_by_itself() -> None:
    kit = laid()
    assert told(kit) == FINE
    chip(kit, 1).reset()
    assert told(kit) == [{A}, "brown-out", set()]
    assert told(kit) == FINE


def test_a_supply_that_keeps_dipping_is_told_each_time_and_disturbs_nobody() -> None:
    kit = laid()
    chip(kit, 1).brown_out = True
    for _ in range(5):
        assert told(kit) == [{A}, "brown-out", set()]
    chip(kit, 1).brown_out = False
    assert told(kit) == FINE


def test_a_chip_that_hangs_until_it_is_reset_is_read_again_after_the_line_was_pulled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = laid()
    assert told(kit) == FINE
    real = kit.twin.reset_readers

    def pull() -> None:
        chip(kit, 1).hang(False)
        real()

    monkeypatch.setattr(kit.twin, "reset_readers", pull)
    chip(kit, 1).hang(True)
    for _ in range(3):
        assert told(kit) == [{A}, "chip-hangs", set()]
    kit.reader(1).lost()
    assert told(kit) == FINE


@pytest.mark.parametrize("fault", ["unplug", "stuck", "held", "varying", "random", "wiring"])
def test_whatever_breaks_at_one_reader_the_others_of_its_node_are_read(fault: str) -> None:
    kit = laid()
    kit.ports[1].fault = fault  # type: ignore[assignment]
    for _ in range(10):
        first, broken, last = told(kit)
        assert (first, last) == ({A}, set())
        assert broken in nf.FAULTS
    kit.ports[1].fault = None
    told(kit)
    assert told(kit) == FINE
    reading = kit.reader(0).read((A,), 1)
    assert reading == Reading((A,), False, {A: (0, 0)})


def test_a_line_pulled_in_the_middle_of_a_token_lets_it_be_done() -> None:
    """Who pulls it waits for nothing: the token that is out is done first, then the line."""
    kit = laid()
    kit.host.grant([(0, ()), (1, ())])
    kit.run(3_000)
    kit.host.reset_readers()
    assert kit.run(1_000_000, lambda: not kit.host._questions)
    assert [visit.error for visit in kit.host.take()] == [None, None]
    assert told(kit) == FINE


def test_a_program_that_ends_has_the_fields_go_off_and_lets_go_of_the_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = laid()
    stream = kit.host._port
    assert stream is not None
    done: list[bytes | str] = []
    monkeypatch.setattr(stream, "write", done.append)
    monkeypatch.setattr(stream, "close", lambda: done.append("closed"))
    kit.host.close()
    (frame,) = nf.Decoder().feed(bytes(done[0]))  # type: ignore[arg-type]  # the first of them is a frame
    assert frame.kind == nf.RESET
    assert done[1:] == ["closed"]
    assert not kit.host.is_there
    kit.host.close()
    assert done[2:] == []
