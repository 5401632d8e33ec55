"""The folder of a table's record."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from signifer_core.errors import ConfigError

STORE = "table.sqlite"
# At a virtual table: the folder of the game under way, and what lies in it beside a game that is none of those that
# people have played: a lesson, or robots that were watched.
NOW, LEFT_OUT = "now", "left-out"


def folder_of(given: Path) -> Path:
    """The folder of a record that a person has named, by itself or by its store, whether it is there yet or not.
    ConfigError for any other file, and for the name of one that belongs to a store."""
    if os.path.isdir(given):
        return given
    if given.name == STORE:
        return given.parent
    if os.path.exists(given) or given.name.startswith(f"{STORE}-"):
        raise ConfigError([f"{given}: is no folder; name the one in which a table keeps its record"])
    return given


def state_folder(given: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the record is: the folder given, as `folder_of` has it, the service's own, else the user's for such
    things."""
    if given is not None:
        return folder_of(given)
    service = environment.get("STATE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    home = environment.get("XDG_STATE_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "state") / "signifer"


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the games of this user's virtual table are kept (XDG Base Directory Specification)."""
    home = environment.get("XDG_DATA_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "share") / "signifer" / "games"
