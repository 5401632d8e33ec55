"""Tags that answer, but never to the end: they are there, no newcomers, and their zone is unknown by a true cause."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.bursts import NAMED_US
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.newcomers import UNREAD_US
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.strangers import Strangers
from signifer_drivers.readers.faults import BAD_AIR, NOISE, UNREAD_CARD, named_in, sentence
from signifer_drivers.virtual.tag import Tag

from tests.drivers.bursts import ROOMS
from tests.drivers.rooms import BankRoom
from tests.sweeps import often

HERE = "3 red"
A, B, COUSIN = b"\x04aaaaaa", b"\x04bbbbbb", b"\x04aabbbb"
JAMMED = 119
TWINS = pytest.mark.parametrize("kind", ROOMS)


def in_vain(at_us: int, *uids: bytes, in_part: bool = True, garbled: bool = True, missed: int = 0) -> Visit:
    return Visit(HERE, at_us, uids, garbled, misses={A: (missed, 5 - missed)}, in_part=in_part)


def rested(*uids: bytes) -> Presence:
    presence = Presence(3)
    for visit in range(10):
        presence.visit(Visit(HERE, visit * 30_000, uids))
    return presence


def told(room: BankRoom, since: int, *kinds: Finding) -> list[Change]:
    return [change for _, change in room.news[since:] if change.reader == HERE and change.kind in kinds]


def one_tag_each(room: BankRoom) -> None:
    for name, tags in room.resting.items():
        room.fields[name].remove(tags.pop())


class HalfHeard(Tag):
    """While ``is_cut``, nothing is heard of it once it was selected by the first half of its UID."""

    is_cut = False

    def matches(self, level: int, prefix: int, known: int) -> bool:
        return super().matches(level, prefix, known) and not (self.is_cut and level)

    def select(self, level: int, part: int) -> bool:
        return super().select(level, part) and not (self.is_cut and level)


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize("where", [["1 red", HERE, "4 blue", "5 red"], [HERE]])
def test_cards_of_which_the_second_half_is_never_heard_are_not_lifted(kind: str, where: list[str]) -> None:
    room = ROOMS[kind](1)
    one_tag_each(room)
    tags = {name: HalfHeard(room.tag().uid) for name in where}
    for name, tag in tags.items():
        room.fields[name].remove(room.resting[name].pop())
        room.fields[name].put(tag)
    room.run(3_000_000)
    before = len(room.news)
    for name, tag in tags.items():
        # What is left to chance is asked each time.
        room.fields[name].miss_percent, tag.is_cut = 0.01, True
    room.run(4_000_000)
    news = [change for _, change in room.news[before:]]
    assert {(change.reader, change.kind) for change in news} == {(name, Finding.FAULT) for name in where}
    assert {named_in(change.cause)[0] for change in news} <= {BAD_AIR, NOISE}
    for tag in tags.values():
        tag.is_cut = False
    # What was told twice stays for two seconds.
    room.run(4_000_000)
    assert not any(room.presence.state(name) == Finding.FAULT for name in where)
    room.fields[HERE].remove(tags[HERE])
    room.run(2_000_000)
    assert [each.uid for _, each in room.news[before:] if each.kind == Finding.ABSENT] == [tags[HERE].uid]


@pytest.mark.parametrize(("missed", "cause"), [(0, NOISE), (3, NOISE), (4, BAD_AIR)])
def test_who_answers_in_part_stays_and_its_zone_is_named(missed: int, cause: str) -> None:
    """By what the answers lack most."""
    presence = rested(A)
    named = [Change(Finding.FAULT, HERE, cause=sentence(cause))]
    for visit in range(JAMMED):
        changes = presence.visit(in_vain(1_000_000 + visit * 25_000, missed=missed))
        assert changes == (named if visit * 25_000 == NAMED_US else [])
    assert presence.visit(Visit(HERE, 5_000_000, (A,))) == [Change(Finding.OK, HERE)]


@pytest.mark.parametrize(
    ("others", "in_part", "lasts"), [((), False, False), ((COUSIN,), True, False), ((B,), True, True)]
)
def test_only_its_own_part_keeps_a_tag(others: tuple[bytes, ...], in_part: bool, lasts: bool) -> None:
    """Not that of one that was read and begins alike, nor what is not understood at all."""
    presence = rested(A, *others)
    for visit in range(JAMMED // 5 + 1):
        presence.visit(in_vain(1_000_000 + visit * 25_000, *others, in_part=in_part))
    assert (A in presence.lying(HERE)) == lasts


def test_a_silence_that_follows_is_a_lift() -> None:
    presence = rested(A)
    for visit in range(JAMMED):
        presence.visit(in_vain(1_000_000 + visit * 25_000))
    changes = []
    for visit in range(10):
        changes += presence.visit(Visit(HERE, 5_000_000 + visit * 25_000, misses={A: (5, 0)}))
    assert Finding.ABSENT in [change.kind for change in changes]


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize("damaged", [50, 60])
def test_noise_at_one_reader_is_told_as_one_and_by_no_card(kind: str, damaged: float) -> None:
    """Of one tag; it was told and over nine to fourteen times in twenty seconds, and called an unread card."""
    for seed in range(often(1, 6)):
        room = ROOMS[kind](seed)
        one_tag_each(room)
        room.run(3_000_000)
        room.fields[HERE].noise_percent = damaged
        room.run(20_000_000)
        faults = told(room, 0, Finding.FAULT)
        assert sentence(UNREAD_CARD) not in [change.cause for change in faults]
        assert sentence(NOISE) in faults[0].cause
        assert len(told(room, 0, Finding.FAULT, Finding.OK)) <= 6


@pytest.mark.slow
@TWINS
def test_beside_a_tag_that_cannot_be_read_cards_come_and_go_and_it_stays_named(kind: str) -> None:
    room = ROOMS[kind](1)
    (gone, _) = room.resting[HERE]
    card = room.tag()
    known = {tag.uid for tags in room.resting.values() for tag in tags} | {card.uid}
    room.presence.strangers = Strangers(known.__contains__)
    room.run(2_000_000)
    # It says that its UID goes on, and that is not so.
    room.fields[HERE].put(Tag(b"\x12\x34\x56\x78", sak=0x04))
    room.run(2_000_000)
    assert [each.cause for each in told(room, 0, Finding.FAULT)] == [sentence(UNREAD_CARD)]
    room.fields[HERE].put(card)
    room.run(2_000_000)
    assert card.uid in room.presence.lying(HERE)
    room.fields[HERE].remove(gone)
    took_us = room.run(3_000_000, lambda: gone.uid not in room.presence.lying(HERE))
    assert took_us < 1_000_000
    assert told(room, 0, Finding.OK) == []
    assert [(what, uid) for what, _, uid in room.told(("absent", "covered"))] == [("absent", gone.uid)]


def test_somebody_heard_where_a_known_tag_was_missed_is_no_newcomer() -> None:
    presence = rested(A)
    for visit in range(40):
        at_us = UNREAD_US + visit * 50_000
        assert presence.visit(Visit(HERE, at_us, (A,), True, misses={A: (1, 0)})) == []
        assert presence.visit(Visit(HERE, at_us + 25_000, (), True, misses={A: (2, 0)})) == []
