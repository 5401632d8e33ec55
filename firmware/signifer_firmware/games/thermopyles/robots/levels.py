"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (Level(10, 8.0, lost=1.0), Level(10, 2.0, lost=0.3), Level(15, 0.7, lost=0.1), Level(30), Level(300))
