"""Where things of Dark Age Arena lie on the table: places, the combat zone, the card being played, pads."""

from __future__ import annotations

from signifer_core.layout import PAD, ZONES, Layout, Side, Zone
from signifer_core.procedure import Table

from ..deck import side_of_card
from ..state import PLACES, State

COMBAT_ZONE, PLAYED = "4", "5"  # columns
PLACE_COLUMNS = tuple(map(str, PLACES))
# So many cards of a zone are looked for; with more, others may be heard no longer.
MOST_HEARD = 8

Spot = tuple[str, Zone]


def column_of(place: int) -> str:
    """The column of a place, or of the combat zone (0)."""
    return str(place) if place else COMBAT_ZONE


def pad(side: Side) -> Zone:
    return Zone(PAD, side)


def played_zone(side: Side) -> Zone:
    return Zone(PLAYED, side)


def combat_zone(side: Side) -> Zone:
    return Zone(COMBAT_ZONE, side)


def spots(state: State) -> frozenset[Spot]:
    """Every card that the rules have on the table, with each zone in which it may be read. Equipment goes with its
    bearer, wherever it is read among its owner's places and fighters."""
    found: set[Spot] = set()
    for each in state.characters:
        side = side_of_card(each.card)
        found.add((each.card, Zone(column_of(each.place), side)))
        found |= {
            (gear, Zone(column, side)) for gear in each.gear for column in (*PLACE_COLUMNS, COMBAT_ZONE)
        }
    for side, player in state.players:
        for place, spot in zip(PLACES, player.spots, strict=True):
            zone = Zone(str(place), side)
            found |= {(card, zone) for card in (spot.supply, spot.artifact) if card is not None}
        if player.draft is not None:
            found.add((player.draft.card, Zone(str(player.draft.place), side)))
        found |= {(card, pad(side)) for card in player.face_down.named}
    if state.combat is not None and state.combat.alone is not None:
        alone = state.combat.alone
        found.add((alone, combat_zone(side_of_card(alone))))
    return frozenset(found)


def home(state: State, card: str) -> Zone | None:
    """Where a card of the table is to lie; None if it is not in play. Equipment: with its bearer."""
    side = side_of_card(card)
    if bearer := state.bearer(card) or state.standing(card):
        return Zone(column_of(bearer.place), side)
    return next((zone for each, zone in sorted(spots(state)) if each == card), None)


def waiting(table: Table[State], side: Side, *columns: str) -> list[Spot]:
    """What lies on a side and waits for `ok`, in the order laid; in these columns, if any are named."""
    order = {name: number for number, (name, _) in enumerate(table.held.entered)}
    laid = [(card, zone) for card, zone in table.held.laid if zone.side == side]
    laid = [(card, zone) for card, zone in laid if not columns or zone.place in columns]
    return sorted(laid, key=lambda spot: (order.get(spot[0], len(order)), spot[1], spot[0]))


def lying(table: Table[State], side: Side) -> dict[str, str]:
    """The column in which each of a side's characters in play lies, as screens show them: first who waits for `ok`, in
    its new column, and who is to fight alone and is not paid yet, in the combat zone; then all others at their places
    and in the combat zone, in the order of play."""
    state = table.state
    alone = state.combat.alone if state.combat is not None else None
    away = [(card, zone.place) for card, zone in waiting(table, side)]
    if alone is not None and side_of_card(alone) == side:
        away.append((alone, COMBAT_ZONE))
    found = {card: column for card, column in away if state.standing(card) is not None}
    return found | {
        each.card: column_of(each.place) for each in state.of_side(side) if each.card not in found
    }


def crowded(seen: Layout) -> tuple[Zone, ...]:
    """The columns of places and fighters in which more cards are read than can be told from a newcomer: the others of
    them are to be piled beside the table, as equipment may be."""
    return tuple(zone for zone in ZONES if zone.place not in (PAD, PLAYED) and len(seen[zone]) > MOST_HEARD)
