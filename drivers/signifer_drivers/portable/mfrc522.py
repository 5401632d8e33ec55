"""The MFRC522 behind an SPI port: few, large batches; every wait has an end; every fault has a name.

Runs under MicroPython as it is. ``port`` is anything with transfer, delay_us and now_us (see spi.SpiPort). Sections and
register names are those of the datasheet (NXP MFRC522, rev 3.9).
"""

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import native as micropython
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.registers import read, write

MYPY = False
if MYPY:
    from signifer_drivers.io.spi import SpiPort

# The timer counts 13.56 MHz / 135, and runs out 209 us after the end of a frame: tags answer 91 us after it at the
# latest, and their first five bits (47 us) stop the timer.
PRESCALER = 67
RELOAD = 20
TIMEOUT_US = (2 * PRESCALER + 1) * (RELOAD + 1) * 100 // 1356
# The same for tags that are slower than the standard allows.
PATIENT_RELOAD = 55

# After a frame that nobody answers: tags hear the next one 86 us later.
NEXT_FRAME_US = 100

FIELD_UP_US = 5_000
# A tag forgets what it was told only when its field has been off for as long as it takes to come up.
FIELD_OFF_US = 5_100
FIELD = 32
VERSION_READS = 8
CLONE_TRIES = 3
CERTAIN_READS = 32
# Written at every switching, and read back: each bit of the wire both ways. The register is about UARTs only.
MARK_ON = 0x55
MARK_OFF = 0xAA
PATTERNS = (0x00, 0xFF, 0x55, 0xAA, 0x0F, 0xF0)
# The chip answers 38 us after its crystal is stable (8.10.2), for which the datasheet has no figure: assumed.
START_US = 25_000
START_POLL_US = 100
ANSWER_POLLS = 40
ANSWER_LATE_US = 5_000

TX_OFF = 0x80
TX_ON = TX_OFF | r.Tx1RFEn | r.Tx2RFEn


# What is wrong with a chip or its wire. `readers.faults` has the names and the advice.
NO_CHIP = "no-chip"
HELD = "miso-held"
VARYING = "varying-version"
CLONE = "clone"
BROWN_OUT = "brown-out"
WIRING = "wiring"
HANGS = "chip-hangs"
NO_CLOCK = "no-clock"
HOT = "overheated"


class ChipError(OSError):
    """The chip does not do what its datasheet says: ``cause`` is one of those above, ``detail`` what was seen."""

    def __init__(self, cause: str, detail: str) -> None:
        super().__init__(cause + ": " + detail)
        self.cause = cause
        self.detail = detail


@micropython.native
def air_us(frame_bytes: int) -> int:
    """Return how long a frame of so many bytes is on the air at 106 kbit/s, with start bit and parity bits."""
    return (9 * frame_bytes + 1) * 944 // 100


def _hex(values: "bytes | list[int] | tuple[int, ...]") -> str:
    """Return the values in hex, as far as a line bears."""
    return " ".join([f"{value:02X}" for value in values][:12])


_IDLE = write(r.CommandReg, r.Idle)
_CLEAR_IRQ = write(r.ComIrqReg, r.AllIRq)
_FLUSH = write(r.FIFOLevelReg, r.FlushBuffer)
_TRANSCEIVE = write(r.CommandReg, r.Transceive)
_STATUS = (r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, r.ControlReg, r.CollReg, r.VersionReg)
_READ_STATUS = read(*_STATUS)
_READ_ANSWER = [[read(*(_STATUS + (r.FIFODataReg,) * want))] for want in range(8)]
_RECEIVED = r.RxIRq
_DONE = r.RxIRq | r.TimerIRq
_LOST = r.BufferOvfl
_SPOILT = r.CRCErr | r.ParityErr | r.ProtocolErr
_COLLIDED = r.CollErr
_TOO_HOT = r.TempErr
_NO_COLL_POS = r.CollPosNotValid
_COLL_POS = r.CollPos
_FIFO_DATA = bytes((r.FIFODataReg << 1,))
_BIT_FRAMING = r.BitFramingReg << 1
_START_SEND = r.StartSend
CERTAIN_ROUNDS = 4
_SAMPLE = bytes(range(0x51, 0x51 + r.FIFO_BYTES + 1))
_PROOF = [
    _IDLE,
    _CLEAR_IRQ,
    _FLUSH,
    read(r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, r.VersionReg),
    write(r.ComIrqReg, r.Set1 | _DONE),
    _FIFO_DATA + _SAMPLE,
    read(r.ComIrqReg, r.ErrorReg, r.FIFOLevelReg, *((r.FIFODataReg,) * 4)),
]
_SILENT = (iso14443a.SILENT, b"", 0, 0)
_BROKEN = (iso14443a.BROKEN, b"", 0, 0)

