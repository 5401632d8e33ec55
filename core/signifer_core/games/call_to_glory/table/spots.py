"""Where things of Call to Glory lie on the table: seats, columns of sets, and the pads, which are the discard piles."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.layout import COLUMNS, PAD, SIDES, Side, Zone
from signifer_core.procedure import Table
from signifer_core.rules import Fix, Verb

from ..deck import MISSION_KINDS, kind_of
from ..state import DISPLACE, DRAW, PADS, PLAY, SIDE_OF, STOCKS, CardSet, State

PAD_ZONES = {pad: Zone(PAD, pad) for pad in PADS}
# The columns whose buttons mean the face-down piles that lie beside them.
STOCK_AT = {1: STOCKS[0], 5: STOCKS[1]}


def side_of(seat: str) -> Side:
    """The side of the table on which a player sits."""
    return SIDE_OF[seat]


def called(state: State, seat: str) -> str:
    """Whom people mean by a player: where two play their side of the table, else their number."""
    return side_of(seat) if len(state.hands) == 2 else seat


def taken_from(card: str, zone: Zone) -> Fix:
    """To take a card away; of the two pads, which are everybody's, from which."""
    return Fix(Verb.TAKE, card, f"{PAD} {zone.side}" if zone.place == PAD else zone.place)


def answerer_at(state: State, zone: Zone) -> Side:
    """Who is asked whether silent cards were lifted: of the pads, which are everybody's, whoever lays a set away there,
    else who draws or discards."""
    owing = state.displaced.owner if state.displaced is not None else state.active
    return side_of(owing) if zone.place == PAD else zone.side


def columns_of(side: Side) -> tuple[Zone, ...]:
    """The five columns of a side, where sets are laid."""
    return tuple(Zone(str(column), side) for column in COLUMNS)


def is_mission(card: str) -> bool:
    return kind_of(card) in MISSION_KINDS


def lying(each: CardSet) -> Iterator[tuple[str, Zone]]:
    """The cards of a set by name, each with the zone in which it lies."""
    return ((card, Zone(column, side_of(each.owner))) for card, column in sorted(each.columns))


def may_lie(state: State, each: CardSet) -> Iterator[tuple[str, Zone]]:
    """The same without cards that are known by now to be elsewhere, or to be none of its silent ones. One of which
    nobody knows the column, as the set came to the other side, in any."""
    yield from (spot for spot in lying(each) if state.may_be_among(each.cards, spot[0]))
    for card in sorted(each.cards.named - {card for card, _ in each.columns}):
        yield from ((card, zone) for zone in columns_of(side_of(each.owner)))


def sets_in(state: State, zone: Zone) -> tuple[CardSet, ...]:
    """The sets of which cards lie in the zone. One that was only counted, so that nobody knows where any of its cards
    lies, may lie in any column of its owner's side."""
    return tuple(
        each
        for each in state.sets
        if any(at == zone for _, at in lying(each))
        or (not each.columns and zone in columns_of(side_of(each.owner)))
    )


def may_be_one_of(state: State, each: CardSet, card: str) -> bool:
    """Whether a card is, or may be as far as anybody knows, one of a set's."""
    return kind_of(card) == each.kind and state.may_be_among(each.cards, card)


def targets_in(state: State, column: int) -> tuple[CardSet, ...]:
    """The sets of opponents in a column, on either side."""
    there = {each.kind for side in SIDES for each in sets_in(state, Zone(str(column), side))}
    return tuple(each for each in state.sets if each.owner != state.active and each.kind in there)


def sides_asked(state: State, column: int) -> frozenset[Side]:
    """The sides on which opponents sit who have a card to lay on a pad while a figure waits for one of that column."""
    asked = (*targets_in(state, column), *filter(None, (state.displaced,)))
    return frozenset(side_of(each.owner) for each in asked if each.owner != state.active)


def may_be_empty(state: State, column: int) -> str | None:
    """The face-down pile beside a column that `ok` of the active player's side may mean: none where another player of
    that side is asked for a card and may press `ok` as well."""
    return None if side_of(state.active) in sides_asked(state, column) else pile_beside(state, column)


def pile_beside(state: State, column: int) -> str | None:
    """The face-down pile beside a column, unless everybody knows already that it is empty, or that what is left lies
    there."""
    pile = STOCK_AT.get(column)
    return None if pile in state.empty or state.in_one_pile else pile


def piled(state: State) -> frozenset[tuple[str, Zone]]:
    """All cards that lie in the discard piles, each with its pad."""
    return frozenset(
        (card, PAD_ZONES[pad]) for pad in PADS for layer in state.layers(pad) for card in layer.named
    )


def still_piled(state: State, spots: frozenset[tuple[str, Zone]]) -> frozenset[tuple[str, Zone]]:
    """Those cards, each with its pad, that lie in its pile, or may be one of those that nobody could name."""
    return frozenset(
        (card, zone)
        for card, zone in spots
        if zone.place == PAD and any(state.may_be_among(layer, card) for layer in state.layers(zone.side))
    )


def lifted_from(table: Table[State], pad: Side) -> tuple[str, ...]:
    """The cards that were lifted from a pad in this draw, and are not drawn yet."""
    return tuple(card for card, zone in table.held.lifted if zone == PAD_ZONES[pad])


def may_be_on_top(table: Table[State], card: str, pad: Side) -> bool:
    """Whether a card may lie on top of a discard pile: in its upper layer or, once all of that was lifted, in the next.

    Of a displaced set nobody knows which card lies on top; they are equal. Nor does anybody know what was only counted.
    """
    lifted = lifted_from(table, pad)
    gone = len(lifted)
    for layer in reversed(table.state.layers(pad)):
        if layer.number > gone:
            return card not in lifted and table.state.may_be_among(layer, card)
        gone -= layer.number
    return False


def too_much(table: Table[State]) -> list[tuple[str, Zone]]:
    """What lies on the pads beside a set that is being laid, or beside another card that is discarded (CG-2)."""
    on_pads = sorted((card, zone) for card, zone in table.held.laid if zone.place == PAD)
    return on_pads if len(on_pads) < len(table.held.laid) else on_pads[1:]


def tops(table: Table[State]) -> frozenset[tuple[str, Zone]]:
    """What may lie on top of a discard pile, each card with its pad."""
    spots = (piled(table.state) | table.held.shown) - table.held.lifted
    return frozenset((card, zone) for card, zone in spots if may_be_on_top(table, card, zone.side))


def watched(table: Table[State]) -> frozenset[tuple[str, Zone]]:
    """What counts once it is read on its pad: while cards are drawn whatever may lie on top there; before that only a
    top card that is sure, and was not read there yet, in case the next player lifts it early."""
    state = table.state
    if state.step == DRAW:
        return tops(table)
    sure = [pad for pad in PADS if state.step in (PLAY, DISPLACE) and state.top(pad).number == 1]
    return (
        frozenset((card, PAD_ZONES[pad]) for pad in sure for card in state.top(pad).named) - table.held.shown
    )


def is_watched(table: Table[State], card: str, zone: Zone) -> bool:
    """Whether a card that is read there is one of those; what was only counted may be any."""
    if table.state.step != DRAW:
        return (card, zone) in watched(table)
    return zone.place == PAD and may_be_on_top(table, card, zone.side)
