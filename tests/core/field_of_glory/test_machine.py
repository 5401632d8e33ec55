"""A rule-based machine plays whole games with full knowledge, and holds the rules to what must be true of any game."""

from __future__ import annotations

import random

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.layout import SIDES

from tests.core.course import PICKS, SEEDS, Course, briefly, check_agreement, run_for_long
from tests.core.field_of_glory.perft import STARTS, core_game
from tests.core.field_of_glory.states import (
    ARMY_CARDS,
    DECK,
    DOMAIN,
    RULES,
    TURNS,
    check_position,
    everywhere,
    played,
)
from tests.core.field_of_glory.walks import check_refusal

SAMPLE = 12
ABOUT = {card: [a for a in DOMAIN if getattr(a, "card", None) == card] for card in ARMY_CARDS}
SURVEYS = 1
READY = [name for name, start in STARTS.items() if start.full]

# By the printed figures. Attacking, an elephant (5) without a card against light infantry (-4) in woods (-2) has least;
# most has a pike (4) beside a second (+1, +1) with a commander (+5) in the flank (+2) and two Overlaps of four units
# each (+8). Defending, an archer (0) without a card has least; most has an elephant (5) with a second unit (+1), a
# commander (+5) and the hill (+1).
ATTACKING_TOTALS, DEFENDING_TOTALS = range(-1, 22), range(13)


def seen(state: State) -> list[State]:
    """The state, and what each player and an onlooker may know of it."""
    if state.step in ("drawing", "army"):
        return [state]  # cards are told to nobody who does not know the deck
    return [state, *(RULES.view(state, viewer) for viewer in (*SIDES, "anyone"))]


def lying(state: State) -> list[str]:
    """Every card of an army that lies openly on the table."""
    cards = [card for column in state.columns for player in SIDES for card in column.units(player)]
    return [*cards, *state.attack.overlaps] if state.attack else cards


def check_cards(state: State, player: Player) -> None:
    """Each card of an army is somewhere, once, and all counts are those of the cards named."""
    assert sorted(everywhere(state, player)) == sorted(DECK.army(player))
    side = state.side(player)
    laid = len(state.unpaid) if player == state.active else 0
    if state.step != "army":
        assert side.hand == len(side.hand_cards) + laid
    assert (side.deck, side.discard) == (len(side.deck_cards), len(side.discards))
    assert side.lost_unseen == 0
    assert side.points == sum(map(DECK.victory_points, state.side(other(player)).lost))


def check_position_after_set_up(state: State) -> None:
    if state.step not in ("army", "drawing"):
        check_position(state)


class FieldOfGloryMachine(RuleBasedStateMachine):
    """A game from before set-up to its end, its record, and every state that it went through."""

    def __init__(self) -> None:
        super().__init__()
        self.course = Course(RULES, RULES.new_game(), played, check_position_after_set_up)
        self.surveys = 0

    @property
    def state(self) -> State:
        return self.course.state

    def running(self) -> bool:
        return self.course.running and self.state.turn <= TURNS

    @initialize(
        start=st.sampled_from([None, *READY]), seed=SEEDS, actions=st.sampled_from([0, 150, 167, 300])
    )
    def set_up(self, start: str | None, seed: int, actions: int) -> None:
        """Begin in a position full of attacks; or in the set-up (167 actions), at its end, or in a game under way."""
        if start is not None:
            self.course.begin(core_game(STARTS[start]))
        else:
            self.course.play(seed, actions)

    @precondition(running)
    @rule(kind=PICKS, pick=PICKS)
    def act(self, kind: int, pick: int) -> None:
        legal = RULES.legal_actions(self.state)
        kinds = sorted({type(action) for action in legal}, key=lambda found: found.__name__)
        chosen = tuple(action for action in legal if type(action) is kinds[kind % len(kinds)])
        self.course.pick(pick, chosen)

    @precondition(running)
    @rule(seed=SEEDS, actions=st.integers(2, 40))
    def act_on(self, seed: int, actions: int) -> None:
        self.course.play(seed, actions)

    @rule(at=st.lists(st.integers(0, len(DOMAIN) - 1), min_size=1, max_size=20))
    def attempt(self, at: list[int]) -> None:
        self.course.attempt(DOMAIN[number] for number in at)

    @precondition(lambda self: self.surveys < SURVEYS)
    @rule()
    def survey(self) -> None:
        """The whole domain, in every view."""
        self.surveys += 1
        for state in seen(self.state):
            check_agreement(RULES, state, DOMAIN, check_refusal)

    @rule(pick=PICKS)
    def replay(self, pick: int) -> None:
        """From any earlier state the record leads through the same states to this one."""
        self.course.replay(pick % len(self.course.states))

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        for player in SIDES:
            check_cards(self.state, player)

    @invariant()
    def somebody_or_chance_goes_on(self) -> None:
        self.course.check_somebody_acts()

    @invariant()
    def generator_and_check_agree(self) -> None:
        rng = random.Random(len(self.course.record))
        for state in seen(self.state):
            about = ABOUT[rng.choice(lying(state))] if lying(state) else []
            check_agreement(RULES, state, (*rng.sample(DOMAIN, SAMPLE), *about), check_refusal)

    @invariant()
    def totals_are_bounded(self) -> None:
        result = self.state.result
        if result is not None and result.by != "retreat":
            assert result.attacking_total in ATTACKING_TOTALS
            assert result.defending_total in DEFENDING_TOTALS

    def teardown(self) -> None:
        """Every game is played to its end or the bound of turns, and its record replays."""
        self.course.play(len(self.course.record))
        for player in SIDES:
            check_cards(self.state, player)
        self.course.replay()
        event("over" if RULES.outcome(self.state) else f"given up after {TURNS} turns")


TestFieldOfGloryMachine = pytest.mark.slow(FieldOfGloryMachine.TestCase)
TestFieldOfGloryMachine.settings = briefly(10, 40)


@pytest.mark.soak
def test_the_machine_for_long() -> None:
    run_for_long(FieldOfGloryMachine, 150, 100)
