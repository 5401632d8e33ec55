"""A disk that is unmounted while the table is on: a real one."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.storage.trouble import FAILS, key_in

from tests.disk import unmounted
from tests.disk.mounts import beside_a_mount

# The place of the disk lies on another one.
MOUNT = 'mkdir "$1/disk" && mount -t tmpfs -o mode=755 none "$1/disk"'


def test_nothing_is_written_below_a_disk_that_is_not_there_and_all_is_when_it_is_back(tmp_path: Path) -> None:
    done = beside_a_mount(MOUNT, unmounted, tmp_path)
    assert done.stderr == ""
    trouble, meanwhile, back, found = done.stdout.splitlines()
    assert key_in(trouble) == FAILS
    assert meanwhile == "[] 1"
    assert back == " 0"
    assert found == "[1, 2, 3, 4] "
