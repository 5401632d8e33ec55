"""Set-up of a game at the table: armies said to be ready, terrain laid card by card, the first player found."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Answer, Held, Prompt, Roll, Table
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import Player, army_of, owner_of
from ..rules import FieldOfGlory
from ..state import ARMY, FIRST, TERRAIN, State

SET_UP = (ARMY, TERRAIN, FIRST)
FIRST_PLAYER = "first-player"


def keep(state: State, held: Held) -> Held:
    """A terrain card that waits to be confirmed, while terrain is laid."""
    if state.step != TERRAIN:
        return Held()
    laid = {card for card, _ in state.laid}
    return Held(laid=frozenset((card, zone) for card, zone in held.laid if card not in laid))


# Terrain cards


def lay(rules: FieldOfGlory, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A card lies in a column during set-up. A terrain card waits there to be confirmed; it confirms the one before."""
    state, column = table.state, zone.column
    assert column is not None, "pads take offers"
    if army_of(card) in SIDES:
        figures: Figures = (("step", state.step), ("wanted", "actions"))
        fix = Fix(Verb.TAKE, card, zone.place)
        return Answer(refusals=(Refusal("wrong-phase", owner_of(card), "FG-T0", fix, figures, card),))
    confirmed = confirms(table)
    for action in confirmed:
        state = rules.apply(state, action)
    reasons = rules.refusals(state, act.LayTerrain(card, column))
    if reasons:
        return Answer(refusals=tuple(replace(reason, player=zone.side) for reason in reasons))
    return Answer(confirmed, held=Held(laid=frozenset({(card, zone)})))


def confirms(table: Table[State]) -> tuple[act.Action, ...]:
    """The terrain card that waits is confirmed."""
    return tuple(
        act.LayTerrain(card, zone.column) for card, zone in table.held.laid if zone.column is not None
    )


def move(rules: FieldOfGlory, table: Table[State], card: str, end: Zone) -> Answer[act.Action]:
    """The terrain card that waits lies in another column."""
    return lay(rules, replace(table, held=Held()), card, end)


# Buttons


def pressed(table: Table[State], press: Press) -> Answer[act.Action]:
    """A button during set-up, of a player who has something to decide."""
    state, player = table.state, press.player
    assert player is not None
    figures: Figures
    if press.button != Button.OK:
        figures = (("step", state.step), ("wanted", "actions"))
        return Answer(refusals=(Refusal("wrong-phase", player, "FG-T0", Fix(Verb.WAIT), figures),))
    if state.step == ARMY:
        return Answer((act.Ready(player),))
    if state.step == FIRST:
        if press.kind == PressKind.HOLD:
            return Answer((act.First(player),))
        return Answer(prompts=(Prompt(player, FIRST, "hold-to-be-first"),))
    return Answer(confirms(table))


def bars(
    rules: FieldOfGlory, table: Table[State], press: Press, standing: tuple[Refusal, ...]
) -> tuple[Refusal, ...]:
    """Why `ok` confirms no terrain card: what stands against those that lie there, told to who pressed, or that none
    does."""
    if table.state.step != TERRAIN or press.button != Button.OK or press.player is None or confirms(table):
        return ()
    terrain = rules.deck.terrain_cards
    against = tuple(replace(why, player=press.player) for why in standing if why.card in terrain)
    figures: Figures = (("cards", 0), ("limit", 1))
    fix = Fix(Verb.LAY, place="column", number=1)
    return against or (Refusal("one-card", press.player, "FG-S1", fix, figures),)


def roll_off() -> tuple[Roll, ...]:
    """One die for each player (FG-S2)."""
    return tuple(Roll(player, FIRST_PLAYER) for player in SIDES)


def rolled_off(rolls: tuple[Roll, ...]) -> Answer[act.Action]:
    """The higher die begins; equal dice are to be rolled again."""
    values = {roll.player: roll.value or 0 for roll in rolls}
    if values["red"] == values["blue"]:
        return Answer(prompts=tuple(Prompt(player, FIRST, "roll-again") for player in SIDES))
    return Answer((act.First(max(values, key=lambda player: values[player])),))


# What the table says


def prompts(table: Table[State], actors: frozenset[Player]) -> tuple[Prompt, ...]:
    """Both are asked; who is ready waits for the other."""
    state = table.state
    key, figures = _question(table)
    asked = tuple(Prompt(player, state.step, key, figures) for player in SIDES if player in actors)
    waiting = tuple(
        Prompt(player, state.step, "wait", (("active", actor), ("asked", key)))
        for player in SIDES
        for actor in actors
        if player not in actors
    )
    return (*asked, *waiting)


def _question(table: Table[State]) -> tuple[str, Figures]:
    if table.state.step == ARMY:
        return "army", ()
    if table.state.step == FIRST:
        return "first", ()
    number = sum(bool(column.terrain) for column in table.state.columns) + 1
    return ("terrain-ok" if table.held.laid else "terrain"), (("number", number), ("of", len(COLUMNS)))
