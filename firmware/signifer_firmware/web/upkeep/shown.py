"""What pages of upkeep are shown: how the table stands, looked at once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from signifer_core.json_values import Json

from signifer_firmware.web.server.telling import as_text

# It is looked at again after so long, also if nobody has told of anything.
LOOK_S = 1.0


class Shown:
    """``look`` finds how the table stands. The text is one for all who are let in, and one for all others: a hundred
    pages that take nothing in would keep a hundred of it, some ten kilobytes each."""

    def __init__(
        self, look: Callable[[], Awaitable[dict[str, Json]]], monotonic: Callable[[], float]
    ) -> None:
        self._look, self._monotonic = look, monotonic
        self._looking = asyncio.Lock()
        # Seen last: after how many changes, when, and what; and that as text.
        self._changes = 0
        self._seen: tuple[int, float, dict[str, Json]] | None = None
        self._texts: dict[bool, str] = {}

    def change(self) -> None:
        """It stands otherwise now."""
        self._changes += 1

    async def text(self, is_in: Callable[[], bool]) -> str:
        """How it stands, as a page is told who then ``is_in``, or is not: looked at once for all, and no more often
        than LOOK_S unless it changes. SigniferError as from ``look``."""
        async with self._looking:
            found = self._seen
            if found is None or found[0] != self._changes or self._monotonic() - found[1] >= LOOK_S:
                changes, now_s = self._changes, self._monotonic()
                view = await self._look()
                if found is None or view != found[2]:
                    self._texts.clear()
                found = self._seen = (changes, now_s, view)
            if (now := is_in()) not in self._texts:
                self._texts[now] = as_text({"type": "view", "in": now, "view": found[2]})
            return self._texts[now]
