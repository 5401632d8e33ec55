"""A table begins again when a backup waits for that: it is settled in between, and the table's file is read again."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.backup.archive import STORE_PART
from signifer_firmware.backup.restoring import BEFORE, NEW
from signifer_firmware.config.model import TableConfig
from signifer_firmware.service import run as service
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import StoreError

TABLE = Path(__file__).parents[3] / "firmware/signifer_firmware/config/tables/direct.toml"


def test_it_begins_again_with_what_waits_and_nobody_has_the_store_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, folder = tmp_path / "table.toml", tmp_path / "record"
    table.write_bytes(TABLE.read_bytes())
    told: list[str] = []

    def settle(store: Path) -> str:
        told.append("settled")
        with pytest.raises(StoreError, match="another program is at this table"), alone(store):
            pass
        return "the backup was taken back"

    def once(config: TableConfig, *_: object, **__: object) -> int:
        told.append(f"ran, hold {config.timing.hold_ms}")
        table.write_bytes(TABLE.read_bytes().replace(b"hold_ms = 800", b"hold_ms = 900"))
        return service.AGAIN if len(told) < 4 else service.OK

    monkeypatch.setattr(service, "settle", settle)
    monkeypatch.setattr(service, "_run_alone", once)
    err = io.StringIO()
    assert service.run(str(table), store=folder, err=err, environment={}) == service.OK
    assert told[:1] + told[2:] == ["settled", "settled", "ran, hold 900"]
    assert err.getvalue() == "the backup was taken back\n" * 2
    assert (folder / STORE).parent.is_dir()


def test_a_disk_that_does_not_take_what_waits_keeps_the_table_from_opening_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settle(store: Path) -> str:
        raise OSError(30, "Read-only file system", str(store))

    def never(*_: object, **__: object) -> int:
        raise AssertionError("it does not run")

    for name in (Path(NEW, STORE_PART), Path(BEFORE, f"{STORE}-wal")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(service, "settle", settle)
    monkeypatch.setattr(service, "_run_alone", never)
    with pytest.raises(ConfigError, match=r"half taken back.*nothing is lost"):
        service.run("direct", store=tmp_path, err=io.StringIO(), environment={})
