"""Has the n-th call of an evening fail, and looks at what is left: for one n, or for as many as are wanted."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from signifer_firmware.i18n.words import Words
from signifer_firmware.storage.files import COPY, beside
from signifer_firmware.storage.second_copy import CopyFile
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store
from signifer_firmware.storage.trouble import key_in
from signifer_firmware.texts.faults import fault_text

from tests.disk import child
from tests.disk.child import ALWAYS, MEMORY, NAME, OPEN, READ, SYNC, WRITE, Order, Played, as_cut
from tests.firmware.storage.states import ROOM

SOURCE = Path(__file__).with_name("disk.c")
# A file's length is changed by a write; names are changed by rename and unlink. An allocation is one of SQLite's.
KINDS = {"open": OPEN, "write": WRITE, "sync": SYNC, "name": NAME, "read": READ, "allocation": MEMORY}
ERRORS = {
    OPEN: (errno.EIO, errno.EMFILE, errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOMEM),
    WRITE: (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT),
    SYNC: (errno.EIO, errno.ENOSPC),
    NAME: (errno.EIO, errno.EROFS, errno.ENOSPC),
    READ: (errno.EIO,),
    MEMORY: (errno.ENOMEM,),
}


@dataclass(frozen=True)
class Trial:
    """The ``first`` call of a kind fails, alone or with all that come after it; in an evening whose files were taken
    away in the middle, if it ``is_taken``."""

    kind: str
    first: int
    count: int
    error: int
    is_taken: bool = False

    def __str__(self) -> str:
        what = "alone" if self.count == 1 else "and all after it"
        taken = " (taken away)" * self.is_taken
        return f"{self.kind} {self.first} {what}{taken}: {errno.errorcode[self.error]}"


def compiler() -> str | None:
    """A C compiler; None if there is none, or no library of it could be preloaded."""
    return (shutil.which("gcc") or shutil.which("cc")) if sys.platform == "linux" else None


@contextmanager
def room() -> Iterator[Path]:
    """A folder, in memory where that can be: no real disk is tested."""
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        yield Path(folder)


def compiled(folder: Path) -> Path:
    """The library of disk.c."""
    cc, library = compiler(), folder / "disk.so"
    assert cc is not None
    strict = ("-Wall", "-Wextra", "-Werror")
    subprocess.run([cc, *strict, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return library


class Evenings:
    """A process on a disk of its own; a child of it plays each evening."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "state"
        self._process = subprocess.Popen(
            [sys.executable, "-m", child.__name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "LD_PRELOAD": str(compiled(folder))},
        )

    def play(
        self,
        kinds: int = 0,
        first: int = 0,
        count: int = 0,
        error: int = 0,
        *,
        log: str = "",
        is_taken: bool = False,
    ) -> Played:
        """Play one, in an empty folder."""
        for folder in (self._folder, as_cut(self._folder)):
            shutil.rmtree(folder, ignore_errors=True)
        self._folder.mkdir()
        order = Order(str(self._folder), kinds, first, count, error, log, is_taken)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(order)) + "\n")
        self._process.stdin.flush()
        return Played(**json.loads(self._process.stdout.readline()))

    def calls(self, kind: str, *, is_taken: bool = False) -> int:
        """How many calls of a kind an evening has."""
        played = self.play(KINDS[kind], is_taken=is_taken)
        assert kind != "allocation" or played.found_library, "SQLite is a library of its own here"
        return played.calls

    def trials_as_left(self, kind: str, most: int, step: int) -> Iterator[Trial]:
        """Every ``step``-th of the first ``most`` calls of a kind after files were taken away: one alone fails."""
        before = self.play(KINDS[kind], is_taken=True).calls_before
        for first in range(before + 1, before + most + 1, step):
            yield Trial(kind, first, 1, ERRORS[KINDS[kind]][0], is_taken=True)

    def trials(self, kind: str, step: int = 1, *, is_taken: bool = False) -> Iterator[Trial]:
        """Every ``step``-th call of a kind, and one that is past the end; with each error that it can have, or, where
        calls are left out, with one after the other."""
        errors, calls = ERRORS[KINDS[kind]], self.calls(kind, is_taken=is_taken)
        for turn, first in enumerate((*range(1, calls + 1, step), calls + 1)):
            for count in (1, ALWAYS):
                tried = errors if step == 1 else (errors[(turn + count) % len(errors)],)
                for error in tried:
                    yield Trial(kind, first, count, error, is_taken)

    def faults(self, trial: Trial) -> list[str]:
        """What is wrong after an evening whose calls failed."""
        played = self.play(KINDS[trial.kind], trial.first, trial.count, trial.error, is_taken=trial.is_taken)
        if played.crash:
            return [played.crash]
        return [
            *(f"not a sentence for players: {text!r}" for text in played.troubles if not told(text)),
            *(["the disk is good again, and the table says: " + played.at_the_end] * bool(played.at_the_end)),
            *left(as_cut(self._folder), played, played.promised),
            *left(self._folder, played, played.promised_at_last, played.game),
            *([] if in_both(self._folder) else ["the two files differ"]),
        ]

    def close(self) -> None:
        self._process.communicate()
        assert self._process.returncode == 0


@cache
def told(trouble: str) -> bool:
    """Whether it is a trouble that players are told about, and one sentence."""
    return (
        bool(key_in(trouble))
        and "\n" not in trouble
        and "Leave the power on" in fault_text("record", trouble, Words("en"))
    )


def left(
    folder: Path, played: Played, promised: list[int], expected: list[int] | None = None
) -> Iterator[str]:
    """What is wrong with the files: opened on a good disk they have all that was promised, once and in its order; what
    was done and not promised they may have, too. The last game is ``expected``, if that is said."""
    with closing(Store.at_table(folder / STORE)) as store:
        if store.trouble or store.notice:
            yield f"on a good disk: {store.trouble} {store.notice}"
        game = [entry.at_us for entry in store.last_game()]
        assert store._db is not None
        there = [at_us for (at_us,) in store._db.execute("SELECT at_us FROM journal ORDER BY number")]
        if there != [at_us for at_us in played.done if at_us in {*there, *promised}]:
            yield f"{there} is there of {played.done}, of which {promised} were promised"
        if game != (there[len(there) - len(game) :] if expected is None else expected):
            yield f"the game is {game} of {there}, and was {expected}"
        if not {bytes.fromhex(uid) for uid in played.tags} <= set(store.cards()):
            yield f"of the tags only {sorted(store.cards())} are there"


def in_both(folder: Path) -> bool:
    """Whether the second copy says what the store says."""
    copy, good = CopyFile(beside(folder / STORE, COPY)).read()
    with closing(Store.reading(folder / STORE)) as store:
        return good and copy is not None and store._held == copy
