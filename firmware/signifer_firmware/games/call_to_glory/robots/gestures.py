"""Gestures of hands for a decision: which card goes where, and which button is pressed (the table's procedure)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol

from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import DISPLACE, VARIANTS, State
from signifer_core.games.call_to_glory.table.buttons import entered
from signifer_core.games.call_to_glory.table.spots import STOCK_AT, columns_of, side_of
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.layout import side_of as side_named
from signifer_core.procedure import Table

from signifer_firmware.simulation.piles import Piles
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Take, column, held, ok

COLUMN_OF = {pile: column for column, pile in STOCK_AT.items()}
# How often a set lies in one column; else each of its cards lies in any.
ONE_COLUMN = 0.7
Decision = tuple[act.Action, ...]


def decider(state: State) -> str:
    """The seat that decides: who is active, or the owner of a set that loses cards."""
    struck = state.set_of(state.struck) if state.struck else None
    owing = struck or state.displaced if state.step == DISPLACE else None
    return owing.owner if owing is not None else state.active


def pad_zone(pad: str) -> Zone:
    """Where a discard pile lies."""
    return Zone(PAD, side_named(pad))


class At(Protocol):
    """A match, as far as gestures hang on it: what the table holds, and where cards lie."""

    rng: random.Random
    piles: Piles

    def rest(self) -> None:
        """Wait until the table has taken in what hands did."""
        ...

    @property
    def table(self) -> Table[State]: ...


def gestures(at: At, state: State, decision: Decision) -> Iterator[Gesture]:
    """What hands do, beginning in ``state``, so that the table understands ``decision``."""
    for number, action in enumerate(decision):
        yield from gestures_of(at, state, action, decision[:number])


def gestures_of(at: At, state: State, action: act.Action, earlier: Decision) -> Iterator[Gesture]:
    """Those of one action, after ``earlier`` ones of a decision that began in ``state``."""
    side = side_of(state.active)
    match action:
        case act.Draw(pile=pile):
            yield from _drawn(side, pile, earlier)
        case act.Take(card=card):
            yield Take(card)
        case act.Lay(cards=cards):
            yield from _laid(at, side, cards)
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


def _laid(at: At, side: Side, cards: tuple[str, ...]) -> Iterator[Gesture]:
    """A set, card by card in any order, in one column or several. What is silent under others is laid beside them."""
    rng, columns = at.rng, columns_of(side)
    own = rng.choice(columns) if rng.random() < ONE_COLUMN else None
    for card in rng.sample(cards, len(cards)):
        yield Put(card, own or rng.choice(columns))
    while silent := _silent(at, cards):
        here = at.piles.where(silent[0])
        beside = [zone for zone in columns if zone != here]
        yield Put(silent[0], min(beside, key=lambda zone: len(at.piles.layout[zone])))


def _silent(at: At, cards: tuple[str, ...]) -> list[str]:
    """The cards laid that the table has not read, or reads no longer."""
    at.rest()
    laid = {card for card, _ in at.table.held.laid}
    return [card for card in cards if card not in laid]


def _laid_away(at: At, pad: str) -> Iterator[Gesture]:
    """A displaced set on its way to a pad, card by card; its owner's `ok`, if some are silent under the others. While a
    figure waits for a card, `ok` would take the figure back."""
    moving = at.table.state.displaced
    if moving is None:
        return
    for card in at.rng.sample(sorted(moving.cards.named), moving.size):
        yield Put(card, pad_zone(pad))
    at.rest()
    if at.table.state.displaced == moving and at.table.held.named is None:
        yield ok(side_of(moving.owner))


def _columns(at: At, kind: str) -> list[int]:
    """The columns in which cards of a set lie."""
    there = at.table.state.set_of(kind)
    return sorted({int(place) for _, place in there.columns}) if there else []
