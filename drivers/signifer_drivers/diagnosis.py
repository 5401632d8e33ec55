"""Why a reader whose chip works well does not read what lies on it: causes of the air, found by asking.

`Suspicion` is pure and says when something is odd; `Examination` then asks the tags in other ways (for longer, louder,
from sleep) until the answers leave one cause, or none. What it costs is paid once for a lifted card (some 30 ms), and
not at all while everything is read at the first try.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from signifer_drivers import iso14443a
from signifer_drivers import registers as r
from signifer_drivers.causes import GAIN, NEIGHBOUR, NOISE, SLOW, WEAK
from signifer_drivers.mfrc522 import FIELD_UP_US, Mfrc522

# What may be odd about a reading.
SILENT = "silent"  # a tag that lay here gives no answer
ASLEEP = "asleep"  # every tag answers, but never to the first request
BROKEN = "broken"  # a tag that lay here, or something, answers and is not understood
GARBLED = "garbled"  # the same, again and again

# Visits in a row in which every tag missed the first request; and visits out of the last ones that were garbled.
ASLEEP_VISITS = 5
GARBLED_VISITS, GARBLED_OF = 3, 5

FIELD_OFF_US = 6_000
PATIENT_US = 14_000
TRIES = 16  # every second one is lost on a tag that the one before left awake
# Fresh fields in which something has to hold: all of ROUNDS, so many of others, none of NEVER.
ROUNDS = 5
MOST_ROUNDS, ALWAYS, MOSTLY, NEVER = 6, 5, 4, 4
SAMPLES, MANY_SAMPLES = 16, 48
MUCH, LITTLE = 0.3, 0.1
FEWER = 4  # garbage is due to the gain if there is so many times less of it with a lower one
STEADY = 3  # readings in a row that make a tag one of this reader's own, and no neighbour's that it overhears
MOST_ASKED = 2
# Tries by which a tag that was not read, but may lie there, is listened for.
LISTEN_TRIES = 20


class Suspicion:
    """Looks at one reader's readings. Pure."""

    def __init__(self) -> None:
        self._cleared: set[bytes] = set()
        self._steady: dict[bytes, int] = {}
        self._asleep = 0
        self._garbled: deque[bool] = deque(maxlen=GARBLED_OF)

    def look(
        self,
        known: Collection[bytes],
        uids: Collection[bytes],
        garbled: bool,
        asked: Mapping[bytes, tuple[int, int]],
    ) -> tuple[str, list[bytes]]:
        """Take one reading in: what is odd about it ("" if nothing) and the tags that it is about.

        ``asked``: for each known tag the tries met by silence, and those answered, but not to the end.
        """
        self._cleared &= set(known)
        self._cleared -= set(uids)
        own = [uid for uid in known if self._steady.get(uid, STEADY) >= STEADY]
        self._steady = {uid: self._steady.get(uid, 0) + 1 for uid in uids} | {
            uid: 0 if uid not in own else STEADY for uid in known if uid not in uids
        }
        read = [uid for uid in known if uid in uids]
        self._garbled.append(garbled and not read)
        slept = [uid for uid in read if any(asked.get(uid, (0, 0)))]
        self._asleep = self._asleep + 1 if read and len(slept) == len(read) else 0
        unread = [uid for uid in own if uid not in uids and uid not in self._cleared]
        broken = [uid for uid in unread if garbled or asked.get(uid, (0, 0))[1]]
        if unread and not broken:
            return SILENT, unread
        if sum(self._garbled) >= GARBLED_VISITS:
            return GARBLED, list(known)
        if broken:
            return BROKEN, broken
        if self._asleep >= ASLEEP_VISITS:
            return ASLEEP, slept
        return "", []

    def cleared(self, uids: Collection[bytes]) -> None:
        """Nothing was found behind it: no more questions about ``uids`` until they are read again."""
        self._cleared |= set(uids)
        self._asleep = -ASLEEP_VISITS
        self._garbled.clear()


