"""Questions of pages to whoever owns a table, and the way back for the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from signifer_core.json_values import Json

from . import messages as msg

Reply = Callable[[dict[str, Json]], None]


@dataclass(frozen=True)
class PageQuestion:
    """A question of a page of ``role``."""

    question: msg.Question
    role: str

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.question.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.question.run


Wanted = msg.Deed | msg.Wish | msg.Gone | PageQuestion
