"""Zones of several readers: a card lies there while any of them finds it, and no broken one takes a card away."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from signifer_core.layout import Zone
from signifer_drivers.polling.bank import neighbours
from signifer_drivers.polling.bursts import DARK_ZONES, HOLD_US
from signifer_drivers.polling.disputes import DISPUTE_READS
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.lying import GRAB_US, KNOWN_READS
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.strangers import Strangers
from signifer_drivers.polling.together import DEAF_VISITS

from .visits import LONG, NEXT, A, B, kinds, read, silent

LEFT, RIGHT = "3 red a", "3 red b"
ZONES = {LEFT: "3 red", RIGHT: "3 red"}
BROKEN = {reader: Visit(reader, 0, fault="no chip answers") for reader in ZONES}
GONE = (Finding.ABSENT, Finding.COVERED)


def two_readers(absent_visits: int = 3) -> Presence:
    return Presence(absent_visits, zones=ZONES)


def visited(presence: Presence, *visits: Visit) -> list[tuple[str, str, bytes]]:
    return kinds([change for visit in visits for change in presence.visit(visit)])


def rests(presence: Presence, *readers: str) -> None:
    """A lies there, and these have read it so often that it is known."""
    for _ in range(1 + KNOWN_READS):
        visited(presence, *(read(A, reader=reader) for reader in readers))


def test_a_card_that_both_find_lies_there_once_and_is_asked_for_by_both() -> None:
    presence = two_readers()
    assert visited(presence, read(A, reader=LEFT), read(A, reader=RIGHT)) == [("present", LEFT, A)]
    assert presence.known(LEFT) == presence.known(RIGHT) == (A,)
    assert not presence.doubtful()


def test_a_card_goes_only_when_both_have_been_silent_for_long_enough() -> None:
    presence = two_readers()
    rests(presence, LEFT, RIGHT)
    for visit in (silent(reader=LEFT), silent(reader=RIGHT)):
        assert visited(presence, visit) == []
        assert presence.doubtful()
        assert presence.doubts(LEFT)
        assert presence.doubts(RIGHT)
    assert visited(presence, silent(reader=LEFT)) == []
    assert presence.doubtful()
    assert presence.doubts(RIGHT)
    assert not presence.doubts(LEFT), "it has listened for long enough, and makes room for the other one"
    assert visited(presence, silent(reader=RIGHT)) == [("absent", RIGHT, A)]
    assert not presence.doubtful()


def test_readers_that_have_heard_a_card_listen_for_it_together() -> None:
    """That both miss one that lies there is as seldom as the product of what each misses: half of it each is enough."""
    presence = two_readers()
    rests(presence, LEFT, RIGHT)
    half = -(-presence.silent_tries(LEFT, A) // 4)
    told = [visited(presence, silent(reader=reader, tries=half)) for reader in (LEFT, RIGHT) * 2]
    assert told == [[], [], [], [("absent", RIGHT, A)]]
    alone = two_readers()
    visited(alone, read(A, reader=LEFT))
    told = [visited(alone, silent(reader=reader, tries=half)) for reader in (LEFT, RIGHT) * 3]
    assert told == [[]] * 6, "who never heard it says nothing about it beside one that has"


def test_one_visit_of_one_of_them_is_never_enough() -> None:
    presence = two_readers(absent_visits=1)
    rests(presence, LEFT, RIGHT)
    assert visited(presence, silent(reader=LEFT), silent(reader=LEFT)) == []
    assert visited(presence, silent(reader=RIGHT)) == [("absent", RIGHT, A)]


def test_what_was_not_understood_is_over_as_soon_as_the_other_one_reads_the_card() -> None:
    presence = two_readers()
    rests(presence, LEFT, RIGHT)
    before = presence.silent_tries(LEFT, A)
    visited(presence, read(a=(0, 1), reader=LEFT))
    assert presence.silent_tries(LEFT, A) > 2 * before
    visited(presence, read(A, reader=RIGHT))
    assert presence.silent_tries(LEFT, A) == before


def test_one_that_never_heard_a_card_looks_for_it_before_it_goes() -> None:
    """It may have been pushed there. It would be found as a newcomer: who asks by its UID waits for longer."""
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), Visit(RIGHT, 0))
    assert presence.known(RIGHT) == ()
    empty = Visit(RIGHT, 0)
    assert visited(presence, silent(reader=LEFT), empty, silent(reader=LEFT), empty) == []
    # A hand that moves it may have it in the air as yet.
    assert presence.known(RIGHT) == ()
    assert visited(presence, silent(reader=LEFT)) == []
    # Nobody is proved to hear whom nobody asked.
    assert presence.known(RIGHT) == (A,)
    assert presence.tries(RIGHT) >= presence.silent_tries(RIGHT, A) - 3, (
        "each look was a try, and the next is"
    )
    assert presence.silent_tries(RIGHT, A) < presence.silent_tries(LEFT, A), "cards are seldom pushed"
    assert presence.doubts(RIGHT)
    begun = replace(read(B, reader=RIGHT), misses={B: (0, 0)})
    assert visited(presence, begun) == [("present", RIGHT, B)], "which was granted before it was to be asked"
    assert visited(presence, silent(reader=RIGHT, lying=(B,))) == [("absent", RIGHT, A)]


def test_it_is_asked_as_often_as_any_reader_has_to_be() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), *[silent(reader=LEFT)] * 3)
    wanted = presence.silent_tries(RIGHT, A)
    assert visited(presence, *[silent(reader=RIGHT, tries=1)] * (wanted - 1)) == []
    assert visited(presence, silent(reader=RIGHT, tries=1)) == [("absent", RIGHT, A)]


def test_a_driver_that_tells_no_tries_makes_one_a_visit() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), *[silent(reader=LEFT)] * 3)
    wanted = presence.silent_tries(RIGHT, A)
    assert visited(presence, *[Visit(RIGHT, 0)] * (wanted - 1)) == []
    assert visited(presence, Visit(RIGHT, 0)) == [("absent", RIGHT, A)]


@pytest.mark.parametrize("look", [Visit(RIGHT, 0, (B,), misses={B: (0, 0)}), Visit(RIGHT, 0)])
def test_however_often_it_has_looked_it_is_asked_at_last(look: Visit) -> None:
    """It found no newcomer, asked for others or for nobody: silence to a card's own UID is another matter."""
    presence = two_readers()
    rests(presence, LEFT)
    visited(presence, look, silent(reader=LEFT, tries=1))
    for _ in range(LONG):
        assert visited(presence, look) == []
    assert presence.silent_tries(RIGHT, A) < LONG
    assert visited(presence, silent(reader=LEFT), silent(reader=LEFT)) == []
    assert A in presence.known(RIGHT)
    asked = replace(look, misses={**look.misses, A: (1, 0)})
    assert visited(presence, asked) == [("absent", RIGHT, A)]


