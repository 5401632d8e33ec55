"""ISO/IEC 14443-3 type A: which frames find every tag in a field, and what their answers mean.

A pure machine: it sends frames through a `Link` and knows no chip, no time and no bus. Bits are numbered as they go
over the air, lowest bit of each byte first, so a cascade level (four UID bytes and their check byte, BCC) is a
number of 40 bits whose bit 0 is heard first. Runs under MicroPython as it is.

No UID is reported because it was *heard*. It is reported after a tag compared all its bits, level by level, with
SELECT frames that carry a CRC, and answered each with a SAK whose CRC held. Where anything in a visit was garbled,
a newcomer's UID must pass all its SELECT frames a second time, from a fresh wake-up: nothing that was heard only once
in noise enters, and levels of two tags must not be joined because one of them slept through a frame.

Tags that are known to lie there are asked first, each by its whole UID and without anticollision: a request, and a
SELECT a level. Newcomers are what still answers a request when all of these sleep.
"""

from signifer_drivers.portable import native as micropython
from signifer_drivers.portable.iso14443a_frames import (
    BROKEN,
    CASCADE_TAG,
    CLEAN,
    COLLISION,
    FIRST_FRAMES,
    HLTA,
    REQA,
    SAK_CASCADE,
    SELECT_CODES,
    SILENT,
    UID_BITS,
    WUPA,
    Link,
    anticollision_frame,
    collision_end,
    crc_a,
    joined,
    levels,
    sak_of,
    select_frames,
    with_bcc,
)
from signifer_drivers.portable.iso14443a_known import Known

# What others say of frames they say of this file.
__all__ = (
    "BROKEN",
    "CASCADE_TAG",
    "CLEAN",
    "COLLISION",
    "HLTA",
    "REQA",
    "SAK_CASCADE",
    "SILENT",
    "WUPA",
    "Link",
    "crc_a",
    "levels",
    "sak_of",
    "select_frames",
)

MYPY = False
if MYPY:
    from collections.abc import Sequence

# Outcomes of one attempt to single out one tag.
NOBODY = 0
FOUND = 1
FAILED = 2

UNHEARD = -1  # no SAK

MOST_TAGS = 64
MOST_FAILURES = 5  # in a row, without any new tag between them
MOST_PROOFS = 6
# In an irregular visit in which somebody was heard so many requests without an answer are not believed: one may have
# been answered unheard, and whoever did that ignores the next one.
MOST_IGNORED = 2
ROUGH_TRIES = 4  # where so many are wanted, much is missed: a visit there is irregular from the beginning
MOST_BROKEN = 2  # anticollision frames of one level that are asked again
MOST_FRAMES = 72  # anticollision frames of one level: each of 32 bits tried both ways, and some asked again
LEVEL_BITS = 40
_NOT_MISSED = (0, 0)


