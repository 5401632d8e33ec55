"""One bank over nodes and the host's own bus: as fast as five nodes can be, and never two neighbours on together."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from signifer_core.layout import ZONES
from signifer_drivers.node.host import LEASE_MS
from signifer_drivers.node.port import Stream
from signifer_drivers.node.requests import EXAMINE_LEASE_MS, LATENCY_US
from signifer_drivers.node.waiting import SILENT_US
from signifer_drivers.polling.bank import neighbours
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.schedule import STARVED_US
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.virtual.spi import Fault

from tests.drivers.rooms import ALL, COLUMNS, DOUBLE, RESTING, latencies, percentile
from tests.node.rooms import STANDARD, NodeRoom, Unreadable

NEAR = neighbours({str(at): (at,) for at in ZONES})
FAULTS: tuple[Fault, ...] = ("unplug", "stuck")
CYCLE_US, LAID_US = 60_000, 80_000
# A neighbour that fell silent has its lease first. With one byte in a hundred damaged, long tokens get lost in a row.
LONGEST_US = 2 * STARVED_US + LEASE_MS * 1000 + LATENCY_US + 200_000
LONGEST_DAMAGED_US = 3_000_000


def test_a_cycle_of_all_antennas_above_resting_tags() -> None:
    for seed in range(3):
        room = NodeRoom(seed)
        room.run(3_000_000)
        assert len(room.told()) == RESTING
        assert max(room.cycle_us() for _ in range(40)) <= CYCLE_US


@pytest.mark.slow
def test_a_laid_card_is_told_in_time() -> None:
    laid, lifted = latencies(NodeRoom(), 48)
    assert percentile(laid, 95) <= LAID_US
    assert percentile(lifted, 95) <= 400_000


def test_all_of_it_is_the_same_each_time() -> None:
    news = []
    for _ in range(2):
        room = NodeRoom(seed=3, damaged=0.01)
        room.noise(5, 10)
        room.run(2_000_000)
        news.append(room.news)
    assert news[0] == news[1]


# Whatever hangs where, and whatever fails


@st.composite
def boards(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Nodes of one to five readers, however their antennas lie; what is left is on the host's own bus."""
    if draw(st.booleans()):
        return STANDARD
    names = draw(st.permutations(ALL))
    left = names[: draw(st.integers(0, len(names)))]
    there: dict[str, tuple[str, ...]] = {}
    while left:
        size = draw(st.integers(1, 5))
        there[f"node {len(there)}"] = tuple(left[:size])
        left = left[size:]
    return there


def overlap_us(room: NodeRoom) -> float:
    """For how long two neighbours were on together at the worst."""
    worst = 0.0
    for name, near in NEAR.items():
        for other in (other for other in near if other > name):
            both = sorted((*room.lit[name], *room.lit[other]))
            worst = max([worst, *(first[1] - second[0] for first, second in pairwise(both))])
    return worst


def hands(room: NodeRoom, rng: random.Random, us: int) -> None:
    """Lay cards and lift them again."""
    for _ in range(12):
        name, tag = rng.choice(ALL), room.tag()
        at_us = rng.randrange(us)
        room.at(at_us, partial(room.fields[name].put, tag))
        room.at(at_us + rng.randrange(50_000, us), partial(room.fields[name].remove, tag))


