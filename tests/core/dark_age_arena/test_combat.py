"""The rulings of Dark Age Arena about combat, one by one; docs/dark-age-arena.md explains them."""

from __future__ import annotations

from typing import Any

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.deck import Deck, joined, training
from signifer_core.games.dark_age_arena.deck.file import parse_deck
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.combat import wounds
from signifer_core.games.dark_age_arena.rules.effects import control, equipment_cost, life, modifiers, values
from signifer_core.games.dark_age_arena.state import Cards, Combat, Spot, State
from signifer_core.layout import Side

from .states import BARE, PLAIN_RULES, RULES, after, codes, deck_with, dice, fight, position

NO_ONE = "muster blue none"


def combat_of(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def hurt(state: State, card: str) -> int:
    standing = state.standing(card)
    assert standing is not None
    return standing.wounds


def attacked(
    attackers: str, defenders: str, start: str = "1", rules: DarkAgeArena = PLAIN_RULES, **more: Any
) -> State:
    """Red attacks with all, and names place 1; blue defends next."""
    state = position("declare", attackers, defenders, rules=rules, **more)
    cards = "+".join(each.card for each in state.of_side("red"))
    return after(state, f"declare red {start}", f"muster red {cards}", "target 1", rules=rules)


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
    assert codes(state, "alone red/berserk-1") == ["solitary-alone DA-23"]
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


# DA-28: the ranged round


def test_da_28_all_of_a_aim_and_roll_then_d_and_all_become_wounds_together() -> None:
    state = attacked("raider-1 1, raider-2 1, militia-1 1", "bowman-1 1, hunter-1 1")
    state = after(state, "muster blue blue/bowman-1+blue/hunter-1")
    assert (state.step, state.active) == ("aim", "red")
    assert codes(state, "aim red/militia-1 blue/bowman-1") == ["not-free DA-28"]
    assert codes(state, "aim blue/bowman-1 red/raider-1") == ["not-your-turn DA-28"]
    assert codes(state, "aim red/raider-1 red/raider-2") == ["no-fighter DA-28"]
    state = after(state, "aim red/raider-2 blue/bowman-1", "aim red/raider-1 blue/bowman-1")
    due = RULES.due(state)
    assert due is not None
    assert (state.step, due.card, due.purpose, due.reach, due.dice) == (
        "shoot",
        "red/raider-1",
        "shoot",
        (9,),
        2,
    )
    state = after(state, *dice("54 11"))
    # The bowman has a fatal wound, and shoots all the same.
    assert (state.step, state.active) == ("aim", "blue")
    state = after(state, "aim blue/bowman-1 red/militia-1", "aim blue/hunter-1 red/militia-1", *dice("44"))
    assert state.standing("blue/bowman-1") is not None
    state = after(state, *dice("65"))
    # Two hits of the hunter (7 11), one of the bowman: no block, no armour.
    assert state.standing("blue/bowman-1") is None
    assert state.standing("red/militia-1") is None
    assert [dead.card for dead in combat_of(state).killed] == ["red/militia-1", "blue/bowman-1"]


def test_da_28_neither_armour_nor_block_help() -> None:
    state = fight("knight-1", "hunter-1", "65")
    assert hurt(state, "red/knight-1") == 2


# DA-29: confrontations


def test_da_29_a_pairs_until_a_side_has_nobody_free() -> None:
    state = attacked("militia-1 1, axeman-1 1, knight-1 1", "duellist-1 1, duellist-2 1")
    state = after(state, "muster blue blue/duellist-1+blue/duellist-2")
    assert (state.step, state.active) == ("pair", "red")
    assert codes(state, "pair blue/duellist-1 red/knight-1") == ["not-your-turn DA-29"]
    assert codes(state, "pair red/knight-1 red/militia-1") == ["no-fighter DA-29"]
    state = after(state, "pair red/knight-1 blue/duellist-2")
    assert codes(state, "pair red/knight-1 blue/duellist-1") == ["not-free DA-29"]
    assert codes(state, "pair red/axeman-1 blue/duellist-2") == ["not-free DA-29"]
    state = after(state, "pair red/axeman-1 blue/duellist-1")
    pairs = [each.pair for each in combat_of(state).confrontations]
    assert pairs == [("red/knight-1", "blue/duellist-2"), ("red/axeman-1", "blue/duellist-1")]
    assert state.step == "assist"


# DA-30: support


def test_da_30_the_rest_support_one_hit_at_most_and_suffer_none() -> None:
    state = attacked("militia-1 1, axeman-1 1, knight-1 1", "duellist-1 1, duellist-2 1")
    state = after(
        state, "muster blue blue/duellist-1+blue/duellist-2",
        "pair red/militia-1 blue/duellist-1", "pair red/axeman-1 blue/duellist-2",
    )  # fmt: skip
    assert codes(state, "assist red/axeman-1 1") == ["not-free DA-30"]
    assert codes(state, "assist red/knight-1 3") == ["no-fighter DA-30"]
    assert codes(state, "assist blue/duellist-1 1") == ["not-your-turn DA-30"]
    state = after(state, "assist red/knight-1 2")
    assert combat_of(state).confrontations[1].supporters == ("red/knight-1",)
    # Militia, axeman, then the supporter: by confrontation.
    order = []
    for roll in dice("22 22 66"):
        due = RULES.due(state)
        assert due is not None
        order.append(due.card)
        state = after(state, roll)
    assert order == ["red/militia-1", "red/axeman-1", "red/knight-1"]
    assert combat_of(state).throws[-1].count == 1
    due = RULES.due(state)
    assert due is not None
    assert (due.card, due.purpose) == ("blue/duellist-2", "block")


def test_da_30_d_supports_too_after_a() -> None:
    state = attacked("knight-1 1", "duellist-1 1, scout-1 1")
    state = after(
        state, "muster blue blue/duellist-1+blue/scout-1", *dice("11"), "pair red/knight-1 blue/scout-1"
    )
    assert combat_of(state).confrontations[0].supporters == ("blue/duellist-1",)
    assert state.step == "strike"


# DA-31 to DA-33: hits


def test_da_31_all_of_a_strike_and_their_hits_are_blocked_then_d_strikes_back() -> None:
    """Armour first, then blocks; who will die strikes back; wounds come last."""
    state = attacked("knight-1 1", "duellist-1 1")
    state = after(state, "muster blue blue/duellist-1")
    asked = []
    for roll in dice("66 22 66 54 22"):
        due = RULES.due(state)
        assert due is not None
        asked.append((due.card, due.purpose))
        assert state.standing("blue/duellist-1") is not None
        state = after(state, roll)
    knight, duellist = "red/knight-1", "blue/duellist-1"
    assert asked == [
        (knight, "strike"), (duellist, "block"), (duellist, "strike"), (knight, "armour"), (knight, "block"),
    ]  # fmt: skip
    assert state.standing(duellist) is None
    assert hurt(state, knight) == 2


def test_da_31_two_dice_against_each_value_with_what_is_added() -> None:
    state = attacked("axeman-1 1 great-axe-1 short-blade-1", "hunter-1 1")
    state = after(state, "muster blue blue/hunter-1", *dice("11"))
    due = RULES.due(state)
    assert due is not None
    assert (due.reach, due.modifiers) == ((7, 9, 10), (("red/great-axe-1", 1),))
    state = after(state, *dice("44"))
    throw = combat_of(state).throws[-1]
    assert (throw.dice, throw.total, throw.count) == ((4, 4), 9, 2)


def test_da_32_hits_of_all_enemies_together_meet_one_armour_roll_and_one_block_roll() -> None:
    state = position("declare", "knight-1 1", "duellist-1 1, duellist-2 1", active="blue")
    state = after(
        state, "declare blue 1", "muster blue blue/duellist-1+blue/duellist-2", "target 1",
        "muster red red/knight-1", "pair blue/duellist-1 red/knight-1", *dice("54 66"),
    )  # fmt: skip
    # Two hits of the first, one of the supporter; armour 9 cancels one, a block of 10 two.
    state = after(state, *dice("54"))
    assert wounds(combat_of(state), "red/knight-1") == 2
    state = after(state, *dice("55"))
    assert wounds(combat_of(state), "red/knight-1") == 0


def test_da_32_a_block_is_rolled_only_for_hits_that_are_left() -> None:
    state = position("declare", "knight-1 1", "scout-1 1", active="blue")
    state = after(
        state,
        "declare blue 1",
        "muster blue blue/scout-1",
        "target 1",
        "muster red red/knight-1",
        *dice("11 54"),
    )
    due = RULES.due(state)
    assert due is not None
    assert (due.card, due.purpose) == ("red/knight-1", "armour")
    state = after(state, *dice("54"))
    due = RULES.due(state)
    assert due is not None
    assert (due.card, due.purpose) == ("red/knight-1", "strike")


def test_da_32_several_armours_are_one_list() -> None:
    state = attacked("knight-1 1 mail-1", "scout-1 1")
    assert values(PLAIN_RULES.deck, state, "red/knight-1", "{}") == (8, 9)


def test_da_33_unblockable_hits_meet_neither_armour_nor_block() -> None:
    state = fight("duellist-1 venom-1", "knight-1", "65", by="blue")
    due = RULES.due(state)
    assert due is not None
    assert (due.card, due.purpose) == ("red/knight-1", "strike")
    assert wounds(combat_of(state), "red/knight-1") == 3


def test_da_33_those_of_others_are_blocked_all_the_same() -> None:
    state = position("declare", "knight-1 1", "duellist-1 1 venom-1, duellist-2 1", active="blue")
    state = after(
        state, "declare blue 1", "muster blue blue/duellist-1+blue/duellist-2", "target 1",
        "muster red red/knight-1", "pair blue/duellist-2 red/knight-1", *dice("54 65 66 "),
    )  # fmt: skip
    # Two blockable hits, of which the armour cancels one; the poisoned one of the supporter stays.
    assert wounds(combat_of(state), "red/knight-1") == 2


# DA-34 and DA-35: death, and frenzy


def test_da_34_wounds_that_reach_life_kill_after_the_ranged_round_and_each_close_one() -> None:
    shot = fight("raider-1", "scout-1", "54 11")
    assert shot.standing("blue/scout-1") is None
    assert combat_of(shot).killed[0].control == 2
    struck = fight("militia-1", "scout-1", "11 44 11 11")
    assert struck.standing("blue/scout-1") is None
    assert struck.blue.discards.named == {"blue/scout-1"}


def test_da_34_wounds_stay_after_the_combat() -> None:
    state = fight("knight-1", "duellist-1", "11 43 11 11 | 11 11", choices="")
    state = after(state, "assign red/knight-1 1", "assign blue/duellist-1 1", "declare blue none")
    assert (state.step, hurt(state, "red/knight-1")) == ("supply", 1)
    state = after(state, "done red", "done blue")
    assert hurt(state, "red/knight-1") == 1


def test_da_34_life_may_be_changed_by_cards() -> None:
    rules = deck_with(
        'charm = { sort = "skill", name = "Charm", count = 1, effects = ["life +1", "control -1"] }\n'
    )
    state = attacked("raider-1 1 charm-1", "scout-1 1", rules=rules)
    assert (life(rules.deck, state, "red/raider-1"), control(rules.deck, state, "red/raider-1")) == (3, 3)


def test_da_35_a_frenzied_fighter_fights_on_with_fatal_wounds_and_dies_after_the_last_round() -> None:
    state = fight("berserk-1", "hunter-1", "65")
    # Two wounds from arrows are fatal, and it strikes in both rounds.
    assert hurt(state, "red/berserk-1") == 2
    state = after(state, *dice("22 22"))
    assert (combat_of(state).round, state.standing("red/berserk-1") is not None) == ("second", True)
    state = after(state, *dice("22 22"))
    assert state.standing("red/berserk-1") is None
    assert state.step == "spoils"


def test_da_35_dies_also_where_the_second_round_is_left_out() -> None:
    state = fight("berserk-1", "hunter-1", "65 66 22 11")
    assert state.standing("blue/hunter-1") is None
    assert state.standing("red/berserk-1") is None
    assert not combat_of(state).pillaged


# DA-36 and DA-37: the second round


def test_da_36_pairs_that_both_live_stay_with_their_supporters() -> None:
    state = attacked("knight-1 1, militia-1 1", "duellist-1 1")
    state = after(
        state, "muster blue blue/duellist-1", "pair red/knight-1 blue/duellist-1", *dice("11 11 11")
    )
    combat = combat_of(state)
    assert (combat.round, state.step) == ("second", "strike")
    assert combat.confrontations[0].pair == ("red/knight-1", "blue/duellist-1")
    assert combat.confrontations[0].supporters == ("red/militia-1",)
    assert combat.throws == ()


def test_da_36_nobody_is_asked_again_about_pairs_and_supporters_that_stay() -> None:
    state = attacked("knight-1 1, axeman-1 1, militia-1 1", "duellist-1 1, duellist-2 1")
    state = after(
        state, "muster blue blue/duellist-1+blue/duellist-2", "pair red/knight-1 blue/duellist-2",
        "pair red/axeman-1 blue/duellist-1", "assist red/militia-1 2", *dice("11 11 11 11 11"),
    )  # fmt: skip
    combat = combat_of(state)
    assert (combat.round, state.step) == ("second", "strike")
    assert [(each.pair, each.supporters) for each in combat.confrontations] == [
        (("red/knight-1", "blue/duellist-2"), ()),
        (("red/axeman-1", "blue/duellist-1"), ("red/militia-1",)),
    ]


def test_da_36_others_are_paired_as_before_those_first_who_were_in_no_support() -> None:
    state = attacked("knight-1 1, axeman-1 1, militia-1 1", "scout-1 1, duellist-1 1")
    state = after(
        state, "muster blue blue/scout-1+blue/duellist-1", "aim blue/scout-1 red/knight-1", *dice("11"),
        "pair red/knight-1 blue/scout-1", "pair red/militia-1 blue/duellist-1", "assist red/axeman-1 1",
    )  # fmt: skip
    # The knight kills the scout, the duellist the militia: knight, axeman (in support) against the duellist.
    state = after(state, *dice("66 11 11 22 11 66 11"))
    combat = combat_of(state)
    assert combat.round == "second"
    assert {dead.card for dead in combat.killed} == {"blue/scout-1", "red/militia-1"}
    assert [each.pair for each in combat.confrontations] == [("red/knight-1", "blue/duellist-1")]
    assert combat.confrontations[0].supporters == ("red/axeman-1",)


def test_da_36_who_was_in_no_support_comes_first() -> None:
    state = attacked("knight-1 1, axeman-1 1", "duellist-1 1, duellist-2 1")
    state = replace(
        state.with_combat(
            defenders=("blue/duellist-1", "blue/duellist-2"),
            round="second",
            supported=frozenset({"red/axeman-1", "blue/duellist-2"}),
        ),
        step="pair",
        active="red",
    )
    assert codes(state, "pair red/axeman-1 blue/duellist-1") == ["not-free DA-36"]
    assert codes(state, "pair red/knight-1 blue/duellist-2") == ["not-free DA-36"]
    state = after(state, "pair red/knight-1 blue/duellist-1")
    # Then those who were: there is one pair left, made by itself.
    assert combat_of(state).confrontations[1].pair == ("red/axeman-1", "blue/duellist-2")


def test_da_37_a_round_without_fighters_on_one_side_is_left_out() -> None:
    state = attacked("raider-1 1", "")
    assert (state.step, state.red.points) == ("home", 3)
    shot = fight("raider-1", "scout-1", "66 11 | 3")
    assert (shot.step, shot.red.points) == ("home", 3)


# DA-38 to DA-41: the end of a combat


def test_da_38_three_points_for_the_first_pillage_of_a_place_one_later() -> None:
    spots = (Spot(pillaged=True), Spot(supply="blue/granary-1"), Spot())
    state = position("declare", "knight-1 1", has={"blue": {"spots": spots}})
    state = after(state, "declare red 1", "muster red red/knight-1")
    assert after(state, "target 1").red.points == 1
    second = after(state, "target 2")
    assert (second.red.points, second.blue.spot(2)) == (3, Spot(pillaged=True))
    assert second.blue.discards.named == {"blue/granary-1"}


def test_da_38_not_with_a_defender_alive_nor_without_an_attacker() -> None:
    held = fight("knight-1", "duellist-1", "11 11 11 11")
    assert (held.red.points, combat_of(held).pillaged) == (0, False)
    both = fight("militia-1", "scout-1", "11 66 11 66 11 | 1 1")
    assert both.characters == ()
    assert (both.red.points, both.blue.points) == (1, 1)


def shown(red: str, blue: str, **more: Any) -> State:
    """Red's knight pillages blue's place, with these cards face down."""
    state = position("declare", "knight-1 1", "scout-1 2", hands=(red, blue), **more)
    state = after(state, "declare red 1", "muster red red/knight-1")
    state = after(state, f"bluff red {f'red/{red}' if red else 'none'}") if red else state
    state = after(state, "target 1")
    state = after(state, "done blue") if blue else state
    state = after(state, NO_ONE)
    return after(state, f"bluff blue blue/{blue}") if blue else state


def test_da_39_a_victory_card_whose_side_and_conditions_hold_scores_and_is_out() -> None:
    state = shown("sack-1", "stand-1")
    assert (state.red.points, state.red.out.named) == (4, frozenset({"red/sack-1"}))
    # The place was not held; the card is discarded.
    assert (state.blue.points, state.blue.discards.named) == (0, frozenset({"blue/stand-1"}))
    other_side = shown("stand-1", "sack-1")
    assert (other_side.red.points, other_side.blue.points) == (3, 0)
    bluff = shown("mail-1", "")
    assert (bluff.red.points, bluff.red.discards.named) == (3, frozenset({"red/mail-1"}))


def test_da_39_a_place_that_was_held() -> None:
    state = fight("militia-1", "duellist-1", "11 66 11 | 5", down=("", "stand-1"))
    assert state.blue.points == 1


@pytest.mark.parametrize(("number", "points"), [(1, 3), (2, 5)])
def test_da_39_killed_counts_the_enemies_who_died(number: int, points: int) -> None:
    enemies = ", ".join(f"scout-{each}" for each in range(1, number + 1))
    state = position(
        "declare",
        "raider-1 1, raider-2 1",
        ", ".join(f"{each} 1" for each in enemies.split(", ")),
        hands=("slaughter-1", ""),
    )
    state = after(
        state, "declare red 1", "muster red red/raider-1+red/raider-2", "bluff red red/slaughter-1", "target 1",
        f"muster blue {'+'.join(f'blue/{each}' for each in enemies.split(', '))}",
    )  # fmt: skip
    targets = ["blue/scout-1", f"blue/scout-{number}"]
    if number == 2:
        state = after(state, f"aim red/raider-1 {targets[0]}", f"aim red/raider-2 {targets[1]}")
    state = after(state, *dice("66 66"))
    while state.step == "aim":
        state = after(state, PLAIN_RULES.legal_actions(state)[-1])
    while state.step in ("shoot", "aim"):
        state = after(state, dice("11")[0] if state.step == "shoot" else PLAIN_RULES.legal_actions(state)[-1])
    assert state.step == "spoils"
    assert state.red.points == points


@pytest.mark.parametrize(("answers", "points"), [(("yes", "yes"), 6), (("no",), 3), (("yes", "no"), 3)])
def test_da_39_what_the_table_cannot_know_both_are_asked(answers: tuple[str, ...], points: int) -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "AD", points = 3, when = ["ask", "unhurt"] }\n'
    )
    state = position("declare", "knight-1 1", hands=("tale-1", ""), rules=rules)
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red red/tale-1", "target 1", rules=rules
    )
    assert (state.step, combat_of(state).asked) == ("spoils", "red/tale-1")
    assert rules.actors(state) == {"red", "blue"}
    for side, answer in zip(("blue", "red"), answers, strict=False):
        state = after(state, f"judge {side} {answer}", rules=rules)
        if combat_of(state).asked:
            assert codes(state, f"judge {side} yes", rules) == ["wrong-phase DA-39"]
    assert (state.step, state.red.points) == ("home", points)


