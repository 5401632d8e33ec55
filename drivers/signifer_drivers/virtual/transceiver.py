"""The transceiver of an MFRC522, which works by itself once registers are written: frames on the air, answers, CRC,
timer, time.

The registers that do more than keep a value, and the wire, are in `mfrc522`; what is simplified is told there, too.
"""

from __future__ import annotations

from math import log10
from typing import Literal

from signifer_drivers.portable import registers as r
from signifer_drivers.portable.selftest import BUFFER_BYTES, ENABLED, REFERENCES
from signifer_drivers.virtual.clock import VirtualClock

from .field import NEXT_FRAME_DELAY_US, Field
from .rf_frames import BIT_US, Answer, frame_us

# Where CollPos is counted from: the answer, the first byte in the FIFO, or the start of the cascade level.
CollPosOrigin = Literal["relative", "aligned", "absolute"]

NEVER = float("inf")
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
# The first five bits of an answer, its start bit among them, stop the timer.
_TIMER_STOP_US = 5 * BIT_US
_HEARD_BADLY = r.CollErr | r.CRCErr | r.ParityErr | r.ProtocolErr
# How well each RxGain hears (table 98: two codes each for 18 and 23 dB), and each CWGsP drives the field, in decibels
# against the value after a reset. The scale of the latter is ours: the conductance as a ratio of amplitudes.
GAIN_DB = (18.0, 23.0, 18.0, 23.0, 33.0, 38.0, 43.0, 48.0)
DRIVE_DB = (-99.0, *(20 * log10(code / 32) for code in range(1, 64)))


