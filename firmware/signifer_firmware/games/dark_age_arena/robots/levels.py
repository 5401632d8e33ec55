"""Levels of robots that search, from level 1 on; docs/robots.md says how they fare."""

from __future__ import annotations

from signifer_firmware.simulation.robots.thinking import Level

LEVELS = (
    Level(8, 2.0, lost=0.08),
    Level(8, 1.2, lost=0.06),
    Level(8, 0.65, lost=0.045),
    Level(8, 0.35, lost=0.02),
    Level(8),
)
