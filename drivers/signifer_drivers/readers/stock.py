"""A reader behind the PyPI package `mfrc522` (0.0.7), for tables that have it: what it can do, and nothing else.

The package does the talking to tags: one request, one anticollision, one SELECT. It reads a single tag, and of a 7-byte
UID the cascade tag 88 and three bytes; the enrolled tag that begins with these three is meant, where there is only one.
An empty poll costs it 2000 looks at a register. Every second poll of a resting tag would miss, since the package leaves
it awake; here the field goes off between two visits, which wakes it up again.

Whether the chip is there and well is asked in our own words over the package's SPI device: the package does not look,
and silence of a dead chip must not take cards away.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from types import ModuleType
from typing import Any

from signifer_core.errors import DriverError

from signifer_drivers.portable import registers as r
from signifer_drivers.portable.iso14443a import CASCADE_TAG
from signifer_drivers.portable.mfrc522 import FIELD_UP_US, Mfrc522

from .faults import SEVERAL, ReaderError, failed
from .reader import Reading

PACKAGE = "mfrc522"
STAND_INS = ("spidev", "RPi", "RPi.GPIO")
SHORT = 3  # bytes of a long UID that it reads, after the cascade tag
MANY_VISITS = 3

# What MFRC522_Init of the package writes: register, value, and what it holds after a reset.
_SETTINGS = [
    (r.TModeReg, 0x8D, 0x00),
    (r.TPrescalerReg, 0x3E, 0x00),
    (r.TReloadRegL, 30, 0x00),
    (r.TReloadRegH, 0, 0x00),
    (r.TxASKReg, 0x40, 0x00),
    (r.ModeReg, 0x3D, 0x3F),
]

LIMITS = (
    "read through the package mfrc522: one tag a zone, a second one makes it unknown; of long UIDs only three bytes, "
    "so that no two enrolled tags may begin alike; an empty poll takes 0.1 s, and every second poll of a resting tag "
    "would miss, hence the field goes off between two; gain_db and field have no effect"
)


def package(spidev: ModuleType | None = None) -> Any:
    """The class MFRC522 of the package. With a stand-in for ``spidev``, fake-rpi stands in for RPi.GPIO as well.

    Raises DriverError, one sentence, if the package is not there, or another one of the same name is.
    """
    with _standing_in(spidev):
        try:
            found = importlib.import_module(PACKAGE)
        except ImportError as error:
            missing = error.name or PACKAGE
            raise DriverError(
                f'driver = "mfrc522" needs the package {missing}: install signifer[stock] on a Pi, elsewhere '
                "fake-rpi and, without its dependencies, mfrc522==0.0.7"
            ) from error
    chip = getattr(found, "MFRC522", None)
    if not hasattr(chip, "MFRC522_Request"):
        raise DriverError(
            'driver = "mfrc522" needs the package mfrc522 0.0.7, and another one of that name is installed: remove '
            "mfrc522-python, or use an environment of its own"
        )
    return chip


@contextlib.contextmanager
def _standing_in(spidev: ModuleType | None) -> Iterator[None]:
    """Import with stand-ins, and leave no trace of them: what imports these modules next gets the real ones."""
    if spidev is None:
        yield
        return
    names = (*STAND_INS, PACKAGE, f"{PACKAGE}.MFRC522", f"{PACKAGE}.SimpleMFRC522")
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                fake = importlib.import_module("fake_rpi")
            except ImportError as error:
                raise DriverError(
                    'driver = "mfrc522" on the virtual table needs the package fake-rpi: install it'
                ) from error
            fake.toggle_print(False)
        sys.modules.update({"spidev": spidev, "RPi": fake.RPi, "RPi.GPIO": fake.RPi.GPIO})
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)


class _PackagePort:
    """The package's SPI device as an SpiPort: one call a frame, as the package has it."""

    def __init__(self, library: Any, delay_us: Callable[[int], None], now_us: Callable[[], int]) -> None:
        self._library = library
        self.delay_us = delay_us
        self.now_us = now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        return [bytes(self._library.spi.xfer2(list(frame))) for frame in batch]


