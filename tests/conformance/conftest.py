from __future__ import annotations

from collections.abc import Iterator

import pytest

from .games import all_registered


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with all_registered():
        yield
