"""Backups: what is in one, hostile ones, full disks, and the power cut at every step of a restore."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import os
import random
import shutil
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.backup import archive
from signifer_firmware.backup.archive import (
    FORM,
    MOST_BYTES,
    BackupError,
    Part,
    manifest,
    unpacked,
)
from signifer_firmware.backup.command import back_up, take_back
from signifer_firmware.backup.disk import Disk
from signifer_firmware.backup.making import contents, make, own_files
from signifer_firmware.backup.restoring import BEFORE, NEW, READY, settle, stage
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.config.model import load_table
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Entry, Store, StoreError
from typer.testing import CliRunner

from tests.firmware.backup.cut import CutError, Full, Torn
from tests.firmware.backup.stores import TABLE, file_of, held, kept
from tests.firmware.storage.states import read_only

STORES = Path(__file__).parents[1] / "storage/stores"
TAGS_THAT_CHECK = "CREATE TABLE tags (uid BLOB PRIMARY KEY, card TEXT NOT NULL, crc INTEGER CHECK (crc = 1))"


def test_a_backup_is_taken_back_whole_and_what_was_there_stays(old: Path, new: Path) -> None:
    whole, before = held(old), held(new)
    staged = stage(io.BytesIO(file_of(old)), new, {})
    assert (staged.left, [part.name for part in staged.manifest.parts]) == ((), ["store"])
    assert held(new) == before, "nothing changes before the next start"
    assert settle(new) == f"the backup was taken back; what was there before is beside it, in {BEFORE}"
    assert held(new) == whole
    assert held(new.parent / BEFORE / STORE) == before
    assert settle(new) == ""
    assert not [path for path in new.parent.iterdir() if path.name in (NEW, READY)]


@pytest.mark.parametrize("runs", [False, True])
def test_a_store_on_a_disk_that_is_read_only_by_now_is_saved(
    runs: bool, old: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then more than ever: the copy is packed in memory."""
    whole, out = held(old), io.BytesIO()
    with monkeypatch.context() as patch:
        read_only(patch, old.parent)
        make(old, {}, out, runs=runs)
    stage(io.BytesIO(out.getvalue()), new, {})
    settle(new)
    assert held(new) == whole


def test_a_table_that_runs_is_copied_as_it_stands(tmp_path: Path) -> None:
    """In the middle of a game, with everything of it in the log of writes yet; and the table goes on."""
    path = kept(tmp_path / "runs", "fr")
    with closing(Store(path)) as store:
        store.append([Entry(3, "setting", "language red de")])
        out = io.BytesIO()
        make(path, {}, out, runs=True)
        store.append([Entry(4, "setting", "language red en")])
        assert store.trouble == ""
    copy = tmp_path / "copy" / STORE
    copy.parent.mkdir()
    stage(io.BytesIO(out.getvalue()), copy, {})
    settle(copy)
    assert held(copy)[1] == ["language red de"]
    assert held(path)[1] == ["language red en"]


def test_files_of_the_table_go_with_it(tmp_path: Path, old: Path) -> None:
    folder = tmp_path / "etc"
    folder.mkdir()
    table = folder / "table.toml"
    text = TABLE.read_text(encoding="utf-8") + '\n[cards]\ncorrections = "cards.toml"\n'
    table.write_text(text, encoding="utf-8")
    (folder / "cards.toml").write_text('game = "field-of-glory"\n', encoding="utf-8")
    own = own_files(load_table(str(table)), str(table))
    assert list(own) == ["table", "own/cards.toml"]
    made = file_of(old, contents(own))
    # On a fresh card its table names no such file.
    table.write_text("# another one\n", encoding="utf-8")
    (folder / "cards.toml").unlink()
    stage(io.BytesIO(made), old, {"table": table})
    settle(old)
    assert table.read_text(encoding="utf-8") == text
    assert (folder / "cards.toml").read_text(encoding="utf-8") == 'game = "field-of-glory"\n'
    assert (old.parent / BEFORE / "own-1").read_text(encoding="utf-8") == "# another one\n"
    assert own_files(load_table("direct"), "direct") == {}


