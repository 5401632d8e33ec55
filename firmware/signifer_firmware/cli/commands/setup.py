"""``signifer setup``: a fresh Raspberry Pi OS made ready for a table: shown, done on consent, undone on request."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from signifer_firmware.cli.installed import chosen_table

from .common import Table, finish

if TYPE_CHECKING:
    from rich.console import Console

    from signifer_firmware.system.setup_plan import Plan

OK, NOT_DONE = 0, 1
YES = ("y", "yes", "j", "ja", "o", "oui")
STYLES = {"+": "green", "-": "red", "@": "cyan"}


def setup(
    table: Table = None,
    service: Annotated[
        bool, typer.Option("--service/--no-service", help="Have the table begin with the Pi.")
    ] = True,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take back all that was done.")] = False,
    user: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Who is to use the devices; who says sudo without it.", show_default=False
        ),
    ] = None,
    root: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the system's files are.", hidden=True)
    ] = Path("/"),
    program: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What the service runs.", hidden=True)
    ] = None,
) -> None:
    """Make a fresh Raspberry Pi OS ready for a table.

    Shows what it would change, line by line, and asks; --undo takes it back. Exit status: 0 if all is as it should be,
    1 if it was not done, 2 if it cannot be done.
    """

    def work() -> int:
        from signifer_firmware.files.console import PlainConsole

        console = PlainConsole(sys.stdout)
        try:
            return (
                _undone(root, yes, console)
                if undo
                else _done(table, service, yes, user, root, program, console)
            )
        except KeyboardInterrupt:
            console.print("\nended; what was not told as done was not done", highlight=False)
            raise

    finish(work)


def _done(
    table: str | None,
    service: bool,
    yes: bool,
    user: str | None,
    root: Path,
    program: Path | None,
    console: Console,
) -> int:
    from signifer_firmware.config.model import load_table
    from signifer_firmware.doctor.checks.system import needed_packages
    from signifer_firmware.simulation.setup import bundle_of
    from signifer_firmware.system import unit as units
    from signifer_firmware.system.facts import Facts
    from signifer_firmware.system.setup_apply import Setup
    from signifer_firmware.system.setup_plan import Planner

    name = chosen_table(table)
    config = load_table(name)
    # What the table names beside it, its corrections, has to be right before it is installed.
    bundle_of(config)
    command = (program or units.program()) if service else None
    plan = Planner(
        config,
        Facts(root),
        table=name,
        user=user or os.environ.get("SUDO_USER", ""),
        command=command,
        packages=tuple(module for module in needed_packages(config) if find_spec(module) is None),
    ).plan()
    if plan.is_empty:
        console.print("all is as this table needs it; nothing to change")
        return OK
    _show(plan, console)
    if not _may(root, console) or not _agreed("Do all this?", yes, console):
        return NOT_DONE
    Setup(root, lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True)).apply(plan)
    console.print("done; to take it back: sudo signifer setup --undo", highlight=False)
    if plan.reboot:
        console.print("restart the Pi, then see what it says: sudo reboot; signifer doctor", highlight=False)
    return OK


def _undone(root: Path, yes: bool, console: Console) -> int:
    from signifer_firmware.system.setup_apply import RECORD, Setup

    undoing = Setup(root, lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True))
    if not undoing.was_done:
        console.print("nothing was set up here; nothing to take back")
        return OK
    for line in undoing.undoing():
        console.print(f"- {line}", style="red", markup=False, highlight=False, soft_wrap=True)
    if not _may(root, console) or not _agreed("Take all this back?", yes, console):
        return NOT_DONE
    left = undoing.undo()
    if not left:
        console.print("all is as it was before", highlight=False)
        return OK
    console.print(
        f"{left} left as they are, and tried when it is said again; to leave them for good: sudo rm {root / RECORD}",
        markup=False, highlight=False, soft_wrap=True,
    )  # fmt: skip
    return NOT_DONE


def _show(plan: Plan, console: Console) -> None:
    """Every file with its lines, every command."""
    for change in plan.files:
        for line in change.diff():
            style = "bold" if line.startswith(("+++", "---")) else STYLES.get(line[:1], "")
            console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
    for step in plan.steps:
        console.print(
            f"$ {shlex.join(step.do)}", style="green", markup=False, highlight=False, soft_wrap=True
        )


def _may(root: Path, console: Console) -> bool:
    """Only root may change the system."""
    if root != Path("/") or os.geteuid() == 0:
        return True
    said = shlex.join(["sudo", *_own_words()])
    console.print(f"nothing was done: only root may do this; say: {said}", markup=False, soft_wrap=True)
    return False


def _own_words() -> list[str]:
    return [str(Path(sys.argv[0]).absolute()), *sys.argv[1:]]


def _agreed(question: str, yes: bool, console: Console) -> bool:
    if yes:
        return True
    if not sys.stdin.isatty():
        console.print("nothing was done: nobody can be asked here; add --yes")
        return False
    console.print(f"{question} y or n: ", end="", highlight=False)
    if sys.stdin.readline().strip().lower() in YES:
        return True
    console.print("nothing was done")
    return False
