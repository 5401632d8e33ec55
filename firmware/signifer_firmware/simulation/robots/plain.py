"""The robot of a game that has none of its own: it plays any legal action that its side knows of, by the gestures that
the game's procedure takes for that action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self, Unpack

from signifer_core.layout import COLUMNS, SIDES, ZONES, Layout, Side, Zone, side_of
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Procedure, Table

from signifer_firmware.game_api.game import Action, AnyBundle, AnyState, State
from signifer_firmware.simulation.piles import HAND, Pile, Piles

from .board import Board, HandsError
from .gestures import Gesture, Put, Take
from .match import BOX, Around, Decision, Match, MatchOf
from .slips import Clumsy

PRESSES = (
    *(Press(kind, Button.OK, player) for kind in PressKind for player in SIDES),
    *(Press(PressKind.PRESS, Button.COLUMN, player, column) for player in SIDES for column in COLUMNS),
)


@dataclass(frozen=True)
class Deal:
    """Every card in the hand of its side; ``piles`` are the cards as they are in the world."""

    piles: Piles


def hands_of(bundle: AnyBundle) -> dict[Pile, tuple[str, ...]]:
    """Which cards are in which hand before a game; a card of no side is in the box."""
    found: dict[Pile, tuple[str, ...]] = {}
    for card in bundle.cards:
        pile = hand_of(bundle.procedure, card)
        found[pile] = (*found.get(pile, ()), card)
    return found


def hand_of(procedure: Procedure[State, Action], card: str) -> Pile:
    side = procedure.side(card)
    return (side, HAND) if side else BOX


def deal(bundle: AnyBundle, rng: random.Random) -> Deal:
    return Deal(Piles(hands_of(bundle), rng))


def choice(procedure: Procedure[State, Action], state: State, rng: random.Random) -> Action:
    """An action of whoever decides, any of those that are legal as far as that player may know."""
    rules = procedure.rules
    seen = rules.view(state, min(rules.actors(state)))
    return rng.choice(rules.legal_actions(seen))


def gesture_for(procedure: Procedure[State, Action], table: Table[State], action: Action) -> Gesture:
    """What hands do so that the table takes it for ``action``; HandsError where no single gesture says it."""
    card = getattr(action, "card", "")
    for gesture, answer in _tried(procedure, table, card):
        if answer[:1] == (action,):
            return gesture
    raise HandsError(f"no gesture says {action}")


def _tried(
    procedure: Procedure[State, Action], table: Table[State], card: str
) -> Iterator[tuple[Gesture, tuple[Action, ...]]]:
    """Each gesture that might say something, of ``card`` unless that is "", with the actions that it would come to."""
    due = procedure.due(table)
    lies = due.must.zones_of(card)
    for zone in ZONES if card and not lies else ():
        if zone not in due.may:
            yield Put(card, zone), procedure.lay(table, card, zone).actions
    for zone in lies:
        yield Take(card), procedure.lift(table, card, zone, frozenset({card})).actions
    for press in PRESSES:
        yield press, procedure.press(table, press, Layout()).actions


class PlainMatch(MatchOf[AnyState, object]):
    """A game that begins as people begin it at the empty table, and whose cards are in hands or on the table."""

    def __init__(
        self,
        bundle: AnyBundle,
        board: Board,
        piles: Piles,
        rng: random.Random,
        **around: Unpack[Around[Self]],
    ) -> None:
        procedure = bundle.procedure
        super().__init__(board, procedure.rules, board.table.state, piles, rng, **around)
        self._procedure = procedure

    def move(self) -> None:
        self.perform((choice(self._procedure, self.state, self.rng),))

    def gestures(self, decision: Decision[object]) -> tuple[Gesture, ...]:
        return tuple(gesture_for(self._procedure, self.table, action) for action in decision)

    def pass_on(self) -> None:
        """What happens by itself is no secret here: as the table has it."""
        self.state = self.table.state

    def may_regret(self, decision: Decision[object]) -> bool:
        return not self._procedure.barrier(self.table.state, decision[0], self.state)

    def contents(self) -> dict[Pile, frozenset[str]]:
        """Nothing is in a certain pile: hands lie open to hands."""
        return {}

    def home(self, card: str) -> Pile:
        return hand_of(self._procedure, card)

    def due(self) -> Layout:
        return self._procedure.due(self.table).must

    def free(self) -> frozenset[tuple[str, Zone]]:
        return self._procedure.due(self.table).free


class PlainClumsy(Clumsy[Match]):
    """Hands that lay, lift and push cards wrongly, as they can in any game; what they do is undone."""

    def spare(self, match: Match) -> tuple[str, Side]:
        """Any card of the game that does not lie on the table."""
        cards = [card for card in match.deck.catalogue if not isinstance(match.piles.where(card), Zone)]
        card = self._rng.choice(sorted(cards))
        side, _ = match.home(card)
        return card, side_of(side or SIDES[0])
