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
    SILENT,
    WUPA,
    Link,
    sak_of,
    select_frames,
)


class Known:
    """What one visit to one field asks of known tags, and hears of them; `iso14443a.Inventory` is one.

    ``uids``: the tags found. ``misses`` tells of each known tag how many tries were met by silence, and to how many it
    answered, but not to the end; the try that found it is in neither.
    """

    garbled = False
    irregular = False  # something in this visit was not as the standard has it
    in_part = (
        False  # a tag that was asked for answered a part of its UID as it should, and then not to the end
    )
    # A tag that is there was not heard, or not understood, when it should have been, or may not be.
    rough = False
    # A tag that was asked for is not there, or too weak.
    missed = False

    def __init__(self, link: Link) -> None:
        self.link = link
        self.uids: list[bytes] = []
        self.misses: dict[bytes, tuple[int, int]] = {}

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
        transceive = self.link.transceive
        if again:
            # Wherever the last try left it, it falls asleep or back to where it came from, and WUPA wakes it there.
            self.link.send(HLTA, 0, 0)
        # Whoever answers, the SELECT that follows tells whether it is the one.
        self.link.send(WUPA if again else REQA, 7, 2)
        frames = select_frames(uid)
        last = len(frames) - 1
        level = 0
        states = []
        while True:
            state, data, _, _ = transceive(frames[level], 0, 0, 3)
            states.append(state)
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
        self._failed(uid, states, last)
        return False

    def _failed(self, uid: bytes, states: "list[int]", last: int) -> None:
        """Count a try that did not come to its end: ``states`` of the answers to the SELECT frames that were sent."""
        silent, broken = self.misses[uid]
        sign = False
        for level, state in enumerate(states):
            if state != SILENT and (level == last or not self._shares_level(uid, level)):
                sign = self.rough = True
                self.in_part = self.in_part or (state == CLEAN and level < len(states) - 1)
        self.misses[uid] = (silent, broken + 1) if sign else (silent + 1, broken)

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
