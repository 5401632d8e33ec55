"""Causes of chip, wire and air are found alike on the host's own bus and over a node, and never outlast a lease."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from signifer_drivers.node import requests as host_end
from signifer_drivers.node.reader import NodeReader
from signifer_drivers.node.requests import EXAMINE_LEASE_MS
from signifer_drivers.polling.pollers import BankReader
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.readers.diagnosing import DiagnosingReader
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.readers.faults import NODE_AWAY, NOISE, ReaderError
from signifer_drivers.readers.reader import Reading
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import CEILING_DB, LOUD_CEILING_DB, Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.node import START_US, OwnTime
from signifer_drivers.virtual.spi import CHANGE_US, Fault, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.drivers.fields import bench
from tests.node.benches import QUICK_START_US, A, B, C, NodeBench, node_bench, switched

BETWEEN_US = 30_000
# On a cable that damages one byte in a hundred, questions are asked again and again.
NAMED_US, BACK_US = 2_000_000, 2_000_000


@dataclass
class Way:
    """A reader as a bank has it, and what is behind it, wherever it is."""

    clock: VirtualClock
    reader: BankReader
    field: Field
    port: VirtualSpiPort
    chip: Mfrc522Chip

    def visit(self, known: tuple[bytes, ...] = (A, B), tries: int = 2) -> Reading | str:
        """One visit as a bank makes them: what was read, or the cause."""
        self.clock.advance(BETWEEN_US)
        try:
            self.reader.switch_on()
            self.clock.advance(FIELD_UP_US)
            return self.reader.read(known, tries)
        except ReaderError as error:
            return error.cause

    def until(self, us: int, met: Callable[[Reading | str], bool]) -> list[Reading | str]:
        """What visits gave until ``met``, or for so long."""
        end_us = self.clock.now_us + us
        got = [self.visit()]
        while not met(got[-1]) and self.clock.now_us < end_us:
            got.append(self.visit())
        return got


def own_bus(seed: int) -> Way:
    kit = bench(seed=seed)
    return Way(
        kit.clock, DiagnosingReader("0 red", kit.port, turns=Turns(1000)), kit.field, kit.port, kit.chip
    )


def over_node(seed: int, noise: float = 0.0) -> Way:
    # As fast as a Pi, so that both ways do the same at the same time.
    kit = node_bench(2, seed=seed, noise=noise, own=OwnTime(batch_us=30))
    kit.connect()
    kit.ports[0].bus.change_us = CHANGE_US
    kit.fields[0].rng = random.Random(seed)
    chip = kit.ports[0].chip
    assert isinstance(chip, Mfrc522Chip)
    return Way(kit.clock, kit.reader(0), kit.fields[0], kit.ports[0], chip)


WAYS: dict[str, Callable[[int], Way]] = {
    "own bus": own_bus,
    "node": over_node,
    "node, 1 % of bytes damaged": lambda seed: over_node(seed, noise=0.01),
}


def wire(fault: Fault | None) -> Callable[[Way], None]:
    def break_it(way: Way) -> None:
        way.port.fault = fault

    return break_it


def air(**values: object) -> Callable[[Way], None]:
    def disturb(way: Way) -> None:
        for name, value in values.items():
            setattr(way.field, name, value)

    return disturb


def dips(way: Way) -> None:
    way.chip.brown_out = True


def is_a_clone(way: Way) -> None:
    way.chip.replace(0x37, fifo_bytes=32)


def mend(way: Way) -> None:
    way.port.fault = None
    way.chip.brown_out = False
    if way.chip.version != 0x92:
        way.chip.replace(0x92)
    air(slow=False, neighbour=False, detuned=False, noise_percent=0.0, ceiling_db=CEILING_DB)(way)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(
    ("disturb", "cause"),
    [
        (wire("unplug"), "no-chip"),
        (wire("stuck"), "chip-hangs"),
        (wire("held"), "miso-held"),
        (wire("varying"), "varying-version"),
        (wire("random"), "varying-version"),
        (wire("wiring"), "wiring"),
        (dips, "brown-out"),
        (is_a_clone, "clone"),
        (air(neighbour=True), "neighbour-field"),
        (air(slow=True), "slow-tags"),
        (air(detuned=True), "weak-answers"),
        (air(ceiling_db=LOUD_CEILING_DB), "gain-too-high"),
        (air(noise_percent=70.0), "noise"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_a_cause_has_the_same_name_either_way_and_is_over_when_mended(
    disturb: Callable[[Way], None], cause: str, way: Callable[[int], Way]
) -> None:
    it = way(4)
    it.field.put(Tag(A))
    it.field.put(Tag(B))
    for _ in range(6):
        assert isinstance(it.visit(), Reading)
    disturb(it)
    got = it.until(NAMED_US, lambda found: isinstance(found, str))
    assert got[-1] == cause
    assert it.field.powered_us is None
    if cause != NOISE:  # which lets something through now and then
        assert it.visit() == cause
    mend(it)
    (*_, last) = it.until(BACK_US, lambda found: isinstance(found, Reading))
    assert isinstance(last, Reading)
    assert set(last.uids) == {A, B}
    assert it.field.powered_us is None


def _weather(rng: random.Random) -> dict[str, object]:
    return {
        "noise_percent": rng.choice((0.0, 0.0, 5.0, 30.0, 70.0)),
        "miss_percent": rng.choice((0.0, 0.0, 10.0, 40.0)),
        "slow": rng.random() < 0.2,
        "neighbour": rng.random() < 0.2,
        "detuned": rng.random() < 0.2,
        "ceiling_db": rng.choice((CEILING_DB, CEILING_DB, LOUD_CEILING_DB)),
    }


def story(way: Way, seed: int) -> list[Reading | str]:
    """What a reader finds while weather changes and cards come and go."""
    rng = random.Random(seed)
    lying = [Tag(A), Tag(B), Tag(C)]
    got = []
    for _ in range(6):
        for tag in lying:
            if tag in way.field.tags:
                way.field.remove(tag)
            if rng.random() < 0.7:
                way.field.put(tag)
        air(**_weather(rng))(way)
        got += [way.visit((A, B, C)) for _ in range(rng.randrange(3, 9))]
    return got


@pytest.mark.parametrize("seed", range(8))
def test_in_any_weather_both_ways_find_the_same(seed: int) -> None:
    """To the try: what is drawn by lot in the air is drawn alike if the chips say the same frames."""
    both = [story(way(seed), seed) for way in (own_bus, over_node)]
    assert both[0] == both[1]


def test_the_weather_of_these_stories_has_causes_and_tags_heard_after_all() -> None:
    found = [each for seed in range(8) for each in story(own_bus(seed), seed)]
    assert len({each for each in found if isinstance(each, str)}) >= 3
    assert any(
        isinstance(each, Reading) and any(sum(each.misses.get(uid, (0, 0))) >= 2 for uid in each.uids)
        for each in found
    )


def test_other_readers_of_the_node_are_read_while_one_of_them_fails() -> None:
    for disturb in (wire("stuck"), wire("unplug"), dips, air(slow=True), air(neighbour=True)):
        kit = node_bench(2, seed=5)
        kit.connect()
        kit.lay(0, A, B)
        kit.lay(1, C)
        chip = kit.ports[0].chip
        assert isinstance(chip, Mfrc522Chip)
        way = Way(kit.clock, kit.reader(0), kit.fields[0], kit.ports[0], chip)
        other = kit.reader(1)
        for _ in range(4):
            way.visit()
        disturb(way)
        causes = []
        for _ in range(20):
            causes.append(way.visit())
            other.switch_on()
            assert other.read((C,)) == Reading((C,), False, {C: (0, 0)})
        assert isinstance(causes[-1], str)
        assert kit.host.error is None


# Leases, the watchdog, and who waits.


def examining(
    seed: int = 7,
    *,
    noise: float = 0.0,
    reader: int = 0,
    seen: list[int] | None = None,
    start_us: int = START_US,
) -> tuple[NodeBench, list[int]]:
    """A node that has just been asked for tags that answer too weakly; the kinds of all frames that it says."""
    kit = node_bench(2, seed=seed, noise=noise, start_us=start_us)
    kit.connect()
    kit.lay(reader, A, B)
    for _ in range(3):
        kit.visits(reader, known=(A, B))
    kinds: list[int] = [] if seen is None else seen
    kit.twin.sent = lambda now_us, data: kinds.append(data[3])
    kit.fields[reader].detuned = True
    return kit, kinds


def test_an_examination_feeds_the_watchdog_and_says_that_it_is_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit, kinds = examining()
    fed: list[int] = []
    real = kit.twin.feed

    def feed() -> None:
        real()
        fed.append(kit.twin.now_us())

    monkeypatch.setattr(kit.twin, "feed", feed)
    start_us = kit.clock.now_us
    (visit,) = kit.visits(0, known=(A, B), tries=2)
    assert visit.error is not None
    assert visit.error.cause == "weak-answers"
    took_us = kit.clock.now_us - start_us
    fed.append(kit.twin.now_us())
    assert 300_000 < took_us < 600_000
    assert max(late - early for early, late in pairwise(fed)) < 50_000
    assert took_us // 32_000 < kinds.count(nf.WORKING) < took_us // 8_000
    # So nothing had to be asked twice.
    assert kit.host.repeats == 0
    assert start_us <= visit.on_us < start_us + 5_000 < visit.at_us - 300_000


def test_an_examination_ends_with_its_lease_and_calls_nobody_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_end, "EXAMINE_LEASE_MS", 100)
    kit, _ = examining()
    start_us = kit.clock.now_us
    (visit,) = kit.visits(0, known=(A, B), tries=2)
    assert kit.clock.now_us - start_us < 140_000 + 50_000
    assert visit.reading is not None
    assert visit.reading.garbled
    assert kit.twin.fields_on == []
    kit.fields[0].detuned = False
    (visit,) = kit.visits(0, known=(A, B), tries=2)
    assert visit.reading is not None
    assert set(visit.reading.uids) == {A, B}


@pytest.mark.parametrize("lease_ms", range(20, 260, 16))
def test_no_field_outlasts_the_lease_wherever_an_examination_is_when_it_ends(
    lease_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waits of 14 ms for a field to come up are not begun any more."""
    monkeypatch.setattr(host_end, "EXAMINE_LEASE_MS", lease_ms)
    kit, kinds = examining()
    heard: list[int] = []
    kit.twin.heard = lambda now_us, data: heard.append(now_us)
    times = switched(kit.fields[0])
    kit.host.grant([(0, (A, B))], tries=2)
    assert kit.run(2_000_000, lambda: kinds.count(nf.VISIT) == 2)
    is_on, off_us = times[-1]
    assert not is_on
    assert heard[-1] < off_us <= heard[-1] + lease_ms * 1000 + 3_000
    assert kit.twin.fields_on == []


