"""What changed with the version that runs: its part of the changelog, which is shipped inside the package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

CHANGELOG = "CHANGELOG.md"
# More than these nobody reads on a phone.
MOST = 60


@cache
def changes() -> tuple[str, ...]:
    """The entries of the newest part, in order, each in one line; none where there is no changelog."""
    shipped = resources.files("signifer_firmware").joinpath(CHANGELOG)
    # In a working copy it lies at the top.
    found = next((each for each in (shipped, Path(__file__).parents[3] / CHANGELOG) if each.is_file()), None)
    return () if found is None else entries(found.read_text(encoding="utf-8"))


def entries(text: str) -> tuple[str, ...]:
    """Those of the first part that has any."""
    for part in text.split("\n## ")[1:]:
        found: list[str] = []
        for line in part.splitlines():
            if line.startswith("- "):
                found.append(line[2:].strip())
            elif found and line.startswith("  ") and line.strip():
                found[-1] += f" {line.strip()}"
        if found:
            return tuple(found[:MOST])
    return ()
