"""The actions of Thermopyles: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from signifer_core.dice import Die
from signifer_core.notation import Field, Notation, card, named, number
from signifer_core.seats import Seat
from signifer_core.twins import Same, of_one_kind

from .deck import PERSIAN, SPARTAN, SUPPORT, kind_of
from .state import SEATS


def _of_kind(kind: str) -> Field:
    return card(lambda word: kind_of(word) == kind, f"{{word}} is no {kind}")


Spartan = Annotated[str, _of_kind(SPARTAN)]
Persian = Annotated[str, _of_kind(PERSIAN)]
SupportCard = Annotated[str, _of_kind(SUPPORT)]
Number = Annotated[int, number(range(1, len(SEATS) + 1), "one to four play")]


@dataclass(frozen=True, slots=True)
class Players:
    """So many players sit down, 1 to 4; each gets a hand."""

    number: Number


@dataclass(frozen=True, slots=True)
class Drawn:
    """With full knowledge: which Spartan comes to the player who is to have one."""

    card: Spartan


@dataclass(frozen=True, slots=True)
class Approach:
    """A Persian from the pile comes into the row, to its first free place (TH-9)."""

    card: Persian


@dataclass(frozen=True, slots=True)
class Retreat:
    """The marker goes one step back (TH-2)."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A Spartan of the active player's hand goes into combat (TH-3)."""

    card: Spartan


@dataclass(frozen=True, slots=True)
class Support:
    """A support is spent for a die (TH-3)."""

    card: SupportCard


@dataclass(frozen=True, slots=True)
class Engage:
    """No more supports: dice fall now, if any are due, and the total meets the first Persian (TH-3)."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die that was due has fallen: 1 to 6."""

    value: Die


@dataclass(frozen=True, slots=True)
class Repel:
    """The Persian that the total meets is defeated, and goes to the discard pile (TH-5)."""

    card: Persian


@dataclass(frozen=True, slots=True)
class Bury:
    """The Persian that the total meets is annihilated, and goes to the cemetery (TH-6)."""

    card: Persian


@dataclass(frozen=True, slots=True)
class Draw:
    """The team has a Spartan drawn, for this player (TH-2, TH-8)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Decline:
    """The team leaves a card that it may draw (TH-2, TH-8)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A Spartan above the limit of five leaves the hand into which one was drawn (TH-2)."""

    card: Spartan


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

NOTATION: Notation[Action] = Notation(named(Action), game="Thermopyles", wrong=of_one_kind(kind_of))
notation, parse = NOTATION.write, NOTATION.parse
