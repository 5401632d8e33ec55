"""A tutor: what it advises hangs on nothing hidden, a decision is judged beside the best one, and it says so."""

from __future__ import annotations

import random
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.state import ACTIONS, OVER, State
from signifer_core.search import Search
from signifer_firmware.game_api import registry
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.game import ROBOT
from signifer_firmware.games.field_of_glory.robots.gestures import Decision, decider
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.i18n.words import words_of
from signifer_firmware.simulation.robots.apart import Apart, ApartError
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.thinking import after
from signifer_firmware.simulation.robots.tutor import (
    Advice,
    Judged,
    advised,
    either,
    iterations,
    judged,
    judged_turn,
    time_of,
)
from signifer_firmware.simulation.robots.tutor_words import tutor_of

from tests.firmware.simulation.robot_board import RULES
from tests.sweeps import often
from tests.toy_game.game import TOY

PLANS = FieldOfGloryPlans(RULES)
LONG_S = 120.0


@cache
def course(seed: int) -> tuple[State, ...]:
    """Each decision of a game whose plans are chosen by chance."""
    rng = random.Random(seed)
    state = RULES.apply(deal(RULES, rng).state, act.First(rng.choice(("red", "blue"))))
    state, states = PLANS.passed(state, rng), list[State]()
    while state.step != OVER and len(states) < 60:
        states.append(state)
        move, _ = rng.choice(PLANS.moves(state))
        state = PLANS.play(state, move, rng)
    return tuple(states)


def advice(view: State, number: int) -> Advice[Decision]:
    return advised(PLANS, view, 1, iterations(number), foreseen=ROBOT.foreseen)


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_hidden_cards_dealt_again_change_no_advice_and_no_judgement(data: st.DataObject) -> None:
    full = data.draw(st.sampled_from(course(data.draw(st.integers(1, 6)))))
    player = decider(full)
    made = data.draw(st.sampled_from(PLANS.moves(full)))[0]
    first = advice(RULES.view(full, player), 8)
    worth = judged(PLANS, RULES.view(full, player), made, 1, iterations(8))
    for seed in range(often(3, 200)):
        again = RULES.determinize(RULES.view(full, player), random.Random(seed))
        view = RULES.view(again, player)
        assert advice(view, 8) == first
        assert judged(PLANS, view, made, 1, iterations(8)) == worth


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_plan_is_legal_move_by_move(data: st.DataObject) -> None:
    full = data.draw(st.sampled_from(course(data.draw(st.integers(1, 6)))))
    player = decider(full)
    found = advice(RULES.view(full, player), 6)
    assert found.chance is None or 0.0 <= found.chance <= 1.0
    assert found.line
    state = full
    for move in found.line:
        assert decider(state) == player
        for action in move:
            if isinstance(action, act.Rampage):
                action = RULES.legal_actions(state)[0]
            state = RULES.apply(state, action)
        state = PLANS.passed(state, random.Random(1))


def test_what_is_hidden_is_refused() -> None:
    full = course(1)[0]
    move = PLANS.moves(full)[0][0]
    with pytest.raises(RulesError, match="a view"):
        advice(full, 2)
    with pytest.raises(RulesError, match="a view"):
        judged(PLANS, full, move, 1, iterations(2))


@pytest.fixture(scope="module")
def busy() -> State:
    """A turn in which there is much to choose."""
    return next(state for state in course(3) if state.step == ACTIONS and len(PLANS.moves(state)) > 5)


def test_a_decision_is_judged_beside_the_best_one(busy: State) -> None:
    view = RULES.view(busy, decider(busy))
    moves = [move for move, _ in PLANS.moves(view)]
    found = [judged(PLANS, view, move, 3, iterations(120)) for move in moves]
    for move, each in zip(moves, found, strict=True):
        assert each is not None
        assert each.made == move
        assert each.best in moves
        assert each.chance <= each.best_chance
        assert each.loss == pytest.approx(each.best_chance - each.chance)
        assert each.iterations <= 120
        if each.best == move:
            assert each.loss == 0.0
    best = {each.best for each in found if each is not None and each.loss > 0.05}
    assert best
    # Whatever is called best by a wide margin is not itself called bad.
    for each in found:
        if each is not None and each.made in best:
            assert each.loss < 0.1


