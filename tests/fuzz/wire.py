"""What comes over a wire: frames of nodes at both ends, answers of tags, and of a reader's chip."""

from __future__ import annotations

import random
from collections.abc import Callable

from signifer_drivers.node.host import Node
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.iso14443a import SILENT, Inventory, Link
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.node import START_US
from signifer_drivers.virtual.tag import Tag

from tests.drivers.fields import bench
from tests.drivers.links import FieldLink
from tests.node.benches import SERIAL, A, B, node_bench

from .inputs import Bytes, Target

PAYLOADS: tuple[Callable[[bytes], object], ...] = (
    nf.hello_of,
    nf.token_of,
    nf.visited_of,
    nf.health_of,
    nf.tune_of,
    nf.examine_of,
    nf.error_of,
)


def frames(data: bytes) -> None:
    """A stream, in pieces: frames are found, and each payload is read or refused; nothing is held for ever."""
    found = Bytes(data)
    decoder = nf.Decoder()
    while found:
        for frame in [*decoder.feed(found.sized()), *(decoder.quiet() if found.number() % 4 == 0 else ())]:
            payload(bytes((frame.kind,)) + frame.payload)
        assert len(decoder.buffer) <= nf.MOST_FRAME + nf.SLICE_BYTES


def payload(data: bytes) -> None:
    """A payload is read, and says when it is written again what it said; or it is refused."""
    for parse in PAYLOADS:
        try:
            parse(data[1:])
        except nf.FrameError:
            continue


def _frame_seeds() -> list[bytes]:
    visited = nf.Visited(2)
    visited.uids, visited.misses, visited.detail = (A, B), [(1, 2)], "VersionReg"
    all_of_them = [
        nf.encode(nf.HELLO, 1, nf.Hello(1, 77, 5, SERIAL).payload()),
        nf.encode(nf.TOKEN, 2, nf.Token(250, 3, [(0, [A, B]), (3, [])]).payload()),
        nf.encode(nf.VISIT, 3, visited.payload()),
        nf.encode(nf.HEALTH, 4, nf.Health(5, 6).payload()),
        nf.encode(nf.EXAMINE, 5, nf.Examine(0, 2000, "silent", "", [A]).payload()),
    ]
    return [b"".join(bytes((len(one),)) + one + b"\1" for one in all_of_them)]


# A node's two ends: who reaches them has passed the CRC, so frames are made here and their content is the input


class _Heard:
    """A stream on which a node says whatever the input says: pieces of noise, and frames whose CRC holds."""

    def __init__(self, said: Bytes) -> None:
        self._said = said
        self._asked = nf.Decoder()
        self._sequence = 0

    def read(self) -> bytes:
        how = self._said.number()
        if how % 16 == 15:
            raise OSError("the cable is out")
        if how % 16 == 14:
            return self._said.sized()
        if how % 4 == 3:
            return b""
        # Mostly the answer to what was asked.
        sequence = self._said.number() if how % 16 == 13 else self._sequence
        return nf.encode(self._said.number(), sequence, self._said.sized())

    def due_us(self) -> int | None:
        return None

    def write(self, data: bytes) -> None:
        for frame in self._asked.feed(data):
            self._sequence = frame.sequence

    def close(self) -> None:
        pass


def host(data: bytes) -> None:
    """The table's end: whatever a node says, it is asked, answered or away; nothing is raised, nothing hangs."""
    said = Bytes(data)
    now_us = 1_000
    node = Node("node 3", lambda: _Heard(said), now_us=lambda: now_us)
    while said:
        if node.is_ready:
            node.grant([(0, (A, B)), (1, ())], tries=2)
        assert node.step() >= now_us
        for visit in node.take():
            assert (visit.reading is None) != (visit.error is None)
            assert visit.reader in (0, 1)
        now_us += 1_500


def _host_seeds() -> list[bytes]:
    """What a node on a twin says to a host that greets it and grants tokens."""
    kit = node_bench(2)
    kit.lay(0, A, B)
    out: list[tuple[int, bytes]] = []
    kit.twin.sent = lambda at_us, sent: out.append((at_us, sent))
    kit.connect()
    kit.visits(0, 1, known=(A, B), tries=2)
    kit.clear(0)
    kit.visits(0, 1, known=(A, B), tries=2)
    said = [frame for _, sent in out for frame in nf.Decoder().feed(sent)]
    return [b"".join(bytes((0, one.kind, len(one.payload))) + one.payload for one in said)]


