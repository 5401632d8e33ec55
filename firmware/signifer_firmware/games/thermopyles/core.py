"""Cards and rules of Thermopyles, from signifer_core."""

from __future__ import annotations

from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import Deck, thermopyles_catalogue
from signifer_core.games.thermopyles.position import POSITIONS
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure

from signifer_firmware.game_api.game import Bundle, Core

CORE: Core[Deck, State, Action] = Core(
    catalogue=thermopyles_catalogue,
    deck=Deck,
    procedure=ThermopylesProcedure,
    positions=POSITIONS,
    # The team, whichever of them has the turn.
    active=lambda state: SPARTANS,
    # The row, and the Spartan who fights.
    lying=lambda state: frozenset((*state.row, *((state.fight.spartan,) if state.fight else ()))),
    # The Persians are nobody's.
    parties=lambda state: (SPARTANS,),
)
ThermopylesBundle = Bundle[Deck, State, Action]
