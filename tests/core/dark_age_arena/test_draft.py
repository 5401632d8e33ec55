"""The rulings about enlisting (DA-9 to DA-13), one by one."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.rules import draft
from signifer_core.games.dark_age_arena.state import Draft, State

from .states import after, codes, deck_with, dice, position, reasons

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


@pytest.mark.parametrize(
    ("card", "die", "done", "button"),
    [
        ("red/knight-1", "3", (), "5"),  # a marker, then 1 COM
        ("red/knight-1", "3", ("marker red com",), "ok"),
        ("red/militia-1", "1", (), "5"),
        ("red/militia-1", "1", ("marker red com",), "ok"),
    ],
)
def test_da_10_what_com_alone_does_not_reach_says_what_does(
    card: str, die: str, done: tuple[str, ...], button: str
) -> None:
    state = position("draft", hands=("knight-1 militia-1", ""), has={"red": {"com": 5}})
    state = after(state, f"enlist {card} 1", *dice(die), *done)
    (refusal,) = reasons(state, "pay red")
    assert (refusal.code, refusal.fix.verb, refusal.fix.place) == ("not-enough", "hold", button)


@pytest.mark.parametrize(("markers", "button"), [(5, "5"), (0, "ok")])
def test_da_10_a_roll_that_com_cannot_pay_is_helped_by_a_marker(markers: int, button: str) -> None:
    has = {"red": {"com": 2, "log": 0, "markers": markers}}
    state = position("draft", "axeman-1 1, axeman-2 1", hands=("knight-1 militia-1", ""), has=has)
    state = after(state, "enlist red/knight-1 1", *dice("4"))
    (refusal,) = reasons(state, "pay red")
    assert (refusal.code, refusal.fix.verb, refusal.fix.place) == ("not-enough", "hold", button)
    if markers:
        assert after(state, "marker red roll").standing("red/knight-1") is not None


@pytest.mark.parametrize(("com", "log", "button"), [(1, 0, "5"), (0, 2, "5"), (0, 1, "ok")])
def test_da_10_a_marker_is_named_where_the_rest_can_be_paid(com: int, log: int, button: str) -> None:
    """Two are missing, of which the leader's recruitment is one."""
    state = after(position("draft", hands=("knight-1 militia-1", "")), "enlist red/knight-1 1", *dice("3"))
    state = replace(state, red=replace(state.red, com=com, log=log))
    (refusal,) = reasons(state, "pay red")
    assert (refusal.code, refusal.fix.place) == ("not-enough", button)


def test_da_10_what_cannot_be_helped_fails_by_itself() -> None:
    state = position("draft", hands=("knight-1", ""))
    assert after(state, "enlist red/knight-1 1", *dice("2")).red.draft is None
    assert after(state, "enlist red/knight-1 1", *dice("3")).red.draft is not None
    used = replace(state, red=replace(state.red, marked=True))
    assert after(used, "enlist red/knight-1 1", *dice("3")).red.draft is None


def test_da_10_nobody_waits_for_more_com_than_there_may_be() -> None:
    giant = 'giant = { sort = "character", name = "Giant", count = 1, control = 9, life = 1, hit = [8] }\n'
    leader = (
        '{ name = "X", recruitment = 6, attack = 1, defence = 1, min_hand = 5, effects = ["recruit +1"] }'
    )
    rules = deck_with(giant, leader=leader)
    for die, waits in (("2", False), ("3", True)):
        state = position("draft", hands=("giant-1", ""), has={"red": {"marked": True}}, rules=rules)
        state = after(state, "enlist red/giant-1 1", *dice(die), rules=rules)
        assert (state.red.draft is not None) == waits


LEVY = 'levy = { sort = "instant", name = "Levy", count = 1, at = %s, effects = ["%s"] }\n'


