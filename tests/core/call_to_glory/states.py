"""Positions of Call to Glory for tests, in few words, and random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import Deck, kind_of, standard_deck
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.state import (
    FIRST_HAND,
    PADS,
    PLAY,
    SEATS,
    Cards,
    CardSet,
    Hand,
    State,
    Step,
)
from signifer_core.notation import in_order

DECK: Deck = standard_deck()
RULES = CallToGlory(DECK)


def cards(words: str) -> tuple[str, ...]:
    """Of "farmer 4, monk-7": the last four farmers, as sets are laid from the first on, and a monk by its id."""
    found: list[str] = []
    for word in filter(None, (part.strip() for part in words.split(","))):
        kind, _, number = word.partition(" ")
        found += DECK.of_kind(kind)[-int(number) :] if number else [word]
    return tuple(found)


def first(kind: str, number: int) -> tuple[str, ...]:
    return DECK.of_kind(kind)[:number]


def some(words: str) -> Cards:
    named = cards(words)
    return Cards(len(named), frozenset(named))


def position(
    hands: tuple[str, ...] = ("", ""),
    *,
    step: Step = PLAY,
    active: str = "1",
    sets: Mapping[str, Mapping[str, int]] | None = None,
    pads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    unseen: int | None = None,
    full: bool = False,
    variant: str = "none",
    figures: tuple[int, ...] = (),
    **more: object,
) -> State:
    """A position in a round. ``hands`` name cards, ``sets`` count the first cards of kinds by player; ``pads`` are
    layers, the top one last. All cards that are named nowhere are in the stock, or ``unseen`` of them."""
    laid = tuple(
        CardSet(kind, seat, Cards(number, frozenset(first(kind, number))))
        for seat, kinds in (sets or {}).items()
        for kind, number in kinds.items()
    )
    heaps = tuple(tuple(some(layer) for layer in layers) for layers in pads)
    held = tuple(Hand(some(hand)) for hand in hands)
    named = [hand.cards.named for hand in held] + [each.cards.named for each in laid]
    named += [layer.named for layers in heaps for layer in layers]
    gone = frozenset[str]().union(*named)
    assert len(gone) == sum(map(len, named)), "a card is in two places"
    left = [card for card in DECK.characters if card not in gone]
    stock = Cards(len(left), frozenset(left) if full else frozenset())
    if unseen is not None:
        stock = Cards(unseen, frozenset(left[:unseen]) if full else frozenset())
    players = len(hands)
    state = State(
        step=step,
        variant=variant,
        round=1,
        turn=5,
        starter="1",
        dealt=True,
        active=active,
        hands=held,
        sets=laid,
        discards=heaps,
        stock=stock,
        piles=(stock.number - stock.number // 2, stock.number // 2),
        figures=figures or (0,) * players,
        fresh=(0,) * players,
        bonus=(0,) * players,
        scores=((),) * players,
        full=full,
    )
    return replace(state, **more)  # type: ignore[arg-type]


def after(state: State, *actions: act.Action) -> State:
    for action in actions:
        state = RULES.apply(state, action)
    return state


def codes(state: State, action: act.Action) -> list[str]:
    """The codes of what stands against an action, each with its ruling."""
    return [f"{reason.code} {reason.ruling}" for reason in RULES.refusals(state, action)]


def lay(*ids: str) -> act.Lay:
    return act.Lay(in_order(ids))


def begun(players: int = 2, variant: str = "none", *, full: bool = False) -> State:
    """Who plays and starts is told, and a table has dealt."""
    state = RULES.new_game() if full else RULES.table_game()
    return after(state, act.Players(players, variant), act.Starter("1"), act.Deal())


def played(rng: random.Random, state: State) -> Iterator[tuple[act.Action | None, State]]:
    """A random game from a state on: each action with the state after it; sets are laid more often than by chance."""
    yield None, state
    while RULES.outcome(state) is None:
        legal = RULES.legal_actions(state)
        sets = [action for action in legal if isinstance(action, act.Lay)]
        action = rng.choice(sets if sets and rng.random() < 0.7 else legal)
        state = RULES.apply(state, action)
        yield action, state


def everything(state: State) -> list[str]:
    """All characters of full knowledge, wherever they are."""
    found = [*state.stock.named]
    found += [card for hand in state.hands for card in hand.cards.named]
    found += [card for each in state.sets for card in each.cards.named]
    found += [card for layers in state.discards for layer in layers for card in layer.named]
    return found + ([*state.displaced.cards.named] if state.displaced else [])


def check_state(state: State) -> None:
    """What must be true of any state, whoever knows it."""
    groups = [state.stock, *(hand.cards for hand in state.hands), *(each.cards for each in state.sets)]
    groups += [layer for layers in state.discards for layer in layers]
    groups += [state.displaced.cards] if state.displaced else []
    assert sum(group.number for group in groups) == len(DECK.characters)
    assert all(group.number >= len(group.named) for group in groups)
    assert all(layer.number for layers in state.discards for layer in layers)
    kinds = [each.kind for each in state.sets]
    assert len(set(kinds)) == len(kinds), "a kind is laid by one player (CG-3)"
    for each in state.sets:
        assert each.size
        assert {kind_of(card) for card in each.cards.named} <= {each.kind}
    for hand in state.hands:
        assert hand.seen <= hand.cards.named
    if state.step in ("draw", "play", "displace"):
        assert sum(state.piles) == state.stock.number
        assert min(state.piles) >= 0
    assert 0 <= state.supply <= 4
    assert all(0 <= fresh <= held for fresh, held in zip(state.fresh, state.figures, strict=True))
    assert set(state.seats) <= set(SEATS)
    assert len(PADS) == len(state.discards)
    if state.step == "dealing":
        assert all(hand.number <= FIRST_HAND for hand in state.hands)


def scored(
    scores: tuple[tuple[int, ...], ...], starter: str = "1", *, variant: str = "none", at: int = 1
) -> State:
    """The end of round ``at`` with these scores."""
    state = position(("",) * len(scores), step="score", variant=variant, starter=starter)
    return replace(state, scores=scores, round=at)
