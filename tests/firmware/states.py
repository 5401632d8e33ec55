"""States as the games have them, of tables whose state is anybody's."""

from __future__ import annotations

from signifer_core.games.field_of_glory import state as of_fog
from signifer_core.games.thermopyles import state as of_thermopyles


def fog(state: object) -> of_fog.State:
    """A state of Field of Glory."""
    assert isinstance(state, of_fog.State)
    return state


def thermopyles(state: object) -> of_thermopyles.State:
    """A state of Thermopyles."""
    assert isinstance(state, of_thermopyles.State)
    return state
