"""The rules of Call to Glory as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.errors import RulesError
from signifer_core.rules import Rule, Rules
from signifer_core.twins import EXCHANGE, Same

from .. import actions as act
from .. import knowledge
from ..deck import Deck
from ..state import (
    DEAL,
    DEALING,
    DISPLACE,
    DRAWING,
    NO_VARIANT,
    OVER,
    PLAYERS_STEP,
    SCORE,
    SEATS,
    Cards,
    State,
)
from . import dealing, figures, legal, scoring, turn

# In the order of the rulebook.
RULES: Mapping[type, Rule[Deck, State]] = {
    act.Players: Rule(dealing.players_refusals, dealing.players),
    act.Starter: Rule(dealing.starter_refusals, dealing.starter),
    act.Rolled: Rule(dealing.starter_refusals, dealing.rolled),
    act.Deal: Rule(dealing.deal_refusals, dealing.deal),
    act.Given: Rule(dealing.given_refusals, dealing.given),
    act.Drawn: Rule(dealing.drawn_refusals, dealing.drawn),
    act.Draw: Rule(turn.draw_refusals, turn.draw),
    act.Take: Rule(turn.take_refusals, turn.take),
    act.Lay: Rule(turn.lay_refusals, turn.lay),
    act.Displace: Rule(turn.displace_refusals, turn.displace),
    act.Discard: Rule(turn.discard_refusals, turn.discard),
    act.Emptied: Rule(turn.emptied_refusals, turn.emptied),
    act.Reveal: Rule(scoring.reveal_refusals, scoring.reveal),
    act.Proceed: Rule(scoring.proceed_refusals, scoring.proceed),
    act.Strike: Rule(figures.strike_refusals, figures.strike),
    act.Remove: Rule(figures.remove_refusals, figures.remove),
    Same: EXCHANGE,
}


class CallToGlory(Rules[State, act.Action]):
    """The rules with the figures of one deck of cards, for a table's knowledge and for full knowledge."""

    by_action = RULES
    notation = act.NOTATION
    hidden = knowledge
    # Cards that come; and the dice of a roll-off once it has begun.
    happens = frozenset[str]((DEALING, DRAWING))
    taken_back = (act.Players, act.Take, act.Lay, act.Displace, act.Strike, act.Remove)

    def __init__(self, deck: Deck) -> None:
        self.deck: Deck = deck

    def new_game(self, players: int | None = None, variant: str = NO_VARIANT) -> State:
        """Full knowledge, before anything is dealt; who plays is found by an action, if it is not said here."""
        characters = frozenset(self.deck.characters)
        state = State(stock=Cards(len(characters), characters), full=True)
        return state if players is None else self.apply(state, act.Players(players, variant))

    def table_game(self) -> State:
        """What a table knows before the set-up, which hands tell it."""
        return State(stock=Cards(len(self.deck.characters)))

    def actors(self, state: State) -> frozenset[str]:
        """Who has something to decide or to do, of the players "1" to "4"; nobody while something happens by itself."""
        if state.step == OVER or self.chance(state):
            return frozenset()
        if state.step == PLAYERS_STEP:
            return frozenset({SEATS[0]})
        if state.step in (DEAL, SCORE):
            return frozenset(state.seats)
        if state.step == DISPLACE:
            return frozenset(self._owing(state))
        return frozenset({state.active})

    def _owing(self, state: State) -> list[str]:
        """Who has cards to lay on a pad: the owner of a displaced set, and of one that loses a card to a figure."""
        struck = state.set_of(state.struck) if state.struck else None
        return [each.owner for each in (state.displaced, struck) if each is not None]

    def chance(self, state: State) -> tuple[act.Action, ...]:
        """What no player chooses, a roll-off among it."""
        rolls = state.full and state.step == DEAL and state.rollers
        return legal.dice() if rolls else super().chance(state)

    def check(self, state: State, action: act.Action) -> None:
        """RulesError for what is no action of this game, or names a card or player that it does not have."""
        super().check(state, action)
        if isinstance(action, act.Lay) and len(action.columns or action.cards) != len(action.cards):
            raise RulesError(f'"{act.notation(action)}" is no action: each card lies in one column')

    def legal_actions(self, state: State) -> tuple[act.Action, ...]:
        """Every legal action, as far as it is known where the cards are; of sets equal in kind and size one."""
        return legal.legal_actions(self.deck, state)

    def generated(self, state: State, action: act.Action) -> act.Action:
        """The action that `legal_actions` gives for ``action``: of equal cards it takes the first ones."""
        return legal.generated(self.deck, state, action)
