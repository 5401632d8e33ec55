"""The driver's bytes on the wire, and its patience: batches, frames, gain, antenna, waits that end."""

from __future__ import annotations

import pytest
from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import TIMEOUT_US, ChipError, Mfrc522, air_us
from signifer_drivers.portable.registers import read, write
from signifer_drivers.virtual.tag import Tag

from tests.drivers.fields import bench


class Spy:
    """A port that shows what passes to the twin behind it."""

    def __init__(self) -> None:
        self.kit = bench()
        self.batches: list[list[bytes]] = []

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        self.batches.append(batch)
        return self.kit.port.transfer(batch)

    def delay_us(self, us: int) -> None:
        self.kit.port.delay_us(us)

    def now_us(self) -> int:
        return self.kit.port.now_us()


def test_frames_are_those_of_the_datasheet() -> None:
    assert write(r.CommandReg, r.Transceive) == b"\x02\x0c"
    assert write(r.FIFODataReg, 1, 2, 3) == b"\x12\x01\x02\x03"
    assert read(r.VersionReg) == b"\xee\x00"
    assert read(r.ComIrqReg, r.ErrorReg) == b"\x88\x8c\x00"


def test_an_exchange_is_two_batches() -> None:
    spy = Spy()
    chip = Mfrc522(spy)
    chip.begin()
    chip.antenna(True)
    spy.kit.lay(b"\x04\x11\x22\x33\x44\x55\x66")
    spy.delay_us(5000)
    spy.transfer([b"\x00"])
    chip.transceive(iso14443a.REQA, 7, 0, 2)
    spy.delay_us(5000)
    spy.batches.clear()
    answer = chip.transceive(iso14443a.REQA, 7, 0, 2)
    assert answer == (iso14443a.CLEAN, b"\x44\x00", 16, 0)
    assert spy.batches == [
        [b"\x02\x00", b"\x08\x7f", b"\x14\x80", b"\x12\x26", b"\x02\x0c", b"\x1a\x87"],
        [b"\x88\x8c\x94\x98\x9c\xee\x92\x92\x00"],
    ]


@pytest.mark.parametrize(
    ("gain_db", "bits"), [(18, 0x0), (23, 0x1), (33, 0x4), (38, 0x5), (43, 0x6), (48, 0x7)]
)
def test_gain_by_its_figure(gain_db: int, bits: int) -> None:
    kit = bench()
    Mfrc522(kit.port, gain_db).begin()
    assert kit.port.transfer([read(r.RFCfgReg)])[0][1] >> 4 == bits


def test_a_gain_that_the_chip_does_not_have() -> None:
    with pytest.raises(ValueError, match="18, 23, 33, 38, 43, 48"):
        Mfrc522(bench().port, 40)


def test_the_antenna_is_off_until_asked_for() -> None:
    kit = bench()
    chip = Mfrc522(kit.port)
    chip.begin()
    field_is_on = [kit.field.powered_us is not None]
    for on in (True, False):
        chip.antenna(on)
        field_is_on.append(kit.field.powered_us is not None)
    assert field_is_on == [False, True, False]


def test_the_timer_leaves_time_for_an_answer_and_no_more() -> None:
    """Tags answer 91 us after a frame, and the timer stops at their fifth bit, 47 us later."""
    assert 91 + 47 + 20 < TIMEOUT_US < 250
    assert air_us(2) == 179


def test_a_varying_version_is_called_wiring() -> None:
    spy = Spy()
    spy.kit.chip.at_once = lambda batch, byte_us: None  # type: ignore[method-assign]
    spy.kit.chip.exchange = lambda frame: bytes((0x92, 0x82)[index % 2] for index in range(len(frame)))  # type: ignore[method-assign]
    with pytest.raises(ChipError, match=r"^varying-version: "):
        Mfrc522(spy).begin()


def test_a_late_answer_is_waited_for() -> None:
    """A port whose delays are too short: the driver polls, and the answer is whole."""
    spy = Spy()
    spy.kit.lay(b"\x01\x02\x03\x04")
    chip = Mfrc522(spy)
    chip.begin()
    chip.antenna(True)
    chip.transceive(iso14443a.REQA, 7, 0, 2)
    spy.delay_us(6000)
    spy.delay_us = lambda us: None  # type: ignore[method-assign]
    assert chip.transceive(iso14443a.REQA, 7, 0, 2) == (iso14443a.CLEAN, b"\x04\x00", 16, 0)
    assert len(spy.batches) < 40


def test_a_timer_that_never_ends_the_wait_is_a_setting_that_was_lost() -> None:
    spy = Spy()
    chip = Mfrc522(spy)
    chip.begin()
    chip.antenna(True)
    spy.kit.field.put(Tag(b"\x01\x02\x03\x04"))
    spy.kit.port.transfer([write(r.TModeReg, 0)])
    spy.batches.clear()
    with pytest.raises(ChipError, match="wiring: its settings read 00"):
        chip.transceive(iso14443a.REQA, 7, 0, 2)
    assert len(spy.batches) < 60


def test_more_bytes_than_the_frame_can_bring_are_broken() -> None:
    spy = Spy()
    chip = Mfrc522(spy)
    chip.begin()
    chip.antenna(True)
    spy.kit.lay(b"\x01\x02\x03\x04")
    chip.transceive(iso14443a.REQA, 7, 0, 2)
    spy.delay_us(6000)
    assert chip.transceive(iso14443a.REQA, 7, 0, 1)[0] == iso14443a.BROKEN


def test_framing_is_written_before_transceive_is_started() -> None:
    """As the maker's library does; and only where the chip holds another one, since each frame takes its time."""
    spy = Spy()
    chip = Mfrc522(spy)
    chip.begin()
    chip.antenna(True)
    framing = []
    for data, last_bits in ((iso14443a.HLTA, 0), (iso14443a.REQA, 7), (iso14443a.WUPA, 7), (b"\x93\x20", 0)):
        spy.batches.clear()
        chip.transceive(data, last_bits, 0, 5)
        framing.append([frame.hex() for frame in spy.batches[0] if frame[0] in (0x02, 0x1A)][1:])
    assert framing == [["020c", "1a80"], ["1a07", "020c", "1a87"], ["020c", "1a87"], ["1a00", "020c", "1a80"]]


def test_a_chip_that_was_reset_holds_no_framing() -> None:
    spy = Spy()
    chip = Mfrc522(spy)
    for _ in range(2):
        chip.begin()
        chip.antenna(True)
        spy.batches.clear()
        chip.transceive(iso14443a.REQA, 7, 0, 2)
        assert write(r.BitFramingReg, 7) in spy.batches[0]
