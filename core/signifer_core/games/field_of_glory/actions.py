"""The actions of Field of Glory: small frozen values, each with a notation in words that parses back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from signifer_core.layout import COLUMNS, SIDES
from signifer_core.notation import Notation, card, named, number, one_of
from signifer_core.twins import Same

from .deck import Player, army_of


def _of_an_army(word: str) -> bool:
    return army_of(word) in SIDES and word.count("/") == 1


def _terrain(word: str) -> bool:
    return word.startswith("terrain/") and word.count("/") == 1


_NO_UNIT = '"{word}" is no card of an army'
Unit = Annotated[str, card(_of_an_army, _NO_UNIT)]
# "?" stands for a card that is hidden, "-" for none.
Hidden = Annotated[str | None, card(_of_an_army, _NO_UNIT, absent="?")]
Bonus = Annotated[str | None, card(_of_an_army, _NO_UNIT, absent="-")]
Terrain = Annotated[str, card(_terrain, '"{word}" is no terrain card')]
Column = Annotated[int, number(COLUMNS, '"{word}" is no column from 1 to 5')]
Side = Annotated[Player, one_of(SIDES, '"{word}" is neither red nor blue')]
_EITHER = card(lambda word: _terrain(word) or _of_an_army(word), _NO_UNIT)


@dataclass(frozen=True, slots=True)
class Place:
    """A unit is laid on its own side of a column (FG-P1)."""

    card: Unit
    column: Column


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A unit laid and not yet paid for goes back to the hand (FG-P1), or an Overlap before the attacker's bonus
    card is confirmed (FG-C5)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Discard:
    """A unit leaves its column for the discard pile: before placing there (FG-P3), or by advance (FG-A1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Restore:
    """A unit discarded before placing lies in its column again; nothing was paid in between."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Pay:
    """A card of the hand is discarded for its command points (FG-P1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Settle:
    """The placements are closed: nothing is due any more, and none can be taken back."""


@dataclass(frozen=True, slots=True)
class PlayReserves:
    """Reserves is played: three cards are drawn (FG-R1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class EndActions:
    """The actions phase ends (FG-T0)."""


@dataclass(frozen=True, slots=True)
class DrawThree:
    """Three cards are drawn at the end of the turn (FG-D1)."""


@dataclass(frozen=True, slots=True)
class DiscardToDraw:
    """A card of the hand is discarded, and its command points are drawn in cards (FG-D1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class DiscardDown:
    """A card above the limit of nine leaves the hand (FG-D1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The player whose deck is empty has shuffled the discards into a new one (FG-K1)."""

    player: Side


@dataclass(frozen=True, slots=True)
class Advance:
    """The active player's advance: control changes (FG-A1). It happens by itself."""


@dataclass(frozen=True, slots=True)
class EndFlank:
    """The flank attack phase ends (FG-T0)."""


@dataclass(frozen=True, slots=True)
class FlankAttack:
    """A vulnerable column is attacked in the flank (FG-F2)."""

    column: Column


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    """A column is attacked in the actions phase (FG-C1)."""

    column: Column


@dataclass(frozen=True, slots=True)
class ChooseLead:
    """A unit leads the attack, or its owner's defence (FG-C1)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class PlayOverlap:
    """Overlap is played for the attack under way (FG-C5)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class BonusFromHand:
    """A card of the hand is the bonus card; ``card`` None while it is hidden from whoever keeps the record."""

    player: Side
    card: Hidden = None


@dataclass(frozen=True, slots=True)
class BonusFromDeck:
    """The top card of the deck is the bonus card. With full knowledge `Drawn` tells which."""

    player: Side


@dataclass(frozen=True, slots=True)
class NoBonus:
    """Who has neither hand nor deck nor discards goes without a bonus card (FG-C1). It happens by itself."""

    player: Side


@dataclass(frozen=True, slots=True)
class Retreat:
    """A defending unit retreats (FG-C2)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class EndRetreat:
    """No more units retreat."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Both bonus cards are shown, and the attack is resolved (FG-C6); None for who has none."""

    red: Bonus
    blue: Bonus

    def of(self, player: Player) -> str | None:
        return self.red if player == "red" else self.blue


@dataclass(frozen=True, slots=True)
class Rampage:
    """The top card of the loser's deck goes to the winner (FG-C7); ``card`` None if nobody saw it."""

    player: Side
    card: Hidden = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card is drawn from a deck of which every card is known: what chance decides, told one by one."""

    card: Unit


@dataclass(frozen=True, slots=True)
class LayTerrain:
    """A terrain card is drawn and laid in a column (FG-S1)."""

    card: Terrain
    column: Column


@dataclass(frozen=True, slots=True)
class Keep:
    """A card of the four offered is kept for the army (FG-S2)."""

    card: Unit


@dataclass(frozen=True, slots=True)
class Ready:
    """At a table: the player has drafted an army and drawn nine cards (FG-S2)."""

    player: Side


@dataclass(frozen=True, slots=True)
class First:
    """The first player is found (FG-S2)."""

    player: Side


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

# Where the word is another one than the class's name.
_OTHERS: dict[str, type] = {
    "reserves": PlayReserves,
    "draw": DrawThree,
    "attack": DeclareAttack,
    "lead": ChooseLead,
    "overlap": PlayOverlap,
    "terrain": LayTerrain,
}
NOTATION: Notation[Action] = Notation(
    named(Action, _OTHERS), {Same: (_EITHER, _EITHER)}, game="Field of Glory"
)
notation, parse = NOTATION.write, NOTATION.parse
