"""Tags that are no cards: a few may lie there, many are a fault of that reader, and cost the others nothing."""

from __future__ import annotations

import random

import pytest
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.strangers import (
    CALM_US,
    MOST,
    MOST_SLOWLY,
    SLOW_WINDOW_US,
    WINDOW_US,
    Strangers,
)
from signifer_drivers.readers.faults import STRANGE, named_in

CARDS = [bytes([4, 1, 0, 0, 0, 0, number]) for number in range(60)]
HERE, THERE = "3 red", "4 red"
VISIT_US = 25_000


def strange(number: int) -> bytes:
    return bytes([4, 2, 0, 0, 0, *divmod(number, 256)])


class Bench:
    """A presence, and what it has told."""

    def __init__(self) -> None:
        self.presence = Presence(2)
        self.presence.strangers = Strangers(frozenset(CARDS).__contains__)
        self.told: list[Change] = []
        self.at_us = 0

    def visit(self, *uids: bytes, reader: str = HERE, times: int = 1) -> list[Change]:
        found: list[Change] = []
        for _ in range(times):
            self.at_us += VISIT_US
            found += self.presence.visit(Visit(reader, self.at_us, uids))
        self.told += found
        return found

    def lying(self, reader: str = HERE) -> set[bytes]:
        return {*self.presence.lying(reader)}

    def is_crowded(self) -> bool:
        return self.presence.state(HERE) == Finding.FAULT


def kinds(changes: list[Change]) -> list[str]:
    return [change.kind for change in changes]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_few_are_told_as_ever(bench: Bench) -> None:
    few = [strange(number) for number in range(MOST)]
    assert kinds(bench.visit(*few, CARDS[0], times=5)) == [Finding.PRESENT] * (MOST + 1)
    assert not bench.is_crowded()


def test_one_more_is_a_fault_with_a_name_and_none_of_them_is_believed(bench: Bench) -> None:
    many = [strange(number) for number in range(MOST + 1)]
    found = bench.visit(*many, CARDS[0], times=3)
    assert kinds(found) == [Finding.PRESENT, Finding.FAULT]
    assert STRANGE in named_in(found[1].cause)
    assert bench.lying() == {CARDS[0]}
    assert bench.is_crowded()


def test_a_telephone_is_named_and_never_a_card(bench: Bench) -> None:
    """Another number each time the field comes on."""
    rng = random.Random(1)
    found = []
    for _ in range(400):
        found += bench.visit(b"\x08" + rng.randbytes(3), CARDS[0])
    assert kinds(found) == [Finding.PRESENT, Finding.FAULT]
    assert bench.lying() == {CARDS[0]}


def test_what_changes_its_longer_number_is_soon_found_out_and_what_was_believed_goes(bench: Bench) -> None:
    found = []
    for number in range(400):
        found += bench.visit(strange(number), CARDS[0])
    believed = [change for change in found if change.kind == Finding.PRESENT and change.uid != CARDS[0]]
    assert len(believed) == MOST
    assert bench.lying() == {CARDS[0]}
    assert kinds(found).count(Finding.FAULT) == 1


