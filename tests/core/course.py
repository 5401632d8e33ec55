"""What rule-based machines of all games do alike: a game under way with its record, and what must be true of any."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test
from signifer_core.errors import RulesError
from signifer_core.rules import Refusal, Rules

State = TypeVar("State")
Action = TypeVar("Action")

SEEDS = st.integers(0, 2**32 - 1)
PICKS = st.integers(0, 2**16 - 1)
# A random game from a state on: first (None, state), then each action with the state after it.
Games = Callable[[random.Random, State], Iterator[tuple[Action | None, State]]]


class Course(Generic[State, Action]):
    """A game from ``start`` on, every state that it went through, and its record. ``played`` is a random game,
    ``check`` looks at each state."""

    def __init__(
        self,
        rules: Rules[State, Action],
        start: State,
        played: Games[State, Action],
        check: Callable[[State], None] = lambda state: None,
    ) -> None:
        self.rules, self._played, self._check = rules, played, check
        self.record: list[str] = []
        self.begin(start)

    def begin(self, state: State) -> None:
        """Nothing has been done yet."""
        self.states = [state]
        self.record.clear()

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def running(self) -> bool:
        return self.rules.outcome(self.state) is None

    def do(self, action: Action) -> None:
        """What is done is read back as it is written."""
        text = self.rules.notation.write(action)
        assert self.rules.notation.parse(text) == action
        self.states.append(self.rules.apply(self.state, action))
        self.record.append(text)
        self._check(self.state)

    def pick(self, number: int, legal: tuple[Action, ...] | None = None) -> None:
        """One of all that is legal, or of these."""
        legal = legal or self.rules.legal_actions(self.state)
        action = legal[number % len(legal)]
        note(self.rules.notation.write(action))
        self.do(action)

    def play(self, seed: int, actions: int = 10**6) -> None:
        """So many random actions, or to the end."""
        game = self._played(random.Random(seed), self.state)
        next(game)
        for (action, _), _ in zip(game, range(actions), strict=False):
            assert action is not None
            self.do(action)

    def replay(self, start: int = 0) -> None:
        """From an earlier state the record leads through the same states to this one."""
        state = self.states[start]
        for words, later in zip(self.record[start:], self.states[start + 1 :], strict=True):
            state = self.rules.apply(state, self.rules.notation.parse(words))
            assert state == later

    def attempt(
        self, actions: Iterable[Action], fits: Callable[[State, Action], bool] = lambda state, action: True
    ) -> None:
        """What is refused raises, or what does not fit, as it means a player who does not play; nothing is changed."""
        before, said = self.state, repr(self.state)
        for action in actions:
            if not fits(before, action) or self.rules.refusals(before, action):
                with pytest.raises(RulesError):
                    self.rules.apply(before, action)
            else:
                assert self.rules.apply(before, action) == self.rules.apply(before, action)
            assert repr(before) == said

    def seen(self, viewers: Iterable[str]) -> list[State]:
        """The state, and what each of these may know of it."""
        return [self.state, *(self.rules.view(self.state, viewer) for viewer in viewers)]

    def check_somebody_acts(self) -> None:
        """Somebody acts, or chance does, or the game is over."""
        due, legal = self.rules.chance(self.state), self.rules.legal_actions(self.state)
        over = self.rules.outcome(self.state) is not None
        assert set(due) <= set(legal)
        assert bool(due) + bool(self.rules.actors(self.state)) + over == 1
        assert bool(legal) != over

    def check_legal_for_whoever_knows_less(self, viewers: Iterable[str]) -> None:
        legal = self.rules.legal_actions(self.state)
        for state in self.seen(viewers):
            for action in legal:
                assert not self.rules.refusals(state, action), self.rules.notation.write(action)


def check_agreement(
    rules: Rules[State, Action],
    state: State,
    actions: Iterable[Action],
    check_refusal: Callable[[Refusal, Action], None],
) -> None:
    """Generator and check agree about these actions and all that are legal; each refusal is well-formed."""
    legal = rules.legal_actions(state)
    among = frozenset(legal)
    assert len(among) == len(legal)
    for action in (*actions, *legal):
        reasons = rules.refusals(state, action)
        said = rules.generated(state, action) in among
        assert (not reasons) == said, (rules.notation.write(action), reasons, state)
        for reason in reasons:
            check_refusal(reason, action)


# A busy machine is slow, and games are long.
ALLOWED = (HealthCheck.too_slow, HealthCheck.data_too_large)


def briefly(examples: int, steps: int) -> settings:
    """For the tests of a machine; unshrunk, since what fails is short to tell and long to shrink: the seeds lead there
    again."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=ALLOWED,
    )


def run_for_long(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> None:
    long = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=ALLOWED,
    )
    run_state_machine_as_test(machine, settings=long)
