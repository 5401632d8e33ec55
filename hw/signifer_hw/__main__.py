"""`python -m signifer_hw`: make everything in hw/ again; check or draw a table of one's own, or check its coils."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_firmware.wiring_guide.connections import connections

try:
    from .check import Source, check, lead_warnings
    from .outputs import outputs, write
    from .table_files import overlay_files, table_files
    from .table_top.coil_file import coil_faults
    from .table_top.files import top_faults
    from .tables import Pair, read_design
except ValueError as error:  # of air.toml, which an owner may change, and which is read at once
    print(error, file=sys.stderr)
    sys.exit(2)


def main(arguments: list[str]) -> int:
    """The exit status: 0, 1 if something cannot be read or written, 2 for faults in what was given."""
    parser = argparse.ArgumentParser(prog="python -m signifer_hw", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    every = commands.add_parser("all", help="make all files of the bundled tables again")
    every.add_argument("folder", type=Path, help="the folder hw")
    every.set_defaults(run=_all)
    for name, words in (("check", "say all that is wrong with a table"), ("make", "make a table's files")):
        one = commands.add_parser(name, help=words)
        one.add_argument("table", type=Path, help="a table.toml")
        one.add_argument("wiring", type=Path, help="its wiring file, as hw/wiring/standard.toml")
        if name == "make":
            one.add_argument("folder", type=Path, help="where the files go")
        one.set_defaults(run=_check if name == "check" else _make)
    coils = commands.add_parser("coils", help="say which coils do not read two cards")
    coils.add_argument("file", type=Path, help="coils as you have measured them (docs/air.md)")
    coils.set_defaults(run=_coils)
    try:
        chosen = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        return int(chosen.run(chosen))
    except ConfigError as error:
        print("\n".join(error.faults), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1


def _all(chosen: argparse.Namespace) -> int:
    changed = write(chosen.folder)
    print("\n".join(changed) or f"no difference in {len(outputs())} files")
    return 0


def _pair(chosen: argparse.Namespace) -> Pair:
    return Pair(*(Source(str(file), file.read_bytes()) for file in (chosen.table, chosen.wiring)))


def _check(chosen: argparse.Namespace) -> int:
    pair = _pair(chosen)
    if found := check(pair.table, pair.wiring):
        raise ConfigError(found)
    table = read_design(pair, chosen.table.stem).table
    wrong, undrawn = top_faults(table)
    if wrong:
        raise ConfigError([f"{pair.table.file}: the top: {fault}" for fault in wrong])
    for warning in (*table.warnings(), *lead_warnings(connections(table)), *undrawn):
        print(f"warning: {warning}")
    print("no faults")
    return 0


def _coils(chosen: argparse.Namespace) -> int:
    if found := coil_faults(chosen.file.read_bytes(), file=str(chosen.file)):
        raise ConfigError(found)
    print("every coil reads two cards")
    return 0


def _make(chosen: argparse.Namespace) -> int:
    made = read_design(_pair(chosen), chosen.table.stem)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    files = table_files(made, chosen.table.stem) | overlay_files(made)
    for name, data in files.items():
        (chosen.folder / name).write_bytes(data)
        print(chosen.folder / name)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
