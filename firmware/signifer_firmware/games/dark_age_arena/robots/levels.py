"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (Level(8, 8.0, lost=1.0), Level(8, 2.0, lost=0.3), Level(10, 0.7, lost=0.2), Level(16), Level(100))
