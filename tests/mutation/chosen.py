"""A plugin of pytest: of what it finds, run the tests that a file names, one a line, in that order; "*" is the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .covering import OTHERS

NAMES = "SIGNIFER_CHOSEN_TESTS"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    names = Path(os.environ[NAMES]).read_text(encoding="utf-8").splitlines()
    place = {name: number for number, name in enumerate(names)}
    others = place.get(OTHERS)
    config.hook.pytest_deselected(items=[item for item in items if place.get(item.nodeid, others) is None])
    found = [item for item in items if place.get(item.nodeid, others) is not None]
    items[:] = sorted(found, key=lambda item: place.get(item.nodeid, len(names)))
