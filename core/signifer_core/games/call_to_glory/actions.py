"""The actions of Call to Glory: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from signifer_core.dice import Die
from signifer_core.layout import COLUMNS
from signifer_core.notation import Notation, card, cards, each_one_of, named, number, one_of
from signifer_core.seats import Seat
from signifer_core.twins import Same, of_one_kind

from .deck import KINDS, MISSION_KINDS, kind_of
from .state import FEWEST, PADS, SEATS, STOCKS, VARIANTS


def _is_character(word: str) -> bool:
    return kind_of(word) in KINDS


Character = Annotated[str, card(_is_character, "{word} is no character")]
Characters = Annotated[tuple[str, ...], cards(_is_character, "{word} is no set of different characters")]
Columns = Annotated[
    tuple[str, ...] | None, each_one_of(map(str, COLUMNS), "{word} are no columns", absent="anywhere")
]
MissionCard = Annotated[str, card(lambda word: kind_of(word) in MISSION_KINDS, "{word} is no mission")]
Number = Annotated[int, number(range(FEWEST, len(SEATS) + 1), "two to four play")]
Variant = Annotated[str, one_of(VARIANTS, f"variants are {', '.join(VARIANTS)}")]
Stock = Annotated[str, one_of(STOCKS, f"face-down piles are {', '.join(STOCKS)}")]
Pad = Annotated[str, one_of(PADS, f"discard piles are {', '.join(PADS)}")]
Kind = Annotated[str, one_of(KINDS, f"kinds are {', '.join(KINDS)}")]


@dataclass(frozen=True, slots=True)
class Players:
    """So many players sit down, 2 to 4, for a game with this variant (CG-0, CG-7, CG-8)."""

    number: Number
    variant: Variant


@dataclass(frozen=True, slots=True)
class Starter:
    """The youngest starts the first round (CG-0)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die of a roll-off for the start: of the next player who has to roll (CG-0)."""

    value: Die


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards are shuffled, dealt and split (CG-0)."""


@dataclass(frozen=True, slots=True)
class Given:
    """With full knowledge: which mission comes to the player who is to have one (CG-7)."""

    card: MissionCard


@dataclass(frozen=True, slots=True)
class Drawn:
    """With full knowledge: which card comes to the player who is dealt one, or draws it from a face-down pile."""

    card: Character


@dataclass(frozen=True, slots=True)
class Draw:
    """The active player draws the top card of a face-down pile (CG-1)."""

    pile: Stock


@dataclass(frozen=True, slots=True)
class Take:
    """The active player draws this card from the top of a discard pile (CG-1)."""

    card: Character
    pad: Pad


@dataclass(frozen=True, slots=True)
class Lay:
    """The active player lays these cards as a set (CG-2, CG-3); at a table each in its column."""

    cards: Characters
    columns: Columns = None


@dataclass(frozen=True, slots=True)
class Discard:
    """The active player discards a card of the hand (CG-2, CG-4)."""

    card: Character
    pad: Pad


@dataclass(frozen=True, slots=True)
class Displace:
    """The owner of a smaller set lays it on a discard pile, as a whole (CG-3, CG-4)."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Strike:
    """The active player returns a ninja figure: a set of this kind is to lose a card (CG-8)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Remove:
    """The owner of a set that loses a card to a ninja figure lays it on a discard pile (CG-8)."""

    card: Character
    pad: Pad


@dataclass(frozen=True, slots=True)
class Emptied:
    """A face-down pile is found empty: the round ends with this turn (CG-5)."""

    pile: Stock


@dataclass(frozen=True, slots=True)
class Reveal:
    """A player whose turn it is to reveal a mission reveals this one (CG-7)."""

    card: MissionCard


@dataclass(frozen=True, slots=True)
class Proceed:
    """The scores are read: the next round, or the end of the game (CG-6)."""


Action = (
    Players
    | Starter
    | Rolled
    | Deal
    | Given
    | Drawn
    | Draw
    | Take
    | Lay
    | Discard
    | Displace
    | Strike
    | Remove
    | Emptied
    | Reveal
    | Proceed
    | Same
)

NOTATION: Notation[Action] = Notation(named(Action), game="Call to Glory", wrong=of_one_kind(kind_of))
notation, parse = NOTATION.write, NOTATION.parse