class Inventory(Known):
    """One visit to one field: finds the UIDs of all tags that are awake in it."""

    @micropython.native
    def run(self, known: "Sequence[bytes]" = (), tries: int = 1) -> None:
        """Ask for ``known`` tags, up to ``tries`` times each, then find all others.

        ``uids``, ``garbled`` and ``misses`` hold the result.
        """
        # A tag alone is always put to sleep: where it does not forget that, its field does not go off (see diagnosis).
        self.irregular = tries >= ROUGH_TRIES
        final = None
        for uid in known:
            self.misses[uid] = _NOT_MISSED
            final = uid
        if len(known) < 2 or self.irregular:
            final = None
        left = self.ask(known, tries, final)
        if final is not None and not self.irregular and self.is_alone(final):
            return
        # Perhaps one was lifted: that is to be known first, and asking on takes time.
        self.rough = not left and (self.rough or tries >= ROUGH_TRIES)
        self.find()
        if left and self.hears_tag and not self.uids:
            self.garbled = True
        self.link.had_tags = bool(self.uids)
        for uid in left:
            # To ask who else is there was one try more.
            if uid not in self.uids:
                self.missed = True
                silent, broken = self.misses[uid]
                self.misses[uid] = (silent + 1, broken)

    @micropython.native
    def find(self) -> None:
        """Find tags until nobody answers any more; ``uids`` and ``garbled`` hold the result.

        Ends after at most MOST_FAILURES failures for each tag found. A tag that was left READY or ACTIVE ignores one
        request, and its answer to the next one may be missed, so after an irregular attempt silence counts only when it
        comes three times; and in a field that had tags a first request may have been lost.
        """
        failures = 0
        doubt = self.doubt() or int(self.link.had_tags and not self.uids)
        while failures < MOST_FAILURES and len(self.uids) < MOST_TAGS:
            outcome, uid = self.attempt()
            if outcome == NOBODY:
                if not doubt:
                    return
                doubt -= 1
            elif outcome == FOUND and uid in self.uids:
                # It did not hear that it should sleep; perhaps it was also the one that was not understood.
                self.irregular = True
                doubt = self.doubt()
                self.garbled = False
                failures += 1
                self.halt()
            elif outcome == FOUND and self.settle(uid):
                self.uids.append(uid)
                self.garbled = False
                doubt = self.doubt()
                failures = 0
            else:
                self.irregular = self.garbled = True
                doubt = self.doubt()
                failures += 1
        self.garbled = True

    def doubt(self) -> int:
        """How many requests without an answer are not believed yet; where nobody was heard at all, one is."""
        if not self.irregular:
            return 0
        return MOST_IGNORED if self.uids or self.garbled else 1

    @micropython.native
    def attempt(self) -> tuple[int, bytes]:
        """Wake those that sleep, single one tag out and select it: (FOUND, its UID), (NOBODY, b"") or (FAILED, b"")."""
        transceive = self.link.transceive
        # A request that was answered unheard is asked on: where much is missed, silence is that as often as not. All
        # that matters then is whether somebody answers: nobody waits for the end of an answer that does not come.
        if transceive(REQA, 7, 0, 2)[0] == SILENT and (
            not self.rough or transceive(FIRST_FRAMES[0], 0, 0, 2)[0] == SILENT
        ):
            return NOBODY, b""
        uid = b""
        for level in range(3):
            heard = self.anticollide(level)
            if len(heard) != 5:
                break
            sak = self.select(level, heard)
            if sak == UNHEARD:
                # Perhaps only the answer was missed or damaged. That such a tag is there has to be proved in any case.
                sak = SAK_CASCADE if heard[0] == CASCADE_TAG and level < 2 else 0
            if sak & SAK_CASCADE:
                if heard[0] != CASCADE_TAG or level == 2:
                    break
                uid += heard[1:4]
            else:
                if heard[0] == CASCADE_TAG and level < 2:
                    break
                return FOUND, uid + heard[:4]
        return FAILED, b""

    @micropython.native
    def anticollide(self, level: int) -> bytes:
        """Return UID part and BCC (5 bytes) of one of the tags at ``level``, or b"" if none could be singled out."""
        known = value = broken = 0
        guessed = False
        for _ in range(MOST_FRAMES):
            part = known % 8
            frame = anticollision_frame(level, value, known) if known else FIRST_FRAMES[level]
            state, data, bits, coll = self.link.transceive(frame, part, part, 5 - known // 8)
            if state == SILENT:
                if not guessed:
                    # Perhaps only the answer was missed: then the tag still waits to be asked.
                    self.irregular = True
                    broken += 1
                    if broken > MOST_BROKEN:
                        break
                    continue
                # Nobody has the bit as it was taken after a collision: then it is the other value.
                guessed = False
                self.irregular = True
                value ^= 1 << (known - 1)
                continue
            if state == COLLISION:
                end = collision_end(coll, known)
                if end:
                    guessed = True
                    value = joined(data, value, known) & ((1 << end) - 1)
                    known = end
                    if known < UID_BITS:
                        continue
                    return with_bcc(value)
            elif state == CLEAN and bits == LEVEL_BITS - known:
                # A node takes long for numbers of 40 bits; of a tag alone none is needed.
                whole = data
                if known or len(data) != 5:
                    whole = joined(data, value, known).to_bytes(5, "little")
                if whole[0] ^ whole[1] ^ whole[2] ^ whole[3] == whole[4]:
                    return whole
            self.irregular = True
            broken += 1
            if broken > MOST_BROKEN:
                break
        self.irregular = True
        return b""

    @micropython.native
    def select(self, level: int, part: bytes) -> int:
        """Select the tag whose UID part and BCC are ``part`` (5 bytes); return its SAK, UNHEARD if none comes
        that is as it should be."""
        frame = bytes((SELECT_CODES[level], 0x70)) + part
        state, data, bits, _ = self.link.transceive(frame + crc_a(frame), 0, 0, 3)
        if state == CLEAN and bits == 24:
            sak = sak_of(data)
            if sak >= 0:
                return sak
        if state == COLLISION and part[0] == CASCADE_TAG and level < 2:
            # Tags of unlike kinds that share this part of their UIDs: the next level tells them apart.
            return SAK_CASCADE
        self.irregular = True
        return UNHEARD

    @micropython.native
    def settle(self, uid: bytes) -> bool:
        """Put the tag just found to sleep; where a visit was irregular, let a newcomer prove its UID again before."""
        self.halt()
        if not self.irregular or uid in self.misses:
            return True
        for _ in range(MOST_PROOFS):
            # Whether or not its answer is heard, the SELECT that follows tells whether it is awake.
            self.link.send(WUPA, 7, 2)
            if self.prove(uid):
                self.halt()
                return True
            # Wherever the proof left it, it falls asleep, and the next wake-up wakes it.
            self.link.send(HLTA, 0, 0)
        return False

    def prove(self, uid: bytes) -> bool:
        """Select the awake tag with ``uid`` by its whole UID, without anticollision: True if it answers to the end."""
        sak = SAK_CASCADE
        for level, part in enumerate(levels(uid)):
            if not sak & SAK_CASCADE:
                return False
            sak = self.select(level, part)
            if sak < 0:
                return False
        return not sak & SAK_CASCADE


def inventory(link: Link) -> tuple[list[bytes], bool]:
    """Find all tags in the field of ``link``: (UIDs in the order found, whether something answered unresolved)."""
    visit = Inventory(link)
    visit.run()
    return visit.uids, visit.garbled