def test_da_39_unhurt_is_a_combat_in_which_none_was_lost() -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "D", points = 3, when = ["unhurt"] }\n'
    )
    lost = fight("hunter-1", "militia-1", "66 | 5", by="blue", down=("", "tale-1"), rules=rules)
    assert lost.red.points == 0
    unhurt = fight("duellist-1", "knight-1", "11 11 11 11", by="blue", down=("", "tale-1"), rules=rules)
    assert unhurt.red.points == 3


def test_da_39_a_victory_card_does_what_its_lines_say() -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "A", points = 1, when = ["pillaged"], '
        'effects = ["draw 2", "task 5: points 2"] }\n'
    )
    state = position("declare", "knight-1 1", hands=("tale-1", ""), rules=rules)
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red red/tale-1", "target 1", rules=rules
    )
    assert (state.red.points, state.red.hand.number) == (4, 2)
    due = rules.due(state)
    assert due is not None
    assert (due.purpose, due.card, due.reach) == ("task", "red/tale-1", (5,))
    assert after(state, *dice("5"), rules=rules).red.points == 6
    assert after(state, *dice("4"), rules=rules).red.points == 4


@pytest.mark.parametrize(("die", "point"), [("1", 1), ("2", 0), ("6", 0)])
def test_da_40_a_die_below_the_control_of_an_enemy_killed_is_a_point(die: str, point: int) -> None:
    state = fight("raider-1", "scout-1", f"66 11 | {die}")
    assert state.red.points == 3 + point


