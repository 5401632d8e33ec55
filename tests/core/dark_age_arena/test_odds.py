"""The odds of a combat and of rolls: by hand, and against every way in which the dice fall under the real rules."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Confrontation
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.deck.effects import parse_effect
from signifer_core.games.dark_age_arena.odds import Fighter, Odds, odds, roll
from signifer_core.games.dark_age_arena.odds.order import aimed, paired
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.effects import life
from signifer_core.games.dark_age_arena.state import Draft, Lasting, Spot, State
from signifer_core.layout import Side

from .states import PLAIN, PLAIN_RULES, after, deck_with, dice, fight, position

ONE = Fraction(1)
# What a combat comes to: who has no fatal wounds after this round, who lives in the end, whether it is pillaged.
Ending = tuple[frozenset[str], frozenset[str], bool]


def combat(attackers: str, defenders: str, rules: DarkAgeArena = PLAIN_RULES, **more: object) -> State:
    """Red's fighters attack blue's: "knight-1 mail-1, axeman-1"; no roll has fallen."""
    fighters = [
        ", ".join(" ".join((each.split()[0], "1", *each.split()[1:])) for each in words.split(","))
        for words in (attackers, defenders)
    ]
    state = position("declare", *fighters, rules=rules, **more)  # type: ignore[arg-type]
    red, blue = (tuple(each.card for each in state.of_side(side)) for side in ("red", "blue"))
    state = after(state, "declare red 1", act.Muster("red", red), "target 1", rules=rules)
    return after(state, act.Muster("blue", blue), rules=rules)


# Every way in which dice fall, by the rules themselves


class Enumerated:
    """All endings of a combat, each with its chance: the rules play every roll, alike ones once."""

    def __init__(self, rules: DarkAgeArena, state: State) -> None:
        assert state.combat is not None
        self.rules = rules
        self.round = state.combat.round
        self.endings = cache(self._endings)
        self.found: dict[Ending, Fraction] = self.endings(state, None)

    def _endings(self, state: State, stood: frozenset[str] | None) -> dict[Ending, Fraction]:
        assert state.combat is not None
        living = frozenset((*state.fighters("red"), *state.fighters("blue")))
        if stood is None and state.combat.round != self.round and state.combat.round:
            stood = frozenset(card for card in living if self.is_well(state, card))
        if state.step in ("spoils", "home", "declare", "supply"):
            return {(living if stood is None else stood, living, state.combat.pillaged): ONE}
        due = self.rules.due(state)
        if due is None:
            return self.endings(self.rules.apply(state, chosen(self.rules, state)), stood)
        ways: defaultdict[State, int] = defaultdict(int)
        for first in range(1, 7):
            for second in range(1, 7) if due.dice == 2 else [None]:
                ways[alike(self.rules.apply(state, act.Rolled(first, second)))] += 1
        every = sum(ways.values())
        found: defaultdict[Ending, Fraction] = defaultdict(Fraction)
        for way, number in ways.items():
            for ending, chance in self.endings(way, stood).items():
                found[ending] += chance * Fraction(number, every)
        return found

    def is_well(self, state: State, card: str) -> bool:
        standing = state.standing(card)
        return standing is not None and standing.wounds < life(self.rules.deck, state, card)

    def chance(self, of: object) -> Fraction:
        return sum((chance for ending, chance in self.found.items() if of(ending)), Fraction(0))  # type: ignore[operator]


def alike(state: State) -> State:
    """What no later roll depends on is left out."""
    if state.combat is None:
        return state
    return state.with_combat(
        throws=tuple(replace(each, dice=(1, 1)) for each in state.combat.throws),
    )


def chosen(rules: DarkAgeArena, state: State) -> act.Action:
    """The choice that the odds take for granted, found among the legal ones."""
    fought = state.combat
    assert fought is not None
    side = state.active
    legal = [each for each in rules.legal_actions(state) if isinstance(each, act.Aim | act.Pair | act.Assist)]
    ours, theirs = fought.of(side), fought.of("blue" if side == "red" else "red")

    def rank(action: act.Action) -> tuple[int, ...]:
        match action:
            case act.Aim(card, enemy):
                busy = sum(each == enemy and side_of_card(one) == side for one, each in fought.aims)
                return ours.index(card), busy, theirs.index(enemy)
            case act.Pair(card, enemy):
                return ours.index(card), theirs.index(enemy)
            case act.Assist(card, number):
                there = fought.confrontations[number - 1].supporters
                return ours.index(card), sum(side_of_card(one) == side for one in there), number
            case _:
                raise AssertionError(action)

    return min(legal, key=rank)


def check(state: State, rules: DarkAgeArena = PLAIN_RULES) -> Odds:
    """The odds are those of every way."""
    found = odds(rules.deck, state)
    every = Enumerated(rules, state)
    assert found.pillage == every.chance(lambda ending: ending[2])
    for each in (*found.attackers, *found.defenders):
        assert sum(each.hits) == sum(each.wounds) == 1
        assert each.lives == every.chance(lambda ending, card=each.card: card in ending[1])
        # Before task rolls nobody knows which round comes next.
        assert state.task or each.survives == every.chance(lambda ending, card=each.card: card in ending[0])
    return found


def ways(chance: Fraction, every: int) -> int:
    """In how many of so many equally likely ways it happens."""
    assert (chance * every).denominator == 1
    return int(chance * every)


def of(found: Odds, card: str) -> Fighter:
    return next(each for each in (*found.attackers, *found.defenders) if each.card == card)


# By hand


def test_da_31_odds_of_the_hits_of_one_roll() -> None:
    """Duellist [7 9 11], knight [7 9 11] <8 10> {9}: of 36 ways 15 reach none, 11 one, 7 two, 3 three."""
    found = odds(PLAIN, combat("knight-1", "duellist-1"))
    assert [each * 36 for each in of(found, "red/knight-1").hits] == [15, 11, 7, 3]
    assert (found.round, found.points, found.assumptions) == ("first", 3, ("no-instants",))


def test_da_33_odds_of_unblockable_hits_are_of_all_of_them() -> None:
    found = odds(PLAIN, combat("knight-1", "duellist-1 venom-1"))
    assert of(found, "red/knight-1").wounds == of(found, "blue/duellist-1").hits


@pytest.mark.soak
def test_da_32_odds_of_armour_and_blocks_that_fell() -> None:
    """The page's first example: of the duellist's two hits the armour has cancelled one; <8 10> may the other."""
    state = after(combat("knight-1", "duellist-1"), *dice("44 11 65 63"))
    assert PLAIN_RULES.due(state) is not None
    check(state)


def test_da_38_odds_of_one_point_where_it_was_pillaged() -> None:
    spots = {"spots": (Spot(pillaged=True), Spot(), Spot())}
    found = odds(PLAIN, combat("knight-1", "duellist-1", has={"blue": spots}))
    assert found.points == 1


def test_da_38_odds_need_an_attacker_who_lives() -> None:
    """Either has one life: both may die in one round, and nobody has pillaged."""
    found = check(combat("militia-1", "scout-1"))
    assert found.pillage < 1 - found.defenders[0].lives


def test_there_are_no_odds_without_a_combat() -> None:
    with pytest.raises(RulesError, match="no combat is under way"):
        odds(PLAIN, position("prepare"))
    with pytest.raises(RulesError, match="no roll is due"):
        roll(PLAIN, position("prepare"))


# Against every way


@pytest.mark.soak
def test_da_32_odds_of_armour_blocks_and_unblockable_hits_are_exact() -> None:
    check(combat("knight-1", "duellist-1"))
    check(combat("knight-1", "duellist-1 venom-1"))


@pytest.mark.soak
def test_da_30_odds_of_a_supporter_who_fights_in_the_second_round_are_exact() -> None:
    found = check(combat("militia-1, axeman-1", "duellist-1"))
    assert found.assumptions == ("no-instants", "in-order", "in-order-later")
    assert len(of(found, "red/axeman-1").hits) == 2


@pytest.mark.soak
def test_da_35_odds_of_a_frenzy_are_exact() -> None:
    check(combat("berserk-1", "duellist-1"))
    check(after(combat("berserk-1", "duellist-1"), *dice("54 54 56 64")))


@pytest.mark.soak
def test_da_28_odds_of_shooters_are_exact() -> None:
    check(combat("raider-1", "bowman-1, bowman-2"))
    check(combat("axeman-1 great-axe-1 short-blade-1", "scout-1"))


# The page's examples: whose attack, who attacks, who defends, the dice that have fallen.
EXAMPLES: tuple[tuple[Side, str, str, str], ...] = (
    ("blue", "duellist-1", "knight-1", "65 54 44"),
    ("red", "militia-1, axeman-1", "duellist-1", "44 65"),
    ("blue", "duellist-1 venom-1", "knight-1", ""),
    ("red", "berserk-1", "duellist-1", "54 54 56 64"),
    ("blue", "bowman-1, bowman-2", "raider-1", "53 44"),
    ("red", "axeman-1 great-axe-1 short-blade-1", "scout-1", "44 44"),
)


@pytest.mark.soak
@pytest.mark.parametrize(("by", "attackers", "defenders", "rolls"), EXAMPLES)
def test_odds_in_the_pages_examples_are_exact(by: Side, attackers: str, defenders: str, rolls: str) -> None:
    state = fight(attackers, defenders, "", by=by)
    for fallen in [None, *dice(rolls)]:
        while PLAIN_RULES.due(state) is None:
            state = after(state, chosen(PLAIN_RULES, state))
        state = after(state, fallen) if fallen else state
    found = check(state)
    assert {each.card.partition("/")[0] for each in found.attackers} == {by}


@pytest.mark.soak
@settings(deadline=None, max_examples=15, derandomize=True)
@given(st.randoms(use_true_random=False))
def test_odds_of_small_combats_are_exact_wherever_they_stand(rng: random.Random) -> None:
    red = rng.choice(
        ["militia-1", "shieldman-1", "axeman-1 great-axe-1", "berserk-1 mail-1", "knight-1 drill-1"]
    )
    blue = rng.choice(["scout-1", "bowman-1, scout-2", "hunter-1 longbow-1", "duellist-1 venom-1"])
    state = combat(red, blue)
    for _ in range(rng.randrange(2, 7)):
        actions = [act.Rolled(rng.randint(1, 6), rng.randint(1, 6))]
        later = after(state, *(actions if PLAIN_RULES.due(state) else [chosen(PLAIN_RULES, state)]))
        if later.step not in ("aim", "shoot", "pair", "assist", "strike"):
            break
        state = later
    check(state)


@pytest.mark.soak
def test_da_36_odds_of_a_large_combat_are_those_of_many_seeded_games() -> None:
    start = combat("knight-1, militia-1, axeman-1", "duellist-1, scout-1")
    found, rng, games = odds(PLAIN, start), random.Random(36), 500
    pillaged = 0
    lives: defaultdict[str, int] = defaultdict(int)
    for _ in range(games):
        state = start
        while state.step in ("aim", "shoot", "pair", "assist", "strike"):
            fallen = act.Rolled(rng.randint(1, 6), rng.randint(1, 6))
            state = after(state, fallen if PLAIN_RULES.due(state) else chosen(PLAIN_RULES, state))
        assert state.combat is not None
        pillaged += state.combat.pillaged
        for each in state.characters:
            lives[each.card] += 1
    for number, chance in [
        (pillaged, found.pillage),
        *((lives[each.card], each.lives) for each in (*found.attackers, *found.defenders)),
    ]:
        # Four standard deviations.
        assert abs(number / games - chance) <= 4 * float(chance * (1 - chance) / games) ** 0.5


def test_odds_know_nothing_that_is_hidden() -> None:
    state = combat("knight-1", "duellist-1")
    hidden = replace(state.blue, hand=replace(state.blue.hand, number=3))
    assert odds(PLAIN, state) == odds(PLAIN, state.with_player("blue", hidden))


# Lines of cards


@pytest.mark.soak
def test_odds_follow_a_line_about_others_until_its_bearer_is_dead() -> None:
    rules = deck_with(
        '\ndrummer = { sort = "character", name = "Drummer", count = 1, control = 2, life = 1, hit = [9],'
        ' effects = ["mine: +2 []"] }\n'
    )
    found = check(combat("drummer-1, militia-1", "duellist-1", rules), rules)
    assert ways(of(found, "red/militia-1").hits[1], 36) == 26


def with_lender(wounds: dict[str, int], lender: str = "") -> tuple[DarkAgeArena, State]:
    """The last roll but those of the close rounds has fallen; the lender confronts the enemy."""
    rules = deck_with(
        'lender = { sort = "character", name = "Lender", count = 1, control = 2, life = 2, hit = [9],'
        f' effects = ["mine: life +1"]{lender} }}\n'
    )
    start = combat("lender-1, raider-1", "duellist-1", rules)
    for card, number in wounds.items():
        each = start.standing(card)
        assert each is not None
        start = start.with_standing(replace(each, wounds=number))
    return rules, after(start, *dice("11"), rules=rules)


@pytest.mark.soak
def test_da_34_odds_of_who_lives_of_another_are_exact() -> None:
    """The lender's death is that of the raider, too, in any round."""
    rules, state = with_lender({"red/raider-1": 2})
    found = check(state, rules)
    assert 0 < of(found, "red/raider-1").lives < 1


