"""Self-tuning on the twin: the middle of the widest good range, whatever lies there and whatever hums."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.air.figures import figures
from signifer_drivers.air.reading import loaded, stacked
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import ChipError, Mfrc522
from signifer_drivers.portable.registers import read
from signifer_drivers.readers.tuning import FIELDS, GAINS_DB, GOOD, ChipTuner, Trial, made_sure, middle, sweep
from signifer_drivers.virtual.coupling import COUNTS, OFFSETS, read_rates
from signifer_drivers.virtual.field import LOUD_CEILING_DB

from tests.drivers.fields import bench

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")


def trials(*missed: float) -> list[Trial]:
    return [Trial(gain_db, 32, rate, 0.0) for gain_db, rate in zip(GAINS_DB, missed, strict=False)]


@pytest.mark.parametrize(
    ("missed", "gain_db"),
    [
        ((1.0, 0.0, 0.0, 0.0, 1.0), 33),
        ((1.0, 0.0, 0.0, 1.0), 23),
        ((0.0, 1.0, 0.0, 0.0, 0.0), 38),
        ((0.0, 1.0, 0.0, 1.0), 18),
        ((0.9, 0.3, 0.5, 0.9), 23),
    ],
)
def test_the_middle_of_the_widest_good_range(missed: tuple[float, ...], gain_db: int) -> None:
    assert middle(trials(*missed)).gain_db == gain_db


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_a_good_setting_is_taken_if_there_is_one_and_never_a_worse_one(missed: list[float]) -> None:
    found = middle(trials(*missed))
    assert found.missed <= GOOD if min(missed) <= GOOD else found.missed == min(missed)


def test_the_edges_of_what_is_good_are_tried_for_longer_until_they_stand() -> None:
    """The second and the third had luck."""
    truly = dict(zip(GAINS_DB, trials(1.0, 0.05, 0.03, 0.0, 0.0, 0.02), strict=True))
    asked: list[int] = []

    def longer(trial: Trial) -> Trial:
        asked.append(trial.gain_db)
        return truly[trial.gain_db]

    found = made_sure(trials(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), longer)
    assert found == tuple(truly.values())
    assert sorted(asked) == [23, 33, 38, 48]
    assert made_sure(trials(0.9, 0.3), longer) == tuple(trials(0.9, 0.3))


def test_what_is_garbled_is_not_good() -> None:
    assert not Trial(33, 32, 0.0, 0.5).is_good


def test_at_contact_a_middle_gain_is_best() -> None:
    kit = bench()
    kit.lay(A, B)
    found = sweep(ChipTuner(Mfrc522(kit.port)), 33, 32)
    assert [trial.gain_db for trial in found.gains] == [18, 23, 33, 38, 43, 48]
    assert [trial.is_good for trial in found.gains] == [False, False, True, True, False, False]
    assert [trial.field for trial in found.fields] == list(FIELDS)
    assert found.best == Trial(33, 32, 0.0, 0.0)
    assert found.uids == tuple(sorted((A, B)))


def test_where_something_hums_a_lower_gain_is_best_and_a_stronger_field_makes_up_for_it() -> None:
    kit = bench(seed=2)
    kit.lay(A)
    kit.field.ceiling_db = LOUD_CEILING_DB
    best = sweep(ChipTuner(Mfrc522(kit.port)), 33, 32).best
    assert best is not None
    assert best.gain_db == 23
    assert best.field > 32
    assert best.is_good


def test_far_from_the_middle_a_higher_gain_is_best() -> None:
    kit = bench(seed=3)
    kit.lay(A)
    kit.field.tags[0].coupling_db = -12.0
    best = sweep(ChipTuner(Mfrc522(kit.port)), 33, 32).best
    assert best is not None
    assert best.gain_db == 38


def test_without_a_tag_nothing_can_be_said() -> None:
    found = sweep(ChipTuner(Mfrc522(bench().port)), 33, 32)
    assert (found.uids, found.best) == ((), None)


@pytest.mark.parametrize("uids", [(), (A,)])
def test_the_chip_is_left_as_it_was_with_its_antenna_off(uids: tuple[bytes, ...]) -> None:
    kit = bench()
    kit.lay(*uids)
    chip = Mfrc522(kit.port, 38, 20)
    sweep(ChipTuner(chip), 38, 20, visits=2)
    got = kit.port.transfer([read(r.RFCfgReg, r.CWGsPReg, r.GsNReg)])[0][1:]
    assert list(got) == [r.RX_GAIN[38] | 8, 20, 0x58]
    assert kit.field.powered_us is None


def test_a_broken_reader_is_no_bad_setting() -> None:
    kit = bench()
    kit.lay(A)
    kit.port.fault = "unplug"
    with pytest.raises(ChipError):
        sweep(ChipTuner(Mfrc522(kit.port)), 33, 32)


@pytest.mark.parametrize("field", [0, 64])
def test_a_field_that_the_chip_does_not_have(field: int) -> None:
    with pytest.raises(ValueError, match="1 to 63"):
        Mfrc522(bench().port, 33, field)


def test_the_map_has_nine_positions_and_reads_there_what_the_model_of_the_air_says() -> None:
    coil = figures().coils[figures().reference]
    assert len(OFFSETS) == 3
    for tags in COUNTS:
        rows = [*read_rates(tags)]
        assert [len(row) for row in rows] == [3, 3, 3]
        for along, row in zip(OFFSETS, rows, strict=True):
            for across, share in zip(OFFSETS, row, strict=True):
                margins = loaded(coil, stacked([(19.0 * across, 19.0 * along)] * tags)).margins_db
                assert share <= sum(margin >= 0 for margin in margins) / tags, (tags, across, along)
                assert share >= 0.95 * sum(margin >= 6 for margin in margins) / tags, (tags, across, along)


def test_no_tag_is_read_at_a_corner_and_of_four_squared_up_less_than_half() -> None:
    lone, many = ([*read_rates(tags)] for tags in (1, 4))
    assert [lone[y][x] for y in (0, 2) for x in (0, 2)] == [0.0] * 4
    assert many[1][1] < 0.5
