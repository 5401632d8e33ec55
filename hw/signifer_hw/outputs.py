"""All files that are made and kept in hw/: one list, so that one command makes them and one test compares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .boards.files import board_files
from .table_files import all_overlays, all_tables
from .table_top.files import table_top_files

# Each makes files: paths inside hw/, and what is in them. Same input, same bytes: no dates, no versions.
MAKERS: tuple[Callable[[], Mapping[str, bytes]], ...] = (
    all_tables,
    all_overlays,
    table_top_files,
    board_files,
)
# Folders of hw/ in which nothing but these files may lie, and a README.
MADE = ("schematics", "overlays", "table_top", "boards")


def outputs() -> dict[str, bytes]:
    """All files; ValueError if two makers name the same one."""
    found: dict[str, bytes] = {}
    for maker in MAKERS:
        for path, data in maker().items():
            if path in found:
                raise ValueError(f"two makers make {path}")
            found[path] = data
    return found


def differences(folder: Path, wanted: Mapping[str, bytes]) -> list[str]:
    """What in ``folder`` (hw/) is not as it should be: one line each, in order of paths."""
    found = []
    for path, data in wanted.items():
        file = folder / path
        if not file.is_file():
            found.append(f"{path} is missing")
        elif file.read_bytes() != data:
            found.append(f"{path} differs")
    return sorted([*found, *(f"{path} is nobody's" for path in strays(folder, wanted))])


def strays(folder: Path, wanted: Mapping[str, bytes]) -> list[str]:
    """Files in the folders that are made which nothing makes any more."""
    there = (file for made in MADE for file in (folder / made).rglob("*") if _made(file))
    return sorted({file.relative_to(folder).as_posix() for file in there} - set(wanted))


def _made(file: Path) -> bool:
    return file.is_file() and file.name != "README.md"


def write(folder: Path) -> list[str]:
    """Bring ``folder`` up to date; what was changed, as ``differences`` says it."""
    wanted = outputs()
    changed = differences(folder, wanted)
    for path, data in wanted.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    for path in strays(folder, wanted):
        (folder / path).unlink()
    return changed
