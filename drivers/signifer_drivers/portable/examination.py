"""Examination of an odd reading: asks the tags of one reader in other ways, for longer, louder, from sleep.

Runs under MicroPython as it is: on the Pi for a reader on its own bus, on a column node for one of its own. What is odd
about a reading is found beforehand (`readers.diagnosis`). Only what holds again and again is called a cause.
"""

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.iso14443a_frames import atqa, is_like
from signifer_drivers.portable.mfrc522 import FIELD_OFF_US, FIELD_UP_US
from signifer_drivers.portable.selftest import self_test

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

    from signifer_drivers.portable.mfrc522 import Mfrc522

# What may be odd about a reading.
SILENT = "silent"  # a tag that lay here gives no answer
ASLEEP = "asleep"  # every tag answers, but never to the first request
BROKEN = "broken"  # a tag that lay here, or something, answers and is not understood
GARBLED = "garbled"  # the same, again and again
UNREAD = "unread"  # tags should lie here that have never been read
UNTESTED = "untested"  # nothing is odd: have the chip test itself

# What may be behind it. `readers.faults` has the names and the advice.
GAIN = "gain-too-high"
NEIGHBOUR = "neighbour-field"
WEAK = "weak-answers"
SLOW = "slow-tags"
NOISE = "noise"

PATIENT_US = 14_000
TRIES = 16  # every second one is lost on a tag that the one before left awake
# Fresh fields in which something has to hold: all of ROUNDS, so many of others, none of NEVER.
ROUNDS = 5
MOST_ROUNDS, ALWAYS, MOSTLY, NEVER = 6, 5, 4, 4
SAMPLES, MANY_SAMPLES = 16, 48
MUCH, LITTLE = 0.3, 0.1
FEWER = 4  # garbage is due to the gain if there is so many times less of it with a lower one
MOST_ASKED = 2
# Tries by which a tag that was not read, but may lie there, is listened for.
LISTEN_TRIES = 20
# Fresh fields in which tags are looked for that have never been read.
LOOKS = 6
SLEEP_ROUNDS, SLEEP_HEARD = 8, 5
HEARD = (iso14443a.CLEAN, iso14443a.COLLISION)


def _no_rest() -> None:
    """Nothing else is to be done meanwhile."""


def examined(
    chip: "Mfrc522",
    odd: str,
    uids: "Sequence[bytes]",
    before: str = "",
    rest: "Callable[[], None]" = _no_rest,
) -> "tuple[str, list[bytes]]":
    """Return what is wrong behind something ``odd`` about ``uids``: a cause of those above, or "", and tags heard.

    ``before``: the cause that held at the last examination, "" if none did; ``odd`` is "" if nothing is odd any more.
    The tags are those of ``uids`` that answer after all, where there is no cause. ``rest`` is called every few
    milliseconds. Raises OSError as the chip does; leaves the chip as it was, its antenna off.
    """
    if odd == UNTESTED:
        chip.begin()
        self_test(chip)
        chip.begin()
        return "", []
    examination = Examination(chip, rest)
    if before in (GAIN, NOISE) and examination.is_noisy():
        return before, []
    if not odd:
        return "", []
    cause = examination.cause(odd, uids, before) or (before if examination.is_there else "")
    if cause or odd == ASLEEP:
        return cause, []
    return "", examination.listen(uids)


