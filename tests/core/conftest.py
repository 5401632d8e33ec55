"""What tests of the core have alike."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Coverage counts short tests alone: sweeps go the same ways again, and take four times as long if counted. Where
    it is asked which test runs through which line (tests/mutation), they count as well."""
    if config.getoption("cov_context", None) == "test":
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.no_cover)
