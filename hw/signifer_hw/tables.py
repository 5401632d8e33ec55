"""The tables that are drawn: each bundled table.toml with its wiring file in hw/wiring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_firmware.config.model import TableConfig, bundled_file, parse_table
from signifer_firmware.wiring_guide.parts import MAIN_BOARD

from .build import circuits
from .check import Source, check
from .circuit import Circuit
from .wiring_file import Wiring, parse_wiring

# `stock` is `direct` with two readers less and another driver.
TABLES = ("standard", "starter", "double", "direct", "handy")
_WIRING = Path(__file__).parents[1] / "wiring"


@dataclass(frozen=True)
class Pair:
    """A table and its wiring, as files."""

    table: Source
    wiring: Source


@dataclass(frozen=True)
class Design:
    """A table that may be built: both files read, and its boards."""

    table: TableConfig
    wiring: Wiring
    boards: tuple[Circuit, ...]

    @property
    def main(self) -> Circuit:
        """The Pi's board; not where nothing hangs on a Pi."""
        (board,) = self.mains
        return board

    @property
    def mains(self) -> tuple[Circuit, ...]:
        """The Pi's board, or none."""
        return tuple(board for board in self.boards if board.name == MAIN_BOARD)

    @property
    def nodes(self) -> tuple[Circuit, ...]:
        return tuple(board for board in self.boards if board.name != MAIN_BOARD)

    @property
    def shown(self) -> tuple[Circuit, ...]:
        """The main board, if there is one, and of nodes that are alike the first."""
        return (*self.mains, *(alike[0] for alike in self._alike))

    @property
    def _alike(self) -> list[list[Circuit]]:
        """The nodes, those of the same parts together."""
        found: dict[tuple[tuple[str, str], ...], list[Circuit]] = {}
        for node in self.nodes:
            shape = tuple(sorted((part.kind.key, part.ref) for part in node.parts.values()))
            found.setdefault(shape, []).append(node)
        return list(found.values())

    def others(self, say: str) -> list[str]:
        """Lines of a page that tells of those ``shown``: what the other nodes do."""
        many = sum(len(alike) - 1 for alike in self._alike)
        like = [f"{len(alike) - 1} as {alike[0].name}" for alike in self._alike if len(alike) > 1]
        if not many:
            return []
        which = f", {' and '.join(like)}," if len(self._alike) > 1 else ""
        return ["", f"The other {many} nodes{which} {say}."]


def bundled(name: str) -> Pair:
    """One of TABLES; the files lie in the program and in hw/wiring."""
    file = _WIRING / f"{name}.toml"
    return Pair(Source(f"{name}.toml", bundled_file(name)), Source(f"wiring/{name}.toml", file.read_bytes()))


def read_design(pair: Pair, name: str) -> Design:
    """A table that passes all checks; ConfigError with everything that is wrong."""
    if found := check(pair.table, pair.wiring):
        raise ConfigError(found)
    table = parse_table(pair.table.data, file=pair.table.file, name=name)
    wiring = parse_wiring(pair.wiring.data, file=pair.wiring.file)
    return Design(table, wiring, circuits(table, wiring))


@cache
def design(name: str) -> Design:
    """A bundled one; made once, since all files are made of it."""
    return read_design(bundled(name), name)
