"""Table scripts of Call to Glory: its statements, its faults, and every position that a script may begin with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import Setup, State, standard_deck
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import PADS, Cards, CardSet
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.procedure import Held, Table
from signifer_firmware.game_api import registry
from signifer_firmware.games.call_to_glory.script import SCRIPT
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as said
from signifer_firmware.scripting.statements import Statement

from tests.firmware.scripting.game_scripts import GameScripts, given_of
from tests.sweeps import often

SCRIPTS = GameScripts("call-to-glory", SCRIPT)
BUNDLE = SCRIPTS.bundle
PAD = Zone("pad", "red")


def setup(text: str) -> Setup:
    return Setup.from_json(SCRIPTS.setup(text))


def begun(text: str) -> State:
    state = SCRIPTS.begun(text)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("players 3", said.Given("players", "3")),
        ("variant figures", said.Given("variant", "figures")),
        ("round 2", said.Given("round", "2")),
        ("starter 2", said.Given("starter", "2")),
        ("first 2", said.Given("first", "2")),
        ("setup 1 red farmer-3 monk-1", said.Setup(Zone("1", "red"), ("farmer-3", "monk-1"))),
        ("setup pad red farmer-3 monk-1", said.Setup(PAD, ("farmer-3", "monk-1"))),
        ("count farmer 8", said.Given("count farmer", "8")),
        ("owner farmer 3", said.Given("owner farmer", "3")),
        ("count red discard 9", said.Given("count red discard", "9")),
        ("count 2 hand 4", said.Given("count 2 hand", "4")),
        ("seen 2 farmer-3 monk-1", said.Given("seen 2", "farmer-3 monk-1")),
        ("count left 40", said.Given("count left", "40")),
        ("empty right", said.Given("empty", "right")),
        ("figures 1 2", said.Given("figures 1", "2")),
        ("fresh 1 1", said.Given("fresh 1", "1")),
        ("letters 2 ac", said.Given("letters 2", "ac")),
        ("revealed mission-a-1 mission-b-2", said.Given("revealed", "mission-a-1 mission-b-2")),
        ("bonus 2 10", said.Given("bonus 2", "10")),
        ("score 2 1 60", said.Given("score 2 1", "60")),
        ("begin mission", said.Begin("mission")),
        ("put farmer-2 pad red", said.Put("farmer-2", PAD)),
        ("fault reader 1 red deep", said.Fault("reader", "1 red", "deep")),
        ("expect turn 4", ex.ExpectThat("turn", "4")),
        ("expect size farmer 8", ex.ExpectThat("size farmer", "8")),
        ("expect owner farmer none", ex.ExpectThat("owner farmer", "none")),
        ("expect score 2 1 60", ex.ExpectThat("score 2 1", "60")),
        ("expect winner 1 3", ex.ExpectThat("winner", "1 3")),
        ("expect winner none", ex.ExpectWinner("none")),
        ("expect due red 2", ex.ExpectThat("due red", "2")),
        ("expect top blue farmer", ex.ExpectThat("top blue", "farmer")),
        ("expect displaced none", ex.ExpectThat("displaced", "none")),
        ("expect points 2 36", ex.ExpectThat("points 2", "36")),
        ("expect units 1 red farmer monk", ex.ExpectUnits(Zone("1", "red"), ("farmer", "monk"))),
        ("expect refused too-few", ex.ExpectRefused("too-few")),
    ],
)
def test_each_statement_means_what_the_help_says(row: str, wanted: Statement) -> None:
    SCRIPTS.check_meaning(row, wanted)
    assert str(wanted) == row


@pytest.mark.parametrize(
    ("row", "wrong", "instead"),
    [
        ("marker 3", '"marker" is no statement', "did you mean"),
        ("players 5", "players is 5", "write 2 to 4"),
        ("count legion 4", '"legion" does not fit after "count"', "farmer"),
        ("owner farmer 5", '"5" is not one of the players', "1, 2, 3 or 4"),
        ("first", "one of the players is missing", "write 1, 2, 3 or 4"),
        ("variant ninjas", '"ninjas" is not a variant', "none, missions, figures or both"),
        ("empty middle", '"middle" is not one of the face-down piles', "left, right, both or none"),
        ("letters 1 ad", '"ad" is not letters of missions', 'did you mean "a"'),
        ("score 2 5 10", '"5" is not a round', "write 1, 2, 3 or 4"),
        ("setup 1 red mission-a-1", "mission-a-1 is no character", "like farmer-1"),
        ("setup pad red red/spear-1", '"red/spear-1" is no card', "field-of-glory:red/spear-1"),
        ("revealed farmer-1", "farmer-1 is no mission", "like mission-a-1"),
        ("seen 1 farmer-1\nsetup 1 red farmer-1", "is there twice, at line 2 already", "another"),
        ("count emperor 21", "count emperor is 21", "write 1 to 20"),
        ("expect winner 5", '"5"', "write"),
        ("count 2 hand 4\ncount 2 hand 4", "said at line 2 already", "leave one"),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_to_write(row: str, wrong: str, instead: str) -> None:
    SCRIPTS.check_fault(row, wrong, instead)


@pytest.mark.parametrize(
    ("rows", "line", "wrong"),
    [
        ("round 2", 2, '"round" needs players'),
        ("begin displace", 2, 'play cannot begin at "displace"'),
        ("players 2\nbegin players", 3, 'what is said begins at "draw", not at "players"'),
        (
            "players 2\nvariant missions\nletters 1 ab\nletters 2 ab\nbegin mission",
            6,
            'what is said begins at "score", not at "mission"; write "begin score", or leave somebody',
        ),
        ("players 2\nfirst 3", 3, "there is no player 3"),
        ("players 2\nsetup 1 red farmer-1 farmer-2\nowner farmer 2", 4, "farmer-1 lies on red's side"),
        ("players 2\nsetup 1 red farmer-1\nsetup 2 blue farmer-2", 4, "farmer lies on both sides"),
        ("players 2\nsetup 1 red farmer-1", 3, "1 is no set of farmer (CG-2)"),
        ("players 2\ncount left 60\ncount right 60", 4, "126 characters, and there are 110"),
        ("players 2\ncount left 60\ncount right 40", 4, "4 cards are nowhere"),
        ("players 2\nfigures 1 1", 3, "nobody plays with figures (CG-8)"),
        ("players 2\nbonus 1 1", 3, "nobody plays with missions (CG-7)"),
        ("players 2\nscore 1 1 20", 3, "round 1 is not played yet"),
        ("players 2\nbegin deal\nsetup 1 red farmer-1 farmer-2", 4, "nothing is dealt yet"),
        (
            "players 4\nsetup 1 red farmer-1 farmer-2 monk-1 monk-2 shogun-1 shogun-2 emperor-1 emperor-2",
            3,
            "with 4 kinds of 1 the round is over (CG-5)",
        ),
        ("begin start\nround 2", 3, "no game is on at the start picture"),
    ],
)
def test_a_position_that_cannot_be_is_a_fault_with_its_line(rows: str, line: int, wrong: str) -> None:
    SCRIPTS.check_fault_at(rows, line, wrong)


def test_a_table_without_pads_is_none_for_it() -> None:
    SCRIPTS.check_needs_pads()


def test_what_is_not_said_is_as_at_the_start() -> None:
    assert setup("") == Setup()
    assert setup("begin draw") == Setup(players=2, step="draw")
    assert setup("players 3") == Setup(players=3)


# What is expected beside positions


def expected(table: Table[State], what: str) -> str:
    return SCRIPT.expected(BUNDLE.deck, table)[what]


def test_what_is_laid_and_needed() -> None:
    state = begun("players 3\nbegin play\nsetup 1 blue monk-1 monk-2 monk-3")
    laid = frozenset({("monk-7", Zone("2", "red")), ("monk-8", Zone("3", "red")), ("farmer-1", PAD)})
    table = Table(state, held=Held(laid=laid))
    assert [expected(table, what) for what in ("laying", "needed")] == ["2", "4"]
    assert [expected(Table(state), what) for what in ("laying", "needed")] == ["0", "0"]
    assert SCRIPT.units(table, Zone("2", "red")) == ("monk-7",)
    assert set(SCRIPT.units(table, Zone("1", "blue"))) == {"monk-1", "monk-2", "monk-3"}


def test_a_set_needs_as_many_as_the_owners_cards_say() -> None:
    own = registry.game("call-to-glory").bundle('game = "call-to-glory"\n[kind.farmer]\nthree_to_lay = 1\n')
    laid = frozenset({("farmer-7", Zone("2", "red"))})
    table = Table(begun("players 3\nbegin play"), held=Held(laid=laid))
    needed = [SCRIPT.expected(deck, table)["needed"] for deck in (BUNDLE.deck, own.deck)]
    assert needed == ["2", "3"]


def test_what_is_due_to_whom() -> None:
    state = begun("players 4\nvariant both\nbegin play\nsetup 2 blue monk-1 monk-2\nowner monk 4")
    old = CardSet("farmer", "2", Cards(3, frozenset({"farmer-1", "farmer-2", "farmer-3"})))
    moving = replace(state, step="displace", displaced=old)
    laid = frozenset({("farmer-1", PAD)})
    assert expected(Table(moving, held=Held(laid=laid)), "due blue") == "2"
    assert expected(Table(moving), "due red") == "0"
    assert expected(Table(moving), "displaced") == "farmer"
    struck = replace(state, step="displace", struck="monk", back="play")
    assert expected(Table(struck), "due blue") == "1"
    assert expected(Table(replace(state, step="mission", active="3")), "due red") == "1"
    assert expected(Table(state), "due blue") == "0"
    named = Held(named=2)
    assert [expected(Table(state, held=named), f"due {side}") for side in ("blue", "red")] == ["1", "0"]
    both = replace(moving, displaced=replace(old, owner="4"))
    assert expected(Table(both, held=replace(named, laid=laid)), "due blue") == "3"


def test_what_lies_on_top_who_has_how_many_points_and_who_has_won() -> None:
    state = begun("players 2\nround 3\nscore 2 1 30\nscore 2 2 12\nsetup pad blue monk-1 farmer-7")
    found = SCRIPT.expected(BUNDLE.deck, Table(state))
    assert [found[what] for what in ("top red", "top blue", "points 1", "points 2", "winner")] == [
        "none",
        "farmer",
        "0",
        "42",
        "none",
    ]
    assert expected(Table(replace(state, winner="1 2")), "winner") == "1 2"


# Properties

_SEAT = st.sampled_from(["1", "2", "3", "4"])
_KIND = st.sampled_from(KINDS)
_CARD = st.sampled_from([card for kind in KINDS for card in standard_deck().of_kind(kind)[:4]])
_ZONES = st.sampled_from([Zone(str(column), side) for column in COLUMNS for side in SIDES])
_SPOTS = _ZONES | st.sampled_from([Zone("pad", pad) for pad in PADS])


_SAID = (
    given_of(st.just("players"), st.integers(2, 4))
    | given_of(st.just("variant"), st.sampled_from(["none", "missions", "figures", "both"]))
    | given_of(st.sampled_from(["first", "starter"]), _SEAT)
    | given_of(st.just("round"), st.integers(1, 4))
    | st.builds(said.Setup, _SPOTS, st.lists(_CARD, min_size=1, max_size=4, unique=True).map(tuple))
    | given_of(_KIND.map("count {}".format), st.integers(1, 9))
    | given_of(_KIND.map("owner {}".format), _SEAT)
    | given_of(_SEAT.map("count {} hand".format), st.integers(0, 60))
    | given_of(st.sampled_from(["count left", "count right"]), st.integers(0, 99))
    | given_of(st.sampled_from(PADS).map("count {} discard".format), st.integers(0, 60))
    | given_of(
        _SEAT.map("seen {}".format), st.lists(_CARD, min_size=1, max_size=2, unique=True).map(" ".join)
    )
    | given_of(st.just("empty"), st.sampled_from(["left", "right", "none"]))
    | given_of(_SEAT.map("figures {}".format), st.integers(0, 3))
    | given_of(_SEAT.map("letters {}".format), st.sampled_from(["abc", "ab", "c", "none"]))
    | given_of(st.builds("score {} {}".format, _SEAT, st.integers(1, 3)), st.integers(0, 60))
    | st.builds(said.Begin, st.sampled_from(["deal", "draw", "play", "mission", "score", "players"]))
)


@settings(deadline=None, max_examples=often(25, 60))
@given(
    st.sampled_from(["", "players 2\n", "players 4\nvariant both\n", "players 3\nvariant figures\n"]),
    st.lists(_SAID, max_size=5),
)
def test_whatever_is_found_without_fault_can_begin_and_is_told_again(
    start: str, prepared: list[Statement]
) -> None:
    try:
        state = begun(start + "\n".join(map(str, prepared)))
    except ConfigError:
        return
    SCRIPTS.check_told_again(state)


@given(st.lists(_SAID, max_size=6))
def test_whatever_is_said_is_begun_or_a_fault_with_its_line(prepared: list[Statement]) -> None:
    found: list[str] = []
    try:
        begun("\n".join(map(str, prepared)))
    except ConfigError as wrong:
        found = wrong.faults
    assert all(fault.startswith("s.table:") and "; " in fault for fault in found)


_EXPECTED = (
    given_of(st.just("turn"), _SEAT, ex.ExpectThat)
    | given_of(_KIND.map("size {}".format), st.integers(0, 20), ex.ExpectThat)
    | given_of(_KIND.map("owner {}".format), _SEAT | st.just("none"), ex.ExpectThat)
    | given_of(st.sampled_from(["left", "right", "laying", "needed"]), st.integers(0, 60), ex.ExpectThat)
    | given_of(st.sampled_from(PADS).map("top {}".format), _KIND | st.just("none"), ex.ExpectThat)
    | st.builds(ex.ExpectUnits, _ZONES, st.lists(_KIND).map(lambda kinds: tuple(sorted(kinds))))
)


@given(st.lists(_EXPECTED, min_size=1, max_size=3), st.sampled_from(["", "players 2\n", "players 4\n"]))
def test_every_expectation_has_a_verdict(wanted: list[ex.Expect], start: str) -> None:
    SCRIPTS.check_verdicts(wanted, begun(start))
