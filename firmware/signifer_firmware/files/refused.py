"""What the system refuses, as a sentence: which file, why, and what to do."""

from __future__ import annotations

import errno
import os

# What a full disk says, and a place that this program may not write to.
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM})
# What to do where the system refuses a file; anything else: take another place for it.
_ADVICE = {
    **dict.fromkeys(FORBIDDEN, "take one that you may use, or say it with sudo"),
    **dict.fromkeys(FULL, "make room on its disk, and say it again"),
    errno.EROFS: "remount its disk for writing, or name a place on another one",
    errno.EIO: "look at its disk, which fails",
}
# What is printed has no name.
_NO_ROOM = "make room on the disk to which it writes or prints, and say it again"


def refused(error: OSError) -> str:
    """What was refused, and why."""
    why, name = error.strerror or str(error) or type(error).__name__, _name(error)
    return f"{name}: cannot be used ({why})" if name else f"the system refused something: {why}"


def refused_with_advice(error: OSError) -> str:
    """The same, with what to do about it where a person has named the file, or a disk is full."""
    advice = _ADVICE.get(error.errno or 0, "name another place") if _name(error) else ""
    if not advice and error.errno in FULL:
        advice = _NO_ROOM
    return f"{refused(error)}; {advice}" if advice else refused(error)


def _name(error: OSError) -> str:
    """The file that is meant, "" if it has no name: of two, as of one that gets the other's name, the one that cannot
    be had."""
    first, second = error.filename, error.filename2
    if second is not None and (error.errno != errno.ENOENT or os.path.lexists(first)):
        first = second
    return os.fsdecode(first) if isinstance(first, str | bytes | os.PathLike) else ""