class Transceiver:
    """Registers, FIFO, and what comes due of them on a virtual clock, with an antenna in ``field``.

    ``version``: what VersionReg reads. ``coll_pos``: the convention of CollPos. ``coll_spoils``: what else of ErrorReg
    a collision sets, such as ParityErr: the datasheet leaves that open, and chips differ.
    """

    def __init__(self, clock: VirtualClock, field: Field, version: int, coll_pos: CollPosOrigin) -> None:
        self.clock = clock
        self.field = field
        self.version = version
        self.coll_pos = coll_pos
        self.coll_spoils = 0
        self.counterfeit = False
        self.fifo_bytes = r.FIFO_BYTES
        self._hot = False
        self._hangs = False
        # What of BitFramingReg held when the last command was started.
        self._framing = 0
        # Something was done since somebody has asked that shows in no register.
        self._beyond = False
        self._regs = bytearray(64)
        self._fifo = bytearray()
        self._calm()

    def _calm(self) -> None:
        """Nothing is on the air, nothing comes due, nothing is in the internal buffer."""
        self._buffer = bytes(BUFFER_BYTES)
        self._beyond = True
        self._sent_us = NEVER
        self._start_us = self._lasts_us = 0.0
        self._sending = False
        self._heard_us = NEVER
        self._answer: Answer | None = None
        self._quiet_us = 0.0
        self._timer_from_us = NEVER
        self._timer_due_us = NEVER
        self._timer_stop_us = NEVER
        self._due_us = NEVER

    # The FIFO

    def _push(self, data: bytes) -> None:
        room = self.fifo_bytes - len(self._fifo)
        self._fifo += data[:room]
        if len(data) > room:
            self._regs[r.ErrorReg] |= r.BufferOvfl
            self._regs[r.ComIrqReg] |= r.ErrIRq
        self._alert()

    def _alert(self) -> None:
        level, water = len(self._fifo), self._regs[r.WaterLevelReg] & 0x3F
        if level <= water:
            self._regs[r.ComIrqReg] |= r.LoAlertIRq
        if r.FIFO_BYTES - level <= water:
            self._regs[r.ComIrqReg] |= r.HiAlertIRq

    # The air

    def _send(self) -> None:
        """Put the FIFO on the air as soon as the tags can hear again, and find out what will come back and when."""
        data = bytes(self._fifo)
        self._fifo.clear()
        self._alert()
        self._transmit(data)

    def _transmit(self, data: bytes) -> None:
        """Put this on the air, which is no longer in the FIFO."""
        regs, field = self._regs, self.field
        regs[r.ErrorReg] &= ~_HEARD_BADLY
        # A chip that is too hot has no field, and goes on as if it had.
        has_rf = field.powered_us is not None or regs[r.ErrorReg] & r.TempErr
        if not data or (regs[r.ModeReg] & r.TxWaitRF and not has_rf):
            return
        framing = regs[r.BitFramingReg]
        last_bits = framing & r.TxLastBits
        if regs[r.TxModeReg] & r.CRCEn:
            data += self._crc(data).to_bytes(2, "little")
        parity = not regs[r.MfRxReg] & r.ParityDisable
        start_us = float(self.clock.now_us)
        if start_us < self._quiet_us:
            start_us = self._quiet_us
        # The datasheet leaves open whether a command takes its framing when it is started or with StartSend.
        is_framed = parity and framing == self._framing
        understood = is_framed and regs[r.TxASKReg] & r.Force100ASK and not regs[r.TxModeReg] & r.Speed
        field.gain_db = GAIN_DB[regs[r.RFCfgReg] >> 4 & 7]
        field.drive_db = DRIVE_DB[regs[r.CWGsPReg] & 0x3F]
        answer = field.exchange(data if understood else b"", last_bits, start_us)
        self._on_air(start_us, frame_us(data, last_bits, parity), answer)

    def _on_air(self, start_us: float, lasts_us: float, answer: Answer | None) -> None:
        """A frame is on the air, and what comes back is known: when all of it will be over."""
        self._start_us = start_us
        self._lasts_us = lasts_us
        self._sent_us = start_us + lasts_us
        self._sending = True
        self._heard_us = NEVER
        self._answer = answer
        if answer:
            delay_us = self.field.answer_delay_us + answer.late_us
            self._heard_us = self._sent_us + delay_us + answer.length_us
            self._quiet_us = self._heard_us + NEXT_FRAME_DELAY_US
        if self._regs[r.TModeReg] & r.TAuto:
            stop_us = self._sent_us + delay_us + _TIMER_STOP_US if answer else NEVER
            self._start_timer(self._sent_us, stop_us)
        self._plan()

    def _receive(self) -> None:
        """Decode the answer into FIFO, CollReg, ErrorReg and ControlReg."""
        regs = self._regs
        answer = self._answer
        self._answer = None
        self._heard_us = NEVER
        listens = regs[r.CommandReg] & 0x2F in (r.Transceive, r.Receive)
        if answer is None or not listens or regs[r.RxModeReg] & r.Speed:
            return
        align = regs[r.BitFramingReg] >> 4 & 7
        keep = regs[r.CollReg] & r.ValuesAfterColl
        value, collided, bad = answer.value, answer.collided, answer.bad
        error = 0
        regs[r.CollReg] = keep | r.CollPosNotValid
        if collided:
            first = (collided & -collided).bit_length()
            error = r.CollErr | self.coll_spoils
            value = value | collided if keep else value & ((1 << first - 1) - 1)
            # What comes after a collision has no parity that could be checked.
            bad &= (1 << (first - 1 + answer.split) // 8) - 1
            origin = {"relative": 0, "aligned": align, "absolute": answer.offset}[self.coll_pos]
            if first + origin <= 32:
                regs[r.CollReg] = keep | (first + origin) & r.CollPos
        if answer.split or align:
            # The parity of a byte that both sides sent a part of is not checked; a part laid wrong fails it.
            bad = bad & ~1 if answer.split == align else bad | 1
        if bad and not regs[r.MfRxReg] & r.ParityDisable:
            error |= r.ParityErr
        bits = answer.bits + align
        data = (value << align).to_bytes((bits + 7) // 8, "little")
        if regs[r.RxModeReg] & r.CRCEn:
            if bits % 8 or len(data) < 3 or self._crc(data[:-2]) != int.from_bytes(data[-2:], "little"):
                error |= r.CRCErr
            data = data[:-2]
        regs[r.ControlReg] = regs[r.ControlReg] & ~r.RxLastBits | bits % 8
        regs[r.ErrorReg] = regs[r.ErrorReg] & ~_HEARD_BADLY | error
        self._push(data)
        regs[r.ComIrqReg] |= r.RxIRq | (r.ErrIRq if error else 0)
        if regs[r.CommandReg] & 0x0F == r.Receive:
            self._end_command()

    def _end_command(self) -> None:
        self._regs[r.CommandReg] &= 0x30
        self._regs[r.ComIrqReg] |= r.IdleIRq

    # CRC coprocessor and timer

    def _crc(self, data: bytes) -> int:
        crc = _CRC_PRESETS[self._regs[r.ModeReg] & 3]
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
        return crc

    def _move_to_buffer(self) -> None:
        """25 bytes of the FIFO go into the internal buffer; of less, nothing happens (10.3.1.2)."""
        if len(self._fifo) >= BUFFER_BYTES:
            self._buffer = bytes(self._fifo[:BUFFER_BYTES])
            self._beyond = True
            del self._fifo[:BUFFER_BYTES]
            self._alert()
            self._end_command()

    def _test_itself(self) -> None:
        """What the self-test leaves in the FIFO; of other seeds than that of the datasheet it is anybody's guess."""
        seeded = not any(self._buffer) and bytes(self._fifo) == b"\0"
        result = REFERENCES.get(self.version, REFERENCES[0x92][::-1])
        spoilt = self.counterfeit or not seeded
        self._fifo[:] = bytes(byte ^ 0x5A for byte in result) if spoilt else result
        self._beyond = True
        self._alert()

    def _calculate_crc(self) -> None:
        if self._regs[r.AutoTestReg] & 0x0F == ENABLED:
            self._test_itself()
            return
        crc = self._crc(bytes(self._fifo))
        self._fifo.clear()
        self._alert()
        self._regs[r.CRCResultRegH] = crc >> 8
        self._regs[r.CRCResultRegL] = crc & 0xFF
        self._regs[r.DivIrqReg] |= r.CRCIRq

    def _tick_us(self) -> float:
        prescaler = (self._regs[r.TModeReg] & 0x0F) << 8 | self._regs[r.TPrescalerReg]
        even = self._regs[r.DemodReg] & 0x10 and self.version != 0x91
        return (2 * prescaler + (2 if even else 1)) / 13.56

    def _reload(self) -> int:
        return self._regs[r.TReloadRegH] << 8 | self._regs[r.TReloadRegL]

    def _period_us(self) -> float:
        return self._tick_us() * (self._reload() + 1)

    def _start_timer(self, start_us: float, stop_us: float) -> None:
        """Count down from the reload value; the first bits of an answer, at ``stop_us``, may stop it before its end."""
        self._timer_from_us = start_us
        self._timer_stop_us = stop_us
        due = start_us + self._period_us()
        self._timer_due_us = due if due <= stop_us else NEVER

    def _timer_end(self) -> float:
        return min(self._timer_stop_us, self._timer_from_us + self._period_us())

    def _counter(self) -> int:
        now = min(float(self.clock.now_us), self._timer_stop_us)
        if now < self._timer_from_us:
            return 0
        return max(0, self._reload() - int((now - self._timer_from_us) / self._tick_us()))

    # Time

    def _plan(self) -> None:
        due = self._sent_us if self._sending else NEVER
        if self._heard_us < due:
            due = self._heard_us
        self._due_us = due if due < self._timer_due_us else self._timer_due_us

    def _catch_up(self, now: float) -> None:
        """Do what has come due; a chip that hangs does nothing."""
        if self._hangs:
            return
        regs = self._regs
        if self._sending and now >= self._sent_us:
            self._sending = False
            regs[r.ComIrqReg] |= r.TxIRq
            if regs[r.CommandReg] & 0x0F == r.Transmit:
                self._end_command()
        if now >= self._timer_due_us:
            regs[r.ComIrqReg] |= r.TimerIRq
            if regs[r.TModeReg] & r.TAutoRestart:
                period = self._period_us()
                self._timer_from_us = now - (now - self._timer_due_us) % period
                self._timer_due_us = self._timer_from_us + period
            else:
                self._timer_due_us = NEVER
        if now >= self._heard_us:
            self._receive()
        self._plan()
