"""Presence: a resting card never vanishes by a fault or a garbled answer; a lifted one does after clean silence."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.polling.findings import UNREAD, Change, Finding, Visit
from signifer_drivers.polling.leaving import COMING_US
from signifer_drivers.polling.lying import GRAB_US, KNOWN_READS
from signifer_drivers.polling.patience import UNKNOWN_VISITS
from signifer_drivers.polling.presence import Presence

from .visits import HERE, LONG, NEXT, A, B, C, kinds, read, silent


def rests(presence: Presence, *uids: bytes) -> None:
    """Tags lie there, and have been read so often that they are known."""
    for _ in range(1 + KNOWN_READS):
        presence.visit(read(*uids))


def test_a_tag_is_present_after_one_read() -> None:
    presence = Presence(absent_visits=3)
    assert presence.zone(HERE) == "unknown"
    assert presence.visit(read(A, B)) == [Change(Finding.PRESENT, HERE, A), Change(Finding.PRESENT, HERE, B)]
    assert presence.visit(read(A, B)) == []
    assert presence.lying(HERE) == presence.known(HERE) == (A, B)
    assert presence.tag(HERE, A) == presence.zone(HERE) == "present"


def test_a_tag_is_absent_after_repeated_silence_only() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    assert presence.visit(silent()) == []
    assert presence.doubtful()
    assert presence.doubts(HERE)
    assert presence.tag(HERE, A) == "unknown"
    presence.visit(read(A))
    assert not presence.doubtful()
    assert not presence.doubts(HERE)
    assert [kinds(presence.visit(silent())) for _ in range(3)] == [[], [], [("absent", HERE, A)]]
    assert presence.lying(HERE) == ()
    assert presence.tag(HERE, A) == presence.zone(HERE) == "absent"


def test_a_lift_tells_when_the_silence_began() -> None:
    presence = Presence(absent_visits=2)
    rests(presence, A)
    presence.visit(Visit(HERE, 200, misses={A: (LONG, 0)}))
    assert presence.visit(Visit(HERE, 300, misses={A: (LONG, 0)})) == [
        Change(Finding.ABSENT, HERE, A, since_us=200)
    ]


def test_a_tag_that_often_misses_is_lifted_when_its_last_silence_began() -> None:
    presence = Presence(absent_visits=3)
    for visit in range(100):
        presence.visit(replace(read(A, a=(visit % 2, 0)), at_us=visit * 30_000))
    gone = [presence.visit(replace(silent(), at_us=(100 + visit) * 30_000)) for visit in range(3)]
    assert gone[-1] == [Change(Finding.ABSENT, HERE, A, since_us=3_000_000)]


def test_what_waits_for_its_examination_is_not_called_silent() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    for _ in range(20):
        assert presence.visit(replace(silent(), unexamined=True)) == []
        assert presence.doubts(HERE)
        assert presence.doubtful()
    assert [kinds(presence.visit(silent())) for _ in range(3)] == [[], [], [("absent", HERE, A)]]


def test_after_a_silent_visit_a_tag_is_asked_oftener() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    before = presence.tries(HERE)
    presence.visit(silent())
    assert presence.tries(HERE) == 5 > before


def test_nobody_is_judged_while_one_comes_that_may_lie_over_them() -> None:
    """B is pushed from one zone onto A in another: A goes only when it is known where B lies."""
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    presence.visit(read(B, reader=NEXT))
    for visit in range(1, 5):
        assert A in presence.lying(HERE)
        presence.visit(replace(silent(lying=(B,)), at_us=visit * 30_000))
    presence.visit(replace(silent(lying=(B,)), at_us=COMING_US + 30_000))
    presence.visit(replace(silent(lying=(B,)), at_us=COMING_US + 60_000))
    assert A not in presence.lying(HERE)


def test_what_was_overheard_for_long_came_when_it_was_pushed() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(B, reader=NEXT))
    for visit in range(40):
        presence.visit(replace(read(B, reader=NEXT), at_us=visit * 30_000))
        presence.visit(replace(read(B), at_us=visit * 30_000))
    assert B in presence.lying(NEXT)
    changes: list[Change] = []
    for visit in range(40, 60):
        changes += presence.visit(replace(silent(reader=NEXT), at_us=visit * 30_000))
        changes += presence.visit(replace(read(B), at_us=visit * 30_000))
    assert [change.since_us for change in changes if change.kind == Finding.PRESENT] == [None]


def test_as_many_silent_tries_are_needed_as_were_derived() -> None:
    presence = Presence(absent_visits=1)
    rests(presence, A)
    needed = presence.silent_tries(HERE, A)
    assert needed > 3
    for _ in range(needed - 1):
        assert presence.visit(read(a=(1, 0))) == []
    assert kinds(presence.visit(read(a=(1, 0)))) == [("absent", HERE, A)]


def test_a_tag_that_was_hardly_read_yet_is_waited_for_in_many_visits() -> None:
    """A neighbour's antenna may have caught one answer of it. Once it was read often enough, silence counts as ever."""
    presence = Presence(absent_visits=1)
    presence.visit(read(A))
    for _ in range(UNKNOWN_VISITS - 1):
        assert presence.visit(silent(tries=5)) == []
    assert kinds(presence.visit(silent(tries=5))) == [("absent", HERE, A)]
    rests(presence, A)
    assert kinds(presence.visit(silent())) == [("absent", HERE, A)]


