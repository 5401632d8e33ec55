"""Cards and rules of Call to Glory, from signifer_core."""

from __future__ import annotations

from signifer_core.games.call_to_glory.actions import Action
from signifer_core.games.call_to_glory.deck import Deck, call_to_glory_catalogue
from signifer_core.games.call_to_glory.position import POSITIONS
from signifer_core.games.call_to_glory.state import State
from signifer_core.games.call_to_glory.table.procedure import CallToGloryProcedure
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import Side

from signifer_firmware.game_api.game import Bundle, Core


def _active(state: State) -> Side:
    """Where the active player sits."""
    return side_of(state.active)


def _parties(state: State) -> tuple[str, ...]:
    """Everybody who plays."""
    return state.seats


def _lying(state: State) -> frozenset[str]:
    """The cards of all sets, as far as they were read."""
    return frozenset(card for each in state.sets for card in each.cards.named)


def _missed(state: State) -> frozenset[str]:
    """None: all may be cleared before the last `ok`, and what was counted stays in its set though it falls silent."""
    del state
    return frozenset()


CORE: Core[Deck, State, Action] = Core(
    catalogue=call_to_glory_catalogue,
    deck=Deck,
    procedure=CallToGloryProcedure,
    positions=POSITIONS,
    active=_active,
    lying=_lying,
    missed=_missed,
    parties=_parties,
)
CallToGloryBundle = Bundle[Deck, State, Action]
