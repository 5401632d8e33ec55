"""A whole game of two robots: they decide with full knowledge, and play with hands."""

from __future__ import annotations

import random
from typing import Self, Unpack

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player, army_of, owner_of
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import BONUS, DRAWING, TERRAIN, State
from signifer_core.games.field_of_glory.table.attack import chosen_lead, source_unnamed
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import SIDES, Layout, Zone
from signifer_core.presses import Button, Press, PressKind

from signifer_firmware.simulation.piles import DISCARD, PILES, Pile
from signifer_firmware.simulation.robots.board import Board, HandsError
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Take
from signifer_firmware.simulation.robots.match import BOX, FINGERS, Around, MatchOf

from .deals import Deal, piles_of
from .gestures import SILENT, Decision, decider, gestures
from .levels import ThinkingMind
from .mind import Mind
from .opening import Opening

# A player may be asked for so many presses of one button before its next candidate comes round again.
MOST_CANDIDATES = 6
# How often a terrain card that lies on is moved to the middle before the next decision.
TIDY = 0.2


class FieldOfGloryMatch(MatchOf[State, act.Action]):
    """The game of a `Deal` at a `Board`. ``opening`` is how it was set up."""

    rules: FieldOfGlory

    def __init__(
        self,
        board: Board,
        game: Deal,
        rules: FieldOfGlory,
        rng: random.Random,
        **around: Unpack[Around[Self]],
    ) -> None:
        super().__init__(board, rules, rules.new_game(), game.piles, rng, **around)
        self.opening = Opening(self, game)
        self._drafted = game.state
        self._minds: dict[str, Mind | ThinkingMind] = {player: self._mind(player) for player in SIDES}

    def _mind(self, player: Player) -> Mind | ThinkingMind:
        """No two robots by rules of thumb are alike: some want to see the end of the deck."""
        if self.level is not None:
            return ThinkingMind(player, self.rules, random.Random(self.rng.getrandbits(64)), self.level)
        whim, patience = self.rng.choice((0.05, 0.1, 0.3)), self.rng.choice((0.0, 0.5, 0.9))
        return Mind(
            player, self.rules.deck, random.Random(self.rng.getrandbits(64)), whim=whim, patience=patience
        )

    def move(self) -> None:
        """One gesture of the set-up, or a decision."""
        self._tidy()
        if self.table.state.step in SET_UP:
            self.opening.step()
        else:
            self.perform(self._decision())

    def begin(self, first: act.First) -> None:
        """The set-up is done."""
        self.state = self.rules.apply(self.state, first)
        self.pass_on()
        self.follow()

    def _tidy(self) -> None:
        """Move a terrain card to the middle, now and then: it is no gesture."""
        for card, zone in sorted(self.free()):
            if card in self.piles.layout[zone] and self.rng.random() < TIDY:
                self.do(Take(card))

    def gestures(self, decision: Decision) -> tuple[Gesture, ...]:
        """As the procedure has them. Before a shuffle cards that are still to be lifted go to the others."""
        if isinstance(decision[0], act.Shuffle):
            self.follow()
        return (*self._second_thoughts(decision), *gestures(self.state, decision))

    def may_regret(self, decision: Decision) -> bool:
        """Gestures that need no button are undone one by one."""
        return len([action for action in decision if isinstance(action, SILENT)]) < 2

    def contents(self) -> dict[Pile, frozenset[str]]:
        return piles_of(self.state)

    def _decision(self) -> Decision:
        """What the player who has to decide does, with what only the world knows: the card on top of a deck."""
        player = decider(self.state)
        if self.state.step == DRAWING:
            return (act.Drawn(self.piles.top(player)),)
        mind = self._minds[player]
        decision = mind.decide(self.state)
        if isinstance(mind, ThinkingMind) and (thought := mind.mind.thought) is not None:
            self.thoughts = (thought,)
        match decision[-1]:
            case act.Rampage():
                return (act.Rampage(player, self.piles.top(player)),)
            case act.BonusFromDeck() if self.state.side(player).deck:
                return (*decision, act.Drawn(self.piles.top(player)))
            case _:
                return decision

    def pass_on(self) -> None:
        """What happens by itself; cards are drawn into hands."""
        while due := self.rules.chance(self.state):
            if self.state.step == DRAWING:
                assert self.state.drawing is not None
                if self.state.drawing.then == BONUS:
                    return  # it is laid on the pad
                due = (act.Drawn(self.piles.draw(self.state.drawing.player)),)
            elif len(due) > 1 or isinstance(due[0], act.Rampage):
                return
            self.state = self.rules.apply(self.state, due[0])

    def _second_thoughts(self, decision: Decision) -> tuple[Gesture, ...]:
        """Units that were lifted too early and do not retreat after all are laid back."""
        if not any(isinstance(action, act.EndRetreat) for action in decision):
            return ()
        going = {action.card for action in decision if isinstance(action, act.Retreat)}
        return tuple(Put(card, zone) for card, zone in sorted(self.table.held.lifted) if card not in going)

    # Hands

    def press(self, press: Press) -> None:
        """Press a button; where `ok` has only confirmed the column that leads in the flank, once more for the unit."""
        named = self.table.held.named
        self.board.press(press)
        if press.button == Button.OK and named is None:
            self.board.rest()
            if self.table.held.named is not None:
                self.board.press(press)

    def select(self, card: str) -> None:
        """Press the button of the card's column until it is the lead shown."""
        column = self.state.where(card)
        for _ in range(MOST_CANDIDATES):
            if chosen_lead(self.table) == card and not source_unnamed(self.table):
                return
            self.board.press(Press(PressKind.PRESS, Button.COLUMN, owner_of(card), column))
            self.board.rest()
        raise HandsError(f"{card} is never shown as a lead")

    def cast_off(self, card: str) -> Pile:
        return (army_of(card), DISCARD) if army_of(card) in SIDES else BOX

    def home(self, card: str) -> Pile:
        """Where a card belongs that is not to lie on the table; one that is stays in the fingers meanwhile."""
        player, known = card.partition("/")[0], card in self.rules.deck
        if player not in SIDES or not known:
            return BOX
        # The armies are drafted before the terrain is laid, and full knowledge has it the other way round.
        pile = whereabouts(self._drafted if self.state.step == TERRAIN else self.state, card)
        return (player, pile if pile in PILES else FINGERS)

    # What lies

    def due(self) -> Layout:
        """The layout of the columns that the table's belief asks for."""
        table = self.table
        cards = {
            Zone(str(number), player): column.units(player)
            for number, column in enumerate(table.state.columns, 1)
            for player in SIDES
        }
        fight = table.state.attack
        if fight is not None and fight.overlaps:
            beside = Zone(str(fight.column), table.state.active)
            cards[beside] = (*cards[beside], *fight.overlaps)
        must = Layout(cards)
        for card, zone in table.held.lifted:
            must = must.lifted(card, zone)
        for card, zone in table.held.laid:
            must = must.laid(card, zone)
        return must

    def free(self) -> frozenset[tuple[str, Zone]]:
        """Terrain cards that may lie on, on either side of their column, or not."""
        laid = self.table.state.laid
        return frozenset((card, Zone(str(column), side)) for card, column in laid for side in SIDES)
