"""The lock that keeps other programs from a table's record, and from its readers."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .files import beside
from .reading import StoreError

LOCK = "-lock"

# The locks that this process has, by the store that each is of.
_HELD: dict[Path, int] = {}


@contextmanager
def alone(store: Path) -> Iterator[None]:
    """Meanwhile no other program that asks for this has the store, and the table's readers with it. StoreError if one
    has. Where nothing can be written, nobody is kept out."""
    name = store.absolute()
    try:
        is_alone(store)  # a lock of this very process whose file was taken away keeps others out, too
        file = _locked(store)
    except BlockingIOError:
        raise StoreError(
            f"another program is at this table ({store}); end it: sudo systemctl stop signifer, or Ctrl-C there"
        ) from None
    except OSError:  # no folder, or a file system without locks
        yield
        return
    _HELD[name] = file
    try:
        yield
    finally:
        os.close(_HELD.pop(name))


def is_alone(store: Path) -> bool:
    """Whether a process that has asked for the store still has it to itself: where somebody has taken the lock's file
    away, it asks again. True for one that never asked."""
    name = store.absolute()
    held = _HELD.get(name)
    if held is None:
        return True
    try:
        if os.path.samestat(os.fstat(held), os.stat(f"{store}{LOCK}")):
            return True
    except OSError:
        pass
    try:
        fresh = _locked(store)
    except BlockingIOError:
        return False
    except OSError:
        return True
    os.close(held)
    _HELD[name] = fresh
    return True


def _locked(store: Path) -> int:
    """The lock's file, locked. BlockingIOError if another program has it, OSError where there can be none."""
    file = os.open(beside(store, LOCK), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(file)
        raise
    return file
