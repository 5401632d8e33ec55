"""Files that people name, written at once or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from .reading import followed

# What is said of a call that is not for what it was asked of: some that a network has, or a phone's card.
_NOT_FOR_FOLDERS = (errno.EINVAL, errno.ENOTSUP)


def write(path: Path, content: str | bytes) -> None:
    """Let the file hold ``content``, at once or not at all, also if the power fails; its owner and its rights stay. A
    new one is for everybody to read, as a service has to. OSError as of `place`."""
    path = place(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _write_in(folder, path.name, content.encode() if isinstance(content, str) else content)
        os.fsync(folder)
    except OSError as error:
        # A folder that has the name of what is written first is what stands in the way.
        named = error.filename if isinstance(error, IsADirectoryError) else path.name
        raise OSError(error.errno, error.strerror, str(path.with_name(named))) from error
    finally:
        os.close(folder)


def unfinished(path: Path) -> Path:
    """Where `write` leaves a part of what was to be at ``path`` when the power goes."""
    return path.with_name(_fresh(path.name))


def _fresh(name: str) -> str:
    return f".{name[:60]}.signifer-new"


def _write_in(folder: int, name: str, data: bytes) -> None:
    # A name that nobody else gives a file, and no longer one than a folder takes: what is there was left when the power
    # went, or is a link that waits for root.
    before, fresh = _found(folder, name), _fresh(name)
    with suppress(FileNotFoundError):
        os.unlink(fresh, dir_fd=folder)
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644, dir_fd=folder)
    try:
        with suppress(PermissionError):  # a boot partition knows neither
            os.fchmod(file, 0o644 if before is None else before.st_mode & 0o777)
            if before is not None and os.geteuid() == 0:
                os.fchown(file, before.st_uid, before.st_gid)
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
        os.replace(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        os.close(file)
        with suppress(OSError):
            os.unlink(fresh, dir_fd=folder)


def _found(folder: int, name: str) -> os.stat_result | None:
    """The file that is there; a link that has come there since has no say in whose the new one is."""
    with suppress(FileNotFoundError):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        return found if stat.S_ISREG(found.st_mode) else None
    return None


def place(path: Path) -> Path:
    """Where a file of that name comes to lie. OSError where none can: no folder, or no file there. Where root writes, a
    link that somebody else has made is not followed."""
    path = followed(path)
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


def make_folder(path: Path) -> Path:
    """The folder of that name, made if it is missing. OSError where none can be."""
    if path.exists() and not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is no folder; a folder is wanted", str(path))
    for link in (path, *path.parents):
        if link.is_symlink() and not link.exists():
            raise FileNotFoundError(errno.ENOENT, f"a link to {link.readlink()}, where nothing is", str(link))
    path.mkdir(parents=True, exist_ok=True)
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
    """Names in the folder are on disk, where a file system can do that for folders."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(file)
