"""``python -m tests.disk failing [STEP]``: one call in STEP of an evening on a store fails, each in its turn (every one
without STEP, with each of its errors). A line for each kind of call; what is wrong, if anything is, with status 1."""

from __future__ import annotations

import sys
import time

from tests.disk.failing import KINDS, Evenings, compiler, room


def failing(step: int) -> int:
    """How many of the evenings were wrong."""
    wrong = 0
    with room() as folder:
        evenings = Evenings(folder)
        for kind in KINDS:
            start, tried = time.perf_counter(), 0
            for trial in evenings.trials(kind, step):
                tried += 1
                if faults := evenings.faults(trial):
                    wrong += 1
                    print(f"{trial}: {'; '.join(faults)}")
            seconds = time.perf_counter() - start
            print(f"{kind}: {evenings.calls(kind)} calls, {tried} evenings, {seconds:.0f} s", flush=True)
        evenings.close()
    return wrong


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["failing", *rest] if compiler():
            sys.exit(failing(int(rest[0]) if rest else 1) > 0)
        case _:
            sys.exit(f"{__doc__}\nIt needs Linux and a C compiler.")
