"""Tests of an MFRC522 while nobody reads with it: its own digital self-test (datasheet rev 3.9, 16.1.1), and whether
its reset line reaches it. Runs under MicroPython as it is."""

from binascii import unhexlify

from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import MARK_ON, ChipError, Mfrc522
from signifer_drivers.portable.registers import read, write

MYPY = False
if MYPY:
    from collections.abc import Callable

SELF_TEST = "self-test"
RESET_OPEN = "reset-open"
# AutoTestReg: the test is begun by CalcCRC.
ENABLED = 0x09
BUFFER_BYTES = 25
POLLS = 40
POLL_US = 1_000
# So many bytes of the FIFO are read in one frame.
PIECE_BYTES = 16

# What a chip of each version leaves in its FIFO, as the datasheet has it.
REFERENCES = {
    0x91: unhexlify(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: unhexlify(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
}


def self_test(chip: Mfrc522) -> bool:
    """Have the chip test itself; whether there is a reference for its version. Leaves it to `Mfrc522.begin`.

    Raises ChipError if what it finds is not what the datasheet says, or if it does not come to an end.
    """
    port = chip.port
    port.transfer([write(r.CommandReg, r.SoftReset)])
    port.delay_us(POLL_US)
    port.transfer(
        [
            write(r.FIFOLevelReg, r.FlushBuffer),
            write(r.FIFODataReg, *([0] * BUFFER_BYTES)),
            write(r.CommandReg, r.Mem),
        ]
    )
    port.delay_us(POLL_US)
    port.transfer(
        [
            write(r.CommandReg, r.Idle),
            write(r.FIFOLevelReg, r.FlushBuffer),
            write(r.AutoTestReg, ENABLED),
            write(r.FIFODataReg, 0),
            write(r.CommandReg, r.CalcCRC),
        ]
    )
    level = 0
    for _ in range(POLLS):
        port.delay_us(POLL_US)
        level = port.transfer([read(r.FIFOLevelReg)])[0][1] & 0x7F
        if level == r.FIFO_BYTES:
            break
    found = b""
    piece = read(*((r.FIFODataReg,) * PIECE_BYTES))
    for _ in range(r.FIFO_BYTES // PIECE_BYTES):
        found += bytes(port.transfer([piece])[0][1:])
    port.transfer([write(r.CommandReg, r.Idle), write(r.AutoTestReg, 0), write(r.CommandReg, r.SoftReset)])
    wanted = REFERENCES.get(chip.version)
    if level != r.FIFO_BYTES:
        raise ChipError(SELF_TEST, "it does not come to an end")
    if wanted is not None and found != wanted:
        wrong = sum([found[at] != wanted[at] for at in range(r.FIFO_BYTES)])
        raise ChipError(SELF_TEST, str(wrong) + " of " + str(r.FIFO_BYTES) + " bytes")
    return wanted is not None


def reset_test(chip: Mfrc522, pull: "Callable[[], None]") -> None:
    """Have the reset line pulled, by ``pull``, which waits until chips can be talked to again; ChipError if the chip
    has kept what was written. Leaves it to `Mfrc522.begin`, and so all that have the same line."""
    port = chip.port
    port.transfer([write(r.SerialSpeedReg, MARK_ON)])
    pull()
    if port.transfer([read(r.SerialSpeedReg)])[0][1] == MARK_ON:
        raise ChipError(RESET_OPEN, "it keeps what was written while the line is low")
