"""Classes (DA-42), and what the lines of cards do and when they hold."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import Setup, begin
from signifer_core.games.dark_age_arena.deck import Deck, joined, training
from signifer_core.games.dark_age_arena.deck.file import parse_deck
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.effects import control, equipment_cost, life, modifiers, values
from signifer_core.games.dark_age_arena.state import Spot, State
from signifer_core.layout import Side

from .states import (
    BARE,
    PLAIN_RULES,
    after,
    attacked,
    combat_of,
    deck_with,
    dice,
    hurt,
    position,
)

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
    # What was to hold for a round did so for the ranged one, in which nobody shoots (docs/decks.md).
    assert (state.step, [each.span for each in state.lasting]) == ("strike", ["combat", "turn"])
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


def test_da_34_nobody_is_healed_of_wounds_that_are_not_there() -> None:
    card = 'balm = { sort = "instant", name = "B", count = 1, at = "combat", effects = ["mine: heal 2"] }\n'
    rules = deck_with(card)
    state = position("declare", "knight-1 1, raider-1 1", rules=rules, hands=("balm-1", ""))
    knight = state.standing("red/knight-1")
    assert knight is not None
    state = state.with_standing(replace(knight, wounds=1))
    state = after(
        state, "declare red 1", "muster red red/knight-1+red/raider-1", "play red/balm-1 none", rules=rules
    )
    assert (hurt(state, "red/knight-1"), hurt(state, "red/raider-1")) == (0, 0)


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


LENDER = (
    'lender = { sort = "character", name = "Lender", count = 2, control = 3, life = 2, weapons = 1, hit = [9],'
    ' effects = ["mine: life +1"] }\n'
    'curse = { sort = "weapon", name = "Curse", count = 1, effects = ["life -1"] }\n'
)


@pytest.mark.parametrize(
    "red", ["raider-1 1, lender-1 1, militia-1 1", "lender-1 1, militia-1 1, raider-1 1"]
)
def test_da_34_who_has_lived_of_another_dies_with_it_in_whatever_order_they_came(red: str) -> None:
    """And whoever has lived of that one, and so on."""
    rules = deck_with(LENDER)
    state = position("prepare", f"{red}, lender-2 2", rules=rules, hands=("curse-1", ""))
    for card, wounds in (("lender-1", 3), ("lender-2", 3), ("raider-1", 2), ("militia-1", 0)):
        each = state.standing(f"red/{card}")
        assert each is not None
        state = state.with_standing(replace(each, wounds=wounds))
    state = after(state, "attach red/curse-1 red/lender-1", rules=rules)
    assert [each.card for each in state.characters] == ["red/militia-1"]
    assert {"red/curse-1", "red/raider-1"} < state.red.discards.named


def test_da_34_in_games_of_older_records_who_lived_of_another_lives_on_as_it_did() -> None:
    """Looked at once, in the order in which they came: else a record with what such a character did is unplayable."""
    assert [Setup.from_json(words).lent_ends for words in ({}, Setup().to_json())] == [False, True]
    older = begin(PLAIN_RULES, Setup.from_json({"turn": 1}))
    assert older.lent_stays
    rules = deck_with(LENDER)
    for red, stays in (("raider-1 1, lender-1 1", True), ("lender-1 1, raider-1 1", False)):
        state = position("prepare", f"{red}, lender-2 2", rules=rules, hands=("curse-1", ""))
        for card, wounds in (("lender-1", 3), ("raider-1", 3)):
            each = state.standing(f"red/{card}")
            assert each is not None
            state = state.with_standing(replace(each, wounds=wounds))
        state = after(replace(state, lent_stays=True), "attach red/curse-1 red/lender-1", rules=rules)
        assert state.standing("red/lender-1") is None
        assert (state.standing("red/raider-1") is not None) == stays


def test_da_34_in_games_of_older_records_a_fighter_who_lived_of_another_fights_on() -> None:
    rules = deck_with(LENDER)
    state = replace(attacked("lender-1 1, raider-1 1", "duellist-1 1", rules=rules), lent_stays=True)
    raider = state.standing("red/raider-1")
    assert raider is not None
    state = after(
        state.with_standing(replace(raider, wounds=2)), "muster blue blue/duellist-1", *dice("11"),
        "pair red/lender-1 blue/duellist-1", *dice("11 11 66"), rules=rules,
    )  # fmt: skip
    assert (combat_of(state).round, [each.card for each in combat_of(state).killed]) == (
        "second",
        ["red/lender-1"],
    )


@pytest.mark.parametrize("spared", [False, True])
def test_da_34_a_fighter_who_has_lived_of_another_dies_at_the_end_of_the_same_round(spared: bool) -> None:
    """In the first round as in the second: it is killed in the combat, and no defender is left."""
    rules = deck_with(LENDER)
    state = attacked("lender-1 1, raider-1 1", "duellist-1 1", rules=rules)
    raider = state.standing("red/raider-1")
    assert raider is not None
    state = state.with_standing(replace(raider, wounds=0 if spared else 2))
    state = after(
        state, "muster blue blue/duellist-1", *dice("11"), "pair red/lender-1 blue/duellist-1",
        *dice("11 11 66"), rules=rules,
    )  # fmt: skip
    combat = combat_of(state)
    assert state.standing("red/lender-1") is None
    if spared:
        assert (combat.round, state.standing("red/raider-1") is None) == ("second", False)
        return
    assert state.step == "spoils"
    assert [(each.card, each.round, each.control) for each in combat.killed] == [
        ("red/lender-1", "first", 3), ("red/raider-1", "first", 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rolls", "lent_in", "dies_in"),
    [("", "ranged", "first"), ("11", "first", "second"), ("11 11 11", "second", "over")],
)
def test_da_34_life_that_a_card_lends_for_a_round_counts_as_the_dead_of_that_round_are_looked_at(
    rolls: str, lent_in: str, dies_in: str
) -> None:
    """It ends after that: who has no other life dies at the end of the next round, or before pillage."""
    card = 'sort = "instant", name = "Oath", count = 1, at = "combat", effects = ["mine: life +1 for round"]'
    rules = deck_with(f"oath = {{ {card} }}\n")
    state = attacked("raider-1 1", "duellist-1 1", rules=rules, hands=("oath-1", ""))
    state = after(state, "muster blue blue/duellist-1", *dice(rolls), rules=rules)
    state = after(state, "play red/oath-1 none", rules=rules)
    raider = state.standing("red/raider-1")
    assert raider is not None
    state = state.with_standing(replace(raider, wounds=2))
    while not combat_of(state).killed:
        assert combat_of(state).round in (lent_in, dies_in)
        state = after(state, *dice("11"), rules=rules)
    assert [(each.card, each.round) for each in combat_of(state).killed] == [("red/raider-1", dies_in)]
    assert (state.step, combat_of(state).pillaged, state.lasting) == ("spoils", False, ())


@pytest.mark.parametrize(("apart", "controls"), [(False, [5, 6]), (True, [5, 4])])
def test_da_40_control_that_the_dead_have_lent_counts_for_all_who_die_with_them(
    apart: bool, controls: list[int]
) -> None:
    """They die at one moment, and their control is what it was then; in games of older records one after another."""
    rules = deck_with(LENDER.replace('"mine: life +1"', '"mine: life +1", "mine: control +2"'))
    state = attacked("lender-1 1, raider-1 1", "duellist-1 1", rules=rules)
    raider = state.standing("red/raider-1")
    assert raider is not None
    state = after(
        replace(state.with_standing(replace(raider, wounds=2)), die_apart=apart),
        "muster blue blue/duellist-1", *dice("11"), "pair red/lender-1 blue/duellist-1", *dice("11 11 66"),
        rules=rules,
    )  # fmt: skip
    assert [each.control for each in combat_of(state).killed] == controls
    assert [Setup.from_json(words).die_together for words in ({}, Setup().to_json())] == [False, True]
    assert begin(PLAIN_RULES, Setup.from_json({"turn": 1})).die_apart


def test_da_35_who_has_lived_of_somebody_in_a_frenzy_dies_with_it_before_the_place_is_pillaged() -> None:
    rules = deck_with(LENDER.replace('name = "Lender"', 'name = "Lender", frenzy = true'))
    state = attacked("lender-1 1, raider-1 1", "duellist-1 1", rules=rules)
    raider = state.standing("red/raider-1")
    assert raider is not None
    state = state.with_standing(replace(raider, wounds=2))
    state = after(
        state, "muster blue blue/duellist-1", *dice("11"), "pair red/lender-1 blue/duellist-1",
        *dice("66 66 11 66"), rules=rules,
    )  # fmt: skip
    combat = combat_of(state)
    assert ({each.card for each in combat.killed}, combat.pillaged) == (
        {"red/lender-1", "red/raider-1", "blue/duellist-1"}, False,
    )  # fmt: skip


def test_da_35_who_was_in_a_frenzy_dies_as_the_last_round_is_over_also_where_later_ones_are_left_out() -> (
    None
):
    state = attacked("berserk-1 1, raider-1 1", "bowman-1 1")
    berserk = state.standing("red/berserk-1")
    assert berserk is not None
    state = after(
        state.with_standing(replace(berserk, wounds=1)), "muster blue blue/bowman-1", *dice("54"),
        "aim blue/bowman-1 red/berserk-1", *dice("44"),
    )  # fmt: skip
    assert state.step == "spoils"
    died = [("blue/bowman-1", "ranged"), ("red/berserk-1", "over")]
    assert [(each.card, each.round) for each in combat_of(state).killed] == died


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


def test_da_30_a_fighter_is_in_support_only_once_it_supports() -> None:
    """What counts for a fighter who is not in support does so from the first shot on, and for nobody else."""
    scope = 'effects = ["direct: +1 ()", "direct: +(12)", "direct: life +1", "direct: control -2"] }\n'
    rules = deck_with('scope = { sort = "skill", name = "Scope", count = 2, ' + scope)
    raiders = "raider-1 1 scope-1, raider-2 1 scope-2"

    def figures(state: State, number: int) -> tuple[int, tuple[int, ...], int]:
        card, deck = f"red/raider-{number}", rules.deck
        added = sum(amount for _, amount in modifiers(deck, state, card, "()"))
        return added, values(deck, state, card, "()"), life(deck, state, card)

    state = position("declare", raiders, "duellist-1 1", rules=rules)
    assert (figures(state, 1), control(rules.deck, state, "red/raider-1")) == ((0, (9,), 2), 4)
    state = attacked(raiders, "duellist-1 1", rules=rules)
    state = after(state, "muster blue blue/duellist-1", rules=rules)
    assert state.step == "shoot"
    assert [figures(state, number) for number in (1, 2)] == [(1, (9, 12), 3)] * 2
    state = after(state, *dice("44 11"), rules=rules)
    assert hurt(state, "blue/duellist-1") == 1, "8 and 1 reach 9"
    state = after(state, "pair red/raider-1 blue/duellist-1", rules=rules)
    assert [figures(state, number) for number in (1, 2)] == [(1, (9, 12), 3), (0, (9,), 2)]


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


@pytest.mark.parametrize(("die", "step"), [("4", "shoot"), ("3", "strike")])
def test_who_shoots_by_a_task_does_so_in_the_ranged_round(die: str, step: str) -> None:
    rules = deck_with('sling = { sort = "weapon", name = "S", count = 1, effects = ["task 4: +(9)"] }\n')
    state = attacked("axeman-1 1 sling-1", "duellist-1 1", rules=rules)
    state = after(state, "muster blue blue/duellist-1", *dice(die), rules=rules)
    assert state.step == step


def test_life_and_control_never_fall_below_1() -> None:
    rules = deck_with(
        '\ncurse = { sort = "skill", name = "Curse", count = 1, effects = ["life -3", "control -6"] }\n'
    )
    state = position("prepare", "knight-1 1 curse-1", rules=rules)
    assert (life(rules.deck, state, "red/knight-1"), control(rules.deck, state, "red/knight-1")) == (1, 1)
