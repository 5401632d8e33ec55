"""A rule-based machine plays whole games of Call to Glory, and holds the rules to what must be true of any game."""

from __future__ import annotations

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import PADS, SEATS, STOCKS, VARIANTS, State
from signifer_core.rules import Refusal
from signifer_core.twins import Same, exchanged

from tests.core.course import PICKS, SEEDS, Course, briefly, check_agreement, run_for_long

from .states import DECK, RULES, check_state, everything, lay, played

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


def fits(state: State, action: act.Action) -> bool:
    """Whether the action names no player whom the game does not have."""
    return not isinstance(action, act.Starter) or not state.hands or action.player in state.seats


def fitting(state: State) -> list[act.Action]:
    return [action for action in DOMAIN if fits(state, action)]


def check_refusal(reason: Refusal, action: act.Action) -> None:
    assert reason.code in CODES
    assert reason.ruling.startswith("CG-")


class CallToGloryMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    def __init__(self) -> None:
        super().__init__()
        self.course = Course(RULES, RULES.new_game(), played)

    @property
    def state(self) -> State:
        return self.course.state

    def running(self) -> bool:
        return self.course.running

    @initialize(seed=SEEDS, actions=st.sampled_from([0, 8, 40, 150, 400]))
    def set_up(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @precondition(running)
    @rule(pick=PICKS)
    def act(self, pick: int) -> None:
        self.course.pick(pick)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 60))
    def act_on(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        self.course.attempt((DOMAIN[number] for number in at), fits)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        assert sorted(everything(self.state)) == sorted(DECK.characters)

    @invariant()
    def counts_hold_for_whoever_looks(self) -> None:
        for state in self.course.seen(VIEWERS):
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
        self.course.check_somebody_acts()

    @invariant()
    def generator_and_check_agree(self) -> None:
        for state in self.course.seen(VIEWERS)[:3]:
            check_agreement(RULES, state, fitting(state), check_refusal)

    @invariant()
    def what_is_legal_is_legal_for_whoever_knows_less(self) -> None:
        self.course.check_legal_for_whoever_knows_less(VIEWERS)

    @invariant()
    def equal_cards_may_be_exchanged_everywhere(self) -> None:
        """The game goes on as it would have."""
        same = Same("farmer-1", "farmer-2")
        state = RULES.apply(self.state, same)
        assert len(RULES.legal_actions(state)) == len(RULES.legal_actions(self.state))
        assert exchanged(state, same) == self.state

    def teardown(self) -> None:
        """Every game is played to its end, and its record replays at every prefix."""
        self.course.play(len(self.course.record))
        self.every_card_is_somewhere_once()
        self.course.replay()
        assert {len(rounds) for rounds in self.state.scores} == {self.state.rounds}
        event(f"{len(self.state.hands)} players, {self.state.variant}")


TestCallToGloryMachine = pytest.mark.slow(CallToGloryMachine.TestCase)
TestCallToGloryMachine.settings = briefly(5, 8)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    run_for_long(CallToGloryMachine, 40, 30)
