"""The rulings about the rounds of a combat (DA-28 to DA-37), one by one."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.odds import odds
from signifer_core.games.dark_age_arena.rolls import suffered
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.combat import unaimed
from signifer_core.games.dark_age_arena.rules.effects import control, life, values
from signifer_core.games.dark_age_arena.state import State

from .states import (
    PLAIN_RULES,
    RULES,
    after,
    attacked,
    codes,
    combat_of,
    deck_with,
    dice,
    fight,
    hurt,
    position,
    reasons,
)

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


VOLLEY = 'volley = { sort = "instant", name = "V", count = 2, at = "combat", effects = ["mine: +(7)"] }\n'


def with_volley(rules: DarkAgeArena) -> State:
    state = attacked(
        "raider-1 1, axeman-1 1", "bowman-1 1, hunter-1 1", rules=rules, hands=("volley-1 volley-2", "")
    )
    return after(
        state, "muster blue blue/bowman-1+blue/hunter-1", "aim red/raider-1 blue/bowman-1", rules=rules
    )


def test_da_28_whom_a_card_lets_shoot_names_an_enemy_until_the_first_has_rolled() -> None:
    rules = deck_with(VOLLEY)
    aimed = with_volley(rules)
    state = after(aimed, "play red/volley-1 none", rules=rules)
    assert (state.step, unaimed(rules.deck, state, "red")) == ("aim", ["red/axeman-1"])
    shot = after(state, "aim red/axeman-1 blue/hunter-1", *dice("11 11"), rules=rules)
    assert [throw.card for throw in combat_of(shot).throws] == ["red/raider-1", "red/axeman-1"]
    late = after(aimed, *dice("11"), "play red/volley-1 none", rules=rules)
    assert (late.step, late.active) == ("aim", "blue")
    assert codes(late, "aim red/axeman-1 blue/hunter-1", rules) == ["not-your-turn DA-28"]
    assert "red/axeman-1" not in [
        each.card for each in odds(rules.deck, late).attackers if len(each.hits) > 1
    ]


def test_da_28_a_has_nobody_who_shoots_once_it_is_ds_turn() -> None:
    rules = deck_with(VOLLEY)
    state = attacked(
        "knight-1 1, axeman-1 1", "bowman-1 1, hunter-1 1", rules=rules, hands=("volley-1 volley-2", "")
    )
    state = after(state, "muster blue blue/bowman-1+blue/hunter-1", rules=rules)
    assert (state.step, state.active) == ("aim", "blue")
    state = after(state, "play red/volley-1 none", rules=rules)
    assert (state.step, state.active) == ("aim", "blue")
    assert unaimed(rules.deck, state, "red") == []


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
    # Of an enemy it is said that it is in a confrontation, of one's own that its choice is made.
    busy = [
        reasons(state, action)[0].figure("enemy")
        for action in ("pair red/knight-1 blue/duellist-1", "pair red/axeman-1 blue/duellist-2")
    ]
    assert busy == [None, "blue/duellist-2"]
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
    assert suffered(combat_of(state).throws, "red/knight-1").wounds == 2
    state = after(state, *dice("55"))
    assert suffered(combat_of(state).throws, "red/knight-1").wounds == 0


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
    assert suffered(combat_of(state).throws, "red/knight-1").wounds == 3


def test_da_33_those_of_others_are_blocked_all_the_same() -> None:
    state = position("declare", "knight-1 1", "duellist-1 1 venom-1, duellist-2 1", active="blue")
    state = after(
        state, "declare blue 1", "muster blue blue/duellist-1+blue/duellist-2", "target 1",
        "muster red red/knight-1", "pair blue/duellist-2 red/knight-1", *dice("54 65 66 "),
    )  # fmt: skip
    # Two blockable hits, of which the armour cancels one; the poisoned one of the supporter stays.
    assert suffered(combat_of(state).throws, "red/knight-1").wounds == 2


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


def test_da_34_life_that_a_card_has_lent_goes_with_the_combat() -> None:
    rules = deck_with(
        'salve = { sort = "instant", name = "S", count = 1, at = "combat", effects = ["mine: life +1"] }\n'
    )
    state = attacked("militia-1 1", "duellist-1 1", rules=rules, hands=("salve-1", ""))
    state = after(
        state, "play red/salve-1 none", "muster blue blue/duellist-1", *dice("11 43 11 11 11"), rules=rules
    )
    assert (state.step, hurt(state, "red/militia-1")) == ("home", 1)
    over = after(state, "assign red/militia-1 1", "assign blue/duellist-1 1", rules=rules)
    assert over.standing("red/militia-1") is None
    assert over.red.discards.named == {"red/militia-1", "red/salve-1"}


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
