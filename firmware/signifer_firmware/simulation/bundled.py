"""Table scripts that come with the program."""

from __future__ import annotations

from importlib import resources
from pathlib import Path


def bundled_script(name: str) -> Path:
    """A table script that comes with the program."""
    with resources.as_file(resources.files("signifer_firmware.simulation").joinpath("scripts", name)) as path:
        return path
