"""A card in a folder, with two slots, and what a power cut leaves of it: for tests of updates."""

from __future__ import annotations

import hashlib
import io
import random
from dataclasses import dataclass, field
from pathlib import Path

from signifer_firmware.system import slots, update_file
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.slots import Card, Medium
from signifer_firmware.system.update_file import BOARDS, Manifest

from image.bootloader import boot_partition
from tests.disk.power import Inode

ROOM = 16 * 512


def image(version: str) -> bytes:
    """What a slot holds: nothing of one version is also of another."""
    return b"".join(hashlib.sha256(f"{version} {number}".encode()).digest() for number in range(200)) + b"end"


def build(version: str) -> str:
    return hashlib.sha256(version.encode()).hexdigest()[:16]


def manifest(version: str) -> Manifest:
    content = image(version)
    return Manifest(version, build(version), BOARDS, len(content), hashlib.sha256(content).hexdigest())


def update_of(version: str, folder: Path) -> Path:
    path = folder / f"signifer-{version}.update"
    update_file.write(path, manifest(version), io.BytesIO(image(version)))
    return path


class Cut(BaseException):
    """The power goes."""


@dataclass
class Torn(Medium):
    """Its ``last``-th write, sync or file is the one in which the power goes; a disk as tests/disk has it."""

    rng: random.Random
    last: int = 0
    calls: int = 0
    files: dict[Path, Inode] = field(default_factory=dict)

    def write(self, path: Path, at: int, content: bytes) -> None:
        inode = self.files.setdefault(path, Inode(path.read_bytes()))
        inode.pending.append((at, content))
        self._maybe_cut()
        super().write(path, at, content)

    def sync(self, path: Path) -> None:
        self._maybe_cut()
        super().sync(path)
        if path in self.files:
            self.files[path].sync()

    def keep(self, path: Path, content: bytes | None) -> None:
        late = self.rng.randrange(2)
        if not late:
            self._maybe_cut()
        super().keep(path, content)
        if late:
            self._maybe_cut()

    def _maybe_cut(self) -> None:
        self.calls += 1
        if self.calls == self.last:
            for path, inode in self.files.items():
                path.write_bytes(inode.cut(self.rng))
            raise Cut


class Pi:
    """A card of two slots, and what starts from it."""

    def __init__(self, root: Path, version: str, kernel: str = "6.12.47+rpt-rpi-v8") -> None:
        self.root = root
        for name in ("proc/sys/kernel/osrelease", slots.AUTOBOOT, slots.NOTE, slots.STARTED, "dev/mmcblk0p2"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / slots.AUTOBOOT).write_bytes(slots.autoboot(2))
        (root / "proc/sys/kernel/osrelease").write_text(kernel, encoding="ascii")
        self.slot(2).write_bytes(image(version).ljust(ROOM, b"\0"))
        self.slot(3).write_bytes(bytes(ROOM))

    def slot(self, number: int) -> Path:
        return self.root / f"dev/mmcblk0p{number}"

    def start(self, *versions: str, tryboot: bool = False) -> str:
        """Which version starts: that of the partition which the bootloader takes, if it lies there whole. If not,
        somebody pulls the plug, and the flag is gone."""
        text = (self.root / slots.AUTOBOOT).read_text(encoding="utf-8")
        partition = boot_partition(text, tryboot=tryboot)
        lies = self.slot(partition).read_bytes()
        found = next((version for version in versions if lies.startswith(image(version))), None)
        if found is None:
            assert tryboot, "what starts as a rule does not start"
            return self.start(*versions)
        # The first thing that a slot does which was started once (image/initrd/init).
        if text.encode() == slots.autoboot(partition, once=True):
            (self.root / slots.AUTOBOOT).write_bytes(slots.autoboot(slots.other(partition)))
        started = f"slot={partition}\ndisk=/dev/mmcblk0\nbuild={build(found)}\n"
        (self.root / slots.STARTED).write_text(started, encoding="ascii")
        return found

    def card(self, medium: Medium | None = None) -> Card:
        return slots.card_of(Facts(self.root), medium)
