"""Faults of the parts of a table: readers, screens, nodes, the record. They are shown, and told as news."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.layout import Zone
from signifer_core.procedure import Correction, Prompt
from signifer_drivers.polling.presence import FAULT, OK, Change
from signifer_drivers.readers.faults import STACKED, sentence

from ..store import Store
from .events import News
from .observation import Sight
from .outlook import Outlook

# The part of the table that the disk is, as news and screens name it.
RECORD = "record"


class Parts:
    """A desk's parts. ``antennas`` names the zones of each reader; ``tell`` hears the news."""

    outlook: Outlook
    sight: Sight

    def __init__(
        self, store: Store, antennas: Mapping[str, tuple[Zone, ...]], tell: Callable[[News], None]
    ) -> None:
        self._store = store
        self._antennas = antennas
        self._tell = tell
        # A file that was no good: said until somebody presses a button.
        self._aside = store.aside
        self._faults: dict[str, str] = {}
        self._stacked: set[str] = set()

    def _look(
        self,
        now_us: int,
        corrections: tuple[Correction, ...] | None = None,
        said: tuple[Prompt, ...] = (),
    ) -> None:
        """Bring the outlook up to date, and tell what is new in it."""
        raise NotImplementedError

    def _reader_state(self, change: Change, at_us: int) -> None:
        if change.kind == "fault":
            self._faults[f"reader {change.reader}"] = change.cause
        elif change.kind == "ok":
            self._faults.pop(f"reader {change.reader}", None)
        else:
            return
        self._fault_news(f"reader {change.reader}", change.kind, change.cause, at_us)
        self._look(at_us, said=self.outlook.said)

    def fault(self, part: str, cause: str | None, now_us: int) -> None:
        """A screen fails (``cause`` says why) or is back (None)."""
        if cause is None:
            self._faults.pop(part, None)
        else:
            self._faults[part] = cause
        self._fault_news(part, "ok" if cause is None else "fault", cause or "", now_us)
        self._look(now_us, said=self.outlook.said)

    def cause_of(self, reader: str) -> str:
        """Why a reader's zone is unknown, in a sentence; "" where it is known."""
        part = f"reader {reader}"
        return self._faults.get(part, "") or (f"{part}: {sentence(STACKED)}" if part in self._stacked else "")

    def _tell_of_stacks(self, now_us: int) -> None:
        """Where cards fell silent together nobody knows whether they still lie there: the screens ask, news tell."""
        zones = {zone for _, zone in self.sight.asked}
        stacked = {f"reader {name}" for name, own in self._antennas.items() if zones.intersection(own)}
        before, self._stacked = self._stacked, stacked
        for part in sorted(before ^ stacked):
            cause = f"{part}: {sentence(STACKED)}" if part in stacked else ""
            if part not in self._faults:
                self._fault_news(part, FAULT if cause else OK, cause, now_us)

    def _fault_news(self, part: str, state: str, cause: str, at_us: int) -> None:
        self._tell(News(at_us, "fault", {"part": part, "state": state, "cause": cause}))

    def _told_of_record(self, now_us: int) -> bool:
        """What is wrong with the record stands beside whatever is shown from now on; whether that is news."""
        cause = self._store.trouble or self._aside
        if cause == self._faults.get(RECORD, ""):
            return False
        if cause:
            self._faults[RECORD] = cause
        else:
            del self._faults[RECORD]
        self._fault_news(RECORD, FAULT if cause else OK, cause, now_us)
        return True

    def tend_record(self, now_us: int) -> None:
        """Write what the disk did not take before, if it does now; say so."""
        if self._store.trouble:
            self._store.retry()
        if self._told_of_record(now_us):
            self._look(now_us)
