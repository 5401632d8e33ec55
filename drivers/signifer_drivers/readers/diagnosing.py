"""A reader that diagnoses why what lies on it is not read: causes of the air become faults, and take no card away."""

from __future__ import annotations

from collections.abc import Sequence

from signifer_drivers.io.spi import SpiPort
from signifer_drivers.portable.examination import examined
from signifer_drivers.portable.mfrc522 import FIELD

from .diagnosis import Diagnosis, Turns
from .faults import ReaderError
from .reader import Reader, Reading


class DiagnosingReader(Reader):
    """A reader whose `read` also raises ReaderError for causes of the air, as long as they are found to hold. ``turns``
    are shared by all readers of a table."""

    def __init__(
        self, name: str, port: SpiPort, *, gain_db: int = 33, field: int = FIELD, turns: Turns | None = None
    ) -> None:
        super().__init__(name, port, gain_db=gain_db, field=field)
        self._diagnosis = Diagnosis()
        self._turns = turns or Turns()

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """See Reader. A tag that falls silent is asked for in other ways once, which takes some 30 ms."""
        diagnosis = self._diagnosis
        question = diagnosis.look(known, super().read(known, tries))
        if question is not None and not question.before and not self._turns.take(self._port.now_us()):
            # It is asked again at the next visit, if it is still odd then.
            diagnosis.postponed()
            question = None
        if question is not None:
            try:
                cause, heard = examined(self._chip, question.odd, question.uids, question.before)
            except OSError as error:
                raise self._failed(error) from error
            diagnosis.answered(cause, heard)
        if diagnosis.cause:
            raise ReaderError(self.name, diagnosis.cause, heard=diagnosis.reading.heard)
        return diagnosis.reading
