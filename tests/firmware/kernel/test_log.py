"""Lines of the log: nobody has to take them."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path

import pytest
from signifer_firmware.kernel.log import NOTICE, WARNING, Logbook

from tests.firmware.service.programs import COMMAND, Program


def test_what_a_full_disk_does_not_take_is_kept() -> None:
    full = open("/dev/full", "w", encoding="utf-8")  # noqa: SIM115  # closing it fails, too
    log = Logbook(full, prefixed=False)
    log.say(NOTICE, "reader 3 red: works again")
    log.say(WARNING, "screen 3 red: gone")
    assert [*log.newest] == ["reader 3 red: works again", "screen 3 red: gone"]
    with pytest.raises(OSError, match="No space left"):
        full.close()


def test_what_a_pipe_without_a_reader_does_not_take_is_kept() -> None:
    ear, mouth = os.pipe()
    os.close(ear)
    out = os.fdopen(mouth, "w", encoding="utf-8")
    log = Logbook(out, prefixed=True)
    log.say(NOTICE, "reader 3 red: works again")
    assert [*log.newest] == ["reader 3 red: works again"]
    with pytest.raises(BrokenPipeError):
        out.close()


def test_what_is_said_after_its_end_is_kept() -> None:
    out = io.StringIO()
    out.close()
    log = Logbook(out, prefixed=False)
    log.say(NOTICE, "ended")
    assert [*log.newest] == ["ended"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["2>/dev/full", "2>&-", ">/dev/full 2>/dev/full"])
def test_a_table_whose_log_nobody_takes_plays_on_and_ends_well(tmp_path: Path, words: str) -> None:
    program = Program(tmp_path, "starter", "--virtual", "--store", str(tmp_path), redirected=words)
    program.until("READY=1")
    program.process.terminate()
    assert program.ended() == (0, [])


@pytest.mark.slow
def test_a_table_whose_log_was_read_for_a_while_plays_on_and_ends_well(tmp_path: Path) -> None:
    program = Program(tmp_path, "starter", "--virtual", "--store", str(tmp_path))
    program.until("READY=1")
    assert program.process.stderr is not None
    program.process.stderr.close()
    program.process.terminate()
    assert program.process.wait(60) == 0
    program.manager.close()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["table", "--none"], ["table", "none.toml"], ["run", "none.toml"]])
def test_what_is_wrong_has_its_status_where_nobody_reads_why(words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([*COMMAND, *words], stderr=full, timeout=60, check=False)
    assert done.returncode == 2
