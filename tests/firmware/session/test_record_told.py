"""What screens say is on disk before; where it cannot be, the same screens say so, and the table goes on."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from signifer_core.layout import SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.i18n.words import LANGUAGES, Words
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.session.events import News
from signifer_firmware.session.keeper import RECORD_RETRY_US
from signifer_firmware.simulation.files import read_script, table_of
from signifer_firmware.simulation.pictures import images_of
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.files import beside, connected
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.storage.trouble import (
    _SENTENCES,
    BUSY,
    FAILS,
    FULL,
    MEMORY,
    READ_ONLY,
    UNPLAYED,
    games_aside,
    key_in,
    set_aside,
)
from signifer_firmware.texts.faults import fault_text

from tests.firmware.states import fog

SCRIPT = """game field-of-glory
terrain plain plain woods plain rough
first red
setup 3 red heavy-infantry-1
count red hand 8
begin actions
"""
LAID = "red/heavy-infantry-2"


class Hung(BaseException):
    """The disk never answers: whoever waits for it does nothing else."""


class Table:
    """A whole virtual table, its news, and a hand in its store."""

    def __init__(self, folder: Path) -> None:
        self.news: list[News] = []
        path = folder / "told.table"
        path.write_text(SCRIPT)
        script = read_script(path)
        self.run = ScriptRun(script, table_of(script, path), folder, self.news.append)
        self.run.begin()

    @property
    def appliance(self) -> Appliance:
        return self.run.appliance

    @property
    def store(self) -> Store:
        return self.appliance._store

    def put(self, card: str, zone: Zone) -> None:
        self.run.table.world.at(self.run.now_us, lambda: self.run.table.world.put(card, zone))
        self.run.scheduler.wake(self.run.table.world, self.run.now_us)
        self.run.rest()

    def shown(self) -> dict[str, bytes]:
        return {place: image.tobytes() for place, image in images_of(self.run).items()}

    def wait(self, us: int) -> None:
        self.run.scheduler.run(self.run.now_us + us)
        self.run.rest()

    def refuse(self, refused: bool) -> None:
        """The file system is read-only, as SQLite has it, or no longer."""
        assert self.store._db is not None
        self.store._db.execute(f"PRAGMA query_only = {refused}")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path)
    yield found
    found.run.close()


@pytest.mark.parametrize("moment", ["write", "commit", "copy"])
def test_nothing_is_shown_or_told_of_what_is_not_on_disk(moment: str, table: Table) -> None:
    def hangs(now: str) -> None:
        if now == moment:
            raise Hung

    believed = table.appliance.keeper.table
    shown, told = table.shown(), len(table.news)
    table.store.hook = hangs
    with pytest.raises(Hung):
        table.put(LAID, Zone("3", "red"))
    assert table.appliance.keeper.table is believed
    assert len(table.news) == told
    for unit in (table.appliance.sounds, table.appliance.screens):
        unit.step(table.run.now_us)
    assert table.shown() == shown
    table.store.hook = lambda moment: None
    table.put(LAID, Zone("4", "red"))
    assert table.shown() != shown, "the test can fail"


def test_every_action_is_on_disk_as_it_is_told(table: Table) -> None:
    kept = []

    def told(news: News) -> None:
        if news.kind == "action":
            with closing(Store.reading(table.run.store)) as store:
                found = store.last_game()
            kept.append(news.what["text"] in [entry.body for entry in found])

    table.appliance.keeper.tell = told
    table.put(LAID, Zone("3", "red"))
    table.appliance._press(Press(PressKind.HOLD, Button.OK, "red"), table.run.now_us)
    table.put("red/archer-1", Zone("pad", "red"))
    assert kept
    assert all(kept)


def test_a_disk_that_refuses_is_told_on_both_players_screens_beside_what_was_done(table: Table) -> None:
    table.refuse(True)
    table.put(LAID, Zone("3", "red"))
    assert [news.what["state"] for news in table.news if news.what.get("part") == "record"] == ["fault"]
    for player in SIDES:
        assert "record: disk read-only." in table.appliance.words(player)
        assert "Leave the power on." in table.appliance.words(player)
    assert table.appliance.keeper.table is not None
    assert fog(table.appliance.keeper.table.state).column(3).units("red") == ("red/heavy-infantry-1", LAID)
    table.wait(3 * RECORD_RETRY_US)
    assert "disk" in table.appliance.words("red")
    table.refuse(False)
    table.wait(2 * RECORD_RETRY_US)
    for player in SIDES:
        assert "disk" not in table.appliance.words(player)
    believed = table.appliance.keeper.table
    table.run._power_cut()
    assert table.appliance.keeper.table == believed


def test_a_record_that_is_taken_away_is_there_again_within_a_second(table: Table) -> None:
    table.put(LAID, Zone("3", "red"))
    for path in table.run.store.parent.glob("table.sqlite*"):
        path.unlink()
    table.wait(RECORD_RETRY_US)
    with closing(Store.reading(table.run.store)) as there:
        assert there.last_game() == table.store.last_game()
    believed = table.appliance.keeper.table
    table.run._power_cut()
    assert table.appliance.keeper.table == believed


def test_a_folder_that_cannot_be_there_again_is_told_before_anybody_goes_on(table: Table) -> None:
    folder = table.run.store.parent
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("in the way")
    table.wait(RECORD_RETRY_US)
    for player in SIDES:
        assert "record: disk fails." in table.appliance.words(player)
        assert "Leave the power on." in table.appliance.words(player)
    table.put(LAID, Zone("3", "red"))
    assert table.store.waiting
    folder.unlink()
    folder.with_name("elsewhere").rename(folder)
    table.wait(2 * RECORD_RETRY_US)
    assert "disk" not in table.appliance.words("red")
    believed = table.appliance.keeper.table
    table.run._power_cut()
    assert table.appliance.keeper.table == believed


def test_a_file_that_is_set_aside_while_people_play_is_told_like_one_at_the_start(table: Table) -> None:
    """Somebody has written over it."""
    table.put(LAID, Zone("3", "red"))
    for end in ("", "-wal"):
        beside(table.run.store, end).write_bytes(b"no store at all" * 100)
    table.wait(RECORD_RETRY_US)
    for told in ("Bad record kept as", "aside-2"):
        assert told in table.appliance.words("red")
    table.appliance._press(Press(PressKind.PRESS, Button.COLUMN, "red", 3), table.run.now_us)
    table.wait(2 * RECORD_RETRY_US)
    assert "aside" not in table.appliance.words("red")


@pytest.mark.parametrize(
    ("is_later", "told"), [(False, "Bad record kept as "), (True, "Record of a later program kept as ")]
)
def test_a_file_that_was_set_aside_is_told_until_a_button_is_pressed(
    tmp_path: Path, is_later: bool, told: str
) -> None:
    if is_later:
        with closing(sqlite3.connect(tmp_path / "table.sqlite")) as db:
            db.executescript("PRAGMA user_version = 99; CREATE TABLE mine (x)")
    else:
        (tmp_path / "table.sqlite").write_bytes(b"no store at all" * 100)
    table = Table(tmp_path)
    for player in SIDES:
        assert f"{told}table.sqlite.aside-1" in table.appliance.words(player)
    table.appliance._press(Press(PressKind.PRESS, Button.COLUMN, "red", 3), table.run.now_us)
    table.wait(2 * RECORD_RETRY_US)
    for player in SIDES:
        assert "aside" not in table.appliance.words(player)
    table.run.close()


def test_a_table_on_a_read_only_disk_starts_with_the_game_that_was_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.put(LAID, Zone("3", "red"))
    believed = table.appliance.keeper.table
    broken = [True]

    def refuses(path: Path) -> object:
        if broken:
            raise OSError(errno.EROFS, "Read-only file system")
        return connected(path)

    monkeypatch.setattr("signifer_firmware.storage.opening.connected", refuses)
    table.run._power_cut()
    assert table.appliance.keeper.table == believed
    table.wait(RECORD_RETRY_US)
    assert "disk read-only" in table.appliance.words("red")
    table.put("red/archer-1", Zone("2", "red"))
    broken.clear()
    table.wait(2 * RECORD_RETRY_US)
    assert "disk" not in table.appliance.words("red")
    believed = table.appliance.keeper.table
    table.run._power_cut()
    assert table.appliance.keeper.table == believed
    table.run.close()


def test_a_clock_that_jumps_does_no_harm(tmp_path: Path) -> None:
    """Back, and a century on: what is written is put in order by its number, never by a time."""
    days = iter(["2026-11-21", "1970-01-01", "2126-01-01", ""])
    store = Store(tmp_path / "s", today=lambda: next(days))
    for number, at_us in enumerate((10**15, 5, -7, 10**18)):
        store.append([Entry(at_us, "begin", {"game": str(number)}), Entry(at_us - 9, "action", "x")])
    store.close()
    store = Store(tmp_path / "s")
    assert [(name, date) for _, name, date in store.games()] == [
        ("0", "2026-11-21"),
        ("1", "1970-01-01"),
        ("2", "2126-01-01"),
        ("3", ""),
    ]
    assert [entry.at_us for entry in store.last_game()] == [10**18, 10**18 - 9]
    store.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [FULL, READ_ONLY, BUSY, FAILS, MEMORY, UNPLAYED])
def test_each_trouble_is_said_in_each_language(language: str, key: str) -> None:
    words = Words(language)
    said = fault_text("record", _SENTENCES[key], words)
    assert key_in(_SENTENCES[key]) == key
    assert len(said) < 64, "three lines of a player's screen"
    assert (said == fault_text("record", _SENTENCES[key], Words("en"))) == (language == "en")
    name = "table.sqlite.aside-1"
    for cause in (set_aside(name), set_aside(name, is_later=True), games_aside(name)):
        said = fault_text("record", cause, words)
        assert said.endswith(f" {name}")
        assert len(said) < 64
