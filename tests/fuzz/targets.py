"""All targets, by their names: each takes any bytes; docs/record.md and CONTRIBUTING.md say what for."""

from __future__ import annotations

from . import plays, stores, texts, wire
from .inputs import Target

TARGETS: dict[str, Target] = {**wire.TARGETS, **texts.TARGETS, **plays.TARGETS, **stores.TARGETS}