@pytest.mark.soak
def test_da_35_odds_of_who_lives_of_somebody_in_a_frenzy_are_exact() -> None:
    """It dies with the lender after the last round, be it the first: then every way tells only who lives in the end."""
    wounds = {"red/lender-1": 2, "red/raider-1": 1}
    rules, state = with_lender(wounds, ", frenzy = true")
    found, every = odds(rules.deck, state), Enumerated(rules, state)
    assert found.pillage == every.chance(lambda ending: ending[2])
    for each in (*found.attackers, *found.defenders):
        assert each.lives == every.chance(lambda ending, card=each.card: card in ending[1])


def test_da_35_odds_give_nobody_a_life_that_somebody_in_a_frenzy_lends_for_the_combat_alone() -> None:
    """The berserker fights on with fatal wounds. When it dies, so does the captain, and then the axeman, however the
    dice fall; what a card gives for a round has ended with it."""
    line = 'sort = "character", count = 1, control = 2, life = 2, hit = [9], effects = ["mine: life +1"]'
    rules = deck_with(
        f'berserker = {{ {line}, name = "B", frenzy = true }}\ncaptain = {{ {line}, name = "C" }}\n'
    )
    state = combat("berserker-1, captain-1, axeman-1", "duellist-1", rules)
    for card, wounds in (("berserker-1", 4), ("captain-1", 3), ("axeman-1", 2)):
        each = state.standing(f"red/{card}")
        assert each is not None
        state = state.with_standing(replace(each, wounds=wounds))
    tonic = Lasting("red", "red/rally-1", parse_effect("mine: life +1 for round"), "round")
    for lasting in ((), (tonic,)):
        found = odds(rules.deck, replace(state, lasting=lasting))
        assert [each.lives for each in found.attackers] == [0, 0, 0]
        assert found.pillage == 0


