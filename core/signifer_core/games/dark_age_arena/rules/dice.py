"""The roll that is due: whose, what for, what it must reach, what is added; and what it does once it has fallen."""

from __future__ import annotations

from typing import assert_never

from signifer_core.dice import FACES
from signifer_core.frozen import latest, replace
from signifer_core.layout import Side, other
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, side_of_card
from ..rolls import Added, Due, Fallen
from ..state import State
from . import attack, draft, prepare, spoils
from .combat import SIGN_OF, due_throw, struck, thrown
from .effects import bonus, control, modifiers, solitary_cost, values
from .reasons import Reasons, reason
from .turn import bids_shown, next_attack, ready


@latest
def due(deck: Deck, state: State) -> Due | None:
    """The one roll that is due now; None if there is none."""
    if state.owed:
        return None
    if task := state.task:
        return Due(task.owner, "task", task.source, (task.effect.task,))
    if state.step == "draft" and state.rolling:
        side = state.rolling[0]
        drafted = state.player(side).draft
        assert drafted is not None
        return Due(side, "draft", drafted.card, (control(deck, state, drafted.card),))
    if state.step in ("bid", "contest") and bids_shown(state):
        red, blue = (_initiative(deck, state, side) for side in ("red", "blue"))
        return Due("red", "initiative", None, (), red, blue)
    return _due_in_combat(deck, state)


def _initiative(deck: Deck, state: State, side: Side) -> tuple[Added, ...]:
    return (("bid", state.player(side).bid or 0), *bonus(deck, state, side, "initiative"))


def _due_in_combat(deck: Deck, state: State) -> Due | None:
    combat = state.combat
    if combat is None:
        return None
    if combat.alone is not None and combat.die is None:
        return Due(state.active, "solitary", combat.alone, cost=solitary_cost(deck, state, combat.alone, 0))
    if throw := due_throw(deck, state):
        card, what = throw
        added = modifiers(deck, state, card, SIGN_OF[what])
        return Due(side_of_card(card), what, card, values(deck, state, card, SIGN_OF[what]), added)
    if state.step == "spoils" and combat.asked is None and spoils.control_rolls(state):
        dead = spoils.control_rolls(state)[0]
        return Due(other(side_of_card(dead.card)), "control", dead.card, below=dead.control)
    return None


def rolled_refusals(deck: Deck, state: State, action: act.Rolled) -> Reasons:
    wanted = due(deck, state)
    if wanted is None:
        return reason("wrong-phase", state.active, "DA-4", Fix(Verb.WAIT), step=state.step, wanted="no dice")
    if (action.second is not None) == (wanted.dice == 2):
        return ()
    number = 1 if action.second is None else 2
    fix = Fix(Verb.PRESS, wanted.card, "dice")
    return reason("count-wrong", wanted.player, "DA-4", fix, wanted.card, dice=number, wanted=wanted.dice)


def rolled(deck: Deck, state: State, action: act.Rolled) -> State:
    """It stands with the others of this turn; those of the last one go (`State.rolls`)."""
    wanted = due(deck, state)
    assert wanted is not None
    fallen = _fallen(deck, state, wanted, action)
    earlier = tuple(each for each in state.rolls if each.turn == state.turn)
    state = replace(state, rolls=(*earlier, fallen), ended=state.ended if earlier else None)
    match wanted.purpose:
        case "task":
            return prepare.task_rolled(deck, state, fallen)
        case "draft":
            return draft.fallen(deck, state, action.first)
        case "initiative":
            return _initiative_fallen(state, fallen)
        case "solitary":
            return attack.alone_fallen(deck, state, action.first)
        case "shoot" | "strike" | "armour" | "block":
            return thrown(state, fallen)
        case "control":
            return spoils.control_fallen(state, fallen)
        case _:
            assert_never(wanted.purpose)


def _fallen(deck: Deck, state: State, wanted: Due, action: act.Rolled) -> Fallen:
    """The roll that was due, with what comes of it."""
    combat = state.combat
    dice = (action.first,) if action.second is None else (action.first, action.second)
    fallen = Fallen(wanted, dice, state.turn)
    if combat is not None:
        fallen = replace(fallen, attacker=combat.attacker, round=combat.round)
    match wanted.purpose:
        case "initiative":
            red, blue = fallen.total, fallen.other_total
            count = (red > blue) - (red < blue)
        case "solitary":
            count = max(0, wanted.cost - action.first)
        case "control":
            count = int(action.first < wanted.below)
        case "draft":
            count = int(action.first > 1 and fallen.total >= wanted.reach[0])
        case _:
            count = sum(fallen.total >= value for value in wanted.reach)
    fallen = replace(fallen, count=count)
    return struck(deck, state, fallen) if wanted.purpose in ("shoot", "strike") else fallen


def _initiative_fallen(state: State, fallen: Fallen) -> State:
    """The higher one has it until the turn ends; of equal ones both bid and roll again (DA-18)."""
    if not fallen.count:
        return ready(state, state.step)
    winner: Side = "red" if fallen.count > 0 else "blue"
    if state.step == "contest":
        return draft.contested(state, winner)
    return next_attack(replace(ready(state, "bid"), initiative=winner))


def faces(dice: int) -> tuple[act.Rolled, ...]:
    """Every way in which so many dice may fall, each as likely as the others."""
    ones = range(1, FACES + 1)
    if dice == 1:
        return tuple(act.Rolled(first) for first in ones)
    return tuple(act.Rolled(first, second) for first in ones for second in ones)