def test_da_40_a_rolls_first() -> None:
    state = fight("militia-1", "scout-1", "11 66 11 66 11")
    owners = []
    for roll in dice("1 1"):
        due = RULES.due(state)
        assert due is not None
        owners.append((due.player, due.purpose, due.card, due.below))
        state = after(state, roll)
    assert owners == [("red", "control", "blue/scout-1", 2), ("blue", "control", "red/militia-1", 2)]


def test_da_41_survivors_go_to_any_places_of_their_owner() -> None:
    state = fight("knight-1", "duellist-1", "11 11 11 11")
    assert (state.step, state.active) == ("home", "red")
    assert codes(state, "assign blue/duellist-1 1") == ["not-your-turn DA-41"]
    state = after(state, "assign red/knight-1 3")
    assert state.active == "blue"
    assert codes(state, "assign red/knight-1 2") == ["not-your-turn DA-41"]
    state = after(state, "assign blue/duellist-1 1")
    assert [(each.card, each.place) for each in state.characters] == [
        ("red/knight-1", 3),
        ("blue/duellist-1", 1),
    ]
    assert state.step == "declare"


def test_da_41_one_sent_from_the_hand_stays_in_play() -> None:
    state = position("declare", hands=("knight-1", ""))
    state = after(state, "declare red solitary", "alone red/knight-1", *dice("6"), "target 2")
    state = after(state, "assign red/knight-1 2")
    assert state.at("red", 2)[0].card == "red/knight-1"


