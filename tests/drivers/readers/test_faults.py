"""What a fault of chip or wire is called: each is made on the twin, and named by its own name and no other."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import DriverError
from signifer_drivers.polling.findings import Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.portable import mfrc522
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.readers.faults import CAUSES, ReaderError, named_in, sentence
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.coupling import COUNTS, read_rates

from tests.drivers.fields import Bench, bench
from tests.drivers.readers.breaking import FAULTS, mend

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("uids", [(), (A,), (A, B)], ids=["nothing", "one", "two"])
@pytest.mark.parametrize("cause", FAULTS)
def test_each_fault_has_its_name_and_no_other_and_goes_when_mended(
    cause: str, uids: tuple[bytes, ...], seed: int
) -> None:
    kit = bench(seed=seed)
    kit.lay(*uids)
    assert set(kit.reader.visit().uids) == set(uids)
    FAULTS[cause](kit)
    for _ in range(12):
        with pytest.raises(ReaderError) as raised:
            kit.reader.visit()
        assert raised.value.cause == cause
        assert named_in(str(raised.value)) == [cause], str(raised.value)
    mend(kit)
    assert set(kit.reader.visit().uids) == set(uids)


@pytest.mark.parametrize("cause", FAULTS)
def test_a_reader_that_was_broken_before_the_start_is_named_as_well(cause: str) -> None:
    kit = bench()
    FAULTS[cause](kit)
    with pytest.raises(ReaderError) as raised:
        kit.reader.visit()
    assert raised.value.cause == cause


def test_random_bytes_are_called_a_varying_version() -> None:
    for seed in range(50):
        kit = bench(seed=seed)
        kit.lay(A)
        kit.reader.visit()
        kit.port.fault = "random"
        with pytest.raises(ReaderError) as raised:
            kit.reader.visit()
        assert raised.value.cause == mfrc522.VARYING


@given(level=st.integers(0, 254))
def test_whatever_another_chip_says_it_holds_miso(level: int) -> None:
    kit = bench()
    kit.lay(A)
    kit.port.fault = "held"
    kit.port.held = level
    with pytest.raises(ReaderError) as raised:
        kit.reader.visit()
    assert raised.value.cause == mfrc522.HELD


@pytest.mark.parametrize("crystal_us", [0, 1_000, 4_900, 6_000, 15_000, 24_000])
@pytest.mark.parametrize("uids", [(), (A, B)], ids=["nothing", "two"])
def test_a_crystal_that_takes_its_time_is_no_brown_out(crystal_us: int, uids: tuple[bytes, ...]) -> None:
    """A poller begins 0.1 ms after a reset; the datasheet leaves to the crystal how long it takes."""
    kit = bench()
    kit.lay(*uids)
    kit.reader.visit()
    kit.chip.crystal_us = crystal_us
    kit.port.in_reset = True
    kit.port.in_reset = False
    kit.clock.advance(100)
    kit.reader.lost()
    assert set(kit.reader.visit().uids) == set(uids)


def test_a_crystal_that_takes_longer_still_comes_with_a_later_try() -> None:
    kit = bench()
    kit.lay(A)
    kit.chip.crystal_us = 40_000
    kit.chip.power_cycle(True)
    with pytest.raises(ReaderError) as raised:
        kit.reader.visit()
    assert raised.value.cause == mfrc522.NO_CLOCK
    assert kit.reader.visit().uids == (A,)


def test_a_chip_of_a_version_that_nobody_has_listed_is_accepted_if_it_proves_itself() -> None:
    kit = bench()
    kit.lay(A, B)
    kit.reader.visit()
    for version in (0x15, 0x90, 0xFE):
        kit.chip.replace(version)
        kit.reader.lost()
        assert set(kit.reader.visit().uids) == {A, B}, f"{version:02X}"
        kit.chip.brown_out = True
        with pytest.raises(ReaderError) as raised:
            kit.reader.visit()
        assert raised.value.cause == mfrc522.BROWN_OUT
        kit.chip.brown_out = False
        kit.reader.visit()


def test_a_chip_that_gets_too_hot_takes_no_card_away_and_has_its_field_left_off() -> None:
    """At any moment of a visit: it switches its antenna off by itself, and the tags fall silent."""
    for after in range(1, 41):
        kit = bench()
        kit.lay(A, B)
        port = Heating(kit, after)
        reader, presence = Reader("3 red", port), Presence(3)
        told = []
        for _ in range(12):
            try:
                reader.switch_on()
                kit.clock.advance(FIELD_UP_US)
                reading = reader.read(presence.known("3 red"), presence.tries("3 red"))
                presence.visit(Visit("3 red", 0, reading.uids, reading.garbled, misses=reading.misses))
            except ReaderError as error:
                told.append(error.cause)
                presence.visit(Visit("3 red", 0, fault=str(error)))
        assert set(told) == {mfrc522.HOT}, after
        assert set(presence.lying("3 red")) in ({A, B}, set()), after
        assert kit.field.powered_us is None
        kit.chip.heat(False)
        assert set(reader.visit().uids) == {A, B}


class Heating:
    """A port whose chip gets too hot after so many transfers."""

    def __init__(self, kit: Bench, after: int) -> None:
        self.kit = kit
        self.left = after

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        self.left -= 1
        if self.left == 0:
            self.kit.chip.heat(True)
        return self.kit.port.transfer(batch)

    def delay_us(self, us: int) -> None:
        self.kit.port.delay_us(us)

    def now_us(self) -> int:
        return self.kit.port.now_us()


def test_one_dip_of_the_supply_costs_one_visit() -> None:
    kit = bench()
    kit.lay(A)
    kit.reader.visit()
    kit.chip.brown_out = True
    with pytest.raises(ReaderError) as raised:
        kit.reader.visit()
    assert raised.value.cause == mfrc522.BROWN_OUT
    kit.chip.brown_out = False
    assert kit.reader.visit().uids == (A,)


class Fixed:
    """A chip of which one register answers whatever it likes; the others are the twin's."""

    def __init__(self, kit: Bench, register: int, value: int | random.Random) -> None:
        self.kit = kit
        self.address = 0x80 | register << 1
        self.value = value
        self.calls = 0

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        self.calls += 1
        answers = []
        for frame, answer in zip(batch, self.kit.port.transfer(batch), strict=True):
            spoilt = bytearray(answer)
            if frame[0] & 0x80:
                for index, asked in enumerate(frame[:-1]):
                    if asked == self.address:
                        value = self.value
                        spoilt[index + 1] = value if isinstance(value, int) else value.randrange(256)
            answers.append(bytes(spoilt))
        return answers

    def delay_us(self, us: int) -> None:
        self.kit.port.delay_us(us)

    def now_us(self) -> int:
        return self.kit.port.now_us()


