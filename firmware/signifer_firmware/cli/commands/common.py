"""What commands share: arguments, and their end: the exit status, and one sentence for an error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from signifer_core.errors import MOST_SAID, ConfigError, SigniferError, plain, shortened
from typer.core import TyperArgument

from signifer_firmware.files.refused import refused_with_advice

# Exit statuses; the last two are what a shell makes of SIGINT and SIGPIPE.
WRONG, INTERRUPTED, NO_READER = 2, 130, 141
StorePath = Annotated[
    Path, typer.Argument(metavar="STORE", help="A table's store, or its folder.", show_default=False)
]
OwnStore = Annotated[
    Path | None,
    typer.Argument(
        metavar="STORE",
        help="A table's store, or its folder; without it that of this machine's table, or of its virtual one.",
        show_default=False,
    ),
]
Table = Annotated[
    str | None,
    typer.Option(
        metavar="TABLE",
        help="A table.toml or a bundled table; without it /etc/signifer/table.toml if there is one, else standard.",
        show_default=False,
    ),
]


def said(context: typer.Context) -> list[str]:
    """The options and arguments that were said, as they were said, in the order of the help."""
    found = []
    for each in context.command.params:
        source = context.get_parameter_source(each.name or "")
        if source is not None and source.name == "COMMANDLINE":
            is_no = bool(each.secondary_opts) and context.params[each.name or ""] is False
            name = (each.secondary_opts if is_no else each.opts)[0]
            found.append(each.metavar or name if isinstance(each, TyperArgument) else name)
    return found


def finish(work: Callable[[], int]) -> NoReturn:
    """Do the work and exit with its status; what goes wrong in the world is told in plain lines, never a traceback."""
    try:
        status = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:  # as in: signifer script --json FILE | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = NO_READER
    except ConfigError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        status = WRONG
    except MemoryError:
        sys.stderr.write("signifer: out of memory; end other programs, and try again\n")
        status = WRONG
    except SigniferError as error:
        sys.stderr.write(f"signifer: {shortened(plain(str(error)), 2 * MOST_SAID)}\n")
        status = WRONG
    except OSError as error:
        status = tell_refused(error)
    raise typer.Exit(status)


def tell_refused(error: OSError) -> int:
    """Say in a sentence what the system has refused; the exit status."""
    sys.stderr.write(f"signifer: {plain(refused_with_advice(error))}\n")
    return WRONG