SCOPE = (
    'scope = { sort = "skill", name = "Scope", count = 2, '
    'effects = ["direct: +1 ()", "direct: +1 []", "direct: life +1"] }\n'
)


def test_da_30_odds_of_who_is_not_in_support_begin_with_the_first_shot() -> None:
    rules = deck_with(SCOPE)
    state = combat("raider-1 scope-1, raider-2 scope-2", "duellist-1", rules)
    assert state.step == "shoot"
    found = odds(rules.deck, state)
    assert [ways(of(found, f"red/raider-{each}").hits[1], 36) for each in (1, 2)] == [15, 15], "8 reaches 9"
    state = after(state, *dice("11 11"), "pair red/raider-1 blue/duellist-1", rules=rules)
    found = odds(rules.deck, state)
    first, second = (of(found, f"red/raider-{each}") for each in (1, 2))
    assert ways(1 - first.hits[0], 36) == 21, "with what it bears 7 reaches 8"
    assert ways(second.hits[1], 36) == 15, "in support it needs an 8"


@pytest.mark.soak
def test_da_30_odds_of_lines_for_who_is_not_in_support_are_exact() -> None:
    rules = deck_with(SCOPE)
    check(combat("raider-1 scope-1", "hunter-1", rules), rules)
    close = after(
        combat("raider-1 scope-1, raider-2 scope-2", "duellist-1", rules), *dice("11 11"), rules=rules
    )
    check(after(close, "pair red/raider-1 blue/duellist-1", *dice("44 44"), rules=rules), rules)


