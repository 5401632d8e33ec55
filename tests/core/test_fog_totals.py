"""Totals as column screens show them before an attack (FG-C3, FG-C4)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.totals import read_result, shown_lines, standing_total

from tests.core.fog import DECK, Hands, position


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
