"""The flash of a board, and MicroPython on it, that of a PC."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.node.piped import MICROPYTHON

# What that MicroPython says of itself, in place of install.BOARD.
UNIX = ("linux", "linux")


class Flash:
    """A folder as a board's flash, with MicroPython's console on a terminal; `reset` ends it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "machine.py").write_text("def reset():\n    raise SystemExit\n")
        self.board, host = os.openpty()
        self.device = os.ttyname(host)
        self.host = host
        self.process: subprocess.Popen[bytes] | None = None

    def power(self) -> None:
        self.stop()
        self.process = subprocess.Popen(
            [str(MICROPYTHON)], stdin=self.board, stdout=self.board, stderr=self.board, cwd=self.folder
        )

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        self.stop()
        os.close(self.board)
        os.close(self.host)

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and path.name != "machine.py"
        }
