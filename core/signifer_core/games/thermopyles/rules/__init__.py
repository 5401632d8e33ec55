"""The rules of Thermopyles as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from signifer_core.errors import RulesError
from signifer_core.rules import Refusal
from signifer_core.twins import Same, exchanged

from .. import knowledge
from ..actions import (
    Action,
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Drawn,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
    Support,
    check,
    notation,
)
from ..deck import Deck
from ..state import (
    ACT,
    DEAL,
    DICE,
    DRAW,
    DRAWING,
    OVER,
    PLAYERS_STEP,
    REPLENISH,
    RESULT,
    SEATS,
    SUPPORT,
    Pile,
    State,
)
from . import combat, legal, turn


class Thermopyles:
    """The rules with the figures of one deck of cards, for a table's knowledge and for full knowledge."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

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
        return state if players is None else self.apply(state, Players(players))

    def table_game(self) -> State:
        """What a table knows before the set-up, which hands tell it."""
        deck = self.deck
        spartans, persians = Pile(len(deck.spartans)), Pile(len(deck.persians))
        return State(supports=frozenset(deck.supports), pile=spartans, persians=persians)

    def outcome(self, state: State) -> str | None:
        """ "red" if the Spartans have won, "blue" if the Persians have, or None while the game runs."""
        return state.winner

    def actors(self, state: State) -> frozenset[str]:
        """Who has something to decide or to do, of the players "1" to "4"; all of them where the team decides together,
        nobody while something happens by itself."""
        if state.step == OVER or self.chance(state):
            return frozenset()
        if state.step == PLAYERS_STEP:
            return frozenset({SEATS[0]})
        if state.step == DRAW:
            return frozenset(state.seats)
        return frozenset({state.receiver or state.active})

    def chance(self, state: State) -> tuple[Action, ...]:
        """With full knowledge: what no player chooses, each as likely as the others. Cards that come, the faces of a
        die, and where a defeated Persian goes. At a table hands tell all of that."""
        happens = state.step in (DEAL, DRAWING, REPLENISH, DICE, RESULT)
        return self.legal_actions(state) if state.full and happens else ()

    def view(self, state: State, viewer: str) -> State:
        """What ``viewer``, a player or anybody else, may know: his own hand by name; of the other hands, and of both
        piles, the number."""
        return knowledge.view(state, viewer)

    def reversible(self, state: State, action: Action) -> bool:
        """Whether hands can take ``action`` back, nobody having learned anything."""
        return isinstance(action, (Players, Charge, Support))

    def refusals(self, state: State, action: Action) -> tuple[Refusal, ...]:
        """Every reason against ``action``, with ruling, figures and the shortest fix; empty if it is legal.

        RulesError if it names a card or player that the game does not have.
        """
        self._check(state, action)
        return RULES[type(action)].refusals(self.deck, state, action)

    def _check(self, state: State, action: Action) -> None:
        check(action)
        if isinstance(action, Same) and action.other not in self.deck.twins(action.card):
            raise RulesError(f"{action.card} and {action.other} are not equal in every figure")
        card: str | None = getattr(action, "card", None)
        if card is not None and card not in self.deck:
            raise RulesError(f'"{card}" is no card of this deck')
        if isinstance(action, Draw) and state.hands:
            state.hand(action.player)

    def apply(self, state: State, action: Action) -> State:
        """The state after ``action``; RulesError, and nothing changed, if it is refused."""
        if refused := self.refusals(state, action):
            reasons = ", ".join(f"{reason.code} ({reason.ruling})" for reason in refused)
            raise RulesError(f"{notation(action)} is refused: {reasons}")
        return RULES[type(action)].effect(self.deck, state, action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every legal action, as far as it is known where the cards are: an unseen Spartan may be in the hand."""
        return legal.legal_actions(self.deck, state)


class Rule(NamedTuple):
    """What stands against an action, and what it does: by the deck, in a state."""

    refusals: Callable[[Deck, State, Any], tuple[Refusal, ...]]
    effect: Callable[[Deck, State, Any], State]


def _in_step(ruling: str, *steps: str) -> Callable[[Deck, State, Any], tuple[Refusal, ...]]:
    """Nothing stands against it in these steps."""
    return lambda deck, state, action: turn.out_of_step(state, ruling, *steps)


def _drawn_refusals(deck: Deck, state: State, action: Drawn) -> tuple[Refusal, ...]:
    late = turn.out_of_step(state, "TH-2", DRAWING, DEAL)
    return late + turn.not_in(state, state.pile, action.card, "TH-2")


# In the order of the rulebook.
RULES: dict[type, Rule] = {
    Players: Rule(
        _in_step("TH-1", PLAYERS_STEP), lambda deck, state, action: turn.seat(state, action.number)
    ),
    Drawn: Rule(_drawn_refusals, lambda deck, state, action: turn.drawn(state, action.card)),
    Retreat: Rule(_in_step("TH-1", ACT), lambda deck, state, action: turn.retreat(state)),
    Draw: Rule(_in_step("TH-2", DRAW), lambda deck, state, action: turn.draw(state, action.player)),
    Decline: Rule(_in_step("TH-2", DRAW), lambda deck, state, action: turn.decline(state)),
    Discard: Rule(
        lambda deck, state, action: turn.discard_refusals(state, action.card),
        lambda deck, state, action: turn.discard(state, action.card),
    ),
    Charge: Rule(lambda deck, state, action: combat.charge_refusals(state, action), combat.charge),
    Support: Rule(
        lambda deck, state, action: combat.support_refusals(state, action),
        lambda deck, state, action: combat.support(state, action),
    ),
    Engage: Rule(_in_step("TH-3", SUPPORT), lambda deck, state, action: combat.engage(deck, state)),
    Rolled: Rule(
        _in_step("TH-3", DICE), lambda deck, state, action: combat.rolled(deck, state, action.value)
    ),
    Repel: Rule(combat.result_refusals, combat.defeat),
    Bury: Rule(combat.result_refusals, combat.defeat),
    Approach: Rule(
        lambda deck, state, action: turn.approach_refusals(state, action.card),
        lambda deck, state, action: turn.approach(state, action.card),
    ),
    Same: Rule(lambda deck, state, action: (), lambda deck, state, action: exchanged(state, action)),
}
