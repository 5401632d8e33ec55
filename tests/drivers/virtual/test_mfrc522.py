"""The MFRC522 twin, register by register, spoken to in bytes."""

from __future__ import annotations

import random

import pytest
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.iso14443a import HLTA, crc_a, levels
from signifer_drivers.portable.mfrc522 import Mfrc522
from signifer_drivers.portable.registers import read, write
from signifer_drivers.virtual import mfrc522 as twin
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.reading_plans import NO_PLAN
from signifer_drivers.virtual.transceiver import CollPosOrigin

from tests.drivers.fields import Bench, bench

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04112233445567")


class Raw:
    """Registers of a twin, a chip-select frame each, and bare exchanges without our driver."""

    def __init__(self, kit: Bench, *, field: bool = True) -> None:
        self.kit = kit
        if field:
            self.write(r.TxASKReg, r.Force100ASK)
            self.write(r.TxControlReg, 0x83)
            self.send(b"\x00")
            kit.clock.advance(5000)

    def write(self, register: int, *values: int) -> None:
        self.kit.port.transfer([write(register, *values)])

    def read(self, *registers: int) -> bytes:
        return self.kit.port.transfer([read(*registers)])[0][1:]

    def get(self, register: int) -> int:
        return self.read(register)[0]

    def send(self, data: bytes, last_bits: int = 0, align: int = 0) -> None:
        self.write(r.CommandReg, r.Idle)
        self.write(r.ComIrqReg, r.AllIRq)
        self.write(r.FIFOLevelReg, r.FlushBuffer)
        self.write(r.FIFODataReg, *data)
        self.write(r.BitFramingReg, align << 4 | last_bits)
        self.write(r.CommandReg, r.Transceive)
        self.write(r.BitFramingReg, r.StartSend | align << 4 | last_bits)

    def ask(self, data: bytes, last_bits: int = 0, align: int = 0) -> bytes:
        self.send(data, last_bits, align)
        self.kit.clock.advance(2000)
        return self.read(*[r.FIFODataReg] * self.get(r.FIFOLevelReg)) if self.get(r.FIFOLevelReg) else b""

    def time_to(self, irq: int) -> int:
        """Microseconds from the end of the last transfer until a bit of ComIrqReg is set, to the microsecond."""
        clock, bus = self.kit.clock, self.kit.bus
        start = clock.now_us
        bus.ioctl_us = bus.byte_us = 0
        while not self.get(r.ComIrqReg) & irq:
            clock.advance(1)
            assert clock.now_us < start + 20_000
        bus.ioctl_us, bus.byte_us = 30, 2
        return clock.now_us - start


def crc(data: bytes) -> bytes:
    return data + crc_a(data)


def test_reset_values_of_the_datasheet() -> None:
    raw = Raw(bench(), field=False)
    for register, value in {
        r.CommandReg: 0x20,
        r.ComIEnReg: 0x80,
        r.ComIrqReg: 0x14,
        r.DivIrqReg: 0x00,
        r.ErrorReg: 0x00,
        r.Status1Reg: 0x21,
        r.Status2Reg: 0x00,
        r.FIFOLevelReg: 0x00,
        r.WaterLevelReg: 0x08,
        r.ControlReg: 0x10,
        r.BitFramingReg: 0x00,
        r.CollReg: 0xA0,
        r.ModeReg: 0x3F,
        r.TxControlReg: 0x80,
        r.TxASKReg: 0x00,
        r.DemodReg: 0x4D,
        r.CRCResultRegH: 0xFF,
        r.RFCfgReg: 0x48,
        r.VersionReg: 0x92,
    }.items():
        assert raw.get(register) == value, hex(register)


def test_several_registers_in_one_frame_each_a_byte_late() -> None:
    kit = bench()
    assert kit.port.transfer([b"\xee\x94\xa8\x00"]) == [b"\x00\x92\x00\x80"]


