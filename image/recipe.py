"""What the image is made of, read from recipe.toml; and the tools that make it, those that are missing named."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from signifer_core.errors import SigniferError

HERE = Path(__file__).parent
PROJECT = HERE.parent
# Programs, and the packages of Debian that have them.
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "apt-get": "apt",
    "unshare": "util-linux",
    "dpkg-deb": "dpkg",
    "depmod": "kmod",
    "systemd-sysusers": "systemd",
    "systemctl": "systemd",
    "mksquashfs": "squashfs-tools",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "mkfs.ext4": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "dtc": "device-tree-compiler",
    "fdtoverlay": "device-tree-compiler",
    "python3.11": "python3.11",
}
# mkfs and depmod lie where only root looks.
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


class ImageError(SigniferError):
    """The image cannot be made, or does not start as it should."""


@dataclass(frozen=True)
class Recipe:
    """recipe.toml, and the time that files have which have none of their own."""

    said: Mapping[str, Any]
    epoch: int

    def __getitem__(self, name: str) -> Any:
        return self.said[name]


def recipe() -> Recipe:
    said = tomllib.loads((HERE / "recipe.toml").read_text(encoding="utf-8"))
    return Recipe(said, int(os.environ.get("SOURCE_DATE_EPOCH", said["epoch"])))


def missing_tools(tools: Mapping[str, str] = TOOLS) -> list[str]:
    """The packages without which nothing is made."""
    return sorted({package for tool, package in tools.items() if shutil.which(tool, path=PATH) is None})


def run(
    *words: str | Path, epoch: int | None = None, cwd: Path | None = None, text: str | None = None, **env: str
) -> str:
    """What a tool prints. ImageError, with the end of what it complained of, if it fails."""
    found = {**os.environ, "PATH": PATH, "LC_ALL": "C.UTF-8", "TZ": "UTC", **env}
    if epoch is not None:
        found["SOURCE_DATE_EPOCH"] = str(epoch)
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=found,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = "; ".join((done.stderr or done.stdout).strip().splitlines()[-5:])
        raise ImageError(f"{words[0]} failed ({done.returncode}): {said}")
    return done.stdout
