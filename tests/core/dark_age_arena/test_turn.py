"""The rulings about the way through a turn (DA-17 to DA-21), one by one."""

from __future__ import annotations

from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.agreement import overrule
from signifer_core.games.dark_age_arena.rules.reasons import too_dear
from signifer_core.games.dark_age_arena.state import Cards, Spot

from .states import BLUE_HAND, HAND, PLAIN, RULES, after, codes, deck_with, dice, position, scores

# DA-17 to DA-21: the turn


@pytest.mark.parametrize(("turn", "step"), [(1, "supply"), (3, "supply"), (4, "bid")])
def test_da_17_no_bid_and_no_combat_in_turns_1_to_3(turn: int, step: str) -> None:
    state = position("prepare", "knight-1 1", hands=(HAND, BLUE_HAND), turn=turn)
    assert after(state, "done red", "done blue").step == step


def test_da_18_a_bid_is_at_most_their_log_and_their_hand() -> None:
    state = position(
        "bid", "knight-1 1", "scout-1 1", hands=("mail-1 mail-2", BLUE_HAND), has={"blue": {"log": 3}}
    )
    assert codes(state, "bid red 3") == ["bid-too-high DA-18"]
    assert codes(state, "bid blue 4") == ["bid-too-high DA-18"]
    assert codes(state, "bid blue 3") == []


