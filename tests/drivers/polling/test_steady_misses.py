"""One reader that misses much all the time: it does not become usual."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.findings import Change, Finding
from signifer_drivers.readers.faults import BAD_AIR, NOISE, named_in

from tests.drivers.bursts import ROOMS
from tests.drivers.rooms import BankRoom
from tests.sweeps import often

HERE = "3 red"
TWINS = pytest.mark.parametrize("kind", ROOMS)


def told(room: BankRoom, kind: Finding) -> list[Change]:
    return [change for _, change in room.news if change.reader == HERE and change.kind == kind]


@pytest.mark.slow
@TWINS
@pytest.mark.parametrize("missed", [80, 90])
def test_one_reader_that_misses_most_all_the_time_is_named_and_stays_so(kind: str, missed: float) -> None:
    """It goes on longer than a table takes to get used to it; a weak tag is another matter."""
    seeds, lifted = often(1, 6), 0
    for seed in range(seeds):
        room = ROOMS[kind](seed)
        room.run(3_000_000)
        room.fields[HERE].miss_percent = missed
        room.run(6_000_000)
        assert room.presence.state(HERE) == Finding.FAULT
        lifted += bool(told(room, Finding.ABSENT))
        room.run(10_000_000)
        causes = {named_in(change.cause)[0] for change in told(room, Finding.FAULT)}
        assert causes <= {BAD_AIR, NOISE}
        assert len(told(room, Finding.OK)) <= 2
    # Where one of two cards answers well for a while by chance, the other one's silence looks like a lift.
    assert lifted <= (seeds // 3 if missed == 90 else 0)


@pytest.mark.slow
@TWINS
def test_a_tag_of_which_half_of_the_answers_are_missed_makes_no_reader_faulty(kind: str) -> None:
    room = ROOMS[kind](1)
    for name, tags in room.resting.items():
        room.fields[name].remove(tags.pop())
    room.fields[HERE].miss_percent = 50
    room.run(often(20, 120) * 1_000_000)
    assert room.told((Finding.FAULT, Finding.ABSENT, Finding.COVERED)) == []
