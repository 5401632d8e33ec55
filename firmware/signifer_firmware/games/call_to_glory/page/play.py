"""One game of Call to Glory at the virtual table: cards shuffled and split, missions given, and whoever sits down."""

from __future__ import annotations

import random
from collections.abc import Iterable

from signifer_core.games.call_to_glory.deck import LETTERS, Deck, letter_of
from signifer_core.games.call_to_glory.state import (
    DEAL,
    PLAYERS_STEP,
    SEATS,
    STOCKS,
    VARIANTS,
    State,
)
from signifer_core.layout import SIDES, Side, Zone
from signifer_core.presses import Button, Press, PressKind

from signifer_firmware.game_api.game import is_of
from signifer_firmware.games.call_to_glory.robots.gestures import Decision
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, Piles
from signifer_firmware.web.game import BOX
from signifer_firmware.web.play import Choice, Play, Seat
from signifer_firmware.web.virtual.adviser import Adviser, adviser
from signifer_firmware.web.virtual.watched import begun

from .opponents import Opponents

LEFT, RIGHT = STOCKS
UNREAD = ("", OUT)
# Between two cards that are cleared away: of several that fall silent together nobody knows whether they were lifted.
SWEEP_US = 40_000
# How many play, by mode.
PLAYERS = {"robot": 2, "robots-2": 3, "robots-3": 4, "two": 2, "three": 3, "four": 4}
# Against robots the one person sits at seat 1: blue's side is robots', and so is seat 3.
ALONE = ("robot", "robots-2", "robots-3")
MODES: dict[str, tuple[str, ...]] = {
    mode: ("blue", *SEATS[1:number]) if mode in ALONE else () for mode, number in PLAYERS.items()
} | {"watch": SIDES}


class CallToGloryPlay(Play[State]):
    """People at the empty table. Unless they want to do so themselves, fingers say how many they are, what they play
    with, who starts, and that the cards are dealt; between rounds all cards are shuffled and split again."""

    def __init__(self, deck: Deck, choice: Choice, rng: random.Random) -> None:
        self._deck, self._choice, self._rng = deck, choice, rng
        self._by_hand = choice.by_hand or bool(choice.position)
        self._robots: Opponents | None = None
        self._adviser: Adviser[State, Decision] | None = None
        self.piles = Piles({(LEFT, DECK): deck.characters, BOX: deck.missions}, rng)
        self._split()
        self.script = begun(choice, choice.position)

    def _split(self) -> None:
        """The face-down pile on the left is cut in two, the odd card stays there."""
        self.piles.deal(LEFT, len(self.piles.cards(LEFT, DECK)) // 2, (RIGHT, DECK))

    def stated(self, state: State, lying: Iterable[tuple[Zone, str]]) -> None:
        """Known cards are where they are known to be, all others where chance has them, by their numbers."""
        piles = self.piles
        piles.deal(RIGHT, len(piles.cards(RIGHT, DECK)), (LEFT, DECK))
        for zone, card in lying:
            piles.put(card, zone)
        for seat in state.seats:
            for card in state.hand(seat).cards.named:
                piles.take(card, (seat, HAND))
        # What is counted and was never read lies below, or is silent.
        for each in state.sets:
            unread = [card for card in self._deck.of_kind(each.kind) if card in piles.cards(LEFT, DECK)]
            for card in unread[: each.cards.unnamed]:
                piles.take(card, UNREAD)
        piles.deal(LEFT, sum(layer.unnamed for pad in state.discards for layer in pad), UNREAD)
        for seat in state.seats:
            piles.deal(LEFT, state.hand(seat).cards.unnamed, (seat, HAND))
        piles.deal(LEFT, state.piles[1], (RIGHT, DECK))

    def seated(self, seat: Seat) -> None:
        super().seated(seat)
        if self._choice.mode in ALONE:
            robots = SEATS[1 : PLAYERS[self._choice.mode]]
            self._adviser = adviser(seat, self._choice.game, self._deck, self._choice.level, self._rng)
            self._robots = Opponents(seat, robots, self._deck, self._rng, self._adviser)

    @property
    def answer(self) -> str:
        said = "" if self._robots is None else self._robots.hands.answer
        return said or super().answer

    def step(self) -> bool:
        table = self._seat.hands.run.appliance.keeper.table
        if not is_of(table, State):
            return False
        state = table.state
        if self._shuffled(state) or self._given(state):
            return True
        if self.begins(state):
            self._sit_down() if state.step == PLAYERS_STEP else self._begin(state)
            return True
        return self._robots is not None and self._robots.step()

    # What fingers say

    def begins(self, state: State) -> bool:
        """How many play, with what, who starts, and that the cards are dealt: unless people say so themselves."""
        return not self._by_hand and state.step in (PLAYERS_STEP, DEAL)

    def _press(self, button: Button, side: Side | None = "red", column: int | None = None) -> None:
        self._seat.hands.press(Press(PressKind.PRESS, button, side, column))
        self._seat.rest()

    def _sit_down(self) -> None:
        """The variant is stepped to, the number of players said, and both confirmed."""
        for _ in range(VARIANTS.index(self._choice.variant or VARIANTS[0])):
            self._press(Button.COLUMN, column=1)
        self._press(Button.COLUMN, column=PLAYERS[self._choice.mode])
        self._press(Button.OK)

    def _begin(self, state: State) -> None:
        """Chance finds the starter of the first round; then the cards are dealt."""
        if state.starter is None:
            self._press(Button.COLUMN, column=self._rng.randint(1, len(state.seats)))
        self._press(Button.OK)

    # What lies in the world

    def _shuffled(self, state: State) -> bool:
        """Before a deal all characters are gathered, shuffled and split; whether there was anything to gather."""
        piles, hands = self.piles, self._seat.hands
        stocks = piles.cards(LEFT, DECK) | piles.cards(RIGHT, DECK)
        away = [card for card in self._deck.characters if card not in stocks]
        if state.step != DEAL or not away:
            return False
        for _, card in list(piles.layout.items()):
            hands.move(card, (LEFT, DECK))
            self._seat.pause(SWEEP_US)
        for card in self._deck.characters:
            piles.take(card, (LEFT, DISCARD))
        piles.shuffle(LEFT)
        self._split()
        self._seat.rest()
        return True

    def _given(self, state: State) -> bool:
        """Missions are given by chance, to each player as many as are left, of the letters that they may have; whether
        any were. The letter of which most are left comes first, so that there are enough for everybody."""
        box = self.piles.cards(*BOX)
        if not state.missions or box != frozenset(self._deck.missions):
            return False
        left: dict[str, list[str]] = {letter: [] for letter in LETTERS}
        for card in self._deck.missions:
            left[letter_of(card)] += [] if card in state.revealed else [card]
        lacking = {seat: held.number for seat, held in zip(state.seats, state.missions, strict=True)}
        for letter, cards in sorted(left.items(), key=lambda entry: -len(entry[1])):
            for seat, letters in zip(state.seats, state.letters, strict=True):
                if letter in letters and cards and lacking[seat]:
                    self.piles.take(cards.pop(self._rng.randrange(len(cards))), (seat, HAND))
                    lacking[seat] -= 1
        return self.piles.cards(*BOX) != box
