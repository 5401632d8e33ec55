"""A position of Call to Glory as pages are told it: nothing in it is hidden from anybody."""

from __future__ import annotations

from signifer_core.games.call_to_glory.deck import KINDS, Deck, kind_of
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.rules.scoring import points
from signifer_core.games.call_to_glory.rules.turn import needed
from signifer_core.games.call_to_glory.state import KINDS_TO_END, OVER, PADS, SCORE, STOCKS, CardSet, State
from signifer_core.layout import PAD
from signifer_core.procedure import Table

from signifer_firmware.web.game import View


def position(deck: Deck, table: Table[State]) -> View:
    """All but the cards in hands, face-down piles and missions, which only the world knows."""
    rules = CallToGlory(deck)
    state = rules.view(table.state, "")
    return {
        "seat": state.active if state.hands else None,
        "deciders": sorted(rules.actors(state)),
        "round": state.round,
        "rounds": state.rounds,
        "variant": state.variant,
        "starter": state.starter,
        "enough": KINDS_TO_END.get(len(state.hands)),
        "seats": [_seat(deck, state, seat) for seat in state.seats],
        "sets": [_set(each) for each in state.sets],
        "needed": {kind: needed(deck, state, kind) for kind in KINDS} if state.hands else {},
        "laying": _laying(table),
        "displaced": None if state.displaced is None else _set(state.displaced),
        "struck": state.struck,
        "named": table.held.named,
        "pads": {pad: _pad(state, pad) for pad in PADS},
        "stocks": dict(zip(STOCKS, state.piles, strict=True)),
        "empty": sorted(state.empty),
        "drawn": [*state.drawn, *(zone.side for _, zone in table.held.lifted)],
        "supply": state.supply,
        "revealed": sorted(state.revealed),
    }


def _seat(deck: Deck, state: State, seat: str) -> View:
    """What everybody knows of a player: cards that were drawn openly, points of this round so far and of all, figures,
    how many missions are left, and which letters they may have."""
    place = state.place(seat)
    scored = state.step in (SCORE, OVER)
    rounds = state.scores[place]
    return {
        "seat": seat,
        "hand": state.hand(seat).number,
        "seen": sorted(state.hand(seat).seen),
        "kinds": len(state.kinds(seat)),
        "rounds": list(rounds),
        "points": rounds[-1] if scored and rounds else points(deck, state)[place],
        "total": sum(rounds),
        "figures": state.figures[place],
        "usable": state.usable(seat),
        "letters": state.letters[place] if state.letters else "",
        "missions": state.missions[place].number if state.missions else 0,
    }


def _set(each: CardSet) -> View:
    return {
        "kind": each.kind,
        "owner": each.owner,
        "size": each.size,
        "cards": sorted(each.cards.named),
        "columns": sorted({column for _, column in each.columns}),
    }


def _pad(state: State, pad: str) -> View:
    """A discard pile: how many cards it has, and which of them lie on top, for all that anybody knows."""
    return {"number": state.on_pad(pad), "top": sorted(state.top(pad).named)}


def _laying(table: Table[State]) -> View | None:
    """What is being laid as a set, as far as it was read: its kind, and how many cards."""
    laid = [card for card, zone in table.held.laid if zone.place != PAD]
    return {"kind": kind_of(laid[0]), "number": len(laid)} if laid else None