READ = (
    *(r.CommandReg, r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, r.ControlReg, r.CollReg, r.VersionReg),
    *(r.FIFODataReg, r.TxControlReg, r.TModeReg, r.TPrescalerReg, r.TReloadRegH, r.TReloadRegL, r.TxASKReg),
    *(r.ModeReg, r.TxModeReg, r.RxModeReg, r.RFCfgReg),
)


def visited(reader: Reader, kit: Bench) -> set[bytes]:
    """What one visit reports, nothing if it is a DriverError; it ends soon."""
    before_us = kit.clock.now_us
    wrong: DriverError | None = None
    try:
        found = set(reader.visit().uids)
    except DriverError as error:
        wrong, found = error, set()
    if wrong is not None:
        assert isinstance(wrong, ReaderError)
        assert named_in(str(wrong)) == [wrong.cause]
    assert kit.clock.now_us - before_us < 500_000
    return found


@settings(deadline=None)
@given(register=st.sampled_from(READ), value=st.integers(0, 255), uids=st.sampled_from([(), (A,), (A, B)]))
def test_a_register_that_answers_anything_is_an_error_at_worst(
    register: int, value: int, uids: tuple[bytes, ...]
) -> None:
    """From the first visit on, or all of a sudden: no hang, no card that is not there, nothing but a DriverError."""
    for healthy in (False, True):
        kit = bench()
        kit.lay(*uids)
        port = Fixed(kit, register, value)
        reader = Reader("3 red", port)
        if healthy:
            port.address = -1
            assert visited(reader, kit) == set(uids)
            port.address = 0x80 | register << 1
        for _ in range(2):
            assert visited(reader, kit) <= set(uids)
        assert port.calls < 3000


@settings(deadline=None)
@given(register=st.sampled_from(READ), seed=st.integers(0, 2**32))
def test_a_register_that_answers_something_else_each_time_makes_no_card(register: int, seed: int) -> None:
    kit = bench()
    kit.lay(A, B)
    reader = Reader("3 red", Fixed(kit, register, random.Random(seed)))
    for _ in range(3):
        assert visited(reader, kit) <= {A, B}


@settings(deadline=None)
@given(
    register=st.sampled_from(READ),
    value=st.one_of(st.integers(0, 255), st.builds(random.Random, st.integers(0, 1 << 32))),
    uids=st.sampled_from([(A,), (A, B)]),
)
def test_a_register_that_answers_anything_takes_no_card_away(
    register: int, value: int | random.Random, uids: tuple[bytes, ...]
) -> None:
    """What lies there stays, or its zone is unknown, however long it lasts."""
    kit = bench()
    kit.lay(*uids)
    port = Fixed(kit, -1, value)
    port.address = -1
    reader, presence = Reader("3 red", port), Presence(3)
    for turn in range(1, 41):
        if turn == 3:
            port.address = 0x80 | register << 1
        try:
            reader.switch_on()
            kit.clock.advance(FIELD_UP_US)
            reading = reader.read(presence.known("3 red"), presence.tries("3 red"))
        except ReaderError as error:
            presence.visit(Visit("3 red", 0, fault=str(error)))
        else:
            presence.visit(Visit("3 red", 0, reading.uids, reading.garbled, misses=reading.misses))
    assert set(presence.lying("3 red")) == set(uids)


def test_every_cause_is_a_name_of_its_own_with_advice() -> None:
    for key, cause in CAUSES.items():
        assert key == cause.key
        assert re.fullmatch("[a-z0-9-]+", key)
        assert cause.advice
        assert named_in(sentence(key, "FF")) == [key]
        assert not sentence(key).endswith(".")


def test_the_page_about_faults_names_every_cause_with_its_sentence() -> None:
    page = (Path(__file__).parents[3] / "docs" / "faults.md").read_text()
    for key in CAUSES:
        assert f"| `{key}` | {sentence(key)} |" in page, key


def test_the_page_about_faults_has_the_map_of_a_virtual_antenna() -> None:
    page = (Path(__file__).parents[3] / "docs" / "faults.md").read_text()
    _, _, after = page.partition("| 1 tag | | | 2 tags | | | 4 tags | | |\n")
    maps = [[*read_rates(tags)] for tags in COUNTS]
    wanted = [[f"{rate:.0%}" for rates in maps for rate in rates[at]] for at in range(3)]
    assert [line.strip("| ").split(" | ") for line in after.splitlines()[1:4]] == wanted


def test_what_was_seen_does_not_change_the_cause() -> None:
    told = sentence("node-away", "column 3, no chip answers")
    assert named_in(told) == ["node-away", "no-chip"]
