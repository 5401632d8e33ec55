"""A backup that waits: a table starts whatever becomes of it, and nobody writes before."""

from __future__ import annotations

import io
import os
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.backup.making import make
from signifer_firmware.backup.restoring import BEFORE, READY, settle, stage
from signifer_firmware.enrolment.tags import TagStore
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.recording.archive import appending
from signifer_firmware.service.run import settled
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store, StoreError

from tests.firmware.backup.stores import TAGS, file_of, held, kept


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


def test_whoever_writes_into_a_store_has_the_backup_that_waits_taken_back_first(tmp_path: Path) -> None:
    """Else what is written would be put aside with the old one at the next start."""
    old, new = kept(tmp_path / "old", "fr"), kept(tmp_path / "new", "de")
    stage(io.BytesIO(file_of(old)), new, {})
    with closing(TagStore(new, lock=True)) as tags:
        tags.bind(b"\4" * 7, "red/spear-9")
    assert settle(new) == ""
    with closing(Store(new)) as store:
        assert len(store.cards()) == len(TAGS) + 1
        assert list(store.settings()) == ["language red fr"]


@pytest.mark.parametrize("log", ["-journal", "-wal"])
def test_what_has_the_name_of_a_log_and_is_none_is_to_be_taken_away(log: str, tmp_path: Path) -> None:
    new = kept(tmp_path / "new", "de")
    pipe = new.with_name(new.name + log)
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match=f"a pipe.*; take {pipe} away, and say it again$"), appending(new):
        pass


def test_a_game_is_added_to_what_was_taken_back(tmp_path: Path) -> None:
    old, new = kept(tmp_path / "old", "fr"), kept(tmp_path / "new", "de")
    stage(io.BytesIO(file_of(old)), new, {})
    with appending(new):
        assert settle(new) == ""
    assert held(new) == held(old)
    with alone(new), pytest.raises(StoreError, match="another program is at this table"), appending(new):
        pass
