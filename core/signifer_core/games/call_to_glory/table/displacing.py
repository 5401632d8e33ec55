"""How a displaced set of Call to Glory goes to its pad, card by card or all at once (CG-3, CG-4)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import PAD, Zone
from signifer_core.procedure import Held, Table

from .. import actions as act
from ..deck import kind_of
from ..rules.reasons import open_pads
from ..state import PLAY, State
from .spots import lying, may_be_one_of, may_lie, piled


def on_the_way(state: State, laid: frozenset[tuple[str, Zone]]) -> frozenset[tuple[str, Zone]]:
    """What has been laid of a displaced set, on a pad that still takes it."""
    moving, pads = state.displaced, open_pads(state)
    return frozenset(
        (card, zone)
        for card, zone in laid
        if moving and zone.place == PAD and zone.side in pads and may_be_one_of(state, moving, card)
    )


def arrived(table: Table[State], after: State) -> Held:
    """What hands have begun, once a displaced set counts as discarded: what was laid of it lies in its pile, as it was
    read there, and with it what undo had asked back and nobody has lifted."""
    before, held = table.state, table.held
    there = on_the_way(before, held.laid) - on_the_way(after, held.laid)
    pads = {zone for _, zone in there}
    there |= {spot for spot in on_the_way(before, table.leaving) if spot[1] in pads}
    return replace(held, laid=held.laid - there, shown=held.shown | there)


def left_behind(table: Table[State], card: str, zone: Zone) -> str | None:
    """The card of a displaced set that stays where ``card`` lay, if that is of the larger set and goes to a pad in its
    place: they are equal, lay in one column, and nobody can tell them apart. None if ``card`` is no such one. Once the
    set counts as laid there, it is one of those that are still to leave."""
    state = table.state
    there, new = state.displaced, state.set_of(kind_of(card))
    if zone.place != PAD or new is None:
        return None
    home = dict(lying(new)).get(card)
    if there is None:
        late = ((twin, at) for twin, at in sorted(table.leaving) if (twin, zone) in piled(state))
        return next((twin for twin, at in late if at == home and kind_of(twin) == new.kind), None)
    if there.kind != new.kind:
        return None
    gone = {laid for laid, _ in table.held.laid}
    return next((twin for twin, at in lying(there) if at == home and twin not in gone), None)


def waiting_there(table: Table[State], card: str, zone: Zone) -> str | None:
    """The same before `ok`: the card that waits to displace a set of that side where ``card`` of this set lay, if that
    is carried elsewhere. So it is not with cards that are only silent, or that nobody knows."""
    there = table.state.set_of(kind_of(card))
    if there is None or card not in there.cards.named or table.state.step != PLAY:
        return None
    home = dict(lying(there)).get(card)
    if home is None or table.held.named is not None or (zone.place != PAD and zone.side != home.side):
        return None
    return next(
        (twin for twin, at in sorted(table.held.laid) if at == home and kind_of(twin) == kind_of(card)), None
    )


def all_away(table: Table[State]) -> tuple[act.Displace, ...]:
    """What counts once every card of a displaced set lies on its pad; nothing before."""
    there = table.state.displaced
    return begun_away(table) if there is not None and len(table.held.laid) == there.size else ()


def still_there(state: State) -> tuple[tuple[str, Zone], ...]:
    """Where cards of a displaced set may lie, which are to leave once it counts as laid on its pad."""
    return tuple(may_lie(state, state.displaced)) if state.displaced is not None else ()


def begun_away(table: Table[State]) -> tuple[act.Displace, ...]:
    """A displaced set of which cards lie on its pad counts as laid there, as it is one discard."""
    laid = table.held.laid if table.state.displaced is not None else ()
    return (act.Displace(min(laid)[1].side),) if laid else ()
