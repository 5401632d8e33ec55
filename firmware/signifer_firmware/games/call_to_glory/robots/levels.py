"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (
    Level(10, 5.0, lost=1.0),
    Level(10, 2.0, lost=0.1),
    Level(10, 2.0, lost=0.02),
    Level(10, 0.5, lost=0.02),
    Level(40),
)
