"""The judgement of the referee on a layout or a press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from .procedure import Correction, Held, Prompt, Roll, Table
from .rules import Refusal

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Done(Generic[State, Action]):
    """An action done, with the state after it; ``gesture`` tells that a gesture begins with it, ``held`` what the table
    held before it."""

    action: Action
    state: State
    gesture: bool
    held: Held


# Without slots, as Table.
@dataclass(frozen=True)
class Judgement(Generic[State, Action]):
    """What the referee makes of a layout or a press.

    ``actions`` are those done, in order; ``refusals`` those that stand because of how the cards lie, or, for a press,
    that it earned; ``unsettled`` tells that a hand may still be under way and the same
    layout is to be judged again, settled, after a moment; ``undone`` is, of each gesture taken back before the
    ``actions``, how many it was.
    """

    table: Table[State]
    actions: tuple[Done[State, Action], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    corrections: tuple[Correction, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    unsettled: bool = False
    rolls: tuple[Roll, ...] = ()
    undone: tuple[int, ...] = ()
