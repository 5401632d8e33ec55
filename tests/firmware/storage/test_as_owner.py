"""Commands said as root at a service's folder: its owner does what is done there, and no link of his is followed."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage import as_owner
from signifer_firmware.storage.store import Store, StoreError

from tests.fuzz import texts

SERVICE = 61_234
TAGS = 'game = "field-of-glory"\n[tags]\n04112233445566 = "red/spear-1"\n'
SECRET = "root:x:0:0\n"

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="wants real uids: run it as root")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a service with a user of its own, below one that only root may enter (as /var/lib/private)."""
    closed = tmp_path / "private"
    closed.mkdir(mode=0o700)
    found = closed / "signifer"
    found.mkdir(mode=0o700)
    os.chown(found, SERVICE, SERVICE)
    return found


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    found = tmp_path / "shadow"
    found.write_text(SECRET)
    found.chmod(0o600)
    return found


def signifer(*words: str | Path) -> subprocess.CompletedProcess[str]:
    program = "from signifer_firmware.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip


def imports(folder: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "tags.toml"
    file.write_text(TAGS)
    return signifer("enrol", "--import", file, "--yes", "--store", folder)


def link(folder: Path, name: str, victim: Path) -> None:
    """As the service would lay it: by its own name."""
    (folder / name).symlink_to(victim)
    os.lchown(folder / name, SERVICE, SERVICE)


def untouched(victim: Path) -> bool:
    found = victim.stat()
    return victim.read_text() == SECRET and (found.st_uid, found.st_gid, found.st_mode & 0o777) == (
        0,
        0,
        0o600,
    )


LINKS = (
    "table.sqlite",
    "table.sqlite-lock",
    "table.sqlite-copy",
    "table.sqlite-copy.new",
    "table.sqlite-wal",
    "table.sqlite-mine",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_a_link_in_the_folder_leads_enrol_to_no_file_of_roots(
    name: str, folder: Path, victim: Path, tmp_path: Path
) -> None:
    link(folder, name, victim)
    done = imports(folder, tmp_path)
    assert untouched(victim)
    assert "Traceback" not in done.stderr
    assert SECRET.strip() not in done.stdout + done.stderr


@pytest.mark.slow
def test_a_link_to_nothing_makes_no_file_elsewhere(folder: Path, tmp_path: Path) -> None:
    for name in LINKS[:-1]:
        link(folder, name, tmp_path / "made")
    imports(folder, tmp_path)
    assert not (tmp_path / "made").exists()


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "name", ["table.sqlite", "table.sqlite-copy.new", "table.sqlite-journal", "backup.new"]
)
def test_a_pipe_in_the_folder_does_not_hold_root_up(name: str, folder: Path, tmp_path: Path) -> None:
    """Nobody ever writes into it. A sentence, where the file is wanted; else it is in nobody's way."""
    assert imports(folder, tmp_path).returncode == 0
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    os.chown(folder / name, SERVICE, SERVICE)
    done = imports(folder, tmp_path)
    assert done.returncode in (0, 2)
    assert done.stderr.count("\n") == (done.returncode == 2)
    if name == "table.sqlite-journal":
        assert f"; take {folder / name} away, and say it again" in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
def test_a_pipe_for_a_log_does_not_hold_up_who_adds_a_game(end: str, folder: Path, tmp_path: Path) -> None:
    file, store = tmp_path / "r.txt", folder / "table.sqlite"
    file.write_bytes(texts._records()[0])
    assert signifer("record", "import", file, store).returncode == 0
    assert [path.name for path in folder.iterdir() if path.name == store.name + end] == []
    os.mkfifo(folder / (store.name + end))
    os.chown(folder / (store.name + end), SERVICE, SERVICE)
    done = signifer("record", "import", file, store)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"a pipe: '{store}{end}'" in done.stderr


# In a process of its own: what is collected in a process of many tests swallows Ctrl-C where it is in a finaliser.
CTRL_C = """
import os, signal, subprocess, sys
from contextlib import contextmanager
from pathlib import Path
from signifer_firmware.storage import as_owner

# A shell has what it starts in the background ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
waits, begins = os.pipe()

@contextmanager
def waiting(store):
    os.mkfifo(store.parent / "pipe")
    (store.parent / "child").write_text(str(os.getpid()))
    os.write(begins, b"\\n")
    (store.parent / "pipe").read_bytes()
    yield lambda name, given: None

# Whoever owns the folder may not press it for root.
presses = subprocess.Popen(["bash", "-c", f"read line <&{waits}; kill -INT {os.getpid()}"], pass_fds=[waits])
try:
    with as_owner.in_folder(Path(sys.argv[1]), waiting):
        pass
except KeyboardInterrupt:
    print("interrupted")
presses.wait()
"""


def test_ctrl_c_ends_the_owner_as_well_where_he_waits_for_ever(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C, folder / "table.sqlite"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "child").read_text()), 0)


