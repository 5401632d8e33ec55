"""The store: on disk when the call returns, append-only, and never overwriting a foreign file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import cast

import pytest
from signifer_core.json_values import Json
from signifer_firmware.storage.store import Entry, Store, StoreError

BEGIN = Entry(1, "begin", {"game": "field-of-glory"})
ACTION = Entry(2, "action", "place red/spear-1 3")


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.bind({b"\x04abc": "red/spear-1"})
    store.append([Entry(0, "begin", {}), Entry(0, "action", "old")])
    store.append([BEGIN])
    store.append([ACTION])
    store.close()
    store = Store(tmp_path / "s")
    assert store.cards() == {b"\x04abc": "red/spear-1"}
    assert store.last_game() == [BEGIN, ACTION], "the last game only"
    store.close()


def test_an_entry_is_on_disk_when_append_returns(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([BEGIN])
    with sqlite3.connect(tmp_path / "s") as other:
        assert other.execute("SELECT count(*) FROM journal").fetchone() == (1,)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()
    store.close()


def test_every_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    assert store._db is not None
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,), (
        "FULL: a pulled plug loses nothing told"
    )
    store.close()


def test_the_journal_is_append_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([BEGIN])
    store.close()
    other = sqlite3.connect(tmp_path / "s")
    for statement in ("DELETE FROM journal", "UPDATE journal SET kind = 'action'"):
        with pytest.raises(sqlite3.Error, match="append-only"):
            other.execute(statement)
    other.close()


def test_several_entries_are_one_transaction(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([BEGIN])
    with pytest.raises(TypeError):
        store.append([ACTION, Entry(3, "action", cast(Json, object()))])
    assert store.last_game() == [BEGIN]
    store.close()


def test_no_game_yet(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    assert store.last_game() == []
    store.close()


@pytest.mark.parametrize("content", [b"no database at all, but long enough to look like something" * 20])
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="move it away"):
        Store(path)
    assert path.read_bytes() == content


def test_a_damaged_file_with_a_second_copy_is_not_to_be_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "s"
    store = Store(path)
    store.bind({b"\x04ABCDEF": "red/spear-1"}, ())
    store.close()
    path.write_bytes(b"rubbish" * 200)
    with pytest.raises(StoreError, match="leave it: the table, when it starts, sets it aside"):
        Store(path)
    again = Store.at_table(path)
    assert again.cards() == {b"\x04ABCDEF": "red/spear-1"}
    again.close()


def test_a_store_that_may_not_be_written_is_not_said_to_be_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s"
    Store(path).close()

    def denied(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA query_only = 1")
        db.execute("CREATE TABLE mine (x)")

    monkeypatch.setattr("signifer_firmware.storage.opening.prepare", denied)
    with pytest.raises(StoreError, match=r"readonly database.*see that you may write there"):
        Store(path)


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s"
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 99")
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match=r"version 99.*update the program"):
        Store(path)


def test_a_tag_that_another_one_replaces_is_known_for_what_it_was(tmp_path: Path) -> None:
    card, other = "red/spear-1", "thermopyles:spartan-3"
    store = Store(tmp_path / "s")
    store.bind({b"\x04aaaaaa": card, b"\x04oooooo": other})
    store.append([BEGIN], {b"\x04bbbbbb": card})
    held = {b"\x04bbbbbb": card, b"\x04oooooo": other}, {b"\x04aaaaaa": card}
    assert (store.cards(), store.replaced()) == held
    store.close()
    # From the second copy alone it is the same.
    for name in ("s", "s-wal", "s-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / "s").write_bytes(b"no store")
    store = Store.at_table(tmp_path / "s")
    assert (store.cards(), store.replaced()) == held
    # It is the card's once more.
    store.append([ACTION], {b"\x04aaaaaa": card})
    assert (store.cards()[b"\x04aaaaaa"], store.replaced()) == (card, {b"\x04bbbbbb": card})
    store.close()
