"""A game of Call to Glory that is taken over as it lies: its sets and discard piles, by what is read of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import side_of
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .deck import KINDS, Deck, kind_of
from .state import PADS, SIDE_OF, Cards, CardSet, State


@dataclass(frozen=True, slots=True)
class Lying:
    """How cards that are read are taken: sets of ``gone`` kinds are none first, then ``cards``, each with its place;
    ``against`` says why some are not."""

    gone: tuple[str, ...]
    cards: tuple[str, ...]
    against: tuple[Refusal, ...]


def as_it_lies(deck: Deck, state: State, lying: Sequence[str]) -> Lying:
    """Every card where it lies. Of a kind that lies on both sides there is one set, the larger one (CG-3): the smaller
    one is none, and of two equal ones neither is that was not recorded."""
    gone: list[str] = []
    against: list[Refusal] = []
    for kind in KINDS:
        there = state.set_of(kind)
        side = PADS[0] if there is None else SIDE_OF[there.owner]
        read = [word for word in lying if kind_of(word.split(":")[0]) == kind and ":pad:" not in word]
        across = [word for word in read if not word.endswith(side)]
        here = [word for word in read if word not in across]
        left = _left(deck, state, kind, lying, across) if across else 0
        if not left:
            continue
        larger = len(across) > left
        if larger and there is not None:
            gone.append(kind)
        beaten = here if larger else across if there is not None or len(across) < left else read
        needed = max(len(across), left) + 1
        against += (_no_set(word, len(here if word in here else across), needed) for word in beaten)
        lying = [word for word in lying if word not in beaten]
    return Lying(tuple(gone), tuple(lying), tuple(against))


def _left(deck: Deck, state: State, kind: str, lying: Sequence[str], across: Sequence[str]) -> int:
    """So many cards of a kind are a set, read or silent, without those that lie ``across``; none where nothing of it is
    read elsewhere and some lie there: the silent ones went along."""
    old = state.set_of(kind)
    known = old.cards.named if old is not None else frozenset[str]()
    moved = known.intersection(word.split(":")[0] for word in across)
    rest = [word for word in lying if word not in across]
    there = taken(deck, state, rest).set_of(kind)
    if there is None or (moved and not known.intersection(word.split(":")[0] for word in rest)):
        return 0
    return there.size - len(moved)


def _no_set(word: str, number: int, needed: int) -> Refusal:
    """Against a card of a set that is no larger than that on the other side."""
    card, column, side = word.split(":")
    figures: Figures = (("kind", kind_of(card)), ("laid", number), ("needed", needed), ("why", "set"))
    return Refusal("too-few", side_of(side), "CG-3", Fix(Verb.TAKE, card, column), figures, card)


def taken(deck: Deck, state: State, lying: Sequence[str]) -> State:
    """The state with every card where it is said to lie. One that is not said stays in its set or pile, as lower cards
    of a stack are not read."""
    where = _places(deck, lying)
    moved = moved_cards(deck, state, lying)
    counted = [card for card in moved if state.known_place(card) is None]
    for card in moved:
        state = _without(state, card)
    for card, (place, side) in where.items():
        if place != "pad":
            state = _with_card(state, card, place, side, counted=card in counted)
        elif card in moved:
            state = _with_discard(state, card, side, counted=card in counted)
    return state


def moved_cards(deck: Deck, state: State, lying: Sequence[str]) -> list[str]:
    """The cards that are said to lie in another set or pile than the state has them in."""
    where = _places(deck, lying)
    return [card for card, (place, side) in where.items() if not _is_in(state, card, place, side)]


def _places(deck: Deck, lying: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Place and side of each card; RulesError for words that are no card with its place."""
    where: dict[str, tuple[str, str]] = {}
    for word in lying:
        card, place, side = (*word.split(":"), "", "")[:3]
        if card not in deck.characters or side not in PADS or place not in ("pad", "1", "2", "3", "4", "5"):
            raise RulesError(f'"{word}" is no card with its place, such as farmer-3:2:red')
        where.setdefault(card, (place, side))
    return where


def _is_in(state: State, card: str, place: str, side: str) -> bool:
    """Whether the card is known to be in the pile of that pad, or in a set of somebody on that side."""
    if place == "pad":
        return any(card in layer.named for layer in state.layers(side))
    there = state.set_of(kind_of(card))
    return there is not None and card in there.cards.named and SIDE_OF[there.owner] == side


def _without(state: State, card: str) -> State:
    """Nowhere on the table, in no hand, and not on its way to a pad."""
    sets = tuple(each.loses(card) if card in each.cards.named else each for each in state.sets)
    state = replace(state, sets=tuple(each for each in sets if each.size))
    for pad in PADS:
        layers = (layer.loses(card) if card in layer.named else layer for layer in state.layers(pad))
        state = state.with_layers(pad, tuple(layer for layer in layers if layer.number))
    hands = tuple(hand.loses(card) if card in hand.cards.named else hand for hand in state.hands)
    return replace(state, hands=hands)


def _with_card(state: State, card: str, column: str, side: str, *, counted: bool) -> State:
    """With the card in the set of its kind, whose owner sits on that side: who has laid it, or the first one there. It
    may be one of those that were ``counted`` there without a name."""
    seats = [seat for seat in state.seats if SIDE_OF[seat] == side]
    kind, there = kind_of(card), state.set_of(kind_of(card))
    owner = there.owner if there is not None and there.owner in seats else seats[0]
    old = there or CardSet(kind, owner, Cards())
    columns = old.columns if owner == old.owner else frozenset()
    columns = frozenset(lying for lying in columns if lying[0] != card) | {(card, column)}
    new = CardSet(kind, owner, _with_name(old.cards, card, counted=counted), columns)
    if there is None:
        return replace(state, sets=(*state.sets, new))
    return replace(state, sets=tuple(new if each == there else each for each in state.sets))


def _with_discard(state: State, card: str, pad: str, *, counted: bool) -> State:
    """With the card on top of a discard pile, or as one of those that were ``counted`` there without a name."""
    layers = state.layers(pad)
    unnamed = [number for number, layer in enumerate(layers) if layer.unnamed]
    if not (counted and unnamed):
        return state.discarded(pad, Cards(1, frozenset({card})))
    place = unnamed[-1]
    layer = _with_name(layers[place], card, counted=True)
    return state.with_layers(pad, (*layers[:place], layer, *layers[place + 1 :]))


def _with_name(cards: Cards, card: str, *, counted: bool) -> Cards:
    """With one more card; with the name of one that had none, if it was ``counted`` and there is such a one."""
    if card in cards.named or (counted and cards.unnamed):
        return Cards(cards.number, cards.named | {card})
    return cards.gains(card)