def test_what_is_bound_there_is_the_owners(folder: Path, tmp_path: Path) -> None:
    done = imports(folder, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.stat().st_uid for path in folder.iterdir()} == {SERVICE}
    with closing(Store.reading(folder / "table.sqlite")) as store:
        assert store.cards() == {bytes.fromhex("04112233445566"): "red/spear-1"}


@pytest.mark.slow
def test_a_folder_to_be_made_is_made_by_the_owner_of_the_one_around_it(folder: Path, tmp_path: Path) -> None:
    done = imports(folder / "a" / "b", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "a" / "b").stat().st_uid == SERVICE


@pytest.mark.slow
def test_looking_into_a_store_follows_no_link_either(folder: Path, victim: Path) -> None:
    link(folder, "table.sqlite", victim)
    for words in (("enrol", "--list", "--store", folder), ("record", "list", folder / "table.sqlite")):
        done = signifer(*words)
        assert done.returncode == 2
        assert "a link, which root does not follow" in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_report_is_not_written_through_a_link(folder: Path, victim: Path, tmp_path: Path) -> None:
    link(folder, "tags.toml", victim)
    done = signifer("enrol", "--export", folder / "tags.toml", "--yes", "--store", tmp_path / "none")
    assert done.returncode == 2
    assert "a link, which root does not follow" in done.stderr
    assert untouched(victim)
    link(folder, "mine.toml.new", victim)
    assert signifer("enrol", "--export", folder / "mine.toml", "--store", tmp_path / "none").returncode == 0
    assert untouched(victim)


@pytest.mark.slow
def test_root_runs_no_table_in_a_folder_of_somebody_elses(folder: Path) -> None:
    done = signifer("run", "--virtual", "--store", folder)
    assert done.returncode == 2
    assert "is not root's" in done.stderr
    assert [*folder.iterdir()] == []


def test_roots_own_folder_is_roots_unless_anybody_may_write_there(tmp_path: Path) -> None:
    assert as_owner.other_owner(tmp_path / "table.sqlite") is None
    tmp_path.chmod(0o777)
    with pytest.raises(StoreError, match="anybody may write there"):
        as_owner.other_owner(tmp_path / "table.sqlite")


def test_what_fails_there_is_told_by_the_name_that_root_knows(folder: Path, tmp_path: Path) -> None:
    (folder / "table.sqlite").write_text("no store")
    done = imports(folder, tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"signifer: {folder}/table.sqlite ")
    assert done.stderr.count("\n") == 1


def test_what_the_system_refuses_there_is_a_sentence_with_the_file_and_what_to_do(
    folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "my.backup"
    assert imports(folder, tmp_path).returncode == 0
    assert signifer("backup", file, "--store", folder).returncode == 0
    folder.chmod(0o500)
    done = signifer("restore", file, "--store", folder)
    assert (done.returncode, done.stderr.splitlines()) == (
        2,
        [
            f"signifer: {folder}/restore.new: cannot be used (Permission denied); take one that you may use, "
            "or say it with sudo"
        ],
    )
