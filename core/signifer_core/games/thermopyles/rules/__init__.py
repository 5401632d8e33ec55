"""The rules of Thermopyles as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.chance import Chance
from signifer_core.errors import RulesError
from signifer_core.rules import Refusal, Rule, Rules
from signifer_core.twins import EXCHANGE, Same

from .. import actions as act
from .. import knowledge
from ..deck import Deck
from ..state import SEATS, Pile, State, Step
from . import combat, legal, turn

# In these steps something happens that no player chooses.
HAPPENS: tuple[Step, ...] = ("deal", "drawing", "replenish", "dice", "result")


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
    notation = act.NOTATION

    def __init__(self, deck: Deck) -> None:
        self.deck: Deck = deck

    def new_game(self, players: int | None = None) -> State:
        """Full knowledge, before anything is dealt; who plays is found by an action, if it is not said here."""
        deck = self.deck
        spartans, persians = frozenset(deck.spartans), frozenset(deck.persians)
        state = State(
            pile=Pile(len(spartans), spartans),
            persians=Pile(len(persians), persians),
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

    def chance(self, state: State) -> tuple[act.Action, ...]:
        """With full knowledge: what no player chooses, each as likely as the others. Cards that come, the faces of a
        die, and where a defeated Persian goes. At a table hands tell all of that."""
        return self.legal_actions(state) if state.full and state.step in HAPPENS else ()

    def view(self, state: State, viewer: str) -> State:
        """What ``viewer``, a player or anybody else, may know: their own hand by name; of the other hands, and of both
        piles, the number."""
        return knowledge.view(state, viewer)

    def determinize(self, view: State, chance: Chance) -> State:
        """A full state that agrees with the view, each as likely as any other."""
        return knowledge.determinized(self.deck, view, chance)

    def reversible(self, state: State, action: act.Action) -> bool:
        """Whether hands can take ``action`` back, nobody having learned anything."""
        return isinstance(action, (act.Players, act.Charge, act.Support))

    def check(self, state: State, action: act.Action) -> None:
        """RulesError for what is no action of this game, or names a card or player that it does not have."""
        super().check(state, action)
        card: str | None = getattr(action, "card", None)
        if card is not None and card not in self.deck:
            raise RulesError(f'"{card}" is no card of this deck')
        if isinstance(action, act.Draw) and state.hands:
            state.hand(action.player)

    def legal_actions(self, state: State) -> tuple[act.Action, ...]:
        """Every legal action, as far as it is known where the cards are: an unseen Spartan may be in the hand."""
        return legal.legal_actions(self.deck, state)
