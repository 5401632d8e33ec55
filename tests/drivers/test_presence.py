"""Presence: a resting card never vanishes by a fault or a garbled answer; a lifted one does after clean silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.presence import Change, Presence, Visit

A, B = b"\x04aaaaaa", b"\x04bbbbbb"


def read(*uids: bytes, garbled: bool = False) -> Visit:
    return Visit("3 red", 0, uids, garbled)


def test_a_tag_is_present_after_one_read() -> None:
    presence = Presence(absent_visits=3)
    assert presence.visit(read(A, B)) == [Change("present", "3 red", A), Change("present", "3 red", B)]
    assert presence.visit(read(A, B)) == []
    assert presence.lying("3 red") == (A, B)


def test_a_tag_is_absent_after_repeated_silence_only() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    assert presence.visit(read()) == []
    assert presence.doubtful()
    presence.visit(read(A))
    assert not presence.doubtful()
    assert [presence.visit(read()) for _ in range(3)] == [[], [], [Change("absent", "3 red", A)]]
    assert presence.lying("3 red") == ()


def test_garbled_answers_are_no_silence() -> None:
    presence = Presence(absent_visits=1)
    presence.visit(read(A))
    assert presence.visit(read(garbled=True)) == []
    assert presence.lying("3 red") == (A,)


def test_a_fault_makes_the_zone_unknown_and_removes_nothing() -> None:
    presence = Presence(absent_visits=2)
    presence.visit(read(A))
    presence.visit(read())
    broken = Visit("3 red", 0, fault="no chip answers")
    assert presence.visit(broken) == [Change("fault", "3 red", cause="no chip answers")]
    assert presence.visit(broken) == []
    assert presence.state("3 red") == "fault"
    assert presence.visit(read()) == [Change("ok", "3 red")], "the silence before the fault counts no more"
    assert presence.state("3 red") == "ok"
    assert presence.visit(read()) == [Change("absent", "3 red", A)]


def test_believed_tags_leave_by_silence_like_others() -> None:
    presence = Presence(absent_visits=2)
    presence.believe("3 red", A)
    assert presence.visit(read(A)) == []
    presence.visit(read())
    assert presence.visit(read()) == [Change("absent", "3 red", A)]


def test_absent_visits_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Presence(0)


visits = st.lists(
    st.one_of(
        st.builds(
            lambda uids, garbled: Visit("x", 0, tuple(uids), garbled),
            st.sets(st.sampled_from([A, B])),
            st.booleans(),
        ),
        st.just(Visit("x", 0, fault="broken")),
    )
)


@given(visits, st.integers(1, 4))
def test_changes_tell_the_whole_story(sequence: list[Visit], absent_visits: int) -> None:
    """Folding the changes gives what is lying; nothing becomes absent without enough clean visits without it."""
    presence = Presence(absent_visits)
    lying: set[bytes] = set()
    for index, visit in enumerate(sequence):
        for change in presence.visit(visit):
            if change.kind == "present":
                lying.add(change.uid)
            elif change.kind == "absent":
                lying.remove(change.uid)
                clean = [v for v in sequence[: index + 1] if v.fault is None and not v.garbled]
                assert all(change.uid not in v.uids for v in clean[-absent_visits:])
        assert lying == set(presence.lying("x"))
