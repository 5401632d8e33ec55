"""Plans of a player, for the search: what is worth thinking about in each step of the game, and how it is played.

A turn is searched as the sequence that it is: units laid one by one, column by column from the left, then paid for
together, attacks, and the end. Every move is chosen by what its player knows: their own hand, and what lies open.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations

from signifer_core.chance import Chance
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Deck, Player, kind_of
from signifer_core.games.field_of_glory.rules import FieldOfGlory, attack, turn
from signifer_core.games.field_of_glory.rules.combat import overlapping
from signifer_core.games.field_of_glory.rules.placing import OVERLAP, RESERVES, cost_on, share
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ADVANCE,
    BONUS,
    DRAW,
    DRAWING,
    FLANK,
    LEAD,
    OVER,
    RAMPAGE,
    RESULT,
    RETREAT,
    SHUFFLE,
    UNITS_A_COLUMN,
    Column,
    Placement,
    State,
)
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.search import RulesPlans

from .gestures import Decision, decider
from .half_done import can_pay, laid_back, open_columns, put_right
from .mind import Mind
from .paying import cheapest
from .value import SHIPPED, Weights, chances

Moves = list[tuple[Decision, float]]

# So many units of the hand are thought about in each column.
UNITS_TRIED = 3
# Rules of thumb play on for so many turns; then what stands is valued.
HORIZON = 1
MOST_ACTIONS = 400
KEPT = 4096
# Discarding to lay another one is seldom best.
LAID_FOR_ANOTHER = 0.25


class FieldOfGloryPlans(RulesPlans[State, act.Action]):
    """What the search asks of the game (`signifer_core.search.Plans`)."""

    rules: FieldOfGlory

    def __init__(self, rules: FieldOfGlory, *, horizon: int = HORIZON, weights: Weights = SHIPPED) -> None:
        self.rules = rules
        self._deck: Deck = rules.deck
        self._horizon, self._weights = horizon, weights
        # A turn begins again in each iteration: what was thought of it is kept.
        self._paying = lru_cache(maxsize=KEPT)(self._cheapest)
        self._placing = lru_cache(maxsize=KEPT)(self._placements)
        self._by_step: Mapping[str, Callable[[State, Player], Moves]] = {
            ADVANCE: self._crowded,
            FLANK: self._flank,
            ACTIONS: self._actions,
            LEAD: self._lead,
            BONUS: self._bonus,
            RETREAT: self._retreat,
            RESULT: self._one_of_two,
            RAMPAGE: lambda state, player: [((act.Rampage(player),), 1.0)],
            SHUFFLE: lambda state, player: [((act.Shuffle(player),), 1.0)],
            DRAW: self._draw,
        }

    def mover(self, state: State) -> str | None:
        return None if state.step == OVER or state.step in SET_UP else decider(state)

    def moves(self, state: State) -> Moves:
        return self._by_step[state.step](state, decider(state))

    def play(self, state: State, move: Decision, chance: Chance) -> State:
        for action in move:
            if isinstance(action, act.Rampage):
                action = act.Rampage(action.player, _top(state, action.player, chance))
            elif isinstance(action, act.TakeBack):
                # Whoever takes it back knows it, also where it was the table that saw it laid.
                state = replace(state, unpaid=tuple(replace(laid, known=True) for laid in state.unpaid))
            state = self.rules.effect(state, action)
        return self.passed(state, chance)

    def passed(self, state: State, chance: Chance) -> State:
        """What happens by itself until somebody decides."""
        while state.step != OVER:
            if state.step == DRAWING:
                assert state.drawing is not None
                state = self.rules.effect(state, act.Drawn(_top(state, state.drawing.player, chance)))
            elif state.step == RAMPAGE:
                assert state.attack is not None
                assert state.attack.loser is not None
                card = _top(state, state.attack.loser, chance)
                state = self.rules.effect(state, act.Rampage(state.attack.loser, card))
            elif due := self.rules.chance(state):
                state = self.rules.effect(state, due[0])
            else:
                break
        return state

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        """By rules of thumb from here on for some turns, and then by what stands."""
        assert isinstance(chance, random.Random)
        while state.step == ACTIONS and (state.unpaid or state.cleared):
            back = put_right(self._deck, state, state.active)
            state = self.play(state, back or self._settled(state, state.active), chance)
        minds = {player: Mind(player, self._deck, chance, whim=0.0) for player in SIDES}
        last = state.turn + self._horizon
        for _ in range(MOST_ACTIONS):
            if state.step == OVER or state.turn >= last:
                break
            state = self.play(state, minds[decider(state)].decide(state), chance)
        if state.winner is not None:
            return {
                player: 0.5 if state.winner == "draw" else float(state.winner == player) for player in SIDES
            }
        red = chances(self._deck, state, self._weights)
        return {"red": red, "blue": 1.0 - red}

    # The turn

    def _crowded(self, state: State, player: Player) -> Moves:
        (column, *_) = turn.crowded_columns(state)
        return [((act.Discard(card),), 1.0) for card in state.column(column).units(player)]

    def _one_of_two(self, state: State, player: Player) -> Moves:
        assert state.attack is not None
        return [((act.Discard(card),), 1.0) for card in state.column(state.attack.column).units(player)]

    def _flank(self, state: State, player: Player) -> Moves:
        attacks: Moves = [((act.FlankAttack(column),), 1.0) for column, _ in state.vulnerable]
        return [*attacks, ((act.EndFlank(),), 1.0)]

    def _actions(self, state: State, player: Player) -> Moves:
        if waiting := open_columns(state):
            return self._followed(state, player, waiting)
        if state.unpaid and not can_pay(self._deck, state, player):
            return [((act.TakeBack(laid.card),), 1.0) for laid in state.unpaid]
        hand = state.side(player).hand_cards
        found = list(self._placing(player, state.columns, state.unpaid, hand, state.due))
        if state.unpaid:
            found.append((self._settled(state, player), 1.5))
            return found
        for number, column in enumerate(state.columns, 1):
            if column.red and column.blue:
                found.append(((act.DeclareAttack(number),), 1.5))
        found += [((act.PlayReserves(card),), 1.0) for card in self._first_of(state, player, RESERVES)]
        found.append(((act.EndActions(),), 1.0))
        return found

    def _followed(self, state: State, player: Player, waiting: frozenset[int]) -> Moves:
        """Where a unit was lifted for another one: that one, or itself again."""
        hand = state.side(player).hand_cards
        placed = self._placing(player, state.columns, (), hand, state.due)
        found = [each for each in placed if getattr(each[0][-1], "column", None) in waiting]
        found += [((back,), 1.0) for back in laid_back(self._deck, state)]
        if not found:
            raise RulesError("a unit was lifted that can neither be laid back nor replaced")
        return found

    def _first_of(self, state: State, player: Player, kind: str) -> list[str]:
        """A card of the kind, if the hand has one."""
        return sorted(card for card in state.side(player).hand_cards if kind_of(card) == kind)[:1]

    def _placements(
        self,
        player: Player,
        columns: tuple[Column, ...],
        unpaid: tuple[Placement, ...],
        hand: frozenset[str],
        due: int,
    ) -> Moves:
        """A unit laid, or laid for one that is discarded; columns in their order, so that each plan is there once."""
        first = max((placement.column for placement in unpaid), default=COLUMNS[0])
        laid = {placement.column for placement in unpaid}
        found: Moves = []
        for number, column in enumerate(columns, 1):
            own, away = column.units(player), tuple[str, ...]()
            if len(own) == UNITS_A_COLUMN:
                away = (min(own, key=lambda card: (self._worth(card), card)),)
                own = tuple(card for card in own if card not in away)
            if number < first or (away and number in laid):
                continue
            weight = LAID_FOR_ANOTHER if away else 1.0
            for card in self._best_units(number, column.terrain, own, hand, due):
                found.append(((*map(act.Discard, away), act.Place(card, number)), weight))
        return found

    def _best_units(
        self, number: int, terrain: str, own: tuple[str, ...], hand: frozenset[str], due: int
    ) -> list[str]:
        """The units of the hand that look best there, one of a kind, among those that can be paid for."""
        points = sum(map(self._deck.command_points, hand))
        ground = self._deck.terrain(f"terrain/{terrain}-1")
        scores: dict[str, tuple[float, str]] = {}
        for card in sorted(hand):
            unit = self._deck.unit(card)
            if unit is None or not all(share(self._deck, card, lying) for lying in own):
                continue
            price, own_points = cost_on(self._deck, card, number, terrain), self._deck.command_points(card)
            if due + price > points - own_points:
                continue
            score = unit.combat + ground.lead.get(unit.kind, 0) - (price + own_points) / 3
            scores[unit.kind] = max(scores.get(unit.kind, (-99.0, "")), (score, card))
        return [card for _, card in sorted(scores.values(), reverse=True)[:UNITS_TRIED]]

    def _settled(self, state: State, player: Player) -> Decision:
        """The placements paid for, and closed."""
        cards = self._paying(state.side(player).hand_cards, state.due)
        return (*map(act.Pay, cards), act.Settle())

    def _cheapest(self, hand: frozenset[str], due: int) -> tuple[str, ...]:
        """The cards that pay it and are missed least."""
        cards = sorted(hand)
        chosen = cheapest(list(map(self._deck.command_points, cards)), list(map(self._worth, cards)), due)
        return tuple(cards[at] for at in chosen)

    def _worth(self, card: str) -> float:
        """How much a card of the hand, or a unit, is missed: every card is a card, dear ones pay and fight better."""
        unit = self._deck.unit(card)
        return 1.0 + 0.5 * self._deck.command_points(card) + (0.35 * unit.combat if unit else 0.0)

    def _draw(self, state: State, player: Player) -> Moves:
        hand = sorted(state.side(player).hand_cards, key=lambda card: (self._worth(card), card))
        if state.drawn:
            return [(tuple(map(act.DiscardDown, hand[: turn.excess(state)])), 1.0)]
        found: Moves = [((act.DrawThree(),), 1.0)]
        for points in (5, 4):
            dear = [card for card in hand if self._deck.command_points(card) == points]
            found += [((act.DiscardToDraw(card),), 0.5) for card in dear[:1]]
        return found

    # Attacks

    def _lead(self, state: State, player: Player) -> Moves:
        return [((act.ChooseLead(card),), 1.0) for card, _ in attack.leads(state)]

    def _bonus(self, state: State, player: Player) -> Moves:
        """One card of the hand for each value, the top of the deck, or first an Overlap that counts."""
        side, fight = state.side(player), state.attack
        assert fight is not None
        found: Moves = []
        if not attack.promised(state):
            cheapest: dict[int, tuple[float, str]] = {}
            for card in side.hand_cards:
                points, worth = self._deck.command_points(card), (self._worth(card), card)
                cheapest[points] = min(cheapest.get(points, worth), worth)
            for points, (_, card) in sorted(cheapest.items(), reverse=True):
                found.append(((act.BonusFromHand(player, card),), 0.5 + points / 5))
        if side.deck or side.discard:
            found.append(((act.BonusFromDeck(player),), 1.0))
        if attack.attacker_to_move(state) and overlapping(self._deck, state, fight):
            found += [((act.PlayOverlap(card),), 1.0) for card in self._first_of(state, player, OVERLAP)]
        return found

    def _retreat(self, state: State, player: Player) -> Moves:
        """Nobody, one of them, or both."""
        assert state.attack is not None
        units = state.column(state.attack.column).units(player)
        may = [card for card in units if attack.may_retreat(self._deck, state, card)]
        end = act.EndRetreat()
        found: Moves = [((end,), 1.0)]
        for number in range(1, len(may) + 1):
            found += [((*map(act.Retreat, going), end), 0.5) for going in combinations(may, number)]
        return found


def _top(state: State, player: Player, chance: Chance) -> str:
    """The top card of a deck, of which every card is known and no order."""
    return chance.choice(sorted(state.side(player).deck_cards))