# What sends a frame is put together once for those that come again and again: bit framing, batch, time on the air, and
# the batch where the chip holds another framing: that one is written before Transceive is started.
MOST_KEPT = 48
_kept: "dict[bytes, tuple[int, list[bytes], int, list[bytes]]]" = {}


@micropython.native
def _sending(data: bytes, framing: int) -> "tuple[int, list[bytes], int, list[bytes]]":
    start = bytes((_BIT_FRAMING, _START_SEND | framing))
    batch = [_IDLE, _CLEAR_IRQ, _FLUSH, _FIFO_DATA + data, _TRANSCEIVE, start]
    framed = list(batch)
    framed.insert(4, bytes((_BIT_FRAMING, framing)))
    sending = (framing, batch, air_us(len(data)), framed)
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    _kept[data] = sending
    return sending


class Mfrc522(iso14443a.Link):
    """One chip. `begin` first; after any ChipError, `begin` again.
    ``gain_db``: amplification of the receiver, 18, 23, 33, 38, 43 or 48 (ValueError otherwise). It does not change
    the field. A middle gain beats the highest at contact distance. ``field``: strength of the field, 1 to 63
    (CWGsPReg; 32 is the chip's own).
    """

    def __init__(self, port: "SpiPort", gain_db: int = 33, field: int = FIELD) -> None:
        self.port = port
        self.version = 0
        # What BitFramingReg holds.
        self._framing = 0
        # What was read of answers, and what it means, from this version.
        self._heard: dict[bytes, tuple[int, bytes, int, int]] = {}
        self.configure(gain_db, field)

    def configure(self, gain_db: int, field: int = FIELD, patient: bool = False) -> None:
        """Set what `begin` will write: gain and field as above; ``patient`` waits longer for each answer."""
        if gain_db not in r.RX_GAIN:
            raise ValueError("gain_db must be one of " + ", ".join(str(gain) for gain in sorted(r.RX_GAIN)))
        if not 1 <= field <= 63:
            raise ValueError("field must be 1 to 63")
        self.gain_db = gain_db
        self.field = field
        reload = PATIENT_RELOAD if patient else RELOAD
        self.timeout_us = (2 * PRESCALER + 1) * (reload + 1) * 100 // 1356
        # How long it takes until an answer of so many bytes, or silence, is certain.
        self._answer_us = [max(air_us(want) + 100, self.timeout_us + 1) for want in range(8)]
        self._answer_us[0] = NEXT_FRAME_US
        # Register, value, and what it holds after a reset.
        settings = [
            (r.TModeReg, r.TAuto | PRESCALER >> 8, 0x00),
            (r.TPrescalerReg, PRESCALER & 0xFF, 0x00),
            (r.TReloadRegH, reload >> 8, 0x00),
            (r.TReloadRegL, reload & 0xFF, 0x00),
            (r.TxASKReg, r.Force100ASK, 0x00),
            (r.ModeReg, 0x3D, 0x3F),
            (r.TxModeReg, 0x00, 0x00),
            (r.RxModeReg, 0x00, 0x00),
            (r.RFCfgReg, r.RX_GAIN[gain_db] | 0x08, 0x48),
        ]
        if field != FIELD:
            # Both drivers of the antenna in the same ratio as after a reset.
            settings.append((r.CWGsPReg, field, FIELD))
            settings.append((r.GsNReg, (field // 4 or 1) << 4 | 0x08, 0x88))
        self.keep(settings)

    def keep(self, settings: "list[tuple[int, int, int]]") -> None:
        """Expect these settings: register, value, and what it holds after a reset."""
        self.settings = [(register, value) for register, value, _ in settings]
        self._wanted = bytes([value for _, value, _ in settings])
        self._fresh = bytes([fresh for _, _, fresh in settings])
        self._read_settings = read(
            r.VersionReg, r.TxControlReg, r.SerialSpeedReg, *[register for register, _, _ in settings]
        )
        # What switches the antenna on or off and reads back whether it did.
        self._switches = [
            [_IDLE, write(r.SerialSpeedReg, mark), write(r.TxControlReg, tx_control), self._read_settings]
            for mark, tx_control in ((MARK_OFF, TX_OFF), (MARK_ON, TX_ON))
        ]

    def begin(self) -> int:
        """Reset the chip, make sure that it is one, set it up with its antenna off; return its version. ChipError."""
        self.port.transfer([write(r.CommandReg, r.SoftReset)])
        self.port.delay_us(START_POLL_US)
        self.version = 0
        if not self.starts():
            raise self.explained("it does not start", True)
        self.version = self.read_version()
        self._heard.clear()
        settings = self.settings + [(r.CollReg, 0), (r.BitFramingReg, 0)]  # noqa: RUF005 (MicroPython has no [*a])
        self.port.transfer([write(register, value) for register, value in settings])
        self._framing = 0
        self.check_heat()
        self.antenna(False)
        return self.version

    def starts(self) -> bool:
        """Wait until the chip has a clock, and hears what it is told; False if START_US are over before."""
        for _ in range(START_US // START_POLL_US):
            command = self.port.transfer([read(r.CommandReg)])[0][1]
            if not command & r.PowerDown or command == 0xFF:
                return True
            self.port.delay_us(START_POLL_US)
        return False

    def check_heat(self) -> None:
        """Raises ChipError if the chip is too hot: then its field is off, whatever it was told (9.3.1.7)."""
        got = self.port.transfer([read(r.ErrorReg, r.VersionReg)])[0]
        if got[2] != self.version or got[1] & _TOO_HOT:
            raise self.explained("ErrorReg and VersionReg read " + _hex(got[1:]))

    def read_version(self) -> int:
        """Read the version VERSION_READS times and return it; ChipError unless it is always that of an MFRC522.
        A version that nobody has listed is accepted of a chip that keeps what is written and proves itself.
        """
        seen = self.port.transfer([read(*((r.VersionReg,) * VERSION_READS))])[0][1:]
        is_listed = seen[0] in r.VERSIONS
        if len(set(seen)) > 1 or not (is_listed or self._written_back() == list(PATTERNS)):
            raise self.explained("the version read " + _hex(seen))
        if not is_listed:
            self.prove()
        return seen[0]

    def _written_back(self) -> "list[int]":
        """What comes back of each of PATTERNS, written into a register that keeps all its bits."""
        transfer = self.port.transfer
        return [transfer([write(r.TReloadRegL, each), read(r.TReloadRegL)])[1][1] for each in PATTERNS]

    @micropython.native
    def antenna(self, on: bool) -> None:
        """Switch the field on or off, and read back that it did; tags need FIELD_UP_US after that.

        Raises ChipError if the chip is gone, has lost its settings, or does not switch.
        """
        tx_control = TX_ON if on else TX_OFF
        mark = MARK_ON if on else MARK_OFF
        got = self.port.transfer(self._switches[on])[3]
        if got[1] != self.version:
            raise self.explained(f"the chip stopped answering (version {got[1]:02X})")
        if got[3] != mark or got[4:] != self._wanted:
            raise self.explained("the chip does not keep its settings")
        if got[2] != tx_control:
            raise self.explained(f"the antenna does not switch (TxControlReg is {got[2]:02X})", True)

    def explained(self, detail: str, lasts: bool = False) -> ChipError:
        """Find out what is behind ``detail``: the error to raise. Leaves the antenna off and the chip to `begin`.
        A wire that disturbs reading shows in a register that always holds the same; one that disturbs writing, or
        another chip on MISO, in what comes back of PATTERNS; registers as after a reset tell of a supply that dips.
        Where all is well, a ``detail`` that ``lasts`` tells of a chip that hangs, another one of a plug that slips.
        """
        port = self.port
        seen = port.transfer([read(*((r.VersionReg,) * CERTAIN_READS))])[0][1:]
        if len(set(seen)) > 1:
            return ChipError(VARYING, f"read {CERTAIN_READS} times")
        version = seen[0]
        if version == 0xFF:
            return ChipError(NO_CHIP, "every byte reads FF")
        # A supply that dips stops the crystal, too.
        if self.version:
            self.starts()
        got = port.transfer([_IDLE, write(r.TxControlReg, TX_OFF), self._read_settings])[2]
        back = self._written_back()
        is_other = version not in r.VERSIONS and version != self.version
        # A chip that nobody has listed, behind a plug that slips, follows when it is asked again.
        follows = not is_other or any(self._follows()[0] for _ in range(CLONE_TRIES))
        again = port.transfer([read(r.VersionReg)])[0][1]
        if not version == got[1] == again:
            return ChipError(VARYING, "read " + _hex((version, got[1], again)))
        if back != list(PATTERNS):
            return self._unwritten(back, version, detail)
        if not follows:
            return ChipError(CLONE, f"VersionReg reads {version:02X}")
        if is_other:
            return ChipError(VARYING, detail)
        if port.transfer([read(r.ErrorReg)])[0][1] & r.TempErr:
            return ChipError(HOT, "it has switched its antenna off")
        if self.version:
            if got[4:] == self._fresh:
                return ChipError(BROWN_OUT, "its registers are as after a reset")
            if got[4:] != self._wanted:
                return ChipError(WIRING, "its settings read " + _hex(got[4:]))
        return ChipError(HANGS if lasts else VARYING, detail)

    def _unwritten(self, back: "list[int]", version: int, detail: str) -> ChipError:
        """What it is that ``back`` comes back of PATTERNS, from a chip that always says ``version``."""
        low, high = back[:2]
        if low == high and version:
            if self.port.transfer([read(r.CommandReg)])[0][1] & r.PowerDown:
                return ChipError(NO_CLOCK, f"not up after {START_US // 1000} ms")
            return ChipError(HANGS, f"nothing can be written; {detail}")
        if back == [pattern & high | low for pattern in PATTERNS]:
            return ChipError(HELD, f"of FF comes back {high:02X}, of 00 {low:02X}")
        return ChipError(WIRING, "written " + _hex(PATTERNS) + " reads " + _hex(back))

    def prove(self) -> None:
        """Make sure that what tells of silence and of answers still works. Raises ChipError if it does not."""
        follows, version = self._follows()
        if not follows:
            raise self.explained("its registers do not follow what is done to them", version == self.version)

    def _follows(self) -> "tuple[bool, int]":
        """Whether interrupts, errors and the FIFO follow, set and cleared CERTAIN_ROUNDS times; the version then."""
        got = self.port.transfer(_PROOF * CERTAIN_ROUNDS)
        for start in range(0, len(got), len(_PROOF)):
            clear, full = got[start + 3], got[start + 6]
            irq_follows = not clear[1] & _DONE and full[1] & _DONE == _DONE
            error_follows = not clear[2] & r.BufferOvfl and full[2] & r.BufferOvfl
            fifo_follows = not clear[3] & 0x7F and full[3] & 0x7F == r.FIFO_BYTES and full[4:] == _SAMPLE[:4]
            if not (irq_follows and error_follows and fifo_follows):
                return False, clear[4]
        return True, self.version

    @micropython.native
    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> "tuple[int, bytes, int, int]":
        """See iso14443a.Link. ``want`` is at most 7. Raises ChipError if the chip is gone or never ends.
        Two batches: one that sends, and, when the answer must be there, one that reads all about it.
        """
        port = self.port
        framing = align << 4 | last_bits
        sending = _kept.get(data)
        if sending is None or sending[0] != framing:
            sending = _sending(data, framing)
        port.transfer(sending[1] if framing == self._framing else sending[3])
        self._framing = framing
        port.delay_us(sending[2] + self._answer_us[want])
        got = bytes(port.transfer(_READ_ANSWER[want])[0])
        if not align:
            # Resting tags always say the same: what it means is found out once.
            heard = self._heard.get(got)
            if heard is not None:
                return heard
        return self._understood(got, align, want)

    @micropython.native
    def _understood(self, got: bytes, align: int, want: int) -> "tuple[int, bytes, int, int]":
        """What ``got`` from _READ_ANSWER means, polled for again if it came too early. Raises ChipError."""
        done = got[1]
        if not done & _DONE:
            got = bytes(self._wait(want))
            done = got[1]
        if got[6] != self.version:
            raise self.explained(f"the chip stopped answering (version {got[6]:02X})")
        error = got[2]
        if not done & _RECEIVED:
            if error & _TOO_HOT:
                raise self.explained("ErrorReg reads TempErr")
            heard = _BROKEN if error else _SILENT
        else:
            level = got[3] & 0x7F
            state = 1  # CLEAN
            if not 0 < level <= want or error & _LOST:
                state = 3  # BROKEN
            elif error & _COLLIDED:
                # Before parity, protocol and CRC, which a collision may spoil as well.
                state = 2  # COLLISION
            elif error & _SPOILT:
                state = 3  # BROKEN
            last = got[4] & 7
            bits = level * 8 - align - (8 - last if last else 0)
            coll = got[5]
            coll = 0 if coll & _NO_COLL_POS else (coll & _COLL_POS or 32)
            heard = state, got[7 : 7 + level], bits, coll
        if not align:
            if len(self._heard) >= MOST_KEPT:
                self._heard.clear()
            self._heard[got] = heard
        return heard

    @micropython.native
    def send(self, data: bytes, last_bits: int, want: int) -> None:
        """See iso14443a.Link."""
        sending = _kept.get(data)
        if sending is None or sending[0] != last_bits:
            sending = _sending(data, last_bits)
        port = self.port
        port.transfer(sending[1] if last_bits == self._framing else sending[3])
        self._framing = last_bits
        port.delay_us(sending[2] + self._answer_us[want])

    def _wait(self, want: int) -> bytes:
        """Poll until answer or timer ends the wait (bounded by count and by time), and read the answer."""
        end_us = self.port.now_us() + ANSWER_LATE_US
        for _ in range(ANSWER_POLLS):
            got = self.port.transfer([_READ_STATUS])[0]
            if got[1] & _DONE:
                return self.port.transfer(_READ_ANSWER[want])[0]
            if self.port.now_us() > end_us:
                break
        raise self.explained("neither an answer nor the chip's timer came", got[6] == self.version)
