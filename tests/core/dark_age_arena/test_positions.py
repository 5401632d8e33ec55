"""Positions of Dark Age Arena: whatever a table knows between two actions is told and set up again; limits."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import Setup, begin, notation
from signifer_core.games.dark_age_arena.agreement import overrides, overrule
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.position import POSITIONS
from signifer_core.games.dark_age_arena.state import Cards, Lasting, Player, Spot, Standing, State
from signifer_core.layout import SIDES, Layout
from signifer_core.position_fields import Value

from tests.core.golden_text import check_text, fault_line
from tests.sweeps import often

from .hands import known_to_a_table
from .states import DECK, PLAIN, RULES, after, check_state, deck_with, named, played, position


def told(state: State) -> Setup:
    """The position of a state, by way of JSON."""
    setup = POSITIONS.taken(POSITIONS.told_of(state), True, True)
    again = Setup.from_json(json.loads(json.dumps(setup.to_json())))
    assert again == setup
    return again


def said(*statements: str) -> Setup:
    """The set-up of statements whose value is their last word, but for "setup" and "known"."""
    found = {}
    for statement in statements:
        words = statement.split()
        size = {"setup": 3, "known": 3}.get(words[0], len(words) - 1)
        found[" ".join(words[:size])] = " ".join(words[size:])
    return POSITIONS.taken(POSITIONS.read(found), True, True)


def test_by_which_rules_an_older_game_goes_is_no_part_of_a_position() -> None:
    state = position("prepare", "knight-1 1", "scout-1 1")
    older = replace(state, lent_stays=True, die_apart=True, agreed_bare=True, unfilled=True)
    assert POSITIONS.plain(older) == POSITIONS.plain(state)


def faults(*statements: str) -> list[str]:
    return [fault.wrong for fault in POSITIONS.faults(DECK, said(*statements))]


def check_told(state: State) -> bool:
    """Whether a state can be told; then it begins again as itself."""
    if not POSITIONS.settled(DECK, state):
        return False
    again = begin(RULES, told(state))
    assert POSITIONS.plain(again) == POSITIONS.plain(state)
    assert POSITIONS.told_of(again) == POSITIONS.told_of(state)
    assert POSITIONS.expected(again).items() == POSITIONS.expected(state).items()
    assert {notation(each) for each in RULES.legal_actions(again)} == {
        notation(each) for each in RULES.legal_actions(state)
    }
    return True


def under_way(state: State) -> bool:
    """Whether something has begun that no statement says."""
    players = [player for _, player in state.players]
    bidding = any(player.bid or (player.bid == 0 and player.hand.number) for player in players)
    drafting = bidding or any(player.draft for player in players)
    fighting = state.combat is not None and state.combat != Combat(state.active)
    begun = any(player.done or player.discards.number for player in players)  # instants are played then, too
    opened = state.step == "assemble" and (begun or any_artifact(state))
    return bool(drafting or fighting or opened or state.tasks or state.lasting)


def any_artifact(state: State) -> bool:
    return any(spot.artifact for _, player in state.players for spot in player.spots)


@pytest.mark.slow
@settings(max_examples=often(3, 12), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_a_table_knows_between_two_actions_is_set_up_again(seed: int) -> None:
    rng = random.Random(seed)
    moments = [
        state for _, state in played(rng, RULES.new_game(classes=rng.random() < 0.2)) if not state.owed
    ]
    for full in rng.sample(moments, min(40, len(moments))):
        state = known_to_a_table(full)
        can_be_told = state.step in POSITIONS.steps and not under_way(state)
        event(f"{state.step}, told: {can_be_told}")
        assert check_told(state) is can_be_told
        POSITIONS.expected(state)
        POSITIONS.expected(state, ending=True)


@pytest.mark.slow
@settings(max_examples=often(2, 8), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_people_agreed_on_is_set_up_again_or_cannot_be_told(seed: int) -> None:
    rng = random.Random(seed)
    moments = [state for _, state in played(rng, RULES.new_game()) if not state.owed]
    for full in rng.sample(moments, min(6, len(moments))):
        state = known_to_a_table(full)
        for _ in range(4):
            offered = [
                change
                for each in overrides(DECK, state, Layout())[:-1]
                for choice in each.choices
                for change in choice.changes
            ]
            state = overrule(DECK, state, rng.choice(offered))
            event(f"{state.step}, told: {check_told(state)}")


def test_a_game_begins_at_the_empty_table_with_or_without_classes() -> None:
    for classes in (False, True):
        setup = Setup(classes)
        assert POSITIONS.begin(DECK, Setup.from_json(setup.to_json())) == RULES.table_game(classes=classes)
        assert told(RULES.table_game(classes=classes)) == setup
    assert POSITIONS.fresh(pads=True) == Setup()
    assert said("begin assemble", "classes yes") == Setup(classes=True)


@pytest.mark.parametrize("words", [{}, {"lent_ends": True}])
def test_a_game_begun_by_older_rules_of_dying_is_told_as_any_other(words: dict[str, bool]) -> None:
    assert POSITIONS.settled(DECK, POSITIONS.begin(DECK, Setup.from_json(words)))


def test_artifacts_and_hands_of_the_set_up_cannot_be_told() -> None:
    state = RULES.table_game()
    assert POSITIONS.settled(DECK, state)
    for action in ("keep red", "artifact red/anvil-1 1", "reject blue"):
        assert not POSITIONS.settled(DECK, after(state, action, rules=RULES))


def test_what_is_not_said_is_as_at_the_start() -> None:
    state = begin(RULES, said("turn 1"))
    assert (state.step, state.turn, state.active, state.initiative) == ("prepare", 1, "red", None)
    assert (state.red.com, state.red.log, state.red.markers, state.red.points) == (6, 6, 5, 0)
    assert (state.blue.hand.number, state.blue.stock.number) == (8, len(DECK.stock("blue")) - 8)
    check_state(state)


def test_the_words_of_the_page_set_up_a_position() -> None:
    state = begin(
        RULES,
        said(
            "turn 4",
            "setup 2 red red/knight-1 red/granary-1 red/anvil-1",
            "setup 3 blue blue/scout-1 blue/scout-2",
            "attach red/mail-1 red/knight-1",
            "wounds red/knight-1 1",
            "pillaged 2 blue",
            "count red com 4",
            "known blue under blue/hunter-2 blue/hunter-1",
        ),
    )
    assert state.standing("red/knight-1") == Standing("red/knight-1", 2, 1, ("red/mail-1",))
    assert state.red.spot(2) == Spot("red/granary-1", "red/anvil-1")
    assert state.blue.spots == (Spot(), Spot(pillaged=True), Spot())
    assert [each.card for each in state.at("blue", 3)] == ["blue/scout-1", "blue/scout-2"]
    assert (state.red.com, state.blue.com, state.turn, state.step) == (4, 6, 4, "prepare")
    assert state.blue.under == ("blue/hunter-2", "blue/hunter-1")
    check_state(state)
    assert check_told(state)


def test_of_a_place_where_nothing_lies_nothing_is_told() -> None:
    state = begin(RULES, said("turn 4", "setup 2 red red/knight-1"))
    for told_so in (POSITIONS.told_of(state), POSITIONS.expected(state, ending=True)):
        assert [what for what in told_so if what.startswith("setup ")] == ["setup 2 red"]
    assert POSITIONS.expected(state)["setup 1 red"] == "none", "but it may be expected"


def test_da_12_of_all_that_lies_only_the_order_of_cards_under_the_stock_is_expected() -> None:
    """One comes again before the next."""
    places = {f"setup {place} {side}" for place in (1, 2, 3) for side in SIDES}
    piles = {f"known {side} {pile}" for side in SIDES for pile in ("hand", "discards", "out")}
    assert POSITIONS.unordered == places | piles


def test_who_is_active_is_who_is_not_done() -> None:
    assert [begin(RULES, said("turn 2", f"active {who}")).done for who in ("red", "both")] == [False, False]
    state = begin(RULES, said("turn 2", "active blue"))
    assert (state.red.done, state.blue.done, state.active) == (True, False, "red")
    assert POSITIONS.expected(state)["active"] == "blue"
    assert POSITIONS.expected(begin(RULES, said("turn 2")))["active"] == "both"


def test_who_has_bid_is_not_active_until_both_have() -> None:
    state = begin(RULES, said(*T4, "begin bid"))
    seen = []
    for text in ("bid red 1", "bid blue 0"):
        state = after(state, text)
        seen.append(POSITIONS.expected(state)["active"])
    assert seen == ["blue", "both"]


def test_who_has_no_hand_has_bid_nothing() -> None:
    state = begin(RULES, said(*T4, "begin bid", "count blue hand 0"))
    assert ([each.bid for _, each in state.players], state.done) == ([None, 0], False)
    assert check_told(begin(RULES, said("turn 4", "count blue hand 0")))
    assert check_told(after(begin(RULES, said("turn 4", "count blue hand 0")), "done red", "done blue"))
    assert not POSITIONS.settled(DECK, after(state, "bid red 2"))
    rolling = begin(RULES, said(*T4, "begin bid", "count red hand 0", "count blue hand 0"))
    assert [each.bid for _, each in rolling.players] == [0, 0]


def test_who_attacks_first_has_the_initiative() -> None:
    first = begin(RULES, said("turn 4", "begin declare", "active blue"))
    assert (first.active, first.initiative, first.attackers) == ("blue", "blue", ("blue",))
    second = begin(RULES, said("turn 4", "begin declare", "active blue", "initiative red", "fought yes"))
    assert (second.initiative, second.attackers, second.fought) == ("red", ("red", "blue"), True)
    assert second.combat == Combat("blue")
    assert not any(player.done for _, player in first.players)
    assert check_told(first)
    assert check_told(second)
    alone = begin(RULES, said("turn 4", "begin declare", "initiative blue"))
    assert (alone.active, alone.attackers) == ("blue", ("blue",))


def test_known_cards_count_where_they_are() -> None:
    state = begin(
        RULES, said("turn 2", "known red discards red/mail-1 red/mail-2", "known red out red/sack-1")
    )
    assert state.red.discards == Cards(2, frozenset(named("red", "mail-1 mail-2")))
    assert state.red.out == Cards(1, frozenset(named("red", "sack-1")))
    more = begin(RULES, said("turn 2", "known red discards red/mail-1", "count red discards 5"))
    assert more.red.discards == Cards(5, frozenset(named("red", "mail-1")))
    check_state(more)


def test_a_draft_of_this_turn_and_what_was_discarded_are_told() -> None:
    drafted = begin(
        RULES, said("turn 2", "begin draft", "setup 1 red red/axeman-1", "enlisted red red/axeman-1")
    )
    assert "enlist red/axeman-2 1" not in {notation(each) for each in RULES.legal_actions(drafted)}
    stock = begin(RULES, said("turn 2", "begin stock", "count red discarded 2", "count red discards 2"))
    assert after(stock, "done red", rules=RULES).red.hand.number == 11


def test_who_faces_and_supports_whom_is_expected() -> None:
    pairs = Combat("red", 1, 1, attackers=named("red", "axeman-1 militia-1"), defenders=("blue/duellist-1",))
    state = position("pair", "axeman-1 0, militia-1 0", "duellist-1 0", combat=replace(pairs, round="first"))
    state = after(state, "pair red/axeman-1 blue/duellist-1")
    expected = POSITIONS.expected(state)
    assert expected["facing red/axeman-1"] == "blue/duellist-1"
    assert expected["facing blue/duellist-1"] == "red/axeman-1"
    assert expected["supports red/militia-1"] == "red/axeman-1"
    assert expected["count red com"] == "6"
    aimed = replace(state, combat=replace(pairs, round="ranged", aims=(("red/axeman-1", "blue/duellist-1"),)))
    assert POSITIONS.expected(aimed)["facing red/axeman-1"] == "blue/duellist-1"


def test_what_an_instant_does_for_a_while_cannot_be_told() -> None:
    state = known_to_a_table(position("prepare", "knight-1 1"))
    assert POSITIONS.settled(DECK, state)
    effect = DECK.printed("red/rally-1").effects[0]
    assert not POSITIONS.settled(
        DECK, replace(state, lasting=(Lasting("red", "red/rally-1", effect, "combat"),))
    )


def with_red(state: State, **changes: object) -> State:
    return state.with_player("red", replace(state.red, **changes))  # type: ignore[arg-type]


def test_what_is_against_the_order_of_a_turn_or_has_no_word_cannot_be_told() -> None:
    start, declared = (begin(RULES, said("turn 4", *more)) for more in ((), ("begin declare", "active red")))
    odd = (
        with_red(start, stock=Cards(42, frozenset({"red/mail-1"}))),
        with_red(start, out=Cards(1)),
        with_red(start, bid=2),
        with_red(start, face_down=Cards(1)),
        with_red(start, marked=True),
        with_red(replace(start, step="stock"), discarded=1),
        with_red(replace(start, step="stock"), enlisted="red/knight-1"),
        with_red(replace(start, step="draft"), enlisted="red/knight-1"),
        with_red(start, points=10),
        with_red(replace(start, step="supply"), points=10),
        replace(start, attackers=("red",)),
        replace(start, turn=3, initiative="red"),
        replace(start, turn=3, fought=True),
        replace(start, turn=3, step="bid"),
        replace(start, active="blue"),
        replace(start, step="supply", initiative="blue", attackers=("red", "blue")),
        replace(start, combat=Combat("red")),
        replace(start, rolling=("red",)),
        replace(start, full=True),
        replace(declared, attackers=("blue", "red")),
        replace(declared, initiative=None),
        replace(declared, combat=Combat("red", start=1)),
    )
    assert POSITIONS.settled(DECK, start)
    assert POSITIONS.settled(DECK, declared)
    assert [state for state in odd if POSITIONS.settled(DECK, state)] == []


def test_light_and_heavy_versions_are_of_one_kind() -> None:
    club = '{ sort = "weapon", name = "Club", count = 1, log = 1, family = "club" }'
    rules = deck_with(f"\nclub = {club}\ngreat-club = {club}\n")
    setup = said(*KNIGHT, "attach red/club-1 red/knight-1", "attach red/great-club-1 red/knight-1")
    assert [each.wrong for each in POSITIONS.faults(rules.deck, setup)] == [
        "red/knight-1 bears red/club-1, which is of one kind with red/great-club-1 (DA-14)"
    ]


def test_usages_have_examples_that_may_be() -> None:
    for deck in (DECK, PLAIN):
        examples = {usage: example for usage, example, _ in POSITIONS.usages(deck)}
        assert examples["attach CARD CARD"] == "attach red/short-blade-1 red/militia-1"
        assert examples["wounds CARD N"].startswith("wounds red/militia-1 ")
        assert examples["enlisted PLAYER CARD"] == "enlisted red red/militia-1"
        assert examples["setup ZONE NAME..."] == "setup 1 red red/militia-1"
        assert examples["count PLAYER COUNT N"].startswith("count red ")
        assert examples["pillaged NUMBER WHO"] == "pillaged 1 red"
        assert examples["expect facing CARD CARDS"].startswith("expect facing red/")
        assert "" not in examples


def test_life_that_equipment_adds_counts_for_wounds() -> None:
    more = '\nhide = { sort = "skill", name = "Hide", count = 1, log = 1, effects = ["life +2"] }\n'
    rules = deck_with(more)
    lines = ("turn 4", "setup 1 red red/knight-1", "wounds red/knight-1 4")
    assert [each.wrong for each in POSITIONS.faults(rules.deck, said(*lines))] == [
        "red/knight-1 has 4 wounds, and dies of 3 (DA-34)"
    ]
    state = begin(rules, said(*lines, "attach red/hide-1 red/knight-1"))
    assert state.standing("red/knight-1") == Standing("red/knight-1", 1, 4, ("red/hide-1",))


T4 = ("turn 4",)
KNIGHT = (*T4, "setup 1 red red/knight-1")
CASES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("turn 0",), "turn is 0"),
    (("turn 2", "begin muster"), "begin is muster"),
    (("turn 2", "begin assemble"), "in assemble no turn has begun"),
    (("turn 3", "begin bid"), "nobody attacks in turn 3 (DA-17)"),
    (("turn 3", "begin declare", "active red"), "nobody attacks in turn 3 (DA-17)"),
    (("turn 3", "initiative red"), "nobody attacks in turn 3 (DA-17)"),
    (("turn 3", "begin supply", "attacked both"), "nobody attacks in turn 3 (DA-17)"),
    (("turn 3", "begin supply", "fought yes"), "nobody attacks in turn 3 (DA-17)"),
    ((*T4, "attacked red"), "nobody has attacked in prepare yet"),
    ((*T4, "begin declare"), "nobody has the initiative, and somebody declares an attack (DA-19)"),
    ((*T4, "begin declare", "active both"), "one attacks after the other (DA-19)"),
    ((*T4, "active none"), "active is none"),
    (
        (*T4, "begin bid", "active blue"),
        "in bid nobody but a player without a hand is done (DA-18)",
    ),
    (
        (*T4, "begin bid", "active both", "count red hand 0"),
        "in bid nobody but a player without a hand is done (DA-18)",
    ),
    (
        (*T4, "begin declare", "active blue", "initiative red", "attacked blue"),
        "blue attacks, and red has the initiative (DA-19)",
    ),
    (
        (*T4, "begin declare", "active blue", "attacked both"),
        "blue attacks, and blue has the initiative (DA-19)",
    ),
    ((*T4, "marked both", "count red markers 4"), "blue has used a marker, and has all of them (DA-7)"),
    ((*T4, "idle 2"), "idle is 2"),
    ((*T4, "count red com 7"), "count red com is 7"),
    ((*T4, "count blue log 7"), "count blue log is 7"),
    ((*T4, "count blue markers 6"), "count blue markers is 6"),
    ((*T4, "count blue points 41"), "count blue points is 41"),
    ((*T4, "begin stock", "count blue discarded 3"), "count blue discarded is 3"),
    (
        (*T4, "count blue discarded 1", "count blue discards 1"),
        "blue has drawn for what was discarded (DA-8)",
    ),
    (
        (*T4, "begin stock", "active red", "count blue discarded 1", "count blue discards 1"),
        "blue has drawn for what was discarded (DA-8)",
    ),
    ((*T4, "begin stock", "count blue discarded 2"), "blue has discarded 2 cards, and fewer lie there"),
    ((*T4, "count red hand 45", "count red discards 9"), "54 cards of red, and there are 50"),
    ((*T4, "count red hand 9", "count red stock 42"), "51 cards of red, and there are 50"),
    ((*T4, "count red stock 40"), "2 cards of red are nowhere"),
    (
        (*T4, "known red hand red/mail-1", "count red hand 0"),
        "1 cards of the hand of red are known, and the count is 0",
    ),
    (
        (*T4, "known red discards red/mail-1", "count red discards 0"),
        "1 cards of the discards of red are known, and the count is 0",
    ),
    ((*T4, "known red hand blue/venom-1"), "blue/venom-1 is no card of red"),
    ((*T4, "known red out red/anvil-1"), "red/anvil-1 is an artifact, which never is there (DA-2)"),
    ((*KNIGHT, "known red hand red/knight-1"), "red/knight-1 is there twice"),
    (
        (*KNIGHT, "attach red/mail-1 red/knight-1", "known red discards red/mail-1"),
        "red/mail-1 is there, and somebody bears it",
    ),
    ((*T4, "setup 1 red blue/scout-1"), "blue/scout-1 is no card that can lie at 1 red"),
    ((*T4, "setup 1 red red/nobody-1"), "red/nobody-1 is no card that can lie at 1 red"),
    ((*T4, "setup 1 red red/knight-1", "setup 2 red red/knight-1"), "red/knight-1 is there twice"),
    ((*T4, "setup 1 red red/mail-1"), "red/mail-1 is a weapon, which does not lie at a place"),
    ((*T4, "setup 1 red red/rally-1"), "red/rally-1 is an instant, which does not lie at a place"),
    (
        (*T4, "setup 1 red red/granary-1 red/granary-2"),
        "red/granary-1 and red/granary-2 lie at one place (DA-15)",
    ),
    (
        (*T4, "setup 1 red red/granary-1", "pillaged 1 both"),
        "red/granary-1 lies at a place that is pillaged (DA-15)",
    ),
    ((*T4, "pillaged 1 green"), "pillaged 1 is green"),
    (
        (*T4, "setup 1 red red/mara-vane-1", "setup 2 blue blue/mara-vane-1"),
        "red/mara-vane-1 and blue/mara-vane-1 are one and unique (DA-13)",
    ),
    ((*KNIGHT, "attach red/sack-1 red/knight-1"), "red/sack-1 is no weapon and no skill"),
    ((*KNIGHT, "attach red/nothing-1 red/knight-1"), "red/nothing-1 is no card of these decks"),
    ((*KNIGHT, "attach red/mail-1 none"), "none is no card of these decks"),
    ((*KNIGHT, "attach blue/venom-1 red/knight-1"), "blue/venom-1 and red/knight-1 are of two sides"),
    ((*KNIGHT, "attach red/mail-1 red/knight-2"), "red/knight-2 is no character in play"),
    (
        (*T4, "setup 1 red red/granary-1", "attach red/mail-1 red/granary-1"),
        "red/granary-1 is no character in play",
    ),
    (
        (
            *T4,
            "setup 1 red red/raider-1",
            "attach red/mail-1 red/raider-1",
            "attach red/great-axe-1 red/raider-1",
        ),
        "red/raider-1 bears 1 weapon at most (DA-14)",
    ),
    (
        (*T4, "setup 1 red red/militia-1", "attach red/drill-1 red/militia-1"),
        "red/militia-1 bears 0 skills at most (DA-14)",
    ),
    (
        (*KNIGHT, "attach red/mail-1 red/knight-1", "attach red/mail-2 red/knight-1"),
        "red/knight-1 bears red/mail-1, which is of one kind with red/mail-2 (DA-14)",
    ),
    ((*KNIGHT, "wounds red/knight-1 3"), "red/knight-1 has 3 wounds, and dies of 3 (DA-34)"),
    ((*KNIGHT, "wounds red/knight-2 1"), "red/knight-2 is no character in play"),
    ((*T4, "wounds red/nobody-2 1"), "red/nobody-2 is no card of these decks"),
    (
        (*T4, "begin draft", "enlisted red red/knight-1"),
        "red has enlisted red/knight-1, which is nowhere in play",
    ),
    ((*KNIGHT, "begin stock", "enlisted red red/knight-1"), "nobody has enlisted before the draft (DA-9)"),
    ((*T4, "enlisted red red/mail-1"), "red/mail-1 is no character (DA-9)"),
    ((*T4, "enlisted red blue/scout-1"), "blue/scout-1 is no card of red"),
    ((*T4, "count red points 10"), "with 10 points red has won (DA-1)"),
    (
        (*T4, "begin stock", "count red points 9", "setup 1 red red/granary-1"),
        "with 10 points red has won (DA-1)",
    ),
    (
        (*T4, "begin declare", "active red", "count red hand 0"),
        "nobody can decide anything in declare: without cards and characters it passes by itself",
    ),
)


@pytest.mark.parametrize(
    ("statements", "wrong"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_position_that_cannot_be_says_so_in_one_sentence(statements: tuple[str, ...], wrong: str) -> None:
    setup = said(*statements)
    found = POSITIONS.faults(DECK, setup)
    assert wrong in [fault.wrong for fault in found]
    assert all(fault.instead for fault in found)
    with pytest.raises(RulesError):
        begin(RULES, setup)


def test_nothing_is_said_of_what_follows_from_a_position_that_cannot_be() -> None:
    wounded = (*KNIGHT, "wounds red/knight-1 3")
    assert faults(*wounded, "marked red", "count red markers 5") == [
        "red has used a marker, and has all of them (DA-7)"
    ]
    assert faults(*wounded, "count red stock 60") == ["69 cards of red, and there are 50"]


def test_what_to_write_instead_is_as_it_was_found_good() -> None:
    lines = []
    for statements, _ in CASES:
        lines.append(", ".join(statements))
        lines += map(fault_line, POSITIONS.faults(DECK, said(*statements)))
    check_text("dark-age-arena-faults", lines)


@pytest.mark.parametrize(
    "statements",
    [
        ("turn 4", "count red points 10", "count blue points 10"),  # DA-1: until one is ahead
        ("turn 4", "count red points 9", "setup 1 red red/granary-1"),  # laid in this prepare
        ("turn 4", "begin supply", "attacked both", "initiative red", "fought yes"),
        ("turn 4", "begin draft", "setup 1 red red/mara-vane-1", "setup 1 blue blue/mara-vane-1",
         "enlisted red red/mara-vane-1", "enlisted blue blue/mara-vane-1"),
        ("turn 4", "begin bid", "idle 1", "marked red", "count red markers 0"),
        ("turn 4", "begin bid", "count red hand 0"),
        ("turn 4", "begin bid", "active red", "count blue hand 0"),
        ("turn 4", "begin bid", "count red hand 0", "count blue hand 0"),
        ("turn 4", "setup 1 red red/granary-1 red/anvil-1 red/knight-1", "pillaged 1 blue"),
        ("turn 4", "begin declare", "active red", "count red hand 0", "setup 3 red red/knight-1"),
        ("turn 6", "enlisted red red/knight-1", "known red discards red/knight-1"),
        ("turn 6", "enlisted red none"),
    ],
)  # fmt: skip
def test_a_position_that_can_be_has_no_faults(statements: tuple[str, ...]) -> None:
    assert faults(*statements) == []
    state = begin(RULES, said(*statements))
    check_state(state)
    assert check_told(state)


def test_faults_of_a_card_that_is_a_key_are_told_of_its_statement() -> None:
    (fault,) = POSITIONS.faults(DECK, said(*T4, "wounds red/nobody-2 1"))
    assert fault.concerns("wounds red/nobody-2", "1")
    assert not fault.concerns("wounds red/nobody-1", "1")


def test_statements_that_there_are_not_are_told_with_those_that_there_are() -> None:
    said_so: dict[str, Value] = {"setup 4 red": ("red/knight-1",), "wound red/knight-1": "1"}
    first, second = POSITIONS.limits(DECK, said_so)
    assert (first.wrong, "setup 3 red" in first.instead) == ('there is no "setup 4 red"', True)
    assert second.wrong == 'there is no "wound red/knight-1"'


def test_what_needs_a_turn_says_so() -> None:
    values = POSITIONS.read({"count red com": "4", "attach red/mail-1": "red/knight-1", "classes": "yes"})
    found = {fault.about: fault.wrong for fault in POSITIONS.needed(values, False)}
    assert found == {("count red com",): '"count" needs turn', ("attach red/mail-1",): '"attach" needs turn'}
    assert not list(POSITIONS.needed(values, True))


def test_players_are_as_a_state_has_them() -> None:
    state = begin(RULES, said("turn 2"))
    for side in SIDES:
        assert state.player(side) == Player(hand=Cards(8), stock=Cards(len(DECK.stock(side)) - 8))
