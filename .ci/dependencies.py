#!/usr/bin/env python3
"""Print a digest of what pyproject.toml has installed: its comments and the settings of tools do not count."""

import hashlib
import json
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

told = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
parts = {name: told[name] for name in ("build-system", "project")} | {"hatch": told["tool"]["hatch"]}
stock = [
    line
    for line in (HERE / "Makefile").read_text(encoding="utf-8").splitlines()
    if line.startswith("STOCK :=")
]
print(hashlib.sha256(json.dumps([parts, stock], sort_keys=True).encode()).hexdigest()[:12])
