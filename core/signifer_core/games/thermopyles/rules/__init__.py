"""The rules of Thermopyles as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.rules import Refusal, Rule, Rules
from signifer_core.twins import EXCHANGE, Same

from .. import actions as act
from .. import knowledge
from ..deck import Deck
from ..state import SEATS, Pile, State, Step
from . import combat, legal, turn


def _in_step(ruling: str, *steps: Step) -> Callable[[Deck, State, act.Action], tuple[Refusal, ...]]:
    """Nothing stands against it in these steps."""
    return lambda deck, state, action: turn.out_of_step(state, ruling, *steps)


# In the order of the rulebook.
RULES: Mapping[type, Rule[Deck, State]] = {
    act.Players: Rule(_in_step("TH-1", "players"), turn.seat),
    act.Drawn: Rule(turn.drawn_refusals, turn.drawn),
    act.Retreat: Rule(_in_step("TH-1", "act"), turn.retreat),
    act.Draw: Rule(_in_step("TH-2", "draw"), turn.draw),
    act.Decline: Rule(_in_step("TH-2", "draw"), turn.decline),
    act.Discard: Rule(turn.discard_refusals, turn.discard),
    act.Charge: Rule(combat.charge_refusals, combat.charge),
    act.Support: Rule(combat.support_refusals, combat.support),
    act.Engage: Rule(_in_step("TH-3", "support"), combat.engage),
    act.Rolled: Rule(_in_step("TH-3", "dice"), combat.rolled),
    act.Repel: Rule(combat.result_refusals, combat.defeat),
    act.Bury: Rule(combat.result_refusals, combat.defeat),
    act.Approach: Rule(turn.approach_refusals, turn.approach),
    Same: EXCHANGE,
}


class Thermopyles(Rules[State, act.Action]):
    """The rules with the figures of one deck of cards, for a table's knowledge and for full knowledge."""

    by_action = RULES
    by_step = legal.BY_STEP
    notation = act.NOTATION
    hidden = knowledge
    # Cards that come, the faces of a die, and where a defeated Persian goes.
    happens = frozenset[str](("deal", "drawing", "replenish", "dice", "result"))
    taken_back = (act.Players, act.Charge, act.Support)

    def __init__(self, deck: Deck) -> None:
        self.deck: Deck = deck

    def new_game(self, players: int | None = None) -> State:
        """Full knowledge, before anything is dealt; who plays is found by an action, if it is not said here."""
        deck = self.deck
        state = State(
            pile=Pile(len(deck.spartans), frozenset(deck.spartans)),
            persians=Pile(len(deck.persians), frozenset(deck.persians)),
            supports=frozenset(deck.supports),
            full=True,
        )
        return state if players is None else self.apply(state, act.Players(players))

    def table_game(self) -> State:
        """What a table knows before the set-up, which hands tell it."""
        return self.view(self.new_game(), "")

    def actors(self, state: State) -> frozenset[str]:
        """Who has something to decide or to do, of the players "1" to "4"; all of them where the team decides together,
        nobody while something happens by itself."""
        if state.step == "over" or self.chance(state):
            return frozenset()
        if state.step == "players":
            return frozenset({SEATS[0]})
        if state.step == "draw":
            return frozenset(state.seats)
        return frozenset({state.receiver or state.active})
