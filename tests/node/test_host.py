"""The host's end of a node, and the node's program behind it, on register-level readers: what holds while all works."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from signifer_drivers.node.clock import NodeClock
from signifer_drivers.node.host import RETRY_US, Node
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.results import NodeVisit
from signifer_drivers.polling.bank import Bank
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.readers.faults import NODE_AWAY, NODE_FILES, ReaderError
from signifer_drivers.virtual.node import START_US

from tests.drivers.fields import bench, random_field
from tests.node.benches import SERIAL, A, B, C, NodeBench, node_bench, switched


def read(visit: NodeVisit) -> set[bytes]:
    assert visit.reading is not None, visit
    return set(visit.reading.uids)


def test_a_token_has_each_of_its_antennas_read_once() -> None:
    kit = node_bench(4)
    kit.connect()
    kit.lay(0, A, C)
    kit.lay(3, B)
    visits = kit.visits(3, 0, 1)
    assert [(visit.reader, read(visit)) for visit in visits] == [(3, {B}), (0, {A, C}), (1, set())]
    assert kit.host.take() == []
    assert kit.twin.fields_on == []


def test_a_node_says_who_it_is_and_how_it_fares() -> None:
    kit = node_bench(2)
    kit.connect()
    assert kit.host.hello is not None
    assert (kit.host.hello.serial, kit.host.hello.readers) == (SERIAL, 2)
    kit.visits(0)
    kit.ports[1].fault = "unplug"
    kit.visits(1)
    assert kit.run(1_000_000, lambda: kit.host.health is not None and kit.host.health.visits == 2)
    assert kit.host.health is not None
    assert list(kit.host.health.readers) == [(0x92, ""), (0, "no-chip")]
    assert kit.host.health.broken == 0


@pytest.mark.parametrize("seed", range(12))
def test_a_node_reads_what_a_reader_on_the_hosts_own_bus_reads(seed: int) -> None:
    rng = random.Random(seed)
    uids = sorted(random_field(rng, 6))
    known = tuple(uids[: len(uids) // 2])
    direct, kit = bench(seed=seed), node_bench(1, seed=seed)
    direct.lay(*uids)
    kit.lay(0, *uids)
    kit.connect()
    direct.reader.switch_on()
    direct.clock.advance(FIELD_UP_US)
    wanted = direct.reader.read(known, 3)
    (visit,) = kit.visits(0, known=known, tries=3)
    assert visit.reading == wanted


def test_known_tags_that_are_silent_are_counted_for_each() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, A)
    (visit,) = kit.visits(0, known=(B, A), tries=4)
    assert visit.reading is not None
    assert visit.reading.misses[A] == (0, 0)
    assert visit.reading.misses[B][0] >= 4


def _watched(
    kit: NodeBench, transfer: Callable[[list[bytes]], list[bytes]], seen: list[int]
) -> Callable[[list[bytes]], list[bytes]]:
    def watched(batch: list[bytes]) -> list[bytes]:
        answers = transfer(batch)
        assert len(kit.twin.fields_on) <= 1
        seen.extend(kit.twin.fields_on)
        return answers

    return watched


def test_never_are_two_fields_of_a_node_on_and_none_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = node_bench(4)
    seen: list[int] = []
    for port in kit.ports:
        monkeypatch.setattr(port, "transfer", _watched(kit, port.transfer, seen))
    kit.connect()
    for reader in range(4):
        kit.lay(reader, bytes((1, 2, 3, reader)))
    for _ in range(3):
        kit.visits(0, 1, 2, 3)
        assert kit.twin.fields_on == []
    assert set(seen) == {0, 1, 2, 3}


def test_a_reading_that_outlasts_its_lease_is_cut_and_says_so() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, *(bytes((1, 2, 3, last)) for last in range(12)))
    kit.visits(0)
    kit.host.grant([(0, ())], lease_ms=20)
    assert kit.run(1_000_000, lambda: not kit.host.is_busy)
    (visit,) = kit.host.take()
    assert visit.reading is not None
    assert 0 < len(visit.reading.uids) < 12
    assert visit.reading.garbled
    assert visit.at_us - visit.on_us < 23_000
    assert kit.twin.fields_on == []


@pytest.mark.parametrize("drift_ppm", [0, 100, -100])
def test_times_of_visits_are_those_of_the_hosts_clock(drift_ppm: int) -> None:
    kit = node_bench(1, seed=3, drift_ppm=drift_ppm)
    kit.connect()
    times = switched(kit.fields[0])
    for _ in range(40):
        kit.run(490_000)
        before_us = kit.clock.now_us
        (visit,) = kit.visits(0)
        on_us = [kit.twin._host_us(int(at_us)) for is_on, at_us in times if is_on][-1]
        assert abs(visit.on_us - on_us) < 1_000
        assert before_us < visit.on_us < visit.on_us + FIELD_UP_US < visit.at_us <= kit.clock.now_us


def test_offsets_hold_where_32_bits_turn_over() -> None:
    clock = NodeClock()
    assert clock.host_us(12, 5_000) == 5_000
    asked_us, heard_us = 10_000_000, 2**32 - 500
    clock.measure(asked_us, heard_us, 400, asked_us + 900 + 2_000)
    assert clock.offset_us == (asked_us + 1_000 - heard_us) % 2**32
    assert clock.host_us(100, asked_us + 2_900) == asked_us + 1_000 + 600
    clock.measure(asked_us, 0, 5_000, asked_us + 4_000)  # cannot be
    clock.measure(asked_us, heard_us + 7_000, heard_us + 7_000, asked_us + 9_000)  # long on its way
    assert clock.offset_us == (asked_us + 1_000 - heard_us) % 2**32
    assert clock.host_us(5_000_000, asked_us + 2_900) == asked_us + 2_900


def test_gain_and_field_are_set_at_each_start_and_in_between() -> None:
    kit = node_bench(2, tuning={1: Tuning(48, 20)})

    def gains() -> list[int]:
        kit.visits(0, 1)
        chips = [port.chip for port in kit.ports]
        return [chip.inside()[0][0x26] >> 4 for chip in chips]  # type: ignore[attr-defined]

    kit.connect()
    assert gains() == [4, 7]
    kit.host.tune(0, Tuning(23, 32))
    assert gains() == [1, 7]
    kit.twin.reboot()
    kit.run(START_US + RETRY_US + 100_000)
    assert gains() == [1, 7]


def test_a_node_refuses_what_it_cannot_do_and_goes_on() -> None:
    kit = node_bench(1)
    kit.connect()
    (visit,) = kit.visits(2)
    assert visit.error is not None
    assert (visit.error.cause, visit.error.detail) == (NODE_FILES, "there are 1")
    kit.lay(0, A)
    assert read(kit.visits(0)[0]) == {A}


def ask(kit: NodeBench, data: bytes) -> list[nf.Frame]:
    """Bytes to the node past the host's end, and what it says to them."""
    stream = kit.twin.open()
    stream.read()
    stream.write(data)
    kit.clock.advance(50_000)
    return nf.Decoder().feed(stream.read())


