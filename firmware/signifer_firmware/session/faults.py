"""Faults of the parts of a table: readers, screens, nodes, the record. They are shown, and told as news."""

from __future__ import annotations

from typing import assert_never

from signifer_core.layout import Zone
from signifer_drivers.polling.findings import Change, Finding
from signifer_drivers.readers.faults import STACKED, sentence

from .outlook import is_reader_of
from .state import State

# The part of the table that the disk is, as news and screens name it.
RECORD = "record"
# A card that carries a tag which another one has replaced, with its place: what is said of it begins and ends so.
OLD_TAG = "tag"
_CARRIED, _OFF = "old tag of ", ": take it off"


def carrier_in(cause: str) -> str:
    """The card that carries an old tag, by the cause that is told of it; "" where nobody is told."""
    return cause.partition(_CARRIED)[2].removesuffix(_OFF).removeprefix("a card")


class Faults:
    """What is broken at the table of ``state``. ``notice`` says what became of a file that was no good: it is said
    until somebody presses a button."""

    def __init__(self, state: State, notice: str = "") -> None:
        self._state = state
        self.notice = notice
        self._disk = ""
        self._causes: dict[str, str] = {}
        self._stacked: set[str] = set()
        self._carried: dict[str, str] = {}

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The parts that fail, each with its cause, the oldest fault first."""
        return tuple(self._causes.items())

    def __contains__(self, part: str) -> bool:
        return part in self._causes

    def cause_of(self, reader: str) -> str:
        """Why a reader's zone is unknown, in a sentence; "" where it is known. ``reader`` may name a zone: then it is
        what ails the first of its readers that fails."""
        antennas = self._state.antennas
        parts = [part for part in (f"reader {name}" for name in antennas) if is_reader_of(part, reader)]
        stacked = (f"{part}: {sentence(STACKED)}" for part in parts if part in self._stacked)
        causes = (self._causes[part] for part in parts if part in self._causes)
        return next(causes, "") or next(stacked, "")

    def reader(self, change: Change, at_us: int) -> bool:
        """A reader fails, or works again; False if its change says neither."""
        match change.kind:
            case Finding.FAULT:
                self.part(f"reader {change.reader}", change.cause, at_us)
            case Finding.OK:
                self.part(f"reader {change.reader}", None, at_us)
            case Finding.PRESENT | Finding.ABSENT | Finding.COVERED:
                return False
            case never:
                assert_never(never)
        return True

    def part(self, part: str, cause: str | None, at_us: int) -> None:
        """A part fails (``cause`` says why), or works again (None)."""
        if cause is None:
            self._causes.pop(part, None)
        else:
            self._causes[part] = cause
        self._tell(part, Finding.OK if cause is None else Finding.FAULT, cause or "", at_us)

    def tell_of_stacks(self, at_us: int) -> None:
        """Where cards fell silent together nobody knows whether they still lie there: the screens ask, news tell."""
        sight = self._state.sight
        readers = self._state.antennas.items()
        stacked: dict[tuple[Zone, ...], str] = {}
        for name, own in readers:
            here = [place for place in sight.stacked if place[1] in own]
            # One alone lies upon no other.
            if len(here) > 1 or not all(map(sight.is_alone, here)):
                stacked.setdefault(own, f"reader {name}")
        before, self._stacked = self._stacked, set(stacked.values())
        for part in sorted(before ^ self._stacked):
            cause = f"{part}: {sentence(STACKED)}" if part in self._stacked else ""
            if part not in self._causes:
                self._tell(part, Finding.FAULT if cause else Finding.OK, cause, at_us)

    def tell_of_old_tags(self, at_us: int) -> None:
        """Which cards carry an old tag: it does no harm, until it lies elsewhere. What lies on a pad is not named."""
        carried: dict[str, str] = {}
        for card, zone in self._state.sight.carried:
            told = "a card" if zone.column is None else card
            carried.setdefault(f"{OLD_TAG} {zone}", f"{_CARRIED}{told}{_OFF}")
        before, self._carried = self._carried, carried
        for part in sorted({*before, *carried}):
            if before.get(part) != carried.get(part):
                self.part(part, carried.get(part), at_us)

    def disk(self, cause: str, at_us: int, notice: str = "") -> bool:
        """What is wrong with the record on its disk, "" if nothing is, and a new ``notice``; whether something else is
        shown of it now."""
        self._disk = cause
        self.notice = notice or self.notice
        return self._record(at_us)

    def read(self, at_us: int) -> bool:
        """Somebody has read the notice; whether something else is shown now."""
        if not self.notice:
            return False
        self.notice = ""
        return self._record(at_us)

    def _record(self, at_us: int) -> bool:
        """What is wrong with the record stands beside whatever is shown; whether that is news."""
        cause = self._disk or self.notice
        if cause == self._causes.get(RECORD, ""):
            return False
        self.part(RECORD, cause or None, at_us)
        return True

    def _tell(self, part: str, state: str, cause: str, at_us: int) -> None:
        self._state.tell(at_us, "fault", {"part": part, "state": state, "cause": cause})
