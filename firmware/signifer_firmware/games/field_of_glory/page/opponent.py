"""A robot that plays one side at the table: it knows its own hand and what the table knows, and has hands."""

from __future__ import annotations

import random

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.state import ARMY, SHUFFLE, State
from signifer_core.games.field_of_glory.table.attack import chosen_lead, source_unnamed
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.procedure import Button, Choice, Override, Press, PressKind, Table

from signifer_firmware.game_api.game import is_of
from signifer_firmware.games.field_of_glory.robots.gestures import Decision, decider, gestures
from signifer_firmware.games.field_of_glory.robots.match import MOST_CANDIDATES
from signifer_firmware.games.field_of_glory.robots.mind import Mind
from signifer_firmware.simulation.piles import DECK, HAND
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Reshuffle, Select, Take
from signifer_firmware.web.game import Seat
from signifer_firmware.web.virtual.council import SAW_IT, THINK_US, Council

from .partner import objection

BETWEEN_US = 350_000
# After so many gestures that change nothing the robot waits for people to put the table right.
MOST_TRIES = 3


class Opponent:
    """The robot of ``player``, who sits at ``seat``."""

    def __init__(self, seat: Seat, player: Player, deck: Deck, rng: random.Random) -> None:
        self.player = player
        self._hands, self._rest, self._pause = seat.hands, seat.rest, seat.pause
        self._council = Council(seat, player, self._objects)
        self._mind = Mind(player, deck, rng, whim=0.05, patience=0.2)
        self._tries = 0
        self._stood: object = None

    @property
    def answer(self) -> str:
        """What it says to a wish to overrule the table: a key of the page's words, "" while there is none."""
        return self._council.answer

    @property
    def _table(self) -> Table[State] | None:
        """The table of its game, while that is on."""
        table = self._hands.run.appliance.keeper.table
        return table if is_of(table, State) else None

    def step(self) -> bool:
        """Do what is next, if anything is; whether there was something."""
        agreed = self._council.step()
        if agreed is not None:
            return agreed
        if self._hands.as_told(self.player):
            self._pause(BETWEEN_US)
            self._rest()
            return True
        table = self._table
        if table is not None and table.state.step in SET_UP:
            return self._set_up(table)
        if table is None or self.player not in self._hands.run.bundle.procedure.rules.actors(table.state):
            return False
        if self._hands.run.appliance.keeper.outlook.corrections or self._in_the_way(table):
            return False
        self._pause(THINK_US)
        table = self._table
        if table is not None and self._moves(table.state):
            self._play(table)
        return True

    def _objects(self, entry: Override, choice: Choice) -> str:
        table = self._table
        return SAW_IT if table is None else objection(entry, choice, table.state, self.player)

    def _set_up(self, table: Table[State]) -> bool:
        """Its army is drafted; terrain and dice it leaves to the other."""
        if table.state.step != ARMY or self.player in table.state.ready:
            return False
        self._pause(THINK_US)
        self._hands.press(Press(PressKind.PRESS, Button.OK, self.player))
        self._rest()
        return True

    def _moves(self, state: State) -> bool:
        return self.player in self._hands.run.bundle.procedure.rules.actors(state)

    def _in_the_way(self, table: Table[State]) -> bool:
        """Whether nothing has come of what was tried several times."""
        self._tries = self._tries + 1 if table == self._stood else 0
        self._stood = table
        return self._tries >= MOST_TRIES

    def _play(self, table: Table[State]) -> None:
        """Decide, and do it with hands."""
        state = table.state
        if decider(state) != self.player:
            return
        for gesture in gestures(state, self._decision(state)):
            self._do(gesture)
            self._pause(BETWEEN_US)
            self._rest()

    def _decision(self, state: State) -> Decision:
        """What the mind makes of the table's knowledge and its own hand; the deck's top card is seen when drawn."""
        if state.step == SHUFFLE:
            return (act.Shuffle(self.player),)
        hand = self._hands.piles.cards(self.player, HAND)
        decision = self._mind.decide(state.with_side(self.player, hand_cards=hand))
        top = self._hands.piles.top(self.player) if self._hands.piles.cards(self.player, DECK) else None
        match decision[-1]:
            case act.Rampage() if top is not None:
                return (act.Rampage(self.player, top),)
            case act.BonusFromDeck() if top is not None:
                return (*decision, act.Drawn(top))
            case _:
                return decision

    def _do(self, gesture: Gesture) -> None:
        match gesture:
            case Put(card=card, zone=zone):
                self._hands.move(card, zone)
            case Take(card=card):
                self._hands.move(card, (self.player, "discard"))
            case Select(card=card):
                self._select(card)
            case Reshuffle(player=player):
                self._hands.piles.shuffle(player)
            case Press():
                self._press(gesture)

    def _press(self, press: Press) -> None:
        """Press a button; where `ok` has only confirmed the column that leads in the flank, once more for the unit."""
        named = self._named()
        self._hands.press(press)
        if press.button == Button.OK and named is None:
            self._rest()
            if self._named() is not None:
                self._hands.press(press)

    def _named(self) -> int | None:
        return None if self._table is None else self._table.held.named

    def _select(self, card: str) -> None:
        """Press the button of the card's column until it is the lead shown."""
        for _ in range(MOST_CANDIDATES):
            table = self._table
            if table is None or (chosen_lead(table) == card and not source_unnamed(table)):
                return
            column = table.state.where(card)
            self._hands.press(Press(PressKind.PRESS, Button.COLUMN, self.player, column))
            self._rest()
