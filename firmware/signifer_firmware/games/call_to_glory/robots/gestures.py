"""Gestures of hands for a decision: which card goes where, and which button is pressed (the table's procedure)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol

from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import VARIANTS, State
from signifer_core.games.call_to_glory.table.buttons import entered
from signifer_core.games.call_to_glory.table.spots import STOCK_AT, columns_of, side_of
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.layout import side_of as side_named
from signifer_core.procedure import Button, Press, PressKind, Table

from signifer_firmware.simulation.piles import Piles
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Take

DICE = Press(PressKind.PRESS, Button.DICE)
COLUMN_OF = {pile: column for column, pile in STOCK_AT.items()}
# How often a set lies in one column; else each of its cards lies in any.
ONE_COLUMN = 0.7
Decision = tuple[act.Action, ...]


def ok(side: Side) -> Press:
    return Press(PressKind.PRESS, Button.OK, side)


def column(side: Side, number: int) -> Press:
    return Press(PressKind.PRESS, Button.COLUMN, side, number)


def held(side: Side, number: int) -> Press:
    """The button of a column is held."""
    return Press(PressKind.HOLD, Button.COLUMN, side, number)


def pad_zone(pad: str) -> Zone:
    """Where a discard pile lies."""
    return Zone(PAD, side_named(pad))


class At(Protocol):
    """A match, as far as gestures hang on it: what the table holds, and where the cards lie."""

    rng: random.Random
    piles: Piles

    @property
    def table(self) -> Table[State]: ...


def gestures(at: At, state: State, decision: Decision) -> Iterator[Gesture]:
    """What hands do, beginning in ``state``, so that the table understands ``decision``."""
    for number, action in enumerate(decision):
        yield from _of(at, state, action, decision[:number])


def _of(at: At, state: State, action: act.Action, earlier: Decision) -> Iterator[Gesture]:
    side = side_of(state.active)
    match action:
        case act.Draw(pile=pile):
            yield from _drawn(side, pile, earlier)
        case act.Take(card=card):
            yield Take(card)
        case act.Lay(cards=cards):
            yield from _laid(at.rng, side, cards)
            yield ok(side)
        case act.Discard(card=card, pad=pad):
            yield Put(card, pad_zone(pad))
            yield ok(side)
        case act.Displace(pad=pad):
            yield from _laid_away(at, pad)
        case act.Strike(kind=kind):
            yield held(side, at.rng.choice(_columns(at, kind)))
        case act.Remove(card=card, pad=pad):
            yield Put(card, pad_zone(pad))
        case act.Reveal(card=card):
            yield Put(card, at.rng.choice(columns_of(side)))
        case _:
            yield from _between_rounds(at, action)


def _between_rounds(at: At, action: act.Action) -> Iterator[Gesture]:
    rng = at.rng
    match action:
        case act.Players(number=number, variant=variant):
            yield from _seated(at, number, variant)
        case act.Starter(player=player):
            yield column(rng.choice(SIDES), int(player))
        case act.Deal():
            yield ok(rng.choice(SIDES))
        case act.Proceed():
            yield from map(ok, rng.sample(SIDES, len(SIDES)))
        case _:
            return  # a card that comes is no gesture


def _seated(at: At, number: int, variant: str) -> Iterator[Gesture]:
    """How many play; column 1 steps on from the variant that was told before."""
    _, told = entered(at.table)
    steps = (VARIANTS.index(variant) - VARIANTS.index(told)) % len(VARIANTS)
    presses = [*(column(at.rng.choice(SIDES), 1) for _ in range(steps)), column(at.rng.choice(SIDES), number)]
    yield from at.rng.sample(presses, len(presses))
    yield ok(at.rng.choice(SIDES))


def _drawn(side: Side, pile: str, earlier: Decision) -> Iterator[Gesture]:
    """`ok` draws from both face-down piles; the button of a column a second card after one that was lifted."""
    if any(isinstance(action, act.Take) for action in earlier):
        yield column(side, COLUMN_OF[pile])
    elif not any(isinstance(action, act.Draw) for action in earlier):
        yield ok(side)


def _laid(rng: random.Random, side: Side, cards: tuple[str, ...]) -> Iterator[Gesture]:
    """A set, card by card in any order, in one column or several."""
    columns = columns_of(side)
    own = rng.choice(columns) if rng.random() < ONE_COLUMN else None
    for card in rng.sample(cards, len(cards)):
        yield Put(card, own or rng.choice(columns))


def _laid_away(at: At, pad: str) -> Iterator[Gesture]:
    """A displaced set on its way to a pad, card by card."""
    moving = at.table.state.displaced
    for card in at.rng.sample(sorted(moving.cards.named), moving.size) if moving else ():
        yield Put(card, pad_zone(pad))


def _columns(at: At, kind: str) -> list[int]:
    """The columns in which cards of a set lie."""
    there = at.table.state.set_of(kind)
    return sorted({int(place) for _, place in there.columns}) if there else []
