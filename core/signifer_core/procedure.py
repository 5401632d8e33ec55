"""The seam between a game and a table: how gestures become attempts, and what the table asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from .layout import Due, Layout, Zone
from .rules import Figure, Refusal, Rules

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Press:
    """A button gesture: ``kind`` "press" or "hold"; ``button`` "ok", "dice", "column" or "agree" (both ok held).

    ``player`` is whose button it is (None for dice and agree), ``column`` the number of a column button.
    """

    kind: str
    button: str
    player: str | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a player may do next, or is told: a key of the game's texts, with its figures."""

    player: str
    step: str
    key: str
    figures: tuple[tuple[str, Figure], ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What hands have to do so that the table lies as it is due: "take" or "put" ``card`` at ``zone``."""

    verb: str
    card: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Table(Generic[State]):
    """Everything that the table believes, and journals: the state of the rules, and what hands have still to do.

    ``leaving`` are cards, each with the zone in which it still lies, that the rules have moved away already;
    ``awaited`` are cards that were refused when they left a zone, until they lie there again.
    """

    state: State
    leaving: frozenset[tuple[str, Zone]] = frozenset()
    awaited: frozenset[tuple[str, Zone]] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer(Generic[Action]):
    """What a gesture comes to: actions, or the reasons why not; and words for the players either way.

    ``used`` are the cards on pads that the actions have used up. ``roll`` asks for a die that nothing requires.
    """

    actions: tuple[Action, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    used: tuple[tuple[str, Zone], ...] = ()
    prompts: tuple[Prompt, ...] = ()
    roll: bool = False


class Procedure(Protocol[State, Action]):
    """How one game is played at this table. Pure: what it holds between gestures lies in the state."""

    @property
    def rules(self) -> Rules[State, Action]: ...

    def due(self, state: State) -> Due:
        """The layout that is due now."""
        ...

    def knows(self, card: str) -> bool:
        """Whether the card belongs to this game."""
        ...

    def lay(self, state: State, card: str, zone: Zone) -> Answer[Action]:
        """``card`` lies in ``zone``, where it is not due."""
        ...

    def lift(self, state: State, card: str, zone: Zone, gone: frozenset[str]) -> Answer[Action]:
        """``card`` is gone from ``zone``, where it is due; ``gone`` are all the cards that are. No action and no
        refusal means that the gesture does not say enough."""
        ...

    def move(self, state: State, card: str, start: Zone, end: Zone) -> Answer[Action]:
        """``card`` is due in ``start`` and lies in ``end``."""
        ...

    def offer(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """What stands at once against ``card`` lying on a pad, before anything is said about it."""
        ...

    def press(self, state: State, press: Press, offers: Layout) -> Answer[Action]:
        """A button; ``offers`` are the cards on the pads that were not used up."""
        ...

    def passes(self, state: State) -> Action | None:
        """The action that happens by itself now, or None."""
        ...

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What each player is asked now."""
        ...
