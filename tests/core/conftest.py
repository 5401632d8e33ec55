"""What tests of the core have alike."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage counts short tests alone: sweeps go the same ways again, and take four times as long if counted."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.no_cover)