# DA-42: classes


def with_classes() -> DarkAgeArena:
    text = training("training-iron").text.replace('name = "Knight", ', 'name = "Knight", class = "order", ')
    text = text.replace('name = "Drill", count = 4, ', 'name = "Drill", count = 4, class = "order", ')
    text = text.replace("[kind]", 'enemies = [["order", "chaos"]]\n[kind]')
    ash = training("training-ash").text.replace('name = "Duellist", ', 'name = "Duellist", class = "chaos", ')
    files = [replace(parse_deck(each, file="x"), places=BARE) for each in (text, ash)]
    return DarkAgeArena(Deck(joined(files[0], files[1])))


@pytest.mark.parametrize("classes", [False, True])
def test_da_42_plus_one_to_hit_and_block_against_a_direct_opponent_of_an_enemy_class(classes: bool) -> None:
    rules = with_classes()
    state = position("declare", "knight-1 1, militia-1 1", "duellist-1 1", rules=rules, classes=classes)
    state = after(
        state, "declare red 1", "muster red red/knight-1+red/militia-1", "target 1",
        "muster blue blue/duellist-1", "pair red/knight-1 blue/duellist-1", rules=rules,
    )  # fmt: skip
    added = (("class", 1),) if classes else ()
    for sign in ("[]", "<>"):
        assert modifiers(rules.deck, state, "red/knight-1", sign) == added
        assert modifiers(rules.deck, state, "blue/duellist-1", sign) == added
        assert modifiers(rules.deck, state, "red/militia-1", sign) == ()
    assert modifiers(rules.deck, state, "red/knight-1", "{}") == ()


