"""The page's linter looks at every script and style that browsers of players are given."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_biome_includes_every_script_and_style() -> None:
    said = re.sub(r"^\s*//.*$", "", (ROOT / "biome.jsonc").read_text(encoding="utf-8"), flags=re.M)
    included = {path for glob in json.loads(said)["files"]["includes"] for path in ROOT.glob(glob)}
    there = {path for kind in ("js", "css") for path in (ROOT / "firmware").rglob(f"*.{kind}")}
    assert len(there) > 100
    assert there - included == set()
