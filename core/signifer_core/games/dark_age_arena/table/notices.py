"""What players of Dark Age Arena are told beside what they are asked: keys of its texts, with their figures."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.layout import SIDES, Layout
from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Figures

from ..deck import Deck
from ..deck.printed import Victory
from ..deck.sources import leader_name
from ..rules.effects import place_name
from ..state import GOAL, State
from .spots import MOST_HEARD, PLAYED, crowded

# From so many points on both are told.
NEAR = 7
assert NEAR < GOAL


def notices(deck: Deck, table: Table[State], seen: Layout) -> tuple[Prompt, ...]:
    """Of a column in which too many cards are read its own side is told, of all else both."""
    state = table.state
    if state.step == "over":
        return ()
    for_both = (*_invented(deck, state), *_by_hand(deck, table), *_of_stocks(state), *_of_points(state))
    told = [(side, key, figures) for side in SIDES for key, figures in for_both]
    told += [
        (zone.side, "crowded", (("column", int(zone.place)), ("limit", MOST_HEARD))) for zone in crowded(seen)
    ]
    return tuple(Prompt(side, state.step, key, figures) for side, key, figures in told)


def _invented(deck: Deck, state: State) -> Iterator[tuple[str, Figures]]:
    """As the game begins: which decks no such cards were ever printed of."""
    names = [deck.file(side).name for side in SIDES if deck.file(side).invented]
    if names and state.step == "assemble":
        yield "invented", (("decks", ", ".join(names)),)


def _by_hand(deck: Deck, table: Table[State]) -> Iterator[tuple[str, Figures]]:
    """What is printed on leaders as the game begins, on cards that are being played, and on a place under attack, and
    is done by hand (DA-43)."""
    state = table.state
    if state.step == "assemble":
        for side in SIDES:
            yield from _note(leader_name(side), deck.leader(side).note)
    combat = state.combat
    if combat is not None and combat.target:
        place = deck.place(combat.defender, combat.target)
        yield from _note(place_name(combat.defender, combat.target), place.note)
    for card in filter(deck.__contains__, _being_played(deck, table)):
        yield from _note(card, deck.printed(card).note)


def _note(of: str, note: str) -> Iterator[tuple[str, Figures]]:
    if note:
        yield "by-hand", (("card", of), ("note", note))


def _being_played(deck: Deck, table: Table[State]) -> list[str]:
    """Cards that wait for `ok` or for a roll, and those that have just been played, until they are taken away; of cards
    that lay face down victory cards alone, as a bluff is not played."""
    state, combat = table.state, table.state.combat
    found = {card for card, _ in table.held.laid if state.standing(card) is None}
    found |= {player.draft.card for _, player in state.players if player.draft is not None}
    if combat is not None:
        found |= {card for card in (combat.alone, combat.asked) if card is not None}
    fought = state.latest_combat
    shown = [each.card for each in fought.shown if deck.is_a(Victory, each.card)] if fought else []
    return sorted(found | {card for card, zone in table.leaving if zone.place == PLAYED or card in shown})


def _of_stocks(state: State) -> Iterator[tuple[str, Figures]]:
    """Whose stock is empty (DA-21)."""
    for side, player in state.players:
        if not player.left:
            yield "stock-empty", (("player", side),)


def _of_points(state: State) -> Iterator[tuple[str, Figures]]:
    """Who may soon have won (DA-1)."""
    for side, player in state.players:
        if player.score >= NEAR:
            yield "near-ten", (("player", side), ("points", player.score))
