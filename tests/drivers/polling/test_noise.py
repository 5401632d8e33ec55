"""Noise at one reader of ten: cards that lie there stay, and it is named; a card that is lifted goes in any air."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_drivers.polling.findings import BURST, Change, Finding, Visit
from signifer_drivers.polling.lying import ASK_US
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.faults import BAD_AIR, NOISE, WEAK, named_in, sentence

from tests.drivers.bursts import ROOMS, burst
from tests.drivers.noise import AIRS, HERE, LASTS_US, lift, room_of
from tests.sweeps import often, shared_out

A, B = b"\x04aaaaaa", b"\x04bbbbbb"
TWINS = pytest.mark.parametrize("kind", ROOMS)


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize(
    ("cards", "damaged"), shared_out([(1, 80), (1, 90), (2, 80), (1, 70), (2, 70), (2, 90)], 3)
)
def test_in_noise_at_one_reader_no_card_is_believed_lifted(kind: str, cards: int, damaged: float) -> None:
    for seed in range(often(2, 12)):
        told = burst(room_of(kind, seed, cards), 0.0, damaged, (HERE,), LASTS_US)
        assert (told.lifted, told.left) == (0, 0)
        assert told.named_us[HERE] <= 3_000_000
        assert named_in(told.cause)[0] in (NOISE, BAD_AIR)


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize(
    "air", shared_out(["2 % hiss", "40 % overheard", "5 % hiss", "50 % damaged", "80 % damaged"], 2)
)
def test_a_lone_card_that_is_lifted_is_gone_within_two_seconds(kind: str, air: str) -> None:
    """However the air is, if there is nobody to be heard."""
    for seed in range(often(2, 12)):
        lifted = lift(kind, seed, 1, AIRS[air])
        assert lifted.took_us is not None
        assert lifted.took_us <= 2_000_000


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize("air", shared_out(["50 % damaged", "80 % damaged", "70 % damaged"], 1))
def test_about_one_that_is_lifted_from_beside_another_in_noise_people_are_asked(kind: str, air: str) -> None:
    """The other one is heard, and the reader fails; before, the lifted one stayed for as long as that did."""
    for seed in range(often(2, 12)):
        lifted = lift(kind, seed, 2, AIRS[air])
        assert lifted.took_us is not None
        assert lifted.took_us <= 8_000_000


def silent(at_us: int, tries: int = 6, *, garbled: bool = False) -> Visit:
    return Visit(HERE, at_us, (), garbled, misses={A: (tries, 0)})


def failed(at_us: int, cause: str, *heard: bytes) -> Visit:
    return Visit(HERE, at_us, fault=f"reader {HERE}: {sentence(cause)}", heard=heard)


def rested(*uids: bytes) -> Presence:
    presence = Presence(3)
    for visit in range(100):
        presence.visit(Visit(HERE, visit * 30_000, uids))
    return presence


@pytest.mark.parametrize(("cause", "visits"), [(NOISE, 7), (WEAK, 3)])
def test_after_noise_was_named_silence_has_to_last_as_long_as_in_any_air(cause: str, visits: int) -> None:
    """38 tries, in place of those of a good reader, until the card is read again."""
    presence = rested(A)
    presence.visit(failed(4_000_000, cause))
    in_vain = 0
    while A in presence.lying(HERE):
        in_vain += 1
        presence.visit(silent(4_000_000 + in_vain * 50_000))
    assert in_vain == visits


def test_a_card_that_was_read_after_noise_goes_as_ever() -> None:
    presence = rested(A)
    presence.visit(failed(4_000_000, NOISE))
    presence.visit(Visit(HERE, 5_000_000, (A,)))
    changes = [change for visit in range(3) for change in presence.visit(silent(6_000_000 + visit * 50_000))]
    assert [change.kind for change in changes] == [Finding.ABSENT]


def test_silence_before_something_that_was_not_understood_is_not_added_to_that_after_it() -> None:
    presence = rested(A)
    for visit in range(6):
        presence.visit(silent(4_000_000 + visit * 50_000, garbled=visit in (0, 4)))
        presence.visit(silent(4_025_000 + visit * 50_000, garbled=visit in (0, 4)))
    for visit in range(7):
        assert A in presence.lying(HERE)
        presence.visit(silent(5_000_000 + visit * 25_000, garbled=not visit))
    assert A in presence.lying(HERE)
    presence.visit(silent(5_200_000))
    assert A not in presence.lying(HERE)


def test_in_noise_people_are_asked_about_a_card_of_which_nothing_is_heard_for_long() -> None:
    """Not about one that is heard all the same, be it in part."""
    presence = rested(A, B)
    changes = []
    for at_us in range(4_000_000, 4_000_000 + 3 * ASK_US, 500_000):
        changes += presence.visit(failed(at_us, NOISE, A))
    since_us = 4_000_000
    assert changes[1:] == [Change(Finding.COVERED, HERE, B, BURST, since_us)]
    assert (presence.tag(HERE, B), presence.lying(HERE)) == (Finding.COVERED, (A,))
    presence.visit(Visit(HERE, 20_000_000, (A, B)))
    assert presence.tag(HERE, B) == Finding.PRESENT


@pytest.mark.parametrize("cause", [WEAK, "chip-hangs"])
def test_a_reader_that_fails_for_another_reason_asks_about_no_card(cause: str) -> None:
    presence = rested(A)
    changes = [presence.visit(failed(at_us, cause)) for at_us in range(4_000_000, 20_000_000, 500_000)]
    assert [change.kind for found in changes for change in found] == [Finding.FAULT]


BESIDE = "3 red b"


def rested_in_one_zone() -> Presence:
    """Two readers of one zone have both read a card."""
    presence = Presence(3, zones={HERE: "3", BESIDE: "3"})
    for visit in range(20):
        presence.visit(Visit(HERE, visit * 60_000, (A,)))
        presence.visit(Visit(BESIDE, visit * 60_000 + 30_000, (A,)))
    return presence


def test_a_card_that_another_reader_of_the_zone_finds_is_not_asked_about() -> None:
    """Not when that one misses it now and then, either; but once nobody hears it for so long."""
    presence = rested_in_one_zone()
    for at_us in range(4_000_000, 4_000_000 + 2 * ASK_US, 500_000):
        presence.visit(failed(at_us, NOISE))
        presence.visit(Visit(BESIDE, at_us + 30_000, (A,)))
    since_us = 4_000_000 + 2 * ASK_US
    changes = []
    for at_us in range(since_us, since_us + ASK_US, 500_000):
        assert presence.lying(HERE) == (A,)
        presence.visit(replace(silent(at_us), reader=BESIDE))
        changes += presence.visit(failed(at_us + 30_000, NOISE))
    assert [change.kind for change in changes] == [Finding.COVERED]


def test_a_card_that_another_reader_hears_in_its_noise_is_not_asked_about() -> None:
    presence = rested_in_one_zone()
    for at_us in range(4_000_000, 4_000_000 + 3 * ASK_US, 500_000):
        presence.visit(failed(at_us, NOISE))
        presence.visit(replace(failed(at_us + 30_000, NOISE, A), reader=BESIDE))
    assert presence.lying(HERE) == (A,)


@pytest.mark.parametrize(("cause", "kinds"), [(NOISE, [Finding.COVERED]), (WEAK, [])])
def test_about_a_card_that_was_lifted_from_beside_a_reader_in_noise_people_are_asked(
    cause: str, kinds: list[Finding]
) -> None:
    """The reader that works is silent, and the one in noise, which never found it, hears another one all the time."""
    presence = Presence(3, zones={HERE: "3", BESIDE: "3"})
    for visit in range(20):
        presence.visit(Visit(HERE, visit * 60_000, (A,)))
        presence.visit(Visit(BESIDE, visit * 60_000 + 30_000, (B,)))
    changes = []
    for at_us in range(4_000_000, 4_000_000 + 2 * ASK_US, 100_000):
        if at_us % 500_000 == 0:
            changes += presence.visit(replace(failed(at_us, cause, B), reader=BESIDE))
        changes += presence.visit(silent(at_us + 30_000) if A in presence.lying(HERE) else Visit(HERE, at_us))
    assert [change.kind for change in changes if change.uid == A] == kinds
    assert B in presence.lying(BESIDE)
