"""The mind of a robot, how it chooses: simple rules of thumb from its own hand and what lies on the table, so that
games end."""

from __future__ import annotations

import random
from collections import deque

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory import piles
from signifer_core.games.field_of_glory.deck import Deck, Player, UnitKind, kind_of
from signifer_core.games.field_of_glory.rules import attack, turn
from signifer_core.games.field_of_glory.rules.placing import OVERLAP, RESERVES, cost, share
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ADVANCE,
    BONUS,
    DRAW,
    FLANK,
    LEAD,
    RAMPAGE,
    RESULT,
    RETREAT,
    SHUFFLE,
    UNITS_A_COLUMN,
    State,
    other,
)
from signifer_core.layout import COLUMNS

from .gestures import Decision, decider
from .half_done import put_right

PAD_READS = 4
ATTACKS_A_TURN = 3
EXPECTED_BONUS = 3


class Mind:
    """One player's robot. ``whim`` is how often it does something else than what seems best, ``patience`` how often it
    leaves alone what it could take; with much of it games last until the decks are shuffled."""

    def __init__(
        self, player: Player, deck: Deck, rng: random.Random, *, whim: float = 0.1, patience: float = 0.0
    ) -> None:
        self.player = player
        self._deck = deck
        self._rng = rng
        self._whim = whim
        self._patience = patience
        self._plan: deque[Decision] = deque()
        self._turn = 0
        self._placed = False
        self._attacks = 0

    def decide(self, state: State) -> Decision:
        """What to do next, in a state of full knowledge in which this player has to decide."""
        return {
            ADVANCE: self._advance,
            FLANK: self._flank,
            ACTIONS: self._actions,
            LEAD: self._lead,
            BONUS: self._bonus,
            RETREAT: self._retreat,
            RESULT: self._weakest_of_two,
            RAMPAGE: self._nothing_to_choose,
            SHUFFLE: self._nothing_to_choose,
            DRAW: self._draw,
        }[state.step](state)

    def _odd(self) -> bool:
        return self._rng.random() < self._whim

    def _unit(self, card: str) -> UnitKind:
        unit = self._deck.unit(card)
        assert unit is not None
        return unit

    # The turn

    def _advance(self, state: State) -> Decision:
        (column, *_) = turn.crowded_columns(state)
        return self._one_of_two(state, column)

    def _weakest_of_two(self, state: State) -> Decision:
        assert state.attack is not None
        return self._one_of_two(state, state.attack.column)

    def _one_of_two(self, state: State, column: int) -> Decision:
        units = sorted(
            state.column(column).units(self.player), key=lambda card: (self._unit(card).combat, card)
        )
        return (act.Discard(self._rng.choice(units) if self._odd() else units[0]),)

    def _nothing_to_choose(self, state: State) -> Decision:
        if state.step == SHUFFLE:
            return (act.Shuffle(self.player),)
        return (act.Rampage(self.player),)

    def _flank(self, state: State) -> Decision:
        for column, _ in state.vulnerable:
            if self._margin(state, column) + 2 >= 0 or self._odd():
                return (act.FlankAttack(column),)
        return (act.EndFlank(),)

    def _actions(self, state: State) -> Decision:
        if state.turn != self._turn:
            self._turn, self._placed, self._attacks = state.turn, False, 0
            self._plan.clear()
        if self._plan:
            return self._plan.popleft()
        if back := put_right(self._deck, state, self.player):
            return back
        if state.due:
            self._plan.extend(self._paying(set(state.side(self.player).hand_cards), state.due))
            return self._plan.popleft()
        if self._attacks < ATTACKS_A_TURN and (column := self._best_attack(state)):
            self._attacks += 1
            return (act.DeclareAttack(column),)
        if not self._placed:
            self._placed = True
            self._plan.extend(self._placements(state))
            if self._plan:
                return self._plan.popleft()
        for card in sorted(state.side(self.player).hand_cards):
            if kind_of(card) == RESERVES:
                self._placed = False
                return (act.PlayReserves(card),)
        return (act.EndActions(),)

    def _draw(self, state: State) -> Decision:
        hand = sorted(state.side(self.player).hand_cards, key=self._worth)
        if not state.drawn:
            dear = [card for card in hand if self._deck.command_points(card) > 3]
            return (act.DiscardToDraw(dear[0]),) if dear and self._odd() else (act.DrawThree(),)
        over = min(turn.excess(state), PAD_READS)
        if over > 1 and self._odd():
            over = self._rng.randrange(1, over)
        return tuple(act.DiscardDown(card) for card in hand[:over])

    def _worth(self, card: str) -> tuple[int, str]:
        """How much a card is worth keeping: its fighting and its points. Among equals the name decides, so that one
        seed gives one game."""
        unit = self._deck.unit(card)
        return self._deck.command_points(card) + (unit.combat if unit else 0), card

    def _points(self, card: str) -> tuple[int, str]:
        return self._deck.command_points(card), card

    # Placing

    def _placements(self, state: State) -> list[Decision]:
        """Units to lay, and how to pay for them; empty if there is nothing worth it."""
        hand = set(state.side(self.player).hand_cards)
        lain: list[Decision] = []
        due = 0
        for column in self._columns_wanted(state)[: self._rng.choice((1, 2, 2, 3))]:
            own = state.column(column).units(self.player)
            away: tuple[str, ...] = ()
            if len(own) == UNITS_A_COLUMN or (own and self._odd()):
                away, own = own, ()
            for _ in range(self._rng.choice((1, UNITS_A_COLUMN)) if own == () else 1):
                card = self._unit_for(state, column, own, hand, due)
                if card is None:
                    break
                lain += [(act.Discard(unit),) for unit in away]
                lain.append((act.Place(card, column),))
                away, own = (), (*own, card)
                hand.discard(card)
                due += cost(self._deck, state, card, column)
        return [*self._at_once(lain), *self._paying(hand, due)] if lain else []

    def _at_once(self, lain: list[Decision]) -> list[Decision]:
        """Now and then two units are laid with two hands, in two columns."""
        for number in range(len(lain) - 1):
            first, second = lain[number], lain[number + 1]
            match (*first, *second):
                case (act.Place(column=one), act.Place(column=another)) if one != another and self._odd():
                    return [*lain[:number], (*first, *second), *lain[number + 2 :]]
        return lain

    def _columns_wanted(self, state: State) -> list[int]:
        """Where a unit would do most, best first."""
        scores = []
        for column in COLUMNS:
            lying = state.column(column)
            own, enemy = lying.units(self.player), lying.units(other(self.player))
            score = self._rng.random()
            score += 2 if enemy and not own else 0
            free = not enemy and not own
            if free and self._rng.random() < self._patience:
                continue
            score += 3 if free and lying.control != self.player else 0
            score += 2 if enemy and len(own) == 1 else 0
            score += 1 if enemy and lying.control == other(self.player) else 0
            if (len(own) < UNITS_A_COLUMN and (enemy or not own)) or self._odd():
                scores.append((score, column))
        return [column for _, column in sorted(scores, reverse=True)]

    def _unit_for(
        self, state: State, column: int, own: tuple[str, ...], hand: set[str], due: int
    ) -> str | None:
        """The unit of the hand that is strongest there, among those that can be paid for."""
        best, best_score = None, -9.0
        points = sum(map(self._deck.command_points, hand))
        for card in sorted(hand):
            unit = self._deck.unit(card)
            if unit is None or not all(share(self._deck, card, neighbour) for neighbour in own):
                continue
            price = cost(self._deck, state, card, column)
            # One card is kept for a bonus, and some for the next placement.
            if due + price > (points - self._deck.command_points(card)) * 0.7 or due + price > 14:
                continue
            terrain = self._deck.terrain(f"terrain/{state.column(column).terrain}-1")
            score = unit.combat + terrain.lead.get(unit.kind, 0) - price / 3 + self._rng.random()
            if score > best_score:
                best, best_score = card, score
        return best

    def _paying(self, hand: set[str], due: int) -> list[Decision]:
        """The fewest and least useful cards that pay ``due``, four at most on the pad at once."""
        if not due:
            return [(act.Settle(),)] if self._odd() else []
        left = sorted(hand, key=self._worth)
        cards: list[str] = []
        while due > 0 and left:
            enough = [card for card in left if self._deck.command_points(card) >= due]
            card = enough[0] if enough else max(left, key=self._points)
            left.remove(card)
            cards.append(card)
            due -= self._deck.command_points(card)
        assert due <= 0
        parts = [cards[start : start + PAD_READS] for start in range(0, len(cards), PAD_READS)]
        if len(parts) == 1 and len(cards) > 1 and self._odd():
            parts = [cards[:1], cards[1:]]
        paid: list[Decision] = [tuple(map(act.Pay, part)) for part in parts[:-1]]
        return [*paid, (*map(act.Pay, parts[-1]), act.Settle())]

    # Attacks

    def _strength(self, state: State, card: str, column: int, player: Player, enemy: str | None) -> int:
        """About what a lead brings, without bonus cards."""
        unit, lying = self._unit(card), state.column(column)
        terrain = self._deck.terrain(f"terrain/{lying.terrain}-1")
        total = unit.combat + terrain.lead.get(unit.kind, 0)
        total += 1 if len(lying.units(player)) == UNITS_A_COLUMN else 0
        if player != state.active and lying.control == player:
            total += terrain.defender_in_control
        return total + (unit.against.get(kind_of(enemy), 0) if enemy and player == state.active else 0)

    def _best_lead(self, state: State, column: int, player: Player, enemy: str | None) -> tuple[int, str]:
        return max(
            (self._strength(state, card, column, player, enemy), card)
            for card in state.column(column).units(player)
        )

    def _best_bonus(self, state: State) -> int:
        held = [self._deck.command_points(card) for card in state.side(self.player).hand_cards]
        return max(held, default=EXPECTED_BONUS)

    def _margin(self, state: State, column: int) -> int:
        """By how much an attack of this player there should win."""
        theirs, lead = self._best_lead(state, column, other(self.player), None)
        ours, _ = self._best_lead(state, column, self.player, lead)
        return ours + self._best_bonus(state) - theirs - EXPECTED_BONUS

    def _best_attack(self, state: State) -> int | None:
        """The column that is best attacked, or None."""
        both = [n for n, column in enumerate(state.columns, 1) if column.red and column.blue]
        margin, column = max(((self._margin(state, number), number) for number in both), default=(-9, None))
        return column if margin >= 0 or (column and self._odd()) else None

    def _lead(self, state: State) -> Decision:
        fight = state.attack
        assert fight is not None
        attacking = attack.attacker_to_move(state)
        player = decider(state)
        enemy = None
        if attacking:
            _, enemy = self._best_lead(state, fight.column, other(player), None)
        candidates = [card for card, _ in attack.leads(state)]
        best = max(candidates, key=lambda card: self._strength(state, card, fight.column, player, enemy))
        lead = act.ChooseLead(self._rng.choice(candidates) if self._odd() else best)
        if attacking and piles.has_cards(state, player) and self._rng.random() < 0.4:
            return (lead, *self._bonus_card(state))
        return (lead,)

    def _bonus(self, state: State) -> Decision:
        fight = state.attack
        assert fight is not None
        if attack.attacker_to_move(state):
            for card in sorted(state.side(self.player).hand_cards):
                if kind_of(card) == OVERLAP and (self._odd() or self._overlaps(state)):
                    return (act.PlayOverlap(card),)
        return self._bonus_card(state)

    def _overlaps(self, state: State) -> bool:
        assert state.attack is not None
        beside = (
            number for number in (state.attack.column - 1, state.attack.column + 1) if number in COLUMNS
        )
        return any(
            state.column(number).units(self.player) and not state.column(number).units(other(self.player))
            for number in beside
        )

    def _bonus_card(self, state: State) -> Decision:
        """The hand's best card, now and then the top of the deck; without a hand always that."""
        side = state.side(self.player)
        hand = sorted(side.hand_cards, key=self._points)
        drawable = bool(side.deck or side.discard)
        if not hand or (drawable and (self._odd() or self._deck.command_points(hand[-1]) < EXPECTED_BONUS)):
            return (act.BonusFromDeck(self.player),)
        return (act.BonusFromHand(self.player, self._rng.choice(hand) if self._odd() else hand[-1]),)

    def _retreat(self, state: State) -> Decision:
        fight = state.attack
        assert fight is not None
        assert fight.lead is not None
        units = state.column(fight.column).units(self.player)
        may = [card for card in units if attack.may_retreat(self._deck, state, card)]
        theirs = self._strength(state, fight.lead, fight.column, state.active, units[0]) + 4
        ours, _ = self._best_lead(state, fight.column, self.player, None)
        losing = ours + self._best_bonus(state) < theirs
        going: list[str] = []
        if (losing and self._rng.random() < 0.5) or self._odd():
            going = self._rng.sample(may, self._rng.randint(1, len(may)))
        left = [card for card in units if card not in going]
        ended: Decision = (*map(act.Retreat, sorted(going, key=units.index)), act.EndRetreat())
        if left and piles.has_cards(state, self.player) and self._rng.random() < 0.3:
            return (*ended, *self._bonus_card(state))
        return ended
