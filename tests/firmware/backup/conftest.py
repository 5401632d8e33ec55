"""Two tables for every test of backups: the one that was kept, and the one to which it comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.backup.stores import kept


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return kept(tmp_path / "old", "fr")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return kept(tmp_path / "new", "de")
