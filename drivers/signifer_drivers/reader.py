"""A reader as the table sees it: one visit tells which tags lie on its antenna."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_drivers import iso14443a
from signifer_drivers.causes import failed
from signifer_drivers.mfrc522 import FIELD, FIELD_UP_US, Mfrc522
from signifer_drivers.spi import SpiPort


@dataclass(frozen=True)
class Reading:
    """What one visit found.

    ``uids``: each of 4, 7 or 10 bytes, in the order found, none twice. ``garbled``: something answered that could not
    be resolved, so there may be a tag more.
    """

    uids: tuple[bytes, ...]
    garbled: bool


class Reader:
    """One MFRC522 with its antenna. ``name`` is used in errors, ``gain_db`` and ``field`` as in Mfrc522."""

    def __init__(self, name: str, port: SpiPort, *, gain_db: int = 33, field: int = FIELD) -> None:
        self.name = name
        self._port = port
        self._chip = Mfrc522(port, gain_db, field)
        self._ready = False

    def visit(self) -> Reading:
        """Field on, FIELD_UP_US, inventory of all tags, field off.

        Raises ReaderError (a DriverError), one sentence with the reader's name and the cause, if the chip does not do
        its part; the antenna was then told to go off all the same, and the next visit sets the chip up anew.
        """
        try:
            if not self._ready:
                self._chip.begin()
                self._ready = True
            self._chip.antenna(True)
            self._port.delay_us(FIELD_UP_US)
            uids, garbled = iso14443a.inventory(self._chip)
            self._chip.antenna(False)
        except OSError as error:
            self._ready = False
            self._quiet()
            raise failed(self.name, error) from error
        return Reading(tuple(uids), garbled)

    def _quiet(self) -> None:
        """Try to switch the antenna off; the fault that brought us here is already on its way to the caller."""
        try:
            self._chip.antenna(False)
        except OSError:
            return