@pytest.mark.parametrize(
    ("at", "line", "waits"),
    [
        ('"any"', "recruit +2 for turn", True),
        ('["stock", "draft"]', "recruit +2 for turn", True),
        ('"any"', "mine: control -2 for turn", True),
        ('"any"', "recruit +1 for turn", False),
        ('"any"', "recruit -2 for turn", False),
        ('"any"', "theirs: recruit +2 for turn", False),
        ('"prepare"', "recruit +2 for turn", False),
        ('"any"', "initiative +2 for turn", False),
    ],
)
def test_da_10_an_instant_of_the_hand_may_help(at: str, line: str, waits: bool) -> None:
    """Of a knight's 5 a roll of 2 misses 3, of which the leader adds 1."""
    rules = deck_with(LEVY % (at, line))
    used = {"red": {"marked": True}}
    for hand in ("knight-1 levy-1", "knight-1 militia-1"):
        state = position("draft", hands=(hand, ""), has=used, rules=rules)
        state = after(state, "enlist red/knight-1 1", *dice("2"), rules=rules)
        assert (state.red.draft is not None) == waits, "nobody knows what the hand has"
    if waits:
        state = position("draft", hands=("knight-1 levy-1", ""), has=used, rules=rules)
        state = after(state, "enlist red/knight-1 1", *dice("2"), rules=rules)
        state = after(state, "play red/levy-1 none", "pay red", rules=rules)
        assert state.red.enlisted == "red/knight-1"
    empty = position("draft", hands=("knight-1", ""), has=used, rules=rules)
    assert after(empty, "enlist red/knight-1 1", *dice("2"), rules=rules).red.draft is None


def test_da_10_no_instant_of_the_hand_helps_by_more_than_it_adds_to_the_recruitment() -> None:
    """Of Mara Vane's 6 a roll of 2 misses 4, of which the leader adds 1, and 2 with the card."""
    rules = deck_with(LEVY % ('"any"', "recruit +2 for turn"))
    has = {"red": {"marked": True}}
    for die, waits in (("2", False), ("3", True)):
        state = position("draft", hands=("mara-vane-1 levy-1", ""), has=has, rules=rules)
        state = after(state, "enlist red/mara-vane-1 1", *dice(die), rules=rules)
        assert (state.red.draft is not None) == waits


def test_da_10_what_is_played_after_the_roll_makes_it_succeed() -> None:
    """Of an axeman's 4 a roll of 3 misses 1, and of a knight's 5 two: less 1 COM and the leader's 1, no more."""
    rules = deck_with(LEVY % ('"any"', "mine: control -1 for turn"))
    state = position("draft", hands=("axeman-1 knight-1 levy-1", ""), rules=rules)
    missed = after(state, "enlist red/axeman-1 1", *dice("3"), rules=rules)
    assert missed.red.enlisted is None
    there = after(missed, "play red/levy-1 none", rules=rules)
    assert (draft.succeeded(rules.deck, missed), draft.succeeded(rules.deck, there)) == ((), ("red",))
    there = after(there, "pay red", rules=rules)
    assert (there.red.enlisted, there.red.draft, there.red.com) == ("red/axeman-1", None, 6)
    assert (there.rolls[-1].count, there.rolls[-1].due.reach) == (1, (3,))
    nearer = after(state, "enlist red/knight-1 1", *dice("3"), "play red/levy-1 none", rules=rules)
    assert (nearer.red.enlisted, nearer.rolls[-1].count) == (None, 0)
    paid = after(nearer, "pay red", rules=rules)
    assert (paid.red.enlisted, paid.red.com, paid.rolls[-1].count) == ("red/knight-1", 5, 1)


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


def test_da_12_without_a_draft_no_dice_are_asked_for() -> None:
    state = position("draft", hands=("knight-1", ""))
    due = after(state, "enlist red/knight-1 1")
    for action in ("give-up red", "pay red", "marker red roll"):
        for position_now, wanted in ((state, "no draft"), (due, "dice")):
            (reason,) = reasons(position_now, action)
            assert (reason.code, dict(reason.figures)["wanted"]) == ("wrong-phase", wanted), action


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
