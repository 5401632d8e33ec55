"""``signifer first-start``: a table's own wireless network, where no known one takes it in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import finish


def first_start(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's file, or a bundled table.")],
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the table reads what its screens are to show.")
    ] = Path("/run/signifer-network"),
) -> None:
    """Open a wireless network of the table's own where no known one takes it in, and ask a phone for another.

    A service of the card image (docs/first-start.md): it needs iwd, and the right to serve at ports 53 and 80.
    """

    def work() -> int:
        from signifer_firmware.network.serve import run

        return run(table, folder)

    finish(work)