def test_a_soft_reset_forgets_everything() -> None:
    raw = Raw(bench())
    raw.write(r.RFCfgReg, 0x70)
    raw.write(r.FIFODataReg, 1, 2, 3)
    raw.write(r.CommandReg, r.SoftReset)
    assert raw.read(r.RFCfgReg, r.FIFOLevelReg, r.TxControlReg) == b"\x48\x00\x80"
    assert raw.kit.field.powered_us is None


def test_read_only_registers_and_bits_stay() -> None:
    raw = Raw(bench(), field=False)
    for register in (r.VersionReg, r.ErrorReg, r.CRCResultRegL, r.Status1Reg):
        before = raw.get(register)
        raw.write(register, 0x5A)
        assert raw.get(register) == before
    raw.write(r.CollReg, 0x7F)
    assert raw.get(r.CollReg) == 0x20
    raw.write(r.BitFramingReg, 0xFF)
    assert raw.get(r.BitFramingReg) == 0x77


def test_irq_bits_are_set_and_cleared_by_mask() -> None:
    raw = Raw(bench(), field=False)
    raw.write(r.ComIrqReg, r.AllIRq)
    assert raw.get(r.ComIrqReg) == 0
    raw.write(r.ComIrqReg, r.Set1 | 0x41)
    assert raw.get(r.ComIrqReg) == 0x41
    raw.write(r.ComIrqReg, 0x40)
    assert raw.get(r.ComIrqReg) == 0x01


def test_fifo_of_64_bytes_overflows_with_a_flag() -> None:
    raw = Raw(bench(), field=False)
    raw.write(r.FIFODataReg, *range(64))
    assert raw.read(r.FIFOLevelReg, r.ErrorReg) == b"\x40\x00"
    assert raw.get(r.Status1Reg) & (r.HiAlert | r.LoAlert) == r.HiAlert
    raw.write(r.FIFODataReg, 99)
    assert raw.read(r.FIFOLevelReg, r.ErrorReg) == bytes((64, r.BufferOvfl))
    assert raw.read(*[r.FIFODataReg] * 64) == bytes(range(64))
    assert raw.get(r.FIFODataReg) == 0
    raw.write(r.FIFOLevelReg, r.FlushBuffer)
    assert raw.get(r.ErrorReg) == 0


@pytest.mark.parametrize(
    ("preset", "result"), [(0x3D, b"\xcf\x26"), (0x3C, None), (0x3F, None), (0x3E, None)]
)
def test_crc_coprocessor(preset: int, result: bytes | None) -> None:
    """ISO/IEC 14443-3 annex B: CRC_A of 12 34 is 26 CF, low byte first; other presets give others."""
    raw = Raw(bench(), field=False)
    raw.write(r.ModeReg, preset)
    raw.write(r.FIFODataReg, 0x12, 0x34)
    assert not raw.get(r.DivIrqReg) & r.CRCIRq
    raw.write(r.CommandReg, r.CalcCRC)
    assert raw.get(r.DivIrqReg) & r.CRCIRq
    got = raw.read(r.CRCResultRegH, r.CRCResultRegL)
    assert got == result if result else got != b"\xcf\x26"


def test_requests_anticollision_select_and_halt_in_bytes() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    assert raw.ask(b"\x26", 7) == b"\x44\x00"
    upper, lower = levels(A)
    assert raw.ask(b"\x93\x20") == upper
    assert raw.ask(crc(b"\x93\x70" + upper)) == crc(b"\x04")
    assert raw.ask(b"\x95\x20") == lower
    assert raw.ask(crc(b"\x95\x70" + lower)) == crc(b"\x00")
    assert raw.ask(HLTA) == b""
    assert raw.ask(b"\x26", 7) == b""
    assert raw.ask(b"\x52", 7) == b"\x44\x00"


