"""Who faces whom, with column buttons: whom shooters aim at, pairs, support (DA-28 to DA-30, DA-36)."""

from __future__ import annotations

from signifer_core.layout import COLUMNS, Side, other
from signifer_core.procedure import Answer, Table
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import side_of_card
from ..rules import DarkAgeArena
from ..rules.combat import free, to_pair, unaimed
from ..rules.reasons import Reasons, reason
from ..state import ROUND_STEPS, State
from .said import number, with_number

_RULING = {"aim": "DA-28", "pair": "DA-29", "assist": "DA-30"}
STEPS = tuple(_RULING)


# In these steps columns are fighters, later confrontations.
BY_FIGHTER = ("aim", "shoot", "pair")
Group = tuple[str, ...]  # who confronts, then who supports


def groups(state: State, side: Side) -> tuple[Group, ...]:
    """In a round, whom the columns show of a side, by number: each fighter, later those of each confrontation."""
    combat = state.combat
    if combat is None or state.step not in ROUND_STEPS:
        return ()
    if combat.round == "ranged" or state.step in BY_FIGHTER:
        return tuple((card,) for card in state.fighters(side))
    number = 0 if side == combat.attacker else 1
    return tuple(
        (each.pair[number], *(card for card in each.supporters if side_of_card(card) == side))
        for each in combat.confrontations
    )


def shown_in(state: State, side: Side, column: int) -> list[str]:
    """Who of a side is shown in a column in a round; in the last one all for whom there is none."""
    found = groups(state, side)[column - 1 :]
    return [card for group in (found if column == COLUMNS[-1] else found[:1]) for card in group]


def acting(rules: DarkAgeArena, table: Table[State]) -> str | None:
    """The fighter for whom somebody is chosen now; None if it is no such step."""
    state = table.state
    match state.step:
        case "aim":
            return next(iter(unaimed(rules.deck, state, state.active)), None)
        case "pair":
            among = to_pair(state, state.active)
            return among[(number(table.held, "first", state.active) or 0) % len(among)] if among else None
        case "assist":
            return next(iter(free(state, state.active)), None)
        case _:
            return None


def shown(state: State) -> tuple[str, ...]:
    """What the columns show, by their numbers: enemies of whoever decides, or confrontations by their attackers."""
    if state.combat is None:
        return ()
    if state.step == "assist":
        return tuple(each.attacker for each in state.combat.confrontations)
    return state.fighters(other(state.active))


def possible(state: State) -> list[int]:
    """The columns of which one can be chosen."""
    numbers = range(1, len(shown(state)) + 1)
    if state.step != "pair":
        return list(numbers)
    enemies = to_pair(state, other(state.active))
    return [each for each in numbers if shown(state)[each - 1] in enemies]


def facing(table: Table[State]) -> int | None:
    """Which enemy or confrontation is meant: the one chosen, or the only one there is."""
    state = table.state
    chosen = number(table.held, "facing", state.active)
    left = possible(state)
    return chosen if chosen is not None else left[0] if len(left) == 1 else None


def chosen(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    """A column is chosen; the last one again: the next that none has room for. Who is taken is passed over."""
    now, last = number(table.held, "facing", side), COLUMNS[-1]
    beyond = [each for each in possible(table.state) if each >= last]
    if column == last and beyond:
        column = next((each for each in beyond if now is not None and each > now), beyond[0])
    if reasons := _against(rules, table, side, column):
        return Answer(refusals=reasons)
    return Answer(held=with_number(table.held, "facing", side, column))


def _against(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Reasons:
    state = table.state
    if column > len(shown(state)):
        fix = Fix(Verb.PRESS, place="column")
        return reason("no-fighter", side, _RULING[state.step], fix, column=column, shown=len(shown(state)))
    action = _action(rules, table, column)
    return rules.refusals(state, action) if action is not None else ()


def _action(rules: DarkAgeArena, table: Table[State], column: int) -> act.Action | None:
    state, card = table.state, acting(rules, table)
    if card is None:
        return None
    if state.step == "assist":
        return act.Assist(card, column)
    enemy = shown(state)[column - 1]
    return act.Aim(card, enemy) if state.step == "aim" else act.Pair(card, enemy)


def confirmed(rules: DarkAgeArena, table: Table[State], side: Side) -> Answer[act.Action]:
    """`ok`: who was chosen, or the only one there is."""
    column, state = facing(table), table.state
    if column is None:
        fix = Fix(Verb.PRESS, place="column")
        return Answer(refusals=reason("no-target", side, _RULING[state.step], fix, acting(rules, table)))
    if reasons := _against(rules, table, side, column):
        return Answer(refusals=reasons)
    action = _action(rules, table, column)
    return Answer(() if action is None else (action,))


def another_first(rules: DarkAgeArena, table: Table[State], side: Side) -> Answer[act.Action]:
    """Another of the attacker's is paired before."""
    among = to_pair(table.state, side)
    turn = ((number(table.held, "first", side) or 0) + 1) % len(among)
    held = with_number(table.held, "facing", side, None)
    return Answer(held=with_number(held, "first", side, turn or None))
