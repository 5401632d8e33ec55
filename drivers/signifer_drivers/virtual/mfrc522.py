"""The MFRC522 at register level, behind the bytes of its SPI pins, with tags in its field.

After the datasheet (NXP MFRC522, rev 3.9). Commands: Idle, CalcCRC, Transmit, Receive, Transceive, SoftReset,
NoCmdChange, Mem, and the self-test of 16.1.1. Without effect, though they may be written: GenerateRandomID and
MFAuthent, which then seem to run for ever, as MFAuthent does with a tag that knows no Crypto1. Registers that act:
all of page 0; TxControlReg (field), TxModeReg and RxModeReg (CRC; another speed than 106 kbit/s is not heard),
TxASKReg (without Force100ASK no tag understands), ModeReg (CRC preset, TxWaitRF), MfRxReg (parity), the timer, RxGain
and CWGsP (how well tags are heard, see rf.Field). Stored without effect: thresholds, other drive strengths, test
registers; interrupts have no pin.

Simplified: an answer is in the FIFO as a whole when its last bit has come, a soft reset and a CRC take no time, the
receiver starts within the tag's delay, and a register is sampled at the end of its chip-select frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from signifer_drivers.portable import registers as r
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.transceiver import NEVER, CollPosOrigin, Transceiver

from .field import Field
from .reading_plans import NO_PLAN, PLANS, Plan, plan_of
from .sending_plans import Sending, sending_of

_RESET = {
    r.ComIEnReg: 0x80,
    r.ComIrqReg: r.IdleIRq | r.LoAlertIRq,
    r.WaterLevelReg: 0x08,
    r.ControlReg: 0x10,
    r.CollReg: r.ValuesAfterColl | r.CollPosNotValid,
    r.ModeReg: 0x3F,
    r.TxControlReg: 0x80,
    r.TxSelReg: 0x10,
    r.RxSelReg: 0x84,
    r.RxThresholdReg: 0x84,
    r.DemodReg: 0x4D,
    r.MfTxReg: 0x62,
    r.SerialSpeedReg: 0xEB,
    r.CRCResultRegH: 0xFF,
    r.CRCResultRegL: 0xFF,
    r.ModWidthReg: 0x26,
    r.RFCfgReg: 0x48,
    r.GsNReg: 0x88,
    r.CWGsPReg: 0x20,
    r.ModGsPReg: 0x20,
    r.TestPinEnReg: 0x80,
    r.AutoTestReg: 0x40,
}
_WATER_LEVEL = _RESET[r.WaterLevelReg]
_READ_ONLY = (
    *(0x00, r.ErrorReg, r.Status1Reg, 0x0F, 0x10, 0x1A, 0x1B, 0x1E, 0x20, r.CRCResultRegH, r.CRCResultRegL),
    *(0x23, 0x25, r.TCounterValRegH, r.TCounterValRegL, 0x30, r.VersionReg, 0x3C, 0x3D, 0x3E, 0x3F),
)

# From power, or the end of a reset, until the chip answers: its crystal (assumed), and 1024 cycles (8.10.2).
CRYSTAL_US = 6_000
START_US = 38

# A supply that cannot carry the field holds for so long with it on.
BROWN_OUT_US = 2_000


def sends_at_once(sending: Sending, regs: bytes | bytearray) -> bool:
    """Whether a chip whose registers hold this takes a batch that sends as drivers mean it."""
    is_framed = sending.frames or sending.framing == regs[r.BitFramingReg]
    return is_framed and not regs[r.CommandReg] & r.PowerDown and regs[r.WaterLevelReg] == _WATER_LEVEL


class PlainMfrc522(Transceiver):
    """One chip on a virtual clock, its antenna in ``field``.

    ``version``: what VersionReg reads. ``coll_pos``: the convention of CollPos. ``brown_out``: the supply breaks down
    BROWN_OUT_US after the field goes on, and the chip starts again from its reset values. ``counterfeit``: it finds
    something else in its self-test than the datasheet says. ``crystal_us``: how long its crystal takes to start.
    `replace` makes it another chip, `heat` too hot to work.
    """

    def __init__(
        self,
        clock: VirtualClock,
        field: Field,
        *,
        version: int = 0x92,
        coll_pos: CollPosOrigin = "aligned",
    ) -> None:
        super().__init__(clock, field, version, coll_pos)
        self.brown_out = False
        self.crystal_us: float = CRYSTAL_US
        self._up_us = -NEVER
        self._on_read: dict[int, Callable[[], int]] = {
            r.Status1Reg: self._status1,
            r.Status2Reg: self._status2,
            r.FIFODataReg: self._pop,
            r.FIFOLevelReg: lambda: len(self._fifo),
            r.TCounterValRegH: lambda: self._counter() >> 8,
            r.TCounterValRegL: lambda: self._counter() & 0xFF,
        }
        self._on_write: dict[int, Callable[[int], None]] = {
            r.CommandReg: self._write_command,
            r.ComIrqReg: lambda value: self._write_irq(r.ComIrqReg, value),
            r.DivIrqReg: lambda value: self._write_irq(r.DivIrqReg, value),
            r.FIFOLevelReg: self._write_fifo_level,
            r.ControlReg: self._write_control,
            r.BitFramingReg: self._write_bit_framing,
            r.CollReg: self._write_coll,
            r.TxControlReg: self._write_tx_control,
            **{register: lambda value: None for register in _READ_ONLY},
        }
        self.reset()

    def reset(self) -> None:
        """Put every register to its reset value (SoftReset, or the reset line): the field goes off."""
        self._regs = bytearray(64)
        for register, value in _RESET.items():
            self._regs[register] = value
        self._regs[r.VersionReg] = self.version
        self._regs[r.CommandReg] = r.RcvOff
        self._regs[r.ErrorReg] = r.TempErr if self._hot else 0
        self._framing = 0
        self._fifo.clear()
        self._calm()
        self.field.power(False, self.clock.now_us)

    def power_cycle(self, on: bool) -> None:
        """Lose supply or get it back; either way it starts from its reset values, when its crystal is up."""
        self.reset()
        self._up_us = self.clock.now_us + self.crystal_us + START_US

    def stop_crystal(self, stops: bool) -> None:
        """Its crystal stops for good; or is one that starts."""
        self.crystal_us = NEVER if stops else CRYSTAL_US
        self.power_cycle(True)

    def heat(self, hot: bool) -> None:
        """Too hot, it switches its antenna off and says so in ErrorReg; or has cooled down."""
        self._hot = hot
        self._regs[r.ErrorReg] = self._regs[r.ErrorReg] & ~r.TempErr | (r.TempErr if hot else 0)
        self._switch_field()

    def replace(self, version: int, fifo_bytes: int = r.FIFO_BYTES) -> None:
        """Put another chip in its place, whose VersionReg reads ``version``; one with another FIFO is no MFRC522."""
        self.version = version
        self.fifo_bytes = fifo_bytes
        self.power_cycle(True)

    def hang(self, hangs: bool) -> None:
        """Freeze: nothing happens any more, registers read as they are; or go on."""
        self._hangs = hangs

    def inside(self) -> tuple[bytes, bytes]:
        """Registers and FIFO, as the last frame has left them."""
        return bytes(self._regs), bytes(self._fifo)

    # The wire

    def exchange(self, frame: bytes) -> bytes:
        """Take one chip-select frame in and give as many bytes back (8.1.2).

        A frame whose first byte has bit 7 reads: each byte names a register, and its value follows one byte later.
        Else it writes all further bytes into the register that the first one names.
        """
        now = self.clock.now_us
        if self.brown_out:
            powered_us = self.field.powered_us
            if powered_us is not None and now >= powered_us + BROWN_OUT_US:
                self.power_cycle(True)
        if now < self._up_us:
            return self._starting(frame)
        if now >= self._due_us:
            self._catch_up(now)
        first = frame[0]
        regs = self._regs
        if first & 0x80:
            plan = PLANS.get(frame)
            if plan is None:
                plan = PLANS[frame] = plan_of(frame)
            if plan is not NO_PLAN:
                return self._values(plan)
            return bytes(self._each(frame))
        if not self._hangs:
            register = first >> 1 & 0x3F
            if register == r.FIFODataReg:
                self._push(frame[1:])
            else:
                act = self._on_write.get(register)
                for value in frame[1:]:
                    if act is None:
                        regs[register] = value
                    else:
                        act(value)
        return bytes(len(frame))

    def _starting(self, frame: bytes) -> bytes:
        """Without a clock: what is written is lost, and CommandReg reads PowerDown until that changes (8.6.2)."""
        asked = [byte >> 1 & 0x3F for byte in frame[:-1]] if frame[0] & 0x80 else []
        values = [self._regs[each] | (r.PowerDown if each == r.CommandReg else 0) for each in asked]
        return bytes([0, *values]) if asked else bytes(len(frame))

    def _each(self, frame: bytes) -> Iterator[int]:
        """What is read of each register that a frame names, one after the other."""
        yield 0
        for byte in frame[:-1]:
            register = byte >> 1 & 0x3F
            act = self._on_read.get(register)
            yield self._regs[register] if act is None else act()

    def at_once(self, batch: list[bytes], byte_us: int) -> tuple[list[bytes], int] | None:
        """See SpiChip: what a driver does over and over, a frame sent and the answer read, done in one go.

        Only what comes to the same as `exchange` of each frame: a chip in order, and nothing but the timer that comes
        due between the first frame and the last.
        """
        if self._hangs or self.brown_out or self.clock.now_us < self._up_us:
            return None
        if len(batch) == 1:
            return self._read_at_once(batch[0], byte_us)
        sending = sending_of(tuple(batch))
        regs = self._regs
        if sending is None or not sends_at_once(sending, regs):
            return None
        first_us = self.clock.now_us + 2 * byte_us
        ends_us = first_us + (sending.done[1] - 2) * byte_us
        if first_us >= self._due_us:
            self._catch_up(first_us)
        irq = r.LoAlertIRq
        if ends_us >= self._due_us:
            if self._sending or self._heard_us < NEVER or regs[r.TModeReg] & r.TAutoRestart:
                return None
            # The timer of the frame before runs out meanwhile: mostly that of one that nobody had to answer.
            if self._due_us > first_us + 2 * byte_us:
                irq |= r.TimerIRq
            self._timer_due_us = NEVER
        self.clock.now_us = ends_us
        regs[r.ErrorReg] &= ~r.BufferOvfl
        regs[r.ComIrqReg] = irq
        regs[r.CommandReg] = r.Transceive
        self._sent_us = self._heard_us = NEVER
        self._sending = False
        self._answer = None
        self._due_us = self._timer_due_us
        self._fifo.clear()
        regs[r.BitFramingReg] = self._framing = sending.framing
        self._transmit(sending.data)
        return sending.done

    def _read_at_once(self, frame: bytes, byte_us: int) -> tuple[list[bytes], int] | None:
        """One frame that reads registers that keep their values, FIFOLevelReg, and what is in the FIFO."""
        plan = PLANS.get(frame)
        if plan is None:
            plan = PLANS[frame] = plan_of(frame)
        if plan is NO_PLAN:
            return None
        self.clock.now_us += len(frame) * byte_us
        if self.clock.now_us >= self._due_us:
            self._catch_up(self.clock.now_us)
        return [self._values(plan)], len(frame)

    def _values(self, plan: Plan) -> bytes:
        values = bytearray(plan.values(self._regs))
        values[0] = 0
        if plan.level:
            values[plan.level] = len(self._fifo)
        if plan.burst:
            values += self._pop_burst(plan.burst)
        return bytes(values)

    # Registers that do more than keep a value

    def _status1(self) -> int:
        regs = self._regs
        pending = (
            regs[r.ComIrqReg] & regs[r.ComIEnReg] & r.AllIRq or regs[r.DivIrqReg] & regs[r.DivIEnReg] & 0x14
        )
        level, water = len(self._fifo), regs[r.WaterLevelReg] & 0x3F
        crc_ok = not regs[r.ErrorReg] & r.CRCErr and regs[r.RxModeReg] & r.CRCEn
        return (
            r.CRCReady
            | (r.CRCOk if crc_ok else 0)
            | (r.IRq if pending else 0)
            | (r.TRunning if self._timer_from_us <= self.clock.now_us < self._timer_end() else 0)
            | (r.HiAlert if r.FIFO_BYTES - level <= water else 0)
            | (r.LoAlert if level <= water else 0)
        )

    def _status2(self) -> int:
        """Return Status2Reg with ModemState: 0 idle, 1 wait for StartSend, 3 sending, 5 wait for data, 6 receiving."""
        now = self.clock.now_us
        command = self._regs[r.CommandReg] & 0x0F
        state = 0
        if self._sending:
            state = 3
        elif self._answer:
            state = 6 if now >= self._heard_us - self._answer.length_us else 5
        elif command == r.Transceive:
            state = 5 if self._sent_us < NEVER else 1
        elif command == r.Receive:
            state = 5
        return self._regs[r.Status2Reg] & 0xC8 | state

    def _pop(self) -> int:
        if not self._fifo:
            return 0
        value = self._fifo.pop(0)
        self._alert()
        return value

    def _pop_burst(self, count: int) -> bytes:
        if len(self._fifo) > r.FIFO_BYTES // 2:
            return bytes(self._pop() for _ in range(count))
        data = bytes(self._fifo[:count])
        if data:
            del self._fifo[:count]
            self._alert()
        return data.ljust(count, b"\0")

    def _write_irq(self, register: int, value: int) -> None:
        if value & r.Set1:
            self._regs[register] |= value & 0x7F
        else:
            self._regs[register] &= ~value & 0x7F

    def _write_fifo_level(self, value: int) -> None:
        if value & r.FlushBuffer:
            self._fifo.clear()
            self._regs[r.ErrorReg] &= ~r.BufferOvfl
            self._alert()

    def _write_control(self, value: int) -> None:
        now = float(self.clock.now_us)
        if value & r.TStopNow:
            self._timer_stop_us = min(self._timer_end(), now)
            self._timer_due_us = NEVER
        elif value & r.TStartNow:
            self._start_timer(now, NEVER)
        self._plan()

    def _write_coll(self, value: int) -> None:
        self._regs[r.CollReg] = self._regs[r.CollReg] & 0x3F | value & r.ValuesAfterColl

    def _write_tx_control(self, value: int) -> None:
        self._regs[r.TxControlReg] = value
        self._switch_field()

    def _switch_field(self) -> None:
        down = self._regs[r.CommandReg] & r.PowerDown or self._regs[r.ErrorReg] & r.TempErr
        self.field.power(bool(self._regs[r.TxControlReg] & 3 and not down), self.clock.now_us)

    def _write_bit_framing(self, value: int) -> None:
        self._regs[r.BitFramingReg] = value & 0x77
        if value & r.StartSend and self._regs[r.CommandReg] & 0x0F == r.Transceive:
            self._send()

    def _write_command(self, value: int) -> None:
        command = value & 0x0F
        regs = self._regs
        if command == r.SoftReset:
            self.reset()
            return
        if command == r.NoCmdChange:
            regs[r.CommandReg] = regs[r.CommandReg] & 0x0F | value & 0x30
            self._switch_field()
            return
        was_down = regs[r.CommandReg] & r.PowerDown
        regs[r.CommandReg] = value & 0x3F
        self._framing = regs[r.BitFramingReg]
        if value & r.PowerDown or was_down:
            self._switch_field()
        keeps_air = command == r.Receive and self._answer and self.clock.now_us <= self._heard_us - 1
        if not keeps_air:
            self._sent_us = self._heard_us = NEVER
            self._sending = False
            self._answer = None
            self._plan()
        if command == r.CalcCRC:
            self._calculate_crc()
        elif command == r.Mem:
            self._move_to_buffer()
        elif command == r.Transmit:
            self._send()