def test_one_that_has_looked_often_enough_need_not_hurry() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), Visit(RIGHT, 0), silent(reader=LEFT, tries=1))
    for _ in range(3):
        assert presence.doubts(RIGHT)
        assert visited(presence, Visit(RIGHT, 0)) == []
    assert not presence.doubts(RIGHT)
    assert presence.doubts(LEFT)


def test_a_card_that_goes_from_one_antenna_to_the_other_has_not_moved() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), silent(reader=RIGHT))
    told = []
    for _ in range(10):
        told += visited(presence, silent(reader=LEFT), read(A, reader=RIGHT))
    assert told == []
    assert not presence.doubtful()
    assert not presence.doubts(LEFT)
    assert (presence.known(LEFT), presence.known(RIGHT)) == ((), (A,)), "who does not hear it need not ask"
    for _ in range(10):
        told += visited(presence, read(A, reader=LEFT), silent(reader=RIGHT))
    assert told == []
    assert (presence.known(LEFT), presence.known(RIGHT)) == ((A,), ())


def test_silence_counts_from_when_the_last_of_them_has_heard_a_card() -> None:
    presence = two_readers()
    rests(presence, LEFT, RIGHT)
    assert visited(presence, silent(reader=LEFT), silent(reader=LEFT), read(A, reader=RIGHT)) == []
    assert visited(presence, silent(reader=RIGHT), silent(reader=RIGHT)) == []
    assert visited(presence, silent(reader=LEFT)) == []
    assert presence.doubtful()
    assert visited(presence, silent(reader=LEFT)) == [("absent", LEFT, A)]


