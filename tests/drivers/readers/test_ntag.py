"""The memory of tags: what the driver sends, what the twin makes of it, and what becomes of faults on the way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_drivers.portable.iso14443a import crc_a
from signifer_drivers.readers.faults import ReaderError
from signifer_drivers.readers.ntag import TagError
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.ntag import Ntag213
from signifer_drivers.virtual.rf_frames import Answer
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.sweeps import often

UID = bytes.fromhex("04112233445566")
OTHER = bytes.fromhex("04112299445566")
DATA = b"\x01\x02\x03\x04"


class Bench:
    """A reader with one tag on it. ``heard`` are the frames in the air."""

    def __init__(self, *, seed: int = 0, uids: tuple[bytes, ...] = (UID,)) -> None:
        self.field = Field(random.Random(seed))
        self.clock = VirtualClock()
        self.chip = Mfrc522Chip(self.clock, self.field)
        self.port = VirtualSpiPort(VirtualSpiBus(self.clock), self.chip)
        self.reader = Reader("pad red", self.port)
        self.tags = [Tag(uid, memory=Ntag213(uid)) for uid in uids]
        for tag in self.tags:
            self.field.put(tag)
        self.heard: list[bytes] = []
        exchange = self.field.exchange

        def hear(data: bytes, last_bits: int, now_us: float) -> Answer | None:
            self.heard.append(data)
            return exchange(data, last_bits, now_us)

        self.field.exchange = hear  # type: ignore[method-assign]

    @property
    def memory(self) -> Ntag213:
        memory = self.tags[0].memory
        assert memory is not None
        return memory


def test_a_page_goes_over_the_air_as_the_datasheet_has_it() -> None:
    bench = Bench()
    with bench.reader.pages(UID) as tag:
        assert tag.sak == 0
        before = bench.clock.now_us
        tag.write(6, DATA)
        took_us = bench.clock.now_us - before
    frame = b"\xa2\x06" + DATA
    assert frame + crc_a(frame) in bench.heard
    assert b"\x30\x06" + crc_a(b"\x30\x06") in bench.heard, "it is read back"
    assert bench.memory.page(6) == DATA
    assert 4_100 < took_us < 9_000, "the tag takes 4.1 ms for it"
    assert bench.field.powered_us is None


def test_reading_gives_four_pages_and_begins_again_behind_the_last_one() -> None:
    bench = Bench()
    with bench.reader.pages(UID) as tag:
        assert tag.read(0) == bytes(bench.memory.memory[:16])
        assert tag.read(0)[:3] + tag.read(0)[4:8] == UID
        assert tag.read(3) == bytes.fromhex("e1101200 0103a00c 340300fe 00000000")
        assert tag.read(43) == bytes(8) + bytes(bench.memory.memory[:8]), "passwords read as nothing"


def test_of_several_tags_the_one_that_is_meant_is_written() -> None:
    bench = Bench(uids=(UID, OTHER))
    with bench.reader.pages(OTHER) as tag:
        tag.write(7, DATA)
    memories = [tag.memory for tag in bench.tags if tag.memory is not None]
    assert [memory.page(7) for memory in memories] == [bytes(4), DATA]


@pytest.mark.parametrize(
    ("page", "prepare", "why"),
    [
        (1, lambda memory: None, "page 1 of the tag cannot be written: it does not allow that"),
        (45, lambda memory: None, "page 45 of the tag cannot be written: it does not allow that"),
        (6, lambda memory: memory.worn.add(6), "page 6 of the tag cannot be written: its memory is worn out"),
        (
            5,
            lambda memory: memory.memory.__setitem__(10, 1 << 5),
            "page 5 of the tag cannot be written: it does not",
        ),
        (
            9,
            lambda memory: memory.memory.__setitem__(167, 8),
            "page 9 of the tag cannot be written: it does not",
        ),
        (3, lambda memory: None, "page 3 of the tag cannot be written: it was not kept"),
    ],
)
def test_a_refusal_is_told_and_leaves_the_tag_as_it_was(page: int, prepare: object, why: str) -> None:
    bench = Bench()
    assert callable(prepare)
    prepare(bench.memory)
    before = bytes(bench.memory.memory)
    with pytest.raises(TagError, match=why), bench.reader.pages(UID) as tag:
        tag.write(page, bytes(4))
    assert bytes(bench.memory.memory) == before
    assert bench.field.powered_us is None
    assert bench.reader.visit().uids == (UID,), "the reader reads on"


def test_a_tag_that_is_taken_away_in_the_middle_is_gone() -> None:
    bench = Bench()
    bench.memory.on_write = lambda page: bench.field.remove(bench.tags[0]) if page == 5 else None

    def write() -> None:
        with bench.reader.pages(UID) as tag:
            for page in range(4, 8):
                tag.write(page, DATA)

    with pytest.raises(TagError, match="taken away too early") as told:
        write()
    assert told.value.is_gone
    assert (bench.memory.page(4), bench.memory.page(6)) == (DATA, bytes(4))
    assert bench.field.powered_us is None


def test_a_tag_that_is_not_there_is_told_as_gone() -> None:
    bench = Bench()
    with pytest.raises(TagError) as told, bench.reader.pages(OTHER):
        pass
    assert told.value.is_gone


def test_a_chip_that_breaks_is_the_readers_fault_not_the_tags() -> None:
    bench = Bench()

    def write() -> None:
        with bench.reader.pages(UID) as tag:
            bench.port.fault = "unplug"
            tag.write(6, DATA)

    with pytest.raises(ReaderError, match="no chip answers"):
        write()
    bench.port.fault = None
    assert bench.reader.visit().uids == (UID,)


def test_after_it_the_chip_is_set_as_before() -> None:
    bench = Bench()

    def registers() -> bytes:
        # Of a chip that only looks up what it would do they are out of date.
        bench.chip._land()
        return bytes(bench.chip._regs[0x11:0x30])

    bench.reader.visit()
    before = registers()
    with bench.reader.pages(UID) as tag:
        tag.write(6, DATA)
    assert registers() == before


@settings(max_examples=often(25, 60), deadline=None)
@given(seed=st.integers(0, 2**32), noise=st.sampled_from([2, 10, 30]), data=st.binary(min_size=4, max_size=4))
def test_in_noise_a_page_is_written_as_it_should_be_or_that_is_told(
    seed: int, noise: int, data: bytes
) -> None:
    bench = Bench(seed=seed)
    bench.field.noise_percent = noise
    try:
        with bench.reader.pages(UID) as tag:
            tag.write(6, data)
            assert tag.read(6)[:4] == data
    except TagError:
        return
    assert bench.memory.page(6) == data
    assert bench.memory.page(5) == bytes.fromhex("340300fe"), "no other page is touched"


def test_a_page_has_four_bytes() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="four bytes"), bench.reader.pages(UID) as tag:
        tag.write(6, b"\x00")
    with pytest.raises(ValueError, match="7 bytes"):
        Ntag213(b"\x01\x02\x03\x04")


@given(frame=st.binary(max_size=12))
def test_the_twin_of_a_tag_takes_any_frame(frame: bytes) -> None:
    memory = Ntag213(UID)
    said = memory.hear(frame + crc_a(frame))
    assert said is None or said.bits in (4, 8 * 10, 8 * 18) or frame[0] == 0x3A
    assert memory.page(0) == b"\x04\x11\x22\xbf"


def test_what_the_twin_of_a_tag_says_of_itself() -> None:
    memory = Ntag213(UID)
    version = memory.hear(b"\x60" + crc_a(b"\x60"))
    assert version is not None
    assert version.value.to_bytes(10, "little")[:8] == bytes.fromhex("0004040201000f03")
    fast = memory.hear(b"\x3a\x04\x05" + crc_a(b"\x3a\x04\x05"))
    assert fast is not None
    assert fast.value.to_bytes(10, "little")[:8] == bytes.fromhex("0103a00c340300fe")
    spoilt = memory.hear(b"\x30\x04\x00\x00")
    assert spoilt is not None
    assert (spoilt.value, spoilt.bits, spoilt.sleeps) == (1, 4, True)
