"""What robots of Call to Glory that search think of a round: in points, and of what they may do in it."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.call_to_glory import CallToGlory, State, standard_deck
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import MISSION_STEP
from signifer_firmware.games.call_to_glory.robots.plans import CallToGloryPlans
from signifer_firmware.games.call_to_glory.robots.value import chances
from signifer_firmware.games.call_to_glory.robots.worth import NAMES, WEIGHTS, Worth, tails

from tests.core.call_to_glory.states import cards, lay, position

DECK = standard_deck()
RULES = CallToGlory(DECK)
ENDING = {"1": {"monk": 2, "envoy": 2, "samurai": 2, "daimyo": 2, "empress": 2}, "2": {"shogun": 3}}


def best(state: State, seat: str = "1") -> act.Action:
    """What looks best in a player's view."""
    ((action,), _), *_ = CallToGloryPlans(RULES).moves(RULES.view(state, seat))
    return action


def test_what_the_round_brings_one_it_does_not_bring_the_other() -> None:
    worth = Worth(DECK, position(("farmer 3, monk 1", "envoy 2, ninja 1"), sets=ENDING))
    assert worth.margin(0) == pytest.approx(-worth.margin(1))
    assert len(worth.figures(0)) == len(NAMES) == len(WEIGHTS)


def test_once_a_round_is_over_a_set_is_worth_what_it_scores() -> None:
    worth = Worth(DECK, position(("farmer 3", "monk 2"), step=MISSION_STEP, sets=ENDING))
    assert worth.score(0) == 18 + 16 + 12 + 8 + 7
    assert worth.score(1) == 9


def test_cards_of_others_are_known_by_what_was_seen_or_by_all_that_the_state_names() -> None:
    state = position(("farmer 3", "monk 2"), full=True)
    everything, mine = Worth(DECK, state), Worth(DECK, state, "1")
    assert everything.counts[1][1] == 2
    assert mine.counts[1][1] == pytest.approx(2 * 18 / 107)
    assert mine.counts[0] == everything.counts[0]


def test_the_chance_that_cards_come_is_poissons() -> None:
    assert tails(1.0)[:4] == pytest.approx([1.0, 0.6321, 0.2642, 0.0803], abs=1e-4)


def test_it_lays_the_set_that_ends_the_round_while_it_is_ahead() -> None:
    assert best(position(("farmer 2, emperor-1", "monk 2"), sets=ENDING)) == lay(*cards("farmer 2"))


def test_it_takes_what_completes_a_set_and_discards_what_nobody_needs() -> None:
    wanted = position(("envoy 1, monk 2", ""), step="draw", pads=(("emperor-1",), ("envoy-1",)))
    assert best(wanted) == act.Take("envoy-1", "blue")
    needless = position(("farmer 1, emperor-6", "monk 2"), sets={"1": {"monk": 7}, "2": {"emperor": 5}})
    assert isinstance(gone := best(needless), act.Discard)
    assert gone.card == "emperor-6"


def test_chances_are_shared_as_long_as_nobody_has_more() -> None:
    assert chances(DECK, RULES.new_game(3)) == pytest.approx(dict.fromkeys("123", 1 / 3))


def test_what_a_decision_is_worth_is_asked_where_the_next_turn_begins() -> None:
    """Of a turn that has begun the rest is played: whoever has drawn two cards lays a set yet."""
    state = position(("farmer 3, emperor-1, shogun-1", "monk 2"), full=True, sets={"2": {"envoy": 2}})
    worth = CallToGloryPlans(RULES).value(state, random.Random(1))
    assert worth == chances(DECK, RULES.apply(state, lay(*cards("farmer 3"))))
