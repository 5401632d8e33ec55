"""Names as scripts write them: a tag that was never enrolled is tag/1, whatever its UID."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_core.tags import is_tag, uid_of

if TYPE_CHECKING:
    from .table_run import ScriptRun


class Names:
    """Translates the firmware's names of tags into those of the script."""

    def __init__(self, run: ScriptRun) -> None:
        self._tags = run.table.world.known_tags()

    def card(self, card: str) -> str:
        """ "tag/1" for "tag/04a1b2c3d4e5f6"; every other card as it is."""
        return self._tags.get(uid_of(card), card) if is_tag(card) else card