def test_what_was_caught_by_chance_goes_to_the_zone_that_reads_it() -> None:
    presence = Presence(absent_visits=1)
    presence.visit(read(A))
    presence.visit(read(A, reader=NEXT))
    changes = presence.visit(silent())
    assert kinds(changes) == [("present", NEXT, A), ("absent", HERE, A)]


def test_one_that_moves_is_hardly_read_in_its_new_zone_either() -> None:
    presence = Presence(absent_visits=1)
    rests(presence, A)
    presence.visit(read(A, reader=NEXT))
    assert kinds(presence.visit(silent())) == [("present", NEXT, A), ("absent", HERE, A)]
    for _ in range(UNKNOWN_VISITS - 1):
        assert presence.visit(silent(reader=NEXT, tries=5)) == []
    assert kinds(presence.visit(silent(reader=NEXT, tries=5))) == [("absent", NEXT, A)]


def test_a_tag_that_misses_often_is_waited_for_longer() -> None:
    steady, flaky = Presence(absent_visits=1), Presence(absent_visits=1)
    for presence, missed in ((steady, 0), (flaky, 1)):
        presence.visit(read(A))
        for _ in range(100):
            presence.visit(read(A, a=(missed, 0)))
    assert steady.silent_tries(HERE, A) < 8 < 20 < flaky.silent_tries(HERE, A)
    assert steady.miss_rate(HERE) < 0.01 < 0.4 < flaky.miss_rate(HERE)
    assert steady.tries(HERE) == 2 < flaky.tries(HERE)


def test_a_neighbour_that_misses_makes_a_new_tag_of_its_reader_doubtful_too() -> None:
    presence = Presence(absent_visits=1)
    presence.visit(read(A))
    first = presence.silent_tries(HERE, A)
    for _ in range(100):
        presence.visit(read(A, a=(1, 0)))
    presence.visit(read(A, B))
    assert presence.silent_tries(HERE, B) > first


def test_an_answer_that_is_not_understood_is_no_silence_but_has_an_end() -> None:
    """A sign of the tag itself, or of anybody: either way it stays for longer than in silence, and goes at last."""
    for garble in (read(a=(0, 3)), read(garbled=True, a=(3, 0))):
        presence = Presence(absent_visits=1)
        for _ in range(200):
            presence.visit(read(A))
        needed = presence.silent_tries(HERE, A)
        lasted = 1
        while not presence.visit(garble):
            lasted += 1
        assert 5 * needed < 3 * lasted < 130


def test_where_an_answer_was_not_understood_silence_has_to_last_longer() -> None:
    """In noise at one reader most tries are met by silence; one answer tells that the card may lie there still."""
    presence = Presence(absent_visits=1)
    rests(presence, A)
    before = presence.silent_tries(HERE, A)
    assert presence.visit(read(a=(0, 1))) == []
    needed = presence.silent_tries(HERE, A)
    assert needed > 2 * before
    assert presence.visit(read(a=(needed - 1, 0))) == []
    assert kinds(presence.visit(read(a=(1, 0)))) == [("absent", HERE, A)]
    rests(presence, A)
    assert presence.silent_tries(HERE, A) < needed, "it was read again"


def test_a_sign_of_the_tag_ends_a_silence() -> None:
    presence = Presence(absent_visits=2)
    presence.visit(read(A))
    for _ in range(6):
        assert presence.visit(read(a=(5, 0))) == []
        assert presence.visit(read(a=(0, 1))) == []
        presence.visit(read(A))