def test_da_42_not_against_those_of_other_classes_or_of_none() -> None:
    rules = with_classes()
    state = position("declare", "knight-1 1", "scout-1 1", rules=rules, classes=True)
    state = after(
        state, "declare red 1", "muster red red/knight-1", "target 1", "muster blue blue/scout-1", rules=rules
    )
    state = after(state, *dice("11"), rules=rules)
    assert combat_of(state).opponent("red/knight-1") == "blue/scout-1"
    assert modifiers(rules.deck, state, "red/knight-1", "[]") == ()


def test_da_42_weapons_and_skills_of_the_bearers_class_cost_1_less() -> None:
    rules = with_classes()
    state = position("prepare", "knight-1 1, raider-1 1", hands=("drill-1", ""), rules=rules, classes=True)
    assert equipment_cost(rules.deck, state, "red/drill-1", "red/knight-1") == (0, 0)
    assert equipment_cost(rules.deck, state, "red/drill-1", "red/raider-1") == (0, 1)
    off = replace(state, classes=False)
    assert equipment_cost(rules.deck, off, "red/drill-1", "red/knight-1") == (0, 1)


# Lines of cards


def test_an_anvil_makes_weapons_cheaper_of_each_resource_printed() -> None:
    spots = (Spot(artifact="red/anvil-1"), Spot(), Spot())
    state = position("prepare", "axeman-1 1", hands=("great-axe-1", ""), has={"red": {"spots": spots}})
    assert equipment_cost(PLAIN_RULES.deck, state, "red/great-axe-1", "red/axeman-1") == (0, 1)
    assert equipment_cost(PLAIN_RULES.deck, state, "red/drill-1", "red/axeman-1") == (0, 1)


