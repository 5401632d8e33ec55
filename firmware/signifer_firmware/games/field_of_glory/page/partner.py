"""The robot as a partner, when the person opposite wants to overrule the table: it agrees as a fair partner would."""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES
from signifer_core.procedure import Choice, Override

from signifer_firmware.web.virtual import agreement
from signifer_firmware.web.virtual.agreement import IS_AHEAD, SAW_IT


def objection(entry: Override, choice: Choice, state: State, robot: Player) -> str:
    """Why the ``robot`` does not agree; "" if it does. It agrees to a game given up, and to whatever favours it; to a
    draw unless it is ahead. Its table sees every card, so there is nothing else to put right."""
    return agreement.objection(entry, choice, lambda entry, choice: _favours(entry, choice, state, robot))


def _favours(entry: Override, choice: Choice, state: State, robot: Player) -> str:
    if entry.key == "over":
        drawn_while_ahead = choice.value == "draw" and _lead(state, robot) > (0, 0)
        return IS_AHEAD if choice.value not in (robot, "draw") or drawn_while_ahead else ""
    favours = (entry.key == "control" and choice.value == robot) or (
        entry.key == "points" and _more(entry, choice) == (dict(entry.figures)["player"] == robot)
    )
    return "" if favours else SAW_IT


def _more(entry: Override, choice: Choice) -> bool:
    return int(str(choice.value)) > int(str(entry.now))


def _lead(state: State, robot: Player) -> tuple[int, int]:
    """By how many terrains and points it is ahead."""
    (other,) = (player for player in SIDES if player != robot)
    terrains = state.terrains(robot) - state.terrains(other)
    return terrains, state.side(robot).points - state.side(other).points
