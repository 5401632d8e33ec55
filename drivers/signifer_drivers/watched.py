"""A reader that asks why, when what lies on it is not read: causes of the air become faults, and take no card away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from signifer_drivers.causes import GAIN, NOISE, ReaderError
from signifer_drivers.diagnosis import ASLEEP, BROKEN, SILENT, Examination, Suspicion
from signifer_drivers.mfrc522 import FIELD
from signifer_drivers.reader import Reader, Reading
from signifer_drivers.spi import SpiPort


class WatchedReader(Reader):
    """A reader whose `read` also raises ReaderError for causes of the air, as long as they are found to hold."""

    def __init__(self, name: str, port: SpiPort, *, gain_db: int = 33, field: int = FIELD) -> None:
        super().__init__(name, port, gain_db=gain_db, field=field)
        self._suspicion = Suspicion()
        self._cause = ""

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """See Reader. A tag that falls silent is asked for in other ways once, which takes some 30 ms."""
        reading = super().read(known, tries)
        odd, uids = self._suspicion.look(known, reading.uids, reading.garbled, reading.asked)
        if not (odd or self._cause):
            return reading
        try:
            self._cause, heard = self._found(reading, known, odd, uids)
        except OSError as error:
            raise self._failed(error) from error
        if self._cause:
            raise ReaderError(self.name, self._cause)
        return replace(reading, uids=(*reading.uids, *heard)) if heard else reading

    def _found(
        self, reading: Reading, known: Sequence[bytes], odd: str, uids: Sequence[bytes]
    ) -> tuple[str, list[bytes]]:
        """What is wrong after a reading that is odd, or that follows one that was: a cause, or "".

        Where there is none: which of the tags asked for were heard after all, though the reading missed them.
        """
        examination = Examination(self._chip)
        if self._cause:
            if self._cause in (GAIN, NOISE) and (reading.garbled or examination.is_noisy()):
                return self._cause, []
            uids = [uid for uid in known if uid not in reading.uids]
            odd = SILENT
            if not uids:
                uids = [uid for uid in known if any(reading.asked.get(uid, (0, 0)))]
                odd = ASLEEP
            if not uids:
                return "", []
        cause = examination.cause(odd, uids) or (self._cause if examination.is_there else "")
        if cause:
            return cause, []
        heard = examination.listen([uid for uid in uids if uid not in reading.uids])
        if odd != BROKEN:
            self._suspicion.cleared([uid for uid in uids if uid not in heard])
        return "", heard
