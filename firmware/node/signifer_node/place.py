"""One reader of a node, and the time for which its field may be used. Runs under MicroPython as it is."""

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import native as micropython
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.mfrc522 import Mfrc522

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from signifer_drivers.io.spi import SpiPort


class LeaseError(OSError):
    """The time for which the host gave leave to use a field has ended."""


class LeasedPort:
    """A reader's port that works no longer than ``until_us``, unless that is None.

    Whoever asks a tag waits for its answer, so it is asked there whether the time will be over by then, and not for
    each batch.
    """

    def __init__(self, port: "SpiPort") -> None:
        self.until_us: int | None = None
        self.transfer = port.transfer
        self.now_us = port.now_us
        self._delay_us = port.delay_us

    @micropython.native
    def delay_us(self, us: int) -> None:
        """See SpiPort. Raises LeaseError."""
        until_us = self.until_us
        if until_us is not None and self.now_us() + us >= until_us:
            raise LeaseError()
        self._delay_us(us)


class Place:
    """One reader. ``ready``: its chip is set up; ``fault``: why it failed last, a key of node_frames.FAULTS."""

    def __init__(self, number: int, port: "SpiPort") -> None:
        self.port = LeasedPort(port)
        self.chip = Mfrc522(self.port)
        self.ready = False
        self.fault = ""
        # The tags that were asked for last.
        self.known: Sequence[bytes] | None = None
        # Of the field that is on: what will be told, and who will ask.
        self.visited = nf.Visited(number)
        self.inventory = iso14443a.Inventory(self.chip)

    @micropython.native
    def field_on(self) -> None:
        """Raises OSError."""
        port = self.port
        if port.until_us is not None and port.now_us() >= port.until_us:
            raise LeaseError()
        if not self.ready:
            self.chip.begin()
            self.ready = True
        self.chip.antenna(True)

    @micropython.native
    def field_off(self) -> None:
        """Works with no lease, too. Raises OSError."""
        self.port.until_us = None
        self.chip.antenna(False)

    def give_up(self) -> None:
        """Have the field go off as well as possible; the next use sets the chip up again."""
        self.ready = False
        try:
            self.field_off()
        except OSError:
            return
