"""The actions of Dark Age Arena: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from signifer_core.dice import FACE, Die
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_core.notation import AND, Field, Notation, card, named, number, one_of
from signifer_core.twins import Same, of_one_kind

from .state import MOST, PLACES

_CARD = re.compile(r"(red|blue)/[a-z0-9-]+-[1-9]\d*")
Use = Literal["roll", "com", "log"]
Way = Literal["1", "2", "3", "solitary", "none"]
Answer = Literal["yes", "no"]
NOBODY = "none"


def _is_card(word: str) -> bool:
    return _CARD.fullmatch(word) is not None


def _in_order_laid(word: str) -> tuple[str, ...] | None:
    found = tuple(word.split(AND))
    return found if all(map(_is_card, found)) and len(set(found)) == len(found) else None


_WRONG_CARD = '{word} is no card such as "red/knight-2"'
Who = Annotated[Side, one_of(SIDES, f"players are {' and '.join(SIDES)}")]
Card = Annotated[str, card(_is_card, _WRONG_CARD)]
SomeCard = Annotated[str | None, card(_is_card, _WRONG_CARD, absent=NOBODY)]
Fighters = Annotated[
    tuple[str, ...] | None,
    Field(_in_order_laid, "{word} are no different characters", absent=NOBODY, of_cards=True),
]
Place = Annotated[int, number(PLACES, "places are 1, 2 and 3")]
SecondDie = Annotated[int | None, replace(FACE, absent="-")]
Log = Annotated[int, number(range(MOST + 1), f"a bid is 0 to {MOST} LOG")]
Which = Annotated[int, number(range(1, 100), "confrontations count from 1")]


@dataclass(frozen=True, slots=True)
class Artifact:
    """An artifact is laid at a place in the set-up (DA-3)."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Keep:
    """A player keeps the first hand (DA-3)."""

    player: Who


@dataclass(frozen=True, slots=True)
class Reject:
    """A player shuffles the first hand back and draws seven cards (DA-3)."""

    player: Who


@dataclass(frozen=True, slots=True)
class Drawn:
    """With full knowledge: which card comes to the player who draws."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """A card of the hand is discarded in the stock phase (DA-8)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Enlist:
    """A character is to be enlisted at a place; its cost is paid (DA-9)."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Rolled:
    """The roll that is due: one die, or two; for initiative red's and blue's."""

    first: Die
    second: SecondDie = None


@dataclass(frozen=True, slots=True)
class Pay:
    """The COM that a draft roll misses (DA-10), or that a solitary fighter costs (DA-23)."""

    player: Who


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player does not pay: the draft has failed (DA-12), the solitary fighter stays away (DA-23)."""

    player: Who


@dataclass(frozen=True, slots=True)
class Marker:
    """A +1 marker is used: on one's draft roll, for COM or for LOG (DA-7)."""

    player: Who
    use: Annotated[Use, one_of(get_args(Use), "a marker is for roll, com or log")]


@dataclass(frozen=True, slots=True)
class Exchange:
    """2 LOG become 1 COM (DA-6)."""

    player: Who


@dataclass(frozen=True, slots=True)
class Bid:
    """LOG that a player bids for initiative (DA-18), or for a unique character (DA-13)."""

    player: Who
    log: Log


@dataclass(frozen=True, slots=True)
class Attach:
    """A weapon or skill goes to a character (DA-14)."""

    card: Card
    bearer: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """A supply is laid at a place (DA-15)."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Play:
    """An instant is played, on a character if it asks for one (DA-16)."""

    card: Card
    target: SomeCard = None


@dataclass(frozen=True, slots=True)
class Done:
    """A player is done with this step (DA-4)."""

    player: Who


@dataclass(frozen=True, slots=True)
class Declare:
    """The attacker's way: standard from a place, one alone, or no attack (DA-19, DA-22, DA-23)."""

    player: Who
    way: Annotated[Way, one_of(get_args(Way), "an attack starts at 1, 2, 3, is solitary, or none")]


@dataclass(frozen=True, slots=True)
class Muster:
    """These characters fight, in the order laid; all of them are paid (DA-22, DA-27)."""

    player: Who
    cards: Fighters


@dataclass(frozen=True, slots=True)
class Alone:
    """This character is to fight alone, from play or from the hand (DA-23)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bluff:
    """A card of the hand is laid face down, or none (DA-25)."""

    player: Who
    card: SomeCard


@dataclass(frozen=True, slots=True)
class Target:
    """The attacker names a place of the defender's (DA-26)."""

    place: Place


@dataclass(frozen=True, slots=True)
class Assign:
    """A character goes to a place of its owner: away from the target (DA-27), or after a combat (DA-41)."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Aim:
    """A fighter shoots at an enemy (DA-28)."""

    card: Card
    enemy: Card


@dataclass(frozen=True, slots=True)
class Pair:
    """A fighter of the attacker confronts one of the defender (DA-29)."""

    card: Card
    enemy: Card


@dataclass(frozen=True, slots=True)
class Assist:
    """A fighter supports a confrontation (DA-30)."""

    card: Card
    confrontation: Which


@dataclass(frozen=True, slots=True)
class Judge:
    """A player says whether what a victory card asks for has happened (DA-39)."""

    player: Who
    answer: Annotated[Answer, one_of(get_args(Answer), "an answer is yes or no")]


@dataclass(frozen=True, slots=True)
class Move:
    """A character moves to another place for 2 LOG (DA-20)."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Buy:
    """A card is drawn for 4 LOG (DA-20)."""

    player: Who


Action = (
    Artifact
    | Keep
    | Reject
    | Drawn
    | Discard
    | Enlist
    | Rolled
    | Pay
    | GiveUp
    | Marker
    | Exchange
    | Bid
    | Attach
    | Lay
    | Play
    | Done
    | Declare
    | Muster
    | Alone
    | Bluff
    | Target
    | Assign
    | Aim
    | Pair
    | Assist
    | Judge
    | Move
    | Buy
    | Same
)


def _side_and_kind(card: str) -> str:
    return card.rpartition("-")[0]


NOTATION: Notation[Action] = Notation(named(Action), game="Dark Age Arena", wrong=of_one_kind(_side_and_kind))
notation, parse = NOTATION.write, NOTATION.parse
