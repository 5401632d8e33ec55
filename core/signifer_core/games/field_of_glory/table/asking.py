"""Questions to each player, and who waits: keys of the game's texts, with their figures."""

from __future__ import annotations

from typing import assert_never

from signifer_core.layout import SIDES
from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Figures

from ..rules import FieldOfGlory, placing, turn
from ..state import OVER, RESULT, State, other
from . import attack, padless, setup

Question = tuple[str, Figures]


def prompts(rules: FieldOfGlory, table: Table[State]) -> tuple[Prompt, ...]:
    """What the player who has to decide is asked, and that the other one waits."""
    state = table.state
    if state.step == OVER:
        result = (("winner", state.winner or "draw"),)
        return tuple(Prompt(player, OVER, "over", result) for player in SIDES)
    actors = rules.actors(state)
    if not actors:
        return ()  # What happens by itself is done before anybody is asked.
    if state.step in setup.SET_UP:
        return setup.prompts(table, actors)
    if len(actors) > 1:
        return _lost_bonus(rules, table)
    (actor,) = actors
    key, figures = _question(table)
    waiting = Prompt(other(actor), state.step, "wait", (("active", actor), ("asked", key)))
    return (Prompt(actor, state.step, key, figures), waiting)


def _lost_bonus(rules: FieldOfGlory, table: Table[State]) -> tuple[Prompt, ...]:
    """A bonus card that the record does not know any more is asked for again; without pads each is said."""
    if table.state.unseen:
        return padless.reveals(table)
    lost = [player for player in SIDES if attack.lacks_bonus(rules, table, player)]
    return tuple(Prompt(player, RESULT, "bonus") for player in lost)


def _question(table: Table[State]) -> Question:
    """What is asked of the one player who has something to decide."""
    state = table.state
    if state.unseen and (asked := padless.question(table)) is not None:
        return asked
    match state.step:
        case "advance":
            columns = turn.crowded_columns(state)
            return "lift-one", (("column", columns[0]), ("columns", len(columns)))
        case "flank":
            return "flank", (("columns", " or ".join(str(column) for column, _ in state.vulnerable)),)
        case "actions":
            return _in_actions(state)
        case "lead" | "bonus" | "retreat" | "result" | "rampage":
            return attack.question(table)
        case "draw":
            return ("discard-down", (("excess", turn.excess(state)),)) if state.drawn else ("draw", ())
        case "shuffle":
            assert state.drawing is not None
            shuffles = state.side(state.drawing.player).shuffles
            return "shuffle", (("shuffles", shuffles), ("left", state.drawing.left))
        case "army" | "terrain" | "first" | "drawing" | "over":
            raise AssertionError(f"in the step {state.step} no single player is asked at a table")
        case never:
            assert_never(never)


def _in_actions(state: State) -> Question:
    for reason in placing.unfollowed(state):
        return "place-there", reason.figures
    if state.due:
        return "pay", (("due", state.due), ("paid", state.paid))
    return ("close", ()) if state.unpaid else ("act", ())
