"""A rule-based machine plays whole games of Call to Glory, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random

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
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import PADS, SEATS, STOCKS, VARIANTS, State
from signifer_core.twins import Same, exchanged

from .states import DECK, RULES, after, check_state, everything, lay, played

SEEDS = st.integers(0, 2**32 - 1)
PICKS = st.integers(0, 2**16 - 1)
VIEWERS = (*SEATS, "anyone")
CODES = {
    *(
        "wrong-phase",
        "card-elsewhere",
        "mixed-kinds",
        "too-few",
        "one-card",
        "wrong-pile",
        "same-pile",
        "not-top",
    ),
    *("nothing-drawn", "cannot-move", "count-wrong", "no-figure", "figure-too-new", "no-target", "not-held"),
}
SOME = [card for kind in KINDS for card in DECK.of_kind(kind)[:3]]
DOMAIN: tuple[act.Action, ...] = (
    *(act.Players(number, variant) for number in (2, 3, 4) for variant in VARIANTS),
    *(act.Starter(seat) for seat in SEATS),
    *(act.Rolled(value) for value in (1, 6)),
    act.Deal(),
    *(act.Given(card) for card in DECK.missions),
    *(kind(card) for kind in (act.Drawn,) for card in SOME),
    *(act.Draw(pile) for pile in STOCKS),
    *(kind(card, pad) for kind in (act.Take, act.Discard, act.Remove) for card in SOME for pad in PADS),
    *(lay(*DECK.of_kind(kind)[:number]) for kind in KINDS for number in (1, 2, 3, 4)),
    lay("farmer-1", "monk-1"),
    *(act.Displace(pad) for pad in PADS),
    *(act.Strike(kind) for kind in KINDS),
    *(act.Emptied(pile) for pile in STOCKS),
    *(act.Reveal(card) for card in DECK.missions),
    act.Proceed(),
)


def seen(state: State) -> list[State]:
    """The state, and what each player and an onlooker may know of it."""
    return [state, *(RULES.view(state, viewer) for viewer in VIEWERS)]


def fits(state: State, action: act.Action) -> bool:
    """Whether the action names no player whom the game does not have."""
    return not isinstance(action, act.Starter) or not state.hands or action.player in state.seats


def check_agreement(state: State, actions: tuple[act.Action, ...]) -> None:
    """Generator and check agree about the actions; each refusal is well-formed."""
    legal = RULES.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for action in filter(lambda action: fits(state, action), (*actions, *legal)):
        reasons = RULES.refusals(state, action)
        said = RULES.generated(state, action) in legal
        assert (not reasons) == said, (act.notation(action), reasons, state)
        for reason in reasons:
            assert reason.code in CODES
            assert reason.ruling.startswith("CG-")


class CallToGloryMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    def __init__(self) -> None:
        super().__init__()
        self.states = [RULES.new_game()]
        self.record: list[str] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def do(self, action: act.Action) -> None:
        text = act.notation(action)
        assert act.parse(text) == action
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

    @initialize(seed=SEEDS, actions=st.sampled_from([0, 8, 40, 150, 400]))
    def set_up(self, seed: int, actions: int) -> None:
        self.play(seed, actions)

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        legal = RULES.legal_actions(self.state)
        action = legal[pick % len(legal)]
        note(act.notation(action))
        self.do(action)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 60))
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
        assert sorted(everything(self.state)) == sorted(DECK.characters)

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in seen(self.state):
            check_state(state)

    @invariant()
    def nobody_sees_what_was_never_open(self) -> None:
        """In another hand only what was drawn openly is named, and nothing in the face-down piles."""
        for viewer in VIEWERS:
            view = RULES.view(self.state, viewer)
            assert not view.stock.named
            for seat in view.seats:
                if seat != viewer:
                    assert view.hand(seat).cards.named == self.state.hand(seat).seen
            for seat, missions in zip(view.seats, view.missions, strict=False):
                assert seat == viewer or not missions.named
            assert RULES.view(view, viewer) == view

    @invariant()
    def somebody_acts_or_chance_does_or_the_game_is_over(self) -> None:
        due, legal = RULES.chance(self.state), RULES.legal_actions(self.state)
        assert set(due) <= set(legal)
        assert bool(due) + bool(RULES.actors(self.state)) + bool(self.state.winner) == 1
        assert bool(legal) != bool(self.state.winner)

    @invariant()
    def generator_and_check_agree(self) -> None:
        for state in seen(self.state)[:3]:
            check_agreement(state, DOMAIN)

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        for action in RULES.legal_actions(self.state):
            assert all(not RULES.refusals(state, action) for state in seen(self.state))

    @invariant()
    def equal_cards_may_be_exchanged_everywhere(self) -> None:
        """The game goes on as it would have."""
        same = Same("farmer-1", "farmer-2")
        state = RULES.apply(self.state, same)
        assert len(RULES.legal_actions(state)) == len(RULES.legal_actions(self.state))
        assert exchanged(state, same) == self.state

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.play(len(self.record), 10**6)
        self.every_card_is_somewhere_once()
        state = self.states[0]
        for words, later in zip(self.record, self.states[1:], strict=True):
            state = after(state, act.parse(words))
            assert state == later
        assert {len(rounds) for rounds in state.scores} == {state.rounds}
        event(f"{len(state.hands)} players, {state.variant}")


TestCallToGloryMachine = CallToGloryMachine.TestCase
# Unshrunk, since what fails is short to tell and long to shrink: the seeds lead there again.
TestCallToGloryMachine.settings = settings(
    max_examples=8,
    stateful_step_count=8,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    long = settings(
        max_examples=40,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(CallToGloryMachine, settings=long)
