"""Tuning of a reader: the gain and the field that suit it, found by trying: for tables at rest, never while a game
needs the reader.

A *setting* is a gain and a strength of the field. It is good if it misses and garbles next to nothing; the one to take
is the middle of the widest range of good ones, so that cold, damp and another card's tag have room on either side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import FIELD, FIELD_OFF_US, FIELD_UP_US, Mfrc522

GAINS_DB = tuple(sorted(r.RX_GAIN))
FIELDS = (8, 11, 16, 23, 32, 45, 63)  # each some 3 dB above the one before
VISITS = 25
# So many times as many at the edges of what is good: in a few visits a weak setting may have luck.
SURE = 4
UPS_US = (1500, 2000, 2500, 3000, 3500, 4000, 4500)  # below FIELD_UP_US
GOOD = 0.02  # tags missed, and visits garbled, at most


@dataclass(frozen=True, slots=True)
class Trial:
    """What so many visits with one setting found. ``missed``: the share of tags that a visit did not read; ``garbled``
    that of visits in which something could not be understood."""

    gain_db: int
    field: int
    missed: float
    garbled: float

    @property
    def is_good(self) -> bool:
        return self.missed <= GOOD and self.garbled <= GOOD

    @property
    def loss(self) -> tuple[float, float]:
        """For comparing: what is missed, then what is garbled."""
        return self.missed, self.garbled


@dataclass(frozen=True, slots=True)
class Tuning:
    """A sweep of one reader. ``uids``: all that any gain read. ``gains`` were tried with the field as it was,
    ``fields`` with the gain that suits best. ``best`` is None where no tag was read, and nothing can be said.
    ``answered_us``: after how long a field all of them answered at the first try; ``up_us``: what to take, a step more.
    """

    version: int
    uids: tuple[bytes, ...]
    gains: tuple[Trial, ...] = ()
    fields: tuple[Trial, ...] = ()
    best: Trial | None = None
    answered_us: int = FIELD_UP_US
    up_us: int = FIELD_UP_US


def middle(trials: Sequence[Trial]) -> Trial:
    """The middle of the widest run of good trials, the lower of two; where none is good, the one that loses least.

    Of runs of one width the first one counts.
    """
    widest = _widest(trials)
    return widest[(len(widest) - 1) // 2] if widest else min(trials, key=lambda trial: trial.loss)


def _widest(trials: Sequence[Trial]) -> list[Trial]:
    runs: list[list[Trial]] = [[]]
    for trial in trials:
        if trial.is_good:
            runs[-1].append(trial)
        elif runs[-1]:
            runs.append([])
    return max(runs, key=len)


def made_sure(trials: Iterable[Trial], longer: Callable[[Trial], Trial]) -> tuple[Trial, ...]:
    """The trials, those at either edge of the widest good run each tried for ``longer``, until the edges stand."""
    found = list(trials)
    sure: set[Trial] = set()
    while edges := {*(run := _widest(found))[:1], *run[-1:]} - sure:
        for edge in edges:
            trial = longer(edge)
            found[found.index(edge)] = trial
            sure.add(trial)
    return tuple(found)


class Tuner(Protocol):
    """A reader that can be set in every way and asked what it reads, wherever its chip is. All raise OSError."""

    def begin(self) -> int:
        """Set the chip up, and return its version."""
        ...

    def use(self, gain_db: int, field: int) -> None:
        """Read with these settings from now on."""
        ...

    def read(self) -> tuple[set[bytes], bool]:
        """One visit with a fresh field: the tags read, and whether anything was garbled."""
        ...

    def answer(self, gain_db: int, field: int, uids: Sequence[bytes], up_us: int) -> bool:
        """One visit for ``uids``, so set, ``up_us`` after its field came up: whether all answered at the first try."""
        ...


class ChipTuner:
    """A Tuner on a chip of this computer's own bus."""

    def __init__(self, chip: Mfrc522) -> None:
        self._chip = chip

    def begin(self) -> int:
        """See Tuner."""
        return self._chip.begin()

    def use(self, gain_db: int, field: int) -> None:
        """See Tuner."""
        self._chip.configure(gain_db, field)
        self._chip.begin()

    def read(self) -> tuple[set[bytes], bool]:
        """See Tuner."""
        return read_once(self._chip)

    def answer(self, gain_db: int, field: int, uids: Sequence[bytes], up_us: int) -> bool:
        """See Tuner."""
        chip = self._chip
        if (chip.gain_db, chip.field) != (gain_db, field):
            self.use(gain_db, field)
        chip.antenna(True)
        chip.port.delay_us(up_us)
        inventory = iso14443a.Inventory(chip)
        inventory.run(uids)
        chip.antenna(False)
        chip.port.delay_us(FIELD_OFF_US)
        return not any(map(any, inventory.misses.values()))


