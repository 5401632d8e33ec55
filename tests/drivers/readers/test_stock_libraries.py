"""Proof that the twin is a chip and no mirror of our driver: stock libraries, unmodified, run on it, defects included.

Each runs in a process of its own (see stock_host). A poll is a request and one anticollision, as each library's read_id
does it; what a poll costs is counted from its first SPI transfer to its last, without the library's set-up.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MissingTool

ROOT = Path(__file__).parents[3]
PLAIN = "01020304"
LONG = "04112233445566"
LIBRARIES = ("mfrc522", "mfrc522-python", "pi-rc522")


def polls(missing_tool: type[MissingTool], library: str, *uids: str) -> list[dict[str, Any]]:
    folder = Path(sys.prefix) / "stock" / library.split()[0]
    if not folder.is_dir():
        missing_tool(f"the stock library {library.split()[0]} (make test installs it)")
    host = subprocess.run(
        [sys.executable, "-m", "tests.drivers.readers.stock_host", str(folder), library, *uids],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert host.returncode == 0, host.stderr
    result: list[dict[str, Any]] = json.loads(host.stdout.splitlines()[-1])
    return result


def results(done: list[dict[str, Any]]) -> list[str | None]:
    return [poll["result"] for poll in done]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_short_uid_is_read_right_at_every_second_poll(
    missing_tool: type[MissingTool], library: str
) -> None:
    """The tag is left READY, so the next request only sends it back to IDLE."""
    assert results(polls(missing_tool, library, PLAIN)) == [PLAIN + "04", None] * 5


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_long_uid_is_cut_to_the_cascade_tag_and_three_bytes(
    missing_tool: type[MissingTool], library: str
) -> None:
    assert results(polls(missing_tool, library, LONG)) == ["88041122bf", None] * 5


def test_one_of_them_reads_seven_bytes_and_still_misses_every_second_time(
    missing_tool: type[MissingTool],
) -> None:
    """pi-rc522's read_id selects and goes on to the second level; its tag stays READY there."""
    assert results(polls(missing_tool, "pi-rc522 read_id", LONG)) == [LONG, None] * 5


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("uids", [(PLAIN, "05060708"), (LONG, "04AA2233445567"), (PLAIN, LONG)])
def test_two_tags_are_no_tag(missing_tool: type[MissingTool], library: str, uids: tuple[str, str]) -> None:
    """A collision is taken for an error, in the anticollision or, with UIDs of unlike lengths, in the ATQA."""
    assert results(polls(missing_tool, library, *uids)) == [None] * 10


@pytest.mark.parametrize("library", ["mfrc522", "pi-rc522"])
def test_what_a_poll_costs_on_the_wire(missing_tool: type[MissingTool], library: str) -> None:
    """Empty: one request, 2013 transfers, 4026 bytes, about 93 ms at 1 MHz. A tag: request and anticollision, 64.

    2013 is 10 to set up, 1 for BitFramingReg, 2000 looks at ComIrqReg (the loop takes ~ for not, and never sees the
    timer), 2 to clear StartSend. 64 is 40 such, and 24 looks until the answers are complete.
    """
    empty = polls(missing_tool, library)
    assert {(poll["transfers"], poll["bytes"]) for poll in empty} == {(2013, 4026)}
    assert all(92_000 < poll["us"] < 94_000 for poll in empty)
    for uid in (PLAIN, LONG):
        present = polls(missing_tool, library, uid)[::2]
        assert {(poll["transfers"], poll["bytes"]) for poll in present} == {(64, 128)}


def test_one_of_them_heeds_the_timer(missing_tool: type[MissingTool]) -> None:
    """mfrc522-python 0.0.9 has mended the loop: it sleeps 1 ms a look, and the chip's timer (15.5 ms) ends the wait."""
    empty = polls(missing_tool, "mfrc522-python")
    assert {poll["transfers"] for poll in empty} == {33}
    assert all(15_500 < poll["us"] < 18_000 for poll in empty)
