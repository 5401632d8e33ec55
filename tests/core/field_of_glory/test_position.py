"""A position to begin from is one that a table can have, or is refused whole."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory import Counts, FieldOfGlory, RulesError, Setup, begin, standard_deck

RULES = FieldOfGlory(standard_deck())


def red(*cards: str, column: int = 3, player: str = "red") -> Setup:
    return Setup(units=((column, player, cards),))


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup(terrain=("plain",) * 4), "is not five of plain rough woods hill"),
        (Setup(terrain=("plain",) * 4 + ("lava",)), "lava is not five of"),
        (Setup(first="green"), '"green" is no player'),
        (Setup(step="lead"), 'cannot begin at "lead", only at advance flank actions draw'),
        (Setup(control=((6, "red"),)), '"red" cannot control column 6'),
        (Setup(control=((3, "none"),)), '"none" cannot control column 3'),
        (Setup(red=Counts(hand=-1)), "red cannot have"),
        (Setup(blue=Counts(deck=-1)), "blue cannot have"),
        (Setup(blue=Counts(shuffle=3)), "blue cannot have"),
        (red("red/pike-1", column=6), "red/pike-1 cannot lie in column 6 of red"),
        (red("red/pike-1", player="green"), "cannot lie in column 3 of green"),
        (red("red/commander-1"), "red/commander-1 cannot lie"),
        (red("red/pike-4"), "red/pike-4 cannot lie"),
        (red("blue/pike-1"), "blue/pike-1 cannot lie"),
        (red("red/pike-1", "red/pike-2", "red/pike-3"), "red/pike-3 cannot lie"),
        (red("red/pike-1", "red/pike-1"), "red/pike-1 lies there twice"),
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
