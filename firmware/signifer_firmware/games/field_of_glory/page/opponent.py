"""A robot that plays one side at the table: it knows its own hand and what the table knows, and has hands."""

from __future__ import annotations

import random
from collections import deque

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Deck, Player, army_of
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import ARMY, SHUFFLE, State
from signifer_core.games.field_of_glory.table.attack import (
    awaits_reveal,
    chosen_lead,
    lacks_bonus,
    source_unnamed,
)
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import PAD, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override, Table

from signifer_firmware.games.field_of_glory.robots.gestures import Decision, decider, gestures
from signifer_firmware.games.field_of_glory.robots.levels import by_hand
from signifer_firmware.games.field_of_glory.robots.match import MOST_CANDIDATES
from signifer_firmware.games.field_of_glory.robots.mind import Mind
from signifer_firmware.session.outlook import readers_failing
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Select, Take, ok
from signifer_firmware.web.play import Seat
from signifer_firmware.web.virtual.adviser import Adviser
from signifer_firmware.web.virtual.agreement import SAW_IT
from signifer_firmware.web.virtual.robot_hands import RobotHands

from .partner import objection


class Opponent:
    """The robot of ``player``, who sits at ``seat``; ``adviser`` thinks for it, if there is one."""

    def __init__(
        self,
        seat: Seat,
        player: Player,
        deck: Deck,
        rng: random.Random,
        adviser: Adviser[State, Decision] | None = None,
    ) -> None:
        self.player = player
        self._seat = seat
        self.hands = RobotHands(seat, player, State, self._objects)
        self._mind = Mind(player, deck, rng, whim=0.05, patience=0.2)
        self._rules, self._adviser = FieldOfGlory(deck), adviser
        # What is left of the move that was thought of last.
        self._plan: deque[Decision] = deque()

    def step(self) -> bool:
        """Do what is next, if anything is; whether there was something."""
        first, table = self.hands.comes_first(), self.hands.now
        if first is not None or table is None:
            return bool(first)
        if table.state.step in SET_UP:
            return self._set_up(table)
        if not self._moves(table):
            return False
        outlook = self._seat.hands.run.appliance.keeper.outlook
        # What it would lay on a pad that fails, nobody reads: it would lay more.
        if outlook.corrections or readers_failing(outlook, f"pad {self.player}"):
            return False
        if self.hands.in_the_way(table):
            return False
        self.hands.think()
        table = self.hands.now
        if table is not None and self._moves(table):
            self._play(table)
        return True

    def _objects(self, entry: Override, choice: Choice) -> str:
        table = self.hands.now
        return SAW_IT if table is None else objection(entry, choice, table.state, self.player)

    def _set_up(self, table: Table[State]) -> bool:
        """Its army is drafted; terrain and dice it leaves to the other."""
        if table.state.step != ARMY or self.player in table.state.ready:
            return False
        self.hands.think()
        self._seat.hands.press(ok(self.player))
        self._seat.rest()
        return True

    def _moves(self, table: Table[State]) -> bool:
        if awaits_reveal(table.state):
            return lacks_bonus(self._rules, table, self.player)
        return self.player in self._rules.actors(table.state)

    def _play(self, table: Table[State]) -> None:
        """Decide, and do it with hands."""
        state = table.state
        if awaits_reveal(state):
            self._confirm_again()
            return
        if decider(state) != self.player:
            return
        if state.attack is None and state.step != SHUFFLE:
            self._clear_pad()
        decision, now = self._decision(state), self.hands.now
        if now is None or now.state != state:
            return  # somebody did something while it thought
        away = HAND if isinstance(decision[0], act.TakeBack) else DISCARD
        for gesture in gestures(state, decision):
            self._do(gesture, away)
            self.hands.look()

    def _clear_pad(self) -> None:
        """Take up what waits on its pad, say after an undo of its payment: it is of its hand, and `ok` would pay with
        it besides what it is about to lay."""
        for card in self.hands.piles.layout[Zone(PAD, self.player)]:
            if army_of(card) == self.player:
                self.hands.do(Take(card), (self.player, HAND))

    def _confirm_again(self) -> None:
        """Its bonus card, of which the record knows no more than that there is one: what lies on its pad, else the best
        of its hand."""
        piles, pad = self.hands.piles, Zone(PAD, self.player)
        hand = sorted(piles.cards(self.player, HAND), key=self._rules.deck.command_points)
        if hand and not piles.layout[pad]:
            self.hands.do(Put(hand[-1], pad))
        self._press(ok(self.player))
        self.hands.look()

    def _decision(self, state: State) -> Decision:
        """What the mind makes of the table's knowledge and its own hand; the deck's top card is seen when drawn."""
        if state.step == SHUFFLE:
            return (act.Shuffle(self.player),)
        piles = self.hands.piles
        hand = piles.cards(self.player, HAND)
        known = state.with_side(self.player, hand_cards=hand)
        decision = self._advised(known) or self._mind.decide(known)
        top = piles.top(self.player) if piles.cards(self.player, DECK) else None
        match decision[-1]:
            case act.Rampage() if top is not None:
                return (act.Rampage(self.player, top),)
            case act.BonusFromDeck() if top is not None:
                return (*decision, act.Drawn(top))
            case _:
                return decision

    def _advised(self, known: State) -> Decision | None:
        """What its adviser says, gesture by gesture; None without one. What is left of a move counts as long as the
        rules have it so."""
        if self._adviser is None:
            return None
        if self._plan and self._rules.refusals(known, self._plan[0][0]):
            self._plan.clear()
        if not self._plan:
            move = self._adviser.move(self._rules.view(known, self.player))
            self._plan.extend(by_hand(move) if move else ())
        return self._plan.popleft() if self._plan else None

    def _do(self, gesture: Gesture, away: str) -> None:
        match gesture:
            case Select(card=card):
                self._select(card)
            case Press():
                self._press(gesture)
            case _:
                self._seat.hands.do(gesture, (self.player, away))

    def _press(self, press: Press) -> None:
        """Press a button; where `ok` has only confirmed the column that leads in the flank, once more for the unit."""
        named = self._named()
        self._seat.hands.press(press)
        if press.button == Button.OK and named is None:
            self._seat.rest()
            if self._named() is not None:
                self._seat.hands.press(press)

    def _named(self) -> int | None:
        table = self.hands.now
        return None if table is None else table.held.named

    def _select(self, card: str) -> None:
        """Press the button of the card's column until it is the lead shown."""
        for _ in range(MOST_CANDIDATES):
            table = self.hands.now
            if table is None or (chosen_lead(table) == card and not source_unnamed(table)):
                return
            column = table.state.where(card)
            self._seat.hands.press(Press(PressKind.PRESS, Button.COLUMN, self.player, column))
            self._seat.rest()
