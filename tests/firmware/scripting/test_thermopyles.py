"""Table scripts of Thermopyles: its statements, its faults, and every position that a script may begin with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import ConfigError, RulesError
from signifer_core.games.thermopyles import Setup, standard_deck
from signifer_core.games.thermopyles import begin as begin_core
from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_firmware.games.thermopyles.script import SCRIPT
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as said
from signifer_firmware.scripting.statements import Statement

from tests.firmware.scripting.game_scripts import GameScripts, given_of, several

ROW = "setup 1 blue persian-1\nsetup 2 blue persian-2\n"
SCRIPTS = GameScripts("thermopyles", SCRIPT)
BUNDLE = SCRIPTS.bundle
RULES = Thermopyles(standard_deck())


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("players 2", said.Given("players", "2")),
        ("first 3", said.Given("first", "3")),
        ("marker 6", said.Given("marker", "6")),
        ("supports support-1 support-4", said.Given("supports", "support-1 support-4")),
        ("supports none", said.Given("supports", "none")),
        ("setup 1 blue persian-3", said.Setup(Zone("1", "blue"), ("persian-3",))),
        ("count 2 hand 4", said.Given("count 2 hand", "4")),
        ("count cemetery 11", said.Given("count cemetery", "11")),
        ("dice 6 1 3", said.Dice((6, 1, 3))),
        ("put spartan-2 1 red", said.Put("spartan-2", Zone("1", "red"))),
        (
            "put field-of-glory:red/spear-2 pad red",
            said.Put("field-of-glory:red/spear-2", Zone("pad", "red")),
        ),
        ("expect turn 4", ex.ExpectThat("turn", "4")),
        ("expect players 3", ex.ExpectThat("players", "3")),
        ("expect marker 7", ex.ExpectThat("marker", "7")),
        ("expect row persian-3 persian-1", ex.ExpectThat("row", "persian-3 persian-1")),
        ("expect row none", ex.ExpectThat("row", "none")),
        ("expect hand 2 4", ex.ExpectThat("hand 2", "4")),
        ("expect supports 3", ex.ExpectThat("supports", "3")),
        ("expect due red 2", ex.ExpectThat("due red", "2")),
        ("expect units 1 red spartan", ex.ExpectUnits(Zone("1", "red"), ("spartan",))),
        ("expect refused only-repelled", ex.ExpectRefused("only-repelled")),
        ("expect correction take persian-3 5", ex.ExpectCorrection("take", "persian-3", "5")),
    ],
)
def test_each_statement_means_what_the_help_says(row: str, wanted: Statement) -> None:
    SCRIPTS.check_meaning(row, wanted)
    assert str(wanted) == row


@pytest.mark.parametrize(
    ("row", "wrong", "instead"),
    [
        ("terrain plain plain plain plain plain", '"terrain" is no statement', "write game"),
        ("control 3 red", '"control" is no statement', "did you mean"),
        ("count red hand 4", '"red" does not fit after "count"', "1, 2, 3, 4"),
        ("expect points red 1", '"points" does not fit', "active, step"),
        ("players 5", '"5" is not one of the players', "1, 2, 3 or 4"),
        ("marker 8", '"8" is not a place of the marker', "marker 3"),
        ("put spartn-2 1 red", '"spartn-2" is no card', 'did you mean "spartan-2"?'),
        ("put red/spear-2 1 red", '"red/spear-2" is no card', "write field-of-glory:red/spear-2"),
        ("put thermopyles:spartan-2 1 red", "of the game played", "write spartan-2 alone"),
        ("take field-of-glory:red/spaer-2", '"red/spaer-2" is no card of field-of-glory', "red/spear-2"),
        ("expect refused mixed-kinds", '"mixed-kinds" is not a refusal', "must-retreat"),
        ("dice 7", '"7" is not what a die shows', "1, 2, 3, 4, 5 or 6"),
        ("supports persian-1", "persian-1 is no support", "support-1"),
        ("supports support-1 support-1", "support-1 is there twice", "another"),
        ("setup 4 red persian-1\nsetup 5 blue persian-1", "is there twice, at line 2 already", "another"),
        ("setup 1 blue spartan-1", "spartan-1 is no Persian", "like persian-1"),
        ("setup 1 blue persian-1 persian-2", "one Persian lies in each place of the row", "write 1 of them"),
        ("setup 3 blue persian-1", 'there is no "setup 3 blue"', "setup 1 blue, setup 2 blue"),
        ("setup 1 red persian-1", 'there is no "setup 1 red"', "setup 1 blue, setup 2 blue"),
        ("count 2 hand 4\ncount 2 hand 4", "said at line 2 already", "leave one"),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_to_write(row: str, wrong: str, instead: str) -> None:
    SCRIPTS.check_fault(row, wrong, instead)


@pytest.mark.parametrize(
    ("rows", "line", "wrong"),
    [
        ("marker 3", 2, '"marker" needs players'),
        ("players 2\nbegin players", 3, 'what is said begins at "replenish", not at "players"'),
        ("begin dice", 2, 'play cannot begin at "dice"'),
        (
            "begin act",
            2,
            'what is said begins at "replenish", not at "act"; write "begin replenish", or lay the row',
        ),
        (f"{ROW}begin replenish", 4, 'what is said begins at "act", not at "replenish"; write "begin act"'),
        ("players 1\nsetup 1 blue persian-1", 3, "the row has 1 of 2 Persians"),
        (f"{ROW}players 2\nfirst 3", 5, "there is no player 3"),
        (f"{ROW}players 2\ncount 3 hand 1", 5, "there is no player 3"),
        (f"{ROW}players 2\ncount 2 hand 6", 5, "a hand has 5 cards at most (TH-2)"),
        (f"{ROW}players 2\nmarker 7", 5, "at 7 the game is lost (TH-10)"),
        (f"{ROW}players 2\ncount cemetery 12", 5, "with 12 in the cemetery the game is won (TH-10)"),
        (f"{ROW}players 2\ncount discard 15", 5, "21 Spartans, and there are 20"),
        (f"{ROW}players 2\ncount repelled 27", 5, "29 Persians, and there are 28"),
        (f"{ROW}players 1\nsetup 4 red persian-9\ncount repelled 0", 6, "1 lie at repelled, and 0 are"),
        (f"{ROW}players 1\ncount pile 0\ncount 1 hand 0", 6, "without a Spartan in hands and pile"),
        ("begin start\nmarker 2", 3, "no game is on at the start picture"),
    ],
)
def test_a_position_that_cannot_be_is_a_fault_with_its_line(rows: str, line: int, wrong: str) -> None:
    SCRIPTS.check_fault_at(rows, line, wrong)


def test_a_table_without_pads_is_none_for_it() -> None:
    SCRIPTS.check_needs_pads()


def setup(text: str) -> Setup:
    return Setup.from_json(SCRIPTS.setup(text))


def test_what_is_not_said_is_as_at_the_start() -> None:
    assert setup("") == Setup()
    assert setup("players 2") == Setup(players=2, hands=(3, 3))
    assert setup(f"{ROW}begin act") == Setup(players=1, row=("persian-1", "persian-2"), hands=(4,))


def test_a_position_as_said() -> None:
    text = (
        f"players 3\nfirst 2\nmarker 4\n{ROW}supports support-3\ncount 2 hand 5\ncount pile 1\ncount discard 4\n"
        "setup 4 red persian-9\nsetup 5 blue persian-10\nsetup 5 red persian-11\ncount cemetery 7\ncount persians 3\n"
    )
    assert setup(text) == Setup(
        players=3,
        active="2",
        marker=4,
        row=("persian-1", "persian-2"),
        hands=(3, 5, 3),
        supports=("support-3",),
        pile=1,
        discard=4,
        repelled=1,
        driven=("persian-9",),
        cemetery=7,
        buried=("persian-10", "persian-11"),
        persians=3,
    )


# Properties

_SEAT = st.sampled_from(["1", "2", "3", "4"])
_NUMBER = st.integers(0, 30)
_PERSIAN = st.sampled_from(standard_deck().persians[:8])
_ZONES = st.sampled_from([Zone(str(column), side) for column in COLUMNS for side in SIDES])
_PILES = st.sampled_from(["pile", "discard", "persians", "cemetery", "repelled"])


_SAID = (
    given_of(st.just("players"), st.integers(1, 4))
    | given_of(st.just("first"), _SEAT)
    | given_of(st.just("marker"), st.integers(1, 7))
    | given_of(st.just("supports"), several(st.sampled_from(standard_deck().supports)))
    | st.builds(said.Setup, _ZONES, st.lists(_PERSIAN, min_size=1, max_size=2).map(tuple))
    | st.builds(said.Setup, st.just(Zone("1", "blue")), st.tuples(_PERSIAN))
    | st.builds(said.Setup, st.just(Zone("2", "blue")), st.tuples(_PERSIAN))
    | given_of(_SEAT.map("count {} hand".format), st.integers(0, 6))
    | given_of(_PILES.map("count {}".format), _NUMBER)
    | st.builds(said.Begin, st.sampled_from(["act", "replenish", "players"]))
)


_BEGUN = st.sampled_from(["", "players 1\n", f"players 2\n{ROW}", f"players 4\n{ROW}count 4 hand 5\n"])


@settings(deadline=None)
@given(_BEGUN, st.lists(_SAID, max_size=5))
def test_whatever_is_found_without_fault_can_begin_and_is_told_again(
    begun: str, prepared: list[Statement]
) -> None:
    text = begun + "\n".join(map(str, prepared))
    try:
        assert SCRIPTS.statements(text)[begun.count("\n") :] == tuple(prepared)
        state = SCRIPTS.begun(text)
    except ConfigError:
        return
    SCRIPTS.check_told_again(state)


_PLAYED = (
    given_of(st.just("turn"), _SEAT, ex.ExpectThat)
    | given_of(st.just("row"), several(_PERSIAN, 2), ex.ExpectThat)
    | given_of(_SEAT.map("hand {}".format), _NUMBER, ex.ExpectThat)
    | given_of(_PILES | st.just("supports"), _NUMBER, ex.ExpectThat)
    | given_of(st.just("marker"), st.integers(1, 7), ex.ExpectThat)
    | given_of(st.just("players"), st.integers(1, 4), ex.ExpectThat)
    | given_of(st.sampled_from(SIDES).map("due {}".format), _NUMBER, ex.ExpectThat)
    | st.builds(
        ex.ExpectUnits,
        _ZONES,
        st.lists(st.sampled_from(["persian", "spartan"])).map(lambda k: tuple(sorted(k))),
    )
    | st.builds(said.Put, _PERSIAN, _ZONES)
)


@given(st.lists(_PLAYED, max_size=6))
def test_what_statements_say_of_themselves_parses_back(played: list[Statement]) -> None:
    assert SCRIPTS.statements("\n".join(map(str, played))) == tuple(played)


@given(st.lists(_PLAYED.filter(lambda each: isinstance(each, ex.Expect)), min_size=1, max_size=3))
def test_every_expectation_has_a_verdict_before_anybody_plays(expected: list[ex.Expect]) -> None:
    SCRIPTS.check_verdicts(expected, BUNDLE.begin(BUNDLE.fresh(pads=True)))


def test_the_core_would_say_it_without_lines() -> None:
    """Why there are checks before: the rules name no line."""
    with pytest.raises(RulesError):
        begin_core(RULES, Setup(players=1, row=("persian-1", "persian-2"), marker=7))
