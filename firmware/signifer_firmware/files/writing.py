"""Files that people name, written at once or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from .reading import of_others


def write(path: Path, content: str | bytes) -> None:
    """Let the file hold ``content``, at once or not at all, also if the power fails; its owner and its rights stay. A
    new one is for everybody to read, as a service has to. OSError as of `place`."""
    path = place(path)
    fresh = path.with_name(f"{path.name}.new")
    before = path.stat() if path.exists() else None
    # One that was left there, or a link that waits there for root, is no place to write.
    fresh.unlink(missing_ok=True)
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    try:
        os.fchmod(file, 0o644 if before is None else before.st_mode & 0o777)
        if before is not None and os.geteuid() == 0:
            os.fchown(file, before.st_uid, before.st_gid)
        data = content.encode() if isinstance(content, str) else content
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
        fresh.replace(path)
    finally:
        os.close(file)
        fresh.unlink(missing_ok=True)
    sync_folder(path.parent)


def place(path: Path) -> Path:
    """Where a file of that name comes to lie. OSError where none can: no folder, or no file there. Where root writes, a
    link that somebody else has made is not followed."""
    if of_others(path):
        raise OSError(errno.ELOOP, "a link, which root does not follow; name the file itself", str(path))
    path = Path(os.path.realpath(path))
    if path.is_symlink():
        raise OSError(errno.ELOOP, "a link that leads to itself; take it away", str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; a file is wanted", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
    # A file of that name would take its place, /dev/null's for the whole computer.
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is a device, a pipe or a socket; a file is wanted", str(path))
    return path


def clear(path: Path) -> None:
    """Nothing is there any more, neither a folder with all that is in it nor anything else; what cannot be taken away
    stays. (`shutil.rmtree` opens what is there to see whether it is a folder, and waits for a pipe without end.)"""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def sync_folder(folder: Path) -> None:
    """Names in the folder are on disk."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
