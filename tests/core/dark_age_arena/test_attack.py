"""The rulings about an attack up to the first roll (DA-22 to DA-27), one by one."""

from __future__ import annotations

from typing import Any

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.rules.effects import modifiers
from signifer_core.games.dark_age_arena.state import Cards, Spot, State

from tests.core.course import check_agreement

from .domain import DOMAIN
from .states import (
    RULES,
    after,
    attacked,
    codes,
    combat_of,
    deck_with,
    dice,
    position,
    reasons,
)

NO_ONE = "muster blue none"
ABOUT_FIGHTERS = [action for action in DOMAIN if isinstance(action, act.Declare | act.Muster | act.Alone)]


# DA-22: the standard way


def test_da_22_one_com_for_each_from_the_place_control_minus_attack_for_others() -> None:
    state = position("declare", "militia-1 1, axeman-1 1, knight-1 2, shieldman-1 3")
    state = after(state, "declare red 1")
    # Iron's attack is 1: a knight (5) from elsewhere costs 4, a shieldman (3) 2.
    for cards, com in (("militia-1", 1), ("knight-1", 4), ("shieldman-1", 2)):
        assert after(state, f"muster red red/{cards}").red.com == 6 - com
    all_but = after(state, "muster red red/militia-1+red/axeman-1+red/knight-1")
    assert all_but.red.com == 0
    assert codes(state, "muster red red/militia-1+red/knight-1+red/shieldman-1") == ["not-enough DA-22"]
    # COM holds 6 at most (DA-5), so no exchange makes it 7: the last one is taken back.
    (dear,) = reasons(state, "muster red red/militia-1+red/knight-1+red/shieldman-1")
    assert (dear.fix.verb, dear.fix.card) == ("take", "red/shieldman-1")
    elsewhere = after(position("declare", "knight-1 2"), "declare red 2", "muster red red/knight-1")
    assert elsewhere.red.com == 5


@pytest.mark.parametrize(("change", "com"), [(-3, 1), (2, 4)])
def test_da_22_never_below_1_whatever_cards_say(change: int, com: int) -> None:
    rules = deck_with(
        leader=f'{{ name = "X", recruitment = 1, attack = 1, defence = 1, min_hand = 5, '
        f'effects = ["cost standard {change}"] }}'
    )
    state = position("declare", "shieldman-1 3", rules=rules)
    assert after(state, "declare red 1", "muster red red/shieldman-1", rules=rules).red.com == 6 - com
    high = deck_with(leader='{ name = "X", recruitment = 1, attack = 6, defence = 1, min_hand = 5 }')
    state = position("declare", "shieldman-1 3", rules=high)
    assert after(state, "declare red 1", "muster red red/shieldman-1", rules=high).red.com == 5


def test_da_22_any_number_in_the_order_laid() -> None:
    state = position("declare", "militia-1 1, militia-2 1, militia-3 1, axeman-1 1, axeman-2 1, axeman-3 1")
    cards = [each.card for each in reversed(state.of_side("red"))]
    state = after(state, "declare red 1", f"muster red {'+'.join(cards)}")
    assert combat_of(state).attackers == tuple(cards)
    assert all(each.place == 0 for each in state.of_side("red"))
    assert codes(position("declare"), "declare red 1") == ["no-fighter DA-22"]


def test_da_22_the_way_may_be_changed_before_anybody_is_mustered() -> None:
    state = after(position("declare", "militia-1 1, axeman-1 2"), "declare red 1", "declare red 2")
    assert combat_of(state).start == 2
    assert after(state, "muster red red/axeman-1").red.com == 5


def test_da_22_and_23_what_is_offered_is_what_is_not_refused() -> None:
    """Of all that there is, at each step until somebody defends: nobody musters before the way is said."""
    declaring = position(
        *("declare", "militia-1 1, knight-1 2", "militia-1 1, raider-1 2"), hands=("scout-1", "scout-1")
    )
    mustering = after(declaring, "declare red 2")
    solitary = after(declaring, "declare red solitary")
    defending = after(
        attacked("militia-1 1, knight-1 2", "militia-1 1, raider-1 2", hands=("", "scout-1")), "done blue"
    )
    assert defending.step == "defend"
    for state in (declaring, mustering, solitary, defending):
        check_agreement(RULES, state, ABOUT_FIGHTERS, lambda reason, action: None)


# DA-23: one alone


