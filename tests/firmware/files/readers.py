"""What no command reads, but a table that runs, or its page: said as commands are, ``reads WHAT FILE``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_firmware.config.measured_file import read_measured
from signifer_firmware.config.model import load_table
from signifer_firmware.files.printing import plain_stream
from signifer_firmware.files.reading import read_bytes
from signifer_firmware.system.own_network import told_by
from signifer_firmware.web.server.played import MOST_BYTES
from signifer_firmware.web.virtual.library import Library
from signifer_firmware.web.virtual.shelf import Shelf

READS = "reads"


def _opened(path: Path) -> object:
    """What a page was given to open."""
    library = Library(load_table("standard"), lambda: None, lambda kept: None)
    try:
        data = read_bytes(path, MOST_BYTES)
    except OSError as error:
        # A browser reads it.
        raise ConfigError([f"cannot be read ({error.strerror})"]) from None
    game = library.game(library.opened("x", data))
    assert game is not None
    return game.lines


def _shelf(path: Path) -> object:
    """The game under way of a virtual table that begins again; what is odd is none."""
    kept = Shelf(path.parent.parent, lambda line: None).under_way()
    return kept and kept.choice.game


WHAT: Mapping[str, Callable[[Path], object]] = {
    "told": told_by,
    "shelf": _shelf,
    "opened": _opened,
    "bench": lambda path: len(read_measured(path).spots),
}


def said(what: str, path: Path) -> int:
    """Read it; the exit status, with a line for what was read or each fault."""
    assert isinstance(sys.stdout, TextIOWrapper)
    # As cli.main does for commands: names of files may be no text.
    sys.stdout.reconfigure(errors="replace")
    out = plain_stream(sys.stdout)
    try:
        out.write(f"{WHAT[what](path)!a}\n")
    except ConfigError as error:
        out.write("".join(f"{fault}\n" for fault in error.faults))
    except SigniferError as error:
        out.write(f"{error}\n")
    else:
        return 0
    return 2
