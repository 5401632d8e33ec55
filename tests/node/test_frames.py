"""Frames between host and node: found in any stream, and every payload is parsed or refused."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.portable import examination, mfrc522
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.node_wire import _check
from signifer_drivers.portable.selftest import RESET_OPEN, SELF_TEST
from signifer_drivers.readers.faults import BUS, CAUSES, GAIN, NEIGHBOUR, NOISE, SLOW, WEAK
from signifer_firmware.nodes.files import node_files
from signifer_node import RESET

ROOT = Path(__file__).parents[2]

KINDS = st.integers(0, 255)
FRAMES = st.tuples(KINDS, st.integers(0, 255), st.binary(max_size=80), st.integers(0, 255))
UIDS = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))
U32 = st.integers(0, 2**32 - 1)
# What no frame begins in.
NOTHING = st.binary(max_size=30).map(lambda data: data.replace(nf.SYNC[:1], b""))


def told(frames: list[nf.Frame]) -> list[tuple[int, int, bytes, int]]:
    return [(frame.kind, frame.sequence, frame.payload, frame.protocol) for frame in frames]


def test_the_bytes_of_a_frame_are_as_documented() -> None:
    frame = nf.encode(nf.TUNE, 7, nf.Tune(2, 38, 32).payload())
    assert frame.hex(" ") == "a9 5b 02 04 07 04 00 5f 02 26 20 32 ac 1b c0 35"


@given(st.lists(st.tuples(FRAMES, NOTHING), max_size=5), NOTHING, st.data())
def test_frames_are_found_however_the_stream_is_cut_and_whatever_lies_between(
    parts: list[tuple[tuple[int, int, bytes, int], bytes]], before: bytes, data: st.DataObject
) -> None:
    stream = before + b"".join(nf.encode(*frame) + nothing for frame, nothing in parts)
    wanted = [frame for frame, _ in parts]
    assert told(nf.Decoder().feed(stream)) == wanted
    decoder = nf.Decoder()
    assert told([frame for byte in stream for frame in decoder.feed(bytes((byte,)))]) == wanted
    decoder = nf.Decoder()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=4)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert told([frame for piece in pieces for frame in decoder.feed(piece)]) == wanted
    assert decoder.broken == 0


@given(FRAMES, FRAMES, st.data())
def test_a_damaged_byte_costs_no_frame_but_its_own(
    first: tuple[int, int, bytes, int], second: tuple[int, int, bytes, int], data: st.DataObject
) -> None:
    stream = bytearray(nf.encode(*first))
    stream[data.draw(st.integers(0, len(stream) - 1))] ^= data.draw(st.integers(1, 255))
    decoder = nf.Decoder()
    frames = decoder.feed(bytes(stream) + nf.encode(*second))
    assert told(frames + decoder.quiet()) == [second]
    assert not decoder.unfinished()


@given(st.data())
def test_a_frame_that_breaks_off_hides_the_next_one_at_most_until_it_is_quiet(data: st.DataObject) -> None:
    whole = nf.encode(nf.VISIT, 3, bytes(data.draw(st.integers(50, 200))))
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    decoder = nf.Decoder()
    frames = decoder.feed(cut + nf.encode(nf.HELLO, 0, b"node"))
    assert told(frames + decoder.quiet()) == [(nf.HELLO, 0, b"node", nf.PROTOCOL)]


@given(st.lists(st.binary(max_size=600), max_size=12))
def test_no_stream_breaks_a_decoder_or_fills_it(pieces: list[bytes]) -> None:
    decoder = nf.Decoder()
    for piece in pieces:
        decoder.feed(nf.SYNC + piece)
        assert len(decoder.buffer) <= nf.MOST_FRAME + nf.SLICE_BYTES
    decoder.quiet()
    assert decoder.buffer == b""


@given(st.sampled_from((5, 6)), st.integers(1, 255))
def test_a_damaged_length_does_not_hold_up_what_comes_behind(place: int, damage: int) -> None:
    bad = bytearray(nf.encode(nf.ASK_HELLO, 1))
    bad[place] ^= damage
    good = nf.encode(nf.ASK_HEALTH, 2)
    assert told(nf.Decoder().feed(bytes(bad) + good)) == [(nf.ASK_HEALTH, 2, b"", nf.PROTOCOL)]


def test_a_large_piece_is_taken_in_by_slices() -> None:
    longest = nf.encode(nf.VISIT, 1, bytes(nf.MOST_PAYLOAD))
    decoder = nf.Decoder()
    assert len(decoder.feed(longest * 5)) == 5
    assert decoder.unfinished() is False
    with pytest.raises(nf.FrameError):
        nf.encode(nf.VISIT, 1, bytes(nf.MOST_PAYLOAD + 1))


def test_a_length_that_cannot_be_is_not_waited_for() -> None:
    bad = bytearray(nf.encode(nf.ASK_HELLO, 1))
    bad[5:7] = b"\xff\xff"
    bad[7] = _check(bytes(bad))
    decoder = nf.Decoder()
    assert told(decoder.feed(bytes(bad) + nf.encode(nf.ASK_HEALTH, 2))) == [
        (nf.ASK_HEALTH, 2, b"", nf.PROTOCOL)
    ]


# Payloads

PARSERS: dict[str, Callable[[bytes], object]] = {
    "hello": nf.hello_of,
    "token": nf.token_of,
    "visit": nf.visited_of,
    "health": nf.health_of,
    "tune": nf.tune_of,
    "examine": nf.examine_of,
    "error": nf.error_of,
}


@given(st.integers(0, 65535), U32, st.integers(0, 5), st.binary(min_size=1, max_size=16))
def test_a_hello_comes_back(firmware: int, boot: int, readers: int, serial: bytes) -> None:
    hello = nf.Hello(firmware, boot, readers, serial)
    assert vars(nf.hello_of(hello.payload())) == vars(hello)


@given(
    st.integers(1, 1000),
    st.integers(1, 32),
    st.dictionaries(st.integers(0, 4), st.none() | st.lists(UIDS, max_size=16), min_size=1),
)
def test_a_token_comes_back(lease_ms: int, tries: int, wants: dict[int, list[bytes] | None]) -> None:
    token = nf.Token(lease_ms, tries, list(wants.items()))
    payload = token.payload()
    assert len(payload) <= nf.MOST_PAYLOAD
    assert vars(nf.token_of(payload)) == vars(token)


@given(
    st.integers(0, 4),
    st.integers(1, 2000),
    st.sampled_from(nf.ODD),
    st.sampled_from(("", *nf.AIR)),
    st.lists(UIDS, min_size=1, max_size=16),
)
def test_what_is_to_be_examined_comes_back(
    reader: int, lease_ms: int, odd: str, before: str, uids: list[bytes]
) -> None:
    examine = nf.Examine(reader, lease_ms, odd, before, uids)
    payload = examine.payload()
    assert len(payload) <= nf.MOST_PAYLOAD
    assert vars(nf.examine_of(payload)) == vars(examine)


@pytest.mark.parametrize(
    ("odd", "before"),
    [("garbled", ""), ("garbled", "noise"), ("", "gain-too-high"), ("unread", ""), ("untested", "")],
)
def test_garbage_may_be_examined_where_no_tag_is_known(odd: str, before: str) -> None:
    examine = nf.Examine(1, 100, odd, before, [])
    assert vars(nf.examine_of(examine.payload())) == vars(examine)


@given(
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
    st.sampled_from(nf.FAULTS),
    st.lists(U32, min_size=4, max_size=4),
    st.lists(UIDS, max_size=40),
    st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), max_size=16),
    st.text("abc 0123:,", max_size=64),
)
def test_a_visit_comes_back(
    reader: int,
    garbled: bool,
    cut: bool,
    fault: str,
    times: list[int],
    uids: list[bytes],
    asked: list[tuple[int, int]],
    detail: str,
) -> None:
    visited = nf.Visited(reader)
    visited.garbled, visited.cut, visited.fault, visited.detail = garbled, cut, fault, detail
    visited.on_us, visited.at_us, visited.heard_us, visited.sent_us = times
    visited.uids, visited.misses = uids, asked
    payload = visited.payload()
    assert len(payload) <= nf.MOST_PAYLOAD
    back = nf.visited_of(payload)
    assert all(getattr(back, name) == value for name, value in vars(visited).items())
    assert back.as_asked is False


def test_a_visit_as_asked_says_nothing_else() -> None:
    visited = nf.Visited(3)
    visited.as_asked = True
    visited.on_us, visited.at_us, visited.heard_us, visited.sent_us = 1, 2, 3, 2**32 + 4
    payload = visited.payload()
    assert payload == bytes((3, 4, 0)) + struct.pack("<IIII", 1, 2, 3, 4)
    back = nf.visited_of(payload)
    assert (back.reader, back.as_asked, back.on_us, back.sent_us) == (3, True, 1, 4)
    for wrong in (payload + b"\0", bytes((3, 5, 0)) + payload[3:], bytes((3, 4, 1)) + payload[3:]):
        with pytest.raises(nf.FrameError):
            nf.visited_of(wrong)


@given(st.lists(U32, min_size=5, max_size=5), st.lists(st.sampled_from(nf.FAULTS), max_size=5))
def test_health_comes_back(numbers: list[int], faults: list[str]) -> None:
    health = nf.Health(*numbers[:2])
    health.up_ms, health.free_bytes, health.visits = numbers[2:]
    health.broken = 65535
    health.readers = [(0x92, fault) for fault in faults]
    assert vars(nf.health_of(health.payload())) == vars(health)


def test_counts_that_no_longer_fit_stand_still_and_times_turn_over() -> None:
    health = nf.Health(2**32 + 5, 0)
    health.broken = 70_000
    back = nf.health_of(health.payload())
    assert (back.broken, back.heard_us) == (65535, 5)
    visited = nf.Visited(0)
    visited.misses = [(300, 2)]
    visited.detail = "x" * 100
    assert nf.visited_of(visited.payload()).misses == [(255, 2)]
    assert len(nf.visited_of(visited.payload()).detail) == nf.MOST_DETAIL


@pytest.mark.parametrize("in_part", [True, False])
def test_a_visit_tells_whether_a_tag_answered_in_part(in_part: bool) -> None:
    visited = nf.Visited(0)
    visited.in_part = visited.garbled = in_part
    back = nf.visited_of(visited.payload())
    assert (back.in_part, back.garbled, back.cut, back.as_asked) == (in_part, in_part, False, False)


@pytest.mark.parametrize("kind", PARSERS)
@given(data=st.data())
def test_any_payload_is_parsed_or_refused(kind: str, data: st.DataObject) -> None:
    payload = data.draw(st.binary(max_size=120))
    try:
        PARSERS[kind](payload)
    except nf.FrameError:
        return


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("token", nf.Token(0, 1, [(0, [])]).payload()),
        ("token", nf.Token(2001, 1, [(0, [])]).payload()),
        ("token", nf.Token(100, 0, [(0, [])]).payload()),
        ("token", nf.Token(100, 33, [(0, [])]).payload()),
        ("token", nf.Token(100, 1, []).payload()),
        ("token", nf.Token(100, 1, [(1, []), (1, [])]).payload()),
        ("token", nf.Token(100, 1, [(5, [])]).payload()),
        ("token", b"\x64\x00\x01\x01\x00\x11" + bytes(17 * 5)),
        ("token", nf.Token(100, 1, [(0, [b"12345"])]).payload()),
        ("token", nf.Token(100, 1, [(0, [])]).payload() + b"x"),
        ("examine", nf.Examine(5, 9, "silent", "", [b"1234"]).payload()),
        ("examine", nf.Examine(0, 0, "silent", "", [b"1234"]).payload()),
        ("examine", nf.Examine(0, 2001, "silent", "", [b"1234"]).payload()),
        ("examine", nf.Examine(0, 9, "silent", "", []).payload()),
        ("examine", nf.Examine(0, 9, "", "", []).payload()),
        ("examine", nf.Examine(0, 9, "silent", "no-chip", [b"1234"]).payload()),
        ("examine", nf.Examine(0, 9, "silent", "", [b"12345"]).payload()),
        ("examine", nf.Examine(0, 9, "silent", "", [b"1234"]).payload() + b"x"),
        ("examine", bytes((0, 9, 0, 7, 0, 0))),
        ("examine", bytes((0, 9, 0, 1, 14, 0))),
        ("examine", bytes((0, 9, 0, 1, 0, 17)) + 17 * b"\x041234"),
        ("hello", nf.Hello(1, 2, 3, b"").payload()),
        ("hello", nf.Hello(1, 2, 3, bytes(17)).payload()),
        ("hello", nf.Hello(1, 2, 6, b"x").payload()),
        ("error", b"\x01\xff"),
    ],
)
def test_what_cannot_be_is_refused(kind: str, payload: bytes) -> None:
    with pytest.raises(nf.FrameError):
        PARSERS[kind](payload)


def test_every_fault_of_a_chip_has_a_code_and_a_name() -> None:
    chip = {mfrc522.NO_CHIP, mfrc522.HELD, mfrc522.VARYING, mfrc522.CLONE, mfrc522.BROWN_OUT}
    chip |= {mfrc522.NO_CLOCK, mfrc522.HOT}
    assert {*chip, mfrc522.WIRING, mfrc522.HANGS, SELF_TEST, RESET_OPEN, BUS, "", *nf.AIR} == set(nf.FAULTS)
    assert set(nf.AIR) == {GAIN, NEIGHBOUR, WEAK, SLOW, NOISE}
    assert set(nf.ODD) == {
        "",
        examination.SILENT,
        examination.ASLEEP,
        examination.BROKEN,
        examination.GARBLED,
        examination.UNREAD,
        examination.UNTESTED,
    }
    assert set(nf.FAULTS) - {""} <= set(CAUSES)


def test_the_page_names_every_kind_file_and_pin() -> None:
    page = (ROOT / "docs" / "node-protocol.md").read_text()
    # In the module, kinds stand between what a decoder needs and the codes of errors.
    names = [name for name in vars(nf) if name.isupper()]
    kinds = names[names.index("ASK_HELLO") : names.index("WRONG_PROTOCOL")]
    assert len(kinds) == 14
    for name in kinds:
        value = getattr(nf, name)
        assert f"| {value:02X} {name} |" in page, name
    for path in node_files():
        assert f"`{path.rpartition('/')[2]}`" in page, path
    board = (ROOT / "firmware" / "node" / "signifer_node" / "rp2040.py").read_text()
    (selects,) = re.findall(r"^SELECTS = \((.*)\)$", board, re.M)
    assert f"| {', '.join(f'GP{pin}' for pin in selects.split(', '))} | chip selects" in page
    (light,) = re.findall(r"^LIGHT = (.*)$", board, re.M)
    assert f"| GP{RESET} | reset" in page
    assert f"| GP{light} | light" in page
