"""A disk that is unmounted while the table is on: a real one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from signifer_firmware.storage.trouble import FAILS, key_in

from tests.disk import unmounted

# A file system of its own, in memory, that nobody else sees: the place of the disk lies on another one.
MOUNTED = 'mkdir "$1/disk" && mount -t tmpfs -o mode=755 none "$1/disk" && exec "$2" -m "$3" "$1"'


def test_nothing_is_written_below_a_disk_that_is_not_there_and_all_is_when_it_is_back(tmp_path: Path) -> None:
    words = ["unshare", "-rm", "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable, unmounted.__name__]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if done.stderr.startswith(("unshare:", "mount:")):
        pytest.skip(f"no file system can be mounted here: {done.stderr}")
    assert done.stderr == ""
    trouble, meanwhile, back, found = done.stdout.splitlines()
    assert key_in(trouble) == FAILS
    assert meanwhile == "[] 1"
    assert back == " 0"
    assert found == "[1, 2, 3, 4] "