def board(data: bytes) -> None:
    """The node's end: whatever it hears, it goes on, with one field on at most, and none beyond its lease."""
    said = Bytes(data)
    kit = node_bench(2)
    kit.lay(0, A, B)
    kit.clock.advance(START_US + 100_000)
    stream = kit.twin.open()
    while said:
        how = said.number()
        if how % 8 == 7:
            stream.write(said.sized())
        else:
            stream.write(nf.encode(said.number(), said.number(), said.sized()))
        kit.clock.advance((500, 20_000, 300_000)[how // 8 % 3])
        if not kit.twin.running:  # it was told to start again
            kit.clock.advance(START_US + 100_000)
            stream = kit.twin.open()
        stream.read()
        assert len(kit.twin.fields_on) <= 1
    kit.clock.advance((nf.MOST_LEASE_MS + 2_000) * 1_000)
    kit.twin.run()
    assert kit.twin.fields_on == []


def _board_seeds() -> list[bytes]:
    questions = [
        (nf.ASK_HELLO, b""),
        (nf.TUNE, nf.Tune(0, 38, 40).payload()),
        (nf.TOKEN, nf.Token(250, 2, [(0, [A, B]), (1, [])]).payload()),
        (nf.EXAMINE, nf.Examine(0, 2000, "silent", "", [A]).payload()),
        (nf.ASK_HEALTH, b""),
        (nf.RESET, b""),
    ]
    said = [
        bytes((8, kind, number, len(payload))) + payload
        for number, (kind, payload) in enumerate(questions, 1)
    ]
    return [b"".join(said)]


# Tags and chips


class _Answers(Link):
    """Answers of the input: state, bytes, bits heard, collision; silence when it has ended."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self.count = 0

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        self.count += 1
        if not self._data:
            return SILENT, b"", 0, 0
        state, size = divmod(self._data.number(), 16)
        answer = self._data.take(min(size, want))
        return state % 4, answer, self._data.number() % 48, self._data.number() % 33


def answers(data: bytes) -> None:
    """Whatever answers, an inventory comes to its end, and what it finds are UIDs, each once."""
    found = Bytes(data)
    known = [(), (A,), (A, B)][found.number() % 3]
    link = _Answers(found)
    visit = Inventory(link)
    visit.run(known, 1 + found.number() % 4)
    assert link.count < 20_000
    assert len(visit.uids) == len(set(visit.uids)) <= 64
    assert all(len(uid) in nf.UID_SIZES for uid in visit.uids)
    assert set(visit.misses) == set(known)


class _Recorded(FieldLink):
    """What a field answers, written down as an input."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.tape = b""

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        found = super().transceive(data, last_bits, align, want)
        state, answer, bits, coll = found
        self.tape += bytes((state * 16 + len(answer),)) + answer + bytes((bits, coll))
        return found


def _answer_seeds() -> list[bytes]:
    found = []
    for seed, uids in enumerate(((), (A,), (A, B), (A, B, b"\x01\x02\x03\x04", b"\x01\x02\x03\x05"))):
        field = Field(random.Random(seed))
        for uid in uids:
            field.put(Tag(uid))
        link = _Recorded(field)
        Inventory(link).run((A, B), 2)
        found.append(b"\2\1" + link.tape)
    return found


class _Chip:
    """A bus whose chip answers what the input says, and 0 when it has ended."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._us = 0
        self.calls = 0

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        self.calls += 1
        self._us += 100
        return [self._data.take(len(frame)).ljust(len(frame), b"\0") for frame in batch]

    def delay_us(self, us: int) -> None:
        self._us += us

    def now_us(self) -> int:
        return self._us


def chip(data: bytes) -> None:
    """Whatever its registers say, a reader reads or raises its own error, within bounds."""
    found = Bytes(data)
    port = _Chip(found)
    reader = Reader("3 red", port)
    for _ in range(2):
        try:
            reader.switch_on()
            reading = reader.read((A, B), 2)
        except OSError:
            continue
        assert all(len(uid) in nf.UID_SIZES for uid in reading.uids)
    assert port.calls < 100_000


def _chip_seeds() -> list[bytes]:
    """What the twin of a chip answers while two tags are read."""
    kit = bench()
    kit.lay(A, B)
    tape = b""
    transfer = kit.port.transfer

    def recorded(batch: list[bytes]) -> list[bytes]:
        nonlocal tape
        answers = transfer(batch)
        tape += b"".join(answers)
        return answers

    kit.port.transfer = recorded  # type: ignore[method-assign]
    kit.reader.switch_on()
    kit.clock.advance(5_000)
    kit.reader.read((A, B), 2)
    return [tape]


TARGETS = {
    "node-frames": Target(frames, _frame_seeds),
    "node-payloads": Target(payload, lambda: [b"\0" + nf.Hello(1, 77, 5, SERIAL).payload()]),
    "node-host": Target(host, _host_seeds),
    "node-board": Target(board, _board_seeds, 40),
    "tag-answers": Target(answers, _answer_seeds),
    "chip-answers": Target(chip, _chip_seeds),
}
