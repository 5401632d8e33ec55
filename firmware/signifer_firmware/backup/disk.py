"""What a restore asks of a disk: few things, so that a test can cut the power at each of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from signifer_firmware.files import writing


class Disk:
    """The disk that there is."""

    def free(self, folder: Path) -> int:
        """How many bytes may be written there."""
        return shutil.disk_usage(folder).free

    def folder(self, path: Path) -> None:
        """Make a folder that nobody else reads."""
        path.mkdir(mode=0o700)

    def write(self, path: Path, chunks: Iterable[bytes]) -> None:
        """Make a file of which all is on disk when this returns; its name is sure once its folder is synced."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        try:
            for chunk in chunks:
                left = memoryview(chunk)
                while left:
                    left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)

    def put(self, path: Path, content: bytes) -> None:
        """Let a file that people may read hold ``content``, at once or not at all."""
        writing.write(path, content)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, in place of any that had it."""
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Take a file away, or an empty folder; nothing if there is none."""
        try:
            path.unlink(missing_ok=True)
        except (IsADirectoryError, PermissionError):
            path.rmdir()

    def sync(self, folder: Path) -> None:
        """Names in the folder are sure."""
        writing.sync_folder(folder)