class StockReader:
    """One reader as a bank needs it. ``library`` is an MFRC522 of the package; ``enrolled`` the UIDs of known tags."""

    def __init__(
        self,
        name: str,
        library: Any,
        *,
        delay_us: Callable[[int], None],
        now_us: Callable[[], int],
        enrolled: Collection[bytes] = (),
    ) -> None:
        self.name = name
        self.enrolled = enrolled
        self._library = library
        self._port = _PackagePort(library, delay_us, now_us)
        self._chip = Mfrc522(self._port)
        self._chip.keep(_SETTINGS)
        self._ready = False
        self._garbled = 0

    def switch_on(self) -> None:
        """Switch the field on, setting the chip up before if need be. Raises ReaderError."""
        try:
            if not self._ready:
                # First, since the package waits for no crystal, and a chip that proves itself forgets its settings.
                self._chip.version = 0
                self._chip.starts()
                self._chip.version = self._chip.read_version()
                self._library.MFRC522_Init()
                self._library.AntennaOff()
                self._ready = True
            self._chip.antenna(True)
        except OSError as error:
            raise self._failed(error) from error

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """Read the one tag that lies there, with another poll if a known one keeps silent; switch the field off.

        Raises ReaderError, also for more than one tag, which the package takes for an error.
        """
        try:
            polls = 1
            uid, garbled = self._poll()
            if not uid and not garbled and known:
                polls = 2
                uid, garbled = self._poll()
            self._chip.check_heat()
            self._chip.antenna(False)
        except OSError as error:
            raise self._failed(error) from error
        self._garbled = self._garbled + 1 if garbled else 0
        if self._garbled >= MANY_VISITS:
            raise ReaderError(self.name, SEVERAL)
        uids = (self.meant(uid),) if uid else ()
        return Reading(uids, garbled, {each: (polls - (each in uids), 0) for each in known})

    def visit(self) -> Reading:
        """Field on, FIELD_UP_US, one poll, field off. Raises ReaderError."""
        self.switch_on()
        self._port.delay_us(FIELD_UP_US)
        return self.read()

    def lost(self) -> None:
        """The chip was reset from outside: the next `switch_on` sets it up again."""
        self._ready = False

    def switch_off(self) -> None:
        """Nobody visits it any more: have its field go off, if it still listens."""
        if self._ready:
            self._ready = False
            with contextlib.suppress(OSError):
                self._chip.antenna(False)

    def meant(self, uid: bytes) -> bytes:
        """The enrolled tag that is meant by what the package reads: the only one that begins so, else ``uid``."""
        if uid[0] != CASCADE_TAG:
            return uid
        alike = [
            whole for whole in tuple(self.enrolled) if len(whole) > len(uid) and whole[:SHORT] == uid[1:]
        ]
        return alike[0] if len(alike) == 1 else uid

    def _poll(self) -> tuple[bytes, bool]:
        """One poll of the package: the four bytes that it read, b"" if none, and whether something was garbled."""
        library = self._library
        status, _ = library.MFRC522_Request(library.PICC_REQIDL)
        if status != library.MI_OK:
            return b"", self._heard()
        status, uid = library.MFRC522_Anticoll()
        if status != library.MI_OK or not library.MFRC522_SelectTag(uid):
            return b"", True
        return bytes(uid[:4]), False

    def _heard(self) -> bool:
        """Whether the last request was answered by something; the package does not tell."""
        return bool(self._library.Read_MFRC522(r.ComIrqReg) & r.RxIRq)

    def _failed(self, error: OSError) -> ReaderError:
        """Try to switch the antenna off; the fault that brought us here goes to the caller."""
        self._ready = False
        with contextlib.suppress(OSError):
            self._chip.antenna(False)
        return failed(self.name, error)
