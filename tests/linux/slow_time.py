"""Time that passes slower than this computer's clock: a kernel that is a program, on a computer that has other work,
takes longer for a transfer than a board does."""

from __future__ import annotations

import select
import time
from typing import Any, SupportsIndex

# A transfer takes 30 to 220 us on a Pi. A press waits for a second at most until all readers have looked: with
# transfers of 6 ms (on twins, in virtual time) they have not, and scripts end otherwise.
MOST_TRANSFER_US = 220


def factor_for(transfer_us: int) -> int:
    """How many times slower time has to pass, so that a transfer takes MOST_TRANSFER_US of it at most."""
    return max(1, -(-transfer_us // MOST_TRANSFER_US))


def slow_down(factor: int) -> None:
    """From now on this process's monotonic clock goes so many times slower, and its sleeps last so much longer."""
    clock_ns, sleep, wait = time.monotonic_ns, time.sleep, select.select
    since_ns = clock_ns()

    def now_ns() -> int:
        return since_ns + (clock_ns() - since_ns) // factor

    def slept(seconds: float | SupportsIndex, /) -> None:
        sleep(float(seconds) * factor)

    def waited(reads: Any, writes: Any, others: Any, timeout_s: float | None = None) -> Any:
        return wait(reads, writes, others, None if timeout_s is None else timeout_s * factor)

    time.monotonic_ns = now_ns
    time.monotonic = lambda: now_ns() / 1e9
    time.sleep = slept
    select.select = waited
