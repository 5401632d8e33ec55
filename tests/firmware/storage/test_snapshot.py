"""Looking into a store: no more is copied than a store has, and the copy goes with its process."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage import files
from signifer_firmware.storage.files import MOST_BYTES, snapshot
from signifer_firmware.storage.store import Entry, Store, StoreError

BEGIN = Entry(1, "begin", {"game": "field-of-glory"})


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where copies are made."""
    found = tmp_path / "memory"
    found.mkdir()
    monkeypatch.setattr(files, "memory_folder", lambda: str(found))
    return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "table.sqlite"
    with closing(Store(path)) as made:
        made.append([BEGIN])
    return path


def lengthened(path: Path, length: int) -> None:
    """Nothing more of it is on the disk."""
    with path.open("ab") as file:
        file.truncate(length)


def test_of_what_is_no_store_not_even_a_megabyte_is_copied(tmp_path: Path, memory: Path) -> None:
    path = tmp_path / "table.sqlite"
    lengthened(path, 1_500_000_000)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, most[1]))
    try:
        with pytest.raises(StoreError, match="file is not a database"):
            Store.reading(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert [*memory.iterdir()] == []


@pytest.mark.timeout(20)
def test_a_file_without_end_is_not_copied_to_its_end(tmp_path: Path, memory: Path) -> None:
    """It says that it has no bytes."""
    (tmp_path / "table.sqlite").symlink_to("/proc/self/pagemap")
    with pytest.raises(StoreError, match=r"file is not a database|longer than"):
        Store.reading(tmp_path / "table.sqlite")


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_store_that_is_longer_than_any_is_told_and_not_copied(end: str, store: Path, memory: Path) -> None:
    lengthened(store.with_name(store.name + end), MOST_BYTES + 1)
    with pytest.raises(StoreError, match="longer than 400 MB"):
        Store.reading(store)
    assert [*memory.iterdir()] == []


def test_the_copy_has_no_name_once_it_is_open(store: Path, memory: Path) -> None:
    """With a log or without one; and an older store becomes today's in it."""
    with closing(Store(store)) as at_table:
        at_table.append([Entry(2, "setting", "language red de")])
        assert store.with_name(store.name + "-wal").stat().st_size
        with closing(snapshot(store)) as db:
            assert [*memory.iterdir()] == []
            assert db.execute("SELECT count(*) FROM journal").fetchone() == (2,)
            db.execute("CREATE TABLE other (it)")
    for name in ("v1.sqlite", "v1.sqlite-wal"):
        shutil.copy(Path(__file__).parent / "stores" / name, store.parent)
    with closing(Store.reading(store.with_name("v1.sqlite"))) as older:
        assert [*memory.iterdir()] == []
        assert older.games()


@pytest.mark.parametrize("moment", ["half of it is copied", "it is open"])
def test_nothing_is_left_of_a_copy_whose_process_is_killed(moment: str, store: Path, memory: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path; from signifer_firmware.storage import files\n"
        "def killed(event='open', given=('table.sqlite-wal',)):\n"
        "    if event == 'open' and str(given[0]).endswith('-wal'): os.kill(os.getpid(), signal.SIGKILL)\n"
        "files.memory_folder = lambda: sys.argv[2]\n"
        "if sys.argv[3].startswith('half'): sys.addaudithook(killed)\n"
        "db = files.snapshot(Path(sys.argv[1]))\n"
        "killed()\n"
    )
    with closing(Store(store)) as at_table:
        at_table.append([BEGIN])
        words: list[str | Path] = [sys.executable, "-c", program, store, memory, moment]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (-9, "")
    assert [*memory.iterdir()] == []


def test_where_files_have_to_have_names_it_is_read_all_the_same(
    store: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk without nameless files (vfat), or a folder that is all there is (no /proc)."""
    monkeypatch.setattr(files, "_BY_NUMBER", "/nonexistent")
    with closing(snapshot(store)) as db:
        assert db.execute("SELECT count(*) FROM journal").fetchone() == (1,)
        assert [*memory.iterdir()] == []
