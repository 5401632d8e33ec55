"""A plugin of pytest: of what it finds, run the tests that a file names, one a line, in that order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NAMES = "SIGNIFER_CHOSEN_TESTS"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    names = Path(os.environ[NAMES]).read_text(encoding="utf-8").splitlines()
    place = {name: number for number, name in enumerate(names)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in place])
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