def test_what_lay_beside_the_old_store_does_not_come_into_the_new_one(tmp_path: Path, old: Path) -> None:
    """Its log, and its second copy, which has more lines than the backup: they were left there as the power went."""
    whole, runs, left = held(old), kept(tmp_path / "runs", "de"), tmp_path / "left" / STORE
    with closing(Store(runs)) as store:
        store.append([Entry(number, "setting", "language red en") for number in range(3, 9)])
        shutil.copytree(runs.parent, left.parent)
    assert (left.parent / f"{STORE}-wal").stat().st_size
    stage(io.BytesIO(file_of(old)), left, {})
    settle(left)
    assert held(left) == whole
    assert (left.parent / BEFORE / f"{STORE}-copy").exists()
    assert held(left.parent / BEFORE / STORE)[1] == ["language red en"]


@pytest.mark.parametrize("seed", range(3))
def test_power_cut_at_every_step_of_a_restore(tmp_path: Path, old: Path, seed: int) -> None:
    """All of it is there afterwards, or nothing; and what was there before is somewhere in any case."""
    table = TABLE.read_bytes() + b"# of the backup\n"
    made, whole = file_of(old, {"table": table}), held(old)

    def restored(name: str, disk: Disk) -> tuple[Path, Callable[[], None]]:
        path = kept(tmp_path / name, "de")
        own = path.parent / "table.toml"
        own.write_bytes(b"# before\n")

        def work() -> None:
            stage(io.BytesIO(made), path, {"table": own}, disk)
            settle(path, disk)

        return path, work

    spare = Torn(random.Random(seed))
    path, work = restored("spare", spare)
    before = held(path)
    work()
    assert spare.steps > 15
    found = set()
    for last in range(1, spare.steps + 1):
        rng = random.Random(f"{seed} {last}")
        path, work = restored(f"cut{last}", Torn(rng, last))
        with pytest.raises(CutError):
            work()
        # ... and once more as it begins again.
        again = Torn(rng, rng.randrange(1, 12))
        try:
            sentence = settle(path, again)
        except CutError:
            sentence = settle(path)
        is_done = held(path) == whole
        assert is_done or held(path) == before
        assert (path.parent / "table.toml").read_bytes() == (table if is_done else b"# before\n")
        if is_done:
            assert "nothing has changed" not in sentence
            assert held(path.parent / BEFORE / STORE) == before
            assert (path.parent / BEFORE / "own-1").read_bytes() == b"# before\n"
        assert settle(path) == ""
        found.add(is_done)
        stage(io.BytesIO(made), path, {})
        settle(path)
        assert held(path) == whole, "it may be done again"
    assert found == {True, False}


@pytest.mark.parametrize("last", [1, 2])
def test_a_disk_that_is_full_is_left_as_it_was(old: Path, new: Path, last: int) -> None:
    before = held(new)
    with pytest.raises(OSError, match="No space left"):
        stage(io.BytesIO(file_of(old)), new, {}, Full(last))
    assert settle(new) == ""
    assert held(new) == before


def test_too_little_room_is_said_before_anything_is_touched(old: Path, new: Path) -> None:
    class Small(Disk):
        def free(self, folder: Path) -> int:
            return 20_010_000

        def folder(self, path: Path) -> None:
            raise AssertionError("nothing is touched")

    with pytest.raises(
        BackupError, match=r"takes 1 MB, and 0 MB are free beside .*: make room; nothing was changed"
    ):
        stage(io.BytesIO(file_of(old)), new, {}, Small())


def altered(made: bytes, change: Callable[[dict[str, Any]], object], body: bytes | None = None) -> bytes:
    head, _, rest = made.partition(b"\n")
    said = json.loads(head)
    change(said)
    return json.dumps(said).encode() + b"\n" + (rest if body is None else gzip.compress(body))


