"""File systems and the card's table of partitions, byte for byte the same from the same files; nothing is mounted."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from signifer_firmware.system.slots import autoboot

from .recipe import Recipe, run

MIB = 1 << 20
SECTOR = 512
# Each file system has its number, so that two builds have the same.
FIRST_ID, SLOT_ID, DISK_ID = 0x51690001, 0x51690002, 0x51670A01
DATA_UUID = "5169d47a-0000-4000-8000-000000000001"
FAT32_LBA, LINUX = 0x0C, 0x83
# The first partition begins here; every other one where the one before ends.
BEGIN_MIB = 4
README = """\
This card is Signifer's table (docs/image.md).
To update it, copy the file signifer-VERSION.update to here as signifer.update, and start the table from this card.
It needs ten minutes, and is back with the version of before if the new one does not come up.
"""


def squash(recipe: Recipe, root: Path, target: Path) -> None:
    """A read-only root, all of whose files belong to root."""
    target.unlink(missing_ok=True)
    run(
        "mksquashfs", root, target, "-quiet", "-no-progress", "-no-xattrs", "-all-root", "-comp", "zstd",
        "-Xcompression-level", "6", "-b", "256K", "-processors", "2",
        epoch=recipe.epoch,
    )  # fmt: skip


def fat(recipe: Recipe, files: Path, target: Path, mib: int, label: str, number: int) -> None:
    """A FAT32 file system that holds what is in ``files``."""
    with target.open("wb") as file:
        file.truncate(mib * MIB)
    run(
        "mkfs.vfat",
        "-F",
        "32",
        "-s",
        "1" if mib <= 64 else "4",
        "-n",
        label,
        "-i",
        f"{number:08x}",
        "--invariant",
        target,
    )
    entries = sorted(path for path in files.iterdir())
    for path in entries:
        os.utime(path, (recipe.epoch, recipe.epoch))
    if entries:
        run("mcopy", "-i", target, "-m", "-s", *entries, "::", epoch=recipe.epoch)


def ext4(recipe: Recipe, files: Path, target: Path, mib: int) -> None:
    for path in (files, *files.rglob("*")):
        os.utime(path, (recipe.epoch, recipe.epoch))
    with target.open("wb") as file:
        file.truncate(mib * MIB)
    run(
        "mkfs.ext4", "-q", "-F", "-L", "signifer-data", "-U", DATA_UUID, "-E",
        f"hash_seed={DATA_UUID},root_owner=0:0,lazy_itable_init=0,lazy_journal_init=0", "-d", files, target,
        epoch=recipe.epoch, E2FSPROGS_FAKE_TIME=str(recipe.epoch),
    )  # fmt: skip

    # mkfs takes over when each file was made here, which no program can set: two builds would differ by that.
    names = [
        "/",
        *(f"/{path.relative_to(files).as_posix()}" for path in sorted(files.rglob("*"))),
        "/lost+found",
    ]
    for field in ("ctime", "atime", "mtime", "crtime"):
        orders = "".join(f'set_inode_field "{name}" {field} @{recipe.epoch}\n' for name in names)
        run("debugfs", "-w", "-f", "-", target, text=orders, E2FSPROGS_FAKE_TIME=str(recipe.epoch))


def first(recipe: Recipe, newer: Path, work: Path) -> Path:
    """The first partition: which slot starts, and the first stage of a Pi 3 and a Zero 2 W, which reads that."""
    folder = work / "first"
    folder.mkdir(parents=True)
    (folder / "autoboot.txt").write_bytes(autoboot(2))
    (folder / "bootcode.bin").write_bytes((newer / "usr/lib/raspi-firmware/bootcode.bin").read_bytes())
    (folder / "README.txt").write_text(README.replace("\n", "\r\n"), encoding="ascii")
    target = work / "first.img"
    fat(recipe, folder, target, recipe["card"]["first_mib"], "SIGNIFER", FIRST_ID)
    return target


def table(sizes_mib: Iterable[tuple[int, int]]) -> bytes:
    """The first sector: kinds and sizes of the partitions, one behind the other."""
    at, entries = BEGIN_MIB, b""
    for kind, mib in sizes_mib:
        start, length = at * MIB // SECTOR, mib * MIB // SECTOR
        # Heads and cylinders mean nothing any more, and are as large as can be.
        entries += struct.pack("<B3sB3sII", 0, b"\xfe\xff\xff", kind, b"\xfe\xff\xff", start, length)
        at += mib
    return bytes(440) + struct.pack("<IH", DISK_ID, 0) + entries.ljust(64, b"\0") + b"\x55\xaa"


def assemble(recipe: Recipe, target: Path, first: Path, slot: Path, data: Path) -> None:
    """The whole card: the second slot is empty. Holes stay holes."""
    sizes = recipe["card"]
    parts = [
        (FAT32_LBA, sizes["first_mib"], first),
        (FAT32_LBA, sizes["slot_mib"], slot),
        (FAT32_LBA, sizes["slot_mib"], None),
        (LINUX, sizes["data_mib"], data),
    ]
    with target.open("wb") as card:
        card.write(table((kind, mib) for kind, mib, _ in parts))
        at = BEGIN_MIB * MIB
        for _, mib, path in parts:
            if path is not None:
                _copy(path, card, at)
            at += mib * MIB
        card.truncate(at)


def _copy(path: Path, card: IO[bytes], at: int) -> None:
    with path.open("rb") as file:
        while chunk := file.read(MIB):
            if chunk.strip(b"\0"):
                card.seek(at)
                card.write(chunk)
            at += len(chunk)
