"""``signifer doctor`` on a table's record: damaged, of a later program, and what it tells of tags."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.check import FAIL, PASS, examined
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.run import all_checks
from signifer_firmware.doctor.virtual import VirtualBench
from signifer_firmware.storage.reading import as_replaced
from signifer_firmware.storage.store import Store
from signifer_firmware.system.slots import STARTED

from tests.firmware.doctor.asked import results


@pytest.mark.parametrize(
    ("started", "fix", "command"),
    [
        (
            "",
            "update the program as it was installed (docs/service.md) before the table runs again: it would set this "
            "record aside",
            "",
        ),
        (
            "slot=2\ndisk=/dev/mmcblk0\nbuild=0123456789abcdef\n",
            "update the program by the page of upkeep, under Version: until then the table sets this record aside",
            "sudo signifer update FILE",
        ),
    ],
    ids=["installed", "card"],
)
def test_a_record_of_a_later_program_is_not_said_to_be_damaged(
    tmp_path: Path, started: str, fix: str, command: str
) -> None:
    """It said how pipx takes a newer one, on a card of the image, too; and no index has one."""
    bench = VirtualBench(load_table("starter"), tmp_path)
    if started:
        file = bench.facts.path(STARTED)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(started, encoding="ascii")
    with closing(sqlite3.connect(bench.store)) as db:
        db.execute("PRAGMA user_version = 99")
    found = examined(all_checks(bench.config, bench, table="starter", store=bench.store), ["store"])
    (result,) = [each for each in found if each.name == "store"]
    bench.close()
    assert result.cause == "store-newer"
    assert (result.fix, result.command) == (fix, command)


def _without_journal(store: Path) -> None:
    """The page where the journal begins is no longer what was written."""
    with closing(sqlite3.connect(store)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()
    content = bytearray(store.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    store.write_bytes(content)


def test_a_damaged_record_goes_on_from_a_second_copy_only_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    (result,) = [
        each for each in results(tmp_path / "alone", "starter", "store damaged") if each.state == FAIL
    ]
    assert "it has no second copy: take back a backup" in result.fix
    store = tmp_path / "alone/state/table.sqlite"
    assert result.command == f"signifer restore FILE --store {store.parent}"
    bench = VirtualBench(load_table("starter"), tmp_path)
    inject(bench, ["store damaged"])
    bench.store.with_name(f"{bench.store.name}-copy").write_bytes(b"copy")
    (result,) = examined(all_checks(bench.config, bench, table="starter", store=bench.store), ["store"])
    bench.close()
    assert "goes on from its second copy" in result.fix
    bench = VirtualBench(load_table("starter"), tmp_path / "some")
    enrolled = {b"\x04aaaaaa": "red/spear-1"}
    with closing(Store(bench.store)) as whole:
        whole.bind(enrolled)
    bench.store.with_name(f"{bench.store.name}-copy").unlink()
    _without_journal(bench.store)
    (result,) = examined(all_checks(bench.config, bench, table="starter", store=bench.store), ["store"])
    bench.close()
    assert result.cause == "store-damaged"
    assert result.fix.endswith("without one the table goes on with what can still be read of it")
    with closing(Store.at_table(bench.store)) as table:
        assert table.notice
        assert table.cards() == enrolled


def test_the_record_tells_how_many_cards_of_each_game_have_a_tag(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("starter"), tmp_path)
    store = Store(bench.store)
    store.bind(
        {b"\x04aaaaaa": "red/spear-1", b"\x04bbbbbb": "red/spear-1", b"\x04cccccc": "thermopyles:spartan-3"}
    )
    store.close()
    found = examined(all_checks(bench.config, bench, table="starter", store=bench.store), ["store"])
    (result,) = [each for each in found if each.name == "store"]
    bench.close()
    told = "; 1 of 105 cards of field-of-glory have a tag; 1 of 52 cards of thermopyles have a tag"
    assert result.seen.endswith(told)


def test_a_reader_tells_of_the_old_tag_of_a_card_that_lies_there(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("starter"), tmp_path)
    reader = bench.config.readers[0]
    (card, *_) = bench.table.world.lying(reader.zones[0])
    with closing(Store(bench.store)) as store:
        store.bind(as_replaced({bench.table.world.tag(card).uid: "red/spear-2"}))
    name = f"reader {reader.name}"
    found = examined(all_checks(bench.config, bench, table="starter", store=bench.store), [name, "store"])
    told = {result.name: result for result in found}
    bench.close()
    assert (told[name].state, told["store"].state) == (PASS, PASS)
    assert told[name].seen.endswith("; old tag of red/spear-2: take it off the card")
    assert "have a tag" not in told["store"].seen


def test_whose_file_lies_where_the_record_should_is_not_told_to_take_it_over(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    bench = VirtualBench(load_table("starter"), tmp_path)
    store = tmp_path / "file" / "table.sqlite"
    found = examined(all_checks(bench.config, bench, table="starter", store=store), ["store"])
    (result,) = [each for each in found if each.name == "store"]
    bench.close()
    assert result.cause == "store-unwritable"
    assert "chown" not in result.command
