"""The pages of one tag (NTAG21x, Ultralight): read and written while its reader's field is on.

After the datasheet (NXP NTAG213/215/216, rev 3.2): READ gives four pages of four bytes, WRITE takes one. A WRITE is
acknowledged by four bits, within 10 ms; what was refused leaves the tag unselected. Frames that get lost are sent
again, and what was written counts only when it was read back.
"""

from __future__ import annotations

from signifer_core.errors import DriverError

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import PRESCALER, Mfrc522, air_us
from signifer_drivers.portable.registers import read, write

PAGE = 4
# A SAK without these two bits is that of a tag as cards of this table have: an NTAG or an Ultralight.
SAK_ISO14443_4, SAK_CLASSIC = 0x20, 0x08

_READ, _WRITE = 0x30, 0xA2
_ACK, _NAKS = (
    0xA,
    {0x0: "it does not allow that", 0x1: "it was not understood", 0x5: "its memory is worn out"},
)
_READ_US, _WRITE_US = 5_000, 10_000
_POLL_US = 300
_TRIES = 4
_STATUS = read(r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, r.ControlReg, r.VersionReg)
_SPOILT = r.BufferOvfl | r.CRCErr | r.ParityErr | r.ProtocolErr | r.CollErr


class TagError(DriverError):
    """A tag does not do what it is asked for. ``is_gone``: it is not there any more."""

    def __init__(self, text: str, *, is_gone: bool = False) -> None:
        super().__init__(text)
        self.is_gone = is_gone


class TagPages:
    """The tag with ``uid`` in the field of ``chip``, which is on. ``sak``: what it said when it was last selected.

    All methods raise TagError, and ChipError where the chip is at fault. `end` before anything else is asked of the
    chip.
    """

    def __init__(self, chip: Mfrc522, uid: bytes) -> None:
        self.uid = uid
        self.sak = 0
        self._chip = chip
        self._port = chip.port

    def select(self) -> None:
        """Wake the tag and select it; TagError if it is not there."""
        chip = self._chip
        self.end()
        for turn in range(_TRIES):
            if turn:
                # Wherever the last try left it: asleep, or back to where it came from.
                chip.transceive(iso14443a.HLTA, 0, 0, 1)
            chip.send(iso14443a.WUPA, 7, 2)
            sak = -1
            for frame in iso14443a.select_frames(self.uid):
                state, data, _, _ = chip.transceive(frame, 0, 0, 3)
                sak = iso14443a.sak_of(data) if state == iso14443a.CLEAN else -1
                if sak < 0:
                    break
            if sak >= 0 and not sak & iso14443a.SAK_CASCADE:
                self.sak = sak
                return
        raise TagError("the tag was taken away too early; lay it there again", is_gone=True)

    def read(self, page: int) -> bytes:
        """Four pages from ``page`` on, 16 bytes; those behind the last one of the tag are its first ones."""
        refused = 0
        for _ in range(_TRIES):
            bits, data = self._exchange(bytes((_READ, page)), 18, _READ_US)
            if bits == 18 * 8 and iso14443a.crc_a(data[:16]) == data[16:]:
                return data[:16]
            if bits == 4:
                refused = data[0] & 0xF
                if refused != 0x1:
                    break
            self.select()
        raise TagError(f"page {page} of the tag cannot be read: {_NAKS.get(refused, 'no answer')}")

    def write(self, page: int, data: bytes) -> None:
        """Write four bytes, and read them back."""
        if len(data) != PAGE:
            raise ValueError("a page has four bytes")
        why = "it was not kept"
        for _ in range(_TRIES):
            bits, answer = self._exchange(bytes((_WRITE, page)) + data, 1, _WRITE_US)
            if bits != 4 or answer[0] & 0xF != _ACK:
                if bits == 4:
                    why = _NAKS.get(answer[0] & 0xF, "it refuses")
                self.select()
                if bits == 4 and answer[0] & 0xF in (0x0, 0x5):
                    break
            # Whatever came of the answer: what is on the tag decides.
            if self.read(page)[:PAGE] == data:
                return
        raise TagError(f"page {page} of the tag cannot be written: {why}")

    def end(self) -> None:
        """Give the chip its own timer back."""
        timer = (r.TReloadRegH, r.TReloadRegL)
        self._port.transfer([write(reg, value) for reg, value in self._chip.settings if reg in timer])

    def _exchange(self, body: bytes, want: int, wait_us: int) -> tuple[int, bytes]:
        """Send ``body`` with its CRC; how many bits of answer came, none if it was silent or spoilt, and the answer."""
        frame = body + iso14443a.crc_a(body)
        reload = wait_us * 1356 // 100 // (2 * PRESCALER + 1)
        port = self._port
        port.transfer(
            [
                write(r.CommandReg, r.Idle),
                write(r.TReloadRegH, reload >> 8),
                write(r.TReloadRegL, reload & 0xFF),
                write(r.ComIrqReg, r.AllIRq),
                write(r.FIFOLevelReg, r.FlushBuffer),
                write(r.FIFODataReg, *frame),
                write(r.CommandReg, r.Transceive),
                write(r.BitFramingReg, r.StartSend),
            ]
        )
        port.delay_us(air_us(len(frame)) + air_us(want))
        status = self._status(wait_us)
        error, level, last = status[1], status[2] & 0x7F, status[3] & r.RxLastBits
        if not status[0] & r.RxIRq or error & _SPOILT or not 0 < level <= want:
            return 0, b""
        data = port.transfer([read(*((r.FIFODataReg,) * level))])[0][1:]
        return level * 8 - (8 - last if last else 0), bytes(data)

    def _status(self, wait_us: int) -> bytes:
        """The chip's registers when the answer, or its timer, has come; ChipError if neither does."""
        for _ in range(2 * wait_us // _POLL_US):
            status = self._port.transfer([_STATUS])[0][1:]
            if status[4] != self._chip.version:
                raise self._chip.explained(f"the chip stopped answering (version {status[4]:02X})")
            if status[0] & (r.RxIRq | r.TimerIRq):
                return bytes(status)
            self._port.delay_us(_POLL_US)
        raise self._chip.explained("neither an answer nor the chip's timer came", True)
