"""Slips of clumsy hands while a game is set up, and how they put them right: by what the table tells them."""

from __future__ import annotations

import random
from collections.abc import Callable

from signifer_core.games.field_of_glory.rules.draft import terrain_columns
from signifer_core.games.field_of_glory.state import ARMY, FIRST, TERRAIN, State, other
from signifer_core.games.field_of_glory.table.setup import confirms
from signifer_core.layout import COLUMNS, SIDES, ZONES, Layout, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Verb

from signifer_firmware.simulation.piles import HAND
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import Gesture, Put

from .deals import applied
from .match import FieldOfGloryMatch

FOREIGN = ("thermopyles:spartan-3", *(f"tag/{number}" for number in range(1, 33)))
STRANGER = 0.2


def unit_early(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """A card of a hand, or one that has no business there, in any zone."""
    card = rng.choice(sorted(match.piles.cards(rng.choice(SIDES), HAND)))
    if rng.random() < STRANGER:
        card = rng.choice(FOREIGN)
    match.put(card, rng.choice(ZONES))
    return True


def units_early(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """Several cards, as the table takes them in or all at once."""
    for _ in range(rng.randint(2, 6)):
        unit_early(rng, match, gesture)
        if rng.random() < 0.5:
            match.board.rest()
    return True


def wrong_column(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """The terrain card in a column that the rules do not have for it: the table has to say so."""
    if not (isinstance(gesture, Put) and match.table.state.step == TERRAIN):
        return False
    table = match.table
    wrong = _wrong_columns(applied(match.rules, table.state, confirms(table)), gesture.card)
    _refused(match, gesture.card, Zone(str(rng.choice(wrong)), gesture.zone.side))
    return True


def terrain_out_of_step(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """A terrain card while the armies are made ready, or a sixth one."""
    state = match.table.state
    if state.step == TERRAIN:
        return False
    laid = [card for card, _ in state.laid]
    card = rng.choice([card for card in match.rules.deck.terrain_cards if card not in laid])
    _refused(match, card, Zone(str(rng.choice(COLUMNS)), rng.choice(SIDES)))
    return True


def pushed(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """The card that waits is pushed to the other side of its column, or to a column that is not for it."""
    table = match.table
    for card, zone in table.held.laid:
        if card in match.piles.layout[zone]:
            if rng.random() < 0.5:
                match.put(card, Zone(zone.place, other(zone.side)))
            else:
                match.put(card, Zone(str(rng.choice(_wrong_columns(table.state, card))), zone.side))
            return True
    return False


def wrong_press(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """A button that says nothing in this step, whosever it is: never one that nobody can take back."""
    table = match.table
    presses = [
        Press(PressKind.PRESS, Button.COLUMN, player, column) for player in SIDES for column in COLUMNS
    ]
    for player in SIDES:
        if table.state.step == FIRST:
            presses += [Press(PressKind.PRESS, Button.OK, player)] * 5
        elif player in table.state.ready if table.state.step == ARMY else not table.held.laid:
            presses += [
                Press(PressKind.PRESS, Button.OK, player),
                Press(PressKind.HOLD, Button.OK, player),
            ] * 3
    match.board.press(rng.choice(presses))
    return True


def free_die(rng: random.Random, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
    """The dice before anybody is to roll."""
    if match.table.state.step == FIRST:
        return False
    match.board.press(Press(PressKind.PRESS, Button.DICE))
    return True


def put_right(rng: random.Random, match: FieldOfGloryMatch, state: State, layout: Layout) -> None:
    """As told; then, by hand, what lay in ``layout`` and nothing else. The table has to believe ``state`` still."""
    match.follow(rng)
    columns = {card: zone for zone, card in layout.items()}
    for _, card in [*match.piles.layout.items()]:
        if card not in columns:
            match.take(card)
            match.board.rest()
    for card, zone in columns.items():
        now = match.piles.where(card)
        if not isinstance(now, Zone) or now.place != zone.place:
            match.put(card, zone)
            match.board.rest()
    match.follow(rng)
    if match.table.state != state:
        raise HandsError(f"not as before: {match.table.state}, {state}")


def _wrong_columns(state: State, card: str) -> list[int]:
    allowed = terrain_columns(state, card)
    return [column for column in COLUMNS if column not in allowed]


def _refused(match: FieldOfGloryMatch, card: str, zone: Zone) -> None:
    match.put(card, zone)
    match.board.rest()
    if (Verb.TAKE, card, zone) not in [(fix.verb, fix.card, fix.zone) for fix in match.board.corrections]:
        raise HandsError(f"{card} lies in {zone}, and nothing is told: {match.board.corrections}")


EarlySlip = Callable[[random.Random, FieldOfGloryMatch, Gesture], bool]
EARLY: tuple[EarlySlip, ...] = (
    unit_early,
    units_early,
    wrong_column,
    terrain_out_of_step,
    pushed,
    wrong_press,
    free_die,
)
