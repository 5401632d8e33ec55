"""A plug that slips for a moment: the chip is well before and afterwards, and is never called another, nor hanging."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest
from signifer_drivers.portable import mfrc522
from signifer_drivers.readers.faults import ReaderError
from signifer_drivers.readers.reader import Reader

from tests.drivers.fields import bench

LISTED, UNLISTED = 0x92, 0x15
UID = b"\x04\x11\x22\x33\x44\x55\x66"


class Slipping:
    """A port whose MISO reads ``fill`` in its transfers in ``numbers``, or at ``times``."""

    def __init__(self, fill: int, version: int) -> None:
        self.kit = bench(version=version)
        self.fill = fill
        self.number = 0
        self.numbers: Collection[int] = range(0)
        self.times = range(0)

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        self.number += 1
        slips = self.number in self.numbers or self.kit.clock.now_us in self.times
        got = self.kit.port.transfer(batch)
        return [bytes([self.fill]) * len(frame) for frame in batch] if slips else got

    def delay_us(self, us: int) -> None:
        self.kit.port.delay_us(us)

    def now_us(self) -> int:
        return self.kit.port.now_us()


def _causes(port: Slipping, reader: Reader) -> Iterator[str]:
    """What one visit says, and the next, which nothing disturbs."""
    for _ in range(2):
        try:
            assert set(reader.visit().uids) == {UID}
            yield ""
        except ReaderError as error:
            yield error.cause


def _slipping(fill: int, *, begun: bool, version: int = LISTED) -> tuple[Slipping, Reader]:
    port = Slipping(fill, version)
    port.kit.lay(UID)
    reader = Reader("3 red", port)
    if begun:
        reader.visit()
    return port, reader


@pytest.mark.parametrize("begun", [True, False], ids=["in play", "at the start"])
@pytest.mark.parametrize("version", [LISTED, UNLISTED])
@pytest.mark.parametrize("fill", [0xFF, 0x00])
def test_one_transfer_that_reads_otherwise_is_a_line_that_varies(
    fill: int, version: int, begun: bool
) -> None:
    told = set()
    for at in range(1, 60):
        port, reader = _slipping(fill, begun=begun, version=version)
        port.numbers = range(port.number + at, port.number + at + 1)
        told |= {*_causes(port, reader)}
    assert told == {"", mfrc522.VARYING}


@pytest.mark.parametrize("slip_us", [100, 300, 600, 2_000])
@pytest.mark.parametrize("begun", [True, False], ids=["in play", "at the start"])
@pytest.mark.parametrize("version", [LISTED, UNLISTED])
@pytest.mark.parametrize("fill", [0xFF, 0x00])
def test_a_slip_of_some_time_is_neither_a_chip_that_hangs_nor_a_clone(
    fill: int, version: int, begun: bool, slip_us: int
) -> None:
    """Where the line stays so until all has been looked at, what is said is what holds it."""
    told = set()
    for start_us in range(0, 6_000, 50):
        port, reader = _slipping(fill, begun=begun, version=version)
        port.times = range(port.now_us() + start_us, port.now_us() + start_us + slip_us)
        told |= {*_causes(port, reader)}
    assert told <= {"", mfrc522.VARYING, mfrc522.NO_CHIP if fill else mfrc522.HELD}


@pytest.mark.parametrize("fill", [0xFF, 0x00])
def test_two_slips_as_a_chip_that_nobody_has_listed_proves_itself_are_no_clone(fill: int) -> None:
    told = set()
    for first in range(1, 30):
        for then in range(1, 12):
            port, reader = _slipping(fill, begun=False, version=UNLISTED)
            port.numbers = (first, first + then)
            told |= {*_causes(port, reader)}
    assert mfrc522.CLONE not in told