def alone(die: str, card: str = "knight-1", **player: Any) -> State:
    state = position("declare", "knight-1 2", hands=("berserk-1 mail-1", ""), has={"red": player})
    return after(state, "declare red solitary", f"alone red/{card}", *dice(die))


@pytest.mark.parametrize(("die", "com"), [("1", 4), ("3", 2), ("5", 0), ("6", 0)])
def test_da_23_one_alone_costs_control_minus_the_die_at_least_nothing(die: str, com: int) -> None:
    for card in ("knight-1", "berserk-1"):
        state = alone(die, card)
        assert (state.step, state.red.com) == ("bluff", 6 - com)
        assert combat_of(state).attackers == (f"red/{card}",)


def test_da_23_who_has_too_little_pays_nothing_and_has_no_fighter() -> None:
    state = alone("1", com=3, log=0)
    assert codes(state, "pay red") == ["not-enough DA-23"]
    state = after(state, "give-up red")
    # Blue has nobody to attack with.
    assert (state.red.com, state.step) == (3, "supply")
    assert state.standing("red/knight-1") is not None


@pytest.mark.parametrize(
    ("log", "markers", "fix"),
    [(0, 5, "hold 2"), (0, 0, "hold ok"), (2, 5, "hold 1")],
)
def test_da_23_who_has_too_little_is_told_what_would_pay(log: int, markers: int, fix: str) -> None:
    state = alone("1", com=3, log=log, markers=markers)
    (refusal,) = reasons(state, "pay red")
    assert f"{refusal.fix.verb} {refusal.fix.place}" == fix
    state = after(state, *{"hold 2": ("marker red com",), "hold 1": ("exchange red",)}.get(fix, ()))
    assert bool(codes(state, "pay red")) == (fix == "hold ok")


def test_da_23_who_gets_enough_later_pays_or_stays_away_all_the_same() -> None:
    state = after(alone("1", com=3, log=2), "exchange red")
    assert (codes(state, "pay red"), codes(state, "give-up red")) == ([], [])
    assert after(state, "give-up red").red.com == 4


def test_da_23_one_from_the_hand_is_discarded_then() -> None:
    state = after(alone("1", "berserk-1", com=3, log=0), "give-up red")
    assert state.red.discards.named == {"red/berserk-1"}
    assert state.standing("red/berserk-1") is None


def test_da_23_what_cannot_be_paid_in_any_way_is_over_by_itself() -> None:
    state = position("declare", "knight-1 2", has={"red": {"com": 1, "log": 2, "markers": 0}})
    state = after(state, "declare red solitary", "alone red/knight-1", *dice("1"))
    assert state.step != "muster"
    marked = position("declare", "knight-1 2", has={"red": {"com": 2, "log": 3}})
    marked = after(marked, "declare red solitary", "alone red/knight-1", *dice("1"))
    assert marked.step == "muster"
    assert after(marked, "marker red log", "exchange red", "exchange red", "pay red").step == "target"


def test_da_23_nobody_waits_for_more_com_than_there_may_be() -> None:
    """A giant's 8 less a 1 are 7 COM, and 6 are the most."""
    giant = 'giant = { sort = "character", name = "Giant", count = 1, control = 8, life = 1, hit = [8] }\n'
    rules = deck_with(giant)
    for hand, waits in (("giant-1", False), ("giant-1 rally-1", True)):
        state = position("declare", hands=(hand, ""), has={"red": {"com": 4}}, rules=rules)
        state = after(state, "declare red solitary", "alone red/giant-1", *dice("1"), rules=rules)
        assert (state.step == "muster") == waits
    state = position("declare", hands=("giant-1", ""), has={"red": {"com": 4}}, rules=rules)
    state = after(state, "declare red solitary", "alone red/giant-1", *dice("2"), rules=rules)
    assert state.step == "muster"


def test_da_23_only_one_and_no_other_try() -> None:
    state = position("declare", "knight-1 2, militia-1 1", hands=("berserk-1", ""))
    state = after(state, "declare red solitary")
    assert codes(state, "muster red red/knight-1+red/militia-1") == ["solitary-alone DA-23"]
    state = after(state, "alone red/knight-1")
    assert codes(state, "alone red/militia-1") == ["solitary-alone DA-23"]
    assert codes(state, "declare red 1") == ["solitary-alone DA-23"]
    assert codes(state, "pay red") == ["wrong-phase DA-23"]
    assert RULES.actors(state) == frozenset()


