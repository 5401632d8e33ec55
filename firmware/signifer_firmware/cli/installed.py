"""What is on this machine: the table and the record of its service, which are meant where nothing else is said."""

from __future__ import annotations

from pathlib import Path

# Where setup has the service find its table, and keep its record.
INSTALLED = Path("/etc/signifer/table.toml")
SERVICE_STATE = Path("/var/lib/signifer")


def chosen_table(given: str | None, *, is_virtual: bool = False) -> str:
    """The table that is meant: the one that was said, else the installed one, else the bundled standard table."""
    return given or (str(INSTALLED) if INSTALLED.exists() and not is_virtual else "standard")


def store_file(given: Path) -> Path:
    """The store given, by its file or, as --store of other commands has it, by its folder."""
    from signifer_firmware.storage.state_folder import STORE

    return given / STORE if given.is_dir() else given


def own_store(given: Path | None) -> Path:
    """The store given, as `store_file` has it; without one the service's, where there is a service, else the user's
    own; or that of the games at the virtual table, where no other is."""
    from signifer_firmware.storage.state_folder import STORE, games_folder, state_folder

    if given is not None:
        return store_file(given)
    found = (SERVICE_STATE if SERVICE_STATE.is_dir() else state_folder(None)) / STORE
    virtual = games_folder() / STORE
    return virtual if virtual.exists() and not found.exists() else found


def past_games(given: Path | None) -> Path:
    """`own_store`; where the only game of this machine is still at the virtual table, that one's once it has come to
    its end; ConfigError before that, and of what people have not played."""
    from signifer_core.errors import ConfigError

    from signifer_firmware.recording.archive import is_over
    from signifer_firmware.storage.state_folder import LEFT_OUT, NOW, STORE, games_folder

    path, now = own_store(given), games_folder() / NOW / STORE
    if given is None and now.exists() and not (path.exists() or SERVICE_STATE.is_dir()):
        if (now.parent / LEFT_OUT).exists() or not is_over(now):
            raise ConfigError([f"no game has been put away yet; the last one is in {now}"])
        return now
    return path


def record_folder(given: Path | None, table: str) -> Path:
    """The folder of a table's record: the one given, else the service's, if it has one or it is its table."""
    from signifer_firmware.storage.state_folder import state_folder

    if given is None and (table == str(INSTALLED) or SERVICE_STATE.is_dir()):
        return SERVICE_STATE
    return state_folder(given)
