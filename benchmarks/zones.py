"""Zones of one reader and of several: cycle and latencies of the single and the double table, full, as the air has it.

A card too many would fall silent in it: two in each zone of the single table, four in each of a column and five on each
pad of the double one.
"""

from __future__ import annotations

from tests.node.at_rest import KIND, alone, moves, resting_room

from .figures import Effort, Figure, percentile

PART = "zones"
SINGLE = "single, air"
# A node with four readers; a lift; a lay, as of the nodes of a table with one reader a zone.
CYCLE_LIMIT_US, LIFTED_LIMIT_US, LAID_LIMIT_US = 80_000, 400_000, 80_000
SEED = 5


def figures(effort: Effort) -> list[Figure]:
    """Each against its limit; the double table's cycle against the single one's, too."""
    single, double = resting_room(SEED, SINGLE), resting_room(SEED, KIND)
    rows: list[Figure] = []
    cycles = {}
    for name, room in (("single", single), ("double", double)):
        cycles[name] = max(room.cycle_us() for _ in range(max(3, effort.lays // 5)))
        rows.append(_limited(f"{name}: a cycle of all antennas, longest", cycles[name], CYCLE_LIMIT_US))
        rows += _moved(f"{name}, any card", *moves(room, effort.lays))
    rows.append(Figure(PART, "double: the same cycle", "us", cycles["double"], "single", cycles["single"]))
    return [*rows, *_moved("double, a card alone on a pad", *alone(double, effort.lays))]


def _moved(what: str, laid: list[int], lifted: list[int]) -> list[Figure]:
    return [
        _limited(f"{what}: {hand}, p95", percentile(us, 95), limit_us)
        for hand, us, limit_us in (
            ("laid to present", laid, LAID_LIMIT_US),
            ("lifted to absent", lifted, LIFTED_LIMIT_US),
        )
    ]


def _limited(what: str, us: float, limit_us: int) -> Figure:
    return Figure(PART, what, "us", us, "limit", limit_us, limit=True)