def test_instants_hold_for_the_combat_the_round_or_the_turn() -> None:
    lines = '["mine: +1 [] for round", "mine: +2 []", "mine: +3 [] for turn"]'
    rules = deck_with(
        f'oath = {{ sort = "instant", name = "Oath", count = 1, at = "combat", effects = {lines} }}\n'
    )
    state = position("declare", "militia-1 1", "duellist-1 1", hands=("oath-1", ""), rules=rules)
    state = after(
        state, "play red/oath-1 none", "declare red 1", "muster red red/militia-1", "target 1", rules=rules
    )
    state = after(state, "muster blue blue/duellist-1", rules=rules)
    assert sum(amount for _, amount in modifiers(rules.deck, state, "red/militia-1", "[]")) == 5
    state = after(
        state, *dice("11 11 11 11"), "assign red/militia-1 1", "assign blue/duellist-1 1", rules=rules
    )
    assert [lasting.span for lasting in state.lasting] == ["turn"]


def test_what_holds_for_a_combat_waits_for_one_and_ends_with_the_attack() -> None:
    card = 'oath = { sort = "instant", name = "Oath", count = 1, at = "any", effects = ["mine: +1 []"] }\n'
    rules = deck_with(card)
    state = position("bid", "militia-1 1", "duellist-1 1", hands=("oath-1", ""), rules=rules, attackers=())
    state = after(state, "play red/oath-1 none", *dice("61"), rules=rules)
    assert (state.step, len(state.lasting)) == ("declare", 1)
    declined = after(state, "declare red none", rules=rules)
    assert len(declined.lasting) == 1
    given_up = after(state, "declare red 1", "muster red none", rules=rules)
    assert (given_up.step, given_up.lasting) == ("declare", ())


