"""What the robots of Thermopyles know, and whether they play with sense: rules alone, without a table."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.thermopyles import Pile, State, Thermopyles, standard_deck
from signifer_core.games.thermopyles.actions import Charge, Decline, Discard, Draw, Engage, Retreat, Support
from signifer_firmware.games.thermopyles.robots.gestures import Decision
from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch
from signifer_firmware.games.thermopyles.robots.mind import Mind

from tests.core.thermopyles.states import full_position
from tests.firmware.games.thermopyles.played import play

DECK = standard_deck()
RULES = Thermopyles(DECK)
GAMES = 20


def sensible(whim: float = 0.1) -> Mind:
    return Mind(DECK, random.Random(1), whim=whim)


def decided(mind: Mind | None, state: State, rng: random.Random) -> Decision:
    if mind is None:
        return (rng.choice(RULES.legal_actions(state)),)
    return mind.decide(RULES.view(state, state.receiver or state.active))


def victories(mind: Mind | None, players: int) -> int:
    """How many of the games the Spartans win, led by ``mind`` or by nobody."""
    won = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = RULES.new_game(players)
        while state.winner is None:
            due = RULES.chance(state)
            for action in (rng.choice(due),) if due else decided(mind, state, rng):
                state = RULES.apply(state, action)
        won += state.winner == "red"
    return won


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_robots_win_most_of_their_games_and_chance_few(players: int) -> None:
    assert victories(sensible(whim=0.02), players) > GAMES * 0.6 > GAMES * 0.3 > victories(None, players)


def test_a_mind_is_shown_what_a_player_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand by name, and of piles and the other hands the number."""
    shown: list[State] = []
    decide = Mind.decide

    def looked(self: Mind, state: State) -> Decision:
        shown.append(state)
        return decide(self, state)

    monkeypatch.setattr(Mind, "decide", looked)
    match: ThermopylesMatch = play(12)[0]
    assert match.players == 4
    assert len(shown) > 10
    for state in shown:
        seat = state.receiver or state.active
        assert not state.full
        assert not state.pile.named | state.persians.named
        assert [hand.named for hand in state.hands if hand.named] in ([], [state.hand(seat).named])


def of(state: State, **how: float) -> Decision:
    how = {"whim": 0.0, **how}
    return sensible(**how).decide(RULES.view(state, state.receiver or state.active))


def test_at_the_hot_gates_the_team_fights_with_what_is_enough() -> None:
    """11 and a die defeat a Persian of 12; the one of 22 behind him is too much for both Spartans of the hand."""
    state = full_position(("spartan-2", "spartan-12"), row=("persian-1", "persian-28"), marker=3)
    assert of(state)[0] == Charge("spartan-2")


def test_supports_are_spent_on_the_twelfth_in_the_cemetery() -> None:
    rest = full_position(("spartan-1",), row=("persian-13", "persian-28"), cemetery=11, marker=6, supports=4)
    decision = of(rest)
    assert decision[0] == Charge("spartan-1")
    assert sum(isinstance(action, Support) for action in decision) >= 2
    assert decision[-1] == Engage()


def test_without_a_card_and_before_the_gates_it_gives_way_but_never_from_the_last_rampart() -> None:
    assert of(full_position((), pile=("spartan-2",), marker=4)) == (Retreat(),)
    assert of(full_position(("spartan-9",), pile=("spartan-2",), marker=1)) == (Retreat(),)
    hopeless = full_position(("spartan-1",), row=("persian-28", "persian-27"), marker=6, pile=("spartan-2",))
    assert of(hopeless)[0] == Charge("spartan-1")


def test_a_card_goes_to_whoever_has_fewest_and_the_weakest_of_six_is_discarded() -> None:
    state = full_position(("spartan-3", "spartan-4"), ("spartan-5",), pile=("spartan-2",))
    drawing = RULES.apply(state, Retreat())
    assert of(drawing) in ((Draw("2"),), (Decline(),))
    six = ("spartan-20", "spartan-9", "spartan-4", "spartan-15", "spartan-12", "spartan-18")
    full = RULES.apply(full_position(six[1:], pile=six[:1]), Retreat())
    for action in (Draw("1"), RULES.legal_actions(RULES.apply(full, Draw("1")))[0]):
        full = RULES.apply(full, action)
    assert full.hand("1") == Pile(6, frozenset(six))
    assert of(full) == (Discard("spartan-4"),)


def test_what_a_mind_keeps_has_an_end_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = full_position(
        ("spartan-2", "spartan-9", "spartan-12"), row=("persian-1", "persian-28"), supports=2
    )
    wide = sensible(0.0)
    plans = wide.plans(state, sorted(state.hand(state.active).named))
    monkeypatch.setattr("signifer_firmware.games.thermopyles.robots.mind.MOST_KNOWN", 2)
    narrow = sensible(0.0)
    assert narrow.plans(state, sorted(state.hand(state.active).named)) == plans
    assert len(wide._known) > len(narrow._known) <= 2
