"""The page's files, as tests read them."""

from __future__ import annotations

import json
from pathlib import Path

import signifer_firmware.web

STATIC = Path(signifer_firmware.web.__file__).parent / "static"


def catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((STATIC / "lang" / f"{language}.json").read_text(encoding="utf-8"))
    return words
