"""The two system slots of a card, and which of them its bootloader starts (docs/image.md).

The bootloader reads ``autoboot.txt`` on the first partition: partition 2 or 3 starts as a rule (``[all]``), the other
one once, if the restart asked for it (``[tryboot]``, ``reboot "0 tryboot"``). A kernel that does not hand that on is
helped by the text itself: it says ``once``, and the first that a slot so started does is to write it back
(image/initrd/init). The file is one sector that is written in place, always of the same length: a power cut leaves the
old text or the new one, which no renaming on FAT would.
"""

from __future__ import annotations

import errno
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from signifer_firmware.files.reading import read_bytes
from signifer_firmware.files.writing import sync_folder
from signifer_firmware.files.writing import write as write_file

from .facts import Facts
from .update_file import CHUNK, UpdateError

SLOTS = (2, 3)
SECTOR = 512
# Where the image has them: the first partition, and what the partition of data keeps of an update.
AUTOBOOT = "boot/card/autoboot.txt"
NOTE = "data/update.json"
# What the start has found, in three lines: image/initrd/init writes it.
STARTED = "run/signifer-card"
_LENGTH = 256
_STARTED = re.compile(r"slot=([23])\ndisk=(/dev/\w+)\nbuild=([0-9a-f]{16})\n")


def other(slot: int) -> int:
    """The slot that is not this one."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def autoboot(default: int, *, once: bool = False) -> bytes:
    """The text that starts ``default``, as a rule or once, and the other slot if a restart asks for it."""
    text = (
        "# Which slot starts: docs/image.md. Written in place by `signifer update`.\n"
        f"# {'once' if once else 'kept'}\n"
        f"[all]\ntryboot_a_b=1\nboot_partition={default}\n[tryboot]\nboot_partition={other(default)}\n"
    )
    return text.encode().ljust(_LENGTH - 1, b"\n") + b"\n"


def default_slot(text: bytes) -> int | None:
    """Which slot ``autoboot.txt`` starts as a rule; None if it is none of ours. What starts once is not the rule."""
    return next((slot for slot in SLOTS if text in (autoboot(slot), autoboot(other(slot), once=True))), None)


class Medium:
    """All that an update writes: in place, where a power cut can tear it, and small files at once or not at all."""

    def keep(self, path: Path, content: bytes | None) -> None:
        """A file holds this from now on, or is gone."""
        if content is not None:
            write_file(path, content)
        elif path.exists():
            path.unlink()
            sync_folder(path.parent)

    @contextmanager
    def writable(self, folder: Path) -> Iterator[None]:
        """The first partition is mounted for reading alone, but while something is written there. OSError."""
        if not self.is_read_only(folder):
            yield
            return
        self.remount(folder, "rw")
        try:
            yield
        finally:
            # What was written stands, whatever becomes of this; the next start mounts it as it was.
            with suppress(OSError):
                self.remount(folder, "ro")

    def is_read_only(self, folder: Path) -> bool:
        """Whether a file system that is mounted there takes nothing."""
        return os.path.ismount(folder) and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)

    def remount(self, folder: Path, how: str) -> None:
        words = ["mount", "-o", f"remount,{how}", str(folder)]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            raise OSError(errno.EROFS, " ".join(done.stderr.split()) or os.strerror(errno.EROFS), str(folder))

    def write(self, path: Path, at: int, content: bytes) -> None:
        """Without making the file shorter or longer where it is long enough."""
        file = os.open(path, os.O_RDWR)
        try:
            while content:
                done = os.pwrite(file, content, at)
                content, at = content[done:], at + done
        finally:
            os.close(file)

    def sync(self, path: Path) -> None:
        """What was written is on the card; and what is read from now on comes from there."""
        file = os.open(path, os.O_RDWR)
        try:
            os.fsync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)


@dataclass(frozen=True)
class Card:
    """A card's files: which slot starts, the two slots' partitions, the note of an update."""

    autoboot: Path
    slots: dict[int, Path]
    note: Path
    medium: Medium
    # Who runs: its slot, and its build.
    running: int
    build: str
    # Whether a restart can ask the bootloader for the other slot.
    has_tryboot: bool

    @property
    def default(self) -> int | None:
        """Which slot starts as a rule; None if autoboot.txt is gone or somebody's own."""
        try:
            return default_slot(read_bytes(self.autoboot, SECTOR))
        except (OSError, ValueError):
            return None

    def start_always(self, slot: int) -> None:
        """This slot starts from now on. UpdateError."""
        self._say(autoboot(slot))

    def start_once(self, slot: int) -> None:
        """This slot starts the next time; and then the other one, unless it has been kept. UpdateError."""
        self._say(autoboot(slot, once=True))

    def _say(self, text: bytes) -> None:
        """Written also if it stands there: who does that first knows that a card takes it."""
        path, medium = self.autoboot, self.medium
        try:
            with medium.writable(path.parent):
                if path.is_file() and path.stat().st_size == len(text):
                    medium.write(path, 0, text)
                    medium.sync(path)
                else:
                    medium.keep(path, text)
        except OSError as error:
            raise UpdateError(
                f"{path}: cannot be written ({error.strerror}), so what starts is what did; "
                "say it by sudo, or take a new card"
            ) from None

    def room(self, slot: int) -> int:
        """How many bytes a slot takes."""
        with self.slots[slot].open("rb") as file:
            return file.seek(0, os.SEEK_END)

    def read(self, slot: int, length: int, take: Callable[[bytes], None]) -> None:
        """Hand out the first ``length`` bytes of a slot, piece by piece."""
        with self.slots[slot].open("rb") as file:
            while length:
                chunk = file.read(min(CHUNK, length))
                if not chunk:
                    return
                take(chunk)
                length -= len(chunk)


def card_of(facts: Facts, medium: Medium | None = None) -> Card:
    """The card from which this system was started. UpdateError if it was not started from a card of ours."""
    started = _STARTED.fullmatch(facts.text(STARTED))
    if started is None:
        raise UpdateError(
            "this system was not started from a card image of Signifer; update the program as docs/service.md says"
        )
    slot, disk, build = started.groups()
    # Linux names the partitions of a card mmcblk0p2, those of a stick sda2.
    part = f"{disk}p" if disk[-1].isdigit() else disk
    return Card(
        autoboot=facts.path(AUTOBOOT),
        slots={number: facts.path(f"{part}{number}") for number in SLOTS},
        note=facts.path(NOTE),
        medium=medium or Medium(),
        running=int(slot),
        build=build,
        # Raspberry Pi's own kernels do, Debian's do not.
        has_tryboot="rpi" in facts.text("proc/sys/kernel/osrelease"),
    )