def test_da_18_bids_are_hidden_until_both_are_in_and_both_lose_them() -> None:
    state = position("bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND))
    state = after(state, "bid red 3")
    assert (RULES.view(state, "blue").red.bid, RULES.view(state, "red").red.bid) == (-1, 3)
    assert RULES.view(state, "anyone").red.bid == -1
    assert state.red.log == 6
    assert codes(state, "bid red 2") == ["wrong-phase DA-18"]
    assert RULES.actors(state) == {"blue"}
    state = after(state, "bid blue 1")
    assert (state.red.log, state.blue.log) == (3, 5)
    assert RULES.view(state, "blue").red.bid == 3
    due = RULES.due(state)
    assert due is not None
    assert (due.purpose, due.dice, due.modifiers, due.others) == (
        "initiative",
        2,
        (("bid", 3),),
        (("bid", 1),),
    )


def test_da_18_no_reason_tells_how_much_is_bid_before_both_have() -> None:
    state = position("bid", hands=(HAND, BLUE_HAND), has={"red": {"com": 3, "log": 4}})
    bid = [after(state, f"bid red {number}") for number in range(5)]
    for com, log in product(range(8), range(8)):
        told = {too_dear(each, "red", "DA-16", com, log, "red/rally-1") for each in bid} - {()}
        assert len(told) <= 1, (com, log)
    assert too_dear(bid[4], "red", "DA-6", 0, 2)[0].figure("log") == 4
    assert codes(bid[2], "exchange red") == []
    assert codes(bid[3], "exchange red") == ["not-enough DA-6"]


def test_da_18_equal_sums_are_bid_and_rolled_again() -> None:
    state = position("bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND), initiative=None)
    state = after(state, "bid red 2", "bid blue 1", *dice("34"))
    assert (state.step, state.initiative, state.red.bid, state.blue.bid) == ("bid", None, None, None)
    assert (state.red.log, state.blue.log) == (4, 5)


def test_da_18_what_is_bid_is_not_spent_meanwhile() -> None:
    state = position("bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND), has={"red": {"com": 3}})
    state = after(state, "bid red 5")
    assert codes(state, "exchange red") == ["not-enough DA-6"]


@pytest.mark.parametrize(("rolls", "first"), [("52", "red"), ("25", "blue"), ("33", "red")])
def test_da_18_the_higher_sum_has_the_initiative_until_the_turn_ends(rolls: str, first: str) -> None:
    state = position("bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND))
    state = after(state, "bid red 2", "bid blue 1", *dice(rolls))
    assert (state.step, state.initiative, state.active) == ("declare", first, first)
    state = after(state, f"declare {first} none")
    other = "blue" if first == "red" else "red"
    state = after(state, f"declare {other} none", "done red", "done blue")
    assert state.initiative is None


def test_da_18_who_has_no_hand_has_bid_nothing() -> None:
    state = position("prepare", "knight-1 1", "scout-1 1", hands=("", BLUE_HAND))
    state = after(state, "done red", "done blue")
    assert (state.step, state.red.bid, state.blue.bid) == ("bid", 0, None)


def test_da_18_a_watchfire_adds_to_the_roll() -> None:
    spots = (Spot(artifact="blue/watchfire-1"), Spot(), Spot())
    state = position(
        "bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND), has={"blue": {"spots": spots}}
    )
    state = after(state, "bid red 0", "bid blue 0")
    due = RULES.due(state)
    assert due is not None
    assert due.others == (("bid", 0), ("blue/watchfire-1", 1))
    assert after(state, *dice("44")).initiative == "blue"


def test_da_19_the_holder_may_attack_first_then_the_other_once_each() -> None:
    state = position(
        "declare", "knight-1 1", "scout-1 1", active="blue", initiative="blue", attackers=("blue",)
    )
    assert codes(state, "declare red 1") == ["not-your-turn DA-19"]
    state = after(state, "declare blue none")
    assert (state.step, state.active, state.combat is not None) == ("declare", "red", True)
    assert after(state, "declare red none").step == "supply"


def test_da_19_the_holder_is_the_first_attacker() -> None:
    state = position("bid", "knight-1 1", "scout-1 1", hands=(HAND, BLUE_HAND))
    state = after(state, "bid red 0", "bid blue 0", *dice("25"))
    assert (state.active, state.attackers) == ("blue", ("blue",))
    state = after(state, "declare blue none")
    assert (state.active, state.attackers) == ("red", ("blue", "red"))


def test_da_19_who_fought_in_the_first_combat_may_in_the_second() -> None:
    state = position("declare", "knight-1 1", "hunter-1 1")
    state = after(
        state,
        "declare red 1",
        "muster red red/knight-1",
        "target 1",
        "muster blue blue/hunter-1",
        *dice("11"),
    )
    state = after(state, *dice("11 11 | 11 11"), "assign red/knight-1 2", "assign blue/hunter-1 1")
    assert (state.step, state.active) == ("declare", "blue")
    assert codes(state, "declare blue 1") == []
    assert codes(after(state, "declare blue 1"), "muster blue blue/hunter-1") == []


def test_da_20_hands_are_filled_to_the_leaders_minimum() -> None:
    state = position("prepare", hands=("mail-1", " ".join(BLUE_HAND.split())), turn=2)
    state = after(state, "done red", "done blue")
    assert (state.step, state.red.hand.number, state.blue.hand.number) == ("supply", 5, 6)


@pytest.mark.parametrize("last", ["declare blue none", "muster blue none", "give-up blue"])
def test_da_20_hands_are_filled_however_the_attacks_end(last: str) -> None:
    state = position("declare", "knight-1 1", "scout-1 1", active="blue", attackers=("red", "blue"))
    if last.startswith("muster"):
        state = after(state, "declare blue 1")
    if last.startswith("give-up"):
        state = after(replace(state, blue=replace(state.blue, com=0)), "declare blue solitary")
        state = after(state, "alone blue/scout-1", *dice("1"))
    ended = state if state.step == "supply" else after(state, last)
    assert (ended.step, ended.red.hand.number, ended.blue.hand.number) == ("supply", 5, 5)


def test_da_20_a_move_costs_2_log_and_a_card_4() -> None:
    state = position("supply", "knight-1 1", hands=(HAND, BLUE_HAND))
    assert codes(state, "move red/knight-1 1") == ["cannot-move DA-20"]
    assert codes(state, "move red/militia-1 1") == ["card-elsewhere DA-20"]
    moved = after(state, "move red/knight-1 3")
    assert (moved.red.log, moved.at("red", 3)[0].card) == (4, "red/knight-1")
    bought = after(moved, "buy red")
    assert (bought.red.log, bought.red.hand.number) == (0, 7)
    assert codes(bought, "buy red") == ["not-enough DA-20"]
    assert codes(bought, "move red/knight-1 2") == ["not-enough DA-20"]


def test_da_20_then_com_and_log_are_six_again() -> None:
    state = position("supply", has={"red": {"com": 1, "log": 0}, "blue": {"com": 0, "log": 2}})
    state = after(state, "done red", "done blue")
    assert (state.step, state.turn) == ("stock", 5)
    assert [(player.com, player.log) for _, player in state.players] == [(6, 6), (6, 6)]


def test_da_21_draws_fall_short_and_discards_stay_out() -> None:
    gone = {"discards": Cards(2, frozenset({"red/sack-1", "red/sack-2"}))}
    state = position("stock", hands=("mail-1", ""), has={"red": gone}, stock=1)
    state = after(state, "discard red/mail-1", "done red")
    assert (state.red.hand.number, state.red.left, state.red.discards.number) == (1, 0, 3)
    supply = position("supply", stock=0)
    assert codes(supply, "buy red") == ["count-wrong DA-21"]


@pytest.mark.parametrize(("points", "winner"), [((3, 2), "red"), ((2, 3), "blue"), ((2, 2), "draw")])
def test_da_21_two_turns_with_empty_stocks_and_no_combat_end_the_game(
    points: tuple[int, int], winner: str
) -> None:
    state = position("supply", has=scores(*points), stock=0)
    once = after(state, "done red", "done blue")
    assert (once.idle, once.winner, once.step) == (1, None, "stock")
    assert after(replace(once, step="supply"), "done red", "done blue").winner == winner
    fought = after(replace(once, step="supply", fought=True), "done red", "done blue")
    assert (fought.idle, fought.winner) == (0, None)
    one_left = replace(once, step="supply", blue=replace(once.blue, stock=Cards(1)))
    assert after(one_left, "done red", "done blue").winner is None


def test_da_21_an_end_that_is_put_right_comes_again_at_the_next_turn() -> None:
    ended = after(position("supply", idle=1, stock=0), "done red", "done blue")
    assert (ended.step, ended.winner) == ("over", "draw")
    again = overrule(PLAIN, ended, "agreed points red 1")
    assert (again.step, again.winner) == ("supply", None)
    assert after(again, "done red", "done blue").winner == "red"


def test_da_18_what_a_card_has_taken_meanwhile_is_not_paid_twice() -> None:
    rules = deck_with(
        'toll = { sort = "instant", name = "T", count = 1, at = "bid", effects = ["theirs: log -2"] }\n'
    )
    state = position("bid", "militia-1 1", "scout-1 1", hands=("toll-1", "venom-1 venom-2"), rules=rules)
    state = replace(state, blue=replace(state.blue, log=2))
    state = after(state, "bid blue 2", "play red/toll-1 none", rules=rules)
    assert (state.red.bid, state.blue.bid, state.blue.log) == (0, 2, 0)