def test_what_makes_up_a_number_now_and_then_is_found_out_within_a_minute(bench: Bench) -> None:
    """Another one each second and a half: never eight in ten seconds."""
    found = []
    for number in range(200):
        found += bench.visit(strange(number), CARDS[0], times=1_500_000 // VISIT_US)
    believed = [change for change in found if change.kind == Finding.PRESENT and change.uid != CARDS[0]]
    assert len(believed) == MOST_SLOWLY
    assert bench.lying() == {CARDS[0]}
    assert kinds(found).count(Finding.FAULT) == 1
    assert bench.is_crowded()


@pytest.mark.parametrize(("least", "most"), [(20, 140), (40, 160), (8, 60)])
def test_what_takes_its_time_by_chance_is_named_once_and_stays_so(
    least: int, most: int, bench: Bench
) -> None:
    """Gaps of half a second to four, in visits: no more than 24 are believed in a minute, and it does not flicker."""
    rng = random.Random(least)
    found: list[Change] = []
    believed: list[int] = []
    for number in range(300):
        new = bench.visit(strange(number))
        believed += [bench.at_us for change in new if change.kind == Finding.PRESENT]
        found += new + bench.visit(times=rng.randrange(least, most))
    for first, last in zip(believed, believed[MOST_SLOWLY:], strict=False):
        assert last - first >= SLOW_WINDOW_US
    assert kinds(found).count(Finding.FAULT) <= 2


@pytest.mark.parametrize("period_us", [1_000_000, 1_500_000, 2_400_000])
def test_a_deck_is_enrolled_card_by_card_however_brisk_hands_are(period_us: int, bench: Bench) -> None:
    known: set[bytes] = set()
    bench.presence.strangers = Strangers(known.__contains__)
    for number in range(60):
        assert kinds(bench.visit(strange(number), times=12)) == [Finding.PRESENT], number
        known.add(strange(number))
        bench.visit(times=period_us // VISIT_US - 12)
        assert not bench.is_crowded()


def test_cards_that_nobody_has_enrolled_are_laid_one_after_another(bench: Bench) -> None:
    found = []
    for number in range(MOST_SLOWLY - 1):
        found += bench.visit(strange(number), times=1_500_000 // VISIT_US)
    assert kinds(found).count(Finding.PRESENT) == MOST_SLOWLY - 1
    assert not bench.is_crowded()


def test_it_is_over_when_it_has_been_calm(bench: Bench) -> None:
    bench.visit(*[strange(number) for number in range(MOST + 1)], times=3)
    found = bench.visit(CARDS[0], times=CALM_US // VISIT_US + 2)
    assert kinds(found) == [Finding.PRESENT, Finding.OK]
    assert not bench.is_crowded()
    assert bench.visit(strange(1))[0].kind == Finding.PRESENT


def test_a_spare_tag_that_lay_there_keeps_no_fault_going_and_comes_back(bench: Bench) -> None:
    bench.visit(strange(500))
    for number in range(40):
        bench.visit(strange(500), strange(number))
    assert bench.is_crowded()
    assert bench.lying() == set()
    bench.visit(strange(500), times=CALM_US // VISIT_US + 2)
    assert not bench.is_crowded()
    assert bench.lying() == {strange(500)}


def test_a_deck_that_is_enrolled_later_is_read_one_card_after_another(bench: Bench) -> None:
    """Slowly laid and taken away, unknown cards are no crowd."""
    for number in range(40):
        bench.visit(strange(number), times=10)
        bench.at_us += WINDOW_US // MOST
        bench.visit(times=60)
    assert Finding.FAULT not in kinds(bench.told)


def test_a_reader_that_fails_meanwhile_tells_both(bench: Bench) -> None:
    many = [strange(number) for number in range(MOST + 1)]
    bench.visit(*many, times=2)
    bench.at_us += VISIT_US
    failed = bench.presence.visit(Visit(HERE, bench.at_us, fault="no chip answers"))
    assert kinds(failed) == [Finding.FAULT]
    again = bench.visit(*many)
    assert kinds(again) == [Finding.OK, Finding.FAULT]
    assert STRANGE in named_in(again[1].cause)


def test_a_flood_is_bounded_and_the_rest_of_the_table_untouched(bench: Bench) -> None:
    """As a node that lies: other numbers in each frame, as many as it has room for."""
    rng = random.Random(2)
    bench.visit(*CARDS[:3], reader=THERE)
    for _ in range(500):
        bench.visit(*[b"\x04" + rng.randbytes(6) for _ in range(16)])
        assert bench.visit(*CARDS[:3], reader=THERE) == []
    assert kinds(bench.told) == [Finding.PRESENT] * 3 + [Finding.FAULT]
    assert bench.lying() == set()
    assert len(bench.presence._home) == 3
    assert bench.presence._covered == {}
