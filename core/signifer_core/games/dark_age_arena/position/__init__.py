"""A position to begin from, with a table's knowledge: so far the empty table, with or without the option of DA-42."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from signifer_core.position_fields import Field, Plain
from signifer_core.positions import Positions

from .deck import Deck
from .rules import DarkAgeArena
from .state import State


@dataclass(frozen=True)
class Setup(Plain):
    """``classes``: with the option of classes (DA-42). Which deck sits where the catalogue says."""

    classes: bool = False


class DarkAgeArenaPositions(Positions[Deck, Setup, State]):
    """The empty table."""

    setup = Setup
    fields: Mapping[str, Field] = {}
    steps = ("assemble",)

    def state(self, deck: Deck, setup: Setup) -> State:
        return DarkAgeArena(deck).table_game(classes=setup.classes)

    def settled(self, state: State) -> bool:
        return state.step == "assemble"


POSITIONS = DarkAgeArenaPositions()
