"""Flank attacks ruling by ruling: FG-F1 to FG-F3."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import (
    BonusFromHand,
    ChooseLead,
    Discard,
    EndFlank,
    EndRetreat,
    FlankAttack,
    PlayOverlap,
    Rampage,
    Retreat,
    Reveal,
)
from signifer_core.games.field_of_glory.agreement.changes import AgreedStep, AgreedUnits, overrule
from signifer_core.games.field_of_glory.state import State

from tests.core.field_of_glory.states import DECK, RULES, after, position, told

RED, BLUE = "red/medium-infantry-8", "blue/medium-infantry-8"  # 4 command points each
BOOK = {"3 red": "medium-infantry-1", "3 blue": "pike-1", "4 red": "heavy-infantry-1"}


def flank(units: dict[str, str], **control: str) -> State:
    return position(units=units, step="flank", control={int(at[1:]): who for at, who in control.items()})


def vulnerable(units: dict[str, str]) -> dict[int, tuple[int, ...]]:
    return dict(flank(units).vulnerable)


def led(
    state: State, lead: str, *, column: int = 3, overlap: bool = False, red: str = RED, blue: str = BLUE
) -> State:
    """A flank attack led by ``lead`` of which nobody retreats."""
    state = after(state, FlankAttack(column), ChooseLead(f"red/{lead}"))
    if overlap:
        state = after(state, PlayOverlap("red/overlap-1"))
    state = after(state, BonusFromHand("red"), EndRetreat(), BonusFromHand("blue"))
    if state.step == "lead":
        state = after(state, ChooseLead(state.column(column).blue[0]))
    return after(state, Reveal(red, blue))


def lines(state: State) -> dict[str, int]:
    assert state.result is not None
    return {line.name: line.figure for line in state.result.attacking}


# FG-F1


def test_fg_f1_the_books_vulnerable_pike_and_its_six_against_four() -> None:
    state = flank(BOOK)
    assert state.vulnerable == ((3, (4,)),)
    assert set(RULES.legal_actions(state)) == {FlankAttack(3), EndFlank()}
    assert RULES.chance(state) == ()
    in_front = led(state, "medium-infantry-1")
    assert lines(in_front) == {
        "combat": 3,
        "bonus": 4,
        "flank": 2,
    }  # less than with the heavy infantry, say the books
    state = led(state, "heavy-infantry-1")
    assert lines(state) == {"combat": 4, "bonus": 4, "flank": 2}
    assert state.result is not None
    assert (state.result.attacking_total - 4, state.result.defending_total - 4) == (6, 4)
    assert state.result.winner == "red"


def test_fg_f1_the_books_board_without_a_flank_attack() -> None:
    units = BOOK | {"5 blue": "light-infantry-1"}
    assert vulnerable(units) == {}
    assert RULES.chance(flank(units)) == (EndFlank(),)
    (reason,) = RULES.refusals(flank(units), FlankAttack(3))
    assert (reason.code, reason.ruling, dict(reason.figures)) == (
        "not-vulnerable",
        "FG-F1",
        {"column": 3, "vulnerable": "-"},
    )


def test_fg_f1_the_books_board_where_the_edge_makes_one() -> None:
    units = {"2 red": "medium-infantry-1", "2 blue": "pike-1", "1 red": "cavalry-1"}
    assert vulnerable(units) == {2: (1,)}


@pytest.mark.parametrize(
    ("units", "found"),
    [
        ({"3 blue": "pike-1", "4 red": "archer-1"}, {}),
        ({"3 red": "archer-1", "4 red": "archer-2"}, {}),
        ({"3 red": "archer-1", "3 blue": "pike-1"}, {}),
        (BOOK | {"4 blue": "archer-1"}, {}),
        (BOOK | {"2 red": "archer-1"}, {3: (2, 4)}),
        (BOOK | {"2 red": "archer-1", "1 blue": "archer-1"}, {3: (4,)}),
        (BOOK | {"5 red": "archer-1", "5 blue": "archer-1"}, {}),
        ({"2 red": "archer-1", "2 blue": "archer-1", "4 red": "archer-2", "4 blue": "archer-2"}, {}),
        ({"3 red": "pike-1", "3 blue": "pike-1 pike-2", "2 red": "archer-1"}, {3: (2,)}),
    ],
)
def test_fg_f1_each_condition(units: dict[str, str], found: dict[int, tuple[int, ...]]) -> None:
    assert vulnerable(units) == found


def test_fg_f1_is_judged_as_the_phase_begins() -> None:
    units = {"1 red": "cavalry-1", "2 red": "pike-1", "2 blue": "cavalry-1"}
    units |= {"3 red": "pike-2", "3 blue": "pike-1"}
    state = flank(units)
    assert dict(state.vulnerable) == {2: (1,)}
    state = led(state, "pike-1", column=2)
    assert (state.step, state.column(2).blue) == ("flank", ())
    assert RULES.chance(state) == (EndFlank(),)
    assert told(RULES.refusals(state, FlankAttack(3))) == [("not-vulnerable", "FG-F1")]


def test_fg_f1_each_vulnerable_column_once() -> None:
    state = led(flank(BOOK), "heavy-infantry-1", red="red/cavalry-1", blue="blue/commander-1")
    assert state.column(3).blue == ("blue/pike-1",)
    assert told(RULES.refusals(state, FlankAttack(3))) == [("not-vulnerable", "FG-F1")]
    assert after(state, EndFlank()).step == "actions"


def fought_beside_another() -> State:
    """Columns 2 and 4 were vulnerable; red has attacked 2 from column 1, and lost the lead."""
    units = {"1 red": "light-cavalry-1 archer-1", "2 red": "pike-1", "2 blue": "spear-1"}
    units |= {"4 red": "pike-2", "4 blue": "medium-infantry-1", "5 red": "cavalry-3"}
    return led(flank(units), "archer-1", column=2, red="red/archer-2", blue="blue/commander-1")


def test_fg_f1_an_agreement_elsewhere_lets_no_column_be_attacked_twice() -> None:
    state = fought_beside_another()
    assert state.column(2).blue == ("blue/spear-1",)
    state = overrule(DECK, state, AgreedUnits(5, "red", ("red/cavalry-3", "red/cavalry-4")))
    assert state.vulnerable == ((4, (5,)),)
    assert told(RULES.refusals(state, FlankAttack(2))) == [("not-vulnerable", "FG-F1")]
    assert dict(overrule(DECK, state, AgreedStep("flank")).vulnerable) == {2: (1,), 4: (5,)}


def test_fg_f1_an_attack_that_is_called_off_was_none() -> None:
    state = after(fought_beside_another(), FlankAttack(4), ChooseLead("red/cavalry-3"), BonusFromHand("red"))
    state = overrule(DECK, state, AgreedUnits(5, "red", ("red/cavalry-3", "red/cavalry-4")))
    assert (state.attack, state.step, state.vulnerable) == (None, "flank", ((4, (5,)),))


def test_fg_f1_two_vulnerable_columns_of_which_one_loses_its_flank() -> None:
    units = {
        "2 red": "pike-1",
        "2 blue": "pike-1",
        "1 red": "archer-1",
        "4 red": "pike-2",
        "4 blue": "pike-2",
    }
    state = flank(units | {"5 red": "cavalry-1"})
    assert dict(state.vulnerable) == {2: (1,), 4: (5,)}
    state = led(state, "archer-1", column=2, red="red/cavalry-2")
    assert state.column(1).red == ()
    assert FlankAttack(4) in RULES.legal_actions(state)


# FG-F2


def test_fg_f2_who_may_lead() -> None:
    state = after(flank(BOOK | {"2 red": "archer-1", "5 red": "cavalry-1"}), FlankAttack(3))
    leads = {action.card for action in RULES.legal_actions(state) if isinstance(action, ChooseLead)}
    assert leads == {"red/medium-infantry-1", "red/heavy-infantry-1", "red/archer-1"}
    (reason,) = RULES.refusals(state, ChooseLead("red/cavalry-1"))
    assert (reason.code, reason.ruling) == ("no-unit", "FG-F2")


def test_fg_f2_led_from_the_front_it_is_two_more_and_overlap_counts_the_side() -> None:
    state = led(flank(BOOK | {"2 red": "archer-1"}), "medium-infantry-1", overlap=True)
    assert lines(state) == {"combat": 3, "bonus": 4, "flank": 2, "overlap": 1}
    assert state.column(3).red == ("red/medium-infantry-1",)


def test_fg_f2_does_not_belong_into_another_step() -> None:
    state = position(units=BOOK)
    assert told(RULES.refusals(state, FlankAttack(3))) == [("wrong-phase", "FG-T0")]


# FG-F3

SIDE = {"3 red": "medium-infantry-1", "3 blue": "pike-1 pike-2", "4 red": "pike-1 pike-2"}


def test_fg_f3_totals_look_at_the_leads_own_column_and_the_attacked_terrain() -> None:
    state = position(units=SIDE, step="flank", terrain="plain plain woods hill plain")
    state = led(state, "pike-1")
    assert lines(state) == {
        "combat": 4,
        "bonus": 4,
        "second-unit": 1,
        "terrain": -2,
        "beside-second": 1,
        "flank": 2,
    }
    assert state.result is not None
    assert {line.ruling for line in state.result.attacking if "second" in line.name} == {"FG-F3"}


def test_fg_f3_the_lead_never_counts_for_its_own_overlap() -> None:
    units = {"3 red": "pike-1", "3 blue": "pike-1", "4 red": "cavalry-1 archer-1"}
    assert lines(led(flank(units), "cavalry-1", overlap=True))["overlap"] == 1
    assert lines(led(flank(units), "pike-1", overlap=True))["overlap"] == 2


def test_fg_f3_the_attacker_wins() -> None:
    state = led(flank(SIDE, _3="blue", _4="blue"), "pike-2")
    assert (state.column(3).red, state.column(3).blue) == (("red/medium-infantry-1",), ())
    assert state.column(4).red == ("red/pike-1", "red/pike-2")
    assert (state.column(3).control, state.column(4).control) == ("red", "blue")
    assert (state.step, state.red.points) == ("flank", 4)


def test_fg_f3_the_attacker_wins_with_two_units_in_the_attacked_column() -> None:
    units = {"3 red": "cavalry-1 cavalry-2", "3 blue": "archer-1", "4 red": "pike-1"}
    state = led(flank(units), "pike-1")
    assert (state.step, RULES.actors(state)) == ("result", frozenset({"red"}))
    assert RULES.legal_actions(state) == (Discard("red/cavalry-1"), Discard("red/cavalry-2"))
    assert told(RULES.refusals(state, Discard("red/pike-1"))) == [("no-unit", "FG-C1")]
    state = after(state, Discard("red/cavalry-1"))
    assert (state.step, state.column(3).red) == ("flank", ("red/cavalry-2",))


def test_fg_f3_the_attacker_loses_the_lead_alone() -> None:
    state = led(flank(SIDE, _3="red"), "pike-1", red="red/cavalry-1", blue="blue/commander-1")
    assert state.result is not None
    assert state.result.winner is None  # ten each, and pikes win no ties
    units = {"3 red": "cavalry-1 cavalry-2", "3 blue": "pike-1 pike-2", "4 red": "archer-1 light-cavalry-1"}
    state = led(flank(units, _3="red"), "light-cavalry-1")
    assert state.result is not None
    assert state.result.winner == "blue"
    assert (state.column(3).red, state.column(4).red) == (
        ("red/cavalry-1", "red/cavalry-2"),
        ("red/archer-1",),
    )
    assert (state.column(3).blue, state.column(3).control) == (("blue/pike-1",), None)
    assert (state.red.lost, state.blue.points) == (frozenset({"red/light-cavalry-1"}), 0)


def test_fg_f3_a_tie_costs_the_lead_and_all_defenders() -> None:
    state = led(flank(SIDE, _3="red"), "pike-1", red="red/cavalry-1", blue="blue/commander-1")
    assert (state.column(3).red, state.column(3).blue) == (("red/medium-infantry-1",), ())
    assert (state.column(4).red, state.column(3).control) == (("red/pike-2",), None)
    assert {"red/pike-1"} < state.red.discards
    assert {"blue/pike-1", "blue/pike-2"} < state.blue.discards


def test_fg_f3_the_spears_tie_comes_first() -> None:
    units = {"3 red": "archer-1", "3 blue": "spear-1", "4 red": "heavy-infantry-1"}
    state = led(flank(units), "heavy-infantry-1", red="red/cavalry-1", blue="blue/cavalry-5")
    assert state.result is not None
    assert (state.result.attacking_total, state.result.defending_total) == (8, 8)
    assert (state.result.by, state.column(4).red) == ("spear", ())
    assert state.column(3).red == ("red/archer-1",)


def test_fg_f3_when_all_retreat_nothing_is_discarded() -> None:
    units = {"3 red": "cavalry-1 cavalry-2", "3 blue": "archer-1", "4 red": "pike-1"}
    state = after(flank(units), FlankAttack(3), ChooseLead("red/pike-1"), BonusFromHand("red"))
    state = after(state, Retreat("blue/archer-1"), EndRetreat(), Reveal(RED, None))
    assert (state.step, state.column(3).red) == ("flank", ("red/cavalry-1", "red/cavalry-2"))
    front = after(flank(units), FlankAttack(3), ChooseLead("red/cavalry-1"), BonusFromHand("red"))
    assert RULES.chance(front) == (EndRetreat(),)


def test_fg_f3_from_the_front_a_full_retreat_costs_one_of_two() -> None:
    units = {"3 red": "pike-1 pike-2", "3 blue": "archer-1", "4 red": "cavalry-1"}
    state = after(flank(units), FlankAttack(3), ChooseLead("red/pike-1"), BonusFromHand("red"))
    state = after(state, Retreat("blue/archer-1"), EndRetreat(), Reveal(RED, None))
    assert set(RULES.legal_actions(state)) == {Discard("red/pike-1"), Discard("red/pike-2")}


def test_fg_f3_an_elephant_lost_beside_rampages() -> None:
    units = {"3 red": "archer-1", "3 blue": "light-infantry-1 light-infantry-2", "4 red": "elephant-1"}
    state = led(flank(units), "elephant-1", red="red/cavalry-1", blue="blue/commander-1")
    assert state.step == "rampage"
    assert after(state, Rampage("red", "red/archer-2")).step == "flank"