@pytest.mark.parametrize("number", [1, 2])
def test_however_little_is_thought_no_figure_is_made_up(busy: State, number: int) -> None:
    view = RULES.view(busy, decider(busy))
    moves = [move for move, _ in PLANS.moves(view)]
    found = [judged(PLANS, view, move, seed, iterations(number)) for move in moves for seed in range(3)]
    figures = [(each.chance, each.best_chance) for each in found if each is not None]
    assert figures
    assert 0.5 not in {chance for pair in figures for chance in pair}


def test_a_move_that_the_plans_do_not_have_is_judged_too(busy: State) -> None:
    view = RULES.view(busy, decider(busy))
    moves = {move for move, _ in PLANS.moves(view)}
    placed = (action for action in RULES.legal_actions(busy) if isinstance(action, act.Place))
    other = next((action,) for action in placed if (action,) not in moves and payable(busy, action))
    found = judged(PLANS, view, other, 3, iterations(30))
    assert found is not None
    assert found.made == other


def payable(state: State, action: act.Place) -> bool:
    after = RULES.apply(state, action)
    return after.due <= sum(map(RULES.deck.command_points, after.side(state.active).hand_cards))


class DoubtfulPlans(FieldOfGloryPlans):
    """So much doubt that the usual move is never left."""

    doubt = 9.0


def test_the_chance_that_is_told_is_that_of_the_plan_where_another_move_was_tried_more() -> None:
    plans, is_left = DoubtfulPlans(RULES), False
    for full in course(3)[::4]:
        view = RULES.view(full, decider(full))
        thought = Search(plans).think(view, random.Random(1), after(20))
        found = advised(plans, view, 1, iterations(40))
        if thought.reason is not None:
            assert (found.line[0], found.chance) == (thought.move, thought.reason.chosen.chance)
            is_left |= thought.candidates[0].chance != found.chance
    assert is_left


def test_where_nothing_can_be_chosen_nothing_is_judged() -> None:
    full = next(state for state in course(2) if len(PLANS.moves(state)) == 1)
    view = RULES.view(full, decider(full))
    assert judged(PLANS, view, PLANS.moves(view)[0][0], 1, iterations(4)) is None


def test_time_is_shared_out_and_an_end_ends_it() -> None:
    now = [0]
    budget = time_of(1000, lambda: now[0])
    stop = budget(0.25)
    now[0] = 249
    assert not stop(10)
    now[0] = 250
    assert stop(0)
    again = either(iterations(10), lambda: now[0] > 250)(0.5)
    assert not again(4)
    assert again(5)
    now[0] = 251
    assert again(1)


def test_it_answers_from_a_process_of_its_own() -> None:
    full = course(3)[0]
    view = RULES.view(full, decider(full))
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    apart.ask_advice(view, 1, 0)
    found = apart.advice(LONG_S)
    assert found is not None
    assert found.line
    # Whoever asked for something else is told nothing.
    assert apart.answer() is None
    made = PLANS.moves(view)[-1][0]
    apart.ask_judgement(view, made, 1, 0)
    worth = apart.judgement(LONG_S)
    assert worth is not None
    assert worth.made == made
    only = next(state for state in course(2) if len(PLANS.moves(state)) == 1)
    own = RULES.view(only, decider(only))
    apart.ask_judgement(own, PLANS.moves(own)[0][0], 1, 0)
    with pytest.raises(ApartError, match="nothing to choose"):
        apart.judgement(LONG_S)
    apart.close()


