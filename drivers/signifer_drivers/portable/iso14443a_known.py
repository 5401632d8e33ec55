"""ISO/IEC 14443-3 type A: asking tags that are known to lie in a field, each by its whole UID.

Without anticollision: a request, and a SELECT a level. Runs under MicroPython as it is; `iso14443a` finds all others.
"""

from signifer_drivers.portable import native as micropython
from signifer_drivers.portable.iso14443a_frames import (
    BROKEN,
    CLEAN,
    COLLISION,
    HLTA,
    REQA,
    SAK_CASCADE,
    SAKS,
    SILENT,
    WUPA,
    Link,
    atqa,
    is_like,
    sak_of,
    select_frames,
)

MYPY = False
if MYPY:
    from collections.abc import Sequence

# Where so many tries are wanted, a tag was silent before: whoever is silent then for this many is listened for.
SILENT_TRIES, BEFORE_LISTENING = 5, 2
# So many requests take as long as a try, and tell more of who is silent: where most frames are damaged, a request that
# gets through is the first of two frames that have to, and by far the shortest; where most answers are missed, every
# second request is answered.
LISTENS = 6
MOST_HEARD = 3  # of these that are answered: then somebody is there


class Known:
    """What one visit to one field asks of known tags, and hears of them; `iso14443a.Inventory` is one.

    ``uids``: the tags found. ``misses`` tells of each known tag how many tries were met by silence, and to how many it
    answered, but not to the end; the try that found it is in neither.
    """

    garbled = False
    irregular = False  # something in this visit was not as the standard has it
    # Tags that in some try answered a part of their UIDs as they should, or with a few bits damaged, and then not to
    # the end.
    parts: "tuple[bytes, ...]" = ()
    # A request was answered as by a tag: badly, or by one that is known to lie there alone.
    hears_tag = False
    # A tag that is there was not heard, or not understood, when it should have been.
    rough = False
    # A tag that was asked for is not there, or too weak.
    missed = False

    def __init__(self, link: Link) -> None:
        self.link = link
        self.uids: list[bytes] = []
        self.misses: dict[bytes, tuple[int, int]] = {}

    @property
    def in_part(self) -> bool:
        """Whether one of these was not found. What was found in another try says nothing of those that were not."""
        return any(uid not in self.uids for uid in self.parts)

    @micropython.native
    def ask(self, known: "Sequence[bytes]", tries: int, final: "bytes | None" = None) -> "Sequence[bytes]":
        """Ask for ``known`` tags, up to ``tries`` times each; return those that were not found. Where all are found at
        once, the last, ``final`` one is left awake, unless it is None."""
        left = known
        for turn in range(tries):
            if turn == BEFORE_LISTENING and tries >= SILENT_TRIES and self.is_silent(left, tries - turn):
                break
            still: list[bytes] = []
            for uid in left:
                awake = uid is final and turn == 0 and not still
                if uid not in self.uids and not self.recheck(uid, turn > 0, awake):
                    still.append(uid)
            left = still
            if not left:
                break
            self.irregular = True
        return left

    def is_silent(self, uids: "Sequence[bytes]", tries: int) -> bool:
        """Whether nobody was found or heard yet, nor is now while these tags are listened for, for so many tries."""
        return not (self.uids or self.rough or self.hears_tag or self.listen(uids, tries))

    @micropython.native
    def is_alone(self, uid: bytes) -> bool:
        """Whether nobody answers but those that sleep and ``uid``, which was selected last and not put to sleep.

        A request sends it back to where it was, unanswered: that saves a frame. If somebody does answer, it is selected
        once more, and put to sleep; if that fails, `find` finds it again.
        """
        if self.link.transceive(REQA, 7, 0, 2)[0] == SILENT:
            return True
        self.link.send(REQA, 7, 2)
        for frame in select_frames(uid):
            self.link.transceive(frame, 0, 0, 3)
        self.halt()
        return False

    @micropython.native
    def recheck(self, uid: bytes, again: bool, awake: bool = False) -> bool:
        """Ask for one known tag; True if it answers to the end. Then it sleeps, unless it is left ``awake``. ``misses``
        counts the others.

        Who answers a SELECT has compared the UID, so any answer at all is a sign of this tag; of one that shares its
        first level with another known tag, only an answer at the last level is.
        """
        # Whoever answers a request, the SELECT that follows tells whether it is the one.
        if again:
            # Wherever the last try left it, it falls asleep or back to where it came from, and WUPA wakes it there.
            self.link.send(HLTA, 0, 0)
            self.wakes(uid)
        else:
            self.link.send(REQA, 7, 2)
        return self.selects(uid, again, awake)

    @micropython.native
    def wakes(self, uid: bytes) -> int:
        """Wake all: CLEAN or BROKEN if that is answered, well or badly, as by a tag with such a UID, else SILENT. Noise
        alone is not like that, and must not keep a tag that was lifted."""
        state, data, bits, _ = self.link.transceive(WUPA, 7, 0, 2)
        if state not in (CLEAN, BROKEN) or not is_like(data, bits, atqa(uid)):
            return SILENT
        # Where several lie, a clean answer says that answers are missed, and no more.
        self.hears_tag = self.hears_tag or state == BROKEN or len(self.misses) == 1
        return state

    @micropython.native
    def selects(self, uid: bytes, again: bool, awake: bool) -> bool:
        """Select a known tag that a request has perhaps wakened: see `recheck`."""
        transceive = self.link.transceive
        frames = select_frames(uid)
        last = len(frames) - 1
        level = 0
        answers = []
        while True:
            state, data, bits, _ = transceive(frames[level], 0, 0, 3)
            answers.append((state, data, bits))
            if state in (SILENT, BROKEN) and level < last:
                # Perhaps only its answer was missed, or damaged: then it waits for the next level.
                level += 1
                continue
            if state != COLLISION or level == last:
                # The CRC counts for more than the number of bits heard.
                if state != CLEAN:
                    break
                sak = sak_of(data)
                if sak < 0 or (level == last) == bool(sak & SAK_CASCADE):
                    break
                if level == last:
                    self.uids.append(uid)
                    if again:
                        self.rough = True
                    if not awake:
                        # Nobody answers that. Who did not hear it is found once more, with the newcomers.
                        self.link.send(HLTA, 0, 0)
                    return True
            level += 1
        self._failed(uid, answers, last)
        return False

    def _failed(self, uid: bytes, answers: "list[tuple[int, bytes, int]]", last: int) -> None:
        """Count a try that did not come to its end: the ``answers`` to the SELECT frames that were sent, with their
        states and numbers of bits."""
        silent, broken = self.misses[uid]
        sign = False
        for level, (state, data, bits) in enumerate(answers):
            if state != SILENT and (level == last or not self._shares_level(uid, level)):
                sign = self.rough = True
                is_sak = state == CLEAN and level < len(answers) - 1
                if is_sak or is_like(data, bits, SAKS[level == last]):
                    self.parts = self.parts + (uid,)  # noqa: RUF005 (MicroPython has no (*a, b))
        self.misses[uid] = (silent, broken + 1) if sign else (silent + 1, broken)

    @micropython.native
    def listen(self, uids: "Sequence[bytes]", tries: int) -> bool:
        """Listen in place of so many tries: whether somebody is heard; if not, they are counted as silent. Whoever
        answers a request as a tag does is asked for by the UIDs of these known tags, by turns."""
        turn = 0
        for _ in range(LISTENS * tries):
            if turn == MOST_HEARD:
                break
            uid = uids[turn % len(uids)]
            # Whoever heard the tries before sleeps, and what they answered was missed.
            state = self.wakes(uid)
            if state == SILENT:
                continue
            turn += 1
            before = self.misses[uid]
            if self.selects(uid, True, False):
                return True
            if state == BROKEN and self.misses[uid][1] == before[1]:
                # In noise all that was asked is whether the request was heard: that is no try of this tag.
                self.misses[uid] = before
        if not turn:
            for uid in uids:
                silent, broken = self.misses[uid]
                self.misses[uid] = (silent + tries, broken)
        return turn > 0

    def _shares_level(self, uid: bytes, level: int) -> bool:
        """Whether another known tag has the same UID up to ``level``, which is not the last one."""
        size = 3 * (level + 1)
        return any(
            other != uid and len(other) > size + 1 and other[:size] == uid[:size] for other in self.misses
        )

    @micropython.native
    def halt(self) -> None:
        """Put the selected tag to sleep until the field goes off; by the standard it gives no answer."""
        if self.link.transceive(HLTA, 0, 0, 1)[0] != SILENT:
            self.irregular = True
