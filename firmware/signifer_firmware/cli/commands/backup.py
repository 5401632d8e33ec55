"""``signifer backup`` and ``signifer restore``: everything of a table that cannot be made again, as one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import Table, finish

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A backup.", show_default=False)]
StoreFolder = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="DIR",
        help="Where the record is; without it that of this machine's table, or of its virtual one.",
        show_default=False,
    ),
]


def backup(file: BackupFile, table: Table = None, store: StoreFolder = None) -> None:
    """Write games, tags, settings and the table's own files into one file.

    The table must not run; one that runs is asked for it on its page (docs/upkeep.md).
    """

    def work() -> int:
        from signifer_firmware.backup.command import back_up
        from signifer_firmware.backup.making import own_files
        from signifer_firmware.cli.installed import chosen_table
        from signifer_firmware.config.model import load_table

        named = chosen_table(table)
        sys.stdout.write(f"{back_up(file, _store(store), own_files(load_table(named), named))}\n")
        return 0

    finish(work)


def restore(file: BackupFile, table: Table = None, store: StoreFolder = None) -> None:
    """Put a backup in place of what is kept now: all of it, or nothing.

    What was there before stays beside it, in before-restore, until the next restore. The table must not run.
    """

    def work() -> int:
        from signifer_firmware.backup.command import take_back
        from signifer_firmware.backup.making import own_places
        from signifer_firmware.cli.installed import INSTALLED, chosen_table, record_folder
        from signifer_firmware.storage.state_folder import STORE

        named = chosen_table(table)
        # Also before the service's first start, when it has no folder yet.
        is_service = store is None and named == str(INSTALLED)
        place = record_folder(None, named) / STORE if is_service else _store(store)
        sys.stdout.write("".join(f"{line}\n" for line in take_back(file, place, own_places(named))))
        return 0

    finish(work)


def _store(given: Path | None) -> Path:
    from signifer_firmware.cli.installed import own_store
    from signifer_firmware.storage.state_folder import STORE, folder_of

    return own_store(None if given is None else folder_of(given) / STORE)
