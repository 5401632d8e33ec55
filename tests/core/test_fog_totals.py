"""Totals as column screens show them before, in and after an attack (FG-C3, FG-C4)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.setup import Counts
from signifer_core.games.field_of_glory.totals import (
    read_result,
    shown_cards,
    shown_lines,
    shown_total,
    standing_total,
)

from tests.core.fog import DECK, Hands, position
from tests.core.fog_attacks import at_retreat, attacked


@pytest.mark.parametrize(
    ("units", "terrain", "total"),
    [
        ("", "plain", None),
        ("heavy-infantry-1", "plain", 4),
        ("heavy-infantry-1 heavy-infantry-2", "plain", 5),
        ("light-infantry-1 elephant-1", "plain", 6),
        ("light-infantry-1 elephant-1", "woods", 4),  # the elephant leads with 2 less, and still with most
        ("archer-1 light-infantry-1", "woods", 3),
        ("archer-1", "woods", 0),
        ("heavy-infantry-1", "woods", 2),
        ("medium-infantry-1", "woods", 3),
        ("spear-1", "rough", 4),
    ],
)
def test_fg_c3_best_lead_second_unit_and_woods(units: str, terrain: str, total: int | None) -> None:
    state = position(units={"3 red": units}, terrain=f"plain plain {terrain} plain plain")
    assert standing_total(DECK, state, 3, "red") == total
    assert standing_total(DECK, state, 3, "blue") is None


@pytest.mark.parametrize(
    ("control", "red", "blue"), [(None, 4, 4), ("red", 4, 4), ("blue", 4, 5)], ids=["none", "red", "blue"]
)
def test_fg_c4_a_hill_helps_who_controls_it_and_would_defend(
    control: str | None, red: int, blue: int
) -> None:
    units = {"3 red": "spear-1", "3 blue": "spear-1"}
    held = {3: control} if control else {}
    state = position(units=units, terrain="plain plain hill plain plain", control=held)
    assert standing_total(DECK, state, 3, "red") == red
    assert standing_total(DECK, state, 3, "blue") == blue


def test_fg_c3_pike_beside_pike_and_modifiers_wait_for_an_attack() -> None:
    state = position(units={"3 red": "pike-1 pike-2", "3 blue": "cavalry-1"})
    assert standing_total(DECK, state, 3, "red") == 5
    assert standing_total(DECK, state, 3, "blue") == 3


def test_fg_c3_the_lines_stand_without_bonus_cards_before_the_reveal_and_with_them_until_cards_have_left() -> (
    None
):
    def lines(hands: Hands, player: str) -> list[tuple[str, int]]:
        return [(line.name, line.figure) for line in shown_lines(DECK, hands.table, 3, player)]

    hands = Hands(position(units={"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "pike-1"}))
    assert lines(hands, "red") == []
    hands.press("press column 3 red")
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    assert lines(hands, "red") == [("combat", 4), ("second-unit", 1)]
    assert lines(hands, "blue") == [("combat", 4)]
    assert read_result(hands.table) is None
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert lines(hands, "red") == [("combat", 4), ("bonus", 4), ("second-unit", 1)]
    assert lines(hands, "blue") == [("combat", 4), ("bonus", 2)]
    assert read_result(hands.table) == hands.state.result
    hands.follow()
    assert (lines(hands, "red"), read_result(hands.table)) == ([], None)


def both(hands: Hands, column: int = 3) -> tuple[int | None, int | None]:
    return shown_total(DECK, hands.table, column, "red"), shown_total(DECK, hands.table, column, "blue")


def test_fg_c3_in_an_attack_the_totals_of_the_leads_selected() -> None:
    units = {"3 red": "pike-1 pike-2", "3 blue": "cavalry-1 cavalry-2", "2 red": "cavalry-1"}
    hands = attacked(units, terrain="plain plain woods plain plain", control={3: "blue"})
    # pike 4, second unit 1, woods -2, beside a second pike 1; blue's best lead: cavalry 3, second unit 1, woods -2
    assert both(hands) == (4, 2)
    hands.lay("red/overlap-1", "3 red")
    assert both(hands) == (5, 2)
    assert both(hands, 2) == (3, None), "other columns as ever"
    hands.lay("red/commander-1", "pad red")
    assert both(hands) == (5, 2), "a bonus card is in no total before it is shown"
    hands.press("press ok red")
    assert both(hands) == (5, 2)
    hands.press("press ok blue")
    hands.lay("blue/commander-1", "pad blue")
    hands.press("press ok blue")
    assert (hands.state.step, both(hands)) == ("lead", (5, 2))
    assert shown_cards(DECK, hands.table) == ()
    hands.press("press ok blue")
    assert both(hands) == (10, 7)
    assert shown_cards(DECK, hands.table) == (("red/commander-1", 5), ("blue/commander-1", 5))
    hands.follow()
    assert (both(hands), shown_cards(DECK, hands.table)) == ((2, None), ())


def test_fg_f3_in_the_flank_the_total_of_the_lead_from_beside_stands_in_the_attacked_column() -> None:
    units = {"3 red": "pike-1", "2 red": "cavalry-1 cavalry-2", "3 blue": "spear-1"}
    hands = Hands(position(units=units, step="flank"))
    hands.press("press column 3 red")
    assert both(hands) == (6, 4)  # pike 4, flank 2
    hands.press("press column 2 red")
    assert both(hands) == (6, 4)  # cavalry 3, second unit 1, flank 2
    assert both(hands, 2) == (4, None)


def test_fg_c1_where_all_retreated_no_total_was_added_up_and_the_bonus_card_is_shown() -> None:
    units = {"3 red": "heavy-infantry-1", "3 blue": "medium-infantry-1"}
    hands = at_retreat(units).lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    assert both(hands) == (4, None)
    assert shown_cards(DECK, hands.table) == (("red/cavalry-5", 4),)
    hands.follow()
    assert shown_cards(DECK, hands.table) == ()


def test_fg_c3_totals_of_an_earlier_attack_are_read_until_its_own_cards_have_left() -> None:
    units = {"2 red": "spear-1", "2 blue": "archer-1", "4 red": "spear-2", "4 blue": "archer-2"}
    hands = Hands(position(units=units, red=Counts(hand=5)))
    for column, red, blue in ((2, "commander-1", "overlap-1"), (4, "commander-2", "overlap-2")):
        hands.press(f"press column {column} red")
        hands.lay(f"red/{red}", "pad red").press("press ok red")
        hands.press("press ok blue")  # nobody retreats
        hands.lay(f"blue/{blue}", "pad blue").press("press ok blue")
        assert both(hands, column) == (9, 2)
        hands.lift(f"red/{red}").lift(f"blue/{blue}")
    assert both(hands, 2) == both(hands, 4) == (9, 2)
    hands.press("hold ok red")
    hands.press("press ok red")
    assert (hands.state.active, shown_total(DECK, hands.table, 2, "red")) == ("blue", 9)
    hands.lift("blue/archer-1")
    assert shown_total(DECK, hands.table, 2, "red") == 4
    assert shown_total(DECK, hands.table, 4, "red") == 9
    hands.lift("blue/archer-2")
    assert shown_total(DECK, hands.table, 4, "red") == 4
