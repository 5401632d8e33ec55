"""File systems of their own, in memory, that nobody else sees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest


def beside_a_mount(mount: str, module: ModuleType, place: Path) -> subprocess.CompletedProcess[str]:
    """What a module said that was run with ``place`` once ``mount``, of a shell, has mounted something there ("$1");
    skipped where nothing can be."""
    shell = f'{mount} && exec "$2" -m "$3" "$1"'
    words = ["unshare", "-rm", "sh", "-c", shell, "sh", str(place), sys.executable, module.__name__]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if done.stderr.startswith(("unshare:", "mount:")):
        pytest.skip(f"no file system can be mounted here: {done.stderr}")
    return done