def sweep(
    tuner: Tuner,
    gain_db: int,
    field: int,
    *,
    visits: int = VISITS,
    tell: Callable[[Trial], None] = lambda trial: None,
) -> Tuning:
    """Try all gains, then all fields with the gain that suits best, with the tags that lie there.

    ``gain_db`` and ``field``: as the reader is set; so it is left. Takes about ten seconds on a board. Raises OSError.
    """
    try:
        version, uids, gains = gain_trials(tuner, field, visits=visits, tell=tell)
        if not uids:
            return Tuning(version, ())

        def longer(trial: Trial) -> Trial:
            return _trial(tuner, trial.gain_db, trial.field, uids, SURE * visits, tell)

        gains = made_sure(gains, longer)
        picked = middle(gains)
        trials = [_trial(tuner, picked.gain_db, each, uids, visits, tell) for each in FIELDS]
        fields = made_sure(trials, longer)
        best = middle(fields)
        tags = tuple(sorted(uids))
        answered_us = _answered_us(tuner, best, tags, visits) if best.is_good else FIELD_UP_US
        up_us = min((each for each in UPS_US if each > answered_us), default=FIELD_UP_US)
        return Tuning(version, tags, gains, fields, best, answered_us, up_us)
    finally:
        tuner.use(gain_db, field)


def _answered_us(tuner: Tuner, best: Trial, tags: Sequence[bytes], visits: int) -> int:
    """The shortest time of the field at which each tag answers at the first try, if it is asked first of all."""
    for up_us in UPS_US:
        in_vain = 0
        for visit in range(visits):
            first = tags[visit % len(tags)]
            in_vain += not tuner.answer(best.gain_db, best.field, [first], up_us)
        if in_vain <= GOOD * visits:
            return up_us
    return FIELD_UP_US


def gain_trials(
    tuner: Tuner, field: int, *, visits: int = VISITS, tell: Callable[[Trial], None] = lambda trial: None
) -> tuple[int, set[bytes], tuple[Trial, ...]]:
    """The version of a chip, the tags that any gain reads, and a trial of each gain; none where no tag is read. Leaves
    the reader at the last one. Raises OSError."""
    version = tuner.begin()
    uids = _all_tags(tuner)
    if not uids:
        return version, uids, ()
    return version, uids, tuple(_trial(tuner, each, field, uids, visits, tell) for each in GAINS_DB)


def _all_tags(tuner: Tuner) -> set[bytes]:
    """Every tag that is read with any gain."""
    found: set[bytes] = set()
    for gain_db in GAINS_DB:
        tuner.use(gain_db, FIELD)
        for _ in range(3):
            found.update(tuner.read()[0])
    return found


def _trial(
    tuner: Tuner,
    gain_db: int,
    field: int,
    uids: Iterable[bytes],
    visits: int,
    tell: Callable[[Trial], None],
) -> Trial:
    tuner.use(gain_db, field)
    wanted = set(uids)
    missed = spoilt = 0
    for _ in range(visits):
        found, garbled = tuner.read()
        missed += len(wanted - found)
        spoilt += garbled
    trial = Trial(gain_db, field, missed / (visits * len(wanted)), spoilt / visits)
    tell(trial)
    return trial


def read_once(chip: Mfrc522) -> tuple[set[bytes], bool]:
    """One visit with a fresh field: the tags read, and whether anything was garbled."""
    chip.antenna(True)
    chip.port.delay_us(FIELD_UP_US)
    uids, garbled = iso14443a.inventory(chip)
    chip.antenna(False)
    chip.port.delay_us(FIELD_OFF_US)
    return set(uids), garbled