def test_a_broken_reader_takes_no_card_away_and_the_other_goes_on() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), read(B, reader=RIGHT))
    assert visited(presence, BROKEN[LEFT]) == [("fault", LEFT, b"")]
    assert (presence.state(LEFT), presence.state(RIGHT)) == (Finding.FAULT, Finding.OK)
    for _ in range(50):
        assert visited(presence, BROKEN[LEFT], silent(reader=RIGHT)) == []
    assert presence.tag(RIGHT, B) == Finding.UNKNOWN
    assert not presence.doubtful(), "the table does not wait for what nobody can know"
    assert not presence.doubts(RIGHT)
    c = b"\x04dddddd"
    assert visited(presence, read(c, reader=RIGHT)) == [("present", RIGHT, c)], "lays are seen"
    assert visited(presence, read(B, c, reader=RIGHT)) == []
    assert presence.tag(RIGHT, B) == Finding.PRESENT
    assert visited(presence, read(A, reader=LEFT)) == [("ok", LEFT, b"")]
    assert set(presence.lying(LEFT)) | set(presence.lying(RIGHT)) == {A, B, c}


def test_the_silence_before_a_reader_failed_no_longer_counts() -> None:
    presence = two_readers()
    rests(presence, LEFT, RIGHT)
    visited(presence, silent(reader=LEFT), silent(reader=LEFT), silent(reader=RIGHT), BROKEN[LEFT])
    assert visited(presence, silent(reader=LEFT), silent(reader=RIGHT)) == [("ok", LEFT, b"")]
    assert visited(presence, silent(reader=RIGHT)) == []
    assert visited(presence, silent(reader=LEFT)) == [("absent", LEFT, A)]
    visited(presence, read(A, reader=LEFT), read(A, reader=RIGHT))
    visited(presence, silent(reader=RIGHT), silent(reader=RIGHT), BROKEN[LEFT])
    assert visited(presence, silent(reader=LEFT), silent(reader=LEFT)) == [("ok", LEFT, b"")]
    assert visited(presence, silent(reader=RIGHT)) == []


def test_cards_of_both_antennas_lifted_in_one_grab_are_asked_about() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), read(B, reader=RIGHT))
    told = []
    for _ in range(4):
        told += visited(presence, silent(reader=LEFT), silent(reader=RIGHT))
    assert sorted(uid for kind, _, uid in told if kind == "covered") == [A, B]


def test_two_cards_of_one_antenna_that_fell_silent_in_two_visits_in_a_row_are_asked_about() -> None:
    """However often the other one was visited in between, and how long its visits take."""
    presence = two_readers()
    visited(presence, read(A, B, reader=LEFT), Visit(RIGHT, 0))
    told = visited(presence, silent(reader=LEFT, lying=(B,)), *[Visit(RIGHT, 0)] * 3)
    late = [replace(silent(reader=each), on_us=2 * GRAB_US, at_us=2 * GRAB_US) for each in (LEFT, RIGHT)]
    for _ in range(4):
        told += visited(presence, *late)
    assert sorted((kind, uid) for kind, _, uid in told) == [("covered", A), ("covered", B)]


def test_cards_of_both_antennas_lifted_one_after_the_other_are_not() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), read(B, reader=RIGHT))
    told = []
    for _ in range(4):
        told += visited(presence, silent(reader=LEFT), read(B, reader=RIGHT))
        told += visited(presence, silent(reader=RIGHT, lying=(B,)))
    late = {reader: replace(silent(reader=reader), on_us=2 * GRAB_US) for reader in ZONES}
    for _ in range(4):
        told += visited(presence, late[LEFT], late[RIGHT])
    assert [(kind, uid) for kind, _, uid in told] == [("absent", A), ("absent", B)]


