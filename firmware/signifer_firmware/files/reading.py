"""Every file that people, or other programs, have made is read here: a regular file, so many bytes at most, as text
that is UTF-8."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from signifer_core.errors import ConfigError

# Twice the longest of them: a deck with a hundred kinds of cards, a script of an evening.
MOST_BYTES = 100_000
# As Linux has it.
_MOST_LINKS = 40


def opened(path: Path, *, links: bool = True) -> int:
    """A descriptor of a regular file, to be read; OSError for anything else (a pipe would be waited for, a device read
    for ever), or ValueError for a name that no file can have. Without ``links`` root follows those alone that are
    root's own."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
    if not links:
        path, flags = followed(path), flags | os.O_NOFOLLOW
    check_regular(path.stat())
    file = os.open(path, flags)
    try:
        check_regular(os.fstat(file))
    except OSError:
        os.close(file)
        raise
    return file


def followed(path: Path) -> Path:
    """Where a name leads: what is there is no link, unless it leads to itself. OSError for a link that root would
    follow, and that somebody else has made. Whose it is and where it leads are asked of one descriptor: in a folder of
    others another link may have its name a moment later."""
    if os.geteuid() != 0 or not hasattr(os, "O_PATH"):
        return Path(os.path.realpath(path))
    for _ in range(_MOST_LINKS):
        path = Path(os.path.realpath(path.parent)) / path.name
        try:
            link = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return path
        try:
            found = os.fstat(link)
            if not stat.S_ISLNK(found.st_mode):
                return path
            if found.st_uid != 0:
                raise OSError(
                    errno.ELOOP, "a link, which root does not follow; name the file itself", str(path)
                )
            path = path.parent / os.readlink("", dir_fd=link)
        finally:
            os.close(link)
    return path


def check_regular(found: os.stat_result, *named: Path) -> None:
    """OSError if it is anything but a file; it names the file if that is ``named``."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), *map(str, named))
    if not stat.S_ISREG(found.st_mode):
        what = "a pipe" if stat.S_ISFIFO(found.st_mode) else "a device"
        raise OSError(errno.EINVAL, what, *map(str, named))


def read_bytes(path: Path, most: int = MOST_BYTES, *, links: bool = True) -> bytes:
    """What a file holds, ``most`` bytes at most; OSError or ValueError as `opened`, and OSError if it is longer."""
    with os.fdopen(opened(path, links=links), "rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"longer than {most // 1000} kB")
    return data


def read_text(path: Path, most: int = MOST_BYTES, *, advice: str = "") -> str:
    """The same as text, without a mark of its order of bytes; ConfigError, with ``advice`` where another file is meant,
    if that cannot be had."""
    try:
        data = read_bytes(path, most)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = getattr(error, "strerror", None) or str(error)
        shorter = "shorten it" if getattr(error, "errno", 0) == errno.EFBIG else ""
        what = ", or ".join(filter(None, (shorter, advice)))
        raise ConfigError([f"{path}: cannot be read ({why}){what and '; '}{what}"]) from None
    return decoded(data, file=str(path))


def decoded(data: bytes, *, file: str) -> str:
    """UTF-8 as text; ConfigError with the line where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{file}:{line}: not UTF-8; save the file as UTF-8"]) from None
