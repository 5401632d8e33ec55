"""When a tutor may speak."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.layout import SIDES, Side
from signifer_firmware.session.tutoring import allowed_after, may_tutor

RED: frozenset[Side] = frozenset({"red"})
BLUE: frozenset[Side] = frozenset({"blue"})
BOTH: frozenset[Side] = frozenset(SIDES)
SETS = st.sets(st.sampled_from(SIDES)).map(frozenset)


@pytest.mark.parametrize("people", [RED, BOTH])
def test_it_is_off_until_somebody_asks_for_it(people: frozenset[Side]) -> None:
    assert not may_tutor("red", people, ())


def test_against_a_robot_one_yes_is_enough_and_against_a_person_both_have_to_say_it() -> None:
    assert may_tutor("red", RED, RED)
    assert not may_tutor("red", BOTH, RED)
    assert not may_tutor("red", BOTH, BLUE)
    assert may_tutor("red", BOTH, BOTH)


@given(people=SETS, allowed=SETS, asker=st.sampled_from(SIDES), other=st.sampled_from(SIDES))
def test_whoever_plays_takes_it_from_both_with_a_no(
    people: frozenset[Side], allowed: frozenset[Side], asker: Side, other: Side
) -> None:
    left = allowed_after(allowed, other, yes=False)
    if other in people:
        assert not may_tutor(asker, people, left)
    # Nobody is told of a side at which no person sits, and a yes never takes anything away.
    if may_tutor(asker, people, allowed):
        assert asker in people
        assert may_tutor(asker, people, allowed_after(allowed, other, yes=True))


def test_after_the_game_whoever_played_may_look_back() -> None:
    assert may_tutor("blue", BOTH, (), over=True)
    assert not may_tutor("blue", RED, (), over=True)
