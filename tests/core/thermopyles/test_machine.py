"""A rule-based machine plays whole games of Thermopyles, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from signifer_core.games.thermopyles import State
from signifer_core.games.thermopyles.actions import Action, Draw
from signifer_core.rules import Refusal

from tests.core.course import PICKS, SEEDS, Course, briefly, check_agreement, run_for_long
from tests.core.thermopyles.states import (
    DECK,
    DOMAIN,
    RULES,
    check_state,
    crowded,
    late,
    persians,
    played,
    spartans,
)

VIEWERS = ("1", "2", "3", "4", "anyone")
CODES = {
    *("wrong-phase", "game-over", "card-elsewhere", "must-retreat", "support-spent"),
    *("not-met", "annihilated", "only-repelled"),
}


def fits(state: State, action: Action) -> bool:
    """Whether the action names no player whom the game does not have."""
    return not isinstance(action, Draw) or not state.hands or action.player in state.seats


def fitting(state: State) -> list[Action]:
    return [action for action in DOMAIN if fits(state, action)]


def check_refusal(reason: Refusal, action: Action) -> None:
    assert reason.code in CODES
    assert reason.ruling.startswith("TH-")
    assert reason.card in (None, getattr(action, "card", None))


class ThermopylesMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    def __init__(self) -> None:
        super().__init__()
        self.course = Course(RULES, RULES.new_game(), played)

    @property
    def state(self) -> State:
        return self.course.state

    def running(self) -> bool:
        return self.course.running

    @initialize(seed=SEEDS, actions=st.sampled_from([late, crowded, 0, 5, 20, 60]))
    def set_up(self, seed: int, actions: Callable[[random.Random], State] | int) -> None:
        """Begin in a game under way, near the end of one, or with full hands."""
        if isinstance(actions, int):
            self.course.play(seed, actions)
        else:
            self.course.begin(actions(random.Random(seed)))

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        self.course.pick(pick)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 15))
    def act_on(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        self.course.attempt((DOMAIN[number] for number in at), fits)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        state = self.state
        assert sorted(spartans(state)) == sorted(DECK.spartans)
        assert sorted(persians(state)) == sorted(DECK.persians)
        for pile in (*state.hands, state.pile, state.discard, state.persians, state.cemetery, state.repelled):
            assert pile.unnamed == 0

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in self.course.seen(VIEWERS):
            check_state(state)

    @invariant()
    def somebody_acts_or_chance_does_or_the_game_is_over(self) -> None:
        self.course.check_somebody_acts()

    @invariant()
    def generator_and_check_agree(self) -> None:
        for state in self.course.seen(VIEWERS):
            check_agreement(RULES, state, fitting(state), check_refusal)

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        self.course.check_legal_for_whoever_knows_less(VIEWERS)

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.course.play(len(self.course.record))
        self.every_card_is_somewhere_once()
        self.course.replay()
        event(f"{self.state.winner} wins, {len(self.state.hands)} players")


TestThermopylesMachine = pytest.mark.slow(ThermopylesMachine.TestCase)
TestThermopylesMachine.settings = briefly(12, 12)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    run_for_long(ThermopylesMachine, 200, 60)
