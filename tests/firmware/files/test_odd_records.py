"""Records that programs keep for themselves, and that somebody else has put there: refused, in no time."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.storage.second_copy import CopyFile
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.setup_apply import RECORD, Setup, SetupError

FILE = "boot/firmware/config.txt"


@pytest.mark.parametrize(
    "record",
    [
        {"files": {}, "undo": [[["true"]]]},
        {"files": {}, "undo": [["true", False]]},
        {"files": {}, "undo": [[]]},
        {"files": {FILE: {"before": 7, "after": None}}, "undo": []},
        {"files": {FILE: {"before": "x", "after": None}}, "undo": []},
        {"files": {FILE: {"after": None}}, "undo": []},
        {"files": [], "undo": []},
    ],
)
def test_a_record_of_setup_that_is_none_is_damaged(record: object, tmp_path: Path) -> None:
    (tmp_path / RECORD).parent.mkdir(parents=True)
    (tmp_path / RECORD).write_text(json.dumps(record))
    setup = Setup(tmp_path, lambda line: None)
    for act in (setup.undoing, setup.undo):
        with pytest.raises(SetupError, match="is damaged"):
            act()


def test_brackets_without_end_are_damage_too(tmp_path: Path) -> None:
    (tmp_path / RECORD).parent.mkdir(parents=True)
    (tmp_path / RECORD).write_text("[" * 100_000)
    with pytest.raises(SetupError, match="is damaged"):
        Setup(tmp_path, lambda line: None).undoing()
    (tmp_path / "s-flight-0").write_text("[" * 100_000)
    assert flight_recorder.lines_of(tmp_path / "s") == []


def test_nobody_waits_for_pipes_or_reads_devices(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "s-flight-0")
    (tmp_path / "s-flight-1").symlink_to("/dev/zero")
    assert flight_recorder.lines_of(tmp_path / "s") == []
    for name in ("s-flight-0", "s-flight-1"):
        assert Facts(tmp_path).bytes(name) is None
        with pytest.raises(OSError, match=r"a pipe|a device"):
            CopyFile(tmp_path / name).read()
