"""The page's server over real sockets: who may come in, what bad input comes to, and that the table plays on."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import platform
import socket
import struct
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_firmware.web.server import app, complaints, protocols, turns
from signifer_firmware.web.server.app import MOST_WRONG
from signifer_firmware.web.server.complaints import PeerLogger
from signifer_firmware.web.server.messages import MOST_BYTES
from signifer_firmware.web.server.places import MOST_CONNECTIONS
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import TWO
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.firmware.web.sockets import PATIENCE_S, Served, served
from tests.hearing import heard
from tests.neighbours.wire import BINARY, CLOSE, MORE, PING, PONG, TEXT, frame, get, junk

__all__ = ["served"]
PORT = 8520


def told(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        message = heard(page, until_s)
        if message["type"] == kind:
            return message


def code_of(page: ClientConnection) -> int:
    """The code with which the table closes, after whatever it still says."""
    with suppress(ConnectionClosed):
        until_s = time.monotonic() + PATIENCE_S
        while heard(page, until_s):
            pass
    return page.close_code or 0


def still_plays(served: Served) -> None:
    """A hand lays a card and takes it back, and the table says so."""
    with served.page("hand") as page:
        full = told(page, "full")
        player = full["view"]["game"]["active"]
        card = full["view"]["cards"][f"hand {player}"][0]
        for number, place in enumerate((f"pad {player}", f"hand {player}"), 1):
            deed = {"do": "move", "card": card, "to": place, "run": full["run"], "n": number}
            page.send(json.dumps(deed))
            assert told(page, "done")["n"] == number


def resident_kb() -> int:
    """What this process has of the computer's memory."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def closes(sock: socket.socket) -> bool:
    """Whether the other end closes, after whatever it says; an end by force counts, too."""
    try:
        while sock.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@contextmanager
def patience(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> Iterator[None]:
    with monkeypatch.context() as patched:
        for name, value in seconds.items():
            patched.setattr(protocols, name, value)
        yield


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n",
    ],
)
def test_who_asks_slowly_is_hung_up_on(served: Served, begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as opened:
        for _ in range(20):
            opened.enter_context(served.raw(begun))
        still_plays(served)
        with patience(monkeypatch, ASKING_S=0.1):
            waiting = [opened.enter_context(served.raw(begun)) for _ in range(20)]
            assert all(map(closes, waiting))


def test_a_second_question_may_not_take_long_either(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = f"GET /field-of-glory/cards.json HTTP/1.1\r\nHost: {served.host}\r\n".encode()
    with served.raw(asked + b"\r\n") as sock:
        first = sock.recv(65536)
        assert first.startswith(b"HTTP/1.1 200")
        with patience(monkeypatch, ASKING_S=0.1):
            sock.sendall(asked)
            assert closes(sock)


def test_a_page_that_looks_for_long_is_not_hung_up_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The patience with who asks is none with who looks."""
    with patience(monkeypatch, ASKING_S=0.05, ANSWER_S=0.05):
        page = quick_page(served)
    with page:
        told(page, "full")
        for _ in range(3):
            still_plays(served)
        page.send(json.dumps({"do": "resync", "run": "", "n": 5}))
        assert told(page, "done")["n"] == 5


def quick_page(served: Served) -> ClientConnection:
    """A page that has asked within the patience: a busy machine may take several goes."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        with suppress(OSError, EOFError, WebSocketException):
            return served.page()
    raise AssertionError("nobody is quick enough")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_page_is_not_let_in(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, served.page(origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(1, b"", length=1 << 40), 1009),
        (frame(1, b"", length=MOST_BYTES * 3), 1009),
        (frame(1, b"x" * (MOST_BYTES + 1)), 1009),
        (frame(1, b"x" * MOST_BYTES, final=False) + frame(0, b"x" * MOST_BYTES, final=False) * 3, 1009),
        (frame(2, b"\0"), 1003),
        (frame(1, b"\xff\xfe"), 1007),
        (frame(3, b""), 1002),
        (frame(0, b"x"), 1002),
        (b"\x81\x05hello", 1002),  # not masked
        (b"\xf1\x80" + bytes(4), 1002),  # reserved bits
        (frame(9, b"x" * 126), 1002),
    ],
)
def test_what_is_no_frame_of_a_page_ends_it(served: Served, sent: bytes, code: int) -> None:
    with served.upgraded() as sock:
        sock.sendall(sent)
        said = b""
        closing = b"\x88"
        while struct.pack("!H", code) not in said[said.rfind(closing) :]:
            part = sock.recv(65536)
            assert part, said[-40:]
            said += part
        sock.sendall(frame(8, struct.pack("!H", code)))
        assert closes(sock)
    still_plays(served)


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x" * 100) * 500,
        frame(PONG) * 500,
        frame(TEXT, b"", final=False) + frame(MORE, b"", final=False) * 500,
        frame(TEXT, b"{}") * 500,
    ],
    ids=["pings", "pongs", "continuations", "messages"],
)
def test_frames_without_end_end_it_at_once(served: Served, flood: bytes) -> None:
    """Not one of them is answered: pings have no limit of their own in the library."""
    with served.upgraded() as sock:
        with suppress(ConnectionResetError, BrokenPipeError):
            sock.sendall(flood)
        said = b""
        with suppress(ConnectionResetError):
            while part := sock.recv(65536):
                said += part
        assert b"\x8a" + bytes([100]) + b"x" * 100 not in said
        assert b'"malformed"' not in said
    still_plays(served)


