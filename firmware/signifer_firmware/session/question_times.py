"""Question times: since when each player's screen has asked what it asks. A finger down before meant something else."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from signifer_core.layout import Side


class Shown:
    """What each player is asked, as far as it makes a difference to a button, and since when."""

    def __init__(self) -> None:
        self._since: dict[str, tuple[Hashable, int]] = {}

    def asks(self, what: Mapping[str, Hashable], now_us: int) -> None:
        """This is what the screen of each player asks from now on, or still."""
        for player, asked in what.items():
            if player not in self._since or self._since[player][0] != asked:
                self._since[player] = (asked, now_us)

    def came_after(self, player: Side | None, since_us: int | None) -> bool:
        """Whether ``player`` is asked something that was not to be seen at ``since_us``, as the finger went down."""
        if player not in self._since or since_us is None:
            return False
        return since_us < self._since[player][1]
