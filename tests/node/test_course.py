"""Visits that go as the last ones did are played in one go; what is not as it was is found as ever."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.results import NodeVisit
from signifer_drivers.virtual.mfrc522 import PlainMfrc522
from signifer_drivers.virtual.node import OwnTime
from signifer_drivers.virtual.spi import SpiChip, Step, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.node.benches import A, B, C, NodeBench, node_bench

# Two nodes that take no time of their own; only the first can play.
PLAYS, PLAIN = OwnTime(batch_us=0, play_us=0), OwnTime(batch_us=0)


class Heard:
    """What a chip hears and says, frame by frame; before frame ``at``, ``act`` is done once."""

    def __init__(self, kit: NodeBench) -> None:
        port = kit.ports[0]
        chip = PlainMfrc522(port.bus.clock, kit.fields[0])
        port.chip = chip
        self.frames: list[tuple[bytes, bytes]] = []
        self._exchange = chip.exchange
        self.at = -1
        self.act: Callable[[], None] = lambda: None
        chip.exchange = self.exchange  # type: ignore[method-assign]

    def exchange(self, frame: bytes) -> bytes:
        if len(self.frames) == self.at:
            self.act()
        answer = self._exchange(frame)
        self.frames.append((frame, answer))
        return answer


def told(visit: NodeVisit) -> tuple[object, ...]:
    return visit.reader, visit.reading, visit.error and visit.error.cause


def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Of each course that is played from now on, how many steps went well, and how many there are."""
    found = []
    play = VirtualSpiPort.play

    def noted(port: VirtualSpiPort, course: list[Step]) -> int:
        done = play(port, course)
        found.append((done, len(course)))
        return done

    monkeypatch.setattr(VirtualSpiPort, "play", noted)
    return found


def test_at_rest_a_visit_is_played_from_the_third_on(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = node_bench(2)
    kit.connect()
    kit.lay(0, A, B)
    found = played(monkeypatch)
    took_us = []
    for _ in range(4):
        (visit,) = kit.visits(0, known=(A, B))
        assert visit.reading is not None
        assert (set(visit.reading.uids), visit.reading.misses) == ({A, B}, {A: (0, 0), B: (0, 0)})
        took_us.append(visit.at_us - visit.on_us)
        assert kit.twin.fields_on == []
    visits = [each for each in found if each[1] > 1]
    assert visits == [visits[0]] * 2, "the first was read, the second recorded"
    assert visits[0][0] == visits[0][1] > 20
    assert took_us[1] > took_us[2] + 1000
    assert took_us[2] == took_us[3]


def story(own: OwnTime, seed: int) -> tuple[list[tuple[object, ...]], list[tuple[bytes, bytes]]]:
    """What is told, and what the chip heard and said, while cards come and go and the air is good and bad."""
    kit = node_bench(2, own=own)
    heard = Heard(kit)
    kit.connect()
    rng = random.Random(seed)
    lying, visits = {uid: Tag(uid) for uid in (A, B, C)}, []
    for _ in range(12):
        for tag in lying.values():
            if tag in kit.fields[0].tags:
                kit.fields[0].remove(tag)
            if rng.random() < 0.7:
                kit.fields[0].put(tag)
        known = tuple(tag.uid for tag in kit.fields[0].tags) if rng.random() < 0.7 else (A, B)
        kit.fields[0].noise_percent = rng.choice((0.0, 0.0, 0.0, 0.5, 20.0))
        kit.fields[0].miss_percent = rng.choice((0.0, 0.0, 5.0))
        kit.ports[0].fault = rng.choice((None, None, None, None, None, "stuck", "unplug"))
        for _ in range(rng.randrange(2, 7)):
            visits += [told(visit) for visit in kit.visits(0, known=known, tries=rng.choice((1, 1, 1, 3)))]
            assert kit.twin.fields_on in ([], [0] if kit.ports[0].fault == "stuck" else [])
    return visits, heard.frames


@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_a_node_that_plays_says_and_does_what_one_does_that_cannot(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = story(PLAIN, seed)
    found = played(monkeypatch)
    assert story(PLAYS, seed) == plain
    assert any(done == steps > 1 for done, steps in found)
    assert any(done < steps for done, steps in found)


def lifted(own: OwnTime, at: int, act: Callable[[NodeBench], None]) -> list[tuple[object, ...]]:
    """Three visits at rest; a fourth, before whose frame ``at`` something is done; and three more."""
    kit = node_bench(1, own=own)
    heard = Heard(kit)
    kit.connect()
    kit.lay(0, A, B)
    for _ in range(3):
        kit.visits(0, known=(A, B))
    heard.at, heard.act = len(heard.frames) + at, lambda: act(kit)
    return [told(kit.visits(0, known=(A, B))[0]) for _ in range(4)]


def lift(kit: NodeBench) -> None:
    kit.fields[0].remove(kit.fields[0].tags[0])


def lay(kit: NodeBench) -> None:
    kit.lay(0, C)


def pull(kit: NodeBench) -> None:
    kit.ports[0].fault = "unplug"


@pytest.mark.parametrize("act", [lift, lay, pull])
def test_wherever_a_visit_is_no_longer_as_it_was_it_is_told_as_ever(
    act: Callable[[NodeBench], None],
) -> None:
    for at in range(1, 62, 6):
        assert lifted(PLAYS, at, act) == lifted(PLAIN, at, act), at


def test_a_visit_that_its_lease_leaves_no_time_for_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = node_bench(1, own=PLAYS)
    kit.connect()
    kit.lay(0, A, B)
    for _ in range(3):
        kit.visits(0, known=(A, B))
    found = played(monkeypatch)
    kit.host.grant([(0, (A, B))], lease_ms=9)
    start_us = kit.clock.now_us
    assert kit.run(200_000, lambda: not kit.host.is_busy)
    assert [steps for _, steps in found if steps > 1] == []
    assert kit.twin.fields_on == []
    assert kit.clock.now_us - start_us < 40_000


def test_other_settings_are_not_taken_for_those_of_before() -> None:
    kit = node_bench(1, own=PLAYS)
    kit.connect()
    kit.lay(0, A)
    for _ in range(3):
        kit.visits(0, known=(A,))
    kit.host.tune(0, Tuning(43, 20))
    (visit,) = kit.visits(0, known=(A,))
    assert visit.reading is not None
    assert visit.reading.uids == (A,)
    chip: SpiChip = kit.ports[0].chip
    assert isinstance(chip, PlainMfrc522)
    assert chip.inside()[0][0x28] == 20