def test_times_of_hardware_md() -> None:
    """Request 430 us, anticollision 789, SELECT 1214, all with both frame delays; HLTA and 1 ms 1349; silence 212."""
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.write(r.TModeReg, r.TAuto)
    # 136 us at 13.56 MHz: a tag's delay of 89 us and its first five bits.
    raw.write(r.TReloadRegH, 1844 >> 8)
    raw.write(r.TReloadRegL, 1844 & 0xFF)
    delay_us = 86.4
    upper = levels(A)[0]
    for frame, last_bits, expected in (
        (b"\x26", 7, 430),
        (b"\x93\x20", 0, 789),
        (crc(b"\x93\x70" + upper), 0, 1214),
    ):
        raw.send(frame, last_bits)
        assert raw.time_to(r.RxIRq) + delay_us == pytest.approx(expected, abs=1.5)
    kit.clear()
    kit.clock.advance(1000)
    raw.send(HLTA)
    assert raw.time_to(r.TxIRq) + 1000 == pytest.approx(1349, abs=1.5)
    kit.clock.advance(1000)
    raw.send(b"\x26", 7)
    assert raw.time_to(r.TimerIRq) == pytest.approx(212, abs=1.5)


def test_a_frame_waits_until_the_tags_can_hear_again() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    kit.bus.ioctl_us = kit.bus.byte_us = 0
    raw.send(b"\x26", 7)
    raw.time_to(r.RxIRq)
    kit.bus.ioctl_us = kit.bus.byte_us = 0
    raw.send(b"\x93\x20")
    assert raw.time_to(r.TxIRq) == pytest.approx(86.4 + 19 * 9.44, abs=1.5)


def test_tags_need_five_milliseconds_of_field() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit, field=False)
    raw.write(r.TxASKReg, r.Force100ASK)
    raw.write(r.TxControlReg, 0x83)
    start = kit.clock.now_us
    kit.clock.advance(2500)
    assert raw.ask(b"\x26", 7) == b""
    kit.clock.advance(5000 - (kit.clock.now_us - start))
    assert raw.ask(b"\x26", 7) == b"\x44\x00"


def test_a_tag_laid_into_a_running_field_needs_them_too() -> None:
    kit = bench()
    raw = Raw(kit)
    kit.lay(A)
    assert raw.ask(b"\x26", 7) == b""
    kit.clock.advance(5000)
    assert raw.ask(b"\x26", 7) == b"\x44\x00"


@pytest.mark.parametrize(
    ("register", "value"),
    [
        (r.TxControlReg, 0x80),
        (r.TxASKReg, 0x00),
        (r.TxModeReg, 0x10),
        (r.RxModeReg, 0x10),
        (r.MfRxReg, r.ParityDisable),
        (r.CommandReg, r.PowerDown),
    ],
)
def test_settings_without_which_no_answer_comes(register: int, value: int) -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.write(register, value)
    assert raw.ask(b"\x26", 7) == b""
    assert not raw.get(r.ComIrqReg) & r.RxIRq


def test_switching_the_field_off_makes_tags_forget() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    assert raw.ask(b"\x26", 7) == b"\x44\x00"
    raw.write(r.TxControlReg, 0x80)
    raw.write(r.TxControlReg, 0x83)
    raw.ask(b"\x26", 7)
    kit.clock.advance(5000)
    assert raw.ask(b"\x26", 7) == b"\x44\x00"


def test_crc_of_the_chip_itself() -> None:
    """TxCRCEn appends it, RxCRCEn checks it and keeps it to itself."""
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.write(r.ModeReg, 0x3D)
    raw.ask(b"\x26", 7)
    raw.write(r.TxModeReg, r.CRCEn)
    raw.write(r.RxModeReg, r.CRCEn)
    assert raw.ask(b"\x93\x70" + levels(A)[0]) == b"\x04"
    assert raw.get(r.ErrorReg) == 0
    assert raw.get(r.Status1Reg) & r.CRCOk
    raw.write(r.TxModeReg, 0)
    raw.ask(b"\x26", 7)
    raw.ask(b"\x26", 7)
    assert raw.get(r.ErrorReg) & r.CRCErr