class Examination:
    """Asks the tags of one reader. Raises OSError as the chip does; leaves the chip as it was, its antenna off."""

    def __init__(self, chip: "Mfrc522", rest: "Callable[[], None]" = _no_rest) -> None:
        self.is_there = False  # whether a silent tag answered at all, asked in some other way
        self._chip = chip
        self._rest = rest
        self._gain_db, self._field = chip.gain_db, chip.field
        self._set = (0, False)  # gain, and whether patient, as the chip has been set up here
        self._is_held = False  # a cause that held before is looked for again
        self._is_up = True  # the field; nobody has said that it is off
        self._is_called = False  # whether what may have been a tag, damaged or not, has answered a request
        self._off_us = 0
        self._was_heard = (
            True  # whether one of the tags asked for was heard, or may have been but for garbage
        )

    def cause(self, odd: str, uids: "Sequence[bytes]", before: str = "") -> str:
        """What is behind something odd about ``uids``: a key of causes, or "" if there is nothing to be found. Where
        one held ``before``, it takes more than a single field in which nobody answers."""
        asked = uids[:MOST_ASKED]
        self._is_held = before != ""
        self._was_heard = odd != SILENT
        try:
            if odd == SILENT:
                for uid in asked:
                    cause = self._why_silent([uid])
                    if cause:
                        return cause
                return ""
            if odd == UNREAD:
                return self._why_unread()
            if odd in (BROKEN, GARBLED):
                return self._why_garbled(asked, odd == GARBLED)
            return NEIGHBOUR if self._is_fed_by_a_neighbour(asked) else ""
        finally:
            self._configure(self._gain_db)

    def is_noisy(self) -> bool:
        """Whether more than a few answers to requests are garbage; leaves the antenna off."""
        share = self._garbage()
        self._field_down()
        return share > LITTLE

    def _why_silent(self, uids: "Sequence[bytes]") -> str:
        louder = [gain_db for gain_db in sorted(r.RX_GAIN) if gain_db > self._gain_db][:2]
        self._configure(louder[-1] if louder else self._gain_db, patient=True)
        if not self._holds(uids, NEVER if self._is_held else 1, 1, patient=True):
            return ""
        self._was_heard = True
        self._configure(self._gain_db)
        if self._is_fed_by_a_neighbour(uids):
            return NEIGHBOUR
        if self._holds(uids, NEVER, 1):
            return ""
        self.is_there = True
        self._configure(self._gain_db, patient=True)
        if self._holds(uids, MOST_ROUNDS, ALWAYS, patient=True):
            return SLOW
        for gain_db in louder:
            self._configure(gain_db)
            if self._holds(uids, MOST_ROUNDS, ALWAYS):
                return WEAK
        return ""

    def _why_unread(self) -> str:
        """What keeps tags from being read that nobody knows: those count that answer in another way only."""
        cause = self._why_garbled((), True)
        if cause:
            return cause
        if self._sleeps():
            return NEIGHBOUR
        usual = self._found(self._gain_db)
        if len(self._found(self._gain_db, patient=True)) > len(usual):
            return SLOW
        for gain_db in [gain_db for gain_db in sorted(r.RX_GAIN) if gain_db > self._gain_db][:2]:
            if len(self._found(gain_db)) > len(usual):
                return WEAK
        return ""

    def _sleeps(self) -> bool:
        """Whether tags that nobody knows sleep in every fresh field: then another one feeds them, and is heard, too."""
        heard = 0
        for _ in range(SLEEP_ROUNDS):
            self._field_up(FIELD_UP_US)
            if self._chip.transceive(iso14443a.REQA, 7, 0, 2)[0] in HEARD:
                return False
            heard += self._chip.transceive(iso14443a.WUPA, 7, 0, 2)[0] in HEARD
        return heard >= SLEEP_HEARD

    def _found(self, gain_db: int, patient: bool = False) -> "set[bytes]":
        """All tags that are read in a few fresh fields."""
        self._configure(gain_db, patient)
        found: set[bytes] = set()
        for _ in range(LOOKS):
            self._field_up(PATIENT_US if patient else FIELD_UP_US)
            found.update(iso14443a.inventory(self._chip)[0])
        return found

    def _is_fed_by_a_neighbour(self, uids: "Sequence[bytes]") -> bool:
        """Whether tags that were put to sleep still sleep after this field was off: then another one feeds them."""
        self._holds(uids, 1, 1)
        for _ in range(ROUNDS):
            self._field_up(FIELD_UP_US)
            if self._wakes(uids, iso14443a.REQA) or not self._wakes(uids, iso14443a.WUPA):
                return False
        return True

    def _why_garbled(self, uids: "Sequence[bytes]", again: bool) -> str:
        now = self._garbage()
        if now >= MUCH:
            now = self._garbage(MANY_SAMPLES)
        if now >= MUCH:
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
        # Who gives no sign in all that time was lifted: what was heard before, a receiver that hisses heard.
        return NOISE if not self._holds(uids, MOST_ROUNDS, MOSTLY) and self._is_called else ""

    def listen(self, uids: "Sequence[bytes]") -> "list[bytes]":
        """Which of ``uids`` answer to the end, each asked up to LISTEN_TRIES times; leaves the antenna off.

        None, and at no cost, if `cause` has just found them silent in every way.
        """
        if not uids or not self._was_heard:
            return []
        self._field_up(FIELD_UP_US)
        heard = [uid for uid in uids if self._is_heard(uid)]
        self._field_down()
        return heard

    # Ways to ask

    def _configure(self, gain_db: int, patient: bool = False) -> None:
        """Set the chip up so, unless it is; the field goes off."""
        self._field_down()
        if self._set == (gain_db, patient):
            return
        self._chip.configure(gain_db, self._field, patient)
        self._chip.begin()
        self._set = gain_db, patient

    def _field_down(self) -> None:
        if self._is_up:
            self._chip.antenna(False)
            self._is_up = False
            self._off_us = self._chip.port.now_us()

    def _field_up(self, up_us: int) -> None:
        """A fresh field: every tag in it has forgotten what it was told."""
        self._rest()
        self._field_down()
        port = self._chip.port
        left_us = self._off_us + FIELD_OFF_US - port.now_us()
        if left_us > 0:
            port.delay_us(left_us)
        self._is_up = True
        self._chip.antenna(True)
        self._rest()
        port.delay_us(up_us)

    def _holds(self, uids: "Sequence[bytes]", rounds: int, wanted: int, patient: bool = False) -> bool:
        """Whether any of ``uids`` answers in so many fresh fields of ``rounds``; asks until that is certain."""
        missing = wanted
        for left in range(rounds, 0, -1):
            self._field_up(PATIENT_US if patient else FIELD_UP_US)
            missing -= self._wakes(uids, iso14443a.WUPA)
            if not 0 < missing < left:
                break
        return missing <= 0

    def _wakes(self, uids: "Sequence[bytes]", request: bytes) -> bool:
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
        self._rest()
        state, data, bits, _ = self._chip.transceive(request, 7, 0, 2)
        if state == iso14443a.SILENT:
            return False
        self._is_called |= state == iso14443a.COLLISION or is_like(data, bits, atqa(uid))
        frames = iso14443a.select_frames(uid)
        for level, frame in enumerate(frames):
            state, data, bits, _ = self._chip.transceive(frame, 0, 0, 3)
            last = level == len(frames) - 1
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
            self._rest()
            state, _, bits, _ = self._chip.transceive(iso14443a.WUPA, 7, 0, 2)
            garbage += state == iso14443a.BROKEN or (state == iso14443a.CLEAN and bits != 16)
        return garbage / samples
