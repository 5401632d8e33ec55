"""What a column button means, pressed: whom a card is for, how much is bid, where an attack starts and goes."""

from __future__ import annotations

from signifer_core.layout import Side
from signifer_core.procedure import Answer, Prompt, Table
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..rules import DarkAgeArena
from ..rules.attack import to_go
from ..rules.reasons import in_all, reason
from ..rules.turn import bid_refusals
from ..state import OPEN_STEPS, PLACES, State
from . import facing, whom
from .laying import before_played
from .said import in_play, number, side_of_target, with_number
from .spots import COMBAT_ZONE, PLAYED, played_zone

_WAYS: dict[int, act.Way] = {1: "1", 2: "2", 3: "3", 4: "solitary"}


def pressed(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    """A column button of a side."""
    state = table.state
    card = in_play(table, side)
    if card is not None and (of := side_of_target(rules.deck, card)) is not None:
        return whom.pressed(rules, table, side, of, card, column)
    if state.step in OPEN_STEPS:
        return _of_both(rules, table, side, column)
    if side != state.active or rules.due(state) or state.step in ("shoot", "strike", "spoils"):
        return _idle(rules, state, side)
    return _in_combat(rules, table, side, column)


def _idle(rules: DarkAgeArena, state: State, side: Side) -> Answer[act.Action]:
    """A column of who has nothing to decide, or while dice are due."""
    if rules.due(state) is None and side != state.active and state.step != "spoils":
        found = reason("not-your-turn", side, "DA-19", Fix(Verb.WAIT), step=state.step, active=state.active)
        return Answer(refusals=found)
    return _nothing(state, side)


def _nothing(state: State, side: Side) -> Answer[act.Action]:
    return Answer(prompts=(Prompt(side, state.step, "no-such-gesture"),))


def _of_both(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    """A bid grows by the column's number; in `supply` column 5 is a card for LOG, beside the
    moves that wait."""
    state = table.state
    if state.step in ("bid", "contest") and rules.due(state) is None:
        bid = (number(table.held, "bid", side) or 0) + column
        if found := bid_refusals(rules.deck, state, act.Bid(side, bid)):
            return Answer(refusals=found)
        return Answer(held=with_number(table.held, "bid", side, bid))
    if state.step == "supply" and column == int(PLAYED):
        if number(table.held, "buy", side):
            return Answer(held=with_number(table.held, "buy", side, None))
        after = before_played(rules, table, played_zone(side))
        if found := in_all(rules.refusals(after, act.Buy(side)), state, after):
            return Answer(refusals=found)
        return Answer(held=with_number(table.held, "buy", side, 1))
    return _nothing(state, side)


def _in_combat(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    state = table.state
    match state.step:
        case "declare" | "muster" if column in _WAYS:
            return _tried(rules, state, act.Declare(side, _WAYS[column]))
        case "target" if column in PLACES:
            return Answer(held=with_number(table.held, "place", side, column))
        case "defend" if column in _WAYS:
            alone = 1 if str(column) == COMBAT_ZONE else None
            return Answer(held=with_number(table.held, "alone", side, alone))
        case "yield" | "home" if column in PLACES:
            return _tried(rules, state, act.Assign(to_go(state)[0], column))
        case step if step in facing.STEPS:
            return facing.chosen(rules, table, side, column)
        case _:
            return _nothing(state, side)


def _tried(rules: DarkAgeArena, state: State, action: act.Action) -> Answer[act.Action]:
    found = rules.refusals(state, action)
    return Answer(refusals=found) if found else Answer((action,))
