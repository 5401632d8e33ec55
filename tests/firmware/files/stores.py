"""Stores that robots, scripts and records leave behind."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from signifer_firmware.recording.archive import imported
from signifer_firmware.simulation.files import run_files
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store

from tests.firmware.runtime.flights import fly
from tests.fuzz import texts
from tests.fuzz.texts import TESTS

from .kind import Files


@cache
def stores() -> list[Files]:
    """What robots, a script with dice of its own, and a record leave behind."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "flown").mkdir()
        fly(folder / "flown", 1, 3)
        with (folder / "said").open("w") as said:
            scripts = [TESTS / "scripts" / "dice-opened.table"]
            run_files(scripts, json=False, screens=None, stores=folder / "played", out=said, err=said)
        (folder / "played" / "dice-opened.sqlite").rename(folder / "played" / STORE)
        (folder / "r.txt").write_bytes(texts._records()[2])
        (folder / "brought").mkdir()
        imported(folder / "r.txt", folder / "brought" / STORE)
        Store(folder / "brought" / STORE).close()
        found = [
            {path.name: path.read_bytes() for path in sorted((folder / each).iterdir()) if path.is_file()}
            for each in ("flown", "played", "brought")
        ]
    beside = {"r.txt": texts._records()[0], "tags.toml": texts.TAGS}
    return [{**files, **beside} for files in found]
