"""What a game inherits from `Rules`: it need not write what it does not have."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from signifer_core.games.thermopyles.actions import NOTATION, Action, Decline
from signifer_core.games.thermopyles.deck import standard_deck
from signifer_core.rules import Rule, Rules


@dataclass(frozen=True)
class Open:
    """A state without hidden things."""

    winner: str | None = None


class Plain(Rules[Open, Action]):
    """A game that has no more than cards and actions."""

    deck = standard_deck()
    notation = NOTATION
    by_action: Mapping[type, Rule[Any, Open]] = {}

    def legal_actions(self, state: Open) -> tuple[Action, ...]:
        return (Decline(),)

    def actors(self, state: Open) -> frozenset[str]:
        return frozenset({"red"})


def test_without_chance_and_hidden_things_all_is_known_and_can_be_taken_back() -> None:
    rules, state = Plain(), Open()
    assert rules.chance(state) == ()
    assert rules.view(state, "blue") is state
    assert rules.determinize(state, random.Random(1)) is state
    assert rules.generated(state, Decline()) == Decline()
    assert rules.reversible(state, Decline())


def test_without_more_the_winner_is_what_the_state_says() -> None:
    assert [Plain().outcome(Open(winner)) for winner in (None, "red", "draw")] == [None, "red", "draw"]
