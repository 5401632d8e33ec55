"""A table starts whatever becomes of a backup that waits."""

from __future__ import annotations

import io
from pathlib import Path

from signifer_firmware.backup.making import make
from signifer_firmware.backup.restoring import BEFORE, READY, stage
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.service.run import settled
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store


def test_a_backup_that_cannot_be_taken_back_yet_is_one_sentence_of_the_log(tmp_path: Path) -> None:
    path, backup, log = tmp_path / STORE, io.BytesIO(), io.StringIO()
    Store(path).close()
    make(path, {}, backup)
    backup.seek(0)
    stage(backup, path, {})
    before = path.read_bytes()
    (tmp_path / BEFORE).write_text("a file in its way", encoding="utf-8")
    settled(path, Logbook(log, prefixed=False))
    assert "the backup that waits cannot be taken back yet (" in log.getvalue()
    assert path.read_bytes() == before
    (tmp_path / BEFORE).unlink()
    settled(path, Logbook(log, prefixed=False))
    assert "the backup was taken back" in log.getvalue()
    assert not (tmp_path / READY).exists()
