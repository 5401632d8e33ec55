"""Tuning a reader of a node: the same sweep, the same answer, and the settings are left as they were."""

from __future__ import annotations

import pytest
from signifer_drivers.node.host import Node
from signifer_drivers.node.tuning import NodeTuner
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import Mfrc522
from signifer_drivers.portable.registers import read
from signifer_drivers.readers.faults import ReaderError
from signifer_drivers.readers.tuning import ChipTuner, Tuning, sweep
from signifer_drivers.virtual.field import LOUD_CEILING_DB

from tests.drivers.fields import bench
from tests.node.benches import A, B, NodeBench, node_bench


def tuner(kit: NodeBench, reader: int = 0) -> NodeTuner:
    """A tuner with a host's end of its own."""
    host = Node("node 3", kit.twin.open, now_us=lambda: kit.clock.now_us, diagnosing=False)
    return NodeTuner("3 red", host, reader, wait=kit.clock.advance, now_us=lambda: kit.clock.now_us)


def settings(kit: NodeBench, reader: int) -> list[int]:
    """Gain and both registers of the field, as the chip holds them."""
    return list(kit.ports[reader].transfer([read(r.RFCfgReg, r.CWGsPReg, r.GsNReg)])[0][1:])


def both(ceiling_db: float | None = None, coupling_db: float = 0.0) -> tuple[Tuning, Tuning]:
    """The same field on the host's own bus, and over a node."""
    own, kit = bench(seed=2), node_bench(2, seed=2)
    own.lay(A, B)
    kit.lay(0, A, B)
    for field in (own.field, kit.fields[0]):
        field.ceiling_db = field.ceiling_db if ceiling_db is None else ceiling_db
        for tag in field.tags:
            tag.coupling_db = coupling_db
    return sweep(ChipTuner(Mfrc522(own.port)), 33, 32), sweep(tuner(kit), 33, 32)


@pytest.mark.slow
@pytest.mark.parametrize(("ceiling_db", "coupling_db"), [(None, 0.0), (LOUD_CEILING_DB, 0.0), (None, -12.0)])
def test_a_node_finds_what_the_own_bus_finds(ceiling_db: float | None, coupling_db: float) -> None:
    own, node = both(ceiling_db, coupling_db)
    assert (node.version, node.uids) == (own.version, own.uids)
    assert [trial.gain_db for trial in node.gains] == [trial.gain_db for trial in own.gains]
    assert own.best is not None
    assert node.best is not None
    assert (node.best.gain_db, node.best.field) == (own.best.gain_db, own.best.field)
    for mine, other in zip((*own.gains, *own.fields), (*node.gains, *node.fields), strict=True):
        assert abs(mine.missed - other.missed) < 0.25
        assert abs(mine.garbled - other.garbled) < 0.35


def test_the_reader_is_left_as_the_table_has_it_and_the_others_are_not_touched() -> None:
    kit = node_bench(2)
    kit.lay(0, A)
    sweep(tuner(kit), 38, 20, visits=2)
    assert settings(kit, 0) == [r.RX_GAIN[38] | 8, 20, 0x58]
    assert settings(kit, 1)[1:] == [0x20, 0x88]
    assert kit.twin.fields_on == []


def test_where_no_tag_lies_nothing_is_said_but_the_version() -> None:
    kit = node_bench(2)
    found = sweep(tuner(kit, 1), 33, 32)
    assert (found.version, found.uids, found.best) == (0x92, (), None)


def test_a_broken_reader_and_a_node_that_is_not_there_are_no_bad_settings() -> None:
    kit = node_bench(1)
    kit.ports[0].fault = "held"
    with pytest.raises(ReaderError, match="reader 3 red: another chip holds MISO"):
        sweep(tuner(kit), 33, 32)
    kit.twin.unplug()
    with pytest.raises(
        ReaderError, match=r"reader 3 red: the node does not answer \(node 3, there is no such"
    ):
        sweep(tuner(kit), 33, 32)
