"""The program `signifer run` in a process of its own."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import sys
from pathlib import Path

from tests.firmware.service.managers import Manager

PATIENCE_S = 120
COMMAND = [sys.executable, "-c", "from signifer_firmware.cli.main import main; main()"]


class Program:
    """``signifer run`` in a process of its own, told of a service manager; ``redirected`` by a shell, if it is."""

    def __init__(self, folder: Path, *words: str, redirected: str = "", **environment: str) -> None:
        self.manager = Manager(str(folder / "notify"))
        self.facts: list[str] = []
        command = [*COMMAND, "run", *words]
        if redirected:
            command = ["sh", "-c", f"exec {shlex.join(command)} {redirected}"]
        self.process = subprocess.Popen(
            command,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **self.manager.environment, **environment},
            text=True,
        )

    def until(self, fact: str) -> None:
        """Wait until the service manager has heard ``fact``."""
        while fact not in self.facts:
            assert select.select([self.manager.socket], [], [], PATIENCE_S)[0], self.facts
            self.facts += self.manager.heard()

    def ended(self) -> tuple[int, list[str]]:
        """Wait for the end; the status and the log."""
        _, log = self.process.communicate(timeout=PATIENCE_S)
        self.facts += self.manager.heard()
        self.manager.close()
        return self.process.returncode, log.splitlines()
