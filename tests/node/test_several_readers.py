"""Column nodes with four readers, two a zone: cycle, latencies, and cards at rest over one antenna or between two."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise

import pytest
from signifer_drivers.io.spi import SpiPort
from signifer_drivers.polling.bank import neighbours
from signifer_drivers.polling.findings import Finding
from signifer_drivers.portable import registers
from signifer_drivers.readers.diagnosing import DiagnosingReader
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.readers.faults import UNREAD_CARD, sentence
from signifer_drivers.virtual.tag import Tag

from tests.drivers.rooms import DOUBLE, TwinRoom, latencies, percentile
from tests.node.at_rest import WARM_US, alone, at_rest, moves, resting_room
from tests.node.rooms import NodeRoom, Unreadable

# What four visits of one node in a row take, with what the nodes beside it hold up: docs/reading.md.
CYCLE_US, FULL_CYCLE_US = 58_000, 66_000
# A reader that never heard a lifted card is asked for it once before that counts.
LAID_US, LIFTED_US, FOURTH_US = 80_000, 330_000, 400_000
CYCLE_MOST_US, PADS_CYCLE_US = 80_000, 60_000
HOUR_US = 3_600_000_000


@pytest.mark.parametrize("kind", ["double", "double, air"])
def test_cards_at_rest_over_one_antenna_or_two_stay(kind: str) -> None:
    at_rest(2_000_000, 1, kind)


def test_two_cards_that_others_have_left_above_one_antenna_stay() -> None:
    """Those that the model's air reads worst, where a hand has shifted both in the worst direction (docs/air.md)."""
    at_rest(2_000_000, 1, "double, air", weakest=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["single", "single, air", "double", "double, air"])
def test_cards_at_rest_stay_for_an_hour(kind: str, seed: int) -> None:
    """Half of it in good air, half in noise; a third at a time, as `python -m tests.node.at_rest` does."""
    at_rest(HOUR_US // 6, seed, kind)


@pytest.mark.slow
def test_a_full_table_has_a_cycle_and_lifts_in_time() -> None:
    """Four cards a zone and five a pad, as the model of the air has it: docs/reading.md."""
    room = resting_room(4, "double, air")
    pads = [name for name in room.zones if name not in room.columns]
    assert max(room.cycle_us(pads) for _ in range(6)) <= CYCLE_MOST_US
    assert max(room.cycle_us(room.columns) for _ in range(6)) <= PADS_CYCLE_US
    for laid, lifted in (moves(room, 3), alone(room, 8)):
        assert max(laid) <= LAID_US
        assert max(lifted) <= FOURTH_US


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_any_card_of_a_full_table_is_lifted_in_time(seed: int) -> None:
    room = resting_room(seed, "double, air")
    for laid, lifted in (moves(room, 100), alone(room, 60)):
        assert percentile(laid, 95) <= LAID_US
        assert percentile(lifted, 95) <= FOURTH_US


def test_a_cycle_of_four_readers_a_node() -> None:
    for resting, limit_us in ((1, CYCLE_US), (2, FULL_CYCLE_US)):
        room = NodeRoom(zones=DOUBLE, resting=resting)
        room.run(WARM_US)
        assert len(room.told()) == resting * len(room.columns)
        assert max(room.cycle_us() for _ in range(12)) <= limit_us


@pytest.mark.slow
@pytest.mark.parametrize("times", [20, pytest.param(96, marks=pytest.mark.soak)])
def test_a_laid_and_a_lifted_card_are_told_in_time(times: int) -> None:
    laid, lifted = latencies(NodeRoom(zones=DOUBLE, resting=1), times)
    assert percentile(laid, 95) <= LAID_US
    assert percentile(lifted, 95) <= LIFTED_US


@pytest.mark.slow
@pytest.mark.parametrize("times", [10, pytest.param(80, marks=pytest.mark.soak)])
def test_the_fourth_card_of_a_zone_is_lifted_in_time(times: int) -> None:
    room = NodeRoom(zones=DOUBLE, resting=1)
    for name in room.columns:
        if name.endswith("b"):
            room.fields[name].put(room.tag())
    room.run(WARM_US)
    columns = [name for name in room.columns if name.endswith("a")]
    _, lifted = latencies(room, times, columns)
    assert percentile(lifted, 95) <= FOURTH_US


def test_a_card_between_two_antennas_is_lifted_from_both() -> None:
    for room in (NodeRoom(zones=DOUBLE, resting=1), TwinRoom(zones=DOUBLE, resting=1)):
        first = room.tag()
        laid = [("3 red a", first), ("3 red b", Tag(first.uid))]
        for reader, tag in laid:
            room.fields[reader].put(tag)
        room.run(WARM_US)
        room.news.clear()
        for reader, tag in laid:
            room.fields[reader].remove(tag)
        room.run(1_000_000)
        assert [(kind, uid) for kind, _, uid in room.told()] == [("absent", first.uid)]


@pytest.mark.parametrize("missed", [0, 40])
def test_a_card_that_is_pushed_about_in_its_zone_has_not_moved(missed: int) -> None:
    """By a hand that is slow, and now and then has it where nobody hears it for a tenth of a second."""
    room, rng = NodeRoom(zones=DOUBLE, resting=1), random.Random(5)
    room.noise(0, missed)
    tag, where = room.tag(), "4 blue a"
    room.fields[where].put(tag)
    room.run(WARM_US)
    room.news.clear()
    at_us = 0
    for _ in range(10):
        other = f"4 blue {'ab'[where.endswith('a')]}"
        at_us += rng.randrange(200_000, 600_000)
        room.at(at_us, partial(room.fields[where].remove, tag))
        room.at(at_us + rng.randrange(100_000), partial(room.fields[other].put, tag))
        where = other
    room.run(at_us + 500_000)
    assert room.told() == []


class Mute:
    """A chip behind its bus, that while ``on`` never says that it has heard anything."""

    def __init__(self, port: SpiPort) -> None:
        self._port = port
        self.on = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._port, name)

    def transfer(self, frames: list[bytes]) -> list[bytes]:
        answers = [bytearray(answer) for answer in self._port.transfer(frames)]
        for sent, answer in zip(frames, answers, strict=True) if self.on else ():
            for at, byte in enumerate(sent[:-1]):
                if sent[0] & 0x80 and byte >> 1 & 0x3F == registers.ComIrqReg:
                    answer[at + 1] = answer[at + 1] & ~registers.RxIRq | registers.TimerIRq
        return [bytes(answer) for answer in answers]


