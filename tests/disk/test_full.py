"""A disk on which nothing is left, a real one: SQLite says of it no more than that it fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from signifer_firmware.storage.trouble import FULL, key_in

from tests.disk import full

# A file system of its own, in memory, that nobody else sees.
MOUNTED = 'mount -t tmpfs -o size=200k,mode=755 none "$1" && exec "$2" -m "$3" "$1"'


def test_a_full_disk_is_told_as_one_by_a_command_and_at_the_table(tmp_path: Path) -> None:
    words = ["unshare", "-rm", "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable, full.__name__]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if done.stderr.startswith(("unshare:", "mount:")):
        pytest.skip(f"no file system can be mounted here: {done.stderr}")
    command, table = done.stdout.splitlines()
    assert f"{tmp_path / 's'} cannot be used as the store ([Errno 28] No space left on device" in command
    assert command.endswith("; leave it, and make room: the disk is full")
    assert key_in(table) == FULL
