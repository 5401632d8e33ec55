"""The page's files, as tests read them."""

from __future__ import annotations

import json
from pathlib import Path

import signifer_firmware.web

STATIC = Path(signifer_firmware.web.__file__).parent / "static"


def catalogue(language: str) -> dict[str, str]:
    """The page's own words: of any game, and of each of those that have some of their own."""
    words: dict[str, str] = {}
    for path in (STATIC / "lang" / f"{language}.json", *sorted(STATIC.glob(f"*/{language}.json"))):
        words |= json.loads(path.read_text(encoding="utf-8"))
    return words


def rulings() -> dict[str, dict[str, list[str]]]:
    """Of each ruling its title and text by language, those of all games."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(STATIC.glob("*/rulings.json")):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found
