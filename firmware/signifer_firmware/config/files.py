"""Reading files that a table file names."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_bytes(path: Path, most: int = -1) -> bytes:
    """The first ``most`` bytes of a file, or all of it; OSError, or ValueError for a name that no file can have. A pipe
    is not opened: that would wait for whoever writes into it, if need be for ever."""
    if stat.S_ISFIFO(path.stat().st_mode):
        raise OSError(errno.EINVAL, "a pipe")
    with path.open("rb") as stream:
        return stream.read(most)
