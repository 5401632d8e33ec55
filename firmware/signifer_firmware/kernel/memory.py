"""The C library's memory: one heap for all threads, and what was freed given back to the system."""

from __future__ import annotations

import ctypes
import sys

# glibc's malloc.h. Below LARGE_BYTES, its own first figure, memory comes of a heap; what is larger is the system's
# alone, and goes back to it at once.
M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3
LARGE_BYTES = 128 << 10

_library = ctypes.CDLL(None) if sys.platform == "linux" else None
_trim = getattr(_library, "malloc_trim", None)
_option = getattr(_library, "mallopt", None)


def keep_together() -> None:
    """Have all threads that begin from now on share the heaps there are: one keeps for itself what was freed in it,
    and of Python's threads one works at a time anyhow. And have a large piece stay the system's, however often there
    was one: glibc takes the next ones of that size from a heap, where they leave holes (mallopt(3)). Nothing where the
    library has no such thing."""
    if _option is not None:
        _option(M_ARENA_MAX, 1)
        _option(M_MMAP_THRESHOLD, LARGE_BYTES)


def give_back() -> None:
    """Give the system what the C library keeps of what was freed, also beneath what is in use, in the heaps of all
    threads (glibc's malloc_trim; it takes milliseconds). Nothing where the library has no such thing."""
    if _trim is not None:
        _trim(0)