def test_a_fault_makes_the_zone_unknown_and_removes_nothing() -> None:
    presence = Presence(absent_visits=2)
    rests(presence, A)
    presence.visit(silent())
    broken = Visit(HERE, 0, fault="no chip answers")
    assert presence.visit(broken) == [Change(Finding.FAULT, HERE, cause="no chip answers")]
    assert presence.visit(broken) == []
    assert presence.state(HERE) == presence.zone(HERE) == presence.tag(HERE, A) == "fault"
    assert not presence.doubtful()
    assert presence.visit(silent()) == [Change(Finding.OK, HERE)], (
        "the silence before the fault no longer counts"
    )
    assert presence.state(HERE) == Finding.OK
    assert kinds(presence.visit(silent())) == [("absent", HERE, A)]


def test_believed_tags_leave_by_silence_like_others() -> None:
    presence = Presence(absent_visits=2)
    presence.believe(HERE, A)
    assert presence.visit(read(A)) == []
    presence.visit(silent())
    gone = presence.visit(silent())
    assert kinds(gone) == [("absent", HERE, A)]
    assert gone[0].cause == ""


@pytest.mark.parametrize("was_read", [True, False])
def test_believed_tags_that_no_reader_has_found_leave_for_that_reason(was_read: bool) -> None:
    presence = Presence(absent_visits=2)
    for uid in (A, B):
        presence.believe(HERE, uid, was_read=was_read)
    presence.visit(silent())
    gone = presence.visit(silent())
    assert kinds(gone) == [("covered", HERE, A), ("covered", HERE, B)]
    assert {change.cause for change in gone} == {"" if was_read else UNREAD}
    rests(presence, A)
    presence.visit(silent())
    assert presence.visit(silent())[0].cause == "", "it has been read since"


def test_absent_visits_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Presence(0)


def test_tags_that_fall_silent_together_are_covered_and_come_back() -> None:
    presence = Presence(absent_visits=2)
    rests(presence, A, B, C)
    presence.visit(silent(lying=(C,)))
    assert kinds(presence.visit(silent(lying=(C,)))) == [("covered", HERE, A), ("covered", HERE, B)]
    assert presence.lying(HERE) == (C,)
    assert presence.tag(HERE, A) == "covered"
    assert kinds(presence.visit(read(A, B, C))) == [("present", HERE, A), ("present", HERE, B)]
    assert presence.tag(HERE, A) == "present"


def test_tags_that_fall_silent_one_after_the_other_were_lifted() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A, B))
    for _ in range(2):
        presence.visit(silent(lying=(B,)))
    late = replace(silent(), on_us=GRAB_US + 1)
    assert kinds(presence.visit(late)) == [("absent", HERE, A)]
    presence.visit(silent())
    assert kinds(presence.visit(silent())) == [("absent", HERE, B)]


def test_tags_that_fall_silent_within_one_grab_are_covered_however_often_they_are_visited() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A, B))
    for _ in range(2):
        presence.visit(silent(lying=(B,)))
    late = replace(silent(), on_us=GRAB_US)
    assert presence.visit(late) == presence.visit(late) == []
    assert kinds(presence.visit(late)) == [("covered", HERE, A), ("covered", HERE, B)]


def test_who_fell_silent_together_is_judged_together_though_one_is_waited_for_longer() -> None:
    presence = Presence(absent_visits=1)
    presence.visit(read(A, B))
    for _ in range(200):
        presence.visit(read(A, B, b=(1, 0)))
    few = presence.silent_tries(HERE, A)
    assert few + 10 < presence.silent_tries(HERE, B)
    assert presence.visit(silent(tries=few + 1)) == []
    assert kinds(presence.visit(silent())) == [("covered", HERE, A), ("covered", HERE, B)]


def test_one_that_moved_is_no_company_for_one_that_was_lifted() -> None:
    presence = Presence(absent_visits=2)
    rests(presence, A, B)
    presence.visit(read(A, reader=NEXT))
    presence.visit(silent())
    assert kinds(presence.visit(silent())) == [
        ("present", NEXT, A),
        ("absent", HERE, A),
        ("absent", HERE, B),
    ]


# A card in two zones


def test_a_card_that_moved_lies_there_as_soon_as_its_old_zone_is_silent() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    assert presence.visit(read(A, reader=NEXT)) == []
    assert presence.doubtful()
    assert presence.known(NEXT) == (A,)
    told = []
    for _ in range(3):
        told += presence.visit(silent(tries=1))
        told += presence.visit(read(A, reader=NEXT))
    assert kinds(told) == [("present", NEXT, A), ("absent", HERE, A)]
    assert not presence.doubtful()