def test_a_host_that_falls_silent_leaves_no_field_on_beyond_the_lease() -> None:
    kit, _ = examining()
    kit.host.grant([(0, (A, B))], tries=2)
    assert kit.run(1_000_000, lambda: kit.host._questions[0].kind == nf.EXAMINE)
    kit.host.step()
    kit.clock.advance(EXAMINE_LEASE_MS * 1000 + 10_000)
    kit.twin.run()
    assert kit.twin.fields_on == []


@pytest.mark.parametrize(("start_us", "told"), [(QUICK_START_US, []), (START_US, [NODE_AWAY])])
def test_a_node_that_starts_again_is_asked_again_for_the_cause(start_us: int, told: list[str]) -> None:
    kit, _ = examining(start_us=start_us)
    kit.host.grant([(0, (A, B))], tries=2)
    assert kit.run(1_000_000, lambda: kit.host._questions[0].kind == nf.EXAMINE)
    kit.run(100_000)
    kit.twin.reboot(keep=0)
    assert kit.run(3_000_000, lambda: kit.host.is_ready)
    assert [visit.error and visit.error.cause for visit in kit.host.take()] == told
    assert kit.host.starts == 2
    (visit,) = kit.visits(0, known=(A, B), tries=2)
    assert visit.error is not None
    assert visit.error.cause == "weak-answers"