def test_junk_is_a_line_of_the_log_and_no_traceback(
    served: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    before = served.log.getvalue().count("\n")
    for _ in range(3):
        for piece in junk(served.host):
            first, _, second = piece.partition(b"|")
            with served.raw(first) as sock, suppress(ConnectionResetError, BrokenPipeError):
                if second:
                    assert sock.recv(12) == b"HTTP/1.1 101"
                    sock.sendall(second)
                sock.shutdown(socket.SHUT_WR)
                assert closes(sock)
    log = served.log.getvalue()
    assert "Traceback" not in log
    assert log.count("\n") <= 1, "one line a minute of each"
    assert before <= 1
    out, err = capfd.readouterr()
    assert (out, err) == ("", ""), "libraries do not write beside it"
    still_plays(served)


@pytest.mark.parametrize("said", ["203.0.113.9", "127.0.0.1"])
def test_who_says_to_be_somebody_else_is_not_believed(served: Served, said: str) -> None:
    """A hand here stays one; and tests/neighbours tries the other way round, with all of it allowed by the
    environment."""
    headers = {"X-Forwarded-For": said, "Forwarded": f"for={said}"}
    with connect(
        f"ws://{served.host}/table?role=hand",
        origin=Origin(f"http://{served.host}"),
        additional_headers=headers,
        max_size=None,
    ) as page:
        assert told(page, "full")["view"]["table"]["viewer"] == "both"


def test_frames_that_never_end_hold_nobody_up(served: Served) -> None:
    with ExitStack() as opened:
        for _ in range(20):
            opened.enter_context(served.upgraded()).sendall(frame(1, b"{", length=100))
        still_plays(served)


def test_who_never_reads_is_not_waited_for(served: Served) -> None:
    with ExitStack() as opened:
        for _ in range(20):
            opened.enter_context(served.upgraded())
        for _ in range(5):
            still_plays(served)


def test_hundreds_of_connections_are_too_many_and_leave_nothing_behind(served: Served) -> None:
    with ExitStack() as opened:
        many = [opened.enter_context(served.raw()) for _ in range(MOST_CONNECTIONS + 100)]
        refused = many[-1]
        assert closes(refused)
    still_plays(served)


def test_who_has_gone_leaves_nothing_to_the_collector(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes and goes all evening would lie in memory by hundreds until it came."""
    freed: Queue[str] = Queue()

    def watch(protocol: Any) -> None:
        made = protocol.connection_made

        def watched(connection: Any, transport: asyncio.Transport) -> None:
            weakref.finalize(connection, freed.put, protocol.__name__)
            weakref.finalize(transport, freed.put, "transport")
            made(connection, transport)

        monkeypatch.setattr(protocol, "connection_made", watched)

    # An old uvicorn serves by websockets.legacy, whose connections hold themselves.
    library: Any = AutoWebSocketsProtocol
    is_legacy = any(".legacy." in each.__module__ for each in library.__mro__)
    ends = {"Patient": 4} if is_legacy else {"Patient": 4, "Metered": 2}
    # That of a page is watched twice, as both come to have it; an old connection keeps it.
    ends["transport"] = 2 if is_legacy else 6
    watch(protocols.Patient)
    if not is_legacy:
        watch(protocols.Metered)
    gc.disable()
    try:
        with served.raw():
            pass
        with served.raw(get(served.host, "/field-of-glory/cards.json")) as asked:
            assert asked.recv(65536)
        with served.upgraded():
            pass
        with served.page() as page:
            told(page, "full")
        gone = Counter(freed.get(timeout=PATIENCE_S) for _ in range(sum(ends.values())))
    finally:
        gc.enable()
    assert gone == ends


@pytest.mark.parametrize(
    "wrong",
    [frame(3), frame(TEXT, length=1 << 60), b"\x81\x05hello", frame(CLOSE, b"\x03")],
    ids=["no such frame", "far too large", "without a mask", "a cut goodbye"],
)
def test_nor_does_who_sent_a_wrong_frame(
    served: Served, monkeypatch: pytest.MonkeyPatch, wrong: bytes
) -> None:
    """The library keeps what was wrong, which holds by its traceback what has read it."""
    library: Any = AutoWebSocketsProtocol
    if any(".legacy." in each.__module__ for each in library.__mro__):
        pytest.skip("an old uvicorn serves by websockets.legacy, whose connections hold themselves")
    freed: Queue[str] = Queue()
    made = protocols.Metered.connection_made

    def watched(connection: Any, transport: asyncio.Transport) -> None:
        weakref.finalize(connection.conn, freed.put, "what reads its frames")
        made(connection, transport)

    monkeypatch.setattr(protocols.Metered, "connection_made", watched)
    gc.disable()
    try:
        with served.upgraded() as rude:
            rude.sendall(wrong)
            assert closes(rude)
        assert freed.get(timeout=PATIENCE_S)
    finally:
        gc.enable()


def test_who_is_sent_away_and_says_no_goodbye_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it is there whole, beside the pages that have its place; uvicorn would wait for 10 s."""
    with patience(monkeypatch, GOODBYE_S=0.05), served.upgraded() as rude:
        rude.settimeout(9)
        rude.sendall(frame(BINARY, b"\0"))
        assert closes(rude)


def test_of_who_sends_much_little_is_read_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come waits whole, of each sender."""
    pieces: list[int] = []
    take = protocols.Patient.data_received

    def counted(self: protocols.Patient, data: bytes) -> None:
        pieces.append(len(data))
        take(self, data)

    monkeypatch.setattr(protocols.Patient, "data_received", counted)
    head = f"POST /upkeep/restore HTTP/1.1\r\nHost: {served.host}\r\nContent-Length: 9000000\r\n\r\n"
    with served.raw(head.encode()) as sender, suppress(OSError):
        sender.sendall(bytes(9_000_000))
    assert max(pieces) == turns.READ_BYTES


def test_what_was_sent_and_nobody_read_is_let_go_with_the_answer(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sender who is answered stays, and may have sent sixteen kilobytes before."""
    kept: Queue[tuple[int, int]] = Queue()
    completed = protocols.Patient.on_response_complete

    def counted(self: protocols.Patient) -> None:
        before = len(self.cycle.body)
        completed(self)
        kept.put((before, len(self.cycle.body)))

    monkeypatch.setattr(protocols.Patient, "on_response_complete", counted)
    head = f"POST /nobody HTTP/1.1\r\nHost: {served.host}\r\nContent-Length: 9000000\r\n\r\n"
    with served.raw(head.encode() + bytes(5_000)) as sender:
        assert sender.recv(100)
        assert kept.get(timeout=PATIENCE_S) == (5_000, 0)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps other things")
def test_memory_that_was_freed_is_given_back(served: Served) -> None:
    """The C library keeps it for itself as long as something lies above it in the same heap."""
    gone = [bytes(3000) for _ in range(10_000)]
    much = resident_kb()
    del gone[:-1]
    until_s = time.monotonic() + PATIENCE_S
    while much - resident_kb() < 20_000:
        still_plays(served)
        assert time.monotonic() < until_s
    assert len(gone) == 1


def test_a_storm_of_pages_that_come_and_go(served: Served) -> None:
    for number in range(60):
        with served.page(SPECTATOR if number % 2 else "hand") as page:
            if number % 3:
                told(page, "full")
    still_plays(served)


def test_a_page_of_before_a_restart_is_told_so(served: Served) -> None:
    with served.page("hand") as page:
        full = told(page, "full")
        deed = {"do": "move", "card": "red/spear-1", "to": "3 red", "n": 1}
        page.send(json.dumps(deed | {"run": "00000000"}))
        assert told(page, "refused")["reason"] == "stale"
        page.send(json.dumps({"do": "new", "mode": TWO, "run": full["run"], "n": 2}))
        assert told(page, "full")["run"] != full["run"], "who is there is told at once"


def test_a_spectator_who_sends_deeds_moves_nothing_and_is_sent_away(served: Served) -> None:
    with served.page() as page, served.page("hand") as hands:
        run = told(page, "full")["run"]
        before = told(hands, "full")["view"]["cards"]
        deed = {"do": "button", "name": "ok red", "down": True, "run": run}
        for number in range(MOST_WRONG):
            page.send(json.dumps(deed | {"n": number}))
            assert told(page, "refused")["reason"] == "spectator"
        page.send(json.dumps(deed | {"n": 99}))
        assert code_of(page) == 1008
        hands.send(json.dumps({"do": "resync", "run": run, "n": 1}))
        assert told(hands, "full")["view"]["cards"] == before


def test_wishes_of_phones_are_few(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "WISHES_S", 3_600.0)
    with served.page() as page:
        run = told(page, "full")["run"]
        answers = []
        for number in range(20):
            page.send(json.dumps({"do": "token", "token": "0" * 32, "run": run, "n": number}))
            answers.append(told(page, "refused")["reason"])
        assert answers[0] == "unpaired"
        assert answers[-1] == "too-often"
        assert answers.count("unpaired") == 12


# Whatever comes in

_words = st.sampled_from(
    ["do", "run", "n", "card", "to", "player", "move", "button", "pair", "code", "token", "name", "ok red"]
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | _words,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(_words | st.text(max_size=8), inner, max_size=6)
    ),
    max_leaves=12,
)
_deeds = st.fixed_dictionaries(
    {"do": st.sampled_from(["move", "draw", "button", "pair", "code", "token", "resync", "new", "speed"])},
    optional={"run": st.text(max_size=50), "n": st.integers() | st.floats(), "to": _words, "card": _words},
)
_texts = st.text(max_size=300) | _json.map(json.dumps) | _deeds.map(json.dumps)
_frames = st.builds(
    frame,
    st.integers(0, 15),
    st.binary(max_size=200),
    final=st.booleans(),
    length=st.none() | st.integers(0, 1 << 62),
) | st.binary(max_size=200)


# The table is the module's; and a busy machine makes texts slowly.
PUT_UP_WITH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=40, deadline=None, suppress_health_check=PUT_UP_WITH)
@given(st.lists(_texts, max_size=30))
def test_any_texts_are_answered_or_end_it(served: Served, texts: list[str]) -> None:
    """Each text has its answer, in its order, until the page is sent away; all answers are JSON objects."""
    with served.page() as page:
        told(page, "full")
        answered = 0
        with suppress(ConnectionClosed):
            for text in texts:
                page.send(text)
                until_s = time.monotonic() + PATIENCE_S
                while heard(page, until_s)["type"] not in ("refused", "done"):
                    pass
                answered += 1
        assert answered == len(texts) or code_of(page) in (1008, 1009)


