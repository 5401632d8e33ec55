"""Tags in the twin's field: states of ISO/IEC 14443-3, noise, misses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.portable.iso14443a import HLTA, crc_a, levels
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.rf_frames import Answer, flip
from signifer_drivers.virtual.tag import ACTIVE, HALT, IDLE, POWER_UP_US, READY, Tag

A = bytes.fromhex("04112233445566")
REQA, WUPA = (b"\x26", 7), (b"\x52", 7)
UPPER, LOWER = levels(A)


def select(level: int, part: bytes) -> tuple[bytes, int]:
    frame = bytes((0x93 + 2 * level, 0x70)) + part
    return frame + crc_a(frame), 0


AC1, AC2 = (b"\x93\x20", 0), (b"\x95\x20", 0)
SEL1, SEL2 = select(0, UPPER), select(1, LOWER)
OTHER = select(0, b"\x01\x02\x03\x04\x04")
HALT_FRAME = (HLTA, 0)
READ = (b"\x30\x00" + crc_a(b"\x30\x00"), 0)
BAD_CRC = (SEL1[0][:-1] + b"\x00", 0)


def powered(*uids: bytes, seed: int = 0) -> Field:
    field = Field(random.Random(seed))
    for uid in uids:
        field.put(Tag(uid))
    field.power(True, 0)
    field.exchange(b"\x00", 0, 0)
    return field


def say(field: Field, frame: tuple[bytes, int]) -> Answer | None:
    return field.exchange(*frame, POWER_UP_US)


@pytest.mark.parametrize(
    ("frames", "state", "home"),
    [
        ([], IDLE, IDLE),
        ([REQA], READY, IDLE),
        ([REQA, REQA], IDLE, IDLE),
        ([REQA, WUPA], IDLE, IDLE),
        ([REQA, AC1], READY, IDLE),
        ([REQA, AC1, OTHER], IDLE, IDLE),
        ([REQA, AC2], IDLE, IDLE),
        ([REQA, HALT_FRAME], IDLE, IDLE),
        ([REQA, BAD_CRC], IDLE, IDLE),
        ([REQA, SEL1], READY, IDLE),
        ([REQA, SEL1, AC1], IDLE, IDLE),
        ([REQA, SEL1, SEL2], ACTIVE, IDLE),
        ([REQA, SEL1, SEL2, REQA], IDLE, IDLE),
        ([REQA, SEL1, SEL2, READ], IDLE, IDLE),
        ([REQA, SEL1, SEL2, HALT_FRAME], HALT, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, REQA], HALT, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, WUPA], READY, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, WUPA, REQA], HALT, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, WUPA, OTHER], HALT, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, WUPA, SEL1, SEL2], ACTIVE, HALT),
        ([REQA, SEL1, SEL2, HALT_FRAME, WUPA, SEL1, SEL2, READ], HALT, HALT),
    ],
)
def test_states_of_the_standard(frames: list[tuple[bytes, int]], state: str, home: str) -> None:
    field = powered(A)
    for frame in frames:
        say(field, frame)
    tag = field.tags[0]
    assert (tag.state, tag.home) == (state, home)


def test_a_tag_that_is_not_meant_stays_ready_in_anticollision() -> None:
    field = powered(A, b"\x01\x02\x03\x04")
    say(field, REQA)
    assert say(field, (b"\x93\x21\x01", 1)) is not None
    assert [tag.state for tag in field.tags] == [READY, READY]


@pytest.mark.parametrize(("uid", "atqa"), [(b"\x01\x02\x03\x04", 0x04), (A, 0x44), (bytes(10), 0x84)])
def test_atqa_by_uid_length(uid: bytes, atqa: int) -> None:
    answer = say(powered(uid), REQA)
    assert answer
    assert (answer.value, answer.bits, answer.collided) == (atqa, 16, 0)


def test_a_uid_of_another_length_is_none() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10"):
        Tag(b"\x01\x02\x03")


@given(st.lists(st.binary(min_size=4, max_size=4), min_size=1, max_size=8, unique=True), st.data())
def test_answers_add_up_bit_by_bit(uids: list[bytes], data: st.DataObject) -> None:
    """A bit is collided exactly where those who answer differ, and a 0 or 1 where they agree."""
    field = powered(*uids)
    say(field, REQA)
    known = data.draw(st.integers(0, 31))
    prefix = int.from_bytes(levels(data.draw(st.sampled_from(uids)))[0], "little") & ((1 << known) - 1)
    size = (known + 7) // 8
    frame = bytes((0x93, (2 + known // 8) << 4 | known % 8)) + prefix.to_bytes(size, "little")
    answer = say(field, (frame, known % 8))
    values = [int.from_bytes(levels(uid)[0], "little") for uid in uids]
    values = [value >> known for value in values if value & ((1 << known) - 1) == prefix]
    assert answer
    assert answer.bits == 40 - known
    for bit in range(answer.bits):
        heard = {value >> bit & 1 for value in values}
        assert (answer.collided >> bit & 1) == (len(heard) == 2)
        assert (answer.value >> bit & 1) == max(heard)


def test_one_flip_fails_a_parity_and_two_in_a_byte_may_not() -> None:
    """Two flips in a byte, or a bit and its parity bit, pass unnoticed."""
    field = powered(A, seed=5)
    field.noise_percent = 100
    kinds = {"parity": 0, "hidden": 0, "collision": 0}
    for _ in range(3000):
        answer = Answer(0x44, 0, 16, 0, 0)
        flip(field.rng, answer)
        changed = answer.value ^ 0x44
        if answer.collided:
            kinds["collision"] += 1
        elif answer.bad:
            kinds["parity"] += 1
        else:
            assert changed
            kinds["hidden"] += 1
    assert kinds["parity"] > 1500
    assert kinds["collision"] > 500
    assert 60 < kinds["hidden"] < 400


def test_frames_to_the_tags_are_flipped_too() -> None:
    field = powered(A, seed=6)
    field.noise_percent = 50
    heard = 0
    for _ in range(400):
        field.tags[0].state = IDLE
        heard += say(field, REQA) is not None
    assert 150 < heard < 250


def test_a_frame_of_no_bits_has_none_to_be_flipped() -> None:
    field = powered(A, seed=6)
    field.noise_percent = 100
    assert field.exchange(b"", 7, 10_000) is None


def test_misses_lose_answers_but_not_states() -> None:
    field = powered(A)
    field.miss_percent = 20
    heard = 0
    for _ in range(1000):
        field.tags[0].state = IDLE
        heard += say(field, REQA) is not None
        assert field.tags[0].state == READY
    assert 750 < heard < 850


def test_the_field_of_the_same_seed_is_the_same() -> None:
    def run() -> list[bool]:
        field = powered(A, seed=9)
        field.miss_percent = 30
        return [say(field, REQA) is not None for _ in range(50)]

    assert run() == run()


def test_tags_wake_each_in_a_time_of_its_own_and_within_5_ms() -> None:
    """So that a driver that asks at once finds some of them, as on boards, and one that waits 5 ms finds all."""
    rng = random.Random(5)
    uids = [b"\x04" + rng.randbytes(6) for _ in range(200)]
    heard = []
    for wait_us in (400, 1_000, 3_000, 5_000):
        field = Field()
        field.power(True, 0)
        count = 0
        for uid in uids:
            tag = Tag(uid)
            field.put(tag)
            tag.power_down()
            count += field.exchange(b"\x26", 7, wait_us) is not None
            field.remove(tag)
        heard.append(count)
    assert heard[0] == 0
    assert 5 < heard[1] < 50 < 80 < heard[2] < 150
    assert heard[3] == len(uids)


@pytest.mark.parametrize("stacked", [False, True])
def test_squared_tags_are_as_deaf_to_the_antenna_beside_as_to_their_own(stacked: bool) -> None:
    """Each detunes the other, whichever antenna asks."""
    field, beside = Field(), Field()
    for uid in (A, A[::-1]):
        field.put(Tag(uid))
    field.stacked = stacked
    beside.beside, beside.cross_percent = [field], 100
    beside.power(True, 0)
    beside.exchange(b"\x00", 0, 0)
    assert (say(beside, REQA) is None) is stacked
