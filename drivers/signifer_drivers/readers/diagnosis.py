"""Diagnosis of a reader that works and does not read what lies on it: when to ask, and what answers mean. Pure.

`Suspicion` says when a reading is odd; `Diagnosis` has it examined (`examination.examined`, by whoever has the chip:
this process, or a column node) until the answers leave one cause, or none. What that costs is paid once for a lifted
card (some 30 ms), and not at all while everything is read at the first try.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from signifer_drivers.portable.examination import ASLEEP, BROKEN, GAIN, GARBLED, NOISE, SILENT

from .reader import Reading

# Visits in a row in which every tag missed the first request; and visits out of the last ones that were garbled.
ASLEEP_VISITS = 5
GARBLED_VISITS, GARBLED_OF = 3, 5
# No more readers of a table are examined within so long: when tags fall silent everywhere, it is not their readers, and
# meanwhile nobody would be read.
EXAMINED, EXAMINED_US = 2, 400_000
# Where nothing was found behind a broken answer, so many visits are not examined for another: in bad air there are
# many, and each time all others of the bus would wait.
CALM_VISITS = 20
STEADY = 3  # readings in a row that make a tag one of this reader's own, and no neighbour's that it overhears


def _failed(misses: Mapping[bytes, tuple[int, int]]) -> bool:
    """Whether any try was in vain."""
    return any(silent or broken for silent, broken in misses.values())


class Suspicion:
    """Looks at one reader's readings. Pure."""

    def __init__(self) -> None:
        self._cleared: set[bytes] = set()
        # The tags of the last reading, if all of them were asked for and are steady: that is how a table rests.
        self._resting: Collection[bytes] | None = None
        self._steady: dict[bytes, int] = {}
        # Tags that are asked for here because another reader has found them: that they are silent is no sign of noise.
        self._lent: set[bytes] = set()
        self._looks = False
        self._asleep = 0
        self._calm = 0
        self._garbled: deque[bool] = deque(maxlen=GARBLED_OF)

    def look(
        self,
        known: Collection[bytes],
        uids: Collection[bytes],
        garbled: bool,
        misses: Mapping[bytes, tuple[int, int]],
    ) -> tuple[str, list[bytes]]:
        """Take one reading in: what is odd about it ("" if nothing) and the tags that it is about.

        ``misses``: for each known tag the tries met by silence, and those answered, but not to the end.
        """
        self._calm = max(0, self._calm - 1)
        was_odd = garbled or self._cleared or True in self._garbled
        if uids == self._resting == known and not was_odd and not _failed(misses):
            self._asleep = 0
            return "", []
        self._cleared &= set(known)
        self._cleared -= set(uids)
        if self._looks:
            self._lent |= {uid for uid in known if uid not in self._steady}
        self._looks = True
        self._lent &= set(known).difference(uids)
        own = [uid for uid in known if self._steady.get(uid, STEADY) >= STEADY]
        self._steady = {uid: self._steady.get(uid, 0) + 1 for uid in uids} | {
            uid: 0 if uid not in own else STEADY for uid in known if uid not in uids
        }
        is_resting = uids == known and min(self._steady.values(), default=STEADY) >= STEADY
        self._resting = uids if is_resting else None
        read = [uid for uid in known if uid in uids]
        self._garbled.append(garbled and not read)
        slept = [uid for uid in read if any(misses.get(uid, (0, 0)))]
        self._asleep = self._asleep + 1 if read and len(slept) == len(read) else 0
        # Who answers in the same visit proves that the chip hears: a tag that it never read is not there then. Nor does
        # an antenna wonder that has none of its own, and asks for a card that was heard beside.
        steady = [uid for uid in own if uid not in self._lent]
        heeded = own if garbled or (steady and not read) else steady
        unread = [uid for uid in heeded if uid not in uids and uid not in self._cleared]
        broken = [uid for uid in unread if garbled or misses.get(uid, (0, 0))[1]]
        if unread and not broken:
            return SILENT, unread
        if sum(self._garbled) >= GARBLED_VISITS:
            return GARBLED, [uid for uid in known if uid not in self._lent]
        if broken and not self._calm:
            return BROKEN, broken
        if self._asleep >= ASLEEP_VISITS:
            return ASLEEP, slept
        return "", []

    def was_broken(self) -> None:
        """Nothing was found behind a broken answer."""
        self._calm = CALM_VISITS

    def cleared(self, uids: Collection[bytes]) -> None:
        """Nothing was found behind it: no more questions about ``uids`` until they are read again."""
        self._cleared |= set(uids)
        self._asleep = -ASLEEP_VISITS
        self._garbled.clear()


