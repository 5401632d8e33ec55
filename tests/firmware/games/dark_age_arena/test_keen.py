"""The rules of thumb with which robots of Dark Age Arena begin to search: what they do otherwise than others, and that
it wins."""

from __future__ import annotations

import random

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import SIDES, Side
from signifer_firmware.games.dark_age_arena.robots.mind import Decision, Mind
from signifer_firmware.games.dark_age_arena.robots.tactics import LEARNT, THUMB, Scale, Tactics

from tests.core.dark_age_arena.states import RULES, position

GAMES = 40


def mind(scale: Scale, seed: int = 0) -> Mind:
    return Mind(RULES, random.Random(seed), whim=0.0, scale=scale)


def decided(state: State, side: Side, scale: Scale) -> Decision:
    return mind(scale).decide(RULES.view(state, side), side)


def attacked(blue: str, hand: str, **has: object) -> State:
    """Red's axeman attacks blue's first place, and blue is to say who defends it."""
    combat = Combat("red", start=1, target=1, attackers=("red/axeman-1",))
    return position(
        "defend",
        "axeman-1 0",
        blue,
        active="blue",
        combat=combat,
        hands=("mail-1", hand),
        has={"blue": has},
        rules=RULES,
    )


@pytest.mark.parametrize(
    ("log", "markers", "got"),
    [
        (6, 5, act.Exchange("blue")),
        (4, 5, act.Marker("blue", "com")),
        (4, 0, act.Exchange("blue")),
        (1, 0, act.Muster("blue", None)),
    ],
)
def test_com_that_changes_a_fight_is_got_for_what_is_worth_least(
    log: int, markers: int, got: act.Action
) -> None:
    """LOG that buys no card in the end before a marker, and this before a card."""
    state = attacked("duellist-1 1", "venom-1", com=0, log=log, markers=markers)
    assert decided(state, "blue", LEARNT) == (got,)
    assert decided(state, "blue", THUMB) == (act.Muster("blue", None),)


def test_whoever_has_com_enough_fights_with_it() -> None:
    state = attacked("duellist-1 1", "venom-1", com=6, log=6)
    assert decided(state, "blue", LEARNT) == (act.Muster("blue", ("blue/duellist-1",)),)


def test_a_character_of_the_hand_defends_alone_and_is_in_play_then() -> None:
    state = attacked("", "duellist-1 venom-1")
    assert decided(state, "blue", LEARNT) == (act.Alone("blue/duellist-1"),)
    assert decided(state, "blue", THUMB) == (act.Muster("blue", None),)


def test_characters_gather_where_most_are() -> None:
    """From there an attack costs least."""
    state = position(
        "supply",
        "militia-1 1, militia-2 1, knight-1 3, raider-1 2",
        "",
        hands=("mail-1", "venom-1"),
        rules=RULES,
    )
    state = replace(state, red=replace(state.red, log=2))
    assert decided(state, "red", LEARNT) == (act.Move("red/knight-1", 1),)
    assert decided(state, "red", THUMB) == (act.Done("red"),)
    combat = Combat("red", start=1, target=1, attackers=("red/knight-1",))
    home = position(
        "home", "knight-1 0, militia-1 2", "", combat=combat, hands=("mail-1", "venom-1"), rules=RULES
    )
    assert decided(home, "red", LEARNT) == (act.Assign("red/knight-1", 2),)
    assert decided(home, "red", THUMB) == (act.Assign("red/knight-1", 1),)


def test_com_of_a_card_is_kept_for_the_moment_at_which_fighters_are_paid_for() -> None:
    for step, played in (("prepare", None), ("declare", (act.Play("red/war-chest-1"),))):
        state = position(step, "knight-1 1", "scout-1 1", hands=("war-chest-1", "venom-1"), rules=RULES)  # type: ignore[arg-type]
        view = RULES.view(replace(state, red=replace(state.red, com=3)), "red")
        assert mind(LEARNT).interject(view, "red") == played
        assert mind(THUMB).interject(view, "red") == (act.Play("red/war-chest-1"),)


def test_a_victory_card_of_the_hand_makes_a_fight_worth_more() -> None:
    def worth(hand: str, scale: Scale, side: Side = "red") -> float:
        state = position("declare", "knight-1 1", "scout-1 1", hands=(hand, "venom-1 stand-1"), rules=RULES)
        mine = Tactics(RULES.deck, RULES.view(state, side), side, scale)
        return mine.value(["red/knight-1"], ["blue/scout-1"], 1)

    assert 0 < worth("sack-1", LEARNT) - worth("mail-1", LEARNT) <= 1, "a point, if the place is pillaged"
    assert worth("sack-1", THUMB) == worth("mail-1", THUMB)
    assert worth("mail-1", LEARNT, "blue") < worth("mail-1", LEARNT), (
        "blue, who may hold it, has more to lose"
    )


def keen_wins(seed: int) -> bool:
    """Whether they win, now from this side, now from that one, against those without."""
    side, rng, state = SIDES[seed % 2], random.Random(seed), RULES.new_game()
    minds = {each: mind(LEARNT if each == side else THUMB, seed) for each in SIDES}
    while RULES.outcome(state) is None:
        if due := RULES.chance(state):
            state = RULES.apply(state, rng.choice(due))
            continue
        mover = rng.choice([each for each in SIDES if each in RULES.actors(state)])
        view = RULES.view(state, mover)
        for action in minds[mover].interject(view, mover) or minds[mover].decide(view, mover):
            state = RULES.apply(state, action)
    return state.winner == side


@pytest.mark.slow
def test_they_win_more_than_half_of_their_games_against_those_without() -> None:
    """79 % of many in the arena (docs/robots.md); whatever they do is legal."""
    assert sum(map(keen_wins, range(GAMES))) > 0.6 * GAMES