def test_it_says_so_in_the_readers_language() -> None:
    words = words_of("en").calling(registry.bundles()["field-of-glory"].names)
    tutor = tutor_of(registry.bundles()["field-of-glory"], words)
    line: tuple[tuple[object, ...], ...] = (
        (act.Place("red/spear-1", 3),),
        (act.Pay("red/pike-1"), act.Settle()),
    )
    assert (
        tutor.before(Advice(line, 0.481, 10))
        == "Best is “spear 2 CP in column 3, then pay with pike 2 CP”: 48\N{NO-BREAK SPACE}%."
    )
    assert tutor.before(Advice(line[:1], None, 0)) == "spear 2 CP in column 3"
    paid = tuple(act.Pay(f"red/{card}") for card in ("cavalry-1", "pike-1", "spear-2"))
    assert tutor.before(Advice(((*paid, act.Settle()),), None, 0)) == (
        "pay with cavalry 2 CP, pike 2 CP, spear 3 CP"
    )
    worse: Judged[tuple[object, ...]] = Judged((act.EndActions(),), 0.41, line[0], 0.48, 10)
    assert (
        tutor.after(worse)
        == "41\N{NO-BREAK SPACE}% with “end the actions”; best was “spear 2 CP in column 3”: 48\N{NO-BREAK SPACE}%."
    )
    same: Judged[tuple[object, ...]] = Judged(line[0], 0.48, line[0], 0.48, 10)
    assert tutor.after(same) == "48\N{NO-BREAK SPACE}% with “spear 2 CP in column 3”, which is best."
    # Of a turn the dearest decision is told, unless none was dear.
    assert tutor.turn([same, worse]) == tutor.after(worse)
    assert tutor.turn([worse, same]) == tutor.after(worse)
    assert tutor.turn([same]) == "48\N{NO-BREAK SPACE}%: no better way was found."
    assert tutor.turn([]) == ""


def test_games_on_which_robots_do_not_look_back_say_so() -> None:
    with registry.registered(TOY):
        robots = robot(TOY.name)
        with pytest.raises(RulesError, match="do not look back"):
            robots.review(registry.bundles()[TOY.name], [], [])
    assert not robots.foreseen((object(),))


def test_units_laid_lifted_and_paid_for_are_the_plan_that_they_come_to(busy: State) -> None:
    player = decider(busy)
    view = RULES.view(busy, player)
    placing = [move for move, _ in PLANS.moves(view) if isinstance(move[-1], act.Place)]
    paid = PLANS.moves(RULES.effect(view, placing[0][-1]))[-1][0]
    assert isinstance(paid[-1], act.Settle)
    lifted = placing[-1][-1]
    assert isinstance(lifted, act.Place)
    assert ROBOT.made(PLANS, view, placing[0]) == [], "it is half of a plan"
    hands = [lifted, act.TakeBack(lifted.card), *placing[0], *paid]
    found = ROBOT.made(PLANS, view, hands)
    assert [move for _, move in found] == [placing[0], paid]
    assert found[0][0] == view


def test_a_turn_is_judged_decision_by_decision_over_its_stretches(busy: State) -> None:
    view = RULES.view(busy, decider(busy))
    placed = next(move for move, _ in PLANS.moves(view) if isinstance(move[-1], act.Place))
    after = RULES.effect(view, placed[-1])
    paid = PLANS.moves(after)[-1][0]
    settled = RULES.effect(after, act.Settle())
    stretches = [(view, placed), (after, paid), (settled, (act.EndActions(),)), (settled, ())]
    found = judged_turn(PLANS, partial(ROBOT.made, PLANS), stretches, 1, iterations(20))
    assert [each.made for each in found] == [placed, paid, (act.EndActions(),)][-len(found) :]
    assert found
    apart = Apart[State, Decision]("field-of-glory", RULES.deck)
    apart.ask_turn(stretches, 1, 0)
    answered = apart.turn(LONG_S)
    apart.close()
    assert answered is not None
    assert [each.made for each in answered] == [each.made for each in found]
