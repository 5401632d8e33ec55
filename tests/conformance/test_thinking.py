"""What holds for robots that search, in games that robots have played: of every game that has plans."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.layout import SIDES
from signifer_core.search import Plans
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.thinking import Thinker, after
from signifer_firmware.simulation.robots.tutor import advised, iterations, judged_turn
from signifer_firmware.simulation.robots.tutor_words import tutor_of

from tests.firmware.simulation.robot_board import RefereeBoard
from tests.sweeps import often
from tests.toy_game.game import TOY

from .games import SEEDS, played

NAMES = tuple(name for name in registry.names() if robot(name).levels)
GAMES = pytest.mark.parametrize("name", NAMES)


def fresh(name: str) -> Plans[Any, tuple[Any, ...]]:
    return robot(name).plans(registry.bundle(name).deck)


plans_of = cache(fresh)


@cache
def decisions(name: str, seed: int) -> tuple[Any, ...]:
    """The states of full knowledge in which somebody decides what is searched."""
    game, plans = played(name, seed, clumsy=False), plans_of(name)
    rules = game.bundle.procedure.rules
    return tuple(
        moment.full
        for moment in game.moments
        if not rules.chance(moment.full) and plans.mover(moment.full) is not None
    )


def a_decision(name: str, data: st.DataObject) -> tuple[Any, Any]:
    """A state of full knowledge, and the view of whoever decides."""
    full = data.draw(st.sampled_from(decisions(name, data.draw(st.sampled_from(SEEDS)))))
    rules = registry.bundle(name).procedure.rules
    return full, rules.view(full, plans_of(name).mover(full) or "")


def test_all_games_that_are_shipped_have_levels() -> None:
    assert set(registry.names()) - set(NAMES) <= {TOY.name}


@GAMES
def test_where_nobody_decides_there_is_no_advice(name: str) -> None:
    game, plans = played(name, SEEDS[0], clumsy=False), plans_of(name)
    rules, last = game.bundle.procedure.rules, game.moments[-1].full
    assert plans.mover(last) is None
    for side in SIDES:
        with pytest.raises(RulesError, match="nobody has anything to decide"):
            advised(plans, rules.view(last, side), 1, iterations(4))


@GAMES
@settings(max_examples=often(8, 60), deadline=None)
@given(data=st.data())
def test_each_move_is_legal_action_by_action(name: str, data: st.DataObject) -> None:
    full, _ = a_decision(name, data)
    rules = registry.bundle(name).procedure.rules
    assert plans_of(name).mover(full) in rules.actors(full)
    for move, weight in plans_of(name).moves(full):
        assert weight > 0
        state = full
        for action in move:
            if due := rules.chance(state):
                assert type(action) is type(due[0])
                action = due[0]
            state = rules.apply(state, action)
        assert state != full


@GAMES
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_moves_hang_on_nothing_that_their_player_does_not_see(
    name: str, data: st.DataObject, seed: int
) -> None:
    full, view = a_decision(name, data)
    plans = plans_of(name)
    moves = plans.moves(view)
    assert moves == plans.moves(full)
    assert moves == plans.moves(plans.determinize(view, random.Random(seed)))


@GAMES
@settings(max_examples=8, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_a_state_is_worth_is_a_chance_of_each_player(name: str, data: st.DataObject, seed: int) -> None:
    full, _ = a_decision(name, data)
    worth = plans_of(name).value(full, random.Random(seed))
    assert plans_of(name).mover(full) in worth
    assert all(0 <= chance <= 1 for chance in worth.values())


@GAMES
@settings(max_examples=often(4, 60), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_hidden_cards_dealt_again_change_no_decision(name: str, data: st.DataObject, seed: int) -> None:
    _, view = a_decision(name, data)
    rules, plans = registry.bundle(name).procedure.rules, plans_of(name)
    assume(len(plans.moves(view)) > 1)
    again = rules.view(plans.determinize(view, random.Random(seed)), plans.mover(view) or "")
    thought = Thinker(plans).think(view, 4, after(6))
    assert Thinker(fresh(name)).think(again, 4, after(6)) == thought


@GAMES
@settings(max_examples=often(4, 60), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_hidden_cards_dealt_again_change_no_word_of_the_tutor(
    name: str, data: st.DataObject, seed: int
) -> None:
    _, view = a_decision(name, data)
    rules, plans = registry.bundle(name).procedure.rules, plans_of(name)
    again = rules.view(plans.determinize(view, random.Random(seed)), plans.mover(view) or "")
    said = in_words(name, view, plans)
    assert all(said)
    assert in_words(name, again, fresh(name)) == said


def in_words(name: str, view: Any, plans: Plans[Any, tuple[Any, ...]]) -> list[str]:
    """What the tutor says before a decision, and after it if it was the first of the plans, in every language."""
    robots, bundle = robot(name), registry.bundle(name)
    advice = advised(plans, view, 4, iterations(6), foreseen=robots.foreseen)
    worth = judged_turn(
        plans, partial(robots.made, plans), [(view, plans.moves(view)[0][0])], 4, iterations(6)
    )
    said = []
    for language in LANGUAGES:
        tutor = tutor_of(bundle.unnamed, words_of(language).calling(bundle.names))
        said += [tutor.before(advice), *([tutor.turn(worth)] if worth else [])]
    return said


@GAMES
def test_what_is_done_by_a_move_of_the_plans_is_told_as_that_move(name: str) -> None:
    """Of two equal cards, too, where the plans have a move for each."""
    plans, rules = plans_of(name), registry.bundle(name).procedure.rules
    for full in (full for seed in SEEDS for full in decisions(name, seed)):
        view = rules.view(full, plans.mover(full) or "")
        for move, _ in plans.moves(view):
            # What is half of a decision, or none, is told as nothing.
            assert robot(name).made(plans, view, move) in ([], [(view, move)])


@GAMES
def test_most_of_what_is_decided_is_told(name: str) -> None:
    plans = plans_of(name)
    views = [
        registry.bundle(name).procedure.rules.view(full, plans.mover(full) or "")
        for full in decisions(name, SEEDS[0])[:40]
    ]
    choices = [(view, move) for view in views if len(plans.moves(view)) > 1 for move, _ in plans.moves(view)]
    told = sum(bool(robot(name).made(plans, view, move)) for view, move in choices)
    # Units are half of a plan until they are paid for.
    assert told > len(choices) / 6


@GAMES
def test_they_play_at_a_table(name: str) -> None:
    """Some decisions in every run, whole games in the soak: hands find gestures for what the search says."""
    robots, bundle, rng = robot(name), registry.bundle(name), random.Random(6)
    deal = robots.deal(bundle, rng, level=1)
    board = RefereeBoard(random.Random(5), bundle)
    match = robots.match(bundle, board, deal, rng, level=1)
    thoughts = 0
    while not match.over and thoughts < often(40, 100_000):
        before = match.thoughts
        match.step()
        thoughts += match.thoughts is not before
    assert thoughts