@pytest.mark.parametrize(("coll_pos", "second"), [("relative", 8), ("aligned", 12), ("absolute", 20)])
def test_collisions_are_found_bit_by_bit_in_every_convention(coll_pos: CollPosOrigin, second: int) -> None:
    """First UIDs 01 02 03 04 and 01 02 83 0C collide at bit 24; then, 12 bits known, two others at bit 20."""
    kit = bench(coll_pos)
    kit.lay(b"\x01\x02\x03\x04", b"\x01\x02\x83\x0c")
    raw = Raw(kit)
    raw.write(r.CollReg, 0)
    assert raw.ask(b"\x26", 7) == b"\x04\x00"
    assert raw.get(r.CollReg) == r.CollPosNotValid
    assert raw.ask(b"\x93\x20") == b"\x01\x02\x03\x00\x00"
    assert raw.read(r.CollReg, r.ErrorReg) == bytes((24, r.CollErr))
    assert raw.get(r.ComIrqReg) & (r.RxIRq | r.ErrIRq) == r.RxIRq | r.ErrIRq
    kit.clear()
    kit.lay(b"\x01\x02\x03\x04", b"\x01\x02\x0b\x04")
    kit.clock.advance(1)
    raw.ask(b"\x26", 7)
    kit.clock.advance(5000)
    raw.ask(b"\x26", 7)
    assert raw.ask(b"\x93\x34\x01\x02", 4, 4)[1:] == b"\x03\x00\x00"
    assert raw.get(r.CollReg) == second


def test_values_after_a_collision() -> None:
    kit = bench()
    kit.lay(b"\x01\x02\x03\x04", b"\x01\x02\x03\x07")
    raw = Raw(kit)
    raw.write(r.CollReg, 0x80)
    raw.ask(b"\x26", 7)
    assert raw.ask(b"\x93\x20") == b"\x01\x02\x03\x07\x07"
    assert raw.get(r.CollReg) == 0x80 | 25


def test_a_collision_in_the_32nd_bit_reads_as_0_and_later_ones_as_not_valid() -> None:
    kit = bench()
    kit.lay(b"\x01\x02\x03\x04", b"\x01\x02\x03\x84")
    raw = Raw(kit)
    raw.ask(b"\x26", 7)
    raw.ask(b"\x93\x20")
    assert raw.get(r.CollReg) == 0x80
    kit.field.tags[1].parts = [kit.field.tags[0].parts[0] ^ 1 << 35]
    raw.ask(b"\x93\x20")
    assert raw.read(r.CollReg, r.ErrorReg) == bytes((0x80 | r.CollPosNotValid, r.CollErr))


def test_last_bits_of_a_frame_cut_short() -> None:
    kit = bench()
    kit.lay(b"\x01\x02\x03\x04")
    raw = Raw(kit)
    raw.ask(b"\x26", 7)
    assert raw.ask(b"\x93\x23\x01", 3, 3)[1:] == b"\x02\x03\x04\x04"
    assert raw.get(r.ControlReg) & r.RxLastBits == 0
    raw.ask(b"\x93\x23\x01", 3, 0)
    assert raw.get(r.ControlReg) & r.RxLastBits == 5
    assert raw.get(r.ErrorReg) & r.ParityErr


def test_the_timer_counts_and_does_not_end_a_transceive() -> None:
    raw = Raw(bench())
    raw.write(r.TModeReg, r.TAuto | 0x0D)
    raw.write(r.TPrescalerReg, 0x3E)
    raw.write(r.TReloadRegL, 30)
    raw.send(b"\x26", 7)
    assert raw.time_to(r.TimerIRq) == pytest.approx(75.5 + 6781 * 31 / 13.56, abs=2)
    assert raw.get(r.CommandReg) & 0x0F == r.Transceive
    raw.write(r.ComIrqReg, r.AllIRq)
    raw.write(r.ControlReg, r.TStartNow)
    raw.kit.clock.advance(5000)
    assert raw.get(r.Status1Reg) & r.TRunning
    assert 19 <= raw.get(r.TCounterValRegL) <= 21
    raw.write(r.ControlReg, r.TStopNow)
    raw.kit.clock.advance(50_000)
    assert not raw.get(r.Status1Reg) & r.TRunning
    assert not raw.get(r.ComIrqReg) & r.TimerIRq


