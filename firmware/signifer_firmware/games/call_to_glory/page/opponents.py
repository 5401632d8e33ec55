"""Robots against the one person at seat 1: each knows its own hand and what the table knows, and has hands."""

from __future__ import annotations

import random

from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory import agreement
from signifer_core.games.call_to_glory.deck import Deck
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import (
    DRAW,
    MISSION_STEP,
    PLAY,
    SCORE,
    STOCKS,
    CardSet,
    State,
)
from signifer_core.games.call_to_glory.table.buttons import READ
from signifer_core.games.call_to_glory.table.spots import called, columns_of, side_of, targets_in
from signifer_core.layout import Side, Zone
from signifer_core.procedure import Choice, Override, Table

from signifer_firmware.games.call_to_glory.robots.gestures import (
    COLUMN_OF,
    Decision,
    gestures,
    pad_zone,
)
from signifer_firmware.games.call_to_glory.robots.match import decider
from signifer_firmware.games.call_to_glory.robots.mind import Mind
from signifer_firmware.simulation.piles import DECK, HAND
from signifer_firmware.simulation.robots.gestures import Put, Take, column, held, ok
from signifer_firmware.web.game import BOX
from signifer_firmware.web.play import Seat
from signifer_firmware.web.virtual.adviser import Adviser
from signifer_firmware.web.virtual.agreement import IS_AHEAD, SAW_IT, objection
from signifer_firmware.web.virtual.robot_hands import RobotHands, is_put_right

from .drawing import characters, drawn, known_by, loose

BLUE: Side = "blue"