@pytest.mark.slow
@given(boards(), st.integers(0, 1 << 32), st.booleans())
@settings(max_examples=12, deadline=None, phases=(Phase.reuse, Phase.generate))
def test_neighbours_are_never_on_together_and_nobody_starves(
    there: dict[str, tuple[str, ...]], seed: int, damaged: bool
) -> None:
    rng = random.Random(seed)
    room = NodeRoom(seed, boards=there, resting=rng.randrange(3), damaged=0.01 if damaged else 0.0)
    seen: dict[str, list[int]] = {name: [] for name in ALL}
    broken = [name for name in ALL if rng.random() < 0.1]
    for name in broken:
        room.ports[name].fault = rng.choice(FAULTS)
    pulled = [board for board in there if rng.random() < 0.2]
    for board in pulled:
        out_us = rng.randrange(1_000_000, 2_000_000)
        room.at(out_us, room.twins[board].unplug)
        room.at(out_us + rng.randrange(10_000, 1_500_000), room.twins[board].plug)
    restarted = [board for board in there if board not in pulled and rng.random() < 0.2]
    for board in restarted:
        room.at(rng.randrange(1_000_000, 2_500_000), room.twins[board].reboot)
    cut = [board for board in there if rng.random() < 0.3]
    for board in cut:
        at_us = rng.randrange(1_000_000, 2_500_000)
        room.at(at_us, partial(room.cut.add, board))
        room.at(at_us + rng.randrange(500_000), partial(room.cut.discard, board))
    hands(room, rng, 2_500_000)
    last = dict(room.last_us)
    end_us = 4_000_000
    while room.clock.now_us < end_us:
        room.run(1)
        for name, at_us in room.last_us.items():
            if at_us != last[name]:
                last[name] = at_us
                seen[name].append(at_us)
    assert overlap_us(room) <= 0
    failed = {*pulled, *restarted, *cut}
    for name in ALL:
        if name not in broken and room.board_of.get(name) not in failed:
            times = [at_us for at_us in seen[name] if at_us > 1_000_000]
            assert times, name
            longest = max(b - a for a, b in pairwise([1_000_000, *times, end_us]))
            limit_us = LONGEST_DAMAGED_US if damaged else LONGEST_US
            if any(room.board_of.get(near) in failed for near in NEAR[name]):
                # Its neighbour was being examined when it fell silent: that is a longer lease.
                limit_us = max(limit_us, EXAMINE_LEASE_MS * 1000 + LONGEST_US)
            assert longest < limit_us, name


@given(boards(), st.integers(0, 1 << 32))
@settings(max_examples=6, deadline=None)
def test_each_visit_is_told_once(there: dict[str, tuple[str, ...]], seed: int) -> None:
    rng = random.Random(seed)
    room = NodeRoom(seed, boards=there, resting=rng.randrange(3), diagnosing=False)
    told: dict[str, list[tuple[int, int]]] = {name: [] for name in ALL}
    tell = room.bank._schedule._tell

    def heard(visit: Visit, changes: list[Change]) -> None:
        told[visit.reader].append((visit.on_us, visit.at_us))
        tell(visit, changes)

    room.bank._schedule._tell = heard
    hands(room, rng, 1_000_000)
    room.run(1_500_000)
    for name in ALL:
        done = room.lit[name]
        assert 0 <= len(done) - len(told[name]) <= 1, "the last one may be on its way"
        for (on_us, off_us), (said_on_us, said_at_us) in zip(done, told[name], strict=False):
            assert abs(said_on_us - on_us) < 1_000
            assert abs(said_at_us - off_us) < 1_000
            assert off_us - on_us >= FIELD_UP_US
        for (_, off_us), (on_us, _) in pairwise(done):
            assert on_us - off_us >= FIELD_UP_US, "a tag has to forget"


# Nodes that fail


def faults(room: NodeRoom) -> list[tuple[int, str, str]]:
    return [
        (at_us, change.kind, change.reader)
        for at_us, change in room.news
        if change.kind in (Finding.FAULT, Finding.OK)
    ]


