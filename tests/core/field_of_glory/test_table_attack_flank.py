"""Flank attacks at the table: who leads, the end of the phase, and the results that are ours (FG-F1 to FG-F3)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import ChooseLead, Discard, EndFlank, FlankAttack
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.table.attack import chosen_lead
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, whole

# Column 3 is vulnerable from 2; each has two candidates.
BOTH = {"3 red": "heavy-infantry-1 heavy-infantry-2", "2 red": "cavalry-1 cavalry-2", "3 blue": "pike-1"}


def in_flank(units: dict[str, str] | None = None, **setup: object) -> Hands:
    return Hands(position(units=units or BOTH, step="flank", **setup))  # type: ignore[arg-type]


def led(*presses: int, units: dict[str, str] | None = None, **setup: object) -> Hands:
    """An attack on column 3, with column buttons and `ok` that name the lead."""
    hands = in_flank(units, **setup)
    for column in (3, *presses):
        assert hands.press(f"press column {column} red") == ()
    return hands


def fought(*presses: int, red: str, blue: str, units: dict[str, str] | None = None, **setup: object) -> Hands:
    """The attack to its result; nobody can or does retreat."""
    hands = led(*presses, units=units, **setup).lay(f"red/{red}", "pad red")
    assert hands.press("press ok red") == ()
    if hands.state.step == "retreat":
        hands.press("press ok blue")
    hands.lay(f"blue/{blue}", "pad blue")
    assert hands.press("press ok blue") == ()
    if hands.state.step == "lead":
        hands.press("press ok blue")
    return hands


def test_fg_f1_what_is_not_vulnerable_is_refused_with_what_is() -> None:
    hands = in_flank({**BOTH, "4 blue": "archer-1", "5 red": "archer-1", "5 blue": "spear-1"})
    assert whole(hands.press("press column 5 red")) == [
        (
            "not-vulnerable",
            "red",
            "FG-F1",
            {"column": 5, "vulnerable": "3"},
            Fix(Verb.PRESS, place="column"),
            None,
        )
    ]
    assert codes(hands.press("press column 1 red")) == ["no-unit", "no-enemy", "not-vulnerable"]
    assert codes(hands.press("press column 4 red")) == ["no-unit", "not-vulnerable"]
    assert codes(hands.press("press column 2 red")) == ["no-enemy", "not-vulnerable"]
    assert hands.state == hands.start


def test_fg_f1_ok_ends_the_phase_and_a_hold_does_not() -> None:
    hands = in_flank()
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "flank", "flank", (("columns", "3"),))
    assert codes(hands.press("hold ok red")) == ["wrong-phase"]
    assert codes(hands.press("press ok blue")) == ["not-your-turn"]
    hands.lay("red/archer-1", "1 red")
    assert codes(hands.refusals) == ["wrong-phase"]
    hands.follow()
    assert hands.press("press ok red") == ()
    assert (hands.done, hands.state.step) == ([EndFlank()], "actions")


def test_fg_f1_a_refused_unit_on_the_pad_does_not_keep_the_phase_open() -> None:
    hands = in_flank().lay("red/spear-1", "pad red")
    assert hands.press("press ok red") == ()
    assert (hands.state.step, hands.state.red.hand) == ("actions", 9)


def test_fg_f1_the_phase_passes_by_itself_without_a_vulnerable_column() -> None:
    hands = in_flank({"3 red": "pike-1", "3 blue": "pike-1"})
    assert (hands.done, hands.state.step) == ([EndFlank()], "actions")


def test_fg_f2_a_column_button_names_the_column_that_leads_and_then_steps() -> None:
    hands = led()
    seen = [chosen_lead(hands.table)]
    for column in (3, 3, 3, 2, 2, 2, 3):
        assert hands.press(f"press column {column} red") == ()
        seen.append(chosen_lead(hands.table))
    infantry, cavalry = "red/heavy-infantry-", "red/cavalry-"
    assert [card and card.replace(infantry, "C").replace(cavalry, "F") for card in seen] == [
        *("C1", "C1", "C2", "C1", "F1", "F2", "F1", "C1")
    ]
    assert whole(hands.press("press column 4 red")) == [
        ("no-unit", "red", "FG-F2", {"column": 4}, Fix(Verb.PRESS, place="column"), None)
    ]
    assert hands.press("press ok red") == ()
    assert hands.done == [FlankAttack(3)], "the column is confirmed, with two candidates in it"
    assert hands.press("press ok red") == ()
    assert hands.done == [FlankAttack(3), ChooseLead("red/heavy-infantry-1")]


@pytest.mark.parametrize("kind", ["press", "hold"])
@pytest.mark.parametrize("pad", [True, False])
def test_fg_f2_no_ok_decides_before_a_column_is_named(kind: str, pad: bool) -> None:
    hands = led()
    if pad:
        hands.lay("red/commander-1", "pad red")
    assert hands.press(f"{kind} ok red") == ()
    assert hands.prompts == (Prompt("red", "lead", "column-first"),)
    assert (hands.done, hands.table.held.chosen, hands.table.leaving) == ([FlankAttack(3)], None, frozenset())
    hands.press("press column 2 red")
    hands.lay("red/commander-1", "pad red")
    assert hands.press("press ok red") == ()
    assert ChooseLead("red/cavalry-1") in hands.done, "now the bonus card confirms the lead shown, too"


def test_fg_f2_ok_confirms_the_column_and_then_the_lead_in_it() -> None:
    hands = led(2)
    assert hands.press("press ok red") == ()
    assert (hands.state.step, hands.table.held.named, chosen_lead(hands.table)) == (
        "lead",
        2,
        "red/cavalry-1",
    )
    assert hands.press("press column 2 red") == hands.press("press ok red") == ()
    assert hands.done[-1] == ChooseLead("red/cavalry-2")
    assert hands.table.held.named is None


def test_fg_f2_another_column_named_has_to_be_confirmed_again() -> None:
    hands = led(2)
    for gesture in ("press ok", "press column 3", "press ok"):
        assert hands.press(f"{gesture} red") == ()
    assert (hands.state.step, hands.table.held.named) == ("lead", 3)
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == ChooseLead("red/heavy-infantry-1")


def test_fg_f2_a_unit_beside_that_may_not_lead_makes_its_column_no_source() -> None:
    units = {
        "3 red": "pike-1",
        "3 blue": "spear-1",
        "2 red": "cavalry-1",
        "4 red": "cavalry-2",
        "5 blue": "pike-1",
    }
    hands = led(units=units)
    assert whole(hands.press("press column 4 red")) == [
        (
            "not-vulnerable",
            "red",
            "FG-F2",
            {"column": 4, "vulnerable": "3", "attacked": 3, "columns": "2 or 3"},
            Fix(Verb.PRESS, place="column"),
            None,
        )
    ]


@pytest.mark.parametrize(
    ("presses", "lead", "source"),
    [
        ((3,), "red/heavy-infantry-1", 3),
        ((3, 3), "red/heavy-infantry-2", 3),
        ((2,), "red/cavalry-1", 2),
        ((2, 2), "red/cavalry-2", 2),
    ],
)
def test_fg_f2_each_candidate_leads_from_its_own_column(
    presses: tuple[int, ...], lead: str, source: int
) -> None:
    hands = led(*presses).lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.state.attack is not None
    assert (hands.state.attack.lead, hands.state.attack.source, hands.state.attack.column) == (
        lead,
        source,
        3,
    )


def test_fg_f2_overlap_lies_beside_the_attacked_column_not_where_the_lead_stands() -> None:
    hands = led(2).lay("red/overlap-1", "2 red")
    assert codes(hands.refusals) == ["wrong-phase"]
    hands.follow()
    hands.lay("red/overlap-1", "3 red")
    assert (hands.refusals, hands.state.red.hand) == ((), 8)


def test_fg_f1_it_ends_by_itself_after_the_last_vulnerable_column() -> None:
    hands = fought(3, red="commander-1", blue="archer-1", units={**BOTH, "2 red": "cavalry-1"})
    assert (hands.done[-1], hands.state.step) == (EndFlank(), "actions")


def test_fg_f1_one_column_after_the_other_and_none_twice() -> None:
    units = {"2 red": "pike-1", "2 blue": "pike-1", "4 red": "pike-2", "4 blue": "pike-2"}
    hands = in_flank({**units, "1 red": "spear-1", "5 red": "spear-2"})
    assert [column for column, _ in hands.state.vulnerable] == [2, 4]
    hands.press("press column 2 red")
    hands.press("press column 1 red")
    hands.lay("red/archer-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/commander-1", "pad blue")
    hands.press("press ok blue")
    assert (hands.state.step, hands.state.column(1).red) == ("flank", ()), "the lead from beside is lost"
    assert hands.state.column(2).red == ("red/pike-1",)
    assert codes(hands.press("press column 2 red")) == ["not-vulnerable"]
    hands.follow()
    assert hands.press("press column 4 red") == (), "as it was when the phase began"
    hands.press("press column 4 red")
    hands.lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/archer-1", "pad blue")
    hands.press("press ok blue")
    assert (hands.done[-1], hands.state.step) == (EndFlank(), "actions")


# The results of FG-F3


def test_fg_f3_led_from_beside_and_won_the_attacker_chooses_of_two_in_the_column() -> None:
    hands = fought(2, red="commander-1", blue="archer-1")
    assert hands.state.step == "result"
    assert (hands.state.column(3).control, hands.state.column(3).blue) == ("red", ())
    assert hands.corrections_told() == [
        "take blue/pike-1 3 blue",
        "take red/commander-1 pad red",
        "take blue/archer-1 pad blue",
    ]
    hands.lift("red/cavalry-2")
    assert codes(hands.refusals) == ["no-unit"], "nobody leaves the lead's own column"
    hands.lay("red/cavalry-2", "2 red")
    hands.lift("red/heavy-infantry-2")
    assert hands.done[-2:] == [Discard("red/heavy-infantry-2"), EndFlank()]
    assert (hands.state.column(3).red, len(hands.state.column(2).red)) == (("red/heavy-infantry-1",), 2)


def test_fg_f3_led_from_beside_and_won_with_one_in_the_column_nothing_is_asked() -> None:
    hands = fought(2, red="commander-1", blue="archer-1", units={**BOTH, "3 red": "heavy-infantry-1"})
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/heavy-infantry-1",))
    assert hands.state.column(2).red == ("red/cavalry-1", "red/cavalry-2")


def test_fg_f3_led_from_the_column_and_won_the_second_unit_leaves_without_a_choice() -> None:
    hands = fought(3, 3, red="commander-1", blue="archer-1")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/heavy-infantry-2",))
    assert "take red/heavy-infantry-1 3 red" in hands.corrections_told()


def test_fg_f3_led_from_beside_and_lost_only_the_lead_is_eliminated() -> None:
    hands = fought(2, 2, red="archer-1", blue="commander-1", control={3: "red"})
    assert (hands.state.step, hands.state.blue.points) == ("actions", 1)
    assert hands.state.column(2).red == ("red/cavalry-1",)
    assert hands.state.column(3).red == ("red/heavy-infantry-1", "red/heavy-infantry-2")
    assert hands.state.column(3).control is None
    assert hands.corrections_told() == [
        "take red/cavalry-2 2 red",
        "take red/archer-1 pad red",
        "take blue/commander-1 pad blue",
    ]


def test_fg_f3_led_from_beside_and_tied_the_lead_and_the_defenders_leave() -> None:
    units = {"3 red": "pike-1", "2 red": "cavalry-1 cavalry-2", "3 blue": "medium-infantry-1"}
    # cavalry 3, second unit 1, flank 2, archer 2: 8; medium infantry 3, commander 5: 8
    hands = fought(2, red="archer-1", blue="commander-1", units=units, control={3: "blue"})
    assert hands.state.result is not None
    assert hands.state.result.by == "tie"
    assert (hands.state.column(3).red, hands.state.column(3).blue) == (("red/pike-1",), ())
    assert (hands.state.column(2).red, hands.state.column(3).control) == (("red/cavalry-2",), None)
    assert (hands.state.red.points, hands.state.blue.points) == (0, 0)
    assert hands.follow() == 4
    assert hands.agrees()


def test_fg_f3_led_from_beside_and_all_retreated_nobody_is_discarded() -> None:
    units = {"3 red": "archer-1 archer-2", "2 red": "elephant-1", "3 blue": "medium-infantry-1"}
    hands = led(2, units=units).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/archer-1", "red/archer-2"))
    assert hands.corrections_told() == ["take red/cavalry-5 pad red"]


def test_fg_f3_led_from_the_column_and_all_retreated_the_choice_is_theirs() -> None:
    hands = led(3, units={**BOTH, "3 blue": "archer-1"}).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lift("blue/archer-1")
    hands.press("press ok blue")
    assert hands.state.step == "result"
    hands.lift("red/heavy-infantry-1")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/heavy-infantry-2",))


def test_fg_f3_the_spears_tie_comes_first() -> None:
    units = {"3 red": "pike-1", "2 red": "cavalry-1 cavalry-2", "3 blue": "spear-1 spear-2"}
    # cavalry 3, second unit 1, flank 2, bonus 4; spear 4, second unit 1, bonus 5
    hands = led(2, units=units)
    hands.lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/commander-1", "pad blue")
    hands.press("press ok blue")
    hands.press("press ok blue")
    assert hands.state.result is not None
    assert (hands.state.result.attacking_total, hands.state.result.defending_total) == (10, 10)
    assert (hands.state.result.by, hands.state.column(3).blue) == ("spear", ("blue/spear-1",))
    assert hands.state.column(2).red == ("red/cavalry-2",)


def test_fg_f2_the_empty_deck_asks_for_the_shuffle_in_the_flank_too() -> None:
    hands = led(2, 2, red=Counts(hand=3, deck=0, discard=5))
    assert hands.press("hold ok red") == ()
    assert hands.state.step == "shuffle"
    hands.press("press ok red")
    hands.lay("red/archer-1", "pad red")
    assert hands.press("hold ok red") == ()
    assert hands.state.attack is not None
    assert hands.state.attack.lead == "red/cavalry-2"


def test_fg_f2_the_columns_that_may_lead_are_named() -> None:
    hands = in_flank({**BOTH, "4 red": "spear-1"})
    assert hands.press("press column 3 red") == ()
    figures = (("column", 3), ("columns", "2 or 3 or 4"))
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "lead", "choose-source", figures)
    assert hands.press("press column 4 red") == ()
    assert PROCEDURE.prompts(hands.table)[0] == Prompt(
        "red", "lead", "choose-lead", (("column", 4), ("card", "red/spear-1"))
    )


def test_fg_f1_all_vulnerable_columns_are_named() -> None:
    hands = in_flank({**BOTH, "5 red": "spear-1", "4 red": "archer-1", "4 blue": "archer-1"})
    assert [column for column, _ in hands.state.vulnerable] == [3, 4]
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "flank", "flank", (("columns", "3 or 4"),))
