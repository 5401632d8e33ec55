"""The command ``signifer``: its commands, registered; what each takes stands in ``commands/``."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import TextIOWrapper
from typing import Annotated, TextIO

import typer

from signifer_firmware.cli.commands.backup import backup, restore
from signifer_firmware.cli.commands.common import finish, tell_refused
from signifer_firmware.cli.commands.deck import deck
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.cli.commands.enrol import enrol
from signifer_firmware.cli.commands.first_start import first_start
from signifer_firmware.cli.commands.games import analyse, dice, league, record, replay, report
from signifer_firmware.cli.commands.node import node_app
from signifer_firmware.cli.commands.play import ScriptCommand, lessons, pictures, play, script
from signifer_firmware.cli.commands.setup import setup
from signifer_firmware.cli.commands.table import run, service, table, tune
from signifer_firmware.cli.commands.update import update
from signifer_firmware.cli.commands.wiring import wiring
from signifer_firmware.files.printing import obeyed, plain_stream, told_stream
from signifer_firmware.kernel.memory import keep_together

app = typer.Typer(
    name="signifer",
    help="A table that follows real, tagged cards: places, costs, control and totals for physical card games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"signifer {version('signifer')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


# In the order in which the help lists them.
app.add_typer(record, name="record")
app.add_typer(service, name="service")
app.add_typer(deck, name="deck")
app.add_typer(node_app(finish))
app.add_typer(doctor, name="doctor")
app.command(cls=ScriptCommand)(script)
app.command()(dice)
app.command()(league)
app.command()(report)
app.command()(replay)
app.command()(analyse)
app.command()(play)
app.command()(lessons)
app.command()(run)
app.command()(pictures)
app.command()(table)
app.command()(tune)
app.command()(wiring)
app.command()(setup)
app.command()(update)
app.command()(backup)
app.command()(restore)
app.command()(first_start)
app.command()(enrol)


def _leave(stream: TextIO) -> None:
    """Drop what ``stream`` has not taken: Python would try again, and exit with a status of its own."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def main() -> None:
    """The entry point of the installed command."""
    keep_together()
    if sys.stdout is None:  # as in: signifer table >&-
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdin is None:  # as in: signifer enrol --list <&-
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:  # as in: signifer run 2>&-
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without UTF-8 shows "?" rather than a traceback
            stream.reconfigure(errors="replace")
    with redirect_stdout(plain_stream(sys.stdout)), redirect_stderr(told_stream(sys.stderr)):
        try:
            app(prog_name="signifer")
        except OSError as error:  # as in: signifer --version > /dev/full; what a command does tells its own
            sys.exit(tell_refused(error))
        finally:
            _leave(obeyed(sys.stderr))