def test_a_zone_that_is_cleared_is_one_zone() -> None:
    """Zones that fall dark together are a burst from three on: two zones of two readers each are two."""
    names = {f"{column} red {which}": f"{column} red" for column in "12" for which in "ab"}
    presence = Presence(3, zones=names)
    cards = {reader: bytes((4,)) + reader.encode()[:1] + reader[-1:].encode() * 5 for reader in names}
    assert len(names) > DARK_ZONES
    told: list[Change] = []
    for reader, uid in cards.items():
        presence.visit(Visit(reader, 0, (uid,)))
    # What is held is held for longer than that.
    assert HOLD_US > 12 * 20_000
    for turn in range(1, 12):
        for reader in names:
            misses = dict.fromkeys(cards.values(), (40, 0))
            told += presence.visit(Visit(reader, turn * 20_000, misses=misses, on_us=turn * 20_000))
    assert {change.uid for change in told if change.kind in GONE} == set(cards.values())


@pytest.mark.parametrize("antennas", ["", "ab"])
def test_two_zones_that_are_cleared_beside_one_that_is_heard_badly_are_two(antennas: str) -> None:
    """A burst strikes four zones: two of two antennas each are no four."""
    zones = {
        f"{column} red {which}".strip(): f"{column} red" for column in "12345" for which in antennas or " "
    }
    presence = Presence(3, zones=zones if antennas else {})
    cards = {reader: bytes((4,)) + reader[0].encode() + reader[-1:].encode() * 5 for reader in zones}
    cleared = {reader for reader in zones if reader[0] in "12"}
    bad = next(reader for reader in zones if reader.startswith("5"))
    told: list[tuple[int, Change]] = []
    at_us = 0
    for turn in range(60):
        for reader, uid in cards.items():
            at_us += 10_000
            is_gone = turn >= 40 and reader in cleared
            silent = 6 if is_gone else 3 if turn >= 40 and reader == bad else 0
            misses = dict.fromkeys(presence.known(reader), (6, 0)) | {uid: (silent, 0)}
            visit = Visit(reader, at_us, () if is_gone else (uid,), misses=misses, on_us=at_us - 5_000)
            told += [(at_us, change) for change in presence.visit(visit)]
        if turn == 40:
            begun_us = at_us
    gone = {change.uid: at for at, change in told if change.kind in GONE and not change.cause}
    assert set(gone) == {cards[reader] for reader in cleared}
    assert max(gone.values()) - begun_us < HOLD_US // 2


def test_a_card_that_another_zone_overhears_stays_in_its_zone() -> None:
    """Both readers of its own zone have their turns, and one of them does not hear it."""
    presence = two_readers()
    visited(presence, read(A, reader=LEFT))
    for _ in range(200):
        assert visited(presence, read(A, reader=NEXT), read(A, reader=LEFT)) == []
        assert visited(presence, read(A, reader=NEXT), silent(reader=RIGHT)) == []


def test_nor_does_it_leave_because_the_second_reader_finds_it_now_and_then() -> None:
    """And that one is in no bad air: it hears the card from afar."""
    presence = two_readers()
    visited(presence, read(A, reader=LEFT))
    for turn in range(300):
        assert visited(presence, read(A, reader=NEXT), read(A, reader=LEFT)) == []
        right = silent(reader=RIGHT) if turn % 3 else read(A, reader=RIGHT)
        assert visited(presence, read(A, reader=NEXT), right) == []
    assert presence.miss_rate(RIGHT) < 0.1


def test_a_card_that_moved_to_another_zone_lies_there_once() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=NEXT))
    told = []
    for _ in range(8):
        told += visited(presence, silent(reader=NEXT), read(A, reader=LEFT), read(A, reader=RIGHT))
    assert told == [("present", LEFT, A), ("absent", NEXT, A)]
    for _ in range(12):
        told += visited(presence, silent(reader=LEFT), silent(reader=RIGHT), read(A, reader=NEXT))
    assert [(kind, uid) for kind, _, uid in told[2:]] == [("present", A), ("absent", A)]
    assert presence.lying(NEXT) == (A,)
    assert not presence.doubtful()


def test_an_antenna_beside_the_one_that_reads_a_card_may_garble_it() -> None:
    """Its answers are not understood for ever, and yet nobody waits for a card that is read."""
    presence = two_readers()
    for turn in range(300):
        presence.visit(Visit(LEFT, turn * 30_000, (A,)))
        asked = dict.fromkeys(presence.known(RIGHT), (1, 1))
        presence.visit(Visit(RIGHT, turn * 30_000, garbled=True, misses=asked))
    assert asked
    assert presence.state(RIGHT) == Finding.OK


