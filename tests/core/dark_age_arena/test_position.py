"""Where a game of Dark Age Arena begins at a table."""

from __future__ import annotations

import pytest
from signifer_core.games.dark_age_arena.position import POSITIONS, Setup

from .states import DECK, RULES, after


@pytest.mark.parametrize("classes", [False, True])
def test_a_game_begins_at_the_empty_table_with_or_without_classes(classes: bool) -> None:
    setup = Setup.from_json(Setup(classes).to_json())
    assert setup == Setup(classes)
    assert POSITIONS.begin(DECK, setup) == RULES.table_game(classes=classes)
    assert POSITIONS.fresh(pads=True) == Setup()


def test_the_position_tells_all_before_the_set_up_is_over() -> None:
    state = RULES.table_game()
    assert POSITIONS.settled(state)
    assert not POSITIONS.settled(after(state, "keep red", "keep blue", rules=RULES))
