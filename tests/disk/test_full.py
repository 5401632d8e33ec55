"""A disk on which nothing is left, a real one: SQLite says of it no more than that it fails."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.storage.trouble import FULL, key_in

from tests.disk import full
from tests.disk.mounts import beside_a_mount

MOUNT = 'mount -t tmpfs -o size=200k,mode=755 none "$1"'


def test_a_full_disk_is_told_as_one_by_a_command_and_at_the_table(tmp_path: Path) -> None:
    done = beside_a_mount(MOUNT, full, tmp_path)
    command, table = done.stdout.splitlines()
    assert f"{tmp_path / 's'} cannot be used as the store ([Errno 28] No space left on device" in command
    assert command.endswith("; leave it, and make room: the disk is full")
    assert key_in(table) == FULL
