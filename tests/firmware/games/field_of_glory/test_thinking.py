"""The robot that searches: its plans are legal and hang on nothing hidden, and so does what it decides."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player, standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import ACTIONS, BONUS, OVER, Column, Holdings, State
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.game import ROBOT
from signifer_firmware.games.field_of_glory.robots.gestures import Decision, decider
from signifer_firmware.games.field_of_glory.robots.levels import ThinkingMind
from signifer_firmware.games.field_of_glory.robots.mind import Mind
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.games.field_of_glory.robots.value import chances
from signifer_firmware.simulation.robots.thinking import Thinker, after, until

from tests.sweeps import often

RULES = FieldOfGlory(standard_deck())
PLANS = FieldOfGloryPlans(RULES)


@cache
def course(seed: int) -> tuple[State, ...]:
    """Each decision of a game whose plans are chosen by chance."""
    rng = random.Random(seed)
    state = RULES.apply(deal(RULES, rng).state, act.First(rng.choice(("red", "blue"))))
    state, states = PLANS.passed(state, rng), list[State]()
    while state.step != OVER and len(states) < 150:
        states.append(state)
        move, _ = rng.choice(PLANS.moves(state))
        state = PLANS.play(state, move, rng)
    return tuple(states)


# What hands do in a turn without a button: the table rests after each.
SILENT = (act.Place, act.TakeBack, act.Discard, act.Restore)


def a_decision(data: st.DataObject) -> State:
    """One of a game, often with hands in its midst: they lift, and lay also what they cannot pay for."""
    full = data.draw(st.sampled_from(course(data.draw(st.integers(1, 12)))))
    if full.step != ACTIONS:
        return full
    return astray(full, random.Random(data.draw(st.integers(0, 99))))


def astray(full: State, rng: random.Random) -> State:
    for _ in range(rng.randrange(5)):
        hands = [action for action in RULES.legal_actions(full) if isinstance(action, SILENT)]
        full = RULES.apply(full, rng.choice(hands)) if hands else full
    return full


@settings(max_examples=often(25, 60), deadline=None)
@given(data=st.data())
def test_each_plan_is_legal_action_by_action(data: st.DataObject) -> None:
    full = a_decision(data)
    for move, weight in PLANS.moves(full):
        assert weight > 0
        state = full
        for action in move:
            if action == act.Rampage(decider(state)):
                action = RULES.legal_actions(state)[0]
            state = RULES.apply(state, action)
        assert state != full


def at_actions(*hand: str, red: tuple[str, ...] = (), cards: int = 5) -> State:
    """Red's turn with this hand, and the units ``red`` in column 3."""
    columns = (Column(), Column(), Column().with_units("red", red), Column(), Column())
    mine, theirs = Holdings(hand=len(hand), deck=5, hand_cards=frozenset(hand)), Holdings(hand=cards, deck=5)
    return State(columns=columns, red=mine, blue=theirs, active="red", step=ACTIONS, advanced=True)


def test_what_is_laid_and_cannot_be_paid_for_is_taken_back() -> None:
    laid = RULES.apply(at_actions("red/heavy-infantry-1"), act.Place("red/heavy-infantry-1", 3))
    assert laid.due
    back: Decision = (act.TakeBack("red/heavy-infantry-1"),)
    # The table saw it laid, and does not know from where.
    seen = replace(laid, unpaid=tuple(replace(placed, known=False) for placed in laid.unpaid))
    assert PLANS.moves(seen) == [(back, 1.0)]
    assert PLANS.play(seen, back, random.Random(1)).red.hand_cards == {"red/heavy-infantry-1"}
    assert Mind("red", RULES.deck, random.Random(1)).decide(laid) == back
    assert sum(PLANS.value(laid, random.Random(1)).values()) == pytest.approx(1)


def test_a_unit_that_was_lifted_for_none_is_laid_back_or_replaced() -> None:
    units = ("red/heavy-infantry-1", "red/heavy-infantry-3")
    before = at_actions("red/heavy-infantry-2", "red/commander-1", "red/commander-2", red=units)
    lifted = RULES.apply(before, act.Discard("red/heavy-infantry-1"))
    back: Decision = (act.Restore("red/heavy-infantry-1"),)
    assert [move for move, _ in PLANS.moves(lifted)] == [(act.Place("red/heavy-infantry-2", 3),), back]
    assert Mind("red", RULES.deck, random.Random(1)).decide(lifted) == back


def test_where_it_can_be_neither_the_plans_say_so() -> None:
    """People may agree on what lies where."""
    lifted = RULES.apply(at_actions(red=("red/heavy-infantry-1",)), act.Discard("red/heavy-infantry-1"))
    full = lifted.with_units(3, "red", ("red/pike-1", "red/pike-2"))
    with pytest.raises(RulesError, match="neither be laid back nor replaced"):
        PLANS.moves(full)


def told(start: State, done: list[act.Action]) -> list[Decision]:
    """The decisions that these actions are, each of which can be made where it is said to have been."""
    found = ROBOT.made(PLANS, RULES.view(start, decider(start)), done)
    for before, move in found:
        for action in move:
            before = RULES.apply(before, action)
    return [move for _, move in found]


