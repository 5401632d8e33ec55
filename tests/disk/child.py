"""Plays evenings on a disk that fails: ``python -m tests.disk.child``, with the library of disk.c preloaded.

It reads orders (`Order`), one JSON object a line, and answers each with the `Played` of a child of its own, so that no
run knows anything of the one before.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from signifer_firmware.storage.store import Store

from tests.disk.evening import EVENING, TAKEN_AWAY, Evening
from tests.programs import parser

OPEN, WRITE, SYNC, NAME, READ, MEMORY = (1 << bit for bit in range(6))
ALWAYS = 1 << 40


@dataclass(frozen=True)
class Order:
    """An evening in ``folder``. Of its calls of ``kinds`` the ``first`` and those after it, ``count`` in all, fail with
    ``error``. With ``log`` its calls are written down there; if it ``is_taken``, its files are taken away once."""

    folder: str
    kinds: int = 0
    first: int = 0
    count: int = 0
    error: int = 0
    log: str = ""
    is_taken: bool = False


@dataclass
class Played:
    """What was seen: how many calls there were, and how many before the files were taken away; the times of all that
    was done, of what was promised while the disk still failed, then in the end, and of the game that memory had in the
    end; tags promised; what was told; what is told once the disk is good again; the traceback that ended it all, if one
    did."""

    calls: int = 0
    calls_before: int = 0
    done: list[int] = field(default_factory=list)
    promised: list[int] = field(default_factory=list)
    promised_at_last: list[int] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    at_the_end: str = ""
    crash: str = ""
    found_library: bool = True


class Disk:
    """The preloaded library. ``calls_before``: how many calls there were as the files were taken away."""

    def __init__(self) -> None:
        self.calls_before = 0
        self._library = ctypes.CDLL(None)
        self._library.disk_calls.restype = ctypes.c_long

    def arm(self, order: Order) -> bool:
        """Whether SQLite's library was found, so that its allocations count."""
        if order.log:
            self._library.disk_log(order.log.encode())
        first, count = ctypes.c_long(order.first), ctypes.c_long(order.count)
        return bool(self._library.disk_arm(order.folder.encode(), order.kinds, first, count, order.error))

    def disarm(self) -> int:
        """The disk is good from now on; how many calls there were."""
        self._library.disk_disarm()
        return int(self._library.disk_calls())

    def note(self, number: int) -> None:
        """Write into the log that so many writes have been acknowledged."""
        self._library.disk_note(ctypes.c_long(number))

    def take(self, folder: Path) -> None:
        """Somebody takes all files away."""
        self._library.disk_pause(1)
        self.calls_before = int(self._library.disk_calls())
        for path in folder.iterdir():
            path.unlink()
        self._library.disk_pause(0)

    def pull(self, store: Store) -> None:
        """Let the store's files stay as they are, while this process lets go of them."""
        self._library.disk_pause(1)
        files = {path: path.read_bytes() for path in store.path.parent.iterdir()}
        store._let_go()
        for path in store.path.parent.iterdir():
            path.unlink()
        for path, content in files.items():
            path.write_bytes(content)
        self._library.disk_pause(0)


def as_cut(folder: Path) -> Path:
    """Where the files are kept as they were when the disk became good again."""
    return folder.with_name(folder.name + "-cut")


def played(order: Order) -> Played:
    """Play one evening; at its end the disk is good again, and the table is switched off."""
    disk, seen, folder = Disk(), Played(), Path(order.folder)
    seen.found_library = disk.arm(order)
    evening = Evening(folder, disk.note, disk.pull, disk.take)
    evening.play(TAKEN_AWAY if order.is_taken else EVENING)
    seen.calls, seen.calls_before = disk.disarm(), disk.calls_before
    seen.done, seen.promised = evening.done, list(evening.promised)
    seen.tags = sorted(uid.hex() for uid in evening.bound)
    if not order.log:
        shutil.copytree(folder, as_cut(folder))
    evening.tend()
    seen.promised_at_last = evening.promised
    seen.game = [entry.at_us for entry in evening.store.last_game()]
    seen.troubles, seen.notices = evening.troubles, evening.notices
    seen.at_the_end = evening.store.trouble
    evening.store.close()
    return seen


def main() -> None:
    parser("tests.disk.child", __doc__).parse_args()
    for line in sys.stdin:
        order = Order(**json.loads(line))
        answer, says = os.pipe()
        process = os.fork()
        if not process:
            os.dup2(says, sys.stderr.fileno())
            os.write(says, json.dumps(asdict(played(order))).encode())
            os._exit(0)
        os.close(says)
        with os.fdopen(answer) as file:
            said = file.read()
        _, status = os.waitpid(process, 0)
        print(json.dumps({"crash": said or "the process died"}) if status else said, flush=True)


if __name__ == "__main__":
    main()
