"""``python -m tests.disk failing [STEP]``: one call in STEP of an evening on a store fails, each in its turn (every one
without STEP, with each of its errors), also of one whose files are taken away in the middle. A line for each kind of
call; what is wrong, if anything is, with status 1.

``python -m tests.disk power [CUTS [SYNC]]``: the power is cut as often as that (10,000) in an evening; in one whose
SYNC-th sync fails, if that is said.
"""

from __future__ import annotations

import sys
import time
from itertools import product

from tests.disk.failing import KINDS, Evenings, compiler, room
from tests.disk.power import cut, recorded
from tests.programs import parser


def failing(step: int) -> int:
    """How many of the evenings were wrong."""
    wrong = 0
    with room() as folder:
        evenings = Evenings(folder)
        for kind, is_taken in product(KINDS, (False, True)):
            start, tried = time.perf_counter(), 0
            for trial in evenings.trials(kind, step, is_taken=is_taken):
                tried += 1
                if faults := evenings.faults(trial):
                    wrong += 1
                    print(f"{trial}: {'; '.join(faults)}")
            seconds = time.perf_counter() - start
            calls = (
                f"{kind}: {evenings.calls(kind, is_taken=is_taken)} calls" + ", files taken away" * is_taken
            )
            print(f"{calls}, {tried} evenings, {seconds:.0f} s", flush=True)
        evenings.close()
    return wrong


def power(cuts: int, failing_sync: int) -> int:
    """How many of the cuts lost something."""
    with room() as folder:
        evenings = Evenings(folder)
        calls = recorded(evenings, folder, failing_sync)
        evenings.close()
        (folder / "cut").mkdir()
        start = time.perf_counter()
        result = cut(calls, folder / "cut", cuts, seed=1)
        seconds = time.perf_counter() - start
    print(*result.wrong, sep="\n", end="\n" * bool(result.wrong))
    print(
        f"{result.cuts} cuts after {result.places} calls, {result.distinct} different folders, "
        f"{len(result.wrong)} wrong, {seconds:.1f} s"
    )
    return len(result.wrong)


def main() -> int:
    options = parser("tests.disk", f"{__doc__}\nIt needs Linux and a C compiler.")
    kinds = options.add_subparsers(required=True, dest="kind", metavar="KIND")
    one = kinds.add_parser("failing", help="one call after the other fails")
    one.add_argument("step", type=int, nargs="?", default=1)
    other = kinds.add_parser("power", help="the power is cut")
    other.add_argument("cuts", type=int, nargs="?", default=10_000)
    other.add_argument("sync", type=int, nargs="?", default=0)
    asked = options.parse_args()
    if not compiler():
        options.error("there is no C compiler here")
    return int((failing(asked.step) if asked.kind == "failing" else power(asked.cuts, asked.sync)) > 0)


if __name__ == "__main__":
    sys.exit(main())
