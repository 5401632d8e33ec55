"""Table scripts of Dark Age Arena: its statements, its faults, and what is expected beside its positions."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.games.dark_age_arena import DarkAgeArena, parse, standard_deck
from signifer_core.games.dark_age_arena.rolls import Purpose, Throwing
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.procedure import Held, Table
from signifer_firmware.games.dark_age_arena.script import PURPOSES, SCRIPT
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as said
from signifer_firmware.scripting.statements import Statement

from tests.firmware.scripting.game_scripts import GameScripts

SCRIPTS = GameScripts("dark-age-arena", SCRIPT)
BUNDLE = SCRIPTS.bundle


def begun(text: str) -> State:
    state = SCRIPTS.begun(text)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("turn 4", said.Given("turn", "4")),
        ("active blue", said.Given("active", "blue")),
        ("attach mail-1 knight-1", said.Given("attach red/mail-1", "red/knight-1")),
        ("attach venom-1 duellist-1", said.Given("attach blue/venom-1", "blue/duellist-1")),
        ("wounds knight-1 1", said.Given("wounds red/knight-1", "1")),
        ("wounds blue/militia-1 1", said.Given("wounds blue/militia-1", "1")),
        ("pillaged 2 blue", said.Given("pillaged 2", "blue")),
        ("count red com 4", said.Given("count red com", "4")),
        ("known red discards sack-1", said.Given("known red discards", "red/sack-1")),
        ("enlisted blue militia-1", said.Given("enlisted blue", "blue/militia-1")),
        (
            "setup 2 blue militia-1 granary-1",
            said.Setup(Zone("2", "blue"), ("blue/militia-1", "blue/granary-1")),
        ),
        ("put knight-1 pad red", said.Put("red/knight-1", Zone(PAD, "red"))),
        ("take knight-1", said.Take("red/knight-1")),
        ("expect active red", ex.ExpectThat("active", "red")),
        ("expect active both", ex.ExpectThat("active", "both")),
        ("expect facing knight-1 scout-1", ex.ExpectThat("facing red/knight-1", "blue/scout-1")),
        ("expect supports knight-1 axeman-1", ex.ExpectThat("supports red/knight-1", "red/axeman-1")),
        ("expect setup 1 blue militia-1", ex.ExpectThat("setup 1 blue", "blue/militia-1")),
        ("expect due red 2", ex.ExpectThat("due red", "2")),
        ("expect points blue 9", ex.ExpectThat("points blue", "9")),
        ("expect waits red none", ex.ExpectThat("waits red", "none")),
        ("expect waits blue raider-1 scout-1", ex.ExpectThat("waits blue", "blue/raider-1 blue/scout-1")),
        ("expect asked knight-1", ex.ExpectThat("asked", "red/knight-1")),
        ("expect chosen red blue/raider-1", ex.ExpectThat("chosen red", "blue/raider-1")),
        ("expect number red 2", ex.ExpectThat("number red", "2")),
        ("expect roll red strike", ex.ExpectThat("roll red", "strike")),
        ("expect round first", ex.ExpectThat("round", "first")),
        ("expect start solitary", ex.ExpectThat("start", "solitary")),
        ("expect target 2", ex.ExpectThat("target", "2")),
        ("expect face-down red 1", ex.ExpectThat("face-down red", "1")),
        ("expect units 1 red knight militia", ex.ExpectUnits(Zone("1", "red"), ("knight", "militia"))),
    ],
)
def test_each_statement_means_what_the_help_says(row: str, wanted: Statement) -> None:
    SCRIPTS.check_meaning(row, wanted)


@pytest.mark.parametrize(
    ("row", "wrong", "instead"),
    [
        ("marker 3", '"marker" is no statement', "did you mean"),
        (
            "wounds militia-1 1",
            '"militia-1" does not say whose card it is',
            "blue/militia-1 or red/militia-1",
        ),
        ("put drill-1 pad\n", "a player is missing", "red or blue"),
        ("setup 4 red knight-1", 'there is no "setup 4 red"', "write setup 1 red, setup 1 blue"),
        ("setup 1 blue knight-1", "is no card that can lie at 1 blue", "blue/"),
        ("turn 4\nattach mail-1 knight-1", "knight-1 is no character in play", "setup 1 red"),
        ("pillaged 4 red", '"4" is not a place', "1, 2 or 3"),
        ("count red com 7", "count red com is 7", "write 0 to 6"),
        ("expect roll red parry", '"parry" is not what dice are for', "strike"),
        ("expect active nobody", '"nobody" does not fit', "both"),
        ("expect round third", '"third"', "second"),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_to_write(row: str, wrong: str, instead: str) -> None:
    SCRIPTS.check_fault(row, wrong, instead)


@pytest.mark.parametrize(
    ("word", "card", "sorts"),
    [
        ("attach", "red/granary-1", "weapon, skill or character"),
        ("attach", "red/anvil-1", "weapon, skill or character"),
        ("facing", "red/mail-1", "character"),
        ("supports", "red/sack-1", "character"),
    ],
)
def test_of_a_card_that_can_never_have_it_nothing_is_expected(word: str, card: str, sorts: str) -> None:
    """It would hold for ever that it has none."""
    with pytest.raises(ConfigError) as caught:
        SCRIPTS.parsed(f"turn 4\nexpect {word} {card} none\n")
    (fault,) = caught.value.faults
    assert fault.startswith(f"s.table:3: {card} is no {sorts} of these decks; write one like"), fault
    for fits in ("knight-1", "mail-1")[: 1 + (word == "attach")]:
        SCRIPTS.parsed(f"turn 4\nexpect {word} {fits} none\n")


def test_a_table_without_pads_is_none_for_it() -> None:
    SCRIPTS.check_needs_pads()


def test_every_roll_has_its_word() -> None:
    assert set(PURPOSES) == {*get_args(get_args(Purpose)[0]), *get_args(Throwing)}


# What is expected beside positions


def expected(table: Table[State], *what: str) -> list[str]:
    found = SCRIPT.expected(BUNDLE.deck, table)
    return [found[each] for each in what]


def after(text: str, *actions: str) -> Table[State]:
    state, rules = begun(text), DarkAgeArena(standard_deck())
    for each in actions:
        state = rules.apply(state, parse(each))
    return Table(state)


def test_points_count_supply_and_units_are_all_but_equipment() -> None:
    table = after(
        "turn 4\nsetup 1 red knight-1 militia-1 granary-1 anvil-1\nattach mail-1 knight-1\ncount red points 3"
    )
    assert expected(table, "points red", "points blue") == ["4", "0"]
    assert set(SCRIPT.units(table, Zone("1", "red"))) == {
        *("red/knight-1", "red/militia-1", "red/granary-1", "red/anvil-1"),
    }
    assert SCRIPT.units(table, Zone("2", "red")) == ()


def test_what_waits_is_in_the_order_laid_and_lies_there() -> None:
    spots = {("red/granary-2", Zone("2", "red")), ("red/mail-2", Zone("5", "red"))}
    held = Held(laid=frozenset(spots), entered=(("red/mail-2", 0), ("red/granary-2", 0)))
    table = Table(begun("turn 4\nsetup 2 red axeman-1"), held=held)
    assert expected(table, "waits red", "waits blue") == ["red/mail-2 red/granary-2", "none"]
    assert SCRIPT.units(table, Zone("2", "red")) == ("red/axeman-1", "red/granary-2")


def test_a_draft_that_is_paid_lies_there_and_its_roll_is_due() -> None:
    table = after("turn 2\nbegin draft", "enlist blue/scout-1 3")
    assert SCRIPT.units(table, Zone("3", "blue")) == ("blue/scout-1",)
    assert expected(table, "roll blue", "roll red") == ["draft", "none"]


def test_bids_are_numbers_and_both_roll() -> None:
    held = Held(entered=(("bid red", 2),))
    assert expected(Table(begun("turn 4\nbegin bid"), held=held), "number red", "number blue") == ["2", "0"]
    rolling = after("turn 4\nbegin bid", "bid red 1", "bid blue 0")
    assert expected(rolling, "roll red", "roll blue", "round") == ["initiative", "initiative", "none"]


COMBAT = (
    "turn 4\nsetup 1 red axeman-1 militia-1\nsetup 2 blue duellist-1 scout-1\nsetup 1 blue hunter-1\n"
    "active red\nbegin declare"
)


def test_an_attack_is_told_from_where_it_comes_to_who_goes_where() -> None:
    mustered = "muster red red/axeman-1+red/militia-1"
    declared = after(COMBAT, "declare red 1", mustered, "bluff red red/sack-1")
    assert expected(declared, "start", "target", "face-down red") == ["1", "none", "1"]
    steps = ("declare red 1", mustered, "bluff red none", "target 2", "done blue")
    yielding = after(COMBAT, *steps, "muster blue blue/duellist-1+blue/hunter-1")
    assert expected(yielding, "target", "due blue", "due red", "asked") == ["2", "1", "0", "blue/scout-1"]
    shooting = after(
        COMBAT,
        *steps,
        "muster blue blue/duellist-1+blue/hunter-1",
        "assign blue/scout-1 3",
        "bluff blue none",
    )
    assert expected(shooting, "round", "due blue", "asked", "chosen blue") == [
        *("ranged", "1", "blue/hunter-1", "none"),
    ]
    held = Held(entered=(("facing blue", 2),))
    assert expected(Table(shooting.state, held=held), "chosen blue") == ["red/militia-1"]


def test_what_a_card_has_not_is_none() -> None:
    table = Table(begun("turn 4\nsetup 1 red knight-1"))
    for row in ("attach mail-1", "facing knight-1", "supports knight-1", "enlisted red"):
        (each,) = SCRIPTS.statements(f"expect {row} none")
        assert isinstance(each, ex.Expect)
        assert SCRIPT.seen(each, BUNDLE, table) == (True, "none", "none")


def test_a_solitary_attack_has_no_place() -> None:
    table = after(COMBAT, "declare red solitary")
    assert expected(table, "start", "round") == ["solitary", "none"]


_EXPECTED = st.sampled_from(
    [
        *(f"expect {what} {side} {value}" for side in SIDES for what, value in (("due", 1), ("points", 3))),
        *(f"expect roll red {purpose}" for purpose in ("none", *PURPOSES)),
        *("expect active both", "expect active red", "expect start 1", "expect round none"),
        *(
            "expect asked none",
            "expect chosen blue none",
            "expect waits blue scout-1",
            "expect units 4 red none",
        ),
    ]
)


@given(st.lists(_EXPECTED, min_size=1, max_size=4), st.sampled_from(["", "turn 4\nbegin bid", COMBAT]))
def test_every_expectation_has_a_verdict(wanted: list[str], start: str) -> None:
    SCRIPTS.check_verdicts(SCRIPTS.statements("\n".join(wanted)), begun(start))


@pytest.mark.parametrize(
    "text",
    [
        "turn 3\nbegin stock\nactive blue",
        COMBAT,
        "turn 5\nbegin supply\npillaged 2 both\nwounds knight-1 1\nsetup 1 red knight-1",
    ],
)
def test_a_position_is_told_again_in_the_words_that_set_it_up(text: str) -> None:
    SCRIPTS.check_told_again(begun(text))


def test_a_combat_under_way_is_no_position() -> None:
    with pytest.raises(ConfigError, match="middle of a turn"):
        list(SCRIPT.position(after(COMBAT, "declare red 1").state))
