"""Who plays at a hostile table: what the evening has to know of one game. A third game adds a class like these two."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import fields, is_dataclass
from typing import Any

from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Refusal
from signifer_core.twins import Same
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.game_api.registry import bundle
from signifer_firmware.simulation.piles import HAND
from signifer_firmware.simulation.robots.game import AnyRobots, robot
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.simulation.robots.match import FINGERS, Decision, Match
from signifer_firmware.simulation.robots.slips import Clumsy, Slip

from .board import Accepted, Episode, KeeperBoard, Undone

MOST_BY_ITSELF = 50


class FaultError(AssertionError):
    """The table has failed hands that did as it told them."""


class LieError(Exception):
    """Hands told the table what it cannot know to be false: the evening is over, and nobody is to blame."""


class Guests(ABC):
    """Players of one game, who know everything: ``match`` decides for them, and its state follows what the table
    accepts. ``game`` is the name of a game of the registry."""

    game: str
    pads = True
    shared = False
    # Actions that happen by themselves, at the table and in full knowledge.
    by_itself: tuple[type, ...] = ()
    # What may come of a column button; and what of nothing else.
    by_column: tuple[type, ...] = ()
    by_column_alone: tuple[type, ...] = ()
    # Slips of the game's clumsy robots that hands here make, too.
    slips: tuple[Slip, ...] = ()

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.bundle: AnyBundle = bundle(self.game)
        self.robot: AnyRobots = robot(self.game)
        deal = self.robot.deal(self.bundle, rng)
        self.board = KeeperBoard(
            self.bundle,
            random.Random(rng.getrandbits(64)),
            pads=self.pads,
            shared=self.shared,
            strangers=self.robot.strangers,
        )
        self.match: Any = self.sat_down(deal, rng)
        self.rules: Any = self.bundle.procedure.rules
        self.done: list[Any] = []
        self._tidy: Any = None
        self._known = [(self.board.table.state, self.match.state)]

    def sat_down(self, deal: Any, rng: random.Random) -> Match:
        """The match that decides."""
        return self.robot.match(self.bundle, self.board, deal, rng)

    def clumsy(self, rng: random.Random) -> Clumsy[Any]:
        """Clumsy hands, for their slips."""
        return self.robot.clumsy(rng)

    def zone(self, card: str, zone: Zone) -> Zone:
        """Where the card lies if it is laid there: where one reader serves both sides of a column, the table knows no
        other side than the card's own."""
        if not self.shared or zone.column is None:
            return zone
        return Zone(zone.place, self.bundle.procedure.side(card) or SIDES[0])

    # Intents

    @abstractmethod
    def intent(self) -> Decision[Any]:
        """What whoever decides does next: legal, as full knowledge has it."""

    @abstractmethod
    def gestures(self, decision: Decision[Any]) -> tuple[Gesture, ...]:
        """What hands do so that the table understands it."""

    def meant(self, decision: Decision[Any]) -> list[Any]:
        """The actions that have to be accepted when those gestures are done."""
        return [*decision]

    def second_thoughts(self) -> list[str]:
        """Cards that lie on the table for something that is no longer meant."""
        offers = self.board.keeper.referee.offers(self.board.table, self.board.keeper.seen)
        return [self.board.named(card) for _, card in offers.items()]

    # Following

    def hear(self, episode: Episode) -> None:
        """Full knowledge follows what the table has accepted."""
        for accepted in episode.decided:
            if isinstance(accepted, Undone):
                self._go_back(accepted.state)
                continue
            if isinstance(accepted.action, Same):
                # The table calls two equal cards by each other's names: nothing has happened to them.
                self.match.state = self.rules.apply(self.match.state, accepted.action)
            elif self.happens(accepted):
                self.done.append(accepted.action)
            else:
                self._follow(accepted)
            self._known.append((accepted.after, self.match.state))
        self.pass_on()
        self._known.append((self.board.table.state, self.match.state))
        self.put_away()

    def pass_on(self) -> None:
        """What happens by itself happens in full knowledge, too."""
        self.match.pass_on()

    def put_away(self) -> None:
        """Cards that do not lie on the table go where they belong, as full knowledge has it."""
        if self._tidy is self.match.state:
            return
        self._tidy = self.match.state
        for card, at in self.match.piles.everything.items():
            if not isinstance(at, Zone) and at != (home := self.match.home(card)):
                self.match.piles.take(card, home)

    def happens(self, accepted: Accepted) -> bool:
        """Whether it has happened by itself."""
        if accepted.gesture:
            return False
        return isinstance(accepted.action, self.by_itself) or accepted.action in self.rules.chance(
            accepted.before
        )

    def _follow(self, accepted: Accepted) -> None:
        for action in self.named(accepted):
            for _ in range(MOST_BY_ITSELF):
                reasons = self.rules.refusals(self.match.state, action)
                if not reasons:
                    break
                due = self.rules.chance(self.match.state)
                if len(due) != 1:
                    raise FaultError(f"the table has accepted {action}, against the rules: {reasons[0].code}")
                self.match.state = self.rules.apply(self.match.state, due[0])
            self.match.state = self.rules.apply(self.match.state, action)
            self.done.append(action)

    def _go_back(self, now: Any) -> None:
        """An undo leads to a position that was there before."""
        for table, full in reversed(self._known):
            if table == now:
                self.match.state = full
                return
        raise FaultError("undo leads to a position that never was")

    @abstractmethod
    def named(self, accepted: Accepted) -> tuple[Any, ...]:
        """An accepted action with the cards that it truly was, and those that were drawn for it."""

    @abstractmethod
    def deciders(self) -> frozenset[str]:
        """The sides of the table whose buttons say something now, as full knowledge has it."""

    def rolls(self) -> bool:
        """Whether a die is due."""
        return self.rolling(self.board.table.state)

    def was_to_roll(self, episode: Episode) -> bool:
        """Whether a die was due."""
        return self.rolling(episode.state)

    @abstractmethod
    def rolling(self, state: Any) -> bool:
        """Whether a die is due in a state of the table."""

    # Equal cards

    def twins(self, card: str) -> tuple[str, ...]:
        """The cards that nobody can tell from ``card``."""
        return self.bundle.procedure.twins(card) if self.bundle.procedure.knows(card) else ()

    def alike(self, value: Any) -> Any:
        """``value``, tuples, sets and dataclasses, in which each card is called by the first of those equal to it."""
        if isinstance(value, str):
            return min((value, *self.twins(value)))
        if isinstance(value, Zone) or value is None:
            return value
        if isinstance(value, tuple | list):
            return tuple(self.alike(each) for each in value)
        if isinstance(value, frozenset):
            return Counter(self.alike(each) for each in value)
        if is_dataclass(value) and not isinstance(value, type):
            return (type(value), *(self.alike(getattr(value, field.name)) for field in fields(value)))
        return value

    def another(self, rng: random.Random, card: str, zone: Zone, *, laid: bool) -> str:
        """The card that hands take for ``card``: any of those equal to it that are about, or lie in ``zone``."""
        where = self.match.piles.where
        about = [
            twin
            for twin in self.twins(card)
            if (where(twin) == zone if not laid else not isinstance(where(twin), Zone) and self.at_hand(twin))
        ]
        return rng.choice((card, *about))

    def at_hand(self, card: str) -> bool:
        """Whether somebody has it in a hand or in the fingers."""
        where: Any = self.match.piles.where(card)
        return where is not None and where[1] in (HAND, FINGERS)

    def same(self, state: Any, before: Any) -> bool:
        """Whether it is the same position, whatever was laid first, and whichever of two equal cards."""
        return bool(state == before or self.position(state) == self.position(before))

    def waiting(self) -> Any:
        """What lies there and is no move yet, but becomes one with whatever is done next."""
        return None

    def forfeited(self, state: Any, before: Any) -> bool:
        """Whether it is the same position but for what a rule keeps from whoever lays a card back."""
        return False

    def differing(self, state: Any, before: Any) -> list[tuple[str, Any, Any]]:
        """What of two states of the table differs, for a person who reads it."""
        values = (
            (field.name, getattr(state, field.name), getattr(before, field.name)) for field in fields(state)
        )
        return [value for value in values if value[1] != value[2]]

    def position(self, state: Any) -> Any:
        """A state of the table without what nobody can see."""
        return self.alike(state)

    # What has to hold

    @abstractmethod
    def check(self) -> None:
        """Belief, full knowledge and world agree on every card and count; AssertionError if not."""

    @abstractmethod
    def check_lying(self) -> None:
        """What lies otherwise than it is due is told, and nothing else; AssertionError if not."""

    def untrue(self, refusal: Refusal) -> str:
        """What is false in it, "" if nothing is."""
        return ""

    def presses(self) -> tuple[Press, ...]:
        """The buttons that a hasty player of those who decide may press now."""
        return tuple(
            press
            for side in SIDES
            if side in self.deciders()
            for press in (
                *(Press(kind, Button.OK, side) for kind in PressKind),
                *(Press(PressKind.PRESS, Button.COLUMN, side, column) for column in COLUMNS),
            )
        )

    def idle_presses(self) -> tuple[Press, ...]:
        """The buttons of those who have nothing to decide now."""
        return tuple(
            press
            for side in SIDES
            if side not in self.deciders()
            for press in (
                *(Press(kind, Button.OK, side) for kind in PressKind),
                *(Press(PressKind.PRESS, Button.COLUMN, side, column) for column in COLUMNS),
            )
        )
