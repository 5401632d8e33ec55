"""Nodes that say what is well formed and makes no sense: their zones are unknown soon, and nobody else's are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from signifer_drivers.polling.findings import Finding
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.readers.faults import NODE_AWAY, NODE_FILES, named_in
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_node import node as node_program

from tests.node.benches import SERIAL, A, B, node_bench
from tests.node.columns import Columns
from tests.node.rooms import NodeRoom

Way = Callable[["Rogue", nf.Frame], bytes]
# Longest from the first nonsense to the fault, and from the last to the first good reading.
TOLD_US, BACK_US = 4_500_000, 2_000_000


class Rogue:
    """A board between a node's program and its cable: says something else in place of each frame, if it has a ``way``.

    ``period_us``: how often it says HELLO, too, without being asked.
    """

    def __init__(self, board: VirtualNode) -> None:
        self._board = board
        self.ports, self.serial, self.boot = board.ports, board.serial, board.boot
        self.now_us, self.read, self.light, self.feed = board.now_us, board.read, board.light, board.feed
        self.reset_readers, self.free_bytes, self.console = (
            board.reset_readers,
            board.free_bytes,
            board.console,
        )
        self.wait_until = board.wait_until
        self.way: Way | None = None
        self.period_us = 0
        self._node = node_program.Node(self)
        self._decoder = nf.Decoder()

    def write(self, data: bytes) -> None:
        frames = self._decoder.feed(data)
        self._board.write(data if self.way is None else b"".join(self.way(self, frame) for frame in frames))

    def begin(self) -> None:
        self._node.begin()

    def step(self) -> int:
        wake_us = self._node.step()
        if not self.period_us:
            return wake_us
        self._board.write(self.hello())
        return min(wake_us, self.now_us() + self.period_us)

    def hello(self) -> bytes:
        return nf.encode(nf.HELLO, 0, nf.Hello(1, self.boot, len(self.ports), self.serial).payload())


def instead(of: int, kind: int, payload: bytes = b"") -> Way:
    def way(rogue: Rogue, frame: nf.Frame) -> bytes:
        if frame.kind == of:
            return nf.encode(kind, frame.sequence, payload)
        return nf.encode(frame.kind, frame.sequence, frame.payload)

    return way


def always_hello(rogue: Rogue, frame: nf.Frame) -> bytes:
    return rogue.hello()


def next_number(rogue: Rogue, frame: nf.Frame) -> bytes:
    return nf.encode(frame.kind, (frame.sequence + 1) % 256, frame.payload)


def next_reader(rogue: Rogue, frame: nf.Frame) -> bytes:
    payload = frame.payload
    if frame.kind == nf.VISIT:
        payload = bytes((payload[0] + 2,)) + payload[1:]
    return nf.encode(frame.kind, frame.sequence, payload)


def more_asked(rogue: Rogue, frame: nf.Frame) -> bytes:
    payload = frame.payload
    if frame.kind == nf.VISIT:
        visited = nf.visited_of(payload)
        visited.as_asked = False
        visited.misses = [(1, 0)] * 7
        payload = visited.payload()
    return nf.encode(frame.kind, frame.sequence, payload)


NOT_GREETED = nf.error_payload(nf.NOT_GREETED, "this node has just started")
WAYS: dict[str, tuple[Way | None, int, str]] = {
    "never says what it reads": (instead(nf.VISIT, nf.RESET_DONE), 0, NODE_AWAY),
    "is at work for ever": (instead(nf.VISIT, nf.WORKING), 0, NODE_AWAY),
    "has started again and again": (None, 5_000, NODE_AWAY),
    "says its name to everything": (always_hello, 0, NODE_AWAY),
    "has never been greeted": (instead(nf.HEALTH, nf.ERROR, NOT_GREETED), 0, NODE_AWAY),
    "answers other questions": (next_number, 0, NODE_AWAY),
    "reads other antennas": (next_reader, 0, NODE_AWAY),
    "says what it was not asked": (more_asked, 0, NODE_FILES),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WAYS)
def test_a_node_that_speaks_and_reads_nothing_is_at_fault_and_back_when_it_is_sane(name: str) -> None:
    way, period_us, cause = WAYS[name]
    rogues: list[Rogue] = []

    def program(board: VirtualNode) -> Program:
        rogues.append(Rogue(board))
        return rogues[-1]

    first = node_bench(2, program=program)
    table = Columns([first, node_bench(2, seed=100, clock=first.clock, name="node 4")])
    first.lay(0, A, B)
    table.run(2_000_000)
    assert set(table.presence.lying("3 red")) == {A, B}
    table.changes.clear()
    (rogue,) = rogues
    rogue.way, rogue.period_us = way, period_us
    table.run(TOLD_US)
    assert {change.reader for change in table.changes} == {"3 red", "3 blue"}
    assert [table.presence.state(zone) for zone in ("3 red", "3 blue")] == [Finding.FAULT, Finding.FAULT]
    assert {tuple(named_in(change.cause)) for change in table.changes} == {(cause,)}
    assert all("node 3, " in change.cause for change in table.changes)
    assert set(table.presence.lying("3 red")) == {A, B}
    rogue.way, rogue.period_us = None, 0
    table.changes.clear()
    table.run(BACK_US)
    assert sorted((change.kind, change.reader) for change in table.changes) == [
        ("ok", "3 blue"),
        ("ok", "3 red"),
    ]
    assert set(table.presence.lying("3 red")) == {A, B}


@pytest.mark.parametrize("share", [0.01, 0.03, 0.1])
def test_however_bad_a_cable_is_nobody_believes_what_has_not_been_read_for_long(share: float) -> None:
    room = NodeRoom(seed=5)
    room.run(2_000_000)
    for twin in room.twins.values():
        twin.noise.share = share
    read_us = dict.fromkeys(room.board_of, room.clock.now_us)
    room.news.clear()
    before = {name: room.presence.lying(name) for name in read_us}
    for _ in range(80):
        room.run(100_000)
        for name in read_us:
            if room.presence.state(name) == Finding.FAULT or room.last_us[name] > read_us[name]:
                read_us[name] = max(room.last_us[name], read_us[name])
            else:
                assert room.clock.now_us - read_us[name] < TOLD_US, name
    faults = room.told(("fault",))
    # At 3 % one room in six has a fault named within these 8 s, and this is one of them.
    assert bool(faults) == (share > 0.01)
    assert {name: room.presence.lying(name) for name in read_us} == before
    for twin in room.twins.values():
        twin.noise.share = 0.0
    assert room.run(BACK_US, lambda: not room.bank.failing()) < BACK_US


def test_no_question_keeps_a_node_that_has_just_started_in_its_console() -> None:
    """For a second it is a console, in which 3 is Ctrl-C."""
    bench = node_bench()
    asked: list[bytes] = []
    bench.twin.heard = lambda now_us, data: asked.append(data)
    for _ in range(300):
        bench.connect()
        bench.twin.unplug()
        bench.host.step()
        bench.twin.plug()
    hellos = [data for data in asked if data[3] == nf.ASK_HELLO]
    assert len(hellos) >= 300
    assert len({data[4] for data in hellos}) > 100, "numbers of all kinds"
    assert not [data for data in hellos if b"\x03" in data]


def test_what_a_node_says_of_itself_breaks_no_line() -> None:
    bench = node_bench(serial=SERIAL)
    rogues: list[Rogue] = []

    def program(board: VirtualNode) -> Program:
        rogues.append(Rogue(board))
        return rogues[-1]

    bench.twin._make = program
    bench.connect()
    rogues[0].way = instead(nf.VISIT, nf.ERROR, nf.error_payload(nf.MALFORMED, "no chip answers\n\x1b[2J"))
    (visit,) = bench.visits(0)
    assert visit.error is not None
    assert visit.error.detail == "no chip answers??[2J"
