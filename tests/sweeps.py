"""Sweeps that are too long for every run of the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def shared_out(values: Sequence[Any], some: int) -> list[Any]:
    """Parameters of a sweep: the first ``some`` of ``values`` in every run, the others in the soak."""
    rest = (value if isinstance(value, tuple) else (value,) for value in values[some:])
    return [*values[:some], *(pytest.param(*value, marks=pytest.mark.soak) for value in rest)]