def test_the_program_answers_everything_and_the_same_question_the_same() -> None:
    kit = node_bench(1)
    kit.clock.advance(START_US + 100_000)
    kit.lay(0, A)

    def errors(*frames: bytes) -> list[int]:
        return [
            nf.error_of(frame.payload)[0] for frame in ask(kit, b"".join(frames)) if frame.kind == nf.ERROR
        ]

    assert errors(nf.encode(nf.ASK_HEALTH, 1)) == [nf.NOT_GREETED]
    hello = nf.encode(nf.ASK_HELLO, 1)
    assert errors(hello, nf.encode(0x44, 2)) == [nf.UNKNOWN_KIND]
    assert errors(nf.encode(nf.TOKEN, 3, b"\x01")) == [nf.MALFORMED]
    assert errors(nf.encode(nf.TUNE, 4, nf.Tune(0, 34, 32).payload())) == [nf.BAD_SETTING]
    assert errors(nf.encode(nf.TUNE, 6, nf.Tune(0, 33, 32, 1_400).payload())) == [nf.BAD_SETTING]
    assert errors(nf.encode(nf.TUNE, 7, nf.Tune(0, 33, 32, 5_100).payload())) == [nf.BAD_SETTING]
    assert errors(nf.encode(nf.TUNE, 5, nf.Tune(1, 33, 32).payload())) == [nf.NO_SUCH_READER]
    assert errors(nf.encode(nf.ASK_HEALTH, 6, protocol=1)) == [nf.WRONG_PROTOCOL]
    token = nf.encode(nf.TOKEN, 7, nf.Token(100, 1, [(0, [])]).payload())
    first = ask(kit, token)
    again = ask(kit, token)
    assert [(frame.kind, frame.payload) for frame in first] == [(f.kind, f.payload) for f in again]
    assert ask(kit, nf.encode(nf.ASK_HEALTH, 8))[0].payload[16:20] == (1).to_bytes(4, "little")
    assert [frame.kind for frame in ask(kit, nf.encode(nf.RESET, 9))] == [nf.RESET_DONE]


