"""Stores that backups are made of, and what is in one."""

from __future__ import annotations

import io
from contextlib import closing
from pathlib import Path
from typing import Any

from signifer_firmware.backup.making import make
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Entry, Store

TAGS = {bytes.fromhex(f"04{number:012x}"): f"red/spear-{number}" for number in range(1, 4)}
TABLE = Path(__file__).parents[3] / "firmware/signifer_firmware/config/tables/direct.toml"


def kept(folder: Path, name: str) -> Path:
    """A store with a setting, a game's beginning and tags; all of them say ``name``."""
    path = folder / STORE
    folder.mkdir(exist_ok=True)
    with closing(Store(path)) as store:
        store.bind({uid: f"{card} of {name}" for uid, card in TAGS.items()})
        store.append([Entry(1, "setting", f"language red {name}"), Entry(2, "begin", {"game": name})])
    return path


def held(path: Path) -> tuple[dict[bytes, str], list[str], list[Any]]:
    with closing(Store(path)) as store:
        assert (store.trouble, store.notice) == ("", "")
        return dict(store.cards()), list(store.settings()), [entry.body for entry in store.last_game()]


def file_of(store: Path, own: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    make(store, own or {}, out)
    return out.getvalue()