def as_store(content: bytes) -> bytes:
    """A backup that is sound in all but what its store holds."""
    part = {"name": "store", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    head = {"form": FORM, "version": "1", "date": "", "parts": [part]}
    return json.dumps(head).encode() + b"\n" + gzip.compress(content)


def database(folder: Path, *lines: str, of: Path | None = None) -> bytes:
    path = folder / "database"
    path.unlink(missing_ok=True)
    if of is not None:
        with closing(sqlite3.connect(of)) as db, closing(sqlite3.connect(path)) as copy:
            db.backup(copy)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        for line in lines:
            db.execute(line)
    return path.read_bytes()


def test_a_hostile_file_is_refused_in_one_sentence_and_changes_nothing(
    tmp_path: Path, old: Path, new: Path
) -> None:
    made, before = file_of(old), held(new)
    older = tmp_path / "v1.sqlite"
    older.write_bytes((STORES / "v1.sqlite").read_bytes())
    (tmp_path / "v1.sqlite-wal").write_bytes((STORES / "v1.sqlite-wal").read_bytes())

    def named(name: object) -> Callable[[dict[str, Any]], object]:
        return lambda said: said["parts"].append({"name": name, "bytes": 0, "sha256": "0" * 64})

    def parts_of(length: int) -> list[dict[str, object]]:
        return [{"name": f"own/{name}.toml", "bytes": length, "sha256": "0" * 64} for name in "ab"]

    refused = {
        b"": "no backup",
        b"PK\x03\x04 a zip": "no backup",
        b"[" * 20_000: "no backup",
        b'{"form": "signifer-backup 2"}\n': "later version",
        altered(made, named("../../etc/passwd")): "first line .* damaged",
        altered(made, named("own/../x.toml")): "first line .* damaged",
        altered(made, named("own/.bashrc")): "first line .* damaged",
        altered(made, named("own/a/b.toml")): "first line .* damaged",
        altered(made, named("own/run.sh")): "first line .* damaged",
        altered(made, named("/etc/x.toml")): "first line .* damaged",
        altered(made, named("store")): "first line .* damaged",
        altered(made, named(["store"])): "first line .* damaged",
        altered(made, lambda said: said.pop("parts")): "first line .* damaged",
        altered(made, lambda said: said["parts"].clear()): "first line .* damaged",
        altered(made, lambda said: said["parts"][0].update(bytes=-1)): "first line .* damaged",
        altered(made, lambda said: said["parts"][0].update(bytes=True)): "first line .* damaged",
        altered(made, lambda said: said["parts"][0].update(sha256="x")): "first line .* damaged",
        altered(made, lambda said: said.update(version="1\x1b[2J")): "first line .* damaged",
        altered(made, lambda said: said.update(date="today")): "first line .* damaged",
        altered(made, lambda said: said["parts"][0].update(bytes=MOST_BYTES + 1)): "more than any table has",
        # Each can be read; their sum has more digits than Python writes.
        altered(
            made, lambda said: said["parts"].extend(parts_of(int("9" * 4_300)))
        ): "more than any table has",
        altered(made, lambda said: said["parts"][0].update(sha256="0" * 64)): "damaged",
        altered(made, lambda said: None, b"x" * 10): "ends too early",
        made[: len(made) // 2]: "ends too early",
        made[:-200] + bytes([made[-200] ^ 1]) + made[-199:]: "damaged",
        made.partition(b"\n")[0] + b"\nno gzip": "damaged",
        as_store(b"no database " * 100): "no store of a table",
        as_store(database(tmp_path, "CREATE TABLE notes (text)")): "no store of a table",
        as_store(database(tmp_path, "PRAGMA user_version = 3", of=old)): "later version",
        as_store(database(tmp_path, "PRAGMA user_version = -3", of=older)): "no store of a table",
        as_store(
            database(tmp_path, "CREATE TRIGGER t AFTER INSERT ON tags BEGIN DELETE FROM journal; END", of=old)
        ): "no store of a table",
        as_store(database(tmp_path, "CREATE VIEW v AS SELECT 1", of=old)): "no store of a table",
        as_store(
            database(tmp_path, "CREATE TRIGGER sqlitex AFTER INSERT ON tags BEGIN SELECT 1; END", of=old)
        ): "no store of a table",
        as_store(database(tmp_path, "CREATE VIEW sqlitev AS SELECT 1", of=old)): "no store of a table",
        as_store(
            database(tmp_path, "DROP TABLE tags", "CREATE TABLE tags(x)", of=old)
        ): "no store of a table",
        as_store(database(tmp_path, "DROP TABLE tags", TAGS_THAT_CHECK, of=old)): "no store of a table",
        as_store(database(tmp_path, "CREATE INDEX i ON tags (card)", of=old)): "no store of a table",
        as_store(database(tmp_path, "CREATE VIRTUAL TABLE v USING fts5(x)", of=old)): "no store of a table",
        as_store(
            database(tmp_path, "DROP TABLE settings", "CREATE VIEW settings AS SELECT 1 AS name", of=old)
        ): "no store of a table",
    }
    for data, words in refused.items():
        with pytest.raises(BackupError, match=words) as told:
            stage(io.BytesIO(data), new, {})
        assert "\n" not in str(told.value)
        assert settle(new) == ""
    assert held(new) == before


NONSENSE = {
    "a tag of three bytes": "INSERT INTO tags VALUES (x'010203', 'red/spear-1', NULL)",
    "a tag that is text": "INSERT INTO tags VALUES ('0102030405060', 'red/spear-1', NULL)",
    "a card that is none": "INSERT INTO tags VALUES (x'01020304050607', x'00', NULL)",
    "a card that a terminal obeys": "INSERT INTO tags VALUES (x'01020304050607', char(27) || '[2J', NULL)",
    "a tag with another check": "UPDATE tags SET card = 'red/pike-1'",
    "an entry that is no JSON": "INSERT INTO journal VALUES (90, 1, 'begin', 'no JSON', NULL)",
    "an endless entry": f"INSERT INTO journal VALUES (90, 1, 'begin', '{'[' * 5000}', NULL)",
    "an entry without a time": "INSERT INTO journal VALUES (90, 'now', 'begin', '{}', NULL)",
    "an entry with another check": "INSERT INTO journal VALUES (90, 1, 'begin', '{}', 7)",
    "a setting that is none": "INSERT OR REPLACE INTO settings VALUES ('language red', x'00', 1)",
    "a game without a name": "INSERT INTO games (name, date, first) VALUES (x'00', '', 1)",
    "a game that begins nowhere": "INSERT INTO games (name, date, first) VALUES ('thermopyles', '', 900)",
    "a game that begins with a word": "INSERT INTO games (name, date, first) VALUES ('thermopyles', '', 'x')",
}


@pytest.mark.parametrize("line", NONSENSE.values(), ids=list(NONSENSE))
def test_a_store_with_nonsense_in_its_rows_is_refused_before_anything_is_changed(
    tmp_path: Path, old: Path, new: Path, line: str
) -> None:
    before = held(new)
    with pytest.raises(BackupError, match="holds rows that no table has written; take"):
        stage(io.BytesIO(as_store(database(tmp_path, line, of=old))), new, {})
    assert settle(new) == ""
    assert held(new) == before


def bomb(claimed: int) -> bytes:
    """Forty megabytes of zeros in some kilobytes, which the first line says are ``claimed`` bytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as out:
        for _ in range(40):
            out.write(bytes(1 << 20))
    part = {"name": "store", "bytes": claimed, "sha256": hashlib.sha256(bytes(claimed)).hexdigest()}
    head = {"form": FORM, "version": "1", "date": "", "parts": [part]}
    return json.dumps(head).encode() + b"\n" + packed.getvalue()


def test_a_bomb_that_claims_all_of_it_is_not_unpacked_to_its_end(new: Path) -> None:
    class Counting(Disk):
        length = 0

        def write(self, path: Path, content: Iterable[bytes]) -> None:
            def counted() -> Iterator[bytes]:
                for piece in content:
                    Counting.length += len(piece)
                    yield piece

            super().write(path, counted())

    before = held(new)
    with pytest.raises(BackupError, match="holds what no table keeps; take"):
        stage(io.BytesIO(bomb(40 << 20)), new, {}, Counting())
    assert 0 < Counting.length < 12_000_000
    assert settle(new) == ""
    assert held(new) == before


def test_a_bomb_takes_no_memory_and_no_more_disk_than_it_claims(new: Path) -> None:
    packed = bomb(1000)
    tracemalloc.start()
    with pytest.raises(BackupError, match="longer than it says"):
        stage(io.BytesIO(packed), new, {})
    assert tracemalloc.get_traced_memory()[1] < 4_000_000
    tracemalloc.stop()


def test_a_store_of_version_1_is_taken_back(tmp_path: Path, new: Path) -> None:
    older = tmp_path / "v1" / STORE
    older.parent.mkdir()
    for end in ("", "-wal"):
        (older.parent / f"{STORE}{end}").write_bytes((STORES / f"v1.sqlite{end}").read_bytes())
    before = older.read_bytes()
    made = file_of(older)
    assert older.read_bytes() == before, "a copy is looked at"
    stage(io.BytesIO(made), new, {})
    settle(new)
    with closing(Store(new)) as store:
        assert store.trouble == ""
        assert store.cards()
    # Today's version has made it its own, which is written otherwise than a fresh one.
    stage(io.BytesIO(file_of(new)), kept(tmp_path / "third", "de"), {})


def test_the_commands_say_what_they_did(tmp_path: Path, old: Path, new: Path) -> None:
    file = tmp_path / "my.backup"
    assert back_up(file, old, {}) == f"{file}: a backup of {old}"
    assert file.stat().st_mode & 0o777 == 0o600, "what is hidden in a game is in it"
    with pytest.raises(BackupError, match="is there already"):
        back_up(file, old, {})
    with alone(new), pytest.raises(StoreError, match="another program is at this table"):
        take_back(file, new, {})
    told = f"the backup was taken back; what was there before is in {new.parent / BEFORE}"
    assert take_back(file, new, {}) == [told]
    assert held(new) == held(old)
    with pytest.raises(BackupError, match="nothing is kept there yet"):
        back_up(tmp_path / "other.backup", tmp_path / "none" / STORE, {})
    assert not (tmp_path / "other.backup").exists()
    with pytest.raises(BackupError, match="cannot be read"):
        take_back(tmp_path / "other.backup", new, {})
    # Onto a card that has no record yet.
    fresh = tmp_path / "fresh" / STORE
    take_back(file, fresh, {})
    assert held(fresh) == held(old)


@pytest.mark.parametrize("place", ["new", "new/none/yet"])
def test_nothing_is_taken_back_to_a_read_only_disk_and_one_sentence_says_what_to_do(
    tmp_path: Path, old: Path, new: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """It said to name another place, as if the backup's file were meant."""
    file, before = tmp_path / "my.backup", held(new)
    back_up(file, old, {})
    read_only(monkeypatch, new.parent)
    with pytest.raises(BackupError) as told:
        take_back(file, tmp_path / place / STORE, {})
    assert str(told.value) == (
        f"{new.parent}: its disk is read-only; remount it for writing, or take the backup back elsewhere "
        "(--store DIR); nothing was changed"
    )
    assert held(new) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
def test_root_is_sent_to_the_page_for_a_backup_of_a_service_on_a_read_only_disk(
    tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner, who does it, has nothing but that folder; it said "[Errno 30]"."""
    for each in (old.parent, *old.parent.iterdir()):
        os.chown(each, 12345, 12345)
    read_only(monkeypatch, old.parent)
    file = tmp_path / "my.backup"
    with pytest.raises(BackupError) as told:
        back_up(file, old, {})
    assert str(told.value) == (
        f"{old.parent}: its disk is read-only, and root has no room there for a copy; start the table and take the "
        "backup on its page of upkeep, or remount the disk for writing; nothing was made"
    )
    assert not [*tmp_path.glob("my.backup*")]


def test_of_a_damaged_store_it_says_how_the_doctor_looks_at_that_very_one(tmp_path: Path, old: Path) -> None:
    old.write_bytes(b"no store " * 500)
    with pytest.raises(BackupError, match="cannot be copied") as told:
        back_up(tmp_path / "my.backup", old, {})
    assert str(told.value).endswith(f"say: signifer doctor --only store --store {old}")
    words = str(told.value).rpartition("say: signifer doctor ")[2].split()
    said = json.loads(CliRunner().invoke(doctor, ["--json", *words]).output)
    assert [(check["cause"], str(old) in check["seen"]) for check in said["checks"]] == [
        ("store-damaged", True)
    ]


def test_what_could_not_be_taken_back_is_not_made(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = archive.manifest(io.BytesIO(file_of(old))).bytes
    monkeypatch.setattr(archive, "MOST_BYTES", size)
    assert file_of(old)
    monkeypatch.setattr(archive, "MOST_BYTES", size - 1)
    with pytest.raises(BackupError, match=r"cannot be taken back.*nothing was made"):
        file_of(old)


def test_a_file_that_cannot_be_written_is_told_and_left(tmp_path: Path, old: Path, new: Path) -> None:
    made = file_of(old, {"table": TABLE.read_bytes()})
    place = tmp_path / "no folder" / "table.toml"
    place.parent.touch()
    assert stage(io.BytesIO(made), new, {"table": place}).left == (place,)
    settle(new)
    assert held(new) == held(old)


def test_a_part_is_read_to_its_end(old: Path) -> None:
    stream = io.BytesIO(file_of(old, {"table": b"abc"}))
    found = manifest(stream)
    told = {part.name: b"".join(pieces) for part, pieces in unpacked(stream, found)}
    assert told["table"] == b"abc"
    assert found.parts[1] == Part("table", 3, hashlib.sha256(b"abc").hexdigest())


def test_a_folder_that_somebody_put_beside_the_old_store_is_in_nobodys_way(old: Path, new: Path) -> None:
    (new.parent / BEFORE / "x").mkdir(parents=True)
    (new.parent / BEFORE / "x" / "y").write_text("", encoding="utf-8")
    stage(io.BytesIO(file_of(old)), new, {})
    settle(new)
    assert held(new) == held(old)
    assert not (new.parent / BEFORE / "x").exists()


def test_a_store_that_was_made_while_half_a_restore_waited_takes_the_place_of_none(
    old: Path, new: Path
) -> None:
    class Cut(Disk):
        def rename(self, old: Path, new: Path) -> None:
            if old.parent.name == NEW:
                raise CutError
            super().rename(old, new)

    before = held(new)
    stage(io.BytesIO(file_of(old)), new, {})
    with pytest.raises(CutError):
        settle(new, Cut())
    assert not new.exists()
    kept(new.parent, "en")
    settle(new)
    assert held(new) == held(old)
    assert held(new.parent / BEFORE / STORE) == before
    assert held(new.parent / BEFORE / f"{STORE}.1")[1] == ["language red en"]


def test_a_folder_that_nobody_may_write_keeps_no_table_from_starting(new: Path) -> None:
    class ReadOnly(Disk):
        def remove(self, path: Path) -> None:
            raise OSError(errno.EROFS, "Read-only file system")

    (new.parent / NEW).mkdir()
    assert settle(new, ReadOnly()).endswith(
        "cannot be taken away (Read-only file system); nothing has changed"
    )
    assert settle(new) == "a restore was broken off, and nothing has changed; start it again"
