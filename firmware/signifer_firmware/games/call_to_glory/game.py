"""Call to Glory as one record; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_core.games.call_to_glory.actions import Action
from signifer_core.games.call_to_glory.deck import Deck
from signifer_core.games.call_to_glory.state import State

from signifer_firmware.game_api.game import Core, Game, Traits

if TYPE_CHECKING:
    from signifer_firmware.game_api.texts import GameTexts


def _core() -> Core[Deck, State, Action]:
    from .core import CORE

    return CORE


def _texts() -> GameTexts:
    from .texts import TEXTS

    return TEXTS


GAME = Game(
    name="call-to-glory",
    title="Call to Glory",
    rulings="CG",
    core=_core,
    texts=_texts,
    traits=Traits(needs_pads=True),
)
