"""The odds of *Call to Glory*: exact fractions, against the time that a player may wait and against sampled deals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from signifer_core.games.call_to_glory.deck import KINDS, Deck, kind_of, standard_deck
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS, needed
from signifer_core.games.call_to_glory.state import VARIANTS, State

from .figures import Effort, Figure, percentile, processor_us

PART = "odds"
# Of so many positions one is measured.
SEEN = 20
# Two standard deviations of a chance of one half are three per cent.
DEALS = 1_000
# A screen may wait a tenth of a second for what a player asked for; a Pi is up to ten times slower than a laptop.
LIMIT_US = 10_000.0


def positions(rules: CallToGlory, count: int, rng: random.Random) -> list[State]:
    """What a table knows in rounds of random games of two to four players."""
    found: list[State] = []
    while len(found) < count * SEEN:
        found += [state for state in _played(rules, rng) if state.step in ROUND_STEPS]
    return [rules.view(state, "anyone") for state in rng.sample(found, count)]


def _played(rules: CallToGlory, rng: random.Random) -> Iterator[State]:
    state = rules.new_game(rng.randint(2, 4), rng.choice(VARIANTS))
    while rules.outcome(state) is None:
        yield state
        state = rules.apply(state, rng.choice(rules.legal_actions(state)))


def _all_kinds(deck: Deck, state: State) -> None:
    for kind in KINDS:
        odds(deck, state, kind)


def _sampled(deck: Deck, state: State, kind: str) -> float:
    """The share of ``DEALS`` deals of the unseen cards in which somebody but the owner holds enough at once."""
    unseen = [kind_of(card) == kind for card in deck.characters if state.known_place(card) is None]
    there, wanted = state.set_of(kind), needed(deck, state, kind)
    owner = there.owner if there is not None else ""
    others = [state.hand(seat).cards for seat in state.seats if seat != owner]
    known = [sum(kind_of(card) == kind for card in cards.named) for cards in others]
    rng, enough = random.Random(1), 0
    for _ in range(DEALS):
        dealt = iter(rng.sample(unseen, sum(cards.unnamed for cards in others)))
        held = [known[at] + sum(next(dealt) for _ in range(cards.unnamed)) for at, cards in enumerate(others)]
        enough += max(held) >= wanted
    return enough / DEALS


def figures(effort: Effort) -> list[Figure]:
    """One kind and all nine, against the limit; one kind against sampling."""
    rng, deck = random.Random(7), standard_deck()
    states = positions(CallToGlory(deck), effort.positions, rng)
    kinds = [rng.choice(KINDS) for _ in states]
    one = [processor_us(partial(odds, deck, state, kind)) for state, kind in zip(states, kinds, strict=True)]
    nine = [processor_us(partial(_all_kinds, deck, state)) for state in states]
    samples = [
        processor_us(partial(_sampled, deck, state, kind)) for state, kind in zip(states, kinds, strict=True)
    ]
    against = f"limit: {LIMIT_US / 1000:.0f} ms"
    rows = [
        Figure(PART, f"{what}, p{at}", "us", percentile(times, at), against, LIMIT_US, limit=True, wall=True)
        for what, times in (("one kind, every turn of a round", one), ("all nine kinds", nine))
        for at in (50, 99)
    ]
    name, peer = "one kind, every turn of a round, p50", f"{DEALS} deals sampled, one turn"
    return [*rows, Figure(PART, name, "us", percentile(one, 50), peer, percentile(samples, 50), wall=True)]
