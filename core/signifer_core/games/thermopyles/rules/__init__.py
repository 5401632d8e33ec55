"""The rules of Thermopyles as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

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
        match action:
            case Same():
                return ()
            case Retreat():
                return turn.out_of_step(state, "TH-1", ACT)
            case Charge():
                return combat.charge_refusals(state, action)
            case Support():
                return combat.support_refusals(state, action)
            case Engage():
                return turn.out_of_step(state, "TH-3", SUPPORT)
            case Rolled():
                return turn.out_of_step(state, "TH-3", DICE)
            case Repel() | Bury():
                return combat.result_refusals(self.deck, state, action)
            case _:
                return self._refusals_between(state, action)

    def _refusals_between(self, state: State, action: Action) -> tuple[Refusal, ...]:
        match action:
            case Approach():
                return turn.approach_refusals(state, action.card)
            case Draw() | Decline():
                return turn.out_of_step(state, "TH-2", DRAW)
            case Discard():
                return turn.discard_refusals(state, action.card)
            case Drawn():
                late = turn.out_of_step(state, "TH-2", DRAWING, DEAL)
                return late + turn.not_in(state, state.pile, action.card, "TH-2")
            case _:
                return turn.out_of_step(state, "TH-1", PLAYERS_STEP)

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
        match action:
            case Same():
                return exchanged(state, action)
            case Retreat():
                return turn.retreat(state)
            case Charge():
                return combat.charge(self.deck, state, action)
            case Support():
                return combat.support(state, action)
            case Engage():
                return combat.engage(self.deck, state)
            case Rolled():
                return combat.rolled(self.deck, state, action.value)
            case Repel() | Bury():
                return combat.defeat(self.deck, state, action)
            case _:
                return self._applied_between(state, action)

    def _applied_between(self, state: State, action: Action) -> State:
        match action:
            case Approach():
                return turn.approach(state, action.card)
            case Draw():
                return turn.draw(state, action.player)
            case Decline():
                return turn.decline(state)
            case Discard():
                return turn.discard(state, action.card)
            case Drawn():
                return turn.drawn(state, action.card)
            case Players():
                return turn.seat(state, action.number)
            case _:
                raise RulesError(f"{action!r} is no action of Thermopyles")

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every legal action, as far as it is known where the cards are: an unseen Spartan may be in the hand."""
        return legal.legal_actions(self.deck, state)