def test_the_light_tells_the_state() -> None:
    kit = node_bench(1)

    def changes(us: int) -> int:
        count, lit = 0, kit.twin.lit
        for _ in range(us // 1000):
            kit.run(1_000)
            kit.twin.run()
            count += kit.twin.lit is not lit
            lit = kit.twin.lit
        return count

    kit.connect()
    kit.run(600_000)
    assert kit.twin.lit
    assert changes(2_000_000) == 0
    kit.ports[0].fault = "unplug"
    kit.visits(0)
    assert changes(1_000_000) in (7, 8, 9)
    kit.host._gone(kit.host._error, kit.clock.now_us)
    kit.host._retry_us = 1 << 60
    kit.run(1_100_000)
    assert changes(2_000_000) in (3, 4, 5)


def test_the_watchdog_is_fed_without_a_host_too() -> None:
    kit = node_bench(1)
    for _ in range(20):
        kit.clock.advance(700_000)
        kit.twin.run()
        assert kit.twin.now_us() - kit.twin.fed_us <= 700_000


def test_tags_that_a_node_remembers_are_named_once() -> None:
    kit = node_bench(2)
    kit.connect()
    kit.lay(0, A, B)
    sizes: list[int] = []
    kit.twin.heard = lambda now_us, data: sizes.append(len(data)) if data[3] == nf.TOKEN else None

    def size(*readers: int, known: tuple[bytes, ...]) -> int:
        for visit in kit.visits(*readers, known=known):
            assert visit.reading is not None
            assert set(visit.reading.uids) == ({A, B} if visit.reader == 0 else set())
            assert set(visit.reading.misses) == set(known)
        return sizes[-1]

    named = size(0, 1, known=(A, B))
    assert size(0, 1, known=(A, B)) == nf.HEADER_BYTES + 8 + nf.CRC_BYTES
    assert size(0, known=(B,)) > nf.HEADER_BYTES + 6 + nf.CRC_BYTES, "others than last time"
    assert size(1, known=(A, B)) == nf.HEADER_BYTES + 6 + nf.CRC_BYTES
    kit.twin.reboot()
    kit.run(START_US + RETRY_US + 100_000)
    assert size(0, 1, known=(A, B)) == named
    errors = [
        nf.error_of(frame.payload)[0]
        for payload in (nf.Token(100, 1, [(0, None)]).payload(),)
        for frame in ask(kit, nf.encode(nf.ASK_HELLO, 9) + nf.encode(nf.TOKEN, 10, payload))
        if frame.kind == nf.ERROR
    ]
    assert errors == [nf.MALFORMED]


def flags_told(greeting: bytes) -> set[int]:
    """The flags of all visits to a tag in heavy noise, as a node tells them to a host that greets it so."""
    kit = node_bench(1)
    kit.clock.advance(START_US + 100_000)
    kit.lay(0, A)
    ask(kit, nf.encode(nf.ASK_HELLO, 1, greeting))
    kit.fields[0].noise_percent = 30.0
    token = nf.Token(200, 3, [(0, [A])]).payload()
    flags: set[int] = set()
    for number in range(2, 120):
        for frame in ask(kit, nf.encode(nf.TOKEN, number, token)):
            if frame.kind == nf.VISIT:
                flags.add(frame.payload[1])
    return flags


def test_what_a_host_did_not_say_that_it_reads_it_is_not_told() -> None:
    """A program of before the flag takes a visit with it for one of another version: each time the node was away."""
    assert any(flags & nf.IN_PART for flags in flags_told(nf.READS))
    older = flags_told(b"")
    assert older & {nf.GARBLED, nf.GARBLED | nf.CUT}
    assert not any(flags & nf.IN_PART for flags in older)


def test_one_token_at_a_time() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.host.grant([(0, ())])
    with pytest.raises(ValueError, match="one token"):
        kit.host.grant([(0, ())])


def test_a_bank_reads_nodes_as_it_reads_its_own_readers() -> None:
    """Two columns, each a node with two sides, behind the bank that schedules the Pi's own readers."""
    first = node_bench(2, seed=1)
    second = node_bench(2, seed=2, clock=first.clock, name="node 4")
    first.lay(0, A, B)
    second.lay(1, C)
    antennas = {"3 red": (first.host, 0), "3 blue": (first.host, 1), "4 red": (second.host, 0)}
    antennas["4 blue"] = (second.host, 1)
    changes: list[Change] = []
    clock = first.clock
    presence = Presence(2)

    def tell(visit: Visit, told: list[Change]) -> None:
        changes.extend(told)

    bank = Bank({}, presence, neighbours={}, now_us=lambda: clock.now_us, tell=tell, nodes=antennas)

    def run(us: int) -> None:
        end_us = clock.now_us + us
        while clock.now_us < end_us:
            next_us = bank.step()
            assert next_us is not None
            clock.catch_up(next_us)

    run(3_000_000)
    found = {(change.reader, change.uid) for change in changes if change.kind == Finding.PRESENT}
    assert found == {("3 red", A), ("3 red", B), ("4 blue", C)}
    assert not bank.failing()
    changes.clear()
    first.fields[0].remove(next(tag for tag in first.fields[0].tags if tag.uid == A))
    second.twin.unplug()
    run(1_000_000)
    assert ("absent", "3 red", A) in {(change.kind, change.reader, change.uid) for change in changes}
    assert {change.reader for change in changes if change.kind == Finding.FAULT} == {"4 red", "4 blue"}
    assert presence.lying("4 blue") == (C,)
    changes.clear()
    second.twin.plug()
    run(4_000_000)
    assert [(change.kind, change.reader) for change in changes] in (
        [("ok", "4 red"), ("ok", "4 blue")],
        [("ok", "4 blue"), ("ok", "4 red")],
    )


def test_a_reader_of_a_node_that_is_away_says_which_and_what_to_do() -> None:
    kit = node_bench(1)
    kit.twin.unplug()
    with pytest.raises(
        ReaderError, match=r"reader 0 red: the node does not answer \(node 3, there is no such"
    ):
        kit.reader(0).visit()
    kit.twin.plug()
    kit.connect()
    kit.ports[0].fault = "unplug"
    with pytest.raises(ReaderError, match="reader 0 red: no chip answers") as raised:
        kit.reader(0).visit()
    assert raised.value.cause == "no-chip"


def test_another_node_in_its_place_is_not_taken_for_it() -> None:
    kit = node_bench(1, serial=b"another")
    kit.run(2_000_000)
    assert kit.host.error is not None
    assert kit.host.error.cause == NODE_AWAY
    assert kit.host.error.detail == f"in its place is node {SERIAL.hex()}"


def test_a_node_with_other_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = node_bench(1)
    real = nf.encode
    monkeypatch.setattr(
        nf, "encode", lambda kind, sequence, payload=b"", protocol=1: real(kind, sequence, payload, 1)
    )
    kit.run(START_US + RETRY_US + 100_000)
    error = kit.host.error
    assert error is not None
    assert (error.cause, error.detail) == (NODE_FILES, "it speaks protocol 1, this program 2")
    assert kit.visits(0)[0].error == error


def test_a_host_that_starts_again_gets_no_answer_of_the_one_before() -> None:
    kit = node_bench(1)
    kit.connect()
    kit.lay(0, A)
    sequence = kit.host._sequence
    assert read(kit.visits(0)[0]) == {A}
    kit.clear(0)
    kit.host = Node("node 3", kit.twin.open, now_us=lambda: kit.clock.now_us)
    kit.connect()
    kit.host._sequence = sequence
    assert read(kit.visits(0)[0]) == set()
