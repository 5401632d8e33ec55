"""Facts that a computer's files tell of it, below any root: the real one, or a folder that the virtual table fills."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from signifer_firmware.files.reading import read_bytes

# Where Raspberry Pi OS keeps it: 12 and later, and before.
CONFIG = ("boot/firmware/config.txt", "boot/config.txt")
TOOL_S = 10.0
# None of them is as long.
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class User:
    """Who runs this: a name, and the groups as the kernel has them and as /etc/group says."""

    name: str
    uid: int
    groups: frozenset[int]


class Facts:
    """Files below ``root``; what is missing or unreadable is told apart by nobody and gives None, or nothing."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """Where a file is that a running system has at /``name``."""
        return self.root / name.lstrip("/")

    def bytes(self, name: str) -> bytes | None:
        """All of a file."""
        try:
            return read_bytes(self.path(name), MOST_BYTES)
        except (OSError, ValueError):
            return None

    def text(self, name: str) -> str:
        """All of a file, without the NUL that ends those of the device tree; "" if there is none."""
        return (self.bytes(name) or b"").rstrip(b"\0").decode(errors="replace")

    def exists(self, name: str) -> bool:
        return self.path(name).exists()

    def names(self, folder: str) -> list[str]:
        """What is in a folder, sorted."""
        try:
            return sorted(os.listdir(self.path(folder)))
        except OSError:
            return []

    def link(self, name: str) -> str:
        """The last name of what a link leads to; "" if there is none."""
        try:
            return os.path.basename(os.readlink(self.path(name)))
        except OSError:
            return ""

    def mode(self, name: str) -> os.stat_result | None:
        try:
            return self.path(name).stat()
        except OSError:
            return None

    def tool(self, name: str, *arguments: str) -> str:
        """What a program of the system prints, "" if there is none or it fails. It has TOOL_S."""
        program = next((path for path in (f"usr/bin/{name}", f"bin/{name}") if self.exists(path)), None)
        if program is None:
            return ""
        try:
            done = subprocess.run(
                [str(self.path(program)), *arguments],
                capture_output=True,
                timeout=TOOL_S,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.decode(errors="replace") if done.returncode == 0 else ""

    # What several checks ask

    @property
    def model(self) -> str:
        """ "Raspberry Pi 4 Model B Rev 1.4", "" on another kind of computer."""
        return self.text("proc/device-tree/model")

    @property
    def system(self) -> dict[str, str]:
        """The fields of /etc/os-release."""
        found = {}
        for line in self.text("etc/os-release").splitlines():
            key, equals, value = line.partition("=")
            if equals:
                found[key] = value.strip().strip('"')
        return found

    @property
    def config_name(self) -> str:
        """Where config.txt is; where it should be if it is nowhere."""
        return "/" + next((name for name in CONFIG if self.exists(name)), CONFIG[0])

    def config(self) -> list[str]:
        """The lines of config.txt that mean something, without comments and blanks; filters do not count."""
        lines = [line.partition("#")[0].strip() for line in self.text(self.config_name).splitlines()]
        return [line for line in lines if line and not line.startswith("[")]

    def user(self) -> User:
        fields = {
            key: value.split()
            for key, _, value in (line.partition(":") for line in self.text("proc/self/status").splitlines())
        }
        uid = int((fields.get("Uid") or [str(os.geteuid())])[0])
        gid = [int(number) for number in (fields.get("Gid") or [])[:1]]
        names = [line.split(":") for line in self.text("etc/passwd").splitlines()]
        name = next((entry[0] for entry in names if len(entry) > 2 and entry[2] == str(uid)), str(uid))
        return User(name, uid, frozenset([*gid, *map(int, fields.get("Groups") or [])]))

    def group(self, name: str) -> tuple[int, frozenset[str]] | None:
        """The number and the members of a group; None if there is no such group."""
        for line in self.text("etc/group").splitlines():
            entry = line.split(":")
            if len(entry) > 3 and entry[0] == name and entry[2].isdecimal():
                return int(entry[2]), frozenset(filter(None, entry[3].strip().split(",")))
        return None

    def service_runs(self) -> bool:
        """Whether the table's service has processes."""
        return bool(self.text("sys/fs/cgroup/system.slice/signifer.service/cgroup.procs").strip())


def whole(text: str) -> int | None:
    """What people or a system wrote as a whole number of nine digits at most; None for all else. (`int` refuses more
    than 4,300.)"""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def setting(lines: list[str], name: str) -> str | None:
    """The last value of ``dtparam=name=value`` in config.txt; several may stand in one line."""
    found = None
    for line in lines:
        key, _, rest = line.partition("=")
        if key.strip() == "dtparam":
            for part in rest.split(","):
                parameter, _, value = part.partition("=")
                if parameter.strip() == name:
                    found = value.strip() or "on"
    return found


def overlays(lines: list[str], name: str) -> list[dict[str, str]]:
    """The parameters of each ``dtoverlay=name,...`` in config.txt."""
    found = []
    for line in lines:
        key, _, rest = line.partition("=")
        if key.strip() == "dtoverlay":
            overlay, *parts = [part.strip() for part in rest.split(",")]
            if overlay == name:
                found.append({key: value for key, _, value in (part.partition("=") for part in parts)})
    return found