def test_a_card_that_cannot_be_read_is_named_though_others_lie_above_the_other_antenna() -> None:
    """Asked by their UIDs these are silent: so it is none of them that is heard."""
    presence = two_readers()
    for turn in range(50):
        presence.visit(Visit(LEFT, turn * 30_000, (A, B)))
        asked = dict.fromkeys(presence.known(RIGHT), (2, 0))
        presence.visit(Visit(RIGHT, turn * 30_000, garbled=True, misses=asked))
    assert presence.state(RIGHT) == Finding.FAULT
    assert presence.state(LEFT) == Finding.OK
    for turn in range(50, 100):
        presence.visit(Visit(LEFT, turn * 30_000, (A, B)))
        presence.visit(Visit(RIGHT, turn * 30_000))
    assert presence.state(RIGHT) == Finding.OK
    assert presence.known(RIGHT) == ()


def test_who_could_not_be_read_and_has_gone_says_nothing_of_who_is_heard_next() -> None:
    presence = two_readers()
    told = []
    for turn in range(600):
        is_garbled = turn < 50 or turn >= 400
        tries = (2, 0) if turn < 50 else (1, 1) if turn >= 400 else (0, 0)
        told += presence.visit(Visit(LEFT, turn * 30_000, (A,)))
        asked = dict.fromkeys(presence.known(RIGHT), tries)
        told += presence.visit(Visit(RIGHT, turn * 30_000, garbled=is_garbled, misses=asked))
        if turn == 399:
            assert [change.kind for change in told if change.reader == RIGHT] == [
                Finding.FAULT,
                Finding.OK,
            ]
    assert len([change for change in told if change.kind == Finding.FAULT]) == 1


def test_tags_that_are_no_cards_are_counted_by_the_zone() -> None:
    """As many as would be too many for one antenna are so above two."""
    presence = two_readers()
    presence.strangers = Strangers({A}.__contains__)
    odd = [bytes((4, number)) * 2 for number in range(12)]
    told = visited(presence, read(A, *odd[:6], reader=LEFT), read(*odd[6:], reader=RIGHT))
    told += visited(presence, read(A, *odd[:6], reader=LEFT))
    assert presence.state(LEFT) == presence.state(RIGHT) == Finding.FAULT
    assert presence.lying(LEFT) == (A,)
    assert not {uid for kind, _, uid in told if kind in GONE} & {A}


def test_the_antennas_of_a_zone_are_never_on_together() -> None:
    pad, other = Zone("pad", "red"), Zone("pad", "blue")
    near = neighbours({"pad red a": (pad,), "pad red b": (pad,), "pad blue": (other,)})
    assert near == {"pad red a": {"pad red b"}, "pad red b": {"pad red a"}, "pad blue": frozenset()}


# Properties

counts = st.tuples(st.integers(0, 40), st.integers(0, 3))
readers = st.sampled_from([LEFT, RIGHT, NEXT])
visits = st.lists(
    st.one_of(
        st.builds(
            lambda reader, uids, garbled, asked: Visit(reader, 0, tuple(sorted(uids)), garbled, misses=asked),
            readers,
            st.sets(st.sampled_from([A, B])),
            st.booleans(),
            st.dictionaries(st.sampled_from([A, B]), counts),
        ),
        st.builds(lambda reader: Visit(reader, 0, fault="broken"), readers),
        st.builds(lambda reader: silent(reader=reader), readers),
    ),
    max_size=60,
)


def _zone(reader: str) -> str:
    return ZONES.get(reader, reader)


def readers_of(zone: str) -> tuple[str, ...]:
    return tuple(ZONES) if zone == "3 red" else (zone,)


def _last_heard(sequence: list[Visit], uid: bytes, zone: str) -> int:
    heard = (n for n, v in enumerate(sequence) if _zone(v.reader) == zone and uid in v.uids)
    return max(heard, default=-1)


