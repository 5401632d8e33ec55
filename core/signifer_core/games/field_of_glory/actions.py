"""The actions of Field of Glory: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from signifer_core.errors import RulesError
from signifer_core.layout import COLUMNS, PLAYERS

from .deck import army_of


@dataclass(frozen=True, slots=True)
class Place:
    """A unit is laid on its own side of a column (FG-P1)."""

    card: str
    column: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A unit laid and not yet paid for goes back to the hand."""

    card: str


@dataclass(frozen=True, slots=True)
class Discard:
    """A unit leaves its column for the discard pile: before placing there (FG-P3), or by advance (FG-A1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Restore:
    """A unit discarded before placing lies in its column again; nothing was paid in between."""

    card: str


@dataclass(frozen=True, slots=True)
class Pay:
    """A card of the hand is discarded for its command points (FG-P1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Settle:
    """The placements are closed: nothing is due any more, and none can be taken back."""


@dataclass(frozen=True, slots=True)
class PlayReserves:
    """Reserves is played: three cards are drawn (FG-R1)."""

    card: str


@dataclass(frozen=True, slots=True)
class EndActions:
    """The actions phase ends (FG-T0)."""


@dataclass(frozen=True, slots=True)
class DrawThree:
    """Three cards are drawn at the end of the turn (FG-D1)."""


@dataclass(frozen=True, slots=True)
class DiscardToDraw:
    """A card of the hand is discarded, and its command points are drawn in cards (FG-D1)."""

    card: str


@dataclass(frozen=True, slots=True)
class DiscardDown:
    """A card above the limit of nine leaves the hand (FG-D1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The player whose deck is empty has shuffled the discards into a new one (FG-K1)."""

    player: str


@dataclass(frozen=True, slots=True)
class Advance:
    """The active player's advance: control changes (FG-A1). It happens by itself."""


@dataclass(frozen=True, slots=True)
class EndFlank:
    """The flank attack phase ends (FG-T0)."""


Action = (
    Place
    | TakeBack
    | Discard
    | Restore
    | Pay
    | Settle
    | PlayReserves
    | EndActions
    | DrawThree
    | DiscardToDraw
    | DiscardDown
    | Shuffle
    | Advance
    | EndFlank
)

_WORDS: dict[str, Callable[..., Action]] = {
    "place": Place,
    "take-back": TakeBack,
    "discard": Discard,
    "restore": Restore,
    "pay": Pay,
    "settle": Settle,
    "reserves": PlayReserves,
    "end-actions": EndActions,
    "draw": DrawThree,
    "discard-to-draw": DiscardToDraw,
    "discard-down": DiscardDown,
    "shuffle": Shuffle,
    "advance": Advance,
    "end-flank": EndFlank,
}
_WORD_OF = {kind: word for word, kind in _WORDS.items()}
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in Action.__args__}


def notation(action: Action) -> str:
    """The action in words, such as ``place red/spear-2 3``."""
    kind = type(action)
    return " ".join([_WORD_OF[kind], *(str(getattr(action, name)) for name in _FIELDS[kind])])


def parse(text: str) -> Action:
    """The action that ``text`` says; raise RulesError for anything that :func:`notation` does not write."""
    word, *arguments = text.split(" ")
    kind = _WORDS.get(word)
    if kind is None:
        raise RulesError(f'"{text}" is no action: it starts with none of {", ".join(_WORDS)}')
    names = _FIELDS[kind]
    if len(arguments) != len(names):
        raise RulesError(f'"{text}" is no action: {word} takes {len(names)} words after it')
    values = [_value(text, name, argument) for name, argument in zip(names, arguments, strict=True)]
    return kind(*values)


def _value(text: str, name: str, argument: str) -> str | int:
    if name == "column":
        if argument not in map(str, COLUMNS):
            raise RulesError(f'"{text}" is no action: "{argument}" is no column from 1 to 5')
        return int(argument)
    if name == "player":
        if argument not in PLAYERS:
            raise RulesError(f'"{text}" is no action: "{argument}" is neither red nor blue')
        return argument
    if army_of(argument) not in PLAYERS or argument.count("/") != 1:
        raise RulesError(f'"{text}" is no action: "{argument}" is no card of an army')
    return argument