def test_without_a_clock_a_chip_reads_power_down_and_hears_nothing() -> None:
    raw = Raw(bench(), field=False)
    raw.kit.port.in_reset = True
    raw.kit.port.in_reset = False
    raw.write(r.RFCfgReg, 0x70)
    assert raw.read(r.CommandReg, r.RFCfgReg, r.VersionReg) == b"\x30\x48\x92"
    raw.kit.clock.advance(twin.CRYSTAL_US + twin.START_US)
    assert raw.read(r.CommandReg, r.RFCfgReg) == b"\x20\x48"
    raw.write(r.RFCfgReg, 0x70)
    assert raw.get(r.RFCfgReg) == 0x70


def test_a_chip_that_is_too_hot_says_so_and_has_no_field_until_it_has_cooled_down() -> None:
    raw = Raw(bench())
    field = raw.kit.field
    raw.kit.chip.heat(True)
    raw.write(r.CommandReg, r.Idle)
    assert raw.get(r.ErrorReg) == r.TempErr
    has_field = [field.powered_us is not None]
    raw.write(r.CommandReg, r.SoftReset)
    raw.write(r.TxControlReg, 0x83)
    assert raw.get(r.ErrorReg) == r.TempErr
    has_field.append(field.powered_us is not None)
    raw.kit.chip.heat(False)
    assert raw.get(r.ErrorReg) == 0
    has_field.append(field.powered_us is not None)
    assert has_field == [False, False, True]


def test_framing_that_comes_after_transceive_was_started_is_too_late() -> None:
    """The datasheet leaves open when a chip takes it: so no tag understands what is right for one reading only."""
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    for before, with_start, understood in ((0, 7, False), (7, 0, False), (7, 7, True)):
        raw.write(r.CommandReg, r.Idle)
        raw.write(r.FIFOLevelReg, r.FlushBuffer)
        raw.write(r.FIFODataReg, 0x26)
        raw.write(r.BitFramingReg, before)
        raw.write(r.CommandReg, r.Transceive)
        raw.write(r.BitFramingReg, r.StartSend | with_start)
        kit.clock.advance(2000)
        assert (raw.get(r.FIFOLevelReg) == 2) == understood


def test_transmit_ends_by_itself_and_receive_takes_the_answer() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.write(r.CommandReg, r.Idle)
    raw.write(r.ComIrqReg, r.AllIRq)
    raw.write(r.FIFODataReg, 0x26)
    raw.write(r.BitFramingReg, 7)
    raw.write(r.CommandReg, r.Transmit)
    raw.time_to(r.IdleIRq)
    raw.write(r.CommandReg, r.Receive)
    raw.write(r.ComIrqReg, r.IdleIRq)
    raw.time_to(r.IdleIRq)
    assert raw.get(r.FIFOLevelReg) == 2
    assert raw.read(r.FIFODataReg, r.FIFODataReg) == b"\x44\x00"


def test_idle_cancels_what_is_in_the_air() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.send(b"\x26", 7)
    raw.write(r.CommandReg, r.Idle)
    kit.clock.advance(5000)
    assert not raw.get(r.ComIrqReg) & r.RxIRq


def test_modem_state_follows_the_air() -> None:
    kit = bench()
    kit.lay(A)
    raw = Raw(kit)
    raw.write(r.CommandReg, r.Idle)
    assert raw.get(r.Status2Reg) & 7 == 0
    raw.send(b"\x93\x20" * 8)
    assert raw.get(r.Status2Reg) & 7 == 3
    raw.time_to(r.TxIRq)
    assert raw.get(r.Status2Reg) & 7 == 5


@pytest.mark.parametrize("command", [r.Mem, r.GenerateRandomID, r.MFAuthent])
def test_commands_that_are_not_there_do_nothing(command: int) -> None:
    raw = Raw(bench())
    raw.write(r.ComIrqReg, r.AllIRq)
    raw.write(r.CommandReg, command)
    raw.kit.clock.advance(100_000)
    assert raw.get(r.ComIrqReg) & ~r.LoAlertIRq == 0