@given(visits, st.integers(1, 3))
def test_no_card_goes_while_any_reader_of_its_zone_finds_it_or_is_broken(
    sequence: list[Visit], absent_visits: int
) -> None:
    """And the changes tell the whole story: a card lies in one zone, and comes there once."""
    presence = two_readers(absent_visits)
    lying: dict[bytes, str] = {}
    for index, visit in enumerate(sequence):
        changes = presence.visit(visit)
        moved = {change.uid for change in changes if change.kind == Finding.PRESENT}
        for change in changes:
            zone = _zone(change.reader)
            if change.kind == Finding.PRESENT:
                assert lying.get(change.uid) != zone
                lying[change.uid] = zone
            elif change.kind in GONE and change.uid not in moved:
                assert lying.pop(change.uid) == zone
                since = sequence[_last_heard(sequence[: index + 1], change.uid, zone) + 1 : index + 1]
                for reader in readers_of(zone):
                    own = [v for v in since if v.reader == reader]
                    assert own
                    assert own[-1].fault is None
                assert sum(v.reader in readers_of(zone) and v.fault is None for v in since) >= absent_visits
        told = {(uid, _zone(reader)) for reader in (*ZONES, NEXT) for uid in presence.lying(reader)}
        assert told == set(lying.items())


# Nothing is in doubt when the zone to which a card was pushed has read it for long enough.
MOVED = [
    read(A, reader=LEFT),
    *([silent(reader=LEFT, tries=1), read(A, reader=NEXT)] * 4),
    *([read(A, reader=NEXT)] * DISPUTE_READS),
]


@given(visits, st.integers(1, 3))
@example(MOVED, 3)
def test_who_asks_after_each_visit_what_is_in_doubt_hears_what_the_first_asker_would(
    sequence: list[Visit], absent_visits: int
) -> None:
    asked = two_readers(absent_visits)
    for index, visit in enumerate(sequence):
        asked.visit(visit)
        fresh = two_readers(absent_visits)
        for before in sequence[: index + 1]:
            fresh.visit(before)
        for reader in (*ZONES, NEXT):
            assert asked.doubts(reader) == fresh.doubts(reader)
            assert asked.doubts(reader) == fresh.doubts(reader), "however often"


@pytest.mark.slow
@given(visits)
def test_a_lifted_card_is_gone_at_last_in_any_noise(before: list[Visit]) -> None:
    presence = two_readers()
    for visit in before:
        presence.visit(visit)
    presence.visit(read(A, reader=LEFT))
    for turn in range(140):
        for reader in (LEFT, RIGHT, NEXT):
            heard = read(garbled=turn % 2 == 0, reader=reader, a=(2, turn % 3))
            presence.visit(replace(heard, at_us=turn * 30_000))
    assert all(A not in presence.lying(reader) for reader in (LEFT, RIGHT, NEXT))


@given(st.integers(0, 1 << 32), st.floats(0, 0.5), st.floats(0, 1))
def test_a_resting_card_stays_however_well_the_second_antenna_hears_it(
    seed: int, well: float, badly: float
) -> None:
    """Each try fails with a chance of its own; a visit tries as often as it is told."""
    rng = random.Random(seed)
    presence = two_readers()
    told = []
    for turn in range(300):
        for reader, chance in ((LEFT, well), (RIGHT, badly)):
            tries = presence.tries(reader) if A in presence.known(reader) else 1
            failed = next((n for n in range(tries) if rng.random() >= chance), tries)
            uids = (A,) if failed < tries else ()
            misses = {A: (failed, 0)} if A in presence.known(reader) else {}
            told += visited(presence, Visit(reader, turn * 30_000, uids, misses=misses, on_us=turn * 30_000))
    assert [kind for kind, _, _ in told if kind in GONE] == []


def test_a_reader_is_called_deaf_after_some_visits() -> None:
    presence = two_readers()
    visited(presence, read(A, reader=LEFT), read(A, reader=RIGHT))
    for _ in range(DEAF_VISITS - 1):
        visited(presence, silent(reader=RIGHT), read(A, reader=LEFT))
        assert presence.known(RIGHT) == (A,)
    visited(presence, silent(reader=RIGHT), read(A, reader=LEFT))
    assert presence.known(RIGHT) == ()
    assert presence.visit(read(A, reader=RIGHT)) == []
    assert presence.known(RIGHT) == (), "now and then is not enough"
