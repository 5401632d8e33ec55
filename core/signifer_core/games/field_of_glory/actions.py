"""The actions of Field of Glory: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from signifer_core.errors import RulesError
from signifer_core.layout import COLUMNS, PLAYERS
from signifer_core.notation import Notation
from signifer_core.twins import WORD as SAME
from signifer_core.twins import Same

from .deck import army_of


@dataclass(frozen=True, slots=True)
class Place:
    """A unit is laid on its own side of a column (FG-P1)."""

    card: str
    column: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A unit laid and not yet paid for goes back to the hand (FG-P1), or an Overlap before the attacker's bonus
    card is confirmed (FG-C5)."""

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


@dataclass(frozen=True, slots=True)
class FlankAttack:
    """A vulnerable column is attacked in the flank (FG-F2)."""

    column: int


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    """A column is attacked in the actions phase (FG-C1)."""

    column: int


@dataclass(frozen=True, slots=True)
class ChooseLead:
    """A unit leads the attack, or its owner's defence (FG-C1)."""

    card: str


@dataclass(frozen=True, slots=True)
class PlayOverlap:
    """Overlap is played for the attack under way (FG-C5)."""

    card: str


@dataclass(frozen=True, slots=True)
class BonusFromHand:
    """A card of the hand is the bonus card; ``card`` None while it is hidden from whoever keeps the record."""

    player: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class BonusFromDeck:
    """The top card of the deck is the bonus card. With full knowledge `Drawn` tells which."""

    player: str


@dataclass(frozen=True, slots=True)
class NoBonus:
    """Who has neither hand nor deck nor discards goes without a bonus card (FG-C1). It happens by itself."""

    player: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """A defending unit retreats (FG-C2)."""

    card: str


@dataclass(frozen=True, slots=True)
class EndRetreat:
    """No more units retreat."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Both bonus cards are shown, and the attack is resolved (FG-C6); None for who has none."""

    red: str | None
    blue: str | None

    def of(self, player: str) -> str | None:
        return self.red if player == "red" else self.blue


@dataclass(frozen=True, slots=True)
class Rampage:
    """The top card of the loser's deck goes to the winner (FG-C7); ``card`` None if nobody saw it."""

    player: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card is drawn from a deck of which every card is known: what chance decides, told one by one."""

    card: str


@dataclass(frozen=True, slots=True)
class LayTerrain:
    """A terrain card is drawn and laid in a column (FG-S1)."""

    card: str
    column: int


@dataclass(frozen=True, slots=True)
class Keep:
    """A card of the four offered is kept for the army (FG-S2)."""

    card: str


@dataclass(frozen=True, slots=True)
class Ready:
    """At a table: the player has drafted an army and drawn nine cards (FG-S2)."""

    player: str


@dataclass(frozen=True, slots=True)
class First:
    """The first player is found (FG-S2)."""

    player: str


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
    | FlankAttack
    | DeclareAttack
    | ChooseLead
    | PlayOverlap
    | BonusFromHand
    | BonusFromDeck
    | NoBonus
    | Retreat
    | EndRetreat
    | Reveal
    | Rampage
    | Drawn
    | LayTerrain
    | Keep
    | Ready
    | First
    | Same
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
    "flank-attack": FlankAttack,
    "attack": DeclareAttack,
    "lead": ChooseLead,
    "overlap": PlayOverlap,
    "bonus-from-hand": BonusFromHand,
    "bonus-from-deck": BonusFromDeck,
    "no-bonus": NoBonus,
    "retreat": Retreat,
    "end-retreat": EndRetreat,
    "reveal": Reveal,
    "rampage": Rampage,
    "drawn": Drawn,
    "terrain": LayTerrain,
    "keep": Keep,
    "ready": Ready,
    "first": First,
    SAME: Same,
}
_NOTATION: Notation[Action] = Notation(_WORDS)
_HIDDEN, _NONE = "?", "-"


def notation(action: Action) -> str:
    """The action in words, such as ``place red/spear-2 3``; ``?`` stands for a hidden card, ``-`` for none."""
    return _NOTATION.write(action, _NONE if type(action) is Reveal else _HIDDEN)


def parse(text: str) -> Action:
    """The action that ``text`` says; raise RulesError for anything that :func:`notation` does not write."""
    kind, arguments = _NOTATION.split(text)
    absent = {Reveal: _NONE, BonusFromHand: _HIDDEN, Rampage: _HIDDEN}.get(cast(type, kind))
    # Terrain alone, none, or, of two cards that are equal, either.
    terrain = {LayTerrain: True, Same: None}.get(cast(type, kind), False)
    named = zip(_NOTATION.names(kind), arguments, strict=True)
    return kind(*(_value(text, name, argument, absent, terrain) for name, argument in named))


def _value(text: str, name: str, argument: str, absent: str | None, terrain: bool | None) -> str | int | None:
    if name == "column":
        if argument not in map(str, COLUMNS):
            raise RulesError(f'"{text}" is no action: "{argument}" is no column from 1 to 5')
        return int(argument)
    if name == "player":
        if argument not in PLAYERS:
            raise RulesError(f'"{text}" is no action: "{argument}" is neither red nor blue')
        return argument
    if argument == absent:
        return None
    if terrain is not False and argument.startswith("terrain/") and argument.count("/") == 1:
        return argument
    if terrain or army_of(argument) not in PLAYERS or argument.count("/") != 1:
        what = "terrain card" if terrain else "card of an army"
        raise RulesError(f'"{text}" is no action: "{argument}" is no {what}')
    return argument
