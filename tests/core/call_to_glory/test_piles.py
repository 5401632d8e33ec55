"""Cards of discard piles at the table that hands lift early or forget, and what is left to draw from."""

from __future__ import annotations

import pytest
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import State

from .hands import Hands, playing
from .states import RULES, after, position


def discarding(*blue: str) -> State:
    """Red is about to discard while that lies on Blue's pad."""
    return position(("shogun 2", ""), pads=(("farmer-1",), blue))


@pytest.mark.parametrize(
    ("told", "lifted", "fix"),
    [
        ("hold column 1 red", "monk-1", ("take", "right")),
        ("hold column 5 red", "monk-1", ("take", "left")),
        (None, "monk-1", ("press", "column")),
        ("hold column 1 red", None, ("take", "red")),
    ],
)
def test_cg_1_who_does_not_say_where_the_second_comes_from_is_told_what_is_left(
    told: str | None, lifted: str | None, fix: tuple[str, str]
) -> None:
    hands = playing(position(("", ""), step="draw", pads=(("monk-1",), ("shogun-1",))))
    if told:
        hands.press(told)
    if lifted:
        hands.lift(lifted)
    else:
        hands.press("press ok red")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.figure("drawn")) == ("nothing-drawn", 1)
    assert (reason.fix.verb, reason.fix.place) == fix
