"""A table as robots' hands find it."""

from __future__ import annotations

from typing import Protocol

from signifer_core.errors import SigniferError
from signifer_core.layout import Zone
from signifer_core.presses import Press
from signifer_core.procedure import Correction, Prompt, Roll, Table
from signifer_core.rules import Refusal

from signifer_firmware.game_api.game import AnyState


class HandsError(SigniferError):
    """The hands do not get on: the table asks for ever, or believes something else than what lies there."""


class Board(Protocol):
    """A table as hands find it. What they do is done at once; `rest` waits until the table has taken it in."""

    def put(self, card: str, zone: Zone) -> None: ...

    def take(self, card: str) -> None: ...

    def press(self, press: Press) -> None: ...

    def rest(self) -> None: ...

    @property
    def table(self) -> Table[AnyState]:
        """What the table believes."""
        ...

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """What it asks hands to do; a foreign tag is called by its name in the world."""
        ...

    @property
    def said(self) -> tuple[Prompt, ...]:
        """What it answered to the last press."""
        ...

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What stands against how cards lie, and against the last press."""
        ...

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The dice that fell last."""
        ...

    @property
    def ceremony(self) -> bool:
        """Whether the table may offer a ceremony of the dice."""
        ...

    @property
    def doubted(self) -> frozenset[tuple[str, Zone]]:
        """Cards that fell silent and are believed to lie there all the same: lifted, or covered?"""
        ...