class Examination:
    """Asks the tags of one reader. Raises OSError as the chip does; leaves the chip as it was, its antenna off."""

    def __init__(self, chip: Mfrc522) -> None:
        self.is_there = False  # whether a silent tag answered at all, asked in some other way
        self._chip = chip
        self._gain_db, self._field = chip.gain_db, chip.field
        self._was_heard = (
            True  # whether one of the tags asked for was heard, or may have been but for garbage
        )

    def cause(self, odd: str, uids: Sequence[bytes]) -> str:
        """What is behind something odd about ``uids``: a key of causes, or "" if there is nothing to be found."""
        asked = uids[:MOST_ASKED]
        self._was_heard = odd != SILENT
        try:
            if odd == SILENT:
                return next((cause for uid in asked if (cause := self._why_silent([uid]))), "")
            if odd in (BROKEN, GARBLED):
                return self._why_garbled(asked, odd == GARBLED)
            return NEIGHBOUR if self._is_fed_by_a_neighbour(asked) else ""
        finally:
            self._configure(self._gain_db)

    def is_noisy(self) -> bool:
        """Whether more than a few answers to requests are garbage; leaves the antenna off."""
        share = self._garbage()
        self._chip.antenna(False)
        return share > LITTLE

    def _why_silent(self, uids: Sequence[bytes]) -> str:
        louder = [gain_db for gain_db in sorted(r.RX_GAIN) if gain_db > self._gain_db][:2]
        self._configure(louder[-1] if louder else self._gain_db, patient=True)
        if not self._rounds(uids, 1, patient=True):
            return ""
        self._was_heard = True
        self._configure(self._gain_db)
        if self._is_fed_by_a_neighbour(uids):
            return NEIGHBOUR
        if self._rounds(uids, NEVER):
            return ""
        self.is_there = True
        self._configure(self._gain_db, patient=True)
        if self._rounds(uids, MOST_ROUNDS, patient=True) >= ALWAYS:
            return SLOW
        for gain_db in louder:
            self._configure(gain_db)
            if self._rounds(uids, MOST_ROUNDS) >= ALWAYS:
                return WEAK
        return ""

    def _is_fed_by_a_neighbour(self, uids: Sequence[bytes]) -> bool:
        """Whether tags that were put to sleep still sleep after this field was off: then another one feeds them."""
        self._rounds(uids, 1)
        for _ in range(ROUNDS):
            self._field_up(FIELD_UP_US)
            if self._wakes(uids, iso14443a.REQA) or not self._wakes(uids, iso14443a.WUPA):
                return False
        return True

    def _why_garbled(self, uids: Sequence[bytes], again: bool) -> str:
        if self._garbage() >= MUCH and (now := self._garbage(MANY_SAMPLES)) >= MUCH:
            lower = [gain_db for gain_db in sorted(r.RX_GAIN, reverse=True) if gain_db < self._gain_db]
            for gain_db in lower[:2]:
                self._configure(gain_db)
                if self._garbage(MANY_SAMPLES) <= now / FEWER:
                    return GAIN
            return NOISE
        if not again or not uids:
            return ""
        if self._is_fed_by_a_neighbour(uids):
            return NEIGHBOUR
        return NOISE if self._rounds(uids, MOST_ROUNDS) < MOSTLY else ""

    def listen(self, uids: Sequence[bytes]) -> list[bytes]:
        """Which of ``uids`` answer to the end, each asked up to LISTEN_TRIES times; leaves the antenna off.

        None, and at no cost, if `cause` has just found them silent in every way.
        """
        if not uids or not self._was_heard:
            return []
        self._field_up(FIELD_UP_US)
        heard = [uid for uid in uids if self._is_heard(uid)]
        self._chip.antenna(False)
        return heard

    # Ways to ask

    def _configure(self, gain_db: int, patient: bool = False) -> None:
        self._chip.configure(gain_db, self._field, patient)
        self._chip.begin()

    def _field_up(self, up_us: int) -> None:
        """A fresh field: every tag in it has forgotten what it was told."""
        self._chip.antenna(False)
        self._chip.port.delay_us(FIELD_OFF_US)
        self._chip.antenna(True)
        self._chip.port.delay_us(up_us)

    def _rounds(self, uids: Sequence[bytes], rounds: int, patient: bool = False) -> int:
        """In how many of so many fresh fields any of ``uids`` answers."""
        found = 0
        for _ in range(rounds):
            self._field_up(PATIENT_US if patient else FIELD_UP_US)
            found += self._wakes(uids, iso14443a.WUPA)
        return found

    def _wakes(self, uids: Sequence[bytes], request: bytes) -> bool:
        """Whether any of ``uids`` answers to the end after ``request``; it is put to sleep then."""
        for turn in range(TRIES):
            if self._answers(uids[turn % len(uids)], request):
                self._chip.transceive(iso14443a.HLTA, 0, 0, 1)
                return True
        return False

    def _is_heard(self, uid: bytes) -> bool:
        for _ in range(LISTEN_TRIES):
            if self._answers(uid, iso14443a.WUPA):
                self._chip.transceive(iso14443a.HLTA, 0, 0, 1)
                return True
            # Where the try left it, it would take the next request for an error.
            self._chip.transceive(iso14443a.HLTA, 0, 0, 1)
        return False

    def _answers(self, uid: bytes, request: bytes) -> bool:
        """One try. A tag that was left awake by the last one takes the request for an error, hence several."""
        if self._chip.transceive(request, 7, 0, 2)[0] == iso14443a.SILENT:
            return False
        parts = iso14443a.levels(uid)
        for level, part in enumerate(parts):
            frame = bytes((iso14443a.SELECT_CODES[level], 0x70)) + part
            state, data, bits, _ = self._chip.transceive(frame + iso14443a.crc_a(frame), 0, 0, 3)
            last = level == len(parts) - 1
            if state == iso14443a.COLLISION and not last:
                continue
            if state != iso14443a.CLEAN or bits != 24 or iso14443a.crc_a(data[:1]) != data[1:]:
                return False
            if last == bool(data[0] & iso14443a.SAK_CASCADE):
                return False
        return True

    def _garbage(self, samples: int = SAMPLES) -> float:
        """The share of so many requests that are answered by what no tag says."""
        self._field_up(FIELD_UP_US)
        garbage = 0
        for _ in range(samples):
            state, _, bits, _ = self._chip.transceive(iso14443a.WUPA, 7, 0, 2)
            garbage += state == iso14443a.BROKEN or (state == iso14443a.CLEAN and bits != 16)
        return garbage / samples