class Turns:
    """How many more readers may be examined just now, no more than ``most`` within EXAMINED_US: what all readers of a
    table share."""

    def __init__(self, most: int = EXAMINED) -> None:
        self._at_us: deque[int] = deque(maxlen=most)

    @classmethod
    def of(cls, zones: Collection[str]) -> Turns:
        """Those of a table, by the zone of each reader: all readers of a zone are examined when a card is lifted that
        lay there alone."""
        return cls(EXAMINED - 1 + max(Counter(zones).values(), default=1))

    def take(self, now_us: int) -> bool:
        """Whether there is a turn left at this time; then it is taken."""
        if len(self._at_us) == self._at_us.maxlen and now_us - self._at_us[0] < EXAMINED_US:
            return False
        self._at_us.append(now_us)
        return True


@dataclass(frozen=True, slots=True)
class Question:
    """What an examination has to find out; the fields are the arguments of `examination.examined`."""

    odd: str
    uids: tuple[bytes, ...]
    before: str


class Diagnosis:
    """Looks at one reader's readings, and has those examined that are odd. ``cause`` is what is found to hold, or "".

    `look` at each reading; if it wants an examination, carry it out at once, and tell `answered` what came of it. A
    reading counts only when both are done and there is no cause; without one, `reading` is what to believe.
    """

    def __init__(self) -> None:
        self.cause = ""
        self.reading = Reading((), False)
        self._suspicion = Suspicion()
        self._question: Question | None = None

    def look(self, known: Sequence[bytes], reading: Reading, is_cut: bool = False) -> Question | None:
        """Take in what was read when ``known`` was asked for; what has to be examined now, if anything.

        A reading that is cut off tells nothing of what it missed.
        """
        self.reading = reading
        if is_cut:
            return None
        odd, uids = self._suspicion.look(known, reading.uids, reading.garbled, reading.misses)
        if self.cause:
            odd, uids = self._still(known, reading)
        is_noise = self.cause in (GAIN, NOISE)
        self._question = None
        if not odd and not is_noise:
            self.cause = ""
        elif not (is_noise and reading.garbled):
            self._question = Question(odd, tuple(uids), self.cause)
        return self._question

    def _still(self, known: Sequence[bytes], reading: Reading) -> tuple[str, list[bytes]]:
        """What is odd about a reading that follows one behind which there was a cause."""
        unread = [uid for uid in known if uid not in reading.uids]
        if unread:
            return SILENT, unread
        slept = [uid for uid in known if any(reading.misses.get(uid, (0, 0)))]
        return (ASLEEP, slept) if slept else ("", [])

    def ask(self, question: Question) -> None:
        """Somebody has a question of their own; what comes of it is told `answered` as ever."""
        self.reading = Reading((), False)
        self._question = question

    def postponed(self) -> None:
        """Nobody can carry out now what `look` wanted: until then who is silent is not called so."""
        self._question = None
        self.reading = replace(self.reading, unexamined=True)

    def unanswered(self) -> None:
        """The examination that `look` wanted was cut off: so much went on there that nobody should be called silent."""
        self._question = None
        self.reading = replace(self.reading, garbled=True)

    def answered(self, cause: str, heard: Collection[bytes]) -> None:
        """The examination that `look` wanted found this; of the tags heard those count that the reading missed."""
        question, self._question = self._question, None
        assert question is not None
        self.cause = cause
        if cause or not question.odd:
            return
        missed = [uid for uid in heard if uid not in self.reading.uids]
        if question.odd == BROKEN:
            self._suspicion.was_broken()
        else:
            self._suspicion.cleared([uid for uid in question.uids if uid not in missed])
        if missed:
            self.reading = replace(self.reading, uids=(*self.reading.uids, *missed))
