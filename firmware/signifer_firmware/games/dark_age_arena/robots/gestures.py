"""Gestures of hands for a decision (the table's procedure): cards that wait, numbers and choices, then a button.

Each gesture hangs on what the table has read of those before: what is not there yet is said next, until nothing is
missing. So hands whose cards lie silent under others, or that were disturbed, come to the same end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol

from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.attack import to_go
from signifer_core.games.dark_age_arena.state import State
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.games.dark_age_arena.table.said import number, target
from signifer_core.games.dark_age_arena.table.spots import (
    COMBAT_ZONE,
    combat_zone,
    home,
    lying,
    pad,
    played_zone,
    waiting,
)
from signifer_core.layout import COLUMNS, Side, Zone
from signifer_core.procedure import Table

from signifer_firmware.simulation.piles import Piles
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Take, column, held, held_ok, ok

# How often equipment is carried along with a fighter, and how often a button says where a character goes.
CARRIED, BY_BUTTON = 0.5, 0.3
SOLITARY = int(COMBAT_ZONE)
MARKER: dict[act.Use, int] = {"com": 2, "log": 3, "roll": 5}
Decision = tuple[act.Action, ...]


class At(Protocol):
    """A match, as far as gestures hang on it: what the table holds, and where cards lie. ``saying`` is the decision of
    which it does not know all yet."""

    saying: Decision | None
    rng: random.Random
    rules: DarkAgeArena
    piles: Piles

    def rest(self) -> None:
        """Wait until the table has taken in what hands did."""
        ...

    @property
    def table(self) -> Table[State]: ...


def player_of(state: State, decision: Decision) -> Side:
    """Whose gesture it is."""
    first = decision[0]
    player: Side | None = getattr(first, "player", None)
    card: str | None = getattr(first, "card", None)
    return player or (state.active if card is None else side_of_card(card))


def gestures(at: At, decision: Decision) -> Iterator[Gesture]:
    """What hands do so that the table understands ``decision``."""
    side, last = player_of(at.table.state, decision), decision[-1]
    at.saying = decision
    if isinstance(last, act.Muster):
        yield from _carried(at, last)
    for card, zone in wanted(decision, side):
        yield Put(card, zone)
    while (gesture := missing(at, decision)) is not None:
        yield gesture
    yield _said(at, side, last)
    at.saying = None
    if isinstance(last, act.Attach) and (place := home(at.table.state, last.card)) is not None:
        yield Put(last.card, place)  # tucked under its bearer


def _carried(at: At, action: act.Muster) -> Iterator[Gesture]:
    """Equipment that goes along lies under its bearers."""
    for card in action.cards or ():
        standing = at.table.state.standing(card)
        for gear in standing.gear if standing else ():
            if at.rng.random() < CARRIED:
                yield Put(gear, combat_zone(side_of_card(card)))


def _said(at: At, side: Side, last: act.Action) -> Gesture:
    """The last gesture of a decision, which says it."""
    match last:
        case act.Reject() | act.GiveUp() | act.Judge(_, "no") | act.Declare(_, "none"):
            return held_ok(side)
        case act.Declare(_, way):
            return column(side, SOLITARY if way == "solitary" else int(way))
        case act.Marker(_, use):
            return held(side, MARKER[use])
        case act.Exchange():
            return held(side, 1)
        case act.Assign(card, place):
            by_button = to_go(at.table.state)[0] == card and at.rng.random() < BY_BUTTON
            return column(side, place) if by_button else Put(card, Zone(str(place), side))
        case _:
            return ok(side)


def wanted(decision: Decision, side: Side) -> list[tuple[str, Zone]]:
    """The cards that wait, each in its zone, before a decision is confirmed."""
    found: list[tuple[str, Zone]] = []
    for action in decision:
        match action:
            case act.Artifact(card, place) | act.Enlist(card, place) | act.Lay(card, place):
                found.append((card, Zone(str(place), side)))
            case act.Move(card, place):
                found.append((card, Zone(str(place), side)))
            case act.Attach(card) | act.Play(card):
                found.append((card, played_zone(side)))
            case act.Muster(_, cards):
                found += [(card, combat_zone(side)) for card in cards or ()]
            case act.Alone(card):
                found.append((card, combat_zone(side)))
            case act.Discard(card) | act.Bluff(_, str(card)):
                found.append((card, pad(side)))
            case _:
                pass  # said with buttons alone
    return found


def missing(at: At, decision: Decision) -> Gesture | None:
    """What hands do next before the last gesture of ``decision``; None if the table has understood all else."""
    at.rest()
    side = player_of(at.table.state, decision)
    return (
        _way(at.table, decision[-1], side)
        or _card(at, wanted(decision, side), side)
        or _choice(at, decision[-1], side)
    )


def _way(table: Table[State], action: act.Action, side: Side) -> Gesture | None:
    """The defender's way, before anybody is laid."""
    if table.state.step != "defend":
        return None
    alone = bool(number(table.held, "alone", side))
    if isinstance(action, act.Alone) and not alone:
        return column(side, SOLITARY)
    return column(side, 1) if isinstance(action, act.Muster) and alone else None


def _card(at: At, cards: list[tuple[str, Zone]], side: Side) -> Gesture | None:
    """A card that the table has not read yet, or not in this order; one that lies there silently is lifted first."""
    for card, zone in cards:
        there = (card, zone) in at.table.held.laid or zone == pad(side)
        if at.piles.where(card) != zone:
            return Put(card, zone)
        if not there:
            return Take(card)
    now = [card for card, zone in waiting(at.table, side) if (card, zone) in cards]
    for card, due in zip(now, [card for card, zone in cards if zone != pad(side)], strict=False):
        if card != due:
            return Take(card)
    return None


def _choice(at: At, action: act.Action, side: Side) -> Gesture | None:
    """A number, or whom it is about."""
    table = at.table
    match action:
        case act.Attach(_, card) | act.Play(_, str(card)):
            if target(table.held, side) == card:
                return None
            return column(side, int(lying(table, side_of_card(card))[card]))
        case act.Bid(_, log):
            left = log - (number(table.held, "bid", side) or 0)
            if left < 0:
                return held_ok(side)
            return column(side, at.rng.randint(1, min(left, COLUMNS[-1]))) if left else None
        case act.Target(place):
            return None if number(table.held, "place", side) == place else column(side, place)
        case act.Buy():
            return None if number(table.held, "buy", side) else column(side, COLUMNS[-1])
        case act.Aim(card, enemy) | act.Pair(card, enemy):
            return _faced(at, side, card, facing.shown(table.state).index(enemy) + 1)
        case act.Assist(card, confrontation):
            return _faced(at, side, card, confrontation)
        case _:
            return None


def _faced(at: At, side: Side, card: str, wanted: int) -> Gesture | None:
    """The column of an enemy or a confrontation, for a fighter; the last one also steps on."""
    if facing.acting(at.rules, at.table) != card:
        return held_ok(side)
    if facing.facing(at.table) == wanted:
        return None
    return column(side, min(wanted, COLUMNS[-1]))
