"""Every numbered step of the book's phases and of its combat, every entry of its glossary, and its answers, by name."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.rolls import suffered
from signifer_core.games.dark_age_arena.rules.effects import modifiers
from signifer_core.games.dark_age_arena.state import Spot

from .book import (
    HANDS,
    close,
    declared,
    defended,
    defended_by_a_knight,
    mustered,
    paired,
    ranged,
    shot,
    struck_back,
    targeted,
)
from .states import RULES, after, codes, combat_of, deck_with, dice, due, position

# Setting up


def test_setup_leader_and_places_with_com_and_log_at_six_and_nothing_pillaged() -> None:
    state = RULES.table_game()
    assert [(player.com, player.log) for _, player in state.players] == [(6, 6)] * 2
    assert not any(spot.pillaged for _, player in state.players for spot in player.spots)
    assert len(RULES.deck.file("red").places) == 3


def test_setup_artifacts_one_a_place() -> None:
    state = after(RULES.table_game(), "artifact blue/watchfire-1 3", rules=RULES)
    assert state.blue.spot(3).artifact == "blue/watchfire-1"


def test_setup_a_stock_of_fifty_without_artifacts() -> None:
    assert not set(RULES.deck.of_sort("red", "artifact")) & set(RULES.deck.stock("red"))
    assert len(RULES.deck.stock("red")) == 50


def test_setup_five_markers_and_eight_cards_or_seven_others() -> None:
    state = RULES.table_game()
    assert (state.red.markers, state.red.hand.number) == (5, 8)
    assert after(state, "reject red", rules=RULES).red.hand.number == 7


# Phases


def test_phase_1_a_discards_up_to_two() -> None:
    state = after(position("stock", hands=HANDS), "discard red/mail-1", "discard red/drill-1")
    assert state.red.discards.number == 2
    assert codes(state, "discard red/sack-1") == ["too-many DA-8"]


def test_phase_1_b_draws_one_and_one_for_each_discard() -> None:
    state = after(position("stock", hands=HANDS), "discard red/mail-1", "done red", "done blue")
    assert (state.red.hand.number, state.blue.hand.number, state.step) == (7, 7, "draft")


def test_phase_2_enlists_one_for_as_much_com_as_characters_are_there() -> None:
    state = position("draft", "axeman-1 2", hands=HANDS)
    state = after(state, "enlist red/militia-1 2")
    assert state.red.com == 5
    assert codes(state, "enlist red/militia-2 1") == ["one-draft DA-9"]


def test_phase_2_the_draft_roll_reaches_control_or_com_helps_or_it_goes_under_the_stock() -> None:
    state = position("draft", hands=("knight-1 militia-1", ""))
    enlisting = after(state, "enlist red/knight-1 1")
    assert due(enlisting).reach == (5,)
    assert after(enlisting, *dice("5")).red.enlisted == "red/knight-1"
    assert after(enlisting, *dice("4"), "pay red").red.enlisted == "red/knight-1"
    assert after(enlisting, *dice("2"), "enlist red/militia-1 1").red.under == ("red/knight-1",)


def test_phase_2_two_unique_characters_at_once() -> None:
    state = position("draft", hands=("mara-vane-1 mail-1", "mara-vane-1 venom-1"))
    state = after(state, "enlist red/mara-vane-1 1", *dice("6"), "enlist blue/mara-vane-1 1", *dice("6"))
    assert after(state, "done red", "done blue").step == "contest"


def test_phase_3_a_prepares_weapons_skills_and_supply() -> None:
    state = position("prepare", "knight-1 1", hands=("mail-1 drill-1 granary-1", ""))
    state = after(
        state, "attach red/mail-1 red/knight-1", "attach red/drill-1 red/knight-1", "lay red/granary-1 2"
    )
    assert state.characters[0].gear == ("red/mail-1", "red/drill-1")
    assert (state.red.log, state.red.supplies) == (1, 1)


def test_phase_3_b_finds_who_attacks_first_after_the_escalation() -> None:
    state = after(position("prepare", "knight-1 1", hands=HANDS), "done red", "done blue")
    assert state.step == "bid"
    state = after(state, "bid red 1", "bid blue 0", *dice("33"))
    assert (state.step, state.initiative) == ("declare", "red")
    assert after(state, "declare red none").active == "blue"


def test_phase_4_a_fills_hands() -> None:
    state = after(position("prepare", hands=("mail-1", ""), turn=1), "done red", "done blue")
    assert [player.hand.number for _, player in state.players] == [5, 5]


def test_phase_4_b_moves_and_draws_for_log() -> None:
    state = after(position("supply", "knight-1 1", hands=HANDS), "move red/knight-1 2", "buy red")
    assert (state.red.log, state.red.hand.number, state.characters[0].place) == (0, 7, 2)


def test_phase_4_c_sets_com_and_log_to_six() -> None:
    state = after(position("supply", has={"red": {"com": 0, "log": 1}}), "done red", "done blue")
    assert (state.red.com, state.red.log, state.turn) == (6, 6, 5)


# Combat, A: before it


def test_combat_a_1_announces_an_attack() -> None:
    state = declared()
    assert (state.step, combat_of(state).attacker, combat_of(state).defender) == ("muster", "red", "blue")


def test_combat_a_2_makes_the_reserve_of_the_attack_standard_or_solitary() -> None:
    assert combat_of(mustered()).attackers == ("red/raider-1", "red/militia-1")
    assert mustered().red.com == 4
    alone = after(declared(), "declare red solitary", "alone red/militia-1", *dice("1"))
    assert (combat_of(alone).attackers, alone.red.com) == (("red/militia-1",), 5)


def test_combat_a_3_lays_a_victory_card_face_down() -> None:
    state = after(mustered(), "bluff red red/sack-1")
    assert (state.red.face_down.number, state.red.hand.number) == (1, 5)


def test_combat_a_4_names_the_place_whose_text_takes_effect() -> None:
    rules = deck_with(places='[{ name = "A", effects = ["theirs: -1 []"] }, { name = "B" }, { name = "C" }]')
    state = position("declare", "", "hunter-1 1", active="blue", hands=("mail-1", ""), rules=rules)
    state = after(state, "declare blue 1", "muster blue blue/hunter-1", rules=rules)
    assert modifiers(rules.deck, state, "blue/hunter-1", "[]") == ()
    state = after(state, "target 1", rules=rules)
    assert modifiers(rules.deck, state, "blue/hunter-1", "[]") == (("1 red", -1),)


def test_combat_a_5_the_defender_may_react_with_instants() -> None:
    state = targeted()
    assert (state.step, state.active) == ("react", "blue")
    assert after(state, "play blue/smoke-1 none").blue.discards.named == {"blue/smoke-1"}


def test_combat_a_6_makes_the_reserve_of_the_defence() -> None:
    state = defended()
    assert (combat_of(state).defenders, state.blue.com) == (("blue/hunter-1", "blue/scout-1"), 4)


def test_combat_a_7_the_defender_lays_a_victory_card_face_down() -> None:
    state = defended()
    assert (state.step, state.active) == ("bluff", "blue")
    assert after(state, "bluff blue blue/stand-1").blue.face_down.number == 1


# Combat, B: the ranged round


def test_combat_b_1_the_attacker_names_whom_the_shooters_aim_at() -> None:
    state = ranged()
    assert (state.step, state.active) == ("aim", "red")
    assert combat_of(after(state, "aim red/raider-1 blue/scout-1")).aims == (
        ("red/raider-1", "blue/scout-1"),
    )


def test_combat_b_2_the_attacker_rolls_for_the_shots() -> None:
    state = after(ranged(), "aim red/raider-1 blue/scout-1")
    assert (due(state).purpose, due(state).card, due(state).reach) == ("shoot", "red/raider-1", (9,))


def test_combat_b_3_the_defender_names_whom_the_shooters_aim_at() -> None:
    state = after(ranged(), "aim red/raider-1 blue/scout-1", *dice("54"))
    assert (state.step, state.active) == ("aim", "blue")
    # Hit, and still there.
    assert codes(state, "aim blue/scout-1 red/militia-1") == []


def test_combat_b_4_the_defender_rolls_for_the_shots() -> None:
    assert [throw.card for throw in combat_of(shot()).throws] == ["red/raider-1", "blue/hunter-1"]
    assert (due(shot()).purpose, due(shot()).card, due(shot()).reach) == ("shoot", "blue/scout-1", (9,))


def test_combat_b_5_hits_become_wounds() -> None:
    state = shot()
    assert all(each.wounds == 0 for each in state.characters)
    state = after(state, *dice("11"))
    raider = state.standing("red/raider-1")
    assert raider is not None
    assert raider.wounds == 1


def test_combat_b_6_whose_wounds_reach_life_is_discarded() -> None:
    state = after(shot(), *dice("11"))
    assert state.standing("blue/scout-1") is None
    assert "blue/scout-1" in state.blue.discards.named
    assert [dead.card for dead in combat_of(state).killed] == ["blue/scout-1"]


# Combat, C: the first close round


def test_combat_c_1_the_attacker_confronts_one_with_one() -> None:
    state = after(close(), "pair red/knight-1 blue/duellist-2")
    assert combat_of(state).confrontations[0].pair == ("red/knight-1", "blue/duellist-2")


def test_combat_c_2_until_all_of_one_side_are_confronted() -> None:
    state = after(close(), "pair red/knight-1 blue/duellist-2", "pair red/axeman-1 blue/duellist-1")
    assert [each.pair for each in combat_of(state).confrontations][2:] == [
        ("red/militia-1", "blue/duellist-3")
    ]
    assert state.step == "strike"


def test_combat_c_3_the_attackers_who_are_left_support_with_one_hit_at_most_and_receive_none() -> None:
    state = after(paired(), *dice("11 66"))
    assert combat_of(state).confrontations[0].supporters == ("red/militia-1",)
    assert combat_of(state).throws[-1].count == 1
    axe = position("declare", "axeman-1 1, knight-1 1", "duellist-1 1")
    axe = after(
        axe, "declare red 1", "muster red red/axeman-1+red/knight-1", "target 1", "muster blue blue/duellist-1",
        "pair red/axeman-1 blue/duellist-1", *dice("11 66"),
    )  # fmt: skip
    assert combat_of(axe).throws[-1].count == 1


def test_combat_c_4_the_defenders_who_are_left_support() -> None:
    state = position("declare", "knight-1 1", "duellist-1 1, duellist-2 1")
    state = after(
        state, "declare red 1", "muster red red/knight-1", "target 1",
        "muster blue blue/duellist-1+blue/duellist-2", "pair red/knight-1 blue/duellist-2",
    )  # fmt: skip
    assert combat_of(state).confrontations[0].supporters == ("blue/duellist-1",)


def test_combat_c_5_the_attacker_rolls_for_hits() -> None:
    assert (due(paired()).player, due(paired()).purpose, due(paired()).reach) == ("red", "strike", (7, 9, 11))


def test_combat_c_6_defenders_who_were_hit_and_have_armour_roll_for_it() -> None:
    state = after(defended_by_a_knight(), *dice("66"))
    assert (due(state).card, due(state).purpose, due(state).reach) == ("red/knight-1", "armour", (9,))


def test_combat_c_7_defenders_who_were_hit_block() -> None:
    state = after(defended_by_a_knight(), *dice("66 54"))
    assert (due(state).card, due(state).purpose, due(state).reach) == ("red/knight-1", "block", (8, 10))
    assert suffered(combat_of(after(state, *dice("44"))).throws, "red/knight-1").wounds == 1


def test_combat_c_8_the_defender_rolls_for_hits() -> None:
    state = after(defended_by_a_knight(), *dice("66 54 44"))
    assert (due(state).card, due(state).purpose) == ("red/knight-1", "strike")


def test_combat_c_9_attackers_who_were_hit_and_have_armour_roll_for_it() -> None:
    assert (due(struck_back()).card, due(struck_back()).purpose) == ("red/knight-1", "armour")


def test_combat_c_10_attackers_who_were_hit_block() -> None:
    state = after(struck_back(), *dice("11"))
    assert (due(state).card, due(state).purpose) == ("red/knight-1", "block")


def test_combat_c_11_hits_that_are_left_become_wounds() -> None:
    state = after(struck_back(), *dice("11"))
    assert [each.wounds for each in state.characters] == [0, 0]
    state = after(state, *dice("44"))
    assert [each.wounds for each in state.characters] == [2, 1]


def test_combat_c_12_whose_wounds_reach_life_is_discarded() -> None:
    state = after(struck_back(), *dice("11 11"))
    assert state.standing("red/knight-1") is None
    assert state.red.discards.named == {"red/knight-1"}


# Combat, D and E


def test_combat_d_a_second_round_for_those_without_a_direct_opponent() -> None:
    state = after(struck_back(), *dice("11 44"))
    assert (combat_of(state).round, due(state).card) == ("second", "red/knight-1")
    state = after(state, *dice("11 11"))
    assert state.step == "home"


def test_combat_e_pillage_three_points_the_first_time_then_one() -> None:
    state = position("declare", "knight-1 1")
    state = after(state, "declare red 1", "muster red red/knight-1", "target 3")
    assert state.red.points == 3
    again = replace(state, blue=replace(state.blue, spots=(Spot(), Spot(), Spot(pillaged=True))))
    again = position("declare", "knight-1 1", has={"blue": {"spots": again.blue.spots}})
    assert after(again, "declare red 1", "muster red red/knight-1", "target 3").red.points == 1


def test_combat_e_victory_cards_are_shown_and_bluffs_discarded() -> None:
    state = position("declare", "knight-1 1", hands=("sack-1", ""))
    scored = after(state, "declare red 1", "muster red red/knight-1", "bluff red red/sack-1", "target 3")
    assert scored.red.points == 4
    state = position("declare", "knight-1 1", hands=("mail-1", ""))
    bluffed = after(state, "declare red 1", "muster red red/knight-1", "bluff red red/mail-1", "target 3")
    assert (bluffed.red.points, bluffed.red.discards.named) == (3, frozenset({"red/mail-1"}))


def test_combat_e_a_control_roll_for_each_enemy_killed() -> None:
    state = after(struck_back(), *dice("11 11"))
    assert (due(state).player, due(state).purpose, due(state).below) == ("blue", "control", 5)
    assert after(state, *dice("4")).blue.points == 1
    assert after(state, *dice("5")).blue.points == 0


def test_combat_e_characters_go_back_to_any_of_their_places() -> None:
    state = after(struck_back(), *dice("11 44 11 11"), "assign red/knight-1 3", "assign blue/duellist-1 2")
    assert [each.place for each in state.characters] == [3, 2]
