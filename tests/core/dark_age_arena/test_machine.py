"""A rule-based machine plays whole games of Dark Age Arena, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import HIDDEN, State
from signifer_core.layout import SIDES
from signifer_core.rules import Refusal
from signifer_core.twins import Same, exchanged

from tests.core.course import PICKS, SEEDS, Course, briefly, check_agreement, run_for_long

from .domain import DOMAIN
from .states import DECK, RULES, check_state, everything, played

VIEWERS = (*SIDES, "anyone")
CODES = {
    *("not-enough", "at-limit", "no-marker", "too-many", "one-draft", "in-play", "no-room", "same-equipment"),
    *("supply-there", "pillaged", "not-a-character", "no-target", "bid-too-high", "no-fighter", "not-free"),
    *("solitary-alone", "cannot-move", "card-elsewhere", "count-wrong", "wrong-column", "wrong-side"),
    *("wrong-phase", "not-your-turn"),
}


def check_refusal(reason: Refusal, action: act.Action) -> None:
    assert reason.code in CODES
    assert reason.ruling.startswith("DA-")
    assert reason.player in SIDES


class DarkAgeArenaMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    attempts = 150

    def __init__(self) -> None:
        super().__init__()
        self.course = Course(RULES, RULES.new_game(), played)

    @property
    def state(self) -> State:
        return self.course.state

    def running(self) -> bool:
        return self.course.running

    @initialize(seed=SEEDS, actions=st.sampled_from([0, 30, 120, 250, 400, 600]))
    def set_up(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        self.course.pick(pick)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 40))
    def act_on(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        self.course.attempt(DOMAIN[number] for number in at)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        cards = [*DECK.stock("red"), *DECK.stock("blue")]
        assert sorted(everything(self.state)) == sorted(cards)

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in self.course.seen(VIEWERS):
            check_state(state)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        """Neither hands, stocks and face-down cards of others, nor a bid before both are in."""
        for viewer in VIEWERS:
            view = RULES.view(self.state, viewer)
            assert RULES.view(view, viewer) == view
            for side, player in view.players:
                assert not player.stock.named
                real = self.state.player(side)
                if side == viewer:
                    assert (player.hand, player.face_down, player.bid) == (
                        real.hand,
                        real.face_down,
                        real.bid,
                    )
                    continue
                assert not player.hand.named | player.face_down.named
                both = self.state.red.bid is not None and self.state.blue.bid is not None
                assert both or player.bid in (None, HIDDEN)

    @invariant()
    def somebody_acts_or_chance_does_or_the_game_is_over(self) -> None:
        self.course.check_somebody_acts()

    @invariant()
    def generator_and_check_agree(self) -> None:
        domain = random.Random(len(self.course.states)).sample(DOMAIN, min(self.attempts, len(DOMAIN)))
        for state in self.course.seen(VIEWERS)[:3]:
            check_agreement(RULES, state, domain, check_refusal)

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        self.course.check_legal_for_whoever_knows_less(VIEWERS)

    @invariant()
    def equal_cards_may_be_exchanged_everywhere(self) -> None:
        """The game goes on as it would have."""
        same = Same("red/militia-1", "red/militia-2")
        state = RULES.apply(self.state, same)
        assert len(RULES.legal_actions(state)) == len(RULES.legal_actions(self.state))
        assert exchanged(state, same) == self.state

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.course.play(len(self.course.record))
        self.every_card_is_somewhere_once()
        self.course.replay()
        event(f"won by {self.state.winner}")


TestDarkAgeArenaMachine = pytest.mark.slow(DarkAgeArenaMachine.TestCase)
TestDarkAgeArenaMachine.settings = briefly(5, 8)


class LongMachine(DarkAgeArenaMachine):
    attempts = len(DOMAIN)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    run_for_long(LongMachine, 40, 20)