def test_a_card_that_is_pushed_to_a_chip_that_hears_nobody_stays() -> None:
    """Silence is believed only of a chip that is proved to hear, also of a card that it never heard."""
    wires: dict[str, Mute] = {}

    def wire(name: str, port: SpiPort) -> SpiPort:
        wires[name] = Mute(port)
        return wires[name]  # type: ignore[return-value]

    turns = Turns()
    room = TwinRoom(
        zones=DOUBLE,
        resting=1,
        wire=wire,
        reader=lambda name, port: DiagnosingReader(name, port, turns=turns),
    )
    tag = room.tag()
    room.fields["3 red a"].put(tag)
    room.fields["3 red b"].remove(room.resting["3 red b"][0])
    room.run(WARM_US)
    room.news.clear()
    wires["3 red b"].on = True
    room.fields["3 red a"].remove(tag)
    room.fields["3 red b"].put(tag)
    room.run(WARM_US)
    assert room.told() == []
    assert [name for _, name, _ in room.told((Finding.FAULT,))] == ["3 red b"]


def test_a_broken_reader_takes_nothing_away_and_the_other_goes_on() -> None:
    room = NodeRoom(zones=DOUBLE, resting=1)
    room.run(WARM_US)
    (mine,), (other,) = room.resting["2 red a"], room.resting["2 red b"]
    room.ports["2 red a"].fault = "unplug"
    room.run(1_000_000)
    assert room.told((Finding.FAULT,)) == [("fault", "2 red a", b"")]
    room.news.clear()
    fresh = room.tag()
    room.fields["2 red b"].put(fresh)
    room.fields["2 red b"].remove(other)
    room.run(2_000_000)
    assert room.told() == [("present", "2 red b", fresh.uid)]
    room.ports["2 red a"].fault = None
    room.run(3_000_000)
    assert [(kind, uid) for kind, _, uid in room.told()] == [("present", fresh.uid), ("absent", other.uid)]
    assert room.presence.lying("2 red a") == (mine.uid,)


def test_the_antennas_of_a_zone_are_off_while_another_one_of_it_reads() -> None:
    room = NodeRoom(zones=DOUBLE, resting=1)
    room.run(WARM_US)
    near = neighbours({name: (zone,) for name, zone in DOUBLE.items()})
    assert room.lit["3 red a"]
    for name in room.columns:
        for other in near[name]:
            both = sorted((*room.lit[name], *room.lit[other]))
            assert all(first[1] <= second[0] for first, second in pairwise(both))


@pytest.mark.parametrize("kind", ["bus", "nodes"])
def test_beside_a_card_that_cannot_be_read_it_is_named_and_others_leave(kind: str) -> None:
    """Its reader is asked for cards that only the other one has read: that these are silent is no noise."""
    room = (
        NodeRoom(3, zones=DOUBLE, resting=1)
        if kind == "nodes"
        else TwinRoom(3, zones=DOUBLE, resting=1, reader=partial(DiagnosingReader, turns=Turns()))
    )
    room.fields["3 red b"].remove(room.resting["3 red b"][0])
    lifted = room.tag()
    room.fields["3 red a"].put(lifted)
    room.run(WARM_US)
    room.news.clear()
    room.fields["3 red b"].put(Unreadable(bytes.fromhex("04eeee10616263")))
    room.run(WARM_US)
    assert [(change.reader, change.cause) for _, change in room.news if change.kind == Finding.FAULT] == [
        ("3 red b", sentence(UNREAD_CARD))
    ]
    room.fields["3 red a"].remove(lifted)
    room.run(4_000_000)
    assert lifted.uid not in room.presence.lying("3 red a")
    assert [change.cause for _, change in room.news if change.kind == Finding.FAULT] == [
        sentence(UNREAD_CARD)
    ]
