"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from signifer_core.position_fields import Field, Plain
from signifer_core.positions import Positions

from .deck import Deck
from .rules import CallToGlory
from .state import State


@dataclass(frozen=True)
class Setup(Plain):
    """Nothing is said yet: who plays is told at the table."""


class CallToGloryPositions(Positions[Deck, Setup, State]):
    """The empty table."""

    setup = Setup
    fields: Mapping[str, Field] = {}
    steps = ("players",)

    def state(self, deck: Deck, setup: Setup) -> State:
        return CallToGlory(deck).table_game()

    def settled(self, state: State) -> bool:
        return state.step == "players"


POSITIONS = CallToGloryPositions()