@pytest.mark.parametrize("way", ["unplug", "hang"])
def test_a_node_that_fails_is_told_within_a_second_and_back_within_two(
    way: str,
) -> None:
    room = NodeRoom()
    room.run(2_000_000)
    assert len(room.told()) == RESTING
    room.news.clear()
    twin = room.twins["3"]
    failed_us = room.clock.now_us
    if way == "unplug":
        twin.unplug()
    else:
        room.deaf.add("3")
    room.run(1_000_000)
    assert {(kind, reader) for _, kind, reader in faults(room)} == {("fault", "3 red"), ("fault", "3 blue")}
    assert max(at_us for at_us, _, _ in faults(room)) <= failed_us + SILENT_US + 2 * CYCLE_US
    assert max(room.cycle_us(STANDARD["3"]) for _ in range(10)) <= CYCLE_US, "the others go on"
    room.deaf.clear()
    twin.plug()
    mended_us = room.clock.now_us
    room.run(2_200_000)
    assert {(kind, reader) for _, kind, reader in faults(room)[2:]} == {("ok", "3 red"), ("ok", "3 blue")}
    assert max(at_us for at_us, _, _ in faults(room)) <= mended_us + 2_000_000
    assert room.told() == [], "no card has moved"


def test_a_node_that_hangs_holds_its_neighbours_up_for_no_longer_than_its_lease() -> None:
    room = NodeRoom()
    room.run(2_000_000)
    room.deaf.add("3")
    room.run(50_000)
    waited = 0
    for _ in range(20):
        waited = max(waited, room.cycle_us(STANDARD["3"]))
    assert waited <= LEASE_MS * 1000 + LATENCY_US + CYCLE_US


def test_antennas_of_a_starter_table_take_their_turns_on_one_node() -> None:
    room = NodeRoom(boards={"columns": COLUMNS[::2]})
    room.run(3_000_000)
    assert room.cycle_us() < 150_000


def test_a_cable_pulled_during_an_examination_holds_up_none_but_the_next_columns() -> None:
    room = NodeRoom()
    room.run(2_000_000)
    field = room.fields["5 red"]
    field.remove(next(iter(field.tags)))
    asked = room.nodes["5"]._questions
    room.run(1_000_000, lambda: bool(asked) and asked[0].kind == nf.EXAMINE)
    assert asked[0].kind == nf.EXAMINE
    room.twins["5"].unplug()
    # For as long as the node could have had its field on, its own neighbour waits; nobody waits with it.
    assert max(room.cycle_us((*STANDARD["4"], *STANDARD["5"])) for _ in range(20)) <= CYCLE_US
    assert room.last_us["4 red"] < room.clock.now_us - LEASE_MS * 1000


class Overheard(NodeRoom):
    """Nodes whose wires are listened to: ``tokens`` has the names of the antennas in each token of each node."""

    def __init__(self) -> None:
        self.tokens: dict[str, list[list[str]]] = {board: [] for board in "12345"}
        super().__init__(zones=DOUBLE, resting=1)

    def _open(self, board: str) -> Stream:
        stream = super()._open(board)
        write, decoder = stream.write, nf.Decoder()

        def overhear(data: bytes) -> None:
            for frame in decoder.feed(data):
                if frame.kind == nf.TOKEN:
                    wants = nf.token_of(frame.payload).wants
                    self.tokens[board].append([self.names(board)[reader] for reader, _ in wants])
            write(data)

        stream.write = overhear  # type: ignore[method-assign]
        return stream

    def names(self, board: str) -> list[str]:
        return [name for name in self.columns if name[0] == board]


def test_beside_a_zone_in_doubt_of_another_node_tokens_are_short() -> None:
    """Of two antennas that hold its antennas up a token has one; the other side has nothing to do with it."""
    room = Overheard()
    room.run(3_000_000)
    # Something that is heard and not read is in doubt for a second.
    room.fields["3 red a"].put(Unreadable(room.tag().uid))
    room.run(100_000)
    for tokens in room.tokens.values():
        tokens.clear()
    room.run(600_000, lambda: not room.presence.doubts("3 red a"))
    assert room.presence.doubts("3 red a")
    for board in "24":
        of_red = [token for token in room.tokens[board] if token[0].startswith(f"{board} red")]
        others = [token for token in room.tokens[board] if token not in of_red]
        assert len(of_red) > 3
        assert max(map(len, of_red)) == 1
        assert max(map(len, others)) > 1
