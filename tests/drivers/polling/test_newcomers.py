"""Newcomers: a zone at which something is heard and not read comes first, and is named after a second."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.newcomers import CLEAN_VISITS, UNREAD_US
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.faults import UNREAD_CARD, sentence

from tests.drivers.bursts import ROOMS
from tests.drivers.newcomers import SEEDS, in_bad_air, lay_together
from tests.drivers.rooms import COLUMNS, latencies, percentile
from tests.node.rooms import Unreadable
from tests.sweeps import often

A = b"\x04aaaaaa"
HERE = "3 red"


def garbled(at_us: int, *uids: bytes) -> Visit:
    return Visit(HERE, at_us, uids, garbled=not uids)


def test_a_zone_at_which_something_answers_comes_first_until_it_is_read() -> None:
    presence = Presence(3)
    presence.visit(Visit(HERE, 0))
    assert not presence.doubts(HERE)
    presence.visit(garbled(10_000))
    assert presence.doubts(HERE)
    assert presence.visit(garbled(20_000, A)) == [Change(Finding.PRESENT, HERE, A)]
    assert not presence.doubts(HERE)


def test_after_some_clean_visits_nobody_waits() -> None:
    presence = Presence(3)
    presence.visit(garbled(0))
    for visit in range(CLEAN_VISITS):
        assert presence.doubts(HERE)
        presence.visit(Visit(HERE, 10_000 * (visit + 1)))
    assert not presence.doubts(HERE)


def test_what_is_heard_for_a_second_and_not_read_is_named_until_it_is_or_has_gone() -> None:
    presence = Presence(3)
    for at_us in (0, UNREAD_US // 2, UNREAD_US - 1):
        assert presence.visit(garbled(at_us)) == []
    named = [Change(Finding.FAULT, HERE, cause=sentence(UNREAD_CARD))]
    assert presence.visit(garbled(UNREAD_US)) == named
    assert presence.state(HERE) == Finding.FAULT
    assert not presence.doubts(HERE), "others have waited for long enough"
    assert presence.visit(garbled(UNREAD_US + 1)) == []
    assert presence.visit(garbled(UNREAD_US + 2, A)) == [
        Change(Finding.PRESENT, HERE, A),
        Change(Finding.OK, HERE),
    ]


def test_a_second_begins_with_the_last_visit_in_which_nobody_was_heard() -> None:
    """A card that is heard late was laid before."""
    presence = Presence(3)
    presence.visit(Visit(HERE, 0))
    for at_us in (400_000, 600_000, 800_000, UNREAD_US - 1):
        assert presence.visit(garbled(at_us)) == []
    assert presence.visit(garbled(UNREAD_US)) == [Change(Finding.FAULT, HERE, cause=sentence(UNREAD_CARD))]
    assert presence.doubts(HERE), "it comes first for a second since it was heard"
    presence.visit(garbled(1_100_000, A))
    for at_us in (1_150_000, 1_200_000, 1_250_000, 1_100_000 + UNREAD_US - 1):
        assert presence.visit(Visit(HERE, at_us, (A,), garbled=True)) == [], "the next one is another matter"


def upon_another(at_us: int, *, tries: int, is_garbled: bool = True) -> Visit:
    """A card that is known there was found after so many tries, and somebody else was perhaps heard."""
    return Visit(HERE, at_us, (A,), is_garbled, misses={A: (tries - 1, 0)})


@pytest.mark.parametrize(("at_once", "is_named"), [(True, True), (False, False)])
def test_where_a_known_card_is_asked_in_vain_now_and_then_others_are_named(
    at_once: bool, is_named: bool
) -> None:
    """In noise most visits have tries in vain. One in which the known card answered at once, and somebody else after
    it was asleep, tells that the others did not hear that one."""
    presence = Presence(3)
    presence.visit(Visit(HERE, 0, (A,)))
    for visit in range(1, 20):
        presence.visit(upon_another(visit * 100_000, tries=1 if at_once and visit == 5 else 2))
    assert (presence.state(HERE) == Finding.FAULT) == is_named


def test_in_slow_visits_of_which_some_are_garbled_nothing_is_named() -> None:
    """In bad air a visit takes a third of a second, and a second is too few of them."""
    presence = Presence(3)
    for visit, is_garbled in enumerate((True, False, False, True, False, False, False, False)):
        at_us = visit * UNREAD_US // 3
        assert presence.visit(garbled(at_us) if is_garbled else Visit(HERE, at_us)) == []
    assert not presence.doubts(HERE), "others have waited for long enough"


def test_a_reader_that_fails_meanwhile_is_named_for_that() -> None:
    presence = Presence(3)
    presence.visit(garbled(0))
    presence.visit(garbled(UNREAD_US))
    gone = Visit(HERE, UNREAD_US + 1, fault="no chip answers")
    assert presence.visit(gone) == [Change(Finding.FAULT, HERE, cause="no chip answers")]
    assert presence.visit(Visit(HERE, UNREAD_US + 2)) == [Change(Finding.OK, HERE)]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "upon"), [("bus", 0), ("nodes", 0), ("bus", 2)])
def test_in_bad_air_a_card_is_read_within_half_a_second(kind: str, upon: int) -> None:
    laid, _ = latencies(in_bad_air(kind, upon), often(10, 60) if upon else often(20, 60), COLUMNS)
    assert percentile(laid, 50) <= 300_000
    assert percentile(laid, 90) <= 500_000


@pytest.mark.slow
def test_in_bad_air_cards_laid_at_two_zones_are_named_that_cannot_be_read() -> None:
    """Upon two others each, of which some try is in vain in most visits."""
    named_us = []
    for seed in range(5, often(8, 15)):
        room = in_bad_air("bus", 2, seed)
        room.run(2_000_000)
        names, laid_us = room.rng.sample(COLUMNS, 2), room.clock.now_us
        for name in names:
            room.fields[name].put(Unreadable(room.tag().uid))
        room.run(2_000_000)
        told = {change.reader: at_us for at_us, change in room.news if change.kind == Finding.FAULT}
        named_us += [told.pop(name, room.clock.now_us) - laid_us for name in names]
        assert not told, "nothing was laid there"
    assert percentile(named_us, 50) <= 1_200_000
    assert percentile(named_us, 80) <= 1_700_000


@pytest.mark.soak
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize("upon", [0, 1, 2])
def test_of_many_cards_laid_in_bad_air_95_of_100_are_read_within_half_a_second(kind: str, upon: int) -> None:
    laid = [us for seed in SEEDS for us in latencies(in_bad_air(kind, upon, seed), 120, COLUMNS)[0]]
    assert percentile(laid, 95) <= 500_000


@pytest.mark.soak
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize("zones", [2, 3])
def test_so_are_those_that_are_laid_at_several_zones_at_once(kind: str, zones: int) -> None:
    """Upon two others each. What takes over a second is named by then, but for one now and then."""
    cards = [
        laid
        for seed in SEEDS
        for each in lay_together(in_bad_air(kind, 2, seed), 120, zones)
        for laid in each
    ]
    assert percentile([laid.read_us for laid in cards], 95) <= 500_000
    assert sum(laid.is_slow and laid.named_us is None for laid in cards) <= 2
