"""A card in an emulator: bootloader.py takes the slot, QEMU's board "virt" runs its kernel, initrd and root.

QEMU has no Raspberry Pi whose bootloader it could run. What it runs is what lies on the card; what it is not is the
board: its disk is virtio, and its device tree says nothing of a header (docs/image.md, "What was tried").
"""

from __future__ import annotations

import http.client
import re
import shutil
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path

from .bootloader import boot_partition, settings
from .card import SECTOR
from .recipe import PATH, ImageError, run

TOOLS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "mcopy": "mtools",
    "fdtput": "device-tree-compiler",
    "debugfs": "e2fsprogs",
}
PAGE = 8520
HOST = f"signifer.local:{PAGE}"
# A virtual board without acceleration is slow, and more so on a machine that is busy.
START_S = 600.0
_ASKED = re.compile(rb"reboot: Restarting system with command '([^']*)'")
# The board's own console, where a Pi has its serial port; and all that is logged, to be read here.
CONSOLE = "console=ttyAMA0 loglevel=5 systemd.journald.forward_to_console=1 systemd.log_color=0"


def partitions(card: Path) -> dict[int, tuple[int, int]]:
    """Where each partition begins, and how long it is, in bytes."""
    with card.open("rb") as file:
        table = file.read(SECTOR)[446:510]
    found = (struct.unpack_from("<II", table, 16 * number + 8) for number in range(4))
    return {
        number: (start * SECTOR, length * SECTOR) for number, (start, length) in enumerate(found, start=1)
    }


class Card:
    """A card's files, as an owner's computer and the bootloader see them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._starts = {number: start for number, (start, _) in partitions(path).items()}

    def _drive(self, partition: int) -> str:
        return f"{self.path}@@{self._starts[partition]}"

    def get(self, partition: int, name: str, target: Path) -> Path:
        run("mcopy", "-n", "-o", "-i", self._drive(partition), f"::{name}", target)
        return target

    def text(self, partition: int, name: str) -> str:
        return run("mtype", "-i", self._drive(partition), f"::{name}")

    def put(self, partition: int, source: Path, name: str) -> None:
        run("mcopy", "-o", "-i", self._drive(partition), source, f"::{name}")

    def has(self, partition: int, name: str) -> bool:
        return name in run("mdir", "-b", "-i", self._drive(partition), "::")

    @property
    def end(self) -> int:
        """Where the last partition ends."""
        return max(start + length for start, length in partitions(self.path).values())

    @property
    def default(self) -> int:
        return boot_partition(self.text(1, "autoboot.txt"), tryboot=False)


class Start:
    """One start: from power on until the system restarts, or the power goes."""

    def __init__(
        self, card: Card, work: Path, *, tryboot: bool = False, extra: str = "", usb: int | None = None
    ) -> None:
        """``usb``: at which port of this machine something waits that is plugged in (usb.py)."""
        self.partition = boot_partition(card.text(1, "autoboot.txt"), tryboot=tryboot)
        self._log = work / f"console-{time.monotonic_ns()}.log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        slot = work / "slot"
        shutil.rmtree(slot, ignore_errors=True)
        slot.mkdir(parents=True)
        said = dict(settings(card.text(self.partition, "config.txt"), frozenset()))
        kernel = card.get(self.partition, said["kernel"], slot / "kernel")
        initrd = card.get(self.partition, said["initramfs"].split()[0], slot / "initrd")
        words = card.text(self.partition, "cmdline.txt").strip().replace(" quiet", "")
        board = [
            "qemu-system-aarch64",
            "-machine",
            "virt,gic-version=2",
            "-cpu",
            "cortex-a53",
            "-smp",
            "2",
            "-m",
            "1024",
        ]
        tree = slot / "tree.dtb"
        # Without its defaults, of which one is a network card that asks for a ROM from a package of its own.
        run(*board[:2], f"virt,gic-version=2,dumpdtb={tree}", *board[3:], "-display", "none", "-nodefaults")
        run("fdtput", "-p", "-t", "x", tree, "/chosen/bootloader", "partition", f"{self.partition:x}")
        run("fdtput", "-t", "x", tree, "/chosen/bootloader", "tryboot", f"{tryboot:x}")
        plug: list[str] = []
        if usb is not None:
            plug += ["-device", "qemu-xhci", "-chardev", f"socket,id=usb,host=127.0.0.1,port={usb}"]
            plug += ["-device", "usb-redir,chardev=usb"]
        self._console = self._log.open("wb")
        self._process = subprocess.Popen(
            [
                *board, "-nographic", "-no-reboot", "-nodefaults",
                "-dtb", str(tree), "-kernel", str(kernel), "-initrd", str(initrd),
                "-append", f"{words} {CONSOLE} {extra}", "-serial", "stdio",
                "-drive", f"file={card.path},format=raw,if=none,id=card,cache=directsync",
                "-device", "virtio-blk-pci,drive=card",
                "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:{PAGE}",
                "-device", "virtio-net-pci,netdev=net,romfile=",
                *plug,
            ],
            stdin=subprocess.DEVNULL, stdout=self._console, stderr=subprocess.STDOUT, env={"PATH": PATH},
        )  # fmt: skip

    def __enter__(self) -> Start:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        """The power goes."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._console.close()

    @property
    def console(self) -> str:
        """All that it has said until now."""
        return self._log.read_bytes().decode(errors="replace")

    def wait_for(self, text: str, seconds: float = START_S) -> None:
        """Until it has said so. ImageError, with the end of what it said instead."""
        end = time.monotonic() + seconds
        while text not in self.console:
            if time.monotonic() > end or self._process.poll() is not None:
                raise ImageError(f"it never said {text!r}; at the end: {self.console[-3000:]}")
            time.sleep(0.5)

    def page(self, seconds: float = START_S) -> int:
        """What its page answers, as soon as it answers at all."""
        end = time.monotonic() + seconds
        while True:
            asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            try:
                # By its own name: the page opens to no other (docs/page.md).
                asked.request("GET", "/", headers={"Host": HOST})
                return asked.getresponse().status
            except (OSError, http.client.HTTPException):
                if time.monotonic() > end or self._process.poll() is not None:
                    raise ImageError(f"its page never answered; at the end: {self.console[-3000:]}") from None
                time.sleep(1)
            finally:
                asked.close()

    def restarted(self, seconds: float = START_S) -> str | None:
        """Once it has restarted or switched itself off: what it asked of the next start ("0 tryboot"), if anything."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise ImageError(f"it never restarted; at the end: {self.console[-3000:]}") from None
        found = _ASKED.search(self._log.read_bytes())
        return found.group(1).decode() if found else None