def test_a_node_that_goes_away_meanwhile_is_what_is_told() -> None:
    kit, _ = examining()
    kit.host.grant([(0, (A, B)), (1, ())], tries=2)
    assert kit.run(1_000_000, lambda: kit.host._questions[0].kind == nf.EXAMINE)
    kit.twin.unplug()
    assert kit.run(1_000_000, lambda: not kit.host.is_busy)
    told = [(visit.reader, visit.error and visit.error.cause) for visit in kit.host.take()]
    assert told == [(1, None), (0, "node-away")]


def test_a_lifted_card_is_asked_about_once() -> None:
    kit, kinds = examining()
    kit.fields[0].detuned = False
    kit.clear(0)
    for _ in range(8):
        (visit,) = kit.visits(0, known=(A, B), tries=2)
        assert visit.reading is not None
        assert visit.reading.uids == ()
    # Eight visits, and one examination.
    assert kinds.count(nf.VISIT) == 9


def test_who_wants_plain_readings_gets_them() -> None:
    kit, kinds = examining()
    kit.host._visits._diagnosing = False
    for _ in range(8):
        (visit,) = kit.visits(0, known=(A, B), tries=2)
        assert visit.reading is not None
    # In such air a visit may last so long that the host asks once more what became of it.
    assert kinds.count(nf.VISIT) == 8 + kit.host.repeats


def test_a_nodes_reader_says_the_cause_in_a_sentence() -> None:
    kit, _ = examining()
    with pytest.raises(ReaderError, match="reader 0 red: the tags answer too weakly: lay them") as raised:
        NodeReader("0 red", kit.host, 0, wait=kit.clock.advance).read((A, B), 2)
    assert raised.value.cause == "weak-answers"


def test_a_chip_that_would_not_hear_a_known_tag_is_at_fault_and_not_the_tag(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of a sudden its interrupts read as if the timer had run out each time: clean silence."""
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, A)
    for _ in range(4):
        kit.visits(0, known=(A,))
    chip = kit.ports[0].chip
    real = chip.exchange

    def exchange(frame: bytes) -> bytes:
        answer = real(frame)
        asked = b"\0" + frame[:-1] if frame[0] & 0x80 else b""
        fixed = [r.TimerIRq if ask == 0x80 | r.ComIrqReg << 1 else 0 for ask in asked]
        return bytes(fix or was for fix, was in zip(fixed, answer, strict=False)) or answer

    monkeypatch.setattr(chip, "exchange", exchange)
    monkeypatch.setattr(chip, "at_once", lambda batch, byte_us: None)
    (visit,) = kit.visits(0, known=(A,))
    assert visit.error is not None
    assert (visit.error.cause, visit.error.detail) == (
        "chip-hangs",
        "its registers do not follow what is done to them",
    )