class Opponents:
    """The robots of these ``players``; blue's side is theirs, with its `ok`. ``adviser`` thinks for them, if there is
    one."""

    def __init__(
        self,
        seat: Seat,
        players: tuple[str, ...],
        deck: Deck,
        rng: random.Random,
        adviser: Adviser[State, Decision] | None = None,
    ) -> None:
        self._seat, self._players = seat, players
        self.hands = RobotHands(seat, BLUE, State, self._objects)
        self.piles, self.rest = self.hands.piles, self.hands.rest
        self.rng, self._rules, self._mind = rng, CallToGlory(deck), Mind(deck, rng, whim=0.05)
        self._adviser = adviser
        # The kind of which a robot meant to strike a set with its figure.
        self._target = ""

    @property
    def table(self) -> Table[State]:
        return self.hands.table

    # What they do

    def step(self) -> bool:
        """Do what is next, if anything is; whether there was something."""
        first, table = self.hands.comes_first(), self.hands.now
        if first is not None or table is None:
            return bool(first)
        if self._tidied(table.state):
            self.hands.look()
            return True
        return self._decides(table)

    def _tidied(self, state: State) -> bool:
        """A card is drawn that one of them lacks; what was laid and is not confirmed, as after an undo, comes back into
        the hand, so that all of it is decided again; a mission that was revealed leaves the game."""
        hands = self._seat.hands
        for seat in self._players:
            card = drawn(state, self.piles, seat) if seat in state.seats else None
            if card is not None:
                hands.move(card, (seat, HAND))
                return True
        for card in sorted(self._unconfirmed(state)):
            hands.move(card, (state.active, HAND))
            return True
        for fix in hands.run.appliance.keeper.outlook.corrections:
            if fix.card in state.revealed and hands.goal(fix) == BOX:
                hands.move(fix.card, BOX)
                return True
        return False

    def _unconfirmed(self, state: State) -> frozenset[str]:
        """The cards that the one of them who plays has laid without `ok`: as many as that hand lacks, while everybody
        else holds all of theirs. What the table has not read, waits for the reader."""
        keeper, table = self._seat.hands.run.appliance.keeper, self.table
        if state.step != PLAY or state.active not in self._players:
            return frozenset()
        laid = loose(state, self.piles, state.active)
        lacking = {seat: state.hand(seat).number - len(characters(self.piles, seat)) for seat in state.seats}
        mine = {seat: len(laid) if seat == state.active else 0 for seat in state.seats}
        read = {card for _, card in keeper.seen.items()} | {card for card, _ in table.held.laid}
        return laid if lacking == mine and laid <= read else frozenset()

    def _decides(self, table: Table[State]) -> bool:
        state, keeper = table.state, self._seat.hands.run.appliance.keeper
        if state.step == SCORE:
            return self._reads(table)
        if state.step not in (*ROUND_STEPS, MISSION_STEP):
            return False
        struck = self._struck(table) if table.held.named is not None else None
        who = decider(state) if table.held.named is None else struck and struck.owner
        if who not in self._players:
            return False
        strange = [fix for fix in keeper.outlook.corrections if fix.card not in _on_the_way(state)]
        if strange or not is_put_right(keeper.outlook):
            return False
        if self._miscounts(state, who) or self.hands.in_the_way(table):
            return False
        self.hands.think()
        if self.hands.now == table:
            if struck is None:
                self._play(state, decider(state))
            else:
                self._gives(state, struck)
        return True

    def _reads(self, table: Table[State]) -> bool:
        """Blue's `ok` to the scores."""
        if f"{READ} {BLUE}" in dict(table.held.entered):
            return False
        self.hands.think()
        self.hands.do(ok(BLUE))
        return True

    def _miscounts(self, state: State, seat: str) -> bool:
        """Whether a robot holds other than as many cards as the table counts: nothing can be reckoned then. Fewer where
        none are left to draw is no reason to wait: some were lost, and the round ends with this turn."""
        held = len(characters(self.piles, seat))
        lost = held and not any(self.piles.cards(stock, DECK) for stock in STOCKS)
        return held > state.hand(seat).number or (held < state.hand(seat).number and not lost)

    def _play(self, state: State, seat: str) -> None:
        """Decide, and do it with hands; a pile that is found empty is told first."""
        for stock in STOCKS:
            found = not self.piles.cards(stock, DECK) and state.step != MISSION_STEP
            if found and not self._rules.refusals(state, act.Emptied(stock)):
                self._tell_empty(seat, stock)
                return
        known = known_by(state, self.piles, seat)
        action = self._decision(known, seat)
        match action:
            case act.Lay(cards=cards):
                for card in cards:
                    self.hands.do(Put(card, self._column(side_of(seat), cards)))
                self.hands.do(ok(side_of(seat)))
            case act.Take(card=card):
                self.hands.do(Take(card), (seat, HAND))
                self._draws_second(self._rules.apply(known, action), seat)
            case None:
                return
            case _:
                self._target = action.kind if isinstance(action, act.Strike) else ""
                for gesture in gestures(self, known, (action,)):
                    self.hands.do(gesture, (seat, HAND))

    def _decision(self, known: State, seat: str) -> act.Action | None:
        """What a robot makes of what it may know. No card is taken from a pile that was only counted; None if there is
        nothing else, or somebody did something while it thought."""
        state, before = self._rules.view(known, seat), self.hands.now
        move = self._adviser.move(state) if self._adviser else None
        if self.hands.now != before:
            return None
        action = move[0] if move else self._mind.decide(state, seat)
        if not isinstance(action, act.Take) or self.piles.where(action.card) == pad_zone(action.pad):
            return action
        legal = self._rules.legal_actions(state)
        return next((each for each in legal if isinstance(each, act.Draw)), None)

    def _draws_second(self, state: State, seat: str) -> None:
        """After a card that was lifted from a pad: one from the other pad, or by a button from a face-down pile."""
        if state.step != DRAW:
            return
        second = self._decision(state, seat)
        match second:
            case act.Draw():
                self.hands.do(column(side_of(seat), COLUMN_OF[second.pile]))
            case act.Take(card=card):
                self.hands.do(Take(card), (seat, HAND))

    def _struck(self, table: Table[State]) -> CardSet | None:
        """The set that is to lose a card, of those in the column that was held: the one that a robot meant, and of
        those that a person may mean, whom no robot hears, the one of highest value."""
        state = table.state
        there = () if table.held.named is None else targets_in(state, table.held.named)
        if state.active in self._players:
            return next((each for each in there if each.kind == self._target), None)
        return max(there, key=lambda each: self._rules.deck.value(each.kind), default=None)

    def _gives(self, state: State, struck: CardSet) -> None:
        """The owner of the set lays a card of it on a pad."""
        known = self._rules.apply(known_by(state, self.piles, struck.owner), act.Strike(struck.kind))
        action = self._decision(known, struck.owner)
        for gesture in gestures(self, known, (action,)) if action is not None else ():
            self.hands.do(gesture, (struck.owner, HAND))

    def _tell_empty(self, seat: str, stock: str) -> None:
        """Hold the button beside the pile; `ok` where a figure may be meant."""
        self.hands.do(held(side_of(seat), COLUMN_OF[stock]))
        if self.table.held.named is not None:
            self.hands.do(ok(side_of(self.table.state.active)))

    def _column(self, side: Side, cards: tuple[str, ...]) -> Zone:
        """Where a set is laid: on its first card if that lies there, else in the column with fewest cards."""
        where = [self.piles.where(card) for card in cards]
        begun = [zone for zone in where if isinstance(zone, Zone)]
        return begun[0] if begun else min(columns_of(side), key=lambda zone: len(self.piles.layout[zone]))

    # Agreement

    def _objects(self, entry: Override, choice: Choice) -> str:
        """They agree to a game that is given up to one of them, and to counts as everybody sees them at the table."""
        return objection(entry, choice, self._favours)

    def _favours(self, entry: Override, choice: Choice) -> str:
        about = {name: str(figure) for name, figure in entry.figures}
        named = {called(self.table.state, seat): seat for seat in self.table.state.seats}
        match entry.key:
            case agreement.END:
                return "" if named.get(str(choice.value)) in self._players else IS_AHEAD
            case agreement.STOCK:
                there = len(self.piles.cards(about["pile"], DECK))
            case agreement.HAND:
                there = len(characters(self.piles, named[about["player"]]))
            case _:
                return SAW_IT
        return "" if str(choice.value) == str(there) else SAW_IT


def _on_the_way(state: State) -> frozenset[str]:
    """What the table asks to be taken away because a set is displaced."""
    return frozenset() if state.displaced is None else state.displaced.cards.named
