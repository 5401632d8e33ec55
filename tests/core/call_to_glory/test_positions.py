"""Positions of Call to Glory: whatever a table knows between two actions is told and set up again; limits."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import Setup, actions, begin
from signifer_core.games.call_to_glory.agreement import overrule
from signifer_core.games.call_to_glory.position import POSITIONS
from signifer_core.games.call_to_glory.state import Cards, CardSet, State

from tests.core.golden_text import check_text, fault_line
from tests.sweeps import often

from .hands import known, spread
from .states import DECK, RULES, after, check_state, played, position, some

PLAIN = Setup(players=2)


def told(state: State) -> Setup:
    """The position of a state, by way of JSON."""
    setup = POSITIONS.taken(POSITIONS.told_of(state), True, True)
    again = Setup.from_json(json.loads(json.dumps(setup.to_json())))
    assert again == setup
    return again


def said(**statements: str) -> Setup:
    """The set-up of statements, "_" for a blank: all but the values are words of the name."""
    found = {what.replace("_", " "): value for what, value in statements.items()}
    return POSITIONS.taken(POSITIONS.read(found), True, True)


def faults(setup: Setup) -> list[str]:
    return [fault.wrong for fault in POSITIONS.faults(DECK, setup)]


def goes_on(state: State) -> set[str]:
    """What may be done, equal cards being equal."""
    return {re.sub(r"-[0-9]+", "", actions.notation(action)) for action in RULES.legal_actions(state)}


@settings(max_examples=often(10, 20), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_a_table_knows_between_two_actions_is_set_up_again(seed: int) -> None:
    rng = random.Random(seed)
    start = RULES.new_game(rng.randint(2, 4), rng.choice(("none", "missions", "figures", "both")))
    moments = [state for _, state in played(rng, start)]
    for full in rng.sample(moments, min(6, len(moments))):
        state = spread(RULES.view(full, "anyone"), rng)
        if state.step not in POSITIONS.steps:
            continue
        if state.with_missions and not any(state.letters):
            continue  # with full knowledge they are dealt later than a table counts them
        drawing, rolling = state.step == "draw" and state.drawn, state.rollers or state.rolls
        under_way = bool(drawing or rolling or state.dealt != (state.step != "deal"))
        event(f"{state.step}, under way: {under_way}")
        assert POSITIONS.settled(DECK, state) is not under_way
        if under_way:
            continue
        again = begin(RULES, told(state))
        check_state(again)
        assert POSITIONS.told_of(again) == POSITIONS.told_of(state)
        assert POSITIONS.expected(again) == POSITIONS.expected(state)
        assert {each.kind: each for each in again.sets} == {each.kind: each for each in state.sets}
        assert goes_on(again) == goes_on(state)


def test_what_is_not_said_is_as_at_the_start() -> None:
    state = begin(RULES, PLAIN)
    assert (state.step, state.active, state.starter, state.piles) == ("draw", "1", "1", (52, 52))
    assert [hand.number for hand in state.hands] == [3, 3]
    check_state(state)
    assert begin(RULES, Setup()) == RULES.table_game()
    deal = begin(RULES, replace(PLAIN, step="deal"))
    assert deal == after(RULES.table_game(), actions.Players(2, "none"))
    assert begin(RULES, replace(PLAIN, step="play")).hand("1").number == 5


def test_whose_a_set_is_is_told_by_its_side_or_said() -> None:
    lying = ((1, "red", ("farmer-1", "farmer-2")), (2, "red", ("monk-1", "monk-2")))
    setup = Setup(players=3, lying=lying, owners=(None, "3"))
    state = begin(RULES, setup)
    assert {each.kind: (each.owner, each.size) for each in state.sets} == {
        "farmer": ("1", 2),
        "monk": ("3", 2),
    }
    assert state.sets[0].columns == {("farmer-1", "1"), ("farmer-2", "1")}


def test_a_set_may_be_counted_only() -> None:
    state = begin(RULES, said(count_farmer="8", owner_farmer="2"))
    assert state.sets == (CardSet("farmer", "2", Cards(8)),)
    eight = said(setup_3_red="farmer-1 farmer-2", count_farmer="8")
    (stack,) = begin(RULES, eight).sets
    assert stack.cards == Cards(8, frozenset({"farmer-1", "farmer-2"}))


def test_pads_have_their_order_and_what_nobody_knows_below() -> None:
    setup = said(setup_pad_blue="monk-4 farmer-2 farmer-1 emperor-6", count_blue_discard="6")
    state = begin(RULES, setup)
    assert state.layers("blue") == (
        Cards(2),
        some("monk-4"),
        some("farmer-2, farmer-1"),
        some("emperor-6"),
    )
    assert state.layers("red") == ()
    assert POSITIONS.settled(DECK, state)


def test_an_empty_table_is_no_position_from_which_play_begins() -> None:
    """Whoever says no more than that it begins has two players: nothing that can be said leaves the table empty."""
    state = begin(RULES, Setup())
    assert told(state).players == 2
    assert not POSITIONS.settled(DECK, state)


def test_an_unknown_card_between_known_ones_cannot_be_told() -> None:
    state = known(position(("farmer-1", "farmer-2"), step="draw"))
    assert POSITIONS.settled(DECK, RULES.view(state, "anyone")) is True
    layers = (some("monk-1"), Cards(1))
    odd = replace(state, discards=(layers, ()), stock=Cards(state.stock.number - 2))
    assert not POSITIONS.settled(DECK, RULES.view(odd, "anyone"))


def test_piles_are_what_the_others_leave() -> None:
    assert begin(RULES, said(count_left="10")).piles == (10, 94)
    assert begin(RULES, said(count_right="10")).piles == (94, 10)
    assert begin(RULES, said(empty="left", begin="play")).piles == (0, 102)
    assert begin(RULES, said(empty="right", begin="play")).empty == {"right"}
    spent = said(begin="play", count_red_discard="99", count_1_hand="8")
    assert begin(RULES, spent).empty == {"left", "right"}


def test_missions_in_the_middle_of_being_revealed() -> None:
    setup = said(
        variant="missions",
        begin="mission",
        starter="2",
        letters_2="ab",
        revealed="mission-c-1",
        bonus_1="6",
    )
    state = begin(RULES, setup)
    assert (state.step, state.active, state.bonus, state.letters) == ("mission", "1", (6, 0), ("abc", "ab"))
    assert state.missions == (Cards(3), Cards(2))


def test_scores_are_counted_by_the_rules() -> None:
    setup = said(begin="score", round="2", score_1_1="10", setup_1_red="farmer-1 farmer-2")
    assert begin(RULES, setup).scores == ((10, 20), (0, 0))
    wrong = said(begin="score", score_1_1="12", setup_1_red="farmer-1 farmer-2")
    assert faults(wrong) == ["what 1 has laid scores 20, not 12 (CG-6)"]


KINDS_LAID = {f"count_{kind}": "3" for kind in ("farmer", "monk", "envoy", "ninja", "samurai", "shogun")}
OWNED = {f"owner_{kind}": "1" for kind in ("farmer", "monk", "envoy", "ninja", "samurai", "shogun")}
ALL = {**KINDS_LAID, "count_daimyo": "2", "count_empress": "2", "count_emperor": "2"}
ALL_OWNED = {**OWNED, "owner_daimyo": "2", "owner_empress": "2", "owner_emperor": "2", "owner_shogun": "2"}
CASES: tuple[tuple[dict[str, str], str], ...] = (
    ({"first": "3"}, "there is no player 3"),
    ({"starter": "4"}, "there is no player 4"),
    ({"count_3_hand": "3"}, "there is no player 3"),
    ({"seen_3": "farmer-1"}, "there is no player 3"),
    ({"variant": "figures", "figures_4": "1"}, "there is no player 4"),
    ({"score_3_1": "5", "round": "2"}, "there is no player 3"),
    ({"count_farmer": "2", "owner_farmer": "3"}, "there is no player 3"),
    ({"figures_1": "1"}, "nobody plays with figures (CG-8)"),
    ({"variant": "both", "figures_1": "3", "figures_2": "2"}, "5 figures, and there are 4 (CG-8)"),
    ({"variant": "figures", "figures_1": "1", "fresh_1": "2"}, "2 figures of 1 are fresh, of 1"),
    ({"letters_1": "ab"}, "nobody plays with missions (CG-7)"),
    ({"revealed": "mission-a-1"}, "nobody plays with missions (CG-7)"),
    ({"bonus_2": "4"}, "nobody plays with missions (CG-7)"),
    ({"variant": "missions", "round": "4"}, "round 4, and there are 3 (CG-6, CG-7)"),
    ({"score_1_1": "40"}, "round 1 is not played yet"),
    ({"begin": "deal", "setup_1_red": "farmer-1"}, "nothing is dealt yet"),
    ({"begin": "deal", "count_1_hand": "3"}, "nothing is dealt yet"),
    ({"begin": "deal", "count_left": "50"}, "nothing is dealt yet"),
    (
        {"setup_1_red": "farmer-1 farmer-2", "setup_1_blue": "farmer-3"},
        "farmer lies on both sides, and one player lays a kind (CG-3)",
    ),
    (
        {"setup_1_red": "farmer-1 farmer-2", "owner_farmer": "2"},
        "farmer-1 lies on red's side, and farmer is laid by 2",
    ),
    ({"owner_monk": "1"}, "no monk is laid"),
    ({"count_monk": "2"}, "nobody has laid monk"),
    (
        {"setup_1_red": "farmer-1 farmer-2", "count_farmer": "1"},
        "2 cards of farmer lie there, and the count is 1",
    ),
    (
        {"setup_1_red": "emperor-1", "count_emperor": "6", "seen_2": "emperor-2"},
        "7 cards of emperor, and there are 6",
    ),
    ({"setup_1_red": "farmer-1"}, "1 is no set of farmer (CG-2)"),
    (
        {"players": "3", "count_ninja": "2", "owner_ninja": "3"},
        "2 is no set of ninja (CG-2)",
    ),
    (
        {"seen_1": "farmer-1 farmer-2", "count_1_hand": "1"},
        "2 cards in the hand of 1 are seen, and the count is 1",
    ),
    ({"begin": "play", "count_1_hand": "0"}, "1 has no card, which ends the turn (CG-2)"),
    (
        {"setup_pad_red": "farmer-1 monk-1", "count_red_discard": "1"},
        "2 cards lie on the pad, and the count is 1",
    ),
    ({"count_left": "40", "count_right": "60"}, "4 cards are nowhere"),
    ({"count_left": "60", "count_right": "60"}, "126 characters, and there are 110"),
    ({"count_1_hand": "99", "count_2_hand": "12"}, "111 characters, and there are 110"),
    ({"empty": "left", "count_left": "4"}, "left is empty, and the count there is 4"),
    (
        {"variant": "missions", "round": "2", "letters_1": "a"},
        "1 has 1 missions left in round 2, not 2 (CG-7)",
    ),
    ({"variant": "missions", "letters_1": "ab"}, "1 has 2 missions left in round 1, not 3 (CG-7)"),
    (
        {"variant": "missions", "revealed": "mission-a-1"},
        "1 missions a are revealed, and 0 players have revealed theirs",
    ),
    ({"variant": "missions", "bonus_1": "8"}, "nobody has revealed a mission in this round"),
    (
        {"variant": "missions", "begin": "mission", "first": "2"},
        "1 is the next to reveal a mission (CG-7)",
    ),
    ({**KINDS_LAID, **OWNED}, "with 6 kinds of 1 the round is over (CG-5)"),
    ({**KINDS_LAID, **OWNED, "begin": "play"}, "with 6 kinds of 1 the round is over (CG-5)"),
    ({**ALL, **ALL_OWNED}, "with all kinds laid the round is over (CG-5)"),
    ({"count_1_hand": "90", "count_2_hand": "19"}, "with an empty pile the round is over (CG-5)"),
)


@pytest.mark.parametrize(
    ("statements", "wrong"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_position_that_cannot_be_says_so_in_one_sentence(statements: dict[str, str], wrong: str) -> None:
    found = POSITIONS.faults(DECK, said(**statements))
    assert wrong in [fault.wrong for fault in found]
    assert all(fault.instead for fault in found)
    with pytest.raises(RulesError):
        begin(RULES, said(**statements))


def test_what_to_write_instead_is_as_it_was_found_good() -> None:
    lines = []
    for statements, _ in CASES:
        lines.append(", ".join(f"{key} {value}" for key, value in statements.items()))
        lines += map(fault_line, POSITIONS.faults(DECK, said(**statements)))
    check_text("call-to-glory-faults", lines)


@pytest.mark.parametrize(
    "statements",
    [
        {"variant": "figures", "setup_1_red": "samurai-1"},  # a figure took the other one
        {"begin": "play", "empty": "left"},
        {"begin": "play", "count_1_hand": "90", "count_2_hand": "19"},
        {**KINDS_LAID, **OWNED, "begin": "score"},
        {"players": "4", "setup_1_blue": "farmer-1 farmer-2", "owner_farmer": "4", "first": "3"},
        {"variant": "missions", "round": "3", "letters_1": "a", "letters_2": "c"},
        {"variant": "missions", "round": "2", "revealed": "mission-a-1"},  # whose it was nobody says
    ],
)
def test_a_position_that_can_be_has_no_faults(statements: dict[str, str]) -> None:
    setup = said(**statements)
    assert faults(setup) == []
    check_state(begin(RULES, setup))


def test_cg_3_a_set_of_which_nobody_knows_the_cards_that_lie_there_is_told_by_its_number() -> None:
    state = known(position(("", "ninja-1"), sets={"1": {"monk": 4}}), monk="3345")
    for read, named in ("monk-1", {"monk-1"}), ("monk-1 monk-2 monk-3 monk-4", set()):
        agreed = overrule(DECK, RULES.view(state, "anyone"), f"agreed size monk {read} 3")
        there = begin(RULES, told(agreed)).set_of("monk")
        assert there is not None
        assert there.cards == Cards(3, frozenset(named))
