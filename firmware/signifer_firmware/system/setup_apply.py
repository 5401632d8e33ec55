"""`signifer setup` does what was shown, keeps what was there before, and takes it all back: exactly, where nobody has
changed it since."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from signifer_core.errors import SigniferError

from signifer_firmware.files.reading import followed, opened, read_bytes
from signifer_firmware.files.writing import unfinished, write

from .facts import Facts
from .setup_plan import (
    ALL,
    BEGIN,
    END,
    FileChange,
    Plan,
    Step,
    block,
    is_back,
    missing,
    stands,
    without_block,
)
from .setup_record import Kept, Record, afters, is_record, packed, packed_afters, unpacked

# What was there before, and what was done.
RECORD = "etc/signifer/setup.json"
PLACES = ("usr/sbin", "usr/bin", "sbin", "bin")
STEP_S = 600.0
# No file that is changed is as long.
MOST_BYTES = 1_000_000
CONFIG_NAME = "config.txt"
# Behind the name of its copy.
COPY = ".before-signifer"


class SetupError(SigniferError):
    """A step failed; what was done up to it stands in the record."""


class Setup:
    """Writes below ``root``. ``tell`` hears a line about each thing that is done."""

    def __init__(self, root: Path, tell: Callable[[str], None]) -> None:
        self._root = root
        self._tell = tell

    def apply(self, plan: Plan) -> None:
        """Do it. What was there before is on disk before anything changes. SetupError if a command fails; or if a file
        is another one by now than what the plan was made from, and then nothing is done."""
        for change in plan.files:
            self._check_same(change)
        record, old = self._record(), list[str]()
        for change in plan.files:
            kept = record["files"].get(change.path)
            before = _begun_with(change, kept)
            self._check_copy(change.path, (before, None if kept is None else unpacked(kept["before"])))
            if change.path.endswith(CONFIG_NAME) and self._now(change.path + COPY) not in (None, before):
                old.append(change.path + COPY)
            record["files"][change.path] = {
                "before": packed(before),
                "after": packed(change.after),
                "earlier": [each for each in packed_afters(kept) if each != packed(change.after)],
            }
        # Before the record forgets what it was a copy of, or the next setup would take it for somebody else's.
        for path in old:
            self._real(path).unlink()
        self._keep(record)
        for change in plan.files:
            self._copy_beside(change.path, unpacked(record["files"][change.path]["before"]))
        for change in plan.files:
            self._write(change)
        for step in plan.steps:
            self._take(step, record)

    def _take(self, step: Step, record: Record) -> None:
        """A command, but for what somebody has done since the plan was made. How to take it back is on disk before it
        begins: `undo` looks whether it was done."""
        words = [*step.undo]
        if words and stands(words, Facts(self._root)):
            self._tell(f"{' '.join(step.do)} (is so already)")
            return
        is_new = bool(words) and words not in record["undo"]
        if is_new:
            record["undo"].append(words)
            self._keep(record)
        try:
            self._run(step.do)
        except SetupError:
            if is_new and not stands(words, Facts(self._root)):
                record["undo"].remove(words)
                self._forget(record)
            raise

    def undo(self) -> int:
        """Take it all back; how many things were left, which have been changed since, or whose command failed: the
        record keeps those, and forgets each other one as soon as it is taken back. SetupError before anything is taken
        back if the boot partition is not there."""
        record, left = self._whole_record(), 0
        for words in reversed([*record["undo"]]):
            try:
                if not is_back(words, Facts(self._root)):
                    self._run(words)
            except SetupError as error:
                self._tell(str(error))
                left += 1
                continue
            record["undo"].remove(words)
            self._forget(record)
        for path, entry in reversed([*record["files"].items()]):
            self._clear_unfinished(self._real(path))
            if not self._restored(path, entry):
                left += 1
                continue
            if path.endswith(CONFIG_NAME):
                self._clear_unfinished(self._real(path + COPY))
                left += not self._is_copy_gone(path + COPY, unpacked(entry["before"]))
            del record["files"][path]
            self._forget(record)
        if record["files"] or record["undo"]:
            self._keep(record)
            return left
        self._path(RECORD).unlink(missing_ok=True)
        self._clear_unfinished(self._path(RECORD))
        with suppress(OSError):
            self._path(RECORD).parent.rmdir()
        return left

    def _clear_unfinished(self, path: Path) -> None:
        """What was being written as the power went."""
        with suppress(OSError):
            unfinished(path).unlink()

    @property
    def was_done(self) -> bool:
        """Whether there is anything to take back."""
        path = self._path(RECORD)
        return path.exists() or unfinished(path).is_file()

    def undoing(self) -> list[str]:
        """What `undo` would do, a line each. SetupError as of `undo`."""
        record = self._whole_record()
        lines = [
            " ".join(words) + (" (is so already)" if is_back(words, Facts(self._root)) else "")
            for words in reversed(record["undo"])
        ]
        for path, entry in reversed(record["files"].items()):
            lines.append(f"remove /{path}" if entry["before"] is None else f"restore /{path}")
        return lines

    def _whole_record(self) -> Record:
        """The record, if all that it is about can be seen."""
        record = self._record()
        for path, entry in record["files"].items():
            if path.endswith(CONFIG_NAME) and entry["before"] is not None and self._now(path) is None:
                raise SetupError(missing(f"/{path}"))
        return record

    def _restored(self, path: str, entry: Kept) -> bool:
        """Whether a file is as it was before. From a config.txt that others have changed our lines are taken out, and
        only ours."""
        before, now = unpacked(entry["before"]), self._now(path)
        if now == before:
            return True
        if now in afters(entry):
            if before is None:
                self._real(path).unlink()
                self._tell(f"removed /{path}")
            else:
                self._write(FileChange(path, now, before))
            return True
        if now is not None and path.endswith(CONFIG_NAME):
            ours = _ours(entry)
            text = "".join(without_block(now, ours)).encode("utf-8", "surrogateescape")
            # Without its marks nobody knows which lines are ours: this one may be somebody else's by now.
            left = ours & _words(text) - _words(before) - {ALL}
            if left and not {BEGIN, END} <= _words(now):
                self._tell(
                    f"/{path} has no marks of Signifer's lines any more, and is left; take out what is not yours: "
                    f"{', '.join(sorted(left))}"
                )
                return False
            self._write(FileChange(path, now, text))
            return True
        self._tell(f"/{path} has been changed since, and is left as it is")
        return False

    def _now(self, path: str) -> bytes | None:
        try:
            return read_bytes(self._real(path), MOST_BYTES)
        except FileNotFoundError:
            return None

    def _check_same(self, change: FileChange) -> None:
        """SetupError if somebody has changed the file since the plan was made, and shown."""
        if self._now(change.path) != change.before:
            raise SetupError(
                f"{self._path(change.path)} has been changed since the plan was shown, and is left; say it again"
            )

    def _copy_beside(self, path: str, before: bytes | None) -> None:
        """A plain copy of config.txt as it was, on the same partition: who has a Pi that no longer starts puts its card
        into another computer, and gives the copy its name."""
        if not path.endswith(CONFIG_NAME) or before is None:
            return
        there = self._now(path + COPY)
        if there != before:
            self._write(FileChange(path + COPY, there, before))

    def _check_copy(self, path: str, ours: tuple[bytes | None, ...]) -> None:
        """SetupError if a file of somebody else's has the name of the copy."""
        if path.endswith(CONFIG_NAME) and self._now(path + COPY) not in (None, *ours):
            raise SetupError(
                f"{self._path(path + COPY)} is there already, and is not config.txt as it is now; give it another name"
            )

    def _is_copy_gone(self, path: str, before: bytes | None) -> bool:
        """Whether the copy is taken away: it is left if somebody has changed it."""
        try:
            there = self._now(path)
        except OSError:  # a folder by now, or longer than any config.txt
            there = b""
        if there == before is not None:
            self._real(path).unlink()
        elif there is not None:
            self._tell(f"/{path} has been changed since, and is left as it is")
            return False
        return True

    def _write(self, change: FileChange) -> None:
        """At once or not at all, with its mode and its owner. SetupError if that is not what it was any more."""
        self._check_same(change)
        path = self._real(change.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, change.after)
        self._tell(f"wrote /{change.path}")

    def _run(self, words: Sequence[str]) -> None:
        """A command of the system below the root. Raises SetupError."""
        said = " ".join(words)
        program = next(
            (path for place in PLACES if (path := self._path(f"{place}/{words[0]}")).exists()), None
        )
        if program is None:
            raise SetupError(f"{words[0]} is not there, so this was not done: {said}")
        try:
            done = subprocess.run(
                [str(program), *words[1:]],
                capture_output=True,
                timeout=STEP_S,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SetupError(f"{said}: {error}") from error
        if done.returncode:
            why = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
            raise SetupError(f"{said}: failed{': ' + why[-1] if why else ''}")
        self._tell(f"did {said}")

    def _record(self) -> Record:
        path = self._path(RECORD)
        try:
            with os.fdopen(opened(path, links=False), "rb") as file:
                # Where others may write into its folder, one of theirs would have root do what they like.
                if os.geteuid() == 0 != os.fstat(file.fileno()).st_uid:
                    raise SetupError(f"{path} is somebody else's, and root does not go by it; take it away")
                found = json.loads(file.read(MOST_BYTES))
        except FileNotFoundError:
            return {"files": {}, "undo": []}
        except (ValueError, RecursionError) as error:
            raise SetupError(f"{path} is damaged ({error}); move it away") from error
        if not is_record(found):
            raise SetupError(f"{path} is damaged; move it away")
        return found

    def _keep(self, record: Record) -> None:
        self._path(RECORD).parent.mkdir(parents=True, exist_ok=True)
        write(self._path(RECORD), json.dumps(record, indent=1))

    def _forget(self, record: Record) -> None:
        """Keep what is left. A disk that is full does not stop `undo`, which looks before it does anything again."""
        with suppress(OSError):
            self._keep(record)

    def _path(self, name: str) -> Path:
        return self._root / name

    def _real(self, name: str) -> Path:
        """The file itself where its name is a link, which stays one. SetupError if it leads out of the root, OSError if
        somebody else has made it."""
        path = self._path(name)
        real = followed(path)
        if not real.is_relative_to(self._root.resolve()):
            raise SetupError(f"{path} is a link that leads to {real}, out of {self._root}")
        return real


def _begun_with(change: FileChange, kept: Kept | None) -> bytes | None:
    """What `undo` is to go back to: the very start, with what others have changed since the last time."""
    if kept is None or change.before is None:
        return change.before if kept is None else unpacked(kept["before"])
    if change.before in afters(kept):
        return unpacked(kept["before"])
    if change.path.endswith(CONFIG_NAME):
        return "".join(without_block(change.before, _ours(kept))).encode("utf-8", "surrogateescape")
    return change.before


def _ours(kept: Kept) -> frozenset[str]:
    """The lines of a config.txt that are ours, wherever a setup was broken off."""
    return frozenset[str]().union(*map(block, afters(kept)))


def _words(content: bytes | None) -> set[str]:
    """The lines of a config.txt."""
    return {line.strip() for line in (content or b"").decode("utf-8", "surrogateescape").splitlines()}


__all__ = ["RECORD", "Setup", "SetupError", "Step"]
