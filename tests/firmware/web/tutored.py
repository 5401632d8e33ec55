"""Tables at which somebody has asked for the tutor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from signifer_firmware.web.play import ROBOT
from signifer_firmware.web.virtual.live import STIR_US

from .table import Played, played

PLAIN = ("terrain plain plain plain plain plain", "first red", "begin actions")
ATTACK = (
    *PLAIN,
    "setup 3 red heavy-infantry-1",
    "setup 3 blue heavy-infantry-2",
    "count red hand 5",
    "count blue hand 5",
)
# So long its process may take to begin, on a machine that does much else.
PATIENCE_S = 120.0


@contextmanager
def tutored(folder: Path, **how: Any) -> Iterator[Played]:
    with played(folder, **{"mode": ROBOT, "position": ATTACK} | how) as table:
        assert table.do(do="tutor", on=True)["type"] == "done"
        yield table


def calm(table: Played) -> None:
    """Hands rest, so that it may think: the table's time stands still while a test waits."""
    table.wait(STIR_US / 1e6 + 0.1)


def thought(table: Played) -> None:
    """It thinks of nothing any more."""
    calm(table)
    tutor = table.live.tutor
    while tutor._job is not None:
        assert tutor._apart is not None
        assert tutor._apart._ours.poll(PATIENCE_S)
        table.wait(0.1)