# What is done at once, and what is done frame by frame


def _comes(seed: int) -> list[object]:
    """What comes of the same doings: answers, time, registers, and what is in the FIFO."""
    rng = random.Random(seed)
    kit = bench(seed=seed)
    kit.lay(*[uid for uid in (A, B) if rng.random() < 0.7])
    kit.field.noise_percent = rng.choice((0.0, 0.0, 20.0))
    Mfrc522(kit.port).begin()
    seen: list[object] = []
    for _ in range(60):
        seen.append(kit.port.transfer(_doing(rng)))
        kit.clock.advance(rng.choice((0, 1, 40, 200, 1200, 5000)))
        seen.append((kit.clock.now_us, kit.chip.inside()))
    return seen


_FRAMES = (
    b"\x26",
    b"\x52",
    b"\x93\x20",
    b"\x95\x20",
    HLTA,
    crc(b"\x93\x70" + levels(A)[0]),
    bytes(47),
    bytes(60),
)


def _doing(rng: random.Random) -> list[bytes]:
    """A batch: mostly a frame sent or its answer read, now and then a setting, or something odd."""
    data = rng.choice(_FRAMES)
    framing = r.StartSend | (7 if len(data) == 1 else 0) | rng.choice((0, 0, 0x10))
    framed = write(r.BitFramingReg, framing & rng.choice((0x77, 0x77, 0x77, 0x70)))
    send = [
        write(r.CommandReg, r.Idle),
        write(r.ComIrqReg, r.AllIRq),
        write(r.FIFOLevelReg, r.FlushBuffer),
        write(r.FIFODataReg, *data),
        *rng.choice(((framed,), (framed,), ())),
        write(r.CommandReg, r.Transceive),
        write(r.BitFramingReg, *rng.choice(((framing,), (framing,), (framing & 0x7F,), (framing, framing)))),
    ]
    odd = [
        write(r.TxControlReg, rng.choice((0x80, 0x83))),
        write(r.ModeReg, rng.choice((0x3D, 0x1D))),
        write(r.WaterLevelReg, rng.choice((8, 32))),
        write(r.CommandReg, rng.choice((r.Idle, r.Idle | r.PowerDown, r.Receive, r.Transceive))),
        write(r.ControlReg, rng.choice((r.TStartNow, r.TStopNow))),
        write(r.FIFODataReg, *bytes(rng.randrange(1, 64))),
    ]
    registers = rng.choices(
        (r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, r.ControlReg, r.Status1Reg, r.VersionReg), k=4
    )
    get = [read(*registers, *[r.FIFODataReg] * rng.randrange(6))]
    return rng.choice((send, send, send, get, get, get, [rng.choice(odd)], send[rng.randrange(len(send)) :]))


@pytest.mark.parametrize("seed", range(150))
def test_what_is_done_at_once_is_what_is_done_frame_by_frame(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = _comes(seed)
    monkeypatch.setattr(Mfrc522Chip, "at_once", lambda chip, batch, byte_us: None)
    monkeypatch.setattr(twin, "PLANS", {})
    monkeypatch.setattr(twin, "plan_of", lambda frame: NO_PLAN)
    assert quick == _comes(seed)


def test_a_frame_on_the_air_is_forgotten_when_the_next_one_has_no_field() -> None:
    kit = bench()
    chip = Mfrc522(kit.port)
    chip.begin()
    chip.antenna(True)
    raw = Raw(kit, field=False)
    sending = [
        write(r.CommandReg, r.Idle),
        write(r.ComIrqReg, r.AllIRq),
        write(r.FIFOLevelReg, r.FlushBuffer),
        write(r.FIFODataReg, *bytes(40)),
        write(r.CommandReg, r.Transceive),
        write(r.BitFramingReg, r.StartSend),
    ]
    kit.port.transfer(sending)
    raw.write(r.TxControlReg, 0x80)
    kit.port.transfer(sending)
    kit.clock.advance(10_000)
    assert not raw.get(r.ComIrqReg) & r.TxIRq
