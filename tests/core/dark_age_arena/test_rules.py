"""The rulings of Dark Age Arena about the set-up, the turn and cards; docs/dark-age-arena.md explains them."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.state import Cards, Draft, Player, Spot, State
from signifer_core.layout import SIDES

from .states import DECK, PLAIN_RULES, RULES, after, codes, deck_with, dice, position

HAND = "militia-1 militia-2 raider-1 mail-1 drill-1 granary-1"
BLUE_HAND = "scout-1 scout-2 hunter-1 venom-1 keen-eye-1 granary-1"


def scores(red: int, blue: int, **more: object) -> dict[str, dict[str, object]]:
    return {"red": {"points": red, **more}, "blue": {"points": blue}}


# DA-1: the goal


@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [(10, 9, "red"), (9, 10, "blue"), (9, 9, None), (10, 10, None), (12, 11, "red"), (9, 0, None)],
)
def test_da_1_ten_points_win_as_prepare_ends_and_of_two_the_higher(
    red: int, blue: int, winner: str | None
) -> None:
    state = after(position("prepare", has=scores(red, blue)), "done red", "done blue")
    assert (state.winner, RULES.outcome(state)) == (winner, winner)
    assert (state.step == "over") == (winner is not None)


def test_da_1_a_supply_in_play_counts_and_is_looked_at_as_prepare_ends() -> None:
    state = position("prepare", has=scores(9, 3), hands=("granary-1", ""))
    state = after(state, "lay red/granary-1 2")
    assert state.winner is None
    assert after(state, "done red", "done blue").winner == "red"


def test_da_1_is_looked_at_as_a_turn_ends() -> None:
    assert after(position("supply", has=scores(3, 10)), "done red", "done blue").winner == "blue"


def test_da_1_is_looked_at_as_a_combat_ends_before_the_other_may_attack() -> None:
    state = position("declare", "knight-1 1", "scout-1 2", has=scores(7, 0))
    state = after(state, "declare red 1", "muster red red/knight-1", "target 1", "muster blue none")
    assert (state.step, state.red.points) == ("home", 10)
    state = after(state, "assign red/knight-1 3")
    assert (state.step, state.winner, state.combat) == ("over", "red", None)
    assert not RULES.legal_actions(state)


# DA-3: the set-up


def test_da_3_everybody_has_6_com_and_log_five_markers_and_eight_cards() -> None:
    for state in (RULES.table_game(), begun()):
        for side, player in state.players:
            assert (player.com, player.log, player.markers, player.points) == (6, 6, 5, 0)
            assert (player.hand.number, player.stock.number) == (8, len(DECK.stock(side)) - 8)
            assert not any(spot.pillaged for spot in player.spots)


def begun() -> State:
    """The first hands are drawn."""
    state = RULES.new_game()
    while state.owed:
        state = RULES.apply(state, RULES.chance(state)[0])
    return state


def test_da_3_a_rejected_hand_is_shuffled_back_and_seven_cards_drawn_once() -> None:
    state = after(begun(), "reject red", rules=RULES)
    assert state.owed == ("red",) * 7
    assert state.red.stock.number == 50
    table = after(RULES.table_game(), "reject red", rules=RULES)
    assert (table.red.hand.number, table.red.stock.number) == (7, 43)
    assert codes(table, "reject red", RULES) == ["wrong-phase DA-3"]
    assert codes(table, "keep red", RULES) == ["wrong-phase DA-3"]
    assert after(table, "keep blue", rules=RULES).step == "stock"


def test_da_3_an_artifact_lies_at_a_place_and_stays_when_that_is_pillaged() -> None:
    state = after(RULES.table_game(), "artifact red/anvil-1 2", rules=RULES)
    assert state.red.spot(2).artifact == "red/anvil-1"
    assert codes(state, "artifact red/anvil-1 3", RULES) == ["card-elsewhere DA-3"]
    assert codes(state, "artifact red/mail-1 3", RULES) == ["wrong-phase DA-3"]
    fight = position(
        "declare",
        "",
        "hunter-1 1",
        active="blue",
        has={"red": {"spots": (Spot(artifact="red/anvil-1"), Spot(), Spot())}},
    )
    fight = after(fight, "declare blue 1", "muster blue blue/hunter-1", "target 1")
    assert fight.red.spot(1) == Spot(None, "red/anvil-1", pillaged=True)


def test_da_2_one_artifact_a_place() -> None:
    rules = deck_with('bell = { sort = "artifact", name = "Bell", count = 1 }\n')
    state = after(rules.table_game(), "artifact red/anvil-1 2", rules=rules)
    assert codes(state, "artifact red/bell-1 2", rules) == ["no-room DA-2"]
    assert codes(state, "artifact red/bell-1 1", rules) == []


# DA-4: both at once


def test_da_4_a_step_ends_when_both_are_done_and_until_then_either_goes_on() -> None:
    state = position("prepare", "knight-1 1", hands=("mail-1 granary-1", ""))
    state = after(state, "done red")
    assert state.step == "prepare"
    assert codes(state, "done red") == ["wrong-phase DA-4"]
    state = after(state, "attach red/mail-1 red/knight-1", "done blue")
    assert (state.step, state.red.done) == ("prepare", False)
    assert RULES.actors(state) == {"red"}
    assert after(state, "done red").step != "prepare"


def test_da_4_of_two_rolls_the_one_asked_first_comes_first() -> None:
    state = position("draft", hands=("militia-1", "scout-1"))
    state = after(state, "enlist blue/scout-1 1", "enlist red/militia-1 1")
    due = RULES.due(state)
    assert due is not None
    assert (due.player, due.purpose, due.card, due.dice, due.reach) == (
        "blue",
        "draft",
        "blue/scout-1",
        1,
        (2,),
    )
    state = after(state, *dice("2"))
    assert state.blue.enlisted == "blue/scout-1"
    due = RULES.due(state)
    assert due is not None
    assert due.player == "red"
    assert codes(state, "done red") == ["wrong-phase DA-4"]
    assert codes(state, "rolled 3 4") == ["count-wrong DA-4"]
    state = after(state, *dice("3"), "done red", "done blue")
    assert state.step == "prepare"
    assert codes(state, "rolled 3 -") == ["wrong-phase DA-4"]


# DA-5: COM and LOG stay within 0 to 6


def test_da_5_what_goes_beyond_six_or_below_nothing_is_lost() -> None:
    state = position("prepare", hands=("war-chest-1", ""), has={"red": {"com": 5}})
    assert after(state, "play red/war-chest-1 none").red.com == 6
    rules = deck_with(
        'thief = { sort = "instant", name = "Thief", count = 1, at = "any", '
        'effects = ["theirs: log -4", "theirs: com -1"] }\n'
    )
    state = position("prepare", hands=("thief-1", ""), has={"blue": {"log": 3}}, rules=rules)
    state = after(state, "play red/thief-1 none", rules=rules)
    assert (state.blue.log, state.blue.com) == (0, 5)


def test_da_5_a_cost_is_paid_whole_or_not_at_all() -> None:
    state = position("prepare", "axeman-1 1", hands=("great-axe-1", ""), has={"red": {"com": 0, "log": 6}})
    (reason,) = PLAIN_RULES.refusals(state, PLAIN_RULES.notation.parse("attach red/great-axe-1 red/axeman-1"))
    assert (reason.code, reason.ruling, reason.fix.verb, reason.fix.place) == (
        "not-enough",
        "DA-14",
        "hold",
        "1",
    )
    assert (reason.figure("com"), reason.figure("com_needed"), reason.figure("log_needed")) == (0, 1, 2)
    state = after(state, "exchange red", "attach red/great-axe-1 red/axeman-1")
    assert (state.red.com, state.red.log) == (0, 2)


# DA-6: LOG for COM


def test_da_6_two_log_buy_one_com_at_any_time_but_not_at_six() -> None:
    for step in ("draft", "prepare", "bid", "supply"):
        state = position(step, hands=(HAND, BLUE_HAND), has={"red": {"com": 4}})
        state = after(state, "exchange red")
        assert (state.red.com, state.red.log) == (5, 4)
    assert codes(position("draft"), "exchange red") == ["at-limit DA-6"]
    assert codes(position("draft", has={"red": {"com": 4, "log": 1}}), "exchange red") == ["not-enough DA-6"]
    # In the other's turn, too.
    fighting = after(position("declare", "knight-1 1", has={"blue": {"com": 3}}), "exchange blue")
    assert fighting.blue.com == 4


def test_da_6_not_from_the_laying_of_a_card_that_takes_log_until_it_has() -> None:
    rules = deck_with(
        'thief = { sort = "instant", name = "Thief", count = 1, at = "any", effects = ["task 4: theirs: log -2"] }\n'
    )
    has = {"red": {"com": 3}, "blue": {"com": 3, "log": 2}}
    state = position("prepare", hands=("thief-1", ""), has=has, rules=rules)
    assert codes(state, "exchange blue", rules) == []
    state = after(state, "play red/thief-1 none", rules=rules)
    assert codes(state, "exchange blue", rules) == ["wrong-phase DA-6"]
    assert codes(state, "exchange red", rules) == []
    assert after(state, *dice("4"), rules=rules).blue.log == 0
    missed = after(state, *dice("3"), rules=rules)
    assert missed.blue.log == 2
    assert codes(missed, "exchange blue", rules) == []


# DA-7: +1 markers


def test_da_7_one_marker_a_turn_for_com_or_log_or_the_draft_roll_after_it_fell() -> None:
    state = position("draft", hands=("knight-1", ""), has={"red": {"com": 5, "log": 4}})
    assert codes(state, "marker red roll") == ["wrong-phase DA-7"]
    assert after(state, "marker red com").red.com == 6
    logged = after(state, "marker red log")
    assert (logged.red.log, logged.red.markers, logged.red.marked) == (5, 4, True)
    assert codes(logged, "marker red com") == ["no-marker DA-7"]
    rolled = after(state, "enlist red/knight-1 1", *dice("4"))
    assert after(rolled, "marker red roll").red.enlisted == "red/knight-1"


def test_da_7_not_above_six_and_not_without_a_marker() -> None:
    assert codes(position("prepare"), "marker red com") == ["at-limit DA-7"]
    assert codes(position("prepare"), "marker red log") == ["at-limit DA-7"]
    none = position("prepare", has={"red": {"markers": 0, "com": 2}})
    assert codes(none, "marker red com") == ["no-marker DA-7"]


def test_da_7_the_next_turn_allows_another_marker() -> None:
    state = position("supply", has={"red": {"marked": True, "markers": 3}})
    state = after(state, "done red", "done blue")
    assert (state.red.marked, state.red.markers) == (False, 3)


# DA-8: the stock phase


def test_da_8_up_to_two_are_discarded_openly_and_one_more_is_drawn() -> None:
    state = position("stock", hands=("mail-1 mail-2 mail-3", ""))
    state = after(state, "discard red/mail-1", "discard red/mail-2")
    assert codes(state, "discard red/mail-3") == ["too-many DA-8"]
    assert state.red.hand.number == 1
    state = after(state, "done red")
    assert (state.red.hand.number, state.red.discards.named) == (4, frozenset({"red/mail-1", "red/mail-2"}))
    assert RULES.view(state, "blue").red.discards == state.red.discards
    assert codes(state, "discard red/mail-3") == ["wrong-phase DA-8"]
    state = after(state, "done blue")
    assert (state.step, state.blue.hand.number) == ("draft", 1)


def test_da_8_with_full_knowledge_the_cards_are_told_one_by_one() -> None:
    state = position("stock", hands=("mail-1", ""), full=True)
    state = after(state, "discard red/mail-1", "done red")
    assert state.owed == ("red", "red")
    assert not RULES.actors(state)
    assert codes(state, "done blue") == ["wrong-phase DA-4"]
    assert codes(state, "drawn blue/scout-1") == ["not-your-turn DA-8"]
    assert codes(state, "drawn red/mail-1") == ["card-elsewhere DA-8"]
    state = after(state, "drawn red/knight-1", "drawn red/sack-1")
    assert state.red.hand.named == {"red/knight-1", "red/sack-1"}
    assert codes(state, "drawn red/sack-2") == ["wrong-phase DA-8"]
    assert not RULES.view(state, "blue").red.hand.named


# DA-9 to DA-12: enlisting


def test_da_9_a_character_costs_as_much_com_as_characters_are_at_the_place() -> None:
    state = position("draft", "militia-1 2, militia-2 2, axeman-1 1", hands=("knight-1 axeman-2", ""))
    assert after(state, "enlist red/knight-1 2").red.com == 4
    assert after(state, "enlist red/knight-1 3").red.com == 6
    poor = replace(state, red=replace(state.red, com=1, log=0))
    assert codes(poor, "enlist red/knight-1 2") == ["not-enough DA-9"]


def test_da_9_one_character_of_the_hand_a_turn() -> None:
    state = position("draft", hands=("militia-1 axeman-1 mail-1", ""))
    assert codes(state, "enlist red/mail-1 1") == ["not-a-character DA-9"]
    assert codes(state, "enlist red/knight-1 1") == ["count-wrong DA-9"]
    table = after(state, "enlist red/militia-1 1")
    assert codes(table, "enlist red/axeman-1 1") == ["one-draft DA-9"]
    done = after(table, *dice("5"))
    assert codes(done, "enlist red/axeman-1 1") == ["one-draft DA-9"]
    assert codes(position("prepare", hands=("militia-1", "")), "enlist red/militia-1 1") == [
        "wrong-phase DA-9"
    ]


@pytest.mark.parametrize(("die", "enlisted"), [(4, True), (5, True)])
def test_da_10_the_die_must_reach_control(die: int, enlisted: bool) -> None:
    state = position("draft", hands=("axeman-1", ""))
    state = after(state, "enlist red/axeman-1 2", *dice(str(die)))
    assert (state.red.enlisted == "red/axeman-1") is enlisted
    standing = state.standing("red/axeman-1")
    assert standing is not None
    assert standing.place == 2


def test_da_10_what_is_missing_is_paid_after_the_roll_up_to_the_recruitment() -> None:
    state = position("draft", hands=("knight-1 mara-vane-1", "duellist-1 mara-vane-1"))
    one = after(state, "enlist red/knight-1 1", *dice("4"))
    assert one.red.enlisted is None
    assert after(one, "pay red").red.com == 5
    # Iron's recruitment is 1, Ash's 2.
    two = after(state, "enlist blue/duellist-1 1", *dice("3"))
    assert after(two, "pay blue").blue.com == 4
    short = after(state, "enlist red/knight-1 1", *dice("3"))
    assert codes(short, "pay red") == ["not-enough DA-10"]
    poor = position("draft", hands=("knight-1", ""), has={"red": {"com": 0}})
    poor = after(poor, "enlist red/knight-1 1", *dice("4"))
    assert codes(poor, "pay red") == ["not-enough DA-10"]
    assert after(poor, "exchange red", "pay red").red.enlisted == "red/knight-1"


def test_da_10_what_cannot_be_helped_fails_by_itself() -> None:
    state = position("draft", hands=("knight-1", ""))
    assert after(state, "enlist red/knight-1 1", *dice("2")).red.draft is None
    assert after(state, "enlist red/knight-1 1", *dice("3")).red.draft is not None
    used = replace(state, red=replace(state.red, marked=True))
    assert after(used, "enlist red/knight-1 1", *dice("3")).red.draft is None


def test_da_11_a_natural_1_fails_and_takes_no_com() -> None:
    state = position("draft", hands=("militia-1 militia-2", ""))
    state = after(state, "enlist red/militia-1 1", *dice("1"))
    assert state.red.draft == Draft("red/militia-1", 1, 1)
    assert codes(state, "pay red") == ["not-enough DA-11"]
    assert after(state, "marker red roll").red.enlisted == "red/militia-1"
    used = position("draft", hands=("militia-1", ""), has={"red": {"marked": True}})
    assert after(used, "enlist red/militia-1 1", *dice("1")).red.draft is None


def test_da_11_a_marker_makes_it_a_2_which_does_take_com() -> None:
    state = position("draft", hands=("", "bowman-1"))
    state = after(state, "enlist blue/bowman-1 1", *dice("1"))
    assert codes(state, "pay blue") == ["not-enough DA-11"]
    state = after(state, "marker blue roll", "pay blue")
    assert (state.blue.enlisted, state.blue.com) == ("blue/bowman-1", 5)


def test_da_11_a_control_of_1_is_not_reached_by_a_natural_1() -> None:
    rules = deck_with('boy = { sort = "character", name = "Boy", count = 1, control = 1, life = 1 }\n')
    state = position("draft", hands=("boy-1", ""), has={"red": {"marked": True}}, rules=rules)
    assert after(state, "enlist red/boy-1 1", *dice("1"), rules=rules).red.under == ("red/boy-1",)


def test_da_12_who_fails_goes_under_the_stock_and_another_may_be_tried() -> None:
    state = position("draft", "axeman-1 1", hands=("knight-1 militia-1", ""))
    state = after(state, "enlist red/knight-1 1", *dice("4"), "give-up red")
    assert (state.red.under, state.red.draft, state.red.com) == (("red/knight-1",), None, 5)
    state = after(state, "enlist red/militia-1 1", *dice("6"))
    assert (state.red.enlisted, state.red.com) == ("red/militia-1", 4)


def test_da_12_the_first_who_failed_lies_above_the_next() -> None:
    state = position("draft", hands=("knight-1 axeman-1", ""), has={"red": {"marked": True}})
    state = after(state, "enlist red/knight-1 1", *dice("2"), "enlist red/axeman-1 1", *dice("2"))
    assert state.red.under == ("red/knight-1", "red/axeman-1")


def test_da_12_a_card_under_the_stock_comes_again_once_those_above_it_are_drawn() -> None:
    state = position(
        "stock", hands=("", ""), has={"red": {"under": ("red/knight-1", "red/axeman-1")}}, stock=1, full=True
    )
    left = next(iter(state.red.stock.named))
    state = after(state, "done red")
    assert codes(state, "drawn red/knight-1") == ["card-elsewhere DA-8"]
    state = replace(after(state, f"drawn {left}"), owed=("red", "red"))
    assert codes(state, "drawn red/axeman-1") == ["card-elsewhere DA-8"]
    state = after(state, "drawn red/knight-1", "drawn red/axeman-1")
    assert (state.red.under, state.red.hand.number) == ((), 3)


# DA-13: unique characters


def test_da_13_a_unique_character_in_play_on_either_side_is_not_drafted() -> None:
    for red, blue in (("mara-vane-1 1", ""), ("", "mara-vane-1 1")):
        state = position("draft", red, blue, hands=("", "mara-vane-1") if red else ("mara-vane-1", ""))
        card = "blue/mara-vane-1" if red else "red/mara-vane-1"
        assert codes(state, f"enlist {card} 1") == ["in-play DA-13"]
    others = position("draft", "militia-1 1", "militia-1 1", hands=("militia-2", ""))
    assert codes(others, "enlist red/militia-2 1") == []


def both_enlist() -> State:
    hands = ("mara-vane-1 mail-1 mail-2", "mara-vane-1 venom-1 venom-2")
    state = position("draft", hands=hands)
    return after(
        state, "enlist red/mara-vane-1 1", *dice("6"), "enlist blue/mara-vane-1 2", *dice("6"),
        "done red", "done blue",
    )  # fmt: skip


def test_da_13_if_both_enlist_it_in_one_draft_a_roll_for_initiative_decides() -> None:
    state = both_enlist()
    assert state.step == "contest"
    again = after(state, "bid red 0", "bid blue 1", *dice("43"))
    assert (again.step, again.blue.bid, again.blue.log) == ("contest", None, 5)
    state = after(again, "bid red 1", "bid blue 0", *dice("43"))
    assert (state.step, state.initiative) == ("prepare", "red")
    assert state.standing("blue/mara-vane-1") is None
    assert state.standing("red/mara-vane-1") is not None
    assert state.blue.discards.named == {"blue/mara-vane-1"}
    assert (state.red.log, state.blue.log, state.blue.com) == (5, 5, 6)


def test_da_13_it_is_not_sent_from_the_hand_either() -> None:
    state = position("declare", "knight-1 1", "mara-vane-1 1", hands=("mara-vane-1", ""))
    state = after(state, "declare red solitary")
    assert codes(state, "alone red/mara-vane-1") == ["in-play DA-13"]


# DA-14: weapons and skills


def test_da_14_for_its_cost_to_a_character_with_room_for_that_sort() -> None:
    state = position("prepare", "axeman-1 1 mail-2", hands=("great-axe-1 short-blade-1 drill-1", ""))
    assert codes(state, "attach red/drill-1 red/axeman-1") == ["no-room DA-14"]
    state = after(state, "attach red/great-axe-1 red/axeman-1")
    assert (state.red.com, state.red.log) == (5, 4)
    bearer = state.standing("red/axeman-1")
    assert bearer is not None
    assert bearer.gear == ("red/mail-2", "red/great-axe-1")
    assert codes(state, "attach red/short-blade-1 red/axeman-1") == ["no-room DA-14"]
    assert codes(position("draft", "axeman-1 1", hands=("mail-1", "")), "attach red/mail-1 red/axeman-1") == [
        "wrong-phase DA-14"
    ]


def test_da_14_never_two_of_one_kind_or_family_on_one() -> None:
    state = position("prepare", "axeman-1 1 mail-1, knight-1 1", hands=("mail-2", ""))
    assert codes(state, "attach red/mail-2 red/axeman-1") == ["same-equipment DA-14"]
    assert codes(state, "attach red/mail-2 red/knight-1") == []
    rules = deck_with(
        'light = { sort = "weapon", name = "Light", count = 1, family = "bow" }\n'
        'heavy = { sort = "weapon", name = "Heavy", count = 1, family = "bow" }\n'
    )
    state = position("prepare", "axeman-1 1 light-1", hands=("heavy-1", ""), rules=rules)
    assert codes(state, "attach red/heavy-1 red/axeman-1", rules) == ["same-equipment DA-14"]


def test_da_14_only_from_the_hand_to_ones_own_characters_in_play() -> None:
    state = position(
        "prepare", "axeman-1 1 mail-1, knight-1 1", "hunter-1 1", hands=("mail-2 great-axe-1 militia-1", "")
    )
    assert codes(state, "attach red/mail-1 red/knight-1") == ["card-elsewhere DA-14"]
    assert codes(state, "attach red/mail-2 blue/hunter-1") == ["wrong-side DA-14"]
    assert codes(state, "attach red/mail-2 red/militia-1") == ["no-target DA-14"]
    assert codes(state, "attach red/mail-2 red/great-axe-1") == ["not-a-character DA-14"]
    assert codes(state, "attach red/militia-1 red/knight-1") == ["wrong-phase DA-14"]


def test_da_14_is_discarded_with_its_bearer() -> None:
    state = position("prepare", "axeman-1 1 mail-1").without("red/axeman-1")
    assert state.red.discards.named == {"red/axeman-1", "red/mail-1"}


# DA-15: supply


def test_da_15_one_on_a_place_that_is_not_pillaged_is_a_point() -> None:
    spots = (Spot(pillaged=True), Spot(supply="red/granary-2"), Spot())
    state = position("prepare", hands=("granary-1 mail-1", ""), has={"red": {"spots": spots}})
    assert codes(state, "lay red/granary-1 1") == ["pillaged DA-15"]
    assert codes(state, "lay red/granary-1 2") == ["supply-there DA-15"]
    assert codes(state, "lay red/mail-1 3") == ["wrong-phase DA-15"]
    assert state.red.score == 1
    state = after(state, "lay red/granary-1 3")
    assert (state.red.score, state.red.points, state.red.log) == (2, 0, 4)
    poor = position("prepare", hands=("granary-1", ""), has={"red": {"log": 1}})
    assert codes(poor, "lay red/granary-1 3") == ["not-enough DA-15"]


# DA-16: instants


def test_da_16_an_instant_is_played_when_its_card_says_and_then_discarded() -> None:
    state = position("prepare", hands=("rally-1 war-chest-1", ""), has={"red": {"com": 2}})
    assert codes(state, "play red/rally-1 none") == ["wrong-phase DA-16"]
    state = after(state, "play red/war-chest-1 none")
    assert (state.red.com, state.red.discards.named) == (4, frozenset({"red/war-chest-1"}))
    fight = position("declare", "knight-1 1", hands=("rally-1", "smoke-1"))
    fight = after(fight, "play red/rally-1 none", "play blue/smoke-1 none")
    assert (fight.red.log, fight.blue.log, len(fight.lasting)) == (5, 5, 2)


def test_da_16_a_step_that_it_names_and_a_target_on_the_side_that_it_names() -> None:
    rules = deck_with(
        'curse = { sort = "instant", name = "Curse", count = 1, at = ["supply", "stock"], '
        'target = "enemy", effects = ["chosen: wound 1"] }\n'
    )
    state = position("supply", "knight-1 1", "scout-1 1, hunter-1 2", hands=("curse-1", ""), rules=rules)
    assert codes(state, "play red/curse-1 none", rules) == ["no-target DA-16"]
    assert codes(state, "play red/curse-1 red/knight-1", rules) == ["wrong-side DA-16"]
    assert codes(state, "play red/curse-1 blue/bowman-1", rules) == ["no-target DA-16"]
    assert codes(replace(state, step="prepare"), "play red/curse-1 blue/scout-1", rules) == [
        "wrong-phase DA-16"
    ]
    hurt = after(state, "play red/curse-1 blue/hunter-1", rules=rules).standing("blue/hunter-1")
    assert hurt is not None
    assert hurt.wounds == 1
    # Outside a combat a fatal wound kills at once.
    assert after(state, "play red/curse-1 blue/scout-1", rules=rules).standing("blue/scout-1") is None
    plain = position("prepare", "knight-1 1", hands=("war-chest-1 mail-1", ""))
    assert codes(plain, "play red/war-chest-1 red/knight-1") == ["no-target DA-16"]
    assert codes(plain, "play red/mail-1 none") == ["wrong-phase DA-16"]


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


# DA-43: other text


def test_da_43_a_note_is_kept_with_its_card_and_does_nothing_by_itself() -> None:
    rules = deck_with(
        'omen = { sort = "instant", name = "Omen", count = 1, at = "any", note = "Look at the stock." }\n'
    )
    assert rules.deck.printed("red/omen-1").note == "Look at the stock."
    state = position("prepare", hands=("omen-1", ""), rules=rules)
    played = after(state, "play red/omen-1 none", rules=rules)
    assert played.red.discards.named == {"red/omen-1"}
    assert (played.lasting, played.tasks, played.blue) == ((), (), state.blue)


# What is no action here


def test_a_card_that_no_deck_has_is_no_action() -> None:
    with pytest.raises(RulesError, match="no card of these decks"):
        codes(position("draft"), "enlist red/scout-1 1")
    with pytest.raises(RulesError):
        after(position("draft"), "enlist knight-1 1")
    with pytest.raises(RulesError, match="refused: one-draft"):
        after(
            position("draft", hands=("militia-1", ""), has={"red": {"enlisted": "red/axeman-1"}}),
            "enlist red/militia-1 1",
        )


def test_what_can_be_taken_back() -> None:
    state = position("prepare", "knight-1 1", hands=("mail-1 war-chest-1", ""), has={"red": {"com": 2}})
    said = {
        "attach red/mail-1 red/knight-1": True,
        "exchange red": True,
        "play red/war-chest-1 none": False,
        "done red": False,
    }
    for words, reversible in said.items():
        assert PLAIN_RULES.reversible(state, PLAIN_RULES.notation.parse(words)) is reversible
    draft = position("draft", hands=("knight-1", ""))
    assert not PLAIN_RULES.reversible(draft, PLAIN_RULES.notation.parse("enlist red/knight-1 1"))


def test_a_player_sees_what_is_theirs() -> None:
    state = begun()
    for side in SIDES:
        view = RULES.view(state, side)
        assert view.player(side).hand == state.player(side).hand
        assert isinstance(view.player(side), Player)
        assert not view.full