def test_da_38_odds_of_the_last_round_give_no_life_that_ends_with_it() -> None:
    """Who bears one wound more for a round alone has died of it once that round is over."""
    state = combat("axeman-1", "militia-1")
    while state.combat and state.combat.round == "first":
        state = (
            after(state, *dice("11")) if PLAIN_RULES.due(state) else after(state, chosen(PLAIN_RULES, state))
        )
    tonic = Lasting("blue", "blue/rally-1", parse_effect("mine: life +1 for round"), "round")
    state = replace(state, lasting=(tonic,))
    found, every = odds(PLAIN, state), Enumerated(PLAIN_RULES, state)
    assert (found.round, found.pillage) == ("second", every.chance(lambda ending: ending[2]))
    assert of(found, "blue/militia-1").lives == every.chance(lambda ending: "blue/militia-1" in ending[1]) < 1


def test_odds_weigh_task_rolls_that_are_due() -> None:
    """With a 4 to 6 the militia adds 2 to reach its [8]: 26 ways of 36, else 15."""
    rules = deck_with(
        '\ncharm = { sort = "weapon", name = "Charm", count = 1, effects = ["task 4: +2 []"] }\n'
    )
    state = combat("militia-1 charm-1", "duellist-1 venom-1", rules)
    assert state.task is not None
    found = check(state, rules)
    assert of(found, "red/militia-1").hits[1] == Fraction(26 + 15, 72)


