"""``signifer wiring``: what goes where, in the terminal."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import Annotated

import typer
from signifer_core.errors import MOST_SAID, ConfigError, shortened

from signifer_firmware.cli.installed import chosen_table

from .common import Table, finish


def wiring(
    table: Table = None,
    of: Annotated[
        list[str] | None,
        typer.Option(
            "--of", metavar="PART", help='Of these parts alone: "reader 3", "mux", "node column 3".'
        ),
    ] = None,
) -> None:
    """Show the 40 pins of the header and every connection of a table.

    The same list is what the circuits in hw/ are made of.
    """

    def work() -> int:
        from signifer_firmware.config.model import load_table
        from signifer_firmware.files.console import PlainConsole
        from signifer_firmware.wiring_guide.connections import connections, header
        from signifer_firmware.wiring_guide.terminal import chosen, connection_lines, header_lines, summary

        config = load_table(chosen_table(table))
        wires = connections(config)
        shown = chosen(wires, of or ())
        if of and not shown:
            parts = dict.fromkeys(end.part for wire in wires for end in (wire.start, wire.end))
            told = f"--of {shortened(' '.join(of))}: no such part; there are {', '.join(parts)}"
            raise ConfigError(wrap(told, MOST_SAID))
        console = PlainConsole(sys.stdout)
        lines = list(header_lines(header(config))) if config.has_lines and not of else []
        for line in (*lines, *connection_lines(shown), summary(shown)):
            console.print(line, soft_wrap=True)
        return 0

    finish(work)
