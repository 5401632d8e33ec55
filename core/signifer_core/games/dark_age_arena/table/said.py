"""What a side has said with buttons, or laid, that is no action yet; and what of it still means something.

`Held.entered` has it in its order, so that undo takes back what came last: the cards that wait for `ok`, and numbers
under a word and a side ("bid red"). `Held.shown` has who was chosen for the card in column 5.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from signifer_core.layout import SIDES, Side, Zone
from signifer_core.procedure import Held, Table

from ..deck import Deck, side_of_card, sort_of
from ..deck.printed import Equipment, Instant
from ..state import State
from .spots import COMBAT_ZONE, PLAYED, pad, played_zone, spots, waiting

# What is bid; which enemy or confrontation is meant; who of the attacker's is paired first; which place is attacked;
# that the defender sends one alone; that a card is to be drawn for LOG; that somebody was chosen.
Word = Literal["bid", "facing", "first", "place", "alone", "buy", "target"]
STEPS_OF: dict[Word, tuple[str, ...]] = {
    "bid": ("bid", "contest"),
    "facing": ("aim", "pair", "assist"),
    "first": ("pair",),
    "place": ("target",),
    "alone": ("defend",),
    "buy": ("supply",),
}


def number(held: Held, word: Word, side: Side) -> int | None:
    """The number that a side has entered under a word."""
    return dict(held.entered).get(f"{word} {side}")


def with_number(held: Held, word: Word, side: Side, value: int | None) -> Held:
    """With another number under the word, said last; without any, if it is None."""
    name = f"{word} {side}"
    rest = tuple(entry for entry in held.entered if entry[0] != name)
    return replace(held, entered=rest if value is None else (*rest, (name, value)))


def with_laid(held: Held, card: str, zone: Zone) -> Held:
    """With one more card that waits for `ok`."""
    return replace(held, laid=held.laid | {(card, zone)}, entered=(*held.entered, (card, 0)))


def without_laid(held: Held, card: str, zone: Zone) -> Held:
    """Without a card that waited; who was chosen for it means nothing then (`kept`)."""
    entered = tuple(entry for entry in held.entered if entry[0] != card)
    return replace(held, laid=held.laid - {(card, zone)}, entered=entered)


def target(held: Held, side: Side) -> str | None:
    """Who was chosen for the card in column 5 of a side."""
    return next((card for card, zone in held.shown if zone == played_zone(side)), None)


def with_target(held: Held, side: Side, card: str | None) -> Held:
    zone = played_zone(side)
    shown = frozenset(spot for spot in held.shown if spot[1] != zone)
    held = replace(held, shown=shown if card is None else shown | {(card, zone)})
    return with_number(held, "target", side, None if card is None else 1)


def in_play(table: Table[State], side: Side) -> str | None:
    """The card that waits in column 5 of a side."""
    return next((card for card, _ in waiting(table, side, PLAYED)), None)


def side_of_target(deck: Deck, card: str) -> Side | None:
    """The side on which somebody has to be chosen for a card; None if nobody has."""
    printed, side = deck.printed(card), side_of_card(card)
    if isinstance(printed, Equipment):
        return side
    if not isinstance(printed, Instant) or printed.target is None:
        return None
    return side if printed.target == "own" else next(each for each in SIDES if each != side)


# What still means something


def kept(deck: Deck, state: State, held: Held) -> Held:
    """What of ``held`` still means something in ``state``: cards that may still wait where they lie, who is chosen for
    them, numbers of their step. Face-down cards are those of the state."""
    there = spots(state)
    laid = frozenset(spot for spot in held.laid if spot not in there and may_wait(deck, state, *spot))
    played = {zone.side for _, zone in laid if zone.place == PLAYED}
    shown = frozenset(
        (card, zone) for card, zone in held.shown if zone.side in played and state.standing(card) is not None
    )
    chosen = {zone.side for _, zone in shown}
    cards = {card for card, _ in laid}
    entered = tuple(
        (name, value)
        for name, value in held.entered
        if name in cards or (" " in name and _means(state, name, chosen))
    )
    offered = frozenset((card, pad(side)) for side, each in state.players for card in each.face_down.named)
    return Held(laid=laid, shown=shown, entered=entered, offered=offered)


def _means(state: State, name: str, chosen: set[Side]) -> bool:
    for word, steps in STEPS_OF.items():
        for side in SIDES:
            if name == f"{word} {side}":
                if word in ("bid", "buy"):
                    return state.step in steps and (word == "buy" or state.player(side).bid is None)
                gone = word == "alone" and state.combat is not None and state.combat.alone is not None
                return state.step in steps and side == state.active and not gone
    return any(name == f"target {side}" for side in chosen)


def may_wait(deck: Deck, state: State, card: str, zone: Zone) -> bool:
    """Whether a card that waits for `ok` in a zone may go on waiting there."""
    side, sort = zone.side, sort_of(deck.printed(card))
    if zone.place == COMBAT_ZONE:
        waits = state.step in ("muster", "defend") and side == state.active
        fighter = state.standing(card) is not None or state.may_hold(side, card)
        return waits and fighter and state.combat is not None and state.combat.alone is None
    if state.standing(card) is not None:
        return state.step == "supply"
    if sort == "artifact":
        laid = any(spot.artifact == card for spot in state.player(side).spots)
        return state.step == "assemble" and not laid
    steps: dict[str, tuple[str, ...]] = {
        "character": ("draft",),
        "supply": ("prepare",),
        "weapon": ("prepare",),
        "skill": ("prepare",),
    }
    rightly = sort == "instant" or state.step in steps.get(sort, ())
    return rightly and state.may_hold(side, card) and state.step != "over"
