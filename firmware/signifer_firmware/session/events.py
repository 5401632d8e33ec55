"""News of what happened at the table: what is said, logged, heard and shown on the page as it happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at the table. ``kind`` as in ``signifer script --json``; ``what`` its fields."""

    at_us: int
    kind: str
    what: Mapping[str, Any]
