"""What robots of Dark Age Arena that search think about: every decision, and what a turn comes to."""

from __future__ import annotations

import random

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.state import Cards, Spot, State
from signifer_core.layout import SIDES, Side
from signifer_firmware.games.dark_age_arena.robots.plans import DarkAgeArenaPlans
from signifer_firmware.games.dark_age_arena.robots.tactics import LEARNT, Tactics
from signifer_firmware.games.dark_age_arena.robots.value import NAMES, WEIGHTS, chances, features

from tests.core.dark_age_arena.states import RULES, position

FIGHTING = position(
    "pair",
    "knight-1 0, militia-1 0",
    "scout-1 0, hunter-1 0",
    active="red",
    hands=("rally-1 great-axe-1", "venom-1"),
    combat=Combat(
        "red",
        start=1,
        target=1,
        attackers=("red/knight-1", "red/militia-1"),
        defenders=("blue/scout-1", "blue/hunter-1"),
        round="first",
    ),
    rules=RULES,
)


def considered(state: State, side: Side = "red") -> list[tuple[act.Action, ...]]:
    return [move for move, _ in DarkAgeArenaPlans(RULES, first=side).moves(RULES.view(state, side))]


def test_who_faces_whom_is_thought_about_and_an_instant_that_may_be_played_before() -> None:
    found = considered(FIGHTING)
    for card in ("red/knight-1", "red/militia-1"):
        for enemy in ("blue/scout-1", "blue/hunter-1"):
            assert (act.Pair(card, enemy),) in found
    assert (act.Play("red/rally-1"),) in found


def test_an_exchange_of_cards_is_thought_about_and_none() -> None:
    found = considered(position("stock", "knight-1 1", hands=("rally-1 sack-1 drill-1", ""), rules=RULES))
    assert (act.Done("red"),) in found
    assert (act.Discard("red/drill-1"), act.Done("red")) in found
    assert all(isinstance(move[-1], act.Done) for move in found)


def test_the_first_hand_may_be_kept_or_rejected() -> None:
    """Artifacts lie as they would otherwise."""
    usual, other = considered(begun())
    assert {type(usual[-1]), type(other[-1])} == {act.Keep, act.Reject}
    assert usual[:-1] == other[:-1]


def test_a_hand_of_which_a_card_was_played_can_only_be_kept() -> None:
    state = begun()
    rest = state.red.hand.named - {min(state.red.hand.named)}
    short = state.with_player("red", replace(state.red, hand=Cards(len(rest), rest)))
    found = considered(short)
    assert [type(move[-1]) for move in found] == [act.Keep]
    assert len(found[0]) > 1, "an artifact comes first, and may be laid"


def begun() -> State:
    """Both have drawn their first hands."""
    state, rng = RULES.new_game(), random.Random(3)
    while due := RULES.chance(state):
        state = RULES.apply(state, rng.choice(due))
    return state


def test_a_place_that_was_pillaged_is_what_its_owner_misses_most() -> None:
    whole = position("stock", "knight-1 1", "scout-1 1", rules=RULES)
    assert len(features(RULES.deck, whole, "red")) == len(NAMES) == len(WEIGHTS)
    pillaged = whole.with_player("red", whole.red.with_spot(1, Spot(pillaged=True)))
    assert chances(RULES.deck, pillaged)["red"] < chances(RULES.deck, whole)["red"] - 0.1
    mine = Tactics(RULES.deck, whole, "red", LEARNT)
    again = Tactics(RULES.deck, whole.with_player("blue", pillaged.red), "red", LEARNT)
    assert mine.points("blue", 1) - again.points("blue", 1) == 2 + LEARNT.whole


def test_a_fight_is_fought_out_before_it_is_valued() -> None:
    """By dice, so it comes out now so, now otherwise."""
    plans, full = DarkAgeArenaPlans(RULES), RULES.determinize(RULES.view(FIGHTING, "red"), random.Random(1))
    worths = {plans.value(full, random.Random(seed))["red"] for seed in range(6)}
    assert len(worths) > 1
    ended = replace(full, step="over", combat=None, winner="red")
    assert plans.value(ended, random.Random(1)) == dict(zip(SIDES, (1.0, 0.0), strict=True))