def test_da_34_wounds_of_a_card_kill_a_fighter_at_the_end_of_the_round() -> None:
    card = (
        'bolt = { sort = "instant", name = "B", count = 2, at = "combat", effects = ["theirs: wound 2"] }\n'
    )
    rules = deck_with(card)
    state = position(
        "declare", "knight-1 1", "duellist-1 1, scout-1 2", rules=rules, hands=("bolt-1 bolt-2", "")
    )
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red none", "target 1",
        "muster blue blue/duellist-1", "play red/bolt-1 none", rules=rules,
    )  # fmt: skip
    # It reaches the fighter alone, who strikes in this round all the same.
    assert (hurt(state, "blue/duellist-1"), hurt(state, "blue/scout-1")) == (2, 0)
    state = after(state, *dice("11"), rules=rules)
    due = rules.due(state)
    assert due is not None
    assert (due.card, due.purpose) == ("blue/duellist-1", "strike")
    assert after(state, *dice("11"), rules=rules).standing("blue/duellist-1") is None


def test_da_34_after_the_rounds_wounds_of_a_card_kill_at_once() -> None:
    card = 'bolt = { sort = "instant", name = "B", count = 1, at = "home", effects = ["theirs: wound 2"] }\n'
    rules = deck_with(card)
    state = position("declare", "knight-1 1", "duellist-1 1", rules=rules, hands=("bolt-1", ""))
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red none", "target 1",
        "muster blue blue/duellist-1", *dice("11 11 11 11"), rules=rules,
    )  # fmt: skip
    assert state.step == "home"
    assert after(state, "play red/bolt-1 none", rules=rules).standing("blue/duellist-1") is None


