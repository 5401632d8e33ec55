"""A reader as the table sees it: one visit tells which tags lie on its antenna."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from signifer_drivers.io.spi import SpiPort
from signifer_drivers.portable import iso14443a
from signifer_drivers.portable.mfrc522 import FIELD, FIELD_UP_US, Mfrc522

from .faults import BUS, ReaderError, failed
from .ntag import TagError, TagPages


@dataclass(frozen=True)
class Reading:
    """What one visit found.

    ``uids``: each of 4, 7 or 10 bytes, in the order found, none twice. ``garbled``: something answered that could not
    be resolved, so there may be a tag more. ``misses`` tells of each tag that was asked for by its UID how many tries
    were met by silence, and to how many it answered, but not to the end. ``unexamined``: an examination of what was
    silent is still owed. ``in_part``: one of those that were not found answered a part of its UID as it should, or
    nearly.
    """

    uids: tuple[bytes, ...]
    garbled: bool
    misses: Mapping[bytes, tuple[int, int]] = field(default_factory=dict)
    unexamined: bool = False
    in_part: bool = False

    @property
    def heard(self) -> tuple[bytes, ...]:
        """The tags that are there: read, or asked for and heard in part."""
        broken = (uid for uid, (_, broken) in self.misses.items() if broken and self.in_part)
        return (*self.uids, *(uid for uid in broken if uid not in self.uids))


class Reader:
    """One MFRC522 with its antenna. ``name`` is used in errors, ``gain_db`` and ``field`` as in Mfrc522.

    A visit in two parts, so that a field can come up while another reader is read: `switch_on`, FIELD_UP_US later
    `read`. Both raise ReaderError (a DriverError), one sentence with the reader's name and the cause, if the chip does
    not do its part; the antenna was then told to go off all the same, and the next `switch_on` sets the chip up again.
    """

    def __init__(self, name: str, port: SpiPort, *, gain_db: int = 33, field: int = FIELD) -> None:
        self.name = name
        self._port = port
        self._chip = Mfrc522(port, gain_db, field)
        self._ready = False

    def switch_on(self) -> None:
        """Switch the field on; the chip is set up before if need be. Raises ReaderError."""
        try:
            if not self._ready:
                self._chip.begin()
                self._ready = True
            self._chip.antenna(True)
        except OSError as error:
            raise self._failed(error) from error

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """Ask for ``known`` tags, each up to ``tries`` times, find all others, switch the field off.

        Raises ReaderError: also if the chip no longer holds its settings at the end, for then what it said is void; and
        where a known tag was not found, if the chip fails the proof that it would have heard it.
        """
        inventory = iso14443a.Inventory(self._chip)
        try:
            inventory.run(known, tries)
            if any(uid not in inventory.uids for uid in known):
                self._chip.prove()
            self._chip.antenna(False)
        except OSError as error:
            raise self._failed(error) from error
        return Reading(tuple(inventory.uids), inventory.garbled, inventory.misses, in_part=inventory.in_part)

    def visit(self) -> Reading:
        """Field on, FIELD_UP_US, inventory of all tags, field off. Raises ReaderError."""
        self.switch_on()
        self._port.delay_us(FIELD_UP_US)
        return self.read()

    @contextmanager
    def pages(self, uid: bytes) -> Iterator[TagPages]:
        """Field on, the tag with ``uid`` selected, its pages to be read and written; field off in the end.

        Raises ReaderError, and TagError if the tag is not there or refuses.
        """
        self.switch_on()
        try:
            self._port.delay_us(FIELD_UP_US)
            tag = TagPages(self._chip, uid)
            try:
                tag.select()
                yield tag
            finally:
                tag.end()
                self._chip.antenna(False)
        except TagError:
            raise
        except OSError as error:
            raise self._failed(error) from error

    def lost(self) -> None:
        """The chip was reset from outside: the next `switch_on` sets it up again."""
        self._ready = False

    def switch_off(self) -> None:
        """Nobody visits it any more: have its field go off, if it still listens."""
        if self._ready:
            self._ready = False
            with suppress(OSError):
                self._chip.antenna(False)

    def _failed(self, error: OSError) -> ReaderError:
        """Try to switch the antenna off; the fault that brought us here goes to the caller."""
        self._ready = False
        with suppress(OSError):
            self._chip.antenna(False)
        return failed(self.name, error)


class AbsentReader:
    """A reader that cannot be had at all, as a bank needs it: each visit raises ReaderError, which says ``why``."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def switch_on(self) -> None:
        """Raises ReaderError."""
        raise ReaderError(self.name, BUS, self._why)

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """Raises ReaderError."""
        raise ReaderError(self.name, BUS, self._why)

    def visit(self) -> Reading:
        """Raises ReaderError."""
        raise ReaderError(self.name, BUS, self._why)

    def lost(self) -> None:
        """Nothing to lose."""

    def switch_off(self) -> None:
        """Nothing to switch off."""
