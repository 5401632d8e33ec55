"""The decisions of a game as its record tells them, in the words of the search (`plans.py`): what hands did in whatever
order is told as the plan that it came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import NoneType

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import UNSEEN_CARDS, Deck, Player, kind_of
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.rules.placing import cost
from signifer_core.games.field_of_glory.state import ACTIONS, RETREAT, State

from .gestures import Decision, decider

# What is chosen alone, as it stands in the record.
_ALONE = (
    act.FlankAttack,
    act.EndFlank,
    act.DeclareAttack,
    act.PlayReserves,
    act.EndActions,
    act.ChooseLead,
    act.PlayOverlap,
    act.BonusFromHand,
    act.BonusFromDeck,
    act.DrawThree,
    act.DiscardToDraw,
)
# These take their card from the hand.
FROM_HAND = (
    act.Place,
    act.Pay,
    act.PlayReserves,
    act.PlayOverlap,
    act.BonusFromHand,
    act.DiscardToDraw,
    act.DiscardDown,
)


@dataclass(frozen=True)
class Choice:
    """What ``player`` decided in ``state``, a table's; ``at`` is the line before which the hand is looked at, ``line``
    the one with which it was done."""

    line: int
    at: int
    state: State
    player: Player
    move: Decision


@dataclass
class _Reader:
    rules: FieldOfGlory
    states: Sequence[State]
    found: list[Choice] = field(default_factory=list)
    # Where the placements under way began, and what was paid for them.
    began: int | None = None
    paid: list[act.Action] = field(default_factory=list)
    # Of the attack under way: who goes, the line of the first that went, and the bonus cards that are hidden.
    going: list[str] = field(default_factory=list)
    went: int | None = None
    bonus: dict[str, int] = field(default_factory=dict)

    def line(self, number: int, action: act.Action | None) -> None:
        before, after = self.states[number], self.states[number + 1]
        if before.step == ACTIONS and before.attack is None:
            self._placing(number, action, before, after)
        match action:
            case act.Retreat(card=card):
                self.going.append(card)
                self.went = number if self.went is None else self.went
            case act.EndRetreat() if before.step == RETREAT:
                self._retreated(number)
            case act.Discard() if before.step != ACTIONS:
                self._chosen(number, before, (action,))
            case act.Reveal():
                self._revealed(action)
            case act.TakeBack(card=card) if before.attack is not None:
                self._taken_back((act.PlayOverlap(card),))
            case _ if isinstance(action, _ALONE):
                state = self.rules.effect(before, act.Settle()) if before.unpaid else before
                self._chosen(number, state, (action,))
                if isinstance(action, act.BonusFromHand):
                    self.bonus[action.player] = len(self.found) - 1
        if after.attack is None:
            # People may have agreed on it in its midst.
            self.going, self.went, self.bonus = [], None, {}

    def _taken_back(self, move: Decision) -> None:
        """What was done last by this move counts no longer."""
        last = max((at for at, each in enumerate(self.found) if each.move == move), default=None)
        if last is not None:
            del self.found[last]

    def _chosen(self, number: int, state: State, move: Decision, at: int | None = None) -> None:
        if not state.full:
            found = Choice(number, number if at is None else at, state, decider(state), move)
            self.found.append(found)

    def _placing(self, number: int, action: act.Action | None, before: State, after: State) -> None:
        """Units are laid, lifted and paid for in any order; what they came to is known when they are closed."""
        if self.began is None and isinstance(action, (act.Place, act.Discard)):
            self.began = number
        if isinstance(action, act.Pay):
            self.paid.append(action)
        if self.began is None and isinstance(action, act.Settle):
            # What was paid for units that lay there before anybody looked.
            self.paid = []
        if self.began is None or after.unpaid or after.cleared:
            return
        if before.unpaid and not isinstance(action, (act.TakeBack, act.Restore, NoneType)):
            self._closed(number, before)
        self.began, self.paid = None, []

    def _closed(self, number: int, before: State) -> None:
        assert self.began is not None
        state, at = self.states[self.began], self.began
        for card, *_ in state.cleared:
            if before.where(card) is not None:
                # Lifted before anybody looked, and laid back since.
                state = self.rules.effect(state, act.Restore(card))
        away: dict[int, list[str]] = {}
        for card, column, _ in before.cleared:
            if state.where(card) is not None:
                away.setdefault(column, []).append(card)
        # Where somebody began to look in its midst, a part was done before.
        laid = [placed for placed in before.unpaid if state.where(placed.card) is None]
        for placed in sorted(laid, key=lambda placement: placement.column):
            lifted = map(act.Discard, away.pop(placed.column, ()))
            move: Decision = (*lifted, act.Place(placed.card, placed.column))
            self._chosen(number, state, move, at)
            for each in move:
                state = self.rules.effect(state, each)
        self._chosen(number, state, (*self.paid, act.Settle()), at)

    def _retreated(self, number: int) -> None:
        first = number if self.went is None else self.went
        state = self.states[first]
        assert state.attack is not None
        units = state.column(state.attack.column).units(decider(state))
        going = tuple(act.Retreat(card) for card in units if card in self.going)
        self._chosen(number, state, (*going, act.EndRetreat()), first)

    def _revealed(self, action: act.Reveal) -> None:
        """The bonus cards that were hidden are known."""
        for player, at in self.bonus.items():
            card = action.red if player == "red" else action.blue
            old = self.found[at]
            self.found[at] = Choice(
                old.line, old.at, old.state, old.player, (act.BonusFromHand(old.player, card),)
            )
        self.bonus = {}


def choices(
    rules: FieldOfGlory, states: Sequence[State], actions: Sequence[act.Action | None]
) -> list[Choice]:
    """Every decision of a record; ``states`` and ``actions`` as `Hands` takes them. What names a card that nobody has
    seen is left out: a bonus card that was never shown, what was paid at a table without pads."""
    reader = _Reader(rules, states)
    for number, action in enumerate(actions):
        reader.line(number, action)
    return [choice for choice in reader.found if _told(choice.move)]


def _told(move: Decision) -> bool:
    cards = [getattr(action, "card", "") for action in move]
    return None not in cards and UNSEEN_CARDS.keys().isdisjoint(cards)


def alike(deck: Deck, one: Decision, other: Decision) -> bool:
    """Whether two moves differ in nothing but which of equal cards they name: as a bonus card, cards of equal worth."""
    return _looks(deck, one) == _looks(deck, other)


def _looks(deck: Deck, move: Decision) -> tuple[object, ...]:
    return tuple(sorted((_look(deck, action) for action in move), key=repr))


def _look(deck: Deck, action: act.Action) -> tuple[object, ...]:
    card = getattr(action, "card", None)
    said: tuple[object, ...] = (type(action).__name__, getattr(action, "column", None))
    if card is None:
        return said
    points = deck.command_points(card)
    return (*said, points) if isinstance(action, act.BonusFromHand) else (*said, points, kind_of(card))


def may(deck: Deck, state: State, move: Decision) -> bool:
    """Whether the move can be made in a state of full knowledge in which somebody else thought of it: its cards are in
    the hand, and what it lays can be paid for."""
    hand = state.side(decider(state)).hand_cards
    cards = {str(action.card) for action in move if isinstance(action, FROM_HAND)}
    if not cards <= hand:
        return False
    laid = [action for action in move if isinstance(action, act.Place)]
    if not laid:
        return True
    due = state.due + sum(cost(deck, state, each.card, each.column) for each in laid)
    return due <= sum(map(deck.command_points, hand - cards))