def test_da_23_nobody_from_the_hand_in_the_standard_way() -> None:
    state = after(position("declare", "knight-1 2", hands=("berserk-1", "")), "declare red 1")
    assert codes(state, "muster red red/berserk-1") == ["solitary-alone DA-23"]
    (alone,) = reasons(state, "alone red/berserk-1")
    assert (alone.code, alone.ruling, alone.figure("start")) == ("solitary-alone", "DA-23", 1)
    assert codes(state, "muster red blue/scout-1") == ["wrong-side DA-22"]
    assert codes(state, "muster red red/militia-1") == ["count-wrong DA-22"]


def test_da_23_cards_may_make_it_dearer() -> None:
    rules = deck_with(
        leader='{ name = "X", recruitment = 1, attack = 1, defence = 1, min_hand = 5, '
        'effects = ["attacking: cost solitary +2"] }'
    )
    state = position("declare", "knight-1 2", rules=rules)
    state = after(state, "declare red solitary", "alone red/knight-1", *dice("4"), rules=rules)
    assert state.red.com == 3


# DA-24: no fighter


def test_da_24_without_a_fighter_the_attack_is_over() -> None:
    state = position("declare", "knight-1 1", "scout-1 1")
    state = after(state, "declare red 1", "muster red none")
    assert (state.step, state.active, state.fought) == ("declare", "blue", False)


# DA-25: face-down cards


def test_da_25_a_then_d_may_lay_one_card_of_the_hand_face_down() -> None:
    state = position("declare", "knight-1 1", "scout-1 1", hands=("sack-1 mail-1", "stand-1"))
    state = after(state, "declare red 1", "muster red red/knight-1")
    assert (state.step, state.active) == ("bluff", "red")
    assert codes(state, "bluff blue blue/stand-1") == ["not-your-turn DA-25"]
    assert codes(state, "bluff red blue/stand-1") == ["wrong-side DA-25"]
    state = after(state, "bluff red red/sack-1")
    assert (state.red.face_down, state.red.hand.number, state.step) == (
        Cards(1, frozenset({"red/sack-1"})),
        1,
        "target",
    )
    assert RULES.view(state, "blue").red.face_down == Cards(1)
    assert RULES.view(state, "red").red.face_down == state.red.face_down
    state = after(state, "target 1", "done blue", "muster blue blue/scout-1")
    assert (state.step, state.active) == ("bluff", "blue")
    assert after(state, "bluff blue none").blue.face_down == Cards()


# DA-26: the target


def test_da_26_a_place_of_the_defender_also_one_pillaged_whose_text_holds_now() -> None:
    text = '[{ name = "Gate", effects = ["defending: mine: +1 <>"] }, { name = "Hall" }, { name = "Mill" }]'
    rules = deck_with(places=text)
    state = position("declare", "militia-1 1", "scout-1 1", active="blue", rules=rules)
    state = after(state, "declare blue 1", "muster blue blue/scout-1", rules=rules)
    assert modifiers(rules.deck, state, "red/militia-1", "<>") == ()
    gate = after(state, "target 1", rules=rules)
    assert modifiers(rules.deck, gate, "red/militia-1", "<>") == (("1 red", 1),)
    assert modifiers(rules.deck, gate, "blue/scout-1", "<>") == ()
    assert modifiers(rules.deck, after(state, "target 2", rules=rules), "red/militia-1", "<>") == ()
    pillaged = replace(state, red=replace(state.red, spots=(Spot(pillaged=True), Spot(), Spot())))
    assert codes(pillaged, "target 1", rules) == []


# DA-27: the defence


def test_da_27_instants_first_then_1_com_at_the_target_others_control_minus_defence() -> None:
    state = attacked("knight-1 1", "hunter-1 1, duellist-1 2", hands=("", "smoke-1 venom-1"))
    assert (state.step, state.active) == ("react", "blue")
    state = after(state, "play blue/smoke-1 none", "done blue")
    assert state.step == "defend"
    # Ash's defence is 2: the duellist (5) from elsewhere costs 3.
    state = after(state, "muster blue blue/hunter-1+blue/duellist-1", "bluff blue none")
    assert (state.blue.com, combat_of(state).defenders) == (2, ("blue/hunter-1", "blue/duellist-1"))
    poor = attacked("knight-1 1", "duellist-1 2", has={"blue": {"com": 2}})
    assert codes(poor, "muster blue blue/duellist-1") == ["not-enough DA-27"]


