"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (
    Level(10, 50.0, lost=1.0),
    Level(10, 4.0, lost=1.0),
    Level(10, 2.0, lost=0.2),
    Level(15, 0.75, lost=0.2),
    Level(60),
)
