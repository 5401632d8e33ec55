"""A whole game of robots at one table, whatever the game: they decide, and play with hands that follow the table."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, Self, TypedDict, TypeVar, Unpack, assert_never

from signifer_core.decks import CardDeck
from signifer_core.layout import PAD, Layout, Zone
from signifer_core.presses import Press
from signifer_core.procedure import Correction, Table
from signifer_core.rules import Rules, Verb
from signifer_core.search import Thought

from signifer_firmware.game_api.game import Action, AnyState, State, StateContra, is_of
from signifer_firmware.simulation.piles import Pile, Piles

from .board import Board, HandsError
from .gestures import DICE, HOLD_DICE, Gesture, Put, Reshuffle, Select, Take, said

MOST_TURNS = 400
MOST_DECISIONS = 10_000
BOX: Pile = ("", "box")
FINGERS = "fingers"

# Actions that belong to one gesture of hands, or to the cards that one button confirms.
Decision = tuple[Action, ...]
# The match of which something is: of any game, of one, or the match itself.
Its = TypeVar("Its")
ItsContra = TypeVar("ItsContra", contravariant=True)
ThisMatch = TypeVar("ThisMatch", bound="Match")


class Slips(Protocol[ItsContra]):
    """What clumsy hands do between and instead of what is meant."""

    def before(self, match: ItsContra, gesture: Gesture) -> None:
        """Perhaps do something wrong before ``gesture``, and put it right."""
        ...

    def lazy(self) -> bool:
        """Whether what the table asks for is left for later."""
        ...

    def hurries(self) -> bool:
        """Whether the next gesture follows before the table has taken in the last one."""
        ...

    def regrets(self) -> bool:
        """Whether what was just done is to be undone, and done again."""
        ...

    def same(self, one: AnyState, other: AnyState) -> bool:
        """Whether two states differ in nothing that means anything."""
        ...


def unwatched(match: object, text: str) -> None:
    """Nobody looks on."""


class Around(TypedDict, Generic[Its], total=False):
    """What goes on around a match: ``slips``, if any, come before its gestures, ``after`` hears of each decision done,
    ``watch`` of each gesture, in words. ``level`` is how well its robots play, if they have levels; without it they
    play by rules of thumb, no two alike."""

    slips: Slips[Its] | None
    after: Callable[[Its], None] | None
    watch: Callable[[Its, str], None]
    level: int | None


class Match(ABC):
    """A game of any kind at a `Board`, from the empty table to its end. ``state`` is what full knowledge has of it,
    ``piles`` is where each card is in the world."""

    state: AnyState
    # What a robot that searches came to, for what hands do now, for whoever may see its hand.
    thoughts: Sequence[Thought[Decision[object]]] = ()
    watch: Callable[[Self, str], None]
    _slips: Slips[Self] | None
    _after: Callable[[Self], None] | None

    def __init__(
        self, board: Board, piles: Piles, rng: random.Random, **around: Unpack[Around[Self]]
    ) -> None:
        self.board = board
        self.piles = piles
        self.rng = rng
        self.watch = around.get("watch", unwatched)
        self.level = around.get("level")
        self.decisions = 0
        self._slips, self._after = around.get("slips"), around.get("after")

    @property
    def over(self) -> bool:
        """Whether the game is decided, or goes on for too long."""
        return self.outcome is not None or self.state.turn > MOST_TURNS

    def play(self) -> str | None:
        """Play to the end; the winner, "draw", or None after too many turns."""
        while not self.over:
            self.step()
        return self.outcome

    def step(self: ThisMatch) -> None:
        """One decision, played with hands."""
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            raise HandsError(f"no end after {MOST_DECISIONS} decisions")
        self.move()
        if self._after is not None:
            self._after(self)

    # What the game knows

    @property
    @abstractmethod
    def deck(self) -> CardDeck:
        """Its cards."""

    @property
    @abstractmethod
    def outcome(self) -> str | None:
        """The winner, "draw", or None while it runs."""

    @abstractmethod
    def move(self) -> None:
        """One decision of whoever has to decide, or one gesture of the set-up."""

    @abstractmethod
    def pass_on(self) -> None:
        """What happens by itself in full knowledge, after a decision; cards are drawn into hands."""

    @abstractmethod
    def contents(self) -> dict[Pile, frozenset[str]]:
        """Which cards are in each pile, as full knowledge has it."""

    def home(self, card: str) -> Pile:
        """Where a card belongs that is not to lie on the table; one that is stays in the fingers meanwhile."""
        if card not in self.deck:
            return BOX
        return next((pile for pile, cards in self.contents().items() if card in cards), ("", FINGERS))

    def cast_off(self, card: str) -> Pile:
        """Where ``card`` goes that leaves the table because somebody decided so."""
        return self.home(card)

    @abstractmethod
    def due(self) -> Layout:
        """The layout that the table's belief asks for, but for pads; worked out apart from the game's procedure."""

    @abstractmethod
    def free(self) -> frozenset[tuple[str, Zone]]:
        """Cards, each with a zone, that may lie there or not."""

    def press(self, press: Press) -> None:
        """Press a button."""
        self.board.press(press)

    def select(self, card: str) -> None:
        """Press a button until ``card`` is shown as chosen."""
        raise HandsError(f"{card} cannot be selected")

    # Slips

    def slip(self: ThisMatch, gesture: Gesture) -> None:
        """What goes wrong before a gesture, if hands are clumsy."""
        if self._slips is not None:
            self._slips.before(self, gesture)

    def hurries(self) -> bool:
        """Whether clumsy hands do not wait for the table now."""
        return self._slips is not None and self._slips.hurries()

    def regrets(self) -> bool:
        """Whether clumsy hands want to have back what they did last."""
        return self._slips is not None and self._slips.regrets()

    def put_down(self) -> None:
        """What is still in the fingers goes to its pile, if it has one by now."""
        for card, at in self.piles.everything.items():
            if not isinstance(at, Zone) and at[1] == FINGERS:
                self.piles.take(card, self.home(card))

    def undo(self: ThisMatch) -> bool:
        """Hold the dice button; whether the table takes something back. Nothing is followed yet."""
        self.board.press(HOLD_DICE)
        self.board.rest()
        undone = any(prompt.key == "undone" for prompt in self.board.said)
        self.watch(self, "hold dice")
        return undone

    def straighten(self) -> None:
        """Cards that an undo gives back go to where they were."""
        for pile, cards in self.contents().items():
            for card in sorted(cards):
                if not isinstance(self.piles.where(card), Zone) and self.piles.where(card) != pile:
                    self.piles.take(card, pile)

    # Hands

    def do(self: ThisMatch, gesture: Gesture, *, rest: bool = True) -> None:
        """One gesture, until the table is at rest."""
        match gesture:
            case Put(card=card, zone=zone):
                if self.piles.where(card) != zone:
                    self.put(card, zone)
            case Take(card=card):
                if isinstance(self.piles.where(card), Zone):
                    self.take(card, self.cast_off(card))
                else:
                    self.piles.take(card, self.cast_off(card))  # it was lifted early
            case Select(card=card):
                self.select(card)
            case Reshuffle(player=player):
                self.piles.shuffle(player)
            case Press():
                self.press(gesture)
        if rest:
            self.board.rest()
            self.watch(self, said(gesture))

    def put(self, card: str, zone: Zone) -> None:
        """Lay a card; the table may not have seen it yet."""
        if isinstance(self.piles.where(card), Zone):
            self.board.take(card)
        self.piles.put(card, zone)
        self.board.put(card, zone)

    def take(self, card: str, pile: Pile | None = None) -> None:
        """Lift a card, to where it belongs or to ``pile``; the table may not have seen it yet."""
        self.piles.take(card, self.home(card) if pile is None else pile)
        self.board.take(card)

    # As told

    def wrong(self) -> set[str]:
        """The cards that lie otherwise than the table wants it, or are missing."""
        told = {correction.card for correction in self.board.corrections}
        due, free = self.due(), self.free()
        lying = {
            card
            for zone, card in self.piles.layout.items()
            if zone.place != PAD and card not in due[zone] and (card, zone) not in free
        }
        gone = {card for zone, card in due.items() if card not in self.piles.layout[zone]}
        return told | lying | gone

    def follow(self, rng: random.Random | None = None) -> int:
        """Do as told until nothing is told, in any order with ``rng``; the number of steps.

        `HandsError` if it takes more than two steps (take, put) for each card that lies wrongly.
        """
        steps, allowed = 0, 2 * len(self.wrong()) if self.board.corrections else 0
        while self.board.corrections:
            if steps >= allowed:
                left = self.board.corrections[0]
                raise HandsError(
                    f"{steps} steps, and the table still asks to {left.verb} {left.card} {left.zone}"
                )
            self.obey(self.board.corrections[0] if rng is None else rng.choice(self.board.corrections))
            steps += 1
        return steps

    def obey(self: ThisMatch, told: Correction) -> None:
        """One step of what is told. A card to be taken that is in the fingers already was lifted with another one: the
        table is shown it again, and it is lifted alone."""
        match told.verb:
            case Verb.TAKE:
                if (told.card, told.zone) in self.board.doubted:
                    self.put(told.card, told.zone)
                    self.board.rest()
                self.take(told.card)
            case Verb.PUT:
                self.put(told.card, told.zone)
            case never:
                assert_never(never)
        self.board.rest()
        self.watch(self, f"{told.verb} {told.card} {told.zone.place}, as told")


class Thinking(Protocol[StateContra, Action]):
    """Robots of a level, as `LevelMind` has them."""

    thought: Thought[Decision[Action]] | None

    def decide(self, state: StateContra, player: str) -> Decision[Action]: ...


class MatchOf(Match, Generic[State, Action]):
    """A game of one kind, whose ``rules`` these are; ``thinking`` decides where its robots are of a level."""

    state: State
    thinking: Thinking[State, Action] | None = None

    def __init__(
        self,
        board: Board,
        rules: Rules[State, Action],
        state: State,
        piles: Piles,
        rng: random.Random,
        **around: Unpack[Around[Self]],
    ) -> None:
        super().__init__(board, piles, rng, **around)
        self.rules = rules
        self.state = state

    @property
    def deck(self) -> CardDeck:
        return self.rules.deck

    @property
    def outcome(self) -> str | None:
        return self.rules.outcome(self.state)

    @property
    def table(self) -> Table[State]:
        """What the table believes."""
        table = self.board.table
        assert is_of(table, type(self.state))
        return table

    @abstractmethod
    def gestures(self, decision: Decision[Action]) -> Iterable[Gesture]:
        """What hands do now so that the table understands ``decision``; each may hang on how the last one was read."""

    def thinks(self, state: State, player: str) -> Decision[Action]:
        """What a robot of a level does as ``player``; nothing where they play by rules of thumb."""
        if self.thinking is None:
            return ()
        decision, thought = self.thinking.decide(state, player), self.thinking.thought
        self.thoughts = () if thought is None else (thought,)
        return decision

    def roll(self, rolled: Callable[..., Action], purpose: str, number: int = 1) -> None:
        """One press, so many dice; the table has them on record."""
        self.slip(DICE)
        before = self.board.rolls
        self.do(DICE)
        if self.board.rolls is before:
            raise HandsError(f"no dice have fallen since {before}")
        fallen = [roll.value for roll in self.board.rolls if roll.purpose == purpose]
        if len(fallen) != number or None in fallen:
            raise HandsError(f"{number} of {purpose} to be rolled, and not {self.board.rolls}")
        self.state = self.rules.apply(self.state, rolled(*fallen))
        self.settle()

    def settle(self) -> None:
        """What comes of a gesture that is no decision, and what the table asks for."""
        self.pass_on()
        self.put_down()
        if self._slips is None or not self._slips.lazy():
            self.follow()

    def may_regret(self, decision: Decision[Action]) -> bool:
        """Whether ``decision`` is one gesture for an undo."""
        return True

    def perform(self, decision: Decision[Action]) -> None:
        """Do with hands what was decided, then as the table says."""
        before, believed = self.state, self.table.state
        after = before
        for action in decision:
            after = self.rules.apply(after, action)
        hurry = False
        for gesture in self.gestures(decision):
            if not hurry:
                self.slip(gesture)
            # Who steps through candidates looks at the screen each time.
            hurry = self.hurries() and isinstance(gesture, Put | Take)
            self.do(gesture, rest=not hurry)
        self.board.rest()
        self.state = after
        self.pass_on()
        self.put_down()
        if self._slips is not None and self._slips.lazy():
            return
        may_regret = self._slips is not None and self.may_regret(decision)
        if not self.hurries():
            self.follow()
        if may_regret and self.regrets() and self.undo():
            if self._slips is not None and not self._slips.same(self.table.state, believed):
                raise HandsError(f"undone is not as before: {self.table.state}, {believed}")
            self.state = before
            self.follow()
            self.straighten()
            self.perform(decision)
        self.follow()
