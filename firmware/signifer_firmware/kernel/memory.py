"""Memory that was freed, given back to the system."""

from __future__ import annotations

import ctypes
import sys

_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


def give_back() -> None:
    """Give the system what the C library keeps of what was freed, also beneath what is in use, in the heaps of all
    threads (glibc's malloc_trim; it takes milliseconds). Nothing where the library has no such thing."""
    if _trim is not None:
        _trim(0)