def test_conditions_of_lines_who_attacks_and_who_is_not_in_support() -> None:
    rules = deck_with(
        'pike = { sort = "weapon", name = "Pike", count = 2, '
        'effects = ["attacking: +1 []", "direct: +2 []", "defending: +4 []"] }\n'
    )
    state = attacked("axeman-1 1 pike-1, axeman-2 1 pike-2", "duellist-1 1", rules=rules)
    state = after(state, "muster blue blue/duellist-1", "pair red/axeman-1 blue/duellist-1", rules=rules)
    added = [
        sum(amount for _, amount in modifiers(rules.deck, state, f"red/axeman-{n}", "[]")) for n in (1, 2)
    ]
    assert added == [3, 1]


@pytest.mark.parametrize(("die", "added"), [("4", 1), ("3", 0)])
def test_a_task_of_a_place_is_rolled_as_it_is_the_target(die: str, added: int) -> None:
    rules = deck_with(
        places='[{ name = "Gate", effects = ["task 4: mine: +1 []"] }, { name = "B" }, { name = "C" }]'
    )
    side: Side = "blue"
    state = position("declare", "militia-1 1", "duellist-1 1", active=side, rules=rules)
    state = after(state, "declare blue 1", "muster blue blue/duellist-1", "target 1", rules=rules)
    due = rules.due(state)
    assert due is not None
    assert (due.player, due.purpose, due.card) == ("red", "task", "1 red")
    state = after(state, *dice(die), rules=rules)
    assert state.step == "defend"
    assert sum(amount for _, amount in modifiers(rules.deck, state, "red/militia-1", "[]")) == added


def test_a_task_of_a_fighter_is_rolled_before_the_first_round() -> None:
    rules = deck_with('idol = { sort = "skill", name = "Idol", count = 1, effects = ["task 3: life +2"] }\n')
    state = attacked("raider-1 1 idol-1", "hunter-1 1", rules=rules)
    state = after(state, "muster blue blue/hunter-1", rules=rules)
    due = rules.due(state)
    assert due is not None
    assert (due.purpose, due.card) == ("task", "red/idol-1")
    state = after(state, *dice("3"), rules=rules)
    assert (life(rules.deck, state, "red/raider-1"), state.step) == (4, "shoot")
