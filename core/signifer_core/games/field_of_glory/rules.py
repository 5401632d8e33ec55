"""The rules of Field of Glory as one object: which actions are legal, why others are not, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from signifer_core.errors import RulesError
from signifer_core.layout import COLUMNS, PLAYERS
from signifer_core.rules import Refusal

from . import placing, turn
from .actions import (
    Action,
    Advance,
    Discard,
    DiscardDown,
    DiscardToDraw,
    DrawThree,
    EndActions,
    EndFlank,
    Pay,
    Place,
    PlayReserves,
    Restore,
    Settle,
    Shuffle,
    TakeBack,
    notation,
)
from .deck import Deck, army_of, kind_of
from .state import ACTIONS, ADVANCE, DRAW, DRAW_SIZE, FLANK, OVER, UNITS_A_COLUMN, State


class FieldOfGlory:
    """The rules with the figures of one deck of cards. Flank attacks and attacks are not part of this version."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def start(self, state: State) -> State:
        """Begin the first turn of a position in which set-up is done."""
        return turn.begin_turn(state)

    def outcome(self, state: State) -> str | None:
        """The winner, "draw", or None while the game runs."""
        return state.winner

    def actors(self, state: State) -> frozenset[str]:
        """The player who has something to decide or to do; nobody while something happens by itself."""
        if state.step == OVER or self.chance(state):
            return frozenset()
        return frozenset({state.drawing.player if state.drawing else state.active})

    def chance(self, state: State) -> tuple[Action, ...]:
        """What happens by itself now: the change of control, and steps in which nobody has a choice."""
        if state.step == ADVANCE and not state.advanced:
            return (Advance(),)
        if state.step == FLANK:
            return (EndFlank(),)
        return ()

    def view(self, state: State, viewer: str) -> State:
        """What ``viewer`` may know: of the other's discard pile, which its owner alone may look through, the size."""
        for player in PLAYERS:
            if viewer != player:
                state = state.with_side(player, discards=frozenset[str]())
        return state

    def reversible(self, state: State, action: Action) -> bool:
        """Whether hands can take ``action`` back: true of units laid or lifted before a payment closes it."""
        return isinstance(action, Place | TakeBack | Restore) or (
            isinstance(action, Discard) and state.step == ACTIONS
        )

    def refusals(self, state: State, action: Action) -> tuple[Refusal, ...]:
        """Every reason against ``action``, with ruling, figures and the shortest fix; empty if it is legal.

        RulesError if it names a card, column or player that the game does not have.
        """
        self._check(action)
        match action:
            case Place():
                return placing.place_refusals(self.deck, state, action)
            case TakeBack():
                return placing.take_back_refusals(state, action)
            case Discard() if state.step == ADVANCE:
                return turn.advance_discard_refusals(state, action)
            case Discard():
                return placing.discard_refusals(state, action)
            case Restore():
                return placing.restore_refusals(self.deck, state, action)
            case Pay():
                return placing.pay_refusals(self.deck, state, action)
            case PlayReserves():
                return placing.reserves_refusals(state, action)
            case _:
                return self._refusals_between(state, action)

    def _check(self, action: Action) -> None:
        card: str | None = getattr(action, "card", None)
        if card is not None and not any(card in self.deck.army(player) for player in PLAYERS):
            raise RulesError(f'"{card}" is no card of an army')
        if isinstance(action, Place) and action.column not in COLUMNS:
            raise RulesError(f"{action.column} is no column from 1 to 5")
        if isinstance(action, Shuffle) and action.player not in PLAYERS:
            raise RulesError(f'"{action.player}" is neither red nor blue')

    def _refusals_between(self, state: State, action: Action) -> tuple[Refusal, ...]:
        match action:
            case Settle():
                return placing.settle_refusals(state)
            case EndActions():
                wrong = placing.out_of_step(state, state.active, ACTIONS)
                return (*wrong, *placing.unpaid_refusals(state), *placing.unfollowed(state))
            case DrawThree():
                return turn.draw_refusals(state)
            case DiscardToDraw() | DiscardDown():
                return turn.from_hand_refusals(state, action)
            case Shuffle():
                return turn.shuffle_refusals(state, action)
            case Advance() | EndFlank():
                if action in self.chance(state):
                    return ()
                wanted = ADVANCE if isinstance(action, Advance) else FLANK
                return (placing.wrong_step(state, state.active, wanted),)
            case _:
                raise RulesError(f"{action!r} is no action of Field of Glory")

    def apply(self, state: State, action: Action) -> State:
        """The state after ``action``; raise RulesError and change nothing if it is refused."""
        refused = self.refusals(state, action)
        if refused:
            reasons = ", ".join(f"{reason.code} ({reason.ruling})" for reason in refused)
            raise RulesError(f"{notation(action)} is refused: {reasons}")
        return self._applied(state, action)

    def _applied(self, state: State, action: Action) -> State:
        match action:
            case Place():
                return placing.place(self.deck, state, action)
            case TakeBack():
                return placing.take_back(state, action)
            case Discard() if state.step == ADVANCE:
                return turn.advance_discard(state, action)
            case Discard():
                return placing.discard(state, action)
            case Restore():
                return placing.restore(state, action)
            case Pay():
                return placing.pay(self.deck, state, action)
            case Settle():
                return placing.settle(state)
            case PlayReserves():
                state = placing.to_discards_from_hand(placing.settle(state), action.card)
                return turn.draw(state, army_of(action.card), DRAW_SIZE, ACTIONS)
            case _:
                return self._applied_between(state, action)

    def _applied_between(self, state: State, action: Action) -> State:
        match action:
            case EndActions():
                return replace(placing.settle(state), step=DRAW, drawn=False)
            case DrawThree():
                return turn.draw_three(state)
            case DiscardToDraw():
                return turn.discard_to_draw(self.deck, state, action)
            case DiscardDown():
                return turn.discard_down(state, action)
            case Shuffle():
                return turn.shuffle(state, action)
            case Advance():
                return turn.advance(state)
            case _:
                return replace(state, step=ACTIONS)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every legal action, as far as the table knows where the cards are: an unseen card may be in the hand."""
        match state.step:
            case "advance":
                return self.chance(state) or tuple(
                    Discard(card)
                    for number in turn.crowded_columns(state)
                    for card in state.column(number).units(state.active)
                )
            case "flank":
                return self.chance(state)
            case "actions":
                return tuple(self._legal_in_actions(state))
            case "draw":
                return tuple(self._legal_in_draw(state))
            case "shuffle":
                assert state.drawing is not None
                return (Shuffle(state.drawing.player),)
            case _:
                return ()

    def _perhaps_in_hand(self, state: State) -> list[str]:
        """The active player's cards that are not known to be elsewhere; none if his hand is used up."""
        side = state.side(state.active)
        if side.hand <= len(state.unpaid):
            return []
        lying = {card for column in state.columns for card in column.units(state.active)}
        return [
            card for card in self.deck.army(state.active) if card not in lying | side.discards | side.lost
        ]

    def _legal_in_actions(self, state: State) -> Iterator[Action]:
        player = state.active
        laid = {placement.card for placement in state.unpaid}
        open_columns = {column for _, column, _ in state.cleared} - {place.column for place in state.unpaid}
        hand = self._perhaps_in_hand(state)
        for number in COLUMNS:
            units = state.column(number).units(player)
            for card in units:
                yield TakeBack(card) if card in laid else Discard(card)
            if len(units) < UNITS_A_COLUMN:
                yield from (Place(card, number) for card in hand if self._fits(card, units))
        for card, number, _ in state.cleared:
            units = state.column(number).units(player)
            if len(units) < UNITS_A_COLUMN and self._fits(card, units):
                yield Restore(card)
        if open_columns:
            return
        if state.due or state.paid:
            yield from (Pay(card) for card in hand)
        if state.due:
            return
        yield Settle()
        yield EndActions()
        yield from (PlayReserves(card) for card in hand if kind_of(card) == placing.RESERVES)

    def _fits(self, card: str, units: tuple[str, ...]) -> bool:
        return self.deck.unit(card) is not None and all(
            placing.share(self.deck, card, unit) for unit in units
        )

    def _legal_in_draw(self, state: State) -> Iterator[Action]:
        hand = self._perhaps_in_hand(state)
        if state.drawn:
            yield from (DiscardDown(card) for card in hand)
        else:
            yield DrawThree()
            yield from (DiscardToDraw(card) for card in hand)
