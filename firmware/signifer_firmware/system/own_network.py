"""What the first start tells the table: its own network, for its screens, and the language that a phone has chosen.

A file in memory, written by one service and read by the other: neither waits for the other, or has the other's rights.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from signifer_firmware.files.reading import read_bytes
from signifer_firmware.i18n.words import LANGUAGES

FOLDER = Path("/run/signifer-network")
NAME = "told.json"
TOLD = FOLDER / NAME
MOST_BYTES = 4096


@dataclass(frozen=True)
class OwnNetwork:
    """``network`` is the table's own, by name and code, () without one; ``language`` what a phone has chosen, or ""."""

    network: tuple[str, ...] = ()
    language: str = ""


def tell(path: Path, told: OwnNetwork) -> None:
    """Write it, whole or not at all."""
    new = path.with_name(f".{path.name}")
    text = json.dumps({"network": told.network, "language": told.language}, ensure_ascii=False)
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


def told_by(path: Path) -> OwnNetwork:
    """What it says; nothing where there is no such file, or none of ours."""
    try:
        said = json.loads(read_bytes(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return OwnNetwork()
    if not isinstance(said, dict):
        return OwnNetwork()
    network, language = said.get("network"), said.get("language")
    is_one = (
        isinstance(network, list) and len(network) == 2 and all(isinstance(part, str) for part in network)
    )
    return OwnNetwork(
        tuple(network) if is_one and isinstance(network, list) else (),
        str(language) if language in LANGUAGES else "",
    )
