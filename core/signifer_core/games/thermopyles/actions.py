"""The actions of Thermopyles: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from signifer_core.dice import SIDES
from signifer_core.errors import RulesError
from signifer_core.notation import Notation
from signifer_core.twins import WORD as SAME
from signifer_core.twins import Same

from .deck import PERSIAN, SPARTAN, SUPPORT, kind_of
from .state import SEATS


@dataclass(frozen=True, slots=True)
class Players:
    """So many players sit down, 1 to 4; each gets a hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """With full knowledge: which Spartan comes to the player who is to have one."""

    card: str


@dataclass(frozen=True, slots=True)
class Approach:
    """A Persian from the pile comes into the row, to its first free place (TH-9)."""

    card: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """The marker goes one step back (TH-2)."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A Spartan of the active player's hand goes into combat (TH-3)."""

    card: str


@dataclass(frozen=True, slots=True)
class Support:
    """A support is spent for a die (TH-3)."""

    card: str


@dataclass(frozen=True, slots=True)
class Engage:
    """No more supports: dice fall now, if any are due, and the total meets the first Persian (TH-3)."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die that was due has fallen: 1 to 6."""

    value: int


@dataclass(frozen=True, slots=True)
class Repel:
    """The Persian that the total meets is defeated, and goes to the discard pile (TH-5)."""

    card: str


@dataclass(frozen=True, slots=True)
class Bury:
    """The Persian that the total meets is annihilated, and goes to the cemetery (TH-6)."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The team has a Spartan drawn, for this player (TH-2, TH-8)."""

    player: str


@dataclass(frozen=True, slots=True)
class Decline:
    """The team leaves a card that it may draw (TH-2, TH-8)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A Spartan above the limit of five leaves the hand into which one was drawn (TH-2)."""

    card: str


Action = (
    Players
    | Drawn
    | Approach
    | Retreat
    | Charge
    | Support
    | Engage
    | Rolled
    | Repel
    | Bury
    | Draw
    | Decline
    | Discard
    | Same
)

_WORDS: dict[str, Callable[..., Action]] = {
    "players": Players,
    "drawn": Drawn,
    "approach": Approach,
    "retreat": Retreat,
    "charge": Charge,
    "support": Support,
    "engage": Engage,
    "rolled": Rolled,
    "repel": Repel,
    "bury": Bury,
    "draw": Draw,
    "decline": Decline,
    "discard": Discard,
    SAME: Same,
}
_NOTATION: Notation[Action] = Notation(_WORDS)
_NUMBERS: dict[Any, tuple[int, ...]] = {
    Players: tuple(range(1, len(SEATS) + 1)),
    Rolled: tuple(range(1, SIDES + 1)),
}
CARD_KINDS: dict[Any, str] = {
    **dict.fromkeys((Drawn, Charge, Discard), SPARTAN),
    **dict.fromkeys((Approach, Repel, Bury), PERSIAN),
    Support: SUPPORT,
}


def notation(action: Action) -> str:
    """The action in words, such as ``charge spartan-3``."""
    return _NOTATION.write(action)


def parse(text: str) -> Action:
    """The action that ``text`` says; raise RulesError for anything that :func:`notation` does not write."""
    kind, arguments = _NOTATION.split(text)
    action = kind(*(_value(kind, argument, text) for argument in arguments))
    check(action)
    return action


def _value(kind: Callable[..., Action], argument: str, text: str) -> str | int:
    if kind not in _NUMBERS:
        return argument
    if argument not in map(str, _NUMBERS[kind]):
        raise RulesError(f'"{text}" is no action: the number is one of {", ".join(map(str, _NUMBERS[kind]))}')
    return int(argument)


def check(action: Action) -> None:
    """RulesError for an action with a card, number or player that no game has."""
    kind: Any = type(action)
    if kind not in _NOTATION:
        raise RulesError(f"{action!r} is no action of Thermopyles")
    if isinstance(action, Same):
        if kind_of(action.card) != kind_of(action.other):
            raise RulesError(f'"{notation(action)}" is no action: these cards are not of one kind')
        return
    card: str | None = getattr(action, "card", None)
    if card is not None and kind_of(card) != CARD_KINDS[kind]:
        raise RulesError(f'"{notation(action)}" is no action: {card} is no {CARD_KINDS[kind]}')
    if kind in _NUMBERS and getattr(action, _NOTATION.names(kind)[0]) not in _NUMBERS[kind]:
        raise RulesError(f'"{notation(action)}" is no action: no such number')
    if isinstance(action, Draw) and action.player not in SEATS:
        raise RulesError(f'"{notation(action)}" is no action: players are {", ".join(SEATS)}')
