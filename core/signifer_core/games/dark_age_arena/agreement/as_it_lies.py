"""A game of Dark Age Arena that is taken over as it lies: who is at which place, with supply and artifacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Layout, Zone
from signifer_core.rules import Fix, Refusal, Verb

from ..deck import Deck, side_of_card, sort_of
from ..rules.effects import is_unique_in_play
from ..state import PLACES, Spot, Standing, State
from .settled import taken_out

SORTS = ("character", "supply", "artifact")


def found(deck: Deck, state: State, seen: Layout) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
    """What lies at another place than the table believes, each as "red/knight-1:2"; and what cannot lie there. Not who
    is drafted: whose draft is not settled is not in play yet, nor of the hand, and lies there already."""
    words: list[str] = []
    refusals: list[Refusal] = []
    told, done = state, {player.draft.card for _, player in state.players if player.draft is not None}
    for zone, card in _read(deck, seen):
        side, place = zone.side, int(zone.place)
        if _place(told, card) == place or card in done:
            continue
        done.add(card)
        code = _against(deck, told, card, zone)
        if code is None:
            words.append(f"{card}:{place}")
            told = moved(deck, told, card, place)
        else:
            fix = Fix(Verb.TAKE, card, zone.place)
            refusals.append(Refusal.of(code, side, "DA-43", fix, card, card=card, place=place))
    return tuple(words), tuple(refusals)


def _read(deck: Deck, seen: Layout) -> Iterator[tuple[Zone, str]]:
    """The cards at places that can be there by themselves, on the side of their owner."""
    for side in SIDES:
        for place in PLACES:
            zone = Zone(str(place), side)
            for card in seen[zone]:
                if card in deck and side_of_card(card) == side and sort_of(deck.printed(card)) in SORTS:
                    yield zone, card


def _place(state: State, card: str) -> int | None:
    """At which place a card is in play."""
    if standing := state.standing(card):
        return standing.place
    spots = state.player(side_of_card(card)).spots
    return next(
        (place for place, spot in zip(PLACES, spots, strict=True) if card in (spot.supply, spot.artifact)),
        None,
    )


def _against(deck: Deck, state: State, card: str, zone: Zone) -> str | None:
    """Why a card cannot be taken as it lies, in a code; None if it can be."""
    spot = state.player(zone.side).spot(int(zone.place))
    match sort_of(deck.printed(card)):
        case "character":
            if state.standing(card) is None and is_unique_in_play(deck, state, card):
                return "in-play"
        case "supply":
            if spot.pillaged:
                return "pillaged"
            if spot.supply is not None:
                return "supply-there"
        case _:
            if spot.artifact is not None:
                return "no-room"
    return None


def moved(deck: Deck, state: State, card: str, place: int) -> State:
    """With a card at a place, wherever it was before."""
    side, sort = side_of_card(card), sort_of(deck.printed(card))
    now = _place(state, card)
    standing = state.standing(card)
    if standing is not None:
        return state.with_standing(replace(standing, place=place))
    if now is None and sort != "artifact":
        state = taken_out(state, card)
    if sort == "character":
        return state.with_standing(Standing(card, place))
    player = state.player(side)
    if now is not None:
        player = player.with_spot(now, _with(player.spot(now), sort, None))
    player = player.with_spot(place, _with(player.spot(place), sort, card))
    return state.with_player(side, player)


def _with(spot: Spot, sort: str, card: str | None) -> Spot:
    return replace(spot, supply=card) if sort == "supply" else replace(spot, artifact=card)


def taken(deck: Deck, state: State, words: Sequence[str]) -> State:
    """The state with each card at the place that is said; RulesError for words of which one cannot be so."""
    for word in words:
        card, _, place = word.partition(":")
        good = card in deck and sort_of(deck.printed(card)) in SORTS and place in map(str, PLACES)
        if not good or _against(deck, state, card, Zone(place, side_of_card(card))) is not None:
            raise RulesError(
                f'"{word}" is no card with its place, such as red/knight-1:2, that can lie there'
            )
        state = moved(deck, state, card, int(place))
    return state
