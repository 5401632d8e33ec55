"""Two players of Field of Glory at a hostile table without pads: they say with buttons what they pay,
draw and reveal."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import UNSEEN_CARDS, Player
from signifer_core.games.field_of_glory.rules import result, turn
from signifer_core.games.field_of_glory.state import ACTIONS, DRAWING
from signifer_core.games.field_of_glory.table import padless
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import COLUMNS, SIDES, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.games.field_of_glory.robots.gestures import decider
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.piles import HAND
from signifer_firmware.simulation.robots.gestures import Gesture, Select, Take
from signifer_firmware.simulation.robots.match import Decision
from signifer_firmware.simulation.robots.slips import Clumsy

from .board import Accepted, Episode
from .field_of_glory import Players
from .guests import FaultError, LieError

UNDO = Press(PressKind.HOLD, Button.DICE)
OK, HOLD = PressKind.PRESS, PressKind.HOLD
# Hands try to take a number back so often, unless something else comes in between.
MOST_TRIES = 4
# What only a table with pads sees of an attack and of a payment.
SEEN_ON_PADS = ("paid", "result", "attack")


class HandsOnly(FieldOfGloryClumsy):
    """Hands that lay a wrong card of their own: where a card has been, this table cannot know."""

    def spare(self, match: Any) -> tuple[str, Side]:
        player = self._rng.choice((decider(match.state), *SIDES))
        cards = sorted(match.piles.cards(player, HAND))
        if not cards or self._rng.random() < 0.1:
            return next(card for card in _strangers() if not isinstance(match.piles.where(card), Zone)), "red"
        return self._rng.choice(cards), player


def _strangers() -> tuple[str, ...]:
    return tuple(f"tag/{number}" for number in range(1, 33))


class PlayersWithoutPads(Players):
    """They say the truth, unless a press that they did not mean has lied for them: then the evening is over."""

    pads = False
    shared = True
    slips = (FieldOfGloryClumsy._overlap_elsewhere, FieldOfGloryClumsy._lift_early)
    _tried: tuple[Any, ...] | list[Any] = ()
    by_column = (*Players.by_column, act.PlayReserves)

    def clumsy(self, rng: random.Random) -> Clumsy[Any]:
        return HandsOnly(rng)

    # Intents

    def intent(self) -> Decision[Any]:
        """Without pads, payments and discards are said whole."""
        state = self.match.state
        self._planned: deque[str] = deque()
        self._takes_back = False
        if self._reveals:
            return ()
        decision = super().intent()
        match decision:
            case (*_, act.Pay()):
                self._mind._plan.clear()
                decision = self._tidied()
            case (act.DiscardDown(), *_):
                hand = sorted(state.side(state.active).hand_cards)
                decision = tuple(map(act.DiscardDown, hand[: turn.excess(state)]))
        self._planned = deque(
            action.card
            for action in decision
            if isinstance(action, act.Pay | act.DiscardDown | act.DiscardToDraw | act.BonusFromHand)
            and action.card
        )
        return decision

    def gestures(self, decision: Decision[Any]) -> tuple[Gesture, ...]:
        table = self.board.table
        if table.state.step in SET_UP:
            return super().gestures(decision)
        if self._reveals:
            return self._revealing()
        player = decider(self.match.state)
        found: list[Gesture] = [*self._flank_column(decision)]
        for action in decision:
            found += self._of(player, action)
        pays = [action for action in decision if isinstance(action, act.Pay)]
        if pays:
            return (*self._entering(player, len(pays)), Press(OK, Button.OK, player))
        if decision and isinstance(decision[0], act.DiscardDown):
            return (Press(OK, Button.OK, player),)
        return tuple(found)

    def _of(self, player: Player, action: Any) -> tuple[Gesture, ...]:
        ok, hold = Press(OK, Button.OK, player), Press(HOLD, Button.OK, player)
        match action:
            case act.ChooseLead(card=card):
                return (Select(card), ok)
            case act.Retreat(card=card):
                return (Take(card),)
            case act.BonusFromDeck() | act.EndActions():
                return (hold,)
            case act.BonusFromHand() | act.EndRetreat() | act.EndFlank() | act.Settle():
                return (ok,)
            case act.DrawThree():
                return self._entering(player, 0) or (ok,)
            case act.DiscardToDraw(card=card):
                return (*self._entering(player, self.rules.deck.command_points(card)), ok)
            case act.Rampage(card=str() as card):
                points = self.rules.deck.victory_points(card)
                back = self._entering(player, points)
                return (*back, ok) if points else back or (ok,)
            case act.PlayReserves():
                return (Press(HOLD, Button.COLUMN, player, padless.RESERVES_COLUMN),)
            case act.Drawn() | act.Pay() | act.DiscardDown():
                return (Press(HOLD, Button.OK, player),) if self.match.state.step == DRAWING else ()
        return self.match.gestures((action,))

    @property
    def _reveals(self) -> bool:
        """Whether both are to say what their bonus cards are worth."""
        state = self.board.table.state
        return state.step not in SET_UP and result.to_reveal(state)

    def _revealing(self) -> tuple[Gesture, ...]:
        table = self.board.table
        for player in SIDES:
            bonus = result.bonus_of(table.state, player)
            if not bonus.known and table.held.offers(player) is None:
                return (*self._entering(player, self._worth(player)), Press(OK, Button.OK, player))
        raise FaultError("both have said what their bonus cards are worth, and it is not told")

    def _worth(self, player: Player) -> int:
        """The CP of the bonus card, as the players know it."""
        card = result.bonus_of(self.match.state, player).card
        return self.rules.deck.command_points(card) if card else 0

    def _entering(self, player: Player, number: int) -> tuple[Gesture, ...]:
        """Column buttons until the screen shows ``number``."""
        table = self.board.table
        now, state = padless.entered(table, player), table.state
        if now == number:
            return ()
        if state.step != ACTIONS:
            if number:
                return (Press(PressKind.PRESS, Button.COLUMN, player, number),)
            return self._none_after_all()
        limit = state.side(player).hand - len(state.unpaid)
        ways: deque[tuple[int, tuple[int, ...]]] = deque([(now, ())])
        while ways:
            there, pressed = ways.popleft()
            if there == number:
                return tuple(Press(PressKind.PRESS, Button.COLUMN, player, column) for column in pressed)
            for column in COLUMNS:
                more = there + column if there + column <= limit else column
                if len(pressed) < limit:
                    ways.append((more, (*pressed, column)))
        raise FaultError(f"{number} cannot be entered after {now}")

    def _none_after_all(self) -> tuple[Gesture, ...]:
        """There is no button for none: what led here is done once more."""
        self._tried = [*self._tried, self.board.table][-MOST_TRIES:]
        if self._tried.count(self.board.table) == MOST_TRIES:
            raise FaultError("a number was entered, none is meant, and there is no way back")
        self._takes_back = True
        return (UNDO,)

    def meant(self, decision: Decision[Any]) -> list[Any]:
        """The card lost in a rampage is named by nobody; nothing is meant by who takes a number back."""
        if self._takes_back:
            return []
        return [action for action in super().meant(decision) if not isinstance(action, act.Rampage)]

    # Following

    def hear(self, episode: Episode) -> None:
        for accepted in episode.accepted:
            if isinstance(accepted.action, act.Reveal):
                self._revealed(accepted.action)
        super().hear(episode)

    def pass_on(self) -> None:
        """Nothing is revealed before both have said what it is worth."""
        if not self._reveals:
            super().pass_on()

    def _revealed(self, reveal: act.Reveal) -> None:
        for player in SIDES:
            said = reveal.of(player)
            fight = self.match.state.attack
            counts = fight is not None and fight.defending_lead is not None
            if counts and said in UNSEEN_CARDS and UNSEEN_CARDS[said] != self._worth(player):
                raise LieError(f"{said}, and it was worth {self._worth(player)}")

    def named(self, accepted: Accepted) -> tuple[Any, ...]:
        """The card that a number stood for."""
        action, state = accepted.action, self.match.state
        match action:
            case act.BonusFromHand(player=player):
                return (act.BonusFromHand(player, self._own(player)),)
            case act.BonusFromDeck(player=player) if accepted.before.side(player).deck:
                drawn = act.Drawn(self.match.piles.top(player))
                return (drawn,) if state.step == DRAWING else (action, drawn)
            case act.Pay() | act.DiscardDown():
                return (type(action)(self._own(state.active)),)
            case act.DiscardToDraw(card=card):
                return (act.DiscardToDraw(self._worth_as(state.active, UNSEEN_CARDS[card])),)
            case act.PlayReserves(card=card) if card not in state.side(state.active).hand_cards:
                raise LieError("Reserves, and it is not in the hand")
            case act.Settle() if self.rules.refusals(state, action):
                raise LieError("paid too little")
            case act.Rampage(player=player, card=str() as card):
                top = self.match.piles.top(player)
                if self.rules.deck.victory_points(top) != UNSEEN_CARDS[card]:
                    raise LieError(f"{top} lost, and {card} was said")
                return (act.Rampage(player, top),)
            case act.Shuffle(player=player):
                self.match.piles.shuffle(player)
        return (action,)

    def _own(self, player: Player) -> str:
        """The card that the player takes from the hand: as planned, else one that is worth much."""
        hand: frozenset[str] = self.match.state.side(player).hand_cards
        while self._planned:
            card: str = self._planned.popleft()
            if card in hand:
                return card
        return max(sorted(hand), key=self.rules.deck.command_points)

    def _worth_as(self, player: Player, worth: int) -> str:
        hand = sorted(self.match.state.side(player).hand_cards)
        planned: list[str] = [
            card for card in (*self._planned, *hand) if self.rules.deck.command_points(card) == worth
        ]
        if not planned:
            raise LieError(f"no card of the hand is worth {worth}")
        return planned[0]

    # What has to hold

    def check(self) -> None:
        if not self._reveals:
            super().check()

    def compared(self, known: dict[str, Any]) -> dict[str, Any]:
        return {name: figure for name, figure in known.items() if name not in SEEN_ON_PADS}

    def seen(self, table: Any, full: Any) -> None:
        """What was discarded and lost, nobody has seen."""
