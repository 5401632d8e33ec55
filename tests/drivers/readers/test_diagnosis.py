"""Causes of the air: each disturbance of the twin's field is named by its own name, and quiet air has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.examination import ASLEEP, BROKEN, GARBLED, SILENT, Examination
from signifer_drivers.portable.examination import examined as examine
from signifer_drivers.portable.mfrc522 import FIELD_UP_US, Mfrc522
from signifer_drivers.portable.registers import read
from signifer_drivers.readers.diagnosis import (
    ASLEEP_VISITS,
    CALM_VISITS,
    EXAMINED_US,
    GARBLED_VISITS,
    Diagnosis,
    Question,
    Suspicion,
    Turns,
)
from signifer_drivers.readers.faults import GAIN, NEIGHBOUR, NOISE, SLOW, WEAK
from signifer_drivers.readers.reader import Reading
from signifer_drivers.virtual.field import HISS_A_DB, LOUD_CEILING_DB, Field

from tests.drivers.fields import Bench, bench

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")
Disturbance = Callable[[Field], None]


def sets(**values: object) -> Disturbance:
    def disturb(field: Field) -> None:
        for name, value in values.items():
            setattr(field, name, value)

    return disturb


NEIGHBOURING, TOO_SLOW = sets(neighbour=True), sets(slow=True)
CLOSE, LOUD = sets(detuned=True), sets(ceiling_db=LOUD_CEILING_DB)
CALM = sets()


def examined(
    seed: int, disturb: Disturbance, odd: str, lying: tuple[bytes, ...], asked: tuple[bytes, ...]
) -> tuple[str, Bench]:
    """What an examination finds after a visit to tags that lay there before the disturbance came."""
    kit = bench(seed=seed)
    kit.lay(*lying)
    chip = Mfrc522(kit.port)
    chip.begin()
    for disturbed in (CALM, disturb):
        disturbed(kit.field)
        chip.antenna(True)
        chip.port.delay_us(FIELD_UP_US)
        iso14443a.inventory(chip)
        chip.antenna(False)
    return Examination(chip).cause(odd, asked), kit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("disturb", "odd", "uids", "cause"),
    [
        (NEIGHBOURING, ASLEEP, (A,), NEIGHBOUR),
        (NEIGHBOURING, SILENT, (A, B), NEIGHBOUR),
        (NEIGHBOURING, GARBLED, (A, B), NEIGHBOUR),
        (TOO_SLOW, SILENT, (A,), SLOW),
        (TOO_SLOW, SILENT, (A, B), SLOW),
        (CLOSE, SILENT, (A, B), WEAK),
        (LOUD, GARBLED, (), GAIN),
        (LOUD, GARBLED, (A, B), GAIN),
        (LOUD, BROKEN, (A,), GAIN),
        (sets(noise_percent=60), GARBLED, (A, B), NOISE),
        (CALM, SILENT, (A,), ""),
        (CALM, ASLEEP, (A,), ""),
        (CALM, GARBLED, (A, B), ""),
        (CALM, GARBLED, (), ""),
        (CALM, BROKEN, (A,), ""),
        (sets(miss_percent=10, noise_percent=5), BROKEN, (A, B), ""),
        (sets(miss_percent=20), SILENT, (A,), ""),
        (sets(miss_percent=20), ASLEEP, (A, B), ""),
        (sets(miss_percent=10, noise_percent=5), ASLEEP, (A, B), ""),
        (sets(miss_percent=10, noise_percent=5), SILENT, (A, B), ""),
        (sets(miss_percent=10, noise_percent=5), GARBLED, (A, B), ""),
    ],
)
def test_what_is_found_behind_something_odd(
    disturb: Disturbance, odd: str, uids: tuple[bytes, ...], cause: str
) -> None:
    """By asking some ten times in noise: nearly always, and a wrong name hardly ever."""
    found = Counter(examined(seed, disturb, odd, uids, uids)[0] for seed in range(40))
    assert found[cause] >= 36, found
    assert sum(many for each, many in found.items() if each not in (cause, "")) <= 2, found


@pytest.mark.parametrize("odd", [GARBLED, BROKEN])
def test_a_tag_that_was_lifted_where_the_receiver_hisses_is_not_taken_for_one_in_noise(odd: str) -> None:
    """It gives no sign, where one of which nine frames of ten are damaged gives some."""
    hisses = sets(ceiling_db=33 - 5 / HISS_A_DB)
    assert {examined(seed, hisses, odd, (), (A,))[0] for seed in range(20)} == {""}
    noise = sets(noise_percent=90)
    assert [examined(seed, noise, GARBLED, (A,), (A,))[0] for seed in range(20)] == [NOISE] * 20


@pytest.mark.parametrize("disturb", [CALM, sets(slow=True), sets(miss_percent=20), NEIGHBOURING])
@pytest.mark.parametrize("seed", range(5))
def test_a_tag_that_was_lifted_is_not_found_and_costs_little(disturb: Disturbance, seed: int) -> None:
    before = bench(seed=seed).clock.now_us
    cause, kit = examined(seed, disturb, SILENT, (), (A, B))
    assert cause == ""
    assert kit.clock.now_us - before < 2 * 12_000 + 2 * 35_000


@pytest.mark.parametrize("odd", [SILENT, ASLEEP, GARBLED])
@pytest.mark.parametrize("disturb", [CALM, NEIGHBOURING, TOO_SLOW, CLOSE, LOUD])
def test_the_chip_is_left_as_it_was(disturb: Disturbance, odd: str) -> None:
    _, kit = examined(1, disturb, odd, (A, B), (A, B))
    assert kit.field.powered_us is None
    got = kit.port.transfer([read(r.RFCfgReg, r.TReloadRegL)])[0][1:]
    assert list(got) == [r.RX_GAIN[33] | 8, 20]


# When to ask.

FOUND: dict[bytes, tuple[int, int]] = {A: (0, 0), B: (0, 0)}


def test_what_is_read_at_once_is_not_odd() -> None:
    suspicion = Suspicion()
    for _ in range(50):
        assert suspicion.look((A, B), (A, B), False, FOUND) == ("", [])
        assert suspicion.look((), (), False, {}) == ("", [])


def test_a_silent_tag_is_odd_until_nothing_was_found_and_again_when_it_was_read_since() -> None:
    suspicion = Suspicion()
    silent: dict[bytes, tuple[int, int]] = {A: (0, 0), B: (3, 0)}
    assert suspicion.look((A, B), (A,), False, silent) == (SILENT, [B])
    assert suspicion.look((A, B), (A,), False, silent) == (SILENT, [B])
    suspicion.cleared([B])
    assert suspicion.look((A, B), (A,), False, silent) == ("", [])
    assert suspicion.look((A, B), (A, B), False, FOUND) == ("", [])
    assert suspicion.look((A, B), (A,), False, silent) == (SILENT, [B])


def test_an_answer_that_is_not_understood_is_no_silence() -> None:
    suspicion = Suspicion()
    assert suspicion.look((A,), (), False, {A: (2, 1)}) == (BROKEN, [A])
    assert suspicion.look((A,), (), True, {A: (3, 0)}) == (BROKEN, [A])


def test_tags_that_never_answer_the_first_request_are_odd() -> None:
    suspicion = Suspicion()
    slept: dict[bytes, tuple[int, int]] = {A: (1, 0), B: (1, 0)}
    seen = [suspicion.look((A, B), (A, B), False, slept) for _ in range(ASLEEP_VISITS)]
    assert seen == [("", [])] * (ASLEEP_VISITS - 1) + [(ASLEEP, [A, B])]
    suspicion.cleared([A, B])
    for _ in range(3 * ASLEEP_VISITS):
        suspicion.look((A, B), (A, B), False, {A: (1, 0), B: (0, 0)})
        assert suspicion.look((A, B), (A, B), False, slept) == ("", [])


def test_garbled_visits_are_odd_when_they_are_many_and_nothing_known_is_read() -> None:
    suspicion = Suspicion()
    seen = [suspicion.look((), (), True, {})[0] for _ in range(GARBLED_VISITS)]
    assert seen == [""] * (GARBLED_VISITS - 1) + [GARBLED]
    suspicion.cleared([])
    for _ in range(20):
        assert suspicion.look((A, B), (A,), True, {A: (0, 0), B: (0, 2)}) == (BROKEN, [B])
        assert suspicion.look((), (), False, {}) == ("", [])


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 3), st.integers(0, 2)), max_size=40))
def test_only_known_tags_are_asked_about(visits: list[tuple[bool, bool, int, int]]) -> None:
    suspicion = Suspicion()
    for read_it, garbled, silent, broken in visits:
        odd, uids = suspicion.look((A,), (A, B) if read_it else (B,), garbled, {A: (silent, broken)})
        assert set(uids) <= {A}
        assert odd in ("", SILENT, ASLEEP, BROKEN, GARBLED)
        assert odd != SILENT or not (read_it or garbled or broken)


# What an examination is asked, and what becomes of its answer.


@pytest.mark.parametrize(
    ("read", "garbled", "odd"), [((A,), False, ""), ((), False, SILENT), ((A,), True, BROKEN)]
)
def test_who_reads_another_tag_is_not_examined_for_one_that_it_never_read(
    read: tuple[bytes, ...], garbled: bool, odd: str
) -> None:
    """Another reader of the zone has lost B: it may have been pushed here."""
    suspicion = Suspicion()
    for _ in range(3):
        assert suspicion.look((A,), (A,), False, {A: (0, 0)}) == ("", [])
    misses = {A: (0, 0) if read else (6, 0), B: (6, 0)}
    found, uids = suspicion.look((A, B), read, garbled, misses)
    assert found == odd
    assert (B in uids) == bool(odd)


def test_each_reader_of_the_largest_zone_has_a_turn_and_another_one() -> None:
    for zones, most in ((["1", "2"], 2), (["1", "pad", "pad", "pad"], 4), ([], 2)):
        turns = Turns.of(zones)
        assert [turns.take(at_us) for at_us in range(most + 1)] == [True] * most + [False]
        assert turns.take(EXAMINED_US)


def silent(*uids: bytes) -> Reading:
    """A reading of A and B in which only ``uids`` are read, the others silent."""
    return Reading(uids, False, {uid: (0, 0) if uid in uids else (2, 0) for uid in (A, B)})


def test_a_silent_tag_is_examined_and_counts_as_silent_when_nothing_is_found() -> None:
    diagnosis = Diagnosis()
    for _ in range(3):
        assert diagnosis.look((A, B), silent(A, B)) is None
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), "")
    diagnosis.answered("", [])
    assert (diagnosis.cause, diagnosis.reading) == ("", silent(A))
    assert diagnosis.look((A, B), silent(A)) is None


def test_a_tag_heard_after_all_is_read_and_one_that_was_read_not_twice() -> None:
    diagnosis = Diagnosis()
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), "")
    diagnosis.answered("", [A, B])
    assert diagnosis.reading.uids == (A, B)
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), "")


def test_a_cause_holds_until_all_is_read_or_nothing_is_found() -> None:
    diagnosis = Diagnosis()
    diagnosis.look((A, B), silent())
    diagnosis.answered(SLOW, [])
    assert diagnosis.cause == SLOW
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), SLOW)
    diagnosis.answered(SLOW, [])
    assert diagnosis.look((A, B), Reading((A, B), False, {A: (0, 0), B: (1, 0)})) == Question(
        ASLEEP, (B,), SLOW
    )
    diagnosis.answered(NEIGHBOUR, [])
    assert diagnosis.cause == NEIGHBOUR
    assert diagnosis.look((A, B), silent(A, B)) is None
    assert diagnosis.cause == ""


@pytest.mark.parametrize("noise", [GAIN, NOISE])
def test_noise_holds_while_readings_are_garbled_and_is_listened_for_when_they_are_not(noise: str) -> None:
    diagnosis = Diagnosis()
    for _ in range(GARBLED_VISITS):
        diagnosis.look((A,), Reading((), True, {A: (0, 2)}))
    diagnosis.answered(noise, [])
    assert diagnosis.look((A,), Reading((A,), True, {A: (0, 0)})) is None
    assert diagnosis.cause == noise
    assert diagnosis.look((A,), Reading((A,), False, {A: (0, 0)})) == Question("", (), noise)
    diagnosis.answered("", [])
    assert diagnosis.cause == ""


def test_what_was_cut_off_tells_nothing_of_what_is_missing() -> None:
    diagnosis = Diagnosis()
    assert diagnosis.look((A, B), silent(A), is_cut=True) is None
    assert diagnosis.reading == silent(A)
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), "")
    diagnosis.unanswered()
    assert (diagnosis.cause, diagnosis.reading.garbled, diagnosis.reading.uids) == ("", True, (A,))
    assert diagnosis.look((A, B), silent(A)) == Question(SILENT, (B,), "")


def test_an_examination_says_every_few_milliseconds_that_it_goes_on() -> None:
    """But for the chip's own time: a node feeds its watchdog then."""
    kit = bench(seed=2)
    kit.lay(A, B)
    kit.field.detuned = True
    chip = Mfrc522(kit.port)
    chip.begin()
    times = [kit.clock.now_us]
    cause, heard = examine(chip, SILENT, (A, B), "", lambda: times.append(kit.clock.now_us))
    assert (cause, heard) == (WEAK, [])
    assert times[-1] - times[0] > 300_000
    assert max(late - early for early, late in pairwise(times)) < 15_000


def test_where_nothing_was_behind_a_broken_answer_the_next_ones_are_not_examined_for_a_while() -> None:
    """In bad air there are many, and all others of the bus would wait each time."""
    a, b = b"\x04aaaaaa", b"\x04bbbbbb"
    broken = Reading((b,), False, {a: (1, 1), b: (0, 0)})
    diagnosis = Diagnosis()
    for _ in range(2):
        question = diagnosis.look((a, b), broken)
        assert question is not None
        assert question.odd == BROKEN
        diagnosis.answered("", [a])
        for _ in range(CALM_VISITS - 1):
            assert diagnosis.look((a, b), broken) is None
