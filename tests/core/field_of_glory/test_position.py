"""A position to begin from is one that a table can have, or is refused whole."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import FieldOfGlory, Setup, begin, standard_deck
from signifer_core.games.field_of_glory.position import POSITIONS, Counts

RULES = FieldOfGlory(standard_deck())


def red(*cards: str, column: int = 3, player: str = "red") -> Setup:
    return Setup(units=((column, player, cards),))


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup(terrain=("plain",) * 4), "terrain is plain plain plain plain"),
        (Setup(terrain=("plain",) * 4 + ("lava",)), "terrain is plain plain plain plain lava"),
        (Setup(first="green"), "first is green"),
        (Setup(step="lead"), "begin is lead"),
        (Setup(control=((6, "red"),)), 'there is no "control 6"'),
        (Setup(control=((3, "none"),)), "control 3 is none"),
        (Setup(red=Counts(hand=-1)), "count red hand is -1"),
        (Setup(blue=Counts(deck=-1)), "count blue deck is -1"),
        (Setup(blue=Counts(shuffle=3)), "count blue shuffle is 3"),
        (red("red/pike-1", column=6), 'there is no "setup 6 red"'),
        (red("red/pike-1", player="green"), 'there is no "setup 3 green"'),
        (red("red/commander-1"), "red/commander-1 is no unit of 3 red"),
        (red("red/pike-4"), "red/pike-4 is no unit of 3 red"),
        (red("blue/pike-1"), "blue/pike-1 is no unit of 3 red"),
        (red("red/pike-1", "red/pike-2", "red/pike-3"), "a column takes two units of a side (FG-P2)"),
        (red("red/pike-1", "red/pike-1"), "red/pike-1 is there twice"),
    ],
)
def test_what_no_table_can_have_is_refused(setup: Setup, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        begin(RULES, setup)
    assert words in str(caught.value)


def test_all_that_is_wrong_is_named() -> None:
    with pytest.raises(RulesError) as caught:
        begin(RULES, Setup(first="green", step="lead"))
    assert str(caught.value).count(";") == 1


@pytest.mark.parametrize("cards", [("red/elephant-1", "red/light-infantry-1"), ("red/pike-1", "red/spear-1")])
def test_two_units_may_lie_in_a_column_as_people_have_agreed(cards: tuple[str, ...]) -> None:
    assert begin(RULES, red(*cards)).column(3).red == cards


def test_a_game_of_the_rules_goes_by_the_same_ones_as_one_that_people_begin() -> None:
    """Not by those of older records, where agreements changed less or more."""
    assert begin(RULES, POSITIONS.fresh(True)) == RULES.table_game()


def test_a_state_tells_what_sets_it_up_again() -> None:
    setup = Setup(
        terrain=("plain", "hill", "plain", "woods", "plain"),
        first="blue",
        units=((2, "red", ("red/pike-1", "red/pike-2")), (2, "blue", ("blue/archer-1",))),
        control=((2, "red"),),
        red=Counts(hand=5, deck=9, discard=3, points=2, shuffle=1),
        step="actions",
    )
    state = begin(RULES, setup)
    said = POSITIONS.told_of(state)
    assert said["terrain"] == setup.terrain
    assert POSITIONS.settled(RULES.deck, state)
    again = POSITIONS.taken(said, True, True)
    assert (again.units, again.control, again.red, again.step) == (
        setup.units,
        setup.control,
        setup.red,
        "actions",
    )
    assert begin(RULES, again) == state


def test_more_cards_than_an_army_has_are_a_fault_of_scripts() -> None:
    setup = Setup(red=Counts(hand=20, deck=5))
    assert [fault.wrong for fault in POSITIONS.counted(RULES.deck, setup)] == [
        "25 cards of red, and there are 24"
    ]
    assert begin(RULES, setup).red.deck == 5