@settings(max_examples=40, deadline=None, suppress_health_check=PUT_UP_WITH)
@given(st.lists(_frames, max_size=10))
def test_any_bytes_are_put_up_with(served: Served, frames: list[bytes]) -> None:
    with served.upgraded() as sock:
        try:
            sock.sendall(b"".join(frames))
            sock.sendall(frame(8, b""))
        except (BrokenPipeError, ConnectionResetError):
            pass


def test_after_all_that_the_table_plays_on(served: Served) -> None:
    still_plays(served)


def test_what_the_loop_says_of_who_has_gone_is_a_line_a_minute(
    served: Served, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "socket.send() raised exception."
    before = served.log.getvalue().count(said)
    with monkeypatch.context() as patch:
        # A minute after all that was said before.
        patch.setattr(complaints, "EVERY_S", 0.0)
        logging.getLogger("asyncio").warning(said)
    for _ in range(4):
        logging.getLogger("asyncio").warning(said)
    assert served.log.getvalue().count(said) == before + 1
    assert said not in capfd.readouterr().err
    still_plays(served)


def test_a_question_whose_end_is_junk_has_one_answer(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Junk behind a head that is whole is refused before the question is answered; then it is answered no more."""
    heard: list[logging.LogRecord] = []
    monkeypatch.setattr(PeerLogger, "handle", lambda _, record: heard.append(record))
    asked = f"POST / HTTP/1.1\r\nHost: {served.host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    with served.raw(asked.encode()) as sock:
        said = b""
        while part := sock.recv(65536):
            said += part
    assert said.count(b"HTTP/1.1 400") == said.count(b"HTTP/1.1 ") == 1
    still_plays(served)
    assert [record.getMessage() for record in heard] == ["Invalid HTTP request received."]
