"""Sweeps that are too long for every run of the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

# Whether this is the soak: said by tests/conftest.py, before any test is taken in.
soaking = False


def often(some: int, many: int) -> int:
    """How often, or for how long, a sweep that is one test: ``some`` in every run, ``many`` in the soak."""
    return many if soaking else some


def shared_out(values: Sequence[Any], some: int) -> list[Any]:
    """Parameters of a sweep: the first ``some`` of ``values`` in every run, the others in the soak."""
    rest = (value if isinstance(value, tuple) else (value,) for value in values[some:])
    return [*values[:some], *(pytest.param(*value, marks=pytest.mark.soak) for value in rest)]