@pytest.mark.parametrize("seed", range(often(25, 100)))
def test_a_plan_that_begins_in_the_midst_of_hands_is_told_as_it_was_made(seed: int) -> None:
    rng = random.Random(seed)
    start = astray(rng.choice([full for full in course(seed % 12 + 1) if full.step == ACTIONS]), rng)
    state, done = start, list[act.Action]()
    while state.step == ACTIONS and state.turn == start.turn and len(done) < 20:
        move, _ = rng.choice(PLANS.moves(state))
        state = PLANS.play(state, move, rng)
        done += move
    told(start, done)


def test_what_was_paid_for_units_that_lay_there_before_is_told_of_no_other_plan() -> None:
    begun = at_actions("red/pike-1", "red/pike-2", "red/commander-1", "red/commander-2")
    first, second = ((act.Pay(f"red/commander-{number}"), act.Settle()) for number in (1, 2))
    placed = act.Place("red/pike-2", 2)
    done: list[act.Action] = [*first, placed, *second]
    assert told(RULES.apply(begun, act.Place("red/pike-1", 3)), done) == [(placed,), second]


def test_a_unit_that_was_lifted_before_and_laid_back_is_there_for_what_is_told() -> None:
    units = ("red/heavy-infantry-1", "red/heavy-infantry-3")
    start = at_actions("red/heavy-infantry-2", "red/commander-1", red=units[:1]).with_units(
        2, "red", units[1:]
    )
    for card in units:
        start = RULES.apply(start, act.Discard(card))
    placed, settled = act.Place("red/heavy-infantry-2", 2), (act.Pay("red/commander-1"), act.Settle())
    assert told(start, [placed, act.Restore(units[0]), *settled]) == [(placed,), settled]


@settings(max_examples=often(25, 60), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_plans_hang_on_nothing_that_their_player_does_not_see(data: st.DataObject, seed: int) -> None:
    full = a_decision(data)
    view = RULES.view(full, decider(full))
    moves = PLANS.moves(view)
    assert moves == PLANS.moves(full)
    assert moves == PLANS.moves(RULES.determinize(view, random.Random(seed)))


@settings(max_examples=often(12, 30), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_a_state_is_worth_is_a_chance_of_both(data: st.DataObject, seed: int) -> None:
    worth = PLANS.value(a_decision(data), random.Random(seed))
    assert worth["red"] + worth["blue"] == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in worth.values())


def test_hidden_cards_dealt_again_change_no_decision() -> None:
    times = often(25, 1000)
    full = next(state for state in course(3) if state.step == BONUS)
    player = decider(full)
    thinker, rng = Thinker(FieldOfGloryPlans(RULES, horizon=0)), random.Random(9)
    view = RULES.view(full, player)
    thought = thinker.think(view, 4, after(30))
    dealt = set()
    for _ in range(times):
        again = RULES.determinize(view, rng)
        dealt.add(again)
        assert thinker.think(RULES.view(again, player), 4, after(30)) == thought
    assert len(dealt) == times


def test_at_a_match_that_knows_everything_it_sees_what_its_player_sees() -> None:
    full = next(state for state in course(3) if state.step == BONUS)
    player = decider(full)
    rng, decided = random.Random(9), set()
    for _ in range(5):
        again = RULES.determinize(RULES.view(full, player), rng)
        assert again.full
        decided.add(ThinkingMind(player, RULES, random.Random(4), 2).decide(again))
    assert len(decided) == 1


def test_it_is_given_a_view_and_nothing_else() -> None:
    with pytest.raises(RulesError, match="a view"):
        Thinker(PLANS).think(course(3)[0], 1, after(1))


def test_it_stops_at_its_time() -> None:
    ticks = iter(range(0, 10_000, 100))
    full = course(3)[0]
    thought = Thinker(PLANS).think(RULES.view(full, decider(full)), 1, until(450, lambda: next(ticks)))
    assert thought.iterations == 6


def about_to_win(player: Player) -> State:
    """Two columns are held, a third one is free, and the other cannot do anything about it."""
    held = Column(control=player).with_units(player, (f"{player}/spear-1",))
    held_too = Column(control=player).with_units(player, (f"{player}/pike-1",))
    mine = Holdings(
        hand=3,
        deck=1,
        hand_cards=frozenset(
            {f"{player}/heavy-infantry-1", f"{player}/commander-1", f"{player}/commander-2"}
        ),
    )
    theirs = Holdings(hand=0, deck=1)
    red, blue = (mine, theirs) if player == "red" else (theirs, mine)
    columns = (held, held_too, Column(), Column(), Column())
    return State(columns=columns, red=red, blue=blue, active=player, step=ACTIONS, advanced=True)


@pytest.mark.parametrize("player", ["red", "blue"])
def test_it_takes_the_third_column(player: Player) -> None:
    thought = Thinker(PLANS).think(about_to_win(player), 1, after(80))
    (placed,) = thought.move
    assert isinstance(placed, act.Place)
    assert thought.candidates[0].chance > 0.9


def test_a_position_is_worth_as_much_from_the_other_side() -> None:
    red, blue = (chances(RULES.deck, about_to_win(player)) for player in ("red", "blue"))
    assert red == pytest.approx(1 - blue)
    assert red > 0.8
