"""How long a node's field is up before known tags are asked: as it was tuned; for all others always 5 ms."""

from __future__ import annotations

from itertools import pairwise

import pytest
from signifer_drivers.node.requests import Tuning
from signifer_drivers.portable.mfrc522 import FIELD_UP_US, Mfrc522
from signifer_drivers.readers.tuning import ChipTuner, sweep
from signifer_drivers.virtual.tag import Tag

from tests.drivers.fields import bench
from tests.node.benches import NodeBench, node_bench

# Tags that wake 0.6 to 1.4 ms after the field, 2.0 to 2.4, and 4.4 to 5.
QUICK, MIDDLE, LATE = (
    next(
        uid
        for uid in (b"\x04" + bytes((n, 1, 1, 2, 3, 4)) for n in range(256))
        if low <= Tag(uid).wakes_us < high
    )
    for low, high in ((600, 1_400), (2_000, 2_400), (4_400, 5_000))
)


def visit(kit: NodeBench, *known: bytes) -> tuple[int, set[bytes], dict[bytes, tuple[int, int]]]:
    (found,) = kit.visits(0, known=known)
    assert found.reading is not None
    return found.at_us - found.on_us, set(found.reading.uids), dict(found.reading.misses)


def test_known_tags_are_asked_as_soon_as_they_answer() -> None:
    took_us = []
    for up_us in (FIELD_UP_US, 1_500):
        kit = node_bench(1, tuning={0: Tuning(33, 32, up_us)})
        kit.connect()
        kit.lay(0, QUICK)
        visit(kit)
        us, found, misses = visit(kit, QUICK)
        assert (found, misses) == ({QUICK}, {QUICK: (0, 0)})
        took_us.append(us)
    assert 3_400 <= took_us[0] - took_us[1] <= 3_600


@pytest.mark.parametrize("late", [MIDDLE, LATE], ids=["middle", "late"])
def test_a_card_that_wakes_later_is_read_all_the_same_and_hardly_ever_missed(late: bytes) -> None:
    kit = node_bench(1, tuning={0: Tuning(33, 32, 1_500)})
    kit.connect()
    kit.lay(0, late)
    assert visit(kit)[1] == {late}
    found = [visit(kit, late)[1] for _ in range(120)]
    missed = [number for number, uids in enumerate(found) if not uids]
    assert len(missed) <= 3
    assert all(after - before > 40 for before, after in pairwise(missed))
    kit.lay(0, QUICK)
    assert visit(kit, late)[1] == {QUICK, late}


def test_a_newcomer_that_wakes_late_is_read_beside_a_known_card() -> None:
    kit = node_bench(1, tuning={0: Tuning(33, 32, 1_500)})
    kit.connect()
    kit.lay(0, QUICK)
    visit(kit)
    kit.run(50_000)
    kit.lay(0, LATE)
    assert visit(kit, QUICK)[1] == {QUICK, LATE}


@pytest.mark.parametrize(
    ("uids", "up_us"), [((QUICK,), 2_000), ((QUICK, MIDDLE), 3_000), ((LATE,), FIELD_UP_US)]
)
def test_tune_finds_the_shortest_time_and_takes_a_step_more(uids: tuple[bytes, ...], up_us: int) -> None:
    kit = bench()
    kit.lay(*uids)
    found = sweep(ChipTuner(Mfrc522(kit.port)), 33, 32)
    assert found.up_us == up_us
