"""What holds for the full states that agree with a view, in games that robots have played: of every registered game."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.layout import SIDES
from signifer_core.rules import Rules

from .games import NAMES, SEEDS, played

GAMES = pytest.mark.parametrize("name", NAMES)
CARD = re.compile(r"'([a-z]+(?:/[a-z-]+-[0-9]+|(?:-[a-z]+)*-[0-9]+))'")


def cards_in(value: object) -> Counter[str]:
    """All ids that a value names, each as often as it does."""
    return Counter(CARD.findall(repr(value)))


def kinds(cards: Counter[str]) -> Counter[str]:
    return Counter(card.rpartition("-")[0] for card in cards.elements())


def viewers(state: Any) -> tuple[str, ...]:
    """The players, and somebody else."""
    return (*getattr(state, "seats", SIDES), "spectator")


def a_view(name: str, data: st.DataObject) -> tuple[Rules[Any, Any], Any, str]:
    game = played(name, data.draw(st.sampled_from(SEEDS)), clumsy=False)
    full = data.draw(st.sampled_from(game.moments)).full
    return game.bundle.procedure.rules, full, data.draw(st.sampled_from(viewers(full)))


@GAMES
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_full_state_looks_as_the_view_does(name: str, data: st.DataObject, seed: int) -> None:
    rules, full, viewer = a_view(name, data)
    view = rules.view(full, viewer)
    guess = rules.determinize(view, random.Random(seed))
    assert rules.view(guess, viewer) == view
    assert rules.determinize(view, random.Random(seed)) == guess
    assert rules.determinize(guess, random.Random(~seed)) == guess
    assert rules.determinize(full, random.Random(seed)) == full
    assert (rules.actors(guess), rules.outcome(guess)) == (rules.actors(full), rules.outcome(full))
    assert guess == full or view != full


@GAMES
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_card_is_there_once(name: str, data: st.DataObject, seed: int) -> None:
    """Only what is still in the box, as missions are that nobody has, may change places with a card of the game."""
    rules, full, viewer = a_view(name, data)
    cards, guessed = (
        cards_in(state) for state in (full, rules.determinize(rules.view(full, viewer), random.Random(seed)))
    )
    more, less = guessed - cards, cards - guessed
    assert kinds(more) == kinds(less)
    assert set(more.values()) <= {1}
    assert all(card not in cards for card in more)


@GAMES
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_the_viewer_may_do_they_may_do_there(name: str, data: st.DataObject, seed: int) -> None:
    rules, full, viewer = a_view(name, data)
    if viewer not in rules.actors(full):
        return
    view = rules.view(full, viewer)
    guess = rules.determinize(view, random.Random(seed))
    known = set(cards_in(view))
    mine = {action for action in rules.legal_actions(full) if set(cards_in(action)) <= known}
    assert mine <= set(rules.legal_actions(guess))


@GAMES
def test_games_go_on_from_there(name: str) -> None:
    """By chance, for some actions: whatever is legal in a guess is one of the rules' own full states."""
    game = played(name, SEEDS[0], clumsy=False)
    rules, rng = game.bundle.procedure.rules, random.Random(5)
    for moment in game.moments[::9]:
        for viewer in viewers(moment.full):
            state = rules.determinize(rules.view(moment.full, viewer), rng)
            for _ in range(6):
                legal = rules.legal_actions(state)
                if not legal:
                    assert rules.outcome(state) is not None
                    break
                state = rules.apply(state, rng.choice(legal))