def test_da_37_odds_of_a_combat_that_is_over_before_the_first_blow() -> None:
    """The attacker has fatal wounds; what the defender's task roll adds comes too late for anybody."""
    rules = deck_with(
        'charm = { sort = "weapon", name = "Charm", count = 1, effects = ["task 4: +2 []"] }\n'
        'bolt = { sort = "instant", name = "B", count = 1, at = "combat", effects = ["theirs: wound 2"] }\n'
    )
    state = position(
        "declare", "knight-1 1 charm-1", "duellist-1 1", active="blue", hands=("bolt-1", ""), rules=rules
    )
    state = after(
        state, "declare blue 1", "muster blue blue/duellist-1", "target 1", "play red/bolt-1 none",
        "muster red red/knight-1", rules=rules,
    )  # fmt: skip
    assert (state.step, state.task is not None) == ("aim", True)
    found = odds(rules.deck, state)
    assert [of(found, card).lives for card in ("blue/duellist-1", "red/knight-1")] == [0, 1]
    assert found.pillage == 0


# Choices ahead


def test_da_36_odds_take_choices_ahead_in_order_and_evenly() -> None:
    assert aimed((("c", "y"),), ["a", "b", "c"], ["x", "y"]) == {"c": "y", "a": "x", "b": "x"}
    pairs = paired((), ["a", "b"], ["x", "y", "z", "w", "v"], frozenset({"x"}))
    assert pairs == (Confrontation("a", "y", ("x", "v")), Confrontation("b", "z", ("w",)))


# Single rolls


def test_da_31_odds_of_a_roll_with_each_modifier() -> None:
    state = combat("axeman-1 great-axe-1", "duellist-1")
    found = [(each.number, each.added, ways(each.chance, 36)) for each in roll(PLAIN, state)]
    axe = (("red/great-axe-1", 1),)
    assert found == [(7, (), 21), (7, axe, 26), (10, (), 6), (10, axe, 10)]


def test_da_11_odds_of_a_draft_with_a_marker_and_com() -> None:
    """Recruitment 1, control 5: a 5 or 6; with 1 COM a 4, with a marker, too, a 3."""
    state = position("draft", hands=("knight-1", ""))
    state = after(state, "enlist red/knight-1 1")
    found = [(each.number, each.added, ways(each.chance, 6)) for each in roll(PLAIN, state)]
    marker, com = ("marker", 1), ("com", 1)
    assert found == [(5, (), 2), (5, (com,), 3), (5, (marker,), 3), (5, (marker, com), 4)]


def test_da_11_odds_of_a_draft_leave_a_natural_one_out() -> None:
    state = after(position("draft", hands=("militia-1", ""), rules=PLAIN_RULES), "enlist red/militia-1 1")
    low = state.with_player("red", replace(state.red, draft=Draft("red/militia-1", 1)))
    lines = deck_with(leader='{ name = "A", recruitment = 4, attack = 1, defence = 1, min_hand = 5 }')
    chances = {each.added: each.chance for each in roll(lines.deck, low)}
    assert chances[(("com", 4),)] == Fraction(5, 6)
    assert chances[(("marker", 1), ("com", 4))] == 1


def test_da_18_odds_of_initiative() -> None:
    state = after(position("bid", hands=("militia-1", "scout-1")), "bid red 1", "bid blue 0")
    assert [(each.of, ways(each.chance, 36)) for each in roll(PLAIN, state)] == [
        ("red", 21), ("blue", 10), ("equal", 5),
    ]  # fmt: skip


def test_da_23_odds_of_what_one_alone_costs() -> None:
    state = after(position("declare", "knight-1 1"), "declare red solitary", "alone red/knight-1")
    found = [(each.number, ways(each.chance, 6)) for each in roll(PLAIN, state)]
    assert found == [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6)]


def test_da_40_odds_of_a_control_roll() -> None:
    state = combat("knight-1", "scout-1")
    while state.step != "spoils":
        state = after(state, *dice("66"))
    (found,) = roll(PLAIN, state)
    assert (found.of, found.number, found.chance) == ("below", 2, Fraction(1, 6))


def test_odds_say_in_which_order_they_take_what_is_still_to_be_chosen() -> None:
    one, two = combat("knight-1", "duellist-1"), combat("militia-1, axeman-1", "duellist-1")
    assert odds(PLAIN, one).assumptions == ("no-instants",)
    assert odds(PLAIN, two).assumptions == ("no-instants", "in-order", "in-order-later")
    assert two.combat is not None
    second = replace(two, combat=replace(two.combat, round="second"))
    assert odds(PLAIN, second).assumptions == ("no-instants", "in-order")
