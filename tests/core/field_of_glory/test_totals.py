"""Totals as column screens show them before, in and after an attack (FG-C3, FG-C4)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.table.totals import (
    read_result,
    shown_cards,
    shown_lines,
    shown_total,
    standing_total,
)

from tests.core.field_of_glory.attacks import ONE_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, Hands, position
from tests.core.field_of_glory.tables import won


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


@pytest.mark.parametrize(("control", "terrain"), [("red", []), ("blue", [("terrain", 1)])])
def test_fg_c4_a_hill_that_the_attacker_controls_helps_nobody(
    control: str, terrain: list[tuple[str, int]]
) -> None:
    units = {"3 red": "heavy-infantry-1", "3 blue": "heavy-infantry-1"}
    hands = Hands(position(units=units, terrain="plain plain hill plain plain", control={3: control}))
    hands.press("press column 3 red")
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    found = [(line.name, line.figure) for line in shown_lines(DECK, hands.table, 3, "blue")]
    assert [line for line in found if line[0] == "terrain"] == terrain


def test_fg_c3_pike_beside_pike_and_modifiers_wait_for_an_attack() -> None:
    state = position(units={"3 red": "pike-1 pike-2", "3 blue": "cavalry-1"})
    assert standing_total(DECK, state, 3, "red") == 5
    assert standing_total(DECK, state, 3, "blue") == 3


def test_fg_c3_the_lines_stand_without_bonus_cards_before_the_reveal_and_with_them_until_it_is_dismissed() -> (
    None
):
    def lines(hands: Hands, player: Player) -> list[tuple[str, int]]:
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
    assert len(lines(hands, "red")) == 3
    assert read_result(hands.table) == hands.state.result
    hands.press("hold ok red")
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
    assert both(hands) == (10, 7)
    assert len(shown_cards(DECK, hands.table)) == 2
    hands.press("hold ok red")
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
    assert shown_cards(DECK, hands.table) == (("red/cavalry-5", 4),)
    hands.press("hold ok red")
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


# A result is kept until people dismiss it


def test_fg_c6_a_result_is_dismissed_by_whatever_goes_on_with_the_game_and_by_nothing_else() -> None:
    hands = won()
    stands = read_result(hands.table)
    assert stands is not None
    assert both(hands) == (8, 6)
    refused = hands.press("press column 3 red"), hands.press("press ok blue"), hands.press("hold dice")
    assert [bool(reasons) for reasons in refused] == [True, True, False]
    hands.press("press ok red")  # "hold to end"
    hands.press("press dice")
    hands.lay("red/pike-2", "pad red").lift("red/pike-2")
    hands.lay("blue/pike-1", "3 blue").lift("blue/pike-1")
    assert hands.judge().judge().refusals == ()
    assert (read_result(hands.table), both(hands)) == (stands, (8, 6))
    hands.lay("red/light-infantry-1", "1 red")
    assert (read_result(hands.table), both(hands)) == (None, (4, None))


@pytest.mark.parametrize(
    "gestures",
    [["lay red/light-cavalry-1 5 red"], ["lift red/pike-1"], ["hold ok red"], ["reserves"], ["agreed"]],
    ids=lambda gestures: gestures[0],
)
def test_fg_c6_every_gesture_that_goes_on_dismisses_a_result(gestures: list[str]) -> None:
    hands = won()
    for gesture in gestures:
        match gesture.split():
            case ["lay", card, *at]:
                hands.lay(card, " ".join(at))
            case ["lift", card]:
                hands.lift(card)
            case ["reserves"]:
                hands.lay("red/reserves-1", "pad red").press("press ok red")
            case ["agreed"]:
                hands.table = hands.referee.overruled(hands.table, "agreed count red points 1", hands.seen)
            case _:
                hands.press(gesture)
        assert read_result(hands.table) is None
        assert both(hands) != (8, 6)


def test_fg_c6_who_takes_back_what_they_began_reads_the_result_again_and_who_has_paid_does_not() -> None:
    hands = won()
    hands.lay("red/light-infantry-1", "1 red").lift("red/light-infantry-1")
    assert both(hands) == (8, 6)
    hands.lift("red/pike-1").lay("red/pike-1", "4 red")  # bumped
    assert both(hands) == (8, 6)
    hands.lay("red/light-infantry-1", "1 red")
    hands.press("hold dice")
    assert both(hands) == (8, 6), "undone"
    hands.follow()
    hands.lay("red/light-infantry-1", "1 red").lay("red/commander-2", "pad red")
    assert hands.press("press ok red") == ()
    hands.follow()
    hands.lay("red/light-infantry-2", "2 red").lift("red/light-infantry-2")
    assert both(hands) == (4, None)


def test_fg_c6_what_goes_on_by_itself_dismisses_no_result() -> None:
    """The flank phase ends by itself when no vulnerable column is left; with another, `ok` ends it."""
    units = {"3 red": "heavy-infantry-1", "3 blue": "heavy-infantry-2", "2 red": "pike-1"}
    hands = Hands(position(units=units, step="flank"))
    hands.press("press column 3 red")
    hands.press("press column 3 red")  # which leads
    hands.press("press ok red")
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    hands.follow()
    assert (hands.state.step, read_result(hands.table)) == ("actions", hands.state.result)
    assert both(hands)[1] == 6
    units = {"2 red": "heavy-infantry-1", "2 blue": "heavy-infantry-2", "1 red": "pike-1"}
    units |= {"4 red": "pike-2", "4 blue": "spear-1", "5 red": "pike-3"}
    again = Hands(position(units=units, step="flank"))
    assert [column for column, _ in again.state.vulnerable] == [2, 4]
    again.press("press column 2 red")
    again.press("press column 2 red")
    again.press("press ok red")
    again.lay("red/cavalry-5", "pad red").press("press ok red")
    again.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    again.follow()
    assert again.state.step == "flank"
    assert read_result(again.table) is not None
    again.press("press ok red")
    assert (again.state.step, read_result(again.table)) == ("actions", None)


def test_fg_c6_in_rampage_and_while_one_of_two_is_chosen_the_result_is_read() -> None:
    hands = attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}).lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.state.step == "rampage"
    hands.follow()
    assert both(hands) == (9, 7)
    hands.lay("blue/archer-1", "pad blue").press("press ok blue")
    hands.follow()
    assert (hands.state.step, both(hands)) == ("actions", (9, 7))
    assert len(shown_cards(DECK, hands.table)) == 2


def test_fg_c6_a_dismissed_result_is_read_on_until_its_cards_have_left() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    hands.lift("red/cavalry-5").lift("blue/cavalry-1")
    hands.lay("red/light-infantry-1", "1 red")
    assert both(hands) == (8, 6), "the loser's unit has not left"
    hands.lift("blue/heavy-infantry-1")
    assert both(hands) == (4, None)
