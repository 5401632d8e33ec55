"""One game of Field of Glory at the virtual table: its deal, a set-up by hand, and the robots that play it."""

from __future__ import annotations

import random
from collections.abc import Iterable

from signifer_core.games.field_of_glory.deck import Deck, Player, owner_of
from signifer_core.games.field_of_glory.odds.unseen import bonus_chosen
from signifer_core.games.field_of_glory.piles import played_for
from signifer_core.games.field_of_glory.rules import FieldOfGlory, draft
from signifer_core.games.field_of_glory.state import TERRAIN, State
from signifer_core.layout import COLUMNS, PAD, SIDES, Zone

from signifer_firmware.games.field_of_glory.robots.deals import Deal, deal
from signifer_firmware.games.field_of_glory.robots.gestures import Decision
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, VICTORY
from signifer_firmware.web.game import BOX
from signifer_firmware.web.play import TWO, CannotError, Choice, Play, Seat
from signifer_firmware.web.virtual.adviser import Adviser, adviser
from signifer_firmware.web.virtual.paced_board import LOOK_US
from signifer_firmware.web.virtual.watched import begun

from .drafting import Setting, SetUp
from .opponent import Opponent


class FieldOfGloryPlay(Play[State]):
    """Dealt at once; with ``by_hand`` people draft and lay the terrain themselves, and so
    does a robot of a level."""

    def __init__(self, deck: Deck, choice: Choice, rng: random.Random) -> None:
        self._deck, self._choice, self._rng = deck, choice, rng
        # People who set it up draft again, from cards of their own (`seated`).
        drafts = choice.by_hand and choice.level
        self._deal = deal(FieldOfGlory(deck), rng, drafting=SIDES if drafts else ())
        self.piles = self._deal.piles
        self.script = _script(choice, self._deal, rng)
        self._robots: tuple[Opponent, ...] = ()
        self._setup: SetUp | None = None
        self._adviser: Adviser[State, Decision] | None = None

    def stated(self, state: State, lying: Iterable[tuple[Zone, str]]) -> None:
        for zone, card in lying:
            self.piles.put(card, zone)
        for player in SIDES:
            self._state(state, player)

    def _state(self, state: State, player: Player) -> None:
        """Have the cards of ``player`` that lie in no zone where ``state`` has them: in its piles, and by chance a
        bonus card that nobody has named. Beside the hand are Reserves, as long as cards are drawn for it, and a unit
        that was lifted and may retreat."""
        side = state.side(player)
        laid = sum(owner_of(placement.card) == player for placement in state.unpaid)
        numbers = {HAND: side.hand - laid, DECK: side.deck, DISCARD: side.discard}
        numbers[VICTORY] = len(side.lost) + side.lost_unseen
        known = {HAND: side.hand_cards, DECK: side.deck_cards, DISCARD: side.discards}
        known |= {VICTORY: side.lost, OUT: side.out}
        army = self._deck.army(player)
        cards = [card for card in army if not isinstance(self.piles.where(card), Zone)]
        for card in [card for card in cards if card == played_for(state, player) or state.where(card)]:
            cards.remove(card)
            self.piles.take(card, (player, HAND))
        for pile, named in known.items():
            for card in sorted(named.intersection(cards)):
                cards.remove(card)
                numbers[pile] = numbers.get(pile, 0) - 1
                self.piles.take(card, (player, pile))
        self._rng.shuffle(cards)
        for pile in (pile for pile, number in numbers.items() for _ in range(number)):
            self.piles.take(cards.pop(), (player, pile))
        pad, bonus = Zone(PAD, player), bonus_chosen(state, player)
        if bonus is not None and not bonus.known and not self.piles.layout[pad]:
            if state.unseen:
                self.piles.take(cards.pop(), (player, DISCARD))  # where it comes when all is told
            else:
                self.piles.put(cards.pop(), pad)
        for card in cards:
            self.piles.take(card, (player, OUT))

    def seated(self, seat: Seat) -> None:
        super().seated(seat)
        if self._choice.by_hand:
            armies = {player: self._deck.army(player) for player in seat.people}
            terrain = tuple(laid.card for laid in self._deal.terrain)
            self._setup = SetUp(self.piles, armies, terrain, self._rng)
        seeds = {player: self._rng.getrandbits(64) for player in SIDES}
        robots = [player for player in SIDES if player not in seat.people]
        # The first seed is the first robot's, whichever side it plays.
        if robots:
            rng = random.Random(self._rng.getrandbits(64))
            self._adviser = adviser(seat, self._choice.game, self._deck, self._choice.level, rng)
        self._robots = tuple(
            Opponent(seat, player, self._deck, random.Random(seed), self._adviser)
            for player, seed in zip(robots, seeds.values(), strict=False)
        )

    def taken_up(self) -> None:
        if self._setup is not None:
            self._setup.taken_up()

    # What goes on by itself

    def step(self) -> bool:
        return any(robot.step() for robot in self._robots)

    def tidied(self, state: State) -> bool:
        """A terrain card that is confirmed goes from its zone to the middle."""
        for card, zone in sorted(draft.free(state)):
            if card in self.piles.layout[zone]:
                self._seat.pause(LOOK_US)
                self._seat.hands.move(card, BOX)
                self._seat.rest()
                return True
        return False

    @property
    def answer(self) -> str:
        said = next((robot.hands.answer for robot in self._robots if robot.hands.answer), "")
        return said or super().answer

    # A set-up by hand

    def setting(self, state: State | None) -> Setting | None:
        return None if self._setup is None else self._setup.setting(self._terrain(self._setup, state))

    def _terrain(self, setup: SetUp, state: State | None) -> str | None:
        """The terrain card that is turned up to be laid."""
        if state is None or state.step != TERRAIN:
            return None
        used = [card for card, _ in state.laid]
        return setup.drawn(used + [card for _, card in self.piles.layout.items()])

    def keep(self, player: str, cards: Iterable[str]) -> None:
        if self._setup is None:
            raise CannotError("keep-two")
        self._setup.keep(player, cards)

    def may_press(self, name: str) -> None:
        """Nobody is ready before their army is drafted."""
        setup, people = self._setup, self._seat.people
        if setup is not None and any(name == f"ok {player}" and setup.drafting(player) for player in people):
            raise CannotError("draft-first")


def _script(choice: Choice, game: Deal, rng: random.Random) -> str:
    """How the table begins: drafted, with its terrain; for people who set it up, empty."""
    first = rng.choice(SIDES) if choice.mode == TWO else "red"
    if choice.by_hand:
        return begun(choice)
    columns = {laid.column: laid.card.rpartition("/")[2].rpartition("-")[0] for laid in game.terrain}
    fresh = {"terrain": " ".join(columns[number] for number in COLUMNS), "first": first}
    stated = {line.split(" ")[0] for line in choice.position}
    lines = [f"{word} {value}" for word, value in fresh.items() if word not in stated]
    return begun(choice, (*lines, *choice.position))