@pytest.mark.parametrize(
    ("has", "fix", "paying"),
    [
        ({"com": 2, "log": 1}, ("hold", "2", 1), ("marker blue com",)),
        ({"com": 1, "log": 3}, ("hold", "2", 2), ("marker blue com", "exchange blue")),
        ({"com": 1, "log": 4}, ("hold", "1", 2), ("exchange blue", "exchange blue")),
        ({"com": 1, "log": 1}, ("take", None, None), ()),
        ({"com": 2, "log": 1, "markers": 0}, ("take", None, None), ()),
        ({"com": 2, "log": 1, "marked": True}, ("take", None, None), ()),
    ],
)
def test_da_27_a_defender_too_dear_is_told_what_would_pay(
    has: dict[str, object], fix: tuple[str, str | None, int | None], paying: tuple[str, ...]
) -> None:
    """The duellist costs 3."""
    state = attacked("knight-1 1", "duellist-1 2", has={"blue": has})
    (refusal,) = reasons(state, "muster blue blue/duellist-1")
    assert (refusal.fix.verb, refusal.fix.place, refusal.fix.number) == fix
    assert bool(codes(after(state, *paying), "muster blue blue/duellist-1")) == (fix[0] == "take")


@pytest.mark.parametrize(
    ("com", "cards", "going"),
    [
        (1, "scout-1 hunter-1 scout-2", "scout-2 hunter-1"),
        (3, "duellist-1 scout-1 hunter-1", "duellist-1"),
        (4, "duellist-1 scout-1 hunter-1", "hunter-1"),
        (2, "scout-1 duellist-1 hunter-1", "duellist-1"),
        (0, "scout-1 duellist-1", "duellist-1 scout-1"),
    ],
)
def test_da_27_of_defenders_too_dear_as_few_as_will_do_are_named_the_last_ones_first(
    com: int, cards: str, going: str
) -> None:
    """The duellist costs 3, all others 1: what they have was taken after they had been laid."""
    has = {"blue": {"com": com, "log": 1, "markers": 0}}
    state = attacked("knight-1 1", "scout-1 1, scout-2 1, hunter-1 1, duellist-1 2", has=has)
    defenders = [f"blue/{card}" for card in cards.split()]
    told = reasons(state, f"muster blue {'+'.join(defenders)}")
    assert [(each.code, each.fix.verb, each.fix.card, each.card) for each in told] == [
        ("not-enough", "take", f"blue/{card}", f"blue/{card}") for card in going.split()
    ]
    left = [card for card in defenders if card not in {each.card for each in told}]
    assert codes(state, f"muster blue {'+'.join(left) or 'none'}") == []


def test_da_27_what_counts_is_the_target_and_the_leaders_defence() -> None:
    """Iron's defence is 3, its attack 1; blue attacks place 1 from its own place 2."""
    state = position("declare", "shieldman-1 1, knight-1 2", "hunter-1 2", active="blue")
    state = after(state, "declare blue 2", "muster blue blue/hunter-1", "target 1")
    assert after(state, "muster red red/shieldman-1").red.com == 5
    assert after(state, "muster red red/knight-1").red.com == 4


def test_da_27_whoever_at_the_target_does_not_fight_moves_away() -> None:
    state = attacked("knight-1 1", "hunter-1 1, scout-1 1, scout-2 2")
    state = after(state, "muster blue blue/hunter-1")
    assert (state.step, state.active) == ("yield", "blue")
    assert codes(state, "assign blue/scout-1 1") == ["wrong-column DA-27"]
    assert codes(state, "assign blue/scout-2 3") == ["cannot-move DA-27"]
    assert codes(state, "assign blue/hunter-1 3") == ["cannot-move DA-27"]
    state = after(state, "assign blue/scout-1 3")
    assert state.at("blue", 3)[0].card == "blue/scout-1"
    assert state.step == "shoot"


def test_da_27_with_a_solitary_defender_too() -> None:
    state = attacked("knight-1 1", "scout-1 1, hunter-1 2")
    state = after(state, "alone blue/hunter-1", *dice("4"))
    assert (state.step, combat_of(state).defenders, state.blue.com) == ("yield", ("blue/hunter-1",), 6)
    state = after(state, "assign blue/scout-1 2")
    assert state.step == "shoot"


def test_da_27_nobody_need_defend() -> None:
    state = after(attacked("knight-1 1", "scout-1 1"), NO_ONE)
    assert state.step == "yield"
    assert after(state, "assign blue/scout-1 2").red.points == 3
