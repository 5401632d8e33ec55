"""A state that was sent to another process, where robots think, goes on there as it does here: its words are equal, and
no longer the same objects."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from signifer_core.rules import Rules

from .call_to_glory import states as call_to_glory
from .dark_age_arena import states as dark_age_arena
from .field_of_glory import states as field_of_glory
from .thermopyles import states as thermopyles

STATES = 150
Game = Callable[[random.Random], Iterator[tuple[Any, Any]]]
GAMES: dict[str, tuple[Rules[Any, Any], Game]] = {
    "call-to-glory": (
        call_to_glory.RULES,
        lambda rng: call_to_glory.played(rng, call_to_glory.RULES.new_game(3, "both")),
    ),
    "dark-age-arena": (
        dark_age_arena.RULES,
        lambda rng: dark_age_arena.played(rng, dark_age_arena.RULES.new_game()),
    ),
    "field-of-glory": (field_of_glory.RULES, field_of_glory.played),
    "thermopyles": (thermopyles.RULES, thermopyles.played),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_was_sent_goes_on_as_it_does_here(game: str) -> None:
    rules, played = GAMES[game]
    rng = random.Random(1)
    course = list(played(rng))
    at = sorted(rng.sample(range(len(course) - 1), min(STATES, len(course) - 1)))
    for number in at:
        state, (action, later) = course[number][1], course[number + 1]
        sent, done = pickle.loads(pickle.dumps((state, action)))
        assert (sent, done) == (state, action)
        assert rules.actors(sent) == rules.actors(state)
        assert rules.chance(sent) == rules.chance(state)
        assert rules.legal_actions(sent) == rules.legal_actions(state)
        assert rules.apply(sent, done) == later
        assert rules.view(sent, "red") == rules.view(state, "red")
