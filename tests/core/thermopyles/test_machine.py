"""A rule-based machine plays whole games of Thermopyles, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, event, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from signifer_core.errors import RulesError
from signifer_core.games.thermopyles import State, notation, parse
from signifer_core.games.thermopyles.actions import Action, Draw

from tests.core.thermopyles.states import (
    DECK,
    DOMAIN,
    RULES,
    after,
    check_state,
    crowded,
    late,
    persians,
    played,
    spartans,
)

SEEDS = st.integers(0, 2**32 - 1)
PICKS = st.integers(0, 2**16 - 1)
VIEWERS = ("1", "2", "3", "4", "anyone")
CODES = {
    *("wrong-phase", "game-over", "card-elsewhere", "must-retreat", "support-spent"),
    *("not-met", "annihilated", "only-repelled"),
}


def seen(state: State) -> list[State]:
    """The state, and what each player and an onlooker may know of it."""
    return [state, *(RULES.view(state, viewer) for viewer in VIEWERS)]


def fits(state: State, action: Action) -> bool:
    """Whether the action names no player whom the game does not have."""
    return not isinstance(action, Draw) or not state.hands or action.player in state.seats


def check_agreement(state: State, actions: tuple[Action, ...]) -> None:
    """Generator and check agree about the actions; each refusal is well-formed."""
    legal = RULES.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for action in filter(lambda action: fits(state, action), (*actions, *legal)):
        reasons = RULES.refusals(state, action)
        assert (not reasons) == (action in legal), (notation(action), reasons, state)
        for reason in reasons:
            assert reason.code in CODES
            assert reason.ruling.startswith("TH-")
            assert reason.card in (None, getattr(action, "card", None))


class ThermopylesMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    def __init__(self) -> None:
        super().__init__()
        self.states = [RULES.new_game()]
        self.record: list[str] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def do(self, action: Action) -> None:
        text = notation(action)
        assert parse(text) == action
        self.states.append(RULES.apply(self.state, action))
        self.record.append(text)

    def running(self) -> bool:
        return RULES.outcome(self.state) is None

    def play(self, seed: int, actions: int) -> None:
        """So many random actions, or to the end."""
        game = played(random.Random(seed), self.state)
        next(game)
        for (action, _), _ in zip(game, range(actions), strict=False):
            assert action is not None
            self.do(action)

    @initialize(seed=SEEDS, actions=st.sampled_from([late, crowded, 0, 5, 20, 60]))
    def set_up(self, seed: int, actions: Callable[[random.Random], State] | int) -> None:
        """Begin in a game under way, near the end of one, or with full hands."""
        if isinstance(actions, int):
            self.play(seed, actions)
        else:
            self.states = [actions(random.Random(seed))]

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        legal = RULES.legal_actions(self.state)
        action = legal[pick % len(legal)]
        note(notation(action))
        self.do(action)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 15))
    def act_on(self, seed: int, actions: int) -> None:
        self.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        """What is refused, or means a player who does not play, raises and changes nothing."""
        before, said = self.state, repr(self.state)
        for action in (DOMAIN[number] for number in at):
            if not fits(before, action) or RULES.refusals(before, action):
                with pytest.raises(RulesError):
                    RULES.apply(before, action)
            else:
                assert RULES.apply(before, action) == RULES.apply(before, action)
            assert repr(before) == said

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        state = self.state
        assert sorted(spartans(state)) == sorted(DECK.spartans)
        assert sorted(persians(state)) == sorted(DECK.persians)
        for pile in (*state.hands, state.pile, state.discard, state.persians, state.cemetery, state.repelled):
            assert pile.unnamed == 0

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in seen(self.state):
            check_state(state)

    @invariant()
    def somebody_acts_or_chance_does_or_the_game_is_over(self) -> None:
        due, legal = RULES.chance(self.state), RULES.legal_actions(self.state)
        assert set(due) <= set(legal)
        assert bool(due) + bool(RULES.actors(self.state)) + bool(self.state.winner) == 1
        assert bool(legal) != bool(self.state.winner)

    @invariant()
    def generator_and_check_agree(self) -> None:
        for state in seen(self.state):
            check_agreement(state, DOMAIN)

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        legal = set(RULES.legal_actions(self.state))
        assert all(legal <= set(RULES.legal_actions(state)) for state in seen(self.state))

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.play(len(self.record), 10**6)
        self.every_card_is_somewhere_once()
        state = self.states[0]
        for words, later in zip(self.record, self.states[1:], strict=True):
            state = after(state, parse(words))
            assert state == later
        event(f"{state.winner} wins, {len(state.hands)} players")


TestThermopylesMachine = ThermopylesMachine.TestCase
# Unshrunk, since what fails is short to tell and long to shrink: the seeds lead there again.
TestThermopylesMachine.settings = settings(
    max_examples=12,
    stateful_step_count=12,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    long = settings(
        max_examples=200,
        stateful_step_count=60,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(ThermopylesMachine, settings=long)
