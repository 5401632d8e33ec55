"""The roll that is due: whose, what for, what it must reach, what is added; and what it does once it has fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from signifer_core.dice import FACES
from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, side_of_card
from ..state import State, Throwing, other
from . import attack, draft, prepare, spoils
from .combat import SIGN_OF, due_throw, thrown
from .effects import Added, bonus, control, modifiers, total, values
from .reasons import Reasons, reason
from .turn import bids_shown, next_attack, ready

Purpose = Literal["task", "draft", "initiative", "solitary", "control"] | Throwing
TWO_DICE: tuple[Purpose, ...] = ("initiative", "shoot", "strike", "armour", "block")


@dataclass(frozen=True, slots=True)
class Due:
    """``player`` rolls for ``card``. A die, or two together, must reach a value of ``reach``, each of which counts; for
    control it must stay ``below``; for COM it is taken from the ``cost``. ``modifiers`` are added, each by its card or
    place; of an initiative they are red's, its bid first, and ``others`` are blue's."""

    player: Side
    purpose: Purpose
    card: str | None = None
    reach: tuple[int, ...] = ()
    modifiers: tuple[Added, ...] = ()
    others: tuple[Added, ...] = ()
    below: int = 0
    cost: int = 0

    @property
    def dice(self) -> int:
        return 2 if self.purpose in TWO_DICE else 1


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
        return Due(state.active, "solitary", combat.alone, cost=control(deck, state, combat.alone))
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
    wanted = due(deck, state)
    assert wanted is not None
    first, second = action.first, action.second or 0
    match wanted.purpose:
        case "task":
            return prepare.task_rolled(deck, state, first)
        case "draft":
            return draft.fallen(deck, state, first)
        case "initiative":
            return _initiative_fallen(state, first + total(wanted.modifiers), second + total(wanted.others))
        case "solitary":
            return attack.alone_fallen(deck, state, first)
        case "shoot" | "strike" | "armour" | "block":
            return thrown(deck, state, first, second)
        case "control":
            return spoils.control_fallen(deck, state, first)
        case _:
            assert_never(wanted.purpose)


def _initiative_fallen(state: State, red: int, blue: int) -> State:
    """The higher one has it until the turn ends; of equal ones both bid and roll again (DA-18)."""
    if red == blue:
        return ready(state, state.step)
    winner: Side = "red" if red > blue else "blue"
    if state.step == "contest":
        return draft.contested(state, winner)
    return next_attack(replace(ready(state, "bid"), initiative=winner))


def faces(dice: int) -> tuple[act.Rolled, ...]:
    """Every way in which so many dice may fall, each as likely as the others."""
    ones = range(1, FACES + 1)
    if dice == 1:
        return tuple(act.Rolled(first) for first in ones)
    return tuple(act.Rolled(first, second) for first in ones for second in ones)
