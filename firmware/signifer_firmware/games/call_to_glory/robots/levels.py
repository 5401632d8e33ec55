"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (Level(20, 8.0), Level(20, 2.0), Level(20, 0.7), Level(20), Level(100))