def test_a_card_that_another_zone_overhears_stays_where_it_is_read_steadily() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    for _ in range(500):
        assert presence.visit(read(A, reader=NEXT)) == []
        assert presence.visit(read(A)) == []
    assert not presence.doubtful(), "it is known to be overheard"


def test_a_card_first_heard_by_the_wrong_zone_goes_to_the_right_one_once() -> None:
    """The wrong one reads it every third time, as when the table is switched on and it is visited first."""
    presence = Presence(absent_visits=5)
    told = []
    for turn in range(500):
        told += presence.visit(read(A, reader=NEXT) if turn % 3 == 0 else silent(reader=NEXT, tries=1))
        told += presence.visit(read(A))
    assert kinds(told) == [("present", NEXT, A), ("present", HERE, A), ("absent", NEXT, A)]


def test_a_zone_that_is_visited_more_often_gains_nothing_by_it() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    for _ in range(100):
        for _ in range(5):
            assert presence.visit(read(A, reader=NEXT)) == []
        assert presence.visit(read(A)) == []


@given(st.integers(0, 1 << 32), st.floats(0, 1), st.floats(0, 1))
def test_a_card_heard_by_two_zones_by_chance_changes_place_ever_less_often(
    seed: int, here: float, there: float
) -> None:
    """Each change takes a lead twice as large as the one before, of the 300 reads that there are at most."""
    rng = random.Random(seed)
    presence = Presence(absent_visits=1000)
    moves = 0
    for _ in range(300):
        for reader, rate in ((HERE, here), (NEXT, there)):
            visit = read(A, reader=reader) if rng.random() < rate else silent(reader=reader, tries=0)
            moves += sum(change.kind == Finding.ABSENT for change in presence.visit(visit))
    assert moves <= 6


def test_a_broken_zone_gives_its_card_up_only_to_one_that_reads_it_steadily() -> None:
    presence = Presence(absent_visits=3)
    presence.visit(read(A))
    broken = Visit(HERE, 0, fault="no chip answers")
    presence.visit(broken)
    presence.visit(read(A, reader=NEXT))
    for _ in range(10):
        assert presence.visit(read(A, reader=NEXT)) == [], "once a turn of its own zone"
    told = []
    for _ in range(3):
        presence.visit(broken)
        told += presence.visit(read(A, reader=NEXT))
    assert kinds(told) == [("present", NEXT, A), ("absent", HERE, A)]


# Properties

counts = st.tuples(st.integers(0, 6), st.integers(0, 3))
visits = st.lists(
    st.one_of(
        st.builds(
            lambda reader, uids, garbled, asked: Visit(reader, 0, tuple(sorted(uids)), garbled, misses=asked),
            st.sampled_from([HERE, NEXT]),
            st.sets(st.sampled_from([A, B])),
            st.booleans(),
            st.dictionaries(st.sampled_from([A, B]), counts),
        ),
        st.builds(lambda reader: Visit(reader, 0, fault="broken"), st.sampled_from([HERE, NEXT])),
    )
)


@pytest.mark.slow
@given(visits, st.integers(1, 4))
def test_changes_tell_the_whole_story(sequence: list[Visit], absent_visits: int) -> None:
    """Folding the changes gives what lies there; a card lies in one zone; none goes without failed visits in a row."""
    presence = Presence(absent_visits)
    lying: dict[bytes, str] = {}
    for index, visit in enumerate(sequence):
        changes = presence.visit(visit)
        moved = {change.uid for change in changes if change.kind == Finding.PRESENT}
        for change in changes:
            if change.kind == Finding.PRESENT:
                lying[change.uid] = change.reader
            elif change.kind in (Finding.ABSENT, Finding.COVERED):
                if change.uid in moved:
                    continue
                assert lying.pop(change.uid) == change.reader
                own = [v for v in sequence[: index + 1] if v.reader == change.reader][-absent_visits:]
                assert len(own) == absent_visits
                assert all(change.uid not in v.uids and v.fault is None for v in own)
        told = set(lying.items())
        assert told == {(uid, reader) for reader in (HERE, NEXT) for uid in presence.lying(reader)}


@pytest.mark.slow
@given(visits)
def test_a_lifted_card_is_gone_at_last_in_any_noise(before: list[Visit]) -> None:
    presence = Presence(3)
    for visit in before:
        presence.visit(visit)
    presence.visit(read(A))
    for turn in range(140):
        for reader in (HERE, NEXT):
            at_us = turn * 30_000
            presence.visit(replace(read(garbled=turn % 2 == 0, reader=reader, a=(2, turn % 3)), at_us=at_us))
    assert A not in (*presence.lying(HERE), *presence.lying(NEXT))
