"""Files that are bad, or none of ours: they are set aside, and nothing that counts is lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.storage import second_copy
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.texts.faults import fault_text

from tests.firmware.storage.states import BEGIN, TAG, actions, check_goes_on, sound

FOREIGN = b"no database at all, but long enough to look like something" * 20


def _newer(path: Path) -> None:
    db = sqlite3.connect(path)
    db.executescript("PRAGMA user_version = 99; CREATE TABLE mine (x)")
    db.close()


def _text(path: Path) -> None:
    path.write_bytes(FOREIGN)
    path.with_name("s-wal").write_bytes(b"whatever lies beside it")


def _header_gone(path: Path) -> None:
    Store(path).close()
    content = path.read_bytes()
    path.write_bytes(b"\0" * 100 + content[100:])
    path.with_name("s-copy").unlink(missing_ok=True)


@pytest.mark.parametrize("makes", [_newer, _text, _header_gone])
def test_what_is_no_store_is_set_aside_with_its_log_and_the_table_starts(
    makes: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "s"
    for number in (1, 2):
        makes(path)
        before = {
            end: (tmp_path / f"s{end}").read_bytes()
            for end in ("", "-wal")
            if (tmp_path / f"s{end}").exists()
        }
        store = Store.at_table(path)
        assert store.trouble == ""
        assert store.notice.endswith(f" s.aside-{number}"), "its name is told, and none is taken twice"
        assert {end: (tmp_path / f"s.aside-{number}{end}").read_bytes() for end in before} == before
        assert store.last_game() == []
        store.close()
        path.unlink()


def test_a_store_of_a_later_program_is_not_called_no_good(tmp_path: Path) -> None:
    path = tmp_path / "s"
    _newer(path)
    store = Store.at_table(path)
    store.close()
    assert store.notice == "the record is of a later version of this program and is kept as s.aside-1"
    told = {language: fault_text("record", store.notice, words_of(language)) for language in LANGUAGES}
    assert told == {
        "en": "Record of a later program kept as s.aside-1",
        "fr": "Suivi d'un programme plus récent\u00a0: s.aside-1",
        "de": "Aufzeichnung eines neueren Programms: s.aside-1",
    }
    path.unlink()
    path.write_bytes(FOREIGN)
    store = Store.at_table(path)
    store.close()
    assert store.notice == "the record was no good and is kept as s.aside-2"


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def _zeroed(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\0" * 4096 + content[8192:])


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[content.rindex(b"place red/spear-13 3") + 7] ^= 4
    path.write_bytes(content)


def _tag_flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[content.rindex(b"\x04abc") + 3] ^= 4
    path.write_bytes(content)


@pytest.mark.parametrize("damages", [_cut, _zeroed, _flipped, _tag_flipped])
def test_of_a_file_that_the_disk_has_changed_nothing_that_counts_is_lost(
    damages: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "s"
    store = Store.at_table(path)
    store.bind(TAG)
    store.append([Entry(0, "setting", "sound quiet"), BEGIN])
    for number in range(10, 20):
        store.append(actions(number, 1))
    store.close()
    damages(path)
    store = Store.at_table(path)
    assert store.notice.endswith("s.aside-1")
    assert store.last_game() == [BEGIN, *actions(10, 10)]
    assert (store.cards(), store.settings()) == (TAG, ["sound quiet"])
    store.append(actions(20, 1))
    store.close()
    again = Store.at_table(path)
    assert (again.last_game(), again.notice) == ([BEGIN, *actions(10, 11)], "")
    again.close()


def test_without_the_second_copy_the_game_goes_on_from_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "s"
    store = Store.at_table(path)
    store.bind(TAG)
    store.append([BEGIN, *actions(10, 10)])
    store.close()
    (tmp_path / "s-copy").unlink()
    _flipped(path)
    store = Store.at_table(path)
    assert store.last_game() == [BEGIN, *actions(10, 3)]
    assert store.cards() == TAG
    store.close()


def test_a_log_without_its_store_is_set_aside(tmp_path: Path) -> None:
    """SQLite would delete it."""
    path = tmp_path / "s"
    (tmp_path / "s-wal").write_bytes(b"the log of another day")
    store = Store.at_table(path)
    assert store.notice.endswith("s.aside-1")
    assert (tmp_path / "s.aside-1-wal").read_bytes() == b"the log of another day"
    store.close()


# The second copy


def test_a_copy_that_is_none_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "s"
    (tmp_path / "s-copy").write_bytes(FOREIGN)
    store = Store.at_table(path)
    store.append([BEGIN])
    store.close()
    assert (tmp_path / "s.aside-1-copy").read_bytes() == FOREIGN


def test_the_copy_of_another_store_adds_nothing(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "one"), Store(tmp_path / "other")
    one.append([BEGIN, *actions(10, 5)])
    other.append([BEGIN, *actions(50, 9)])
    one.close()
    other.close()
    shutil.copy(tmp_path / "other-copy", tmp_path / "one-copy")
    one = Store.at_table(tmp_path / "one")
    assert one.last_game() == [BEGIN, *actions(10, 5)]
    one.append(actions(20, 1))
    one.close()
    held, good = second_copy.CopyFile(tmp_path / "one-copy").read()
    assert good
    assert held is not None
    assert len(held.rows) == 7


def _linked(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("lay", [os.mkfifo, Path.touch, _linked], ids=["pipe", "left", "link"])
def test_what_lies_where_a_copy_is_made_is_in_nobodys_way(
    lay: Callable[[Path], None], tmp_path: Path
) -> None:
    """A copy is made beside the one that is there. Of a pipe, whoever opened it used to wait without end."""
    copy = second_copy.CopyFile(tmp_path / "s-copy")
    lay(tmp_path / "s-copy.new")
    held = second_copy.Held()
    held.tags.update(TAG)
    copy.rewrite(held)
    found, good = copy.read()
    assert found is not None
    assert (found.tags, good) == (TAG, True)
    assert [path.name for path in tmp_path.iterdir()] == ["s-copy"]


@pytest.mark.parametrize("end", range(1, 60, 7))
def test_a_copy_says_what_it_said_before_its_bad_line(end: int) -> None:
    held = second_copy.Held()
    held.tags.update(TAG)
    content = second_copy.whole(held) + second_copy.transaction([(1, 2, "action", '"pay red/spear-1"')], {})
    found, good = second_copy.parsed(content[:-end])
    assert found is not None
    assert (found.rows, found.tags, good) == ([], TAG, False)
    found, good = second_copy.parsed(content)
    assert found is not None
    assert (len(found.rows), good) == (1, True)


# Any damage at all


@pytest.mark.parametrize("seed", range(60))
def test_whatever_happens_to_the_files_the_table_starts_and_plays_on(seed: int) -> None:
    """Bytes overwritten, cut, put in, anywhere and in any of the files, or a file gone: no game is made up."""
    rng = random.Random(seed)
    files = {}
    for end, content in sound().items():
        changed = bytearray(content)
        for _ in range(rng.randrange(4)):
            at, new = rng.randrange(len(changed) + 1), rng.randbytes(rng.randrange(40))
            changed[at : at + rng.choice([0, len(new), 500, 10**6])] = new
        if rng.randrange(10):
            files[end] = bytes(changed)
    check_goes_on(files)
