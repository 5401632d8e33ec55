"""Newcomers: a zone at which something is heard and not read comes first, and is named after a second."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.newcomers import CLEAN_VISITS, UNREAD_US
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.faults import UNREAD_CARD, sentence

from tests.drivers.bursts import ROOMS
from tests.drivers.rooms import COLUMNS, latencies, percentile
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


def in_bad_air(kind: str, upon: int, times: int, seed: int = 5) -> list[int]:
    """How long it takes until cards are read that are laid upon so many others, or none, where one frame in ten is
    damaged, and three answers in ten are missed."""
    room = ROOMS[kind](seed)
    for name, tags in room.resting.items():
        for tag in tags[upon:]:
            room.fields[name].remove(tag)
    room.noise(10, 30)
    laid, _ = latencies(room, times, COLUMNS)
    return laid


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "upon"), [("bus", 0), ("nodes", 0), ("bus", 2)])
def test_in_bad_air_a_card_is_read_within_half_a_second(kind: str, upon: int) -> None:
    laid = in_bad_air(kind, upon, often(10, 60) if upon else often(20, 60))
    assert percentile(laid, 50) <= 300_000
    assert percentile(laid, 90) <= 500_000


@pytest.mark.soak
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize("upon", [0, 1, 2])
def test_of_many_cards_laid_in_bad_air_95_of_100_are_read_within_half_a_second(kind: str, upon: int) -> None:
    laid = [us for seed in range(5, 8) for us in in_bad_air(kind, upon, 120, seed)]
    assert percentile(laid, 95) <= 500_000
