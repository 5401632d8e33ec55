"""One game of Dark Age Arena at the virtual table: two shuffled stocks, first hands, and whoever sits down."""

from __future__ import annotations

import random
from collections.abc import Iterable

from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.state import FIRST_HAND, SECOND_HAND, State
from signifer_core.layout import SIDES, Side, Zone

from signifer_firmware.game_api.game import is_of
from signifer_firmware.games.dark_age_arena.robots.gestures import Decision
from signifer_firmware.simulation.piles import BOTTOM, DECK, DISCARD, HAND, STOCK, VICTORY, Pile, Piles
from signifer_firmware.web.play import ROBOT, Choice, Play, Seat
from signifer_firmware.web.virtual.adviser import Adviser, adviser
from signifer_firmware.web.virtual.watched import begun

from .drawing import held
from .opponent import Opponent

CARRY_US = 60_000


class DarkAgeArenaPlay(Play[State]):
    """People at the empty table, each with the first hand drawn and the artifacts of their deck beside it."""

    def __init__(self, deck: Deck, choice: Choice, rng: random.Random) -> None:
        self._deck, self._choice, self._rng = deck, choice, rng
        self._robot: Opponent | None = None
        self._adviser: Adviser[State, Decision] | None = None
        self._begun: State | None = None
        # Who may still reject the first hand.
        self._first = set(SIDES)
        piles: dict[Pile, Iterable[str]] = {}
        for side in SIDES:
            piles[side, DECK] = deck.stock(side)
            piles[side, STOCK] = deck.of_sort(side, "artifact")
        self.piles = Piles(piles, rng)
        if not choice.position:
            for side in SIDES:
                self.piles.deal(side, FIRST_HAND, (side, HAND))
        self.script = begun(choice, choice.position)

    def stated(self, state: State, lying: Iterable[tuple[Zone, str]]) -> None:
        """Known cards are where they are known to be, all others where chance has them, by their numbers."""
        self._begun, piles = state, self.piles
        for zone, card in lying:
            piles.put(card, zone)
        for side, player in state.players:
            for cards, pile in (
                (player.hand, HAND),
                (player.discards, DISCARD),
                (player.out, VICTORY),
            ):
                for card in sorted(cards.named):
                    piles.take(card, (side, pile))
            # What its bearer bears is laid when hands are there (`seated`).
            borne = [card for each in state.of_side(side) for card in each.gear]
            for card in borne:
                piles.take(card, (side, HAND))
            for card in player.under:
                piles.take(card, (side, BOTTOM))
            for cards, pile in ((player.hand, HAND), (player.discards, DISCARD)):
                piles.deal(side, cards.unnamed, (side, pile))

    def seated(self, seat: Seat) -> None:
        super().seated(seat)
        if self._begun is not None:
            self._first.clear()
            while self._carried(self._begun):
                pass
        if self._choice.mode == ROBOT:
            self._adviser = adviser(seat, self._choice.game, self._deck, self._choice.level, self._rng)
            self._robot = Opponent(seat, "blue", self._deck, self._rng, self._adviser)

    @property
    def answer(self) -> str:
        said = "" if self._robot is None else self._robot.hands.answer
        return said or super().answer

    def step(self) -> bool:
        table = self._seat.hands.run.appliance.keeper.table
        if not is_of(table, State):
            return False
        if any(self._rejected(table.state, side) for side in SIDES):
            return True
        return self._robot is not None and self._robot.step()

    def tidied(self, state: State) -> bool:
        """What a character bears goes where it goes."""
        if not self._carried(state):
            return False
        self._seat.pause(CARRY_US)
        return True

    def _carried(self, state: State) -> bool:
        """Tuck a weapon or skill under its bearer that lies elsewhere, or in no zone; whether there was one."""
        for each in state.characters:
            where = self.piles.where(each.card)
            for card in each.gear:
                if isinstance(where, Zone) and self.piles.where(card) != where:
                    self._seat.hands.move(card, where)
                    return True
        return False

    def _rejected(self, state: State, side: Side) -> bool:
        """Whoever rejects the first hand shuffles all into the stock, of which seven are drawn then."""
        hand = held(self._deck, state, self.piles, side)
        if state.turn > 1:
            self._first.clear()
        if (
            side not in self._first
            or state.player(side).hand.number != SECOND_HAND
            or len(hand) != FIRST_HAND
        ):
            return False
        self._first.remove(side)
        for card in sorted(hand):
            self._seat.hands.move(card, (side, DECK))
        for card in self._deck.stock(side):
            if self.piles.where(card) == (side, DECK):
                self.piles.take(card, (side, DISCARD))
        self.piles.shuffle(side)
        self._seat.rest()
        return True
