"""A disk on which the power is cut: what was synced is there, of the rest some, names in their order."""

from __future__ import annotations

import errno
import random
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from signifer_firmware.backup.disk import Disk


class CutError(BaseException):
    """The power goes."""


class Torn(Disk):
    """Its ``last``-th step is the one in which the power goes: before it, after it, or half way. A name is sure once
    the folders that it is in were synced; the others go in the order in which they came, the newest first."""

    def __init__(self, rng: random.Random, last: int = 0) -> None:
        self.rng, self.last, self.steps = rng, last, 0
        # What makes each step undone, and the folders that were not synced since.
        self._back: list[tuple[Callable[[], object], set[Path]]] = []

    def free(self, folder: Path) -> int:
        return 1 << 40

    def folder(self, path: Path) -> None:
        self._step(lambda: super(Torn, self).folder(path), lambda: shutil.rmtree(path), path)

    def write(self, path: Path, chunks: Iterable[bytes]) -> None:
        whole = b"".join(chunks)
        self.steps += 1
        if self.steps == self.last:
            path.write_bytes(whole[: self.rng.randrange(len(whole) + 1)])
        else:
            super().write(path, [whole])
        self._back.append((path.unlink, {path.parent}))
        if self.steps == self.last:
            self._cut()

    def put(self, path: Path, content: bytes) -> None:
        before = path.read_bytes() if path.exists() else None
        super_put = super().put

        def back() -> None:
            path.unlink() if before is None else path.write_bytes(before)

        self._step(lambda: super_put(path, content), back, path)
        self._sure(path.parent)  # it syncs its folder itself

    def rename(self, old: Path, new: Path) -> None:
        before = new.read_bytes() if new.exists() else None

        def back() -> None:
            new.rename(old)
            if before is not None:
                new.write_bytes(before)

        self._step(lambda: super(Torn, self).rename(old, new), back, old, new)

    def remove(self, path: Path) -> None:
        if not path.exists():
            return
        content = None if path.is_dir() else path.read_bytes()

        def back() -> None:
            path.mkdir() if content is None else path.write_bytes(content)

        self._step(lambda: super(Torn, self).remove(path), back, path)

    def sync(self, folder: Path) -> None:
        self.steps += 1
        if self.steps == self.last:
            self._cut()
        super().sync(folder)
        self._sure(folder)

    def _sure(self, folder: Path) -> None:
        for _, folders in self._back:
            folders.discard(folder)
        self._back = [step for step in self._back if step[1]]

    def _step(self, do: Callable[[], object], back: Callable[[], object], *names: Path) -> None:
        self.steps += 1
        if self.steps == self.last and self.rng.randrange(2):
            self._cut()
        do()
        self._back.append((back, {name.parent for name in names}))
        if self.steps == self.last:
            self._cut()

    def _cut(self) -> None:
        for back, _ in [*reversed(self._back)][: self.rng.randrange(len(self._back) + 1)]:
            with suppress(FileNotFoundError):  # in a folder that has gone itself
                back()
        raise CutError


class Full(Disk):
    """A disk that is full from its ``last``-th write on."""

    def __init__(self, last: int) -> None:
        self.left = last

    def write(self, path: Path, chunks: Iterable[bytes]) -> None:
        self._fill()
        super().write(path, chunks)

    def put(self, path: Path, content: bytes) -> None:
        self._fill()
        super().put(path, content)

    def _fill(self) -> None:
        self.left -= 1
        if self.left <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
