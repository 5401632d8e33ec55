"""The host's end of a column node: questions and answers over a stream of bytes that may be damaged, or end.

`Node` never waits: `step` does what is due. `NodeReader` is one of its antennas as a bank of readers needs it, and
waits for its answers. What a node fails at is a fault of its own readers and of nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from . import node_frames as nf
from .causes import NODE_AWAY, NODE_FILES, ReaderError
from .diagnosis import Question, Watch
from .node_clock import NodeClock
from .node_console import INTERRUPT
from .reader import Reading

# A field is never on for longer than this without another word from the host.
LEASE_MS = 250
# It takes 30 ms to find nothing behind a tag that was lifted, 0.6 s to find the last cause, and longer in much noise.
EXAMINE_LEASE_MS = 2_000
# A question is asked again after so long without an answer. The node is away after so much silence, or after so many
# questions in vain.
REPEAT_US = 30_000
SILENT_US = 800_000
ASKED_AT_MOST = 40
# Who has not come to be ready for a token after so long is away, too, whatever he says meanwhile.
READY_US = 3_000_000
# So long a token may be on its way; and with less left of its lease, it is not worth being asked again.
LATENCY_US = 10_000
LEAST_LEASE_US = 20_000
RETRY_US = 500_000
HEALTH_US = 500_000
# Where nobody knows when bytes will come, they are looked for so often.
POLL_US = 1_000

# The answer that each question wants.
_ANSWERS = {
    nf.ASK_HELLO: nf.HELLO,
    nf.TOKEN: nf.VISIT,
    nf.ASK_HEALTH: nf.HEALTH,
    nf.TUNE: nf.TUNED,
    nf.EXAMINE: nf.VISIT,
    nf.RESET: nf.RESET_DONE,
}


class Stream(Protocol):
    """Both directions of one node's serial port. All but `close` raise OSError if it has gone."""

    def read(self) -> bytes:
        """Return what has come, b"" if nothing; never wait."""
        ...

    def due_us(self) -> int | None:
        """Return when to read again, on the host's clock: nothing will have come before. None if nobody knows."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Tuning:
    """Gain and field of one reader, as in mfrc522.Mfrc522."""

    gain_db: int
    field: int


@dataclass(frozen=True)
class NodeVisit:
    """What became of one antenna of a token, times in us of the host's clock. Either ``reading`` or ``error``."""

    reader: int
    on_us: int
    at_us: int
    reading: Reading | None
    error: NodeError | None = None


@dataclass(frozen=True)
class NodeError:
    """Why an antenna was not read: a key of `causes`, and what was seen."""

    cause: str
    detail: str


class _Question:
    """A frame that waits for its answer. ``asked``: how often it was sent; ``asks``: of a token, the tags of each
    reader; ``wants``: what is left of it; ``until_us``: when it has come to an end, whatever was heard.

    ``since_us``: of an examination, when the field came on for the reading that it is about.
    """

    __slots__ = (
        "asked",
        "asks",
        "kind",
        "lease_us",
        "payload",
        "sent_us",
        "sequence",
        "since_us",
        "until_us",
        "wants",
    )

    def __init__(self, kind: int, payload: bytes = b"") -> None:
        self.kind = kind
        self.payload = payload
        self.sequence = 0
        self.asked = 0
        self.sent_us = 0
        self.lease_us = 0
        self.until_us = 0
        self.since_us: int | None = None
        self.wants: dict[int, tuple[bytes, ...]] = {}
        self.asks: Mapping[int, tuple[bytes, ...]] = {}

    def is_past_asking(self, now_us: int) -> bool:
        """Whether too little is left of a token's lease to ask for it again."""
        return bool(self.wants) and now_us > self.until_us - LATENCY_US - LEAST_LEASE_US

    def shorten(self, now_us: int) -> None:
        """What is asked for again ends when it would have ended if it had been heard at first."""
        if self.wants:
            left_ms = (self.until_us - LATENCY_US - now_us) // 1000
            at = 0 if self.kind == nf.TOKEN else 1
            self.payload = self.payload[:at] + left_ms.to_bytes(2, "little") + self.payload[at + 2 :]


class Node:
    """One node, however often it comes and goes.

    ``name`` is used in errors. ``open_stream`` opens its serial port and raises OSError while it is not there.
    ``now_us``: the host's clock. ``tuning``: readers that differ from the chip's defaults. ``serial``: what the node
    has to call itself; any, if None. ``watched``: have odd readings examined, as watched.WatchedReader does; a visit
    is done only after that, its fault may be a cause of the air, and the antenna it is about is at work until then.
    """

    def __init__(
        self,
        name: str,
        open_stream: Callable[[], Stream],
        *,
        now_us: Callable[[], int],
        tuning: Mapping[int, Tuning] | None = None,
        serial: bytes | None = None,
        watched: bool = True,
    ) -> None:
        self.name = name
        self.hello: nf.Hello | None = None
        self.health: nf.Health | None = None
        self.clock = NodeClock()
        self.starts = 0  # how often it has started, as far as the host knows
        self.greetings = 0  # how often it has said who it is
        self.repeats = 0  # questions that had to be asked again
        self._open_stream = open_stream
        self.now_us = now_us
        self._tuning = dict(tuning or {})
        self._serial = serial
        self._watched = watched
        self._watches: dict[int, Watch] = {}
        self._stream: Stream | None = None
        self._decoder = nf.Decoder()
        self._sequence = 0
        self._boot: int | None = None
        self._questions: deque[_Question] = deque()
        self._visits: list[NodeVisit] = []
        # The tags of the last token that the node has certainly heard, by reader.
        self._remembered: dict[int, tuple[bytes, ...]] = {}
        self._error = NodeError(NODE_AWAY, "it was never there")
        self._byte_us = now_us()
        self._retry_us = now_us()
        self._health_us = now_us()
        self._asking_us: int | None = None  # since when it has been asked and has said nothing
        self._ready_us = now_us()  # when it was ready for a token last, or at work on one
        self._dark_us = now_us()

    @property
    def error(self) -> NodeError | None:
        """Why none of its readers can be read; None if they can."""
        return None if self.is_there else self._error

    @property
    def is_there(self) -> bool:
        """Whether it has said who it is since the port was opened."""
        return self._stream is not None and self.hello is not None

    @property
    def is_greeting(self) -> bool:
        """Whether its port is open, and it has not said yet who it is."""
        return self._stream is not None and self.hello is None

    @property
    def is_busy(self) -> bool:
        """Whether a token is out, or what came of one is still being examined."""
        return any(question.wants for question in self._questions)

    @property
    def is_ready(self) -> bool:
        """Whether a token would be at work at once."""
        return not self._questions and self.is_there

    @property
    def spoilt(self) -> int:
        """How many of its frames were spoilt on their way since its port was opened."""
        return self._decoder.broken

    @property
    def dark_us(self) -> int:
        """When all its fields are off at the latest, unless a token is out or another one is granted."""
        return self._dark_us

    # What the host wants

    def grant(
        self,
        wants: Sequence[tuple[int, Sequence[bytes]]],
        *,
        tries: int = 1,
        lease_ms: int = LEASE_MS,
    ) -> int:
        """Let the node visit antennas, one after the other: reader and known UIDs of each. `take` has what comes of it.

        A token whose lease ends without an answer has no visits. Returns what `step` would. Raises ValueError while
        another token is out.
        """
        if self.is_busy:
            raise ValueError("a node has one token at a time")
        now_us = self.now_us()
        asked = {reader: tuple(known[: nf.MOST_KNOWN]) for reader, known in wants}
        if not self.is_there:
            self._failed(asked, self._error, now_us)
            return self._wake_us(now_us)
        question = _Question(nf.TOKEN, self._token(lease_ms, tries, asked))
        question.wants = asked
        question.asks = {**asked}
        question.lease_us = lease_ms * 1000
        self._questions.append(question)
        self._go_on(now_us)
        return self._wake_us(now_us)

    def _token(self, lease_ms: int, tries: int, asked: Mapping[int, tuple[bytes, ...]]) -> bytes:
        """A token, short where the node is certain to remember what it was asked for last."""
        wants = [
            (reader, None if known == self._remembered.get(reader) else known)
            for reader, known in asked.items()
        ]
        return nf.Token(lease_ms, min(tries, nf.MOST_TRIES), wants).payload()

    def take(self) -> list[NodeVisit]:
        """What has come of tokens since the last call: each antenna once, in the order in which they were done."""
        visits, self._visits = self._visits, []
        return visits

    def tune(self, reader: int, tuning: Tuning) -> None:
        """Set a reader's gain and field, now and after each start of the node."""
        self._tuning[reader] = tuning
        if self.is_there:
            self._questions.append(_tune(reader, tuning))

    def examine(self, reader: int, odd: str, uids: Sequence[bytes] = (), before: str = "") -> int:
        """Have one antenna examined, see examination.examined; `take` has what comes of it: a visit with its cause as
        the error, or without. Returns what `step` would. Raises ValueError while a token is out.
        """
        if self.is_busy:
            raise ValueError("a node has one token at a time")
        now_us = self.now_us()
        wanted = Question(odd, tuple(uids), before)
        if not self.is_there:
            self._failed({reader: ()}, self._error, now_us)
            return self._wake_us(now_us)
        self._watches.setdefault(reader, Watch()).ask(wanted)
        self._questions.append(_examine(reader, wanted, now_us))
        self._go_on(now_us)
        return self._wake_us(now_us)

    def reset_readers(self) -> None:
        """Pull the reset line of this node's readers: all its fields go off."""
        if self.is_there and all(question.kind != nf.RESET for question in self._questions):
            self._questions.append(_Question(nf.RESET))
            self._go_on(self.now_us())

    def close(self) -> None:
        """Nobody wants anything of it any more: have its fields go off, if it still listens, and let go of its port."""
        if self.is_there:
            self._sequence = self._sequence % 255 + 1
            self._write(nf.encode(nf.RESET, self._sequence))
        self._gone(NodeError(NODE_AWAY, "the program ends"), self.now_us())

    # Time

    def step(self) -> int:
        """Do what is due; return when to come again at the latest."""
        now_us = self.now_us()
        if self._stream is None:
            if now_us >= self._retry_us:
                self._open(now_us)
            if self._stream is None:
                return self._wake_us(now_us)
        self._read(now_us)
        if not self._questions and now_us >= self._health_us and self.is_there:
            self._health_us = now_us + HEALTH_US
            self._questions.append(_Question(nf.ASK_HEALTH))
        if self.is_ready or self.is_busy:
            self._ready_us = now_us
        elif self._stream is not None and now_us >= self._ready_us + READY_US:
            self._gone(NodeError(NODE_AWAY, "it says nothing that helps"), now_us)
        self._go_on(now_us)
        return self._wake_us(now_us)

    def _wake_us(self, now_us: int) -> int:
        """When there will be something to do, or to take."""
        if self._visits:
            return now_us
        if self._stream is None:
            return self._retry_us
        if not self._questions:
            return max(now_us, self._health_us)
        question = self._questions[0]
        wake_us = question.until_us if question.is_past_asking(now_us) else question.sent_us + REPEAT_US
        if self._decoder.unfinished():
            wake_us = min(wake_us, self._byte_us + nf.QUIET_US)
        due_us = self._stream.due_us()
        return max(now_us + 1, min(wake_us, now_us + POLL_US if due_us is None else due_us))

    def _open(self, now_us: int) -> None:
        self._retry_us = now_us + RETRY_US
        try:
            self._stream = self._open_stream()
        except OSError as error:
            # Who is away stays away for the reason that was told first: each other one would be news.
            if not self.starts or self._error.cause != NODE_AWAY:
                self._error = NodeError(NODE_AWAY, str(error))
            return
        self._decoder = nf.Decoder()
        self._byte_us = now_us
        self._asking_us = None
        self._ready_us = now_us
        self._greet()

    def _greet(self) -> None:
        """Ask who it is, and tell it how its readers are tuned. What was asked before counts no more."""
        tunes = [_tune(reader, tuning) for reader, tuning in self._tuning.items()]
        self._questions = deque((_Question(nf.ASK_HELLO), *tunes))
        self._remembered.clear()
        self.clock = NodeClock()

    def _go_on(self, now_us: int) -> None:
        """Send the question that is next, again if nobody answers; give up in the end."""
        if self._stream is None or not self._questions:
            return
        question = self._questions[0]
        if question.asked == 0:
            question.sequence = self._next_sequence(question)
            if question.wants:
                question.until_us = self._dark_us = now_us + question.lease_us + LATENCY_US
        elif question.wants and now_us >= question.until_us:
            # Its fields are off. Whether it has heard of the token, it will not be asked any more: is it there at all?
            self._greet()
            self._go_on(now_us)
            return
        elif question.asked >= ASKED_AT_MOST or (
            self._asking_us is not None and now_us >= self._asking_us + SILENT_US
        ):
            self._gone(NodeError(NODE_AWAY, "it is plugged in and silent"), now_us)
            return
        elif now_us < question.sent_us + REPEAT_US or question.is_past_asking(now_us):
            return
        else:
            self.repeats += 1
            question.shorten(now_us)
        question.asked += 1
        question.sent_us = now_us
        if self._asking_us is None:
            self._asking_us = now_us
        self._write(nf.encode(question.kind, question.sequence, question.payload))

    def _next_sequence(self, question: _Question) -> int:
        """The number of a question. Who has just started is still a console, and must not be told to stay one."""
        while True:
            self._sequence = self._sequence % 255 + 1
            asked = nf.encode(question.kind, self._sequence, question.payload)
            if question.kind != nf.ASK_HELLO or INTERRUPT not in asked:
                return self._sequence

    def _write(self, data: bytes) -> None:
        if self._stream is not None:
            try:
                self._stream.write(data)
            except OSError as error:
                self._gone(NodeError(NODE_AWAY, str(error)), self.now_us())

    def _gone(self, error: NodeError, now_us: int) -> None:
        """The node is away, or is not the one it should be: its readers fail until it is there again."""
        self._error = error
        self.hello = None
        self._retry_us = now_us + RETRY_US
        stream, self._stream = self._stream, None
        questions, self._questions = self._questions, deque()
        for question in questions:
            self._failed(question.wants, error, now_us)
        if stream is not None:
            try:
                stream.close()
            except OSError:
                return

    def _failed(self, readers: Mapping[int, tuple[bytes, ...]], error: NodeError, now_us: int) -> None:
        self._visits += [NodeVisit(reader, now_us, now_us, None, error) for reader in readers]

    # What the node says

    def _read(self, now_us: int) -> None:
        assert self._stream is not None
        try:
            data = self._stream.read()
        except OSError as error:
            self._gone(NodeError(NODE_AWAY, str(error)), now_us)
            return
        if data:
            self._byte_us = now_us
            frames = self._decoder.feed(data)
        elif self._decoder.unfinished() and now_us >= self._byte_us + nf.QUIET_US:
            frames = self._decoder.quiet()
        else:
            return
        for frame in frames:
            if self._stream is not None:
                self._hear(frame, now_us)

    def _hear(self, frame: nf.Frame, now_us: int) -> None:
        """Take one frame; whatever answers no question of now is dropped."""
        if frame.protocol != nf.PROTOCOL:
            detail = f"it speaks protocol {frame.protocol}, this program {nf.PROTOCOL}"
            self._gone(NodeError(NODE_FILES, detail), now_us)
            return
        self._asking_us = None
        question = self._questions[0] if self._questions else None
        try:
            if frame.kind == nf.HELLO and frame.sequence == 0:
                self._has_started(now_us)
            elif question is None or not question.asked or frame.sequence != question.sequence:
                return
            elif frame.kind == nf.WORKING:
                _is_at_work(question, now_us)
            elif frame.kind == nf.ERROR:
                code, detail = nf.error_of(frame.payload)
                self._refused(question, code, _printable(detail), now_us)
            elif frame.kind == _ANSWERS[question.kind]:
                self._answered(question, frame, now_us)
        except nf.FrameError as error:
            self._gone(NodeError(NODE_FILES, str(error)), now_us)

    def _has_started(self, now_us: int) -> None:
        """It knows nothing any more, and none of its fields is on."""
        self._dark_us = now_us
        self._greet()

    def _refused(self, question: _Question, code: int, detail: str, now_us: int) -> None:
        if code == nf.NOT_GREETED:
            self._has_started(now_us)
            return
        self._questions.popleft()
        self._failed(question.wants, NodeError(NODE_FILES, detail), now_us)
        if not question.wants:
            self._gone(NodeError(NODE_FILES, detail), now_us)

    def _answered(self, question: _Question, frame: nf.Frame, now_us: int) -> None:
        """Raises FrameError."""
        if question.kind in (nf.TOKEN, nf.EXAMINE):
            self._visited(question, nf.visited_of(frame.payload), now_us)
            return
        if question.kind == nf.ASK_HELLO:
            hello = nf.hello_of(frame.payload)
            if self._serial not in (None, hello.serial):
                self._gone(NodeError(NODE_AWAY, f"in its place is node {hello.serial.hex()}"), now_us)
                return
            if self._boot != hello.boot:
                self._boot = hello.boot
                self.starts += 1
            self.hello = hello
            self.greetings += 1
            self._health_us = now_us
        elif question.kind == nf.ASK_HEALTH:
            self.health = nf.health_of(frame.payload)
            self._measure(question, self.health.heard_us, self.health.sent_us, now_us)
        self._questions.popleft()

    def _visited(self, question: _Question, visited: nf.Visited, now_us: int) -> None:
        known = question.wants.get(visited.reader)
        if known is None:
            return
        self._measure(question, visited.heard_us, visited.sent_us, now_us)
        if visited.as_asked:
            if question.kind != nf.TOKEN:
                raise nf.FrameError("no known tags are asked for in an examination")
            visited.uids, visited.asked = known, ((0, 0),) * len(known)
        if len(visited.asked) not in (0, len(known)):
            raise nf.FrameError("the visit is not of this token")
        del question.wants[visited.reader]
        self._remembered.update(question.asks)
        _is_at_work(question, now_us)
        if not question.wants:
            self._questions.popleft()
            self._dark_us = now_us
        on_us = self.clock.host_us(visited.on_us, now_us) if question.since_us is None else question.since_us
        at_us = self.clock.host_us(visited.at_us, now_us)
        if visited.fault and not (question.kind == nf.EXAMINE and visited.fault in nf.AIR):
            error = NodeError(visited.fault, _printable(visited.detail))
            self._visits.append(NodeVisit(visited.reader, on_us, at_us, None, error))
            return
        if self._is_done(question, visited, known, on_us):
            watch = self._watches[visited.reader]
            found = NodeError(watch.cause, "") if watch.cause else None
            reading = None if found else watch.reading
            self._visits.append(NodeVisit(visited.reader, on_us, at_us, reading, found))

    def _is_done(
        self, question: _Question, visited: nf.Visited, known: tuple[bytes, ...], on_us: int
    ) -> bool:
        """Have the watch of its reader look at a visit: whether that is all, or else what is odd is examined now."""
        watch = self._watches.setdefault(visited.reader, Watch())
        if question.kind == nf.EXAMINE:
            if visited.cut:
                watch.unanswered()
            else:
                watch.answered(visited.fault, visited.uids)
            return True
        asked = dict(zip(known, visited.asked, strict=False))
        reading = Reading(tuple(visited.uids), visited.garbled, asked)
        wanted = watch.look(known, reading, visited.cut or not self._watched)
        if wanted is not None:
            self._questions.append(_examine(visited.reader, wanted, on_us))
        return wanted is None

    def _measure(self, question: _Question, heard_us: int, sent_us: int, now_us: int) -> None:
        """Compare the clocks; of a question asked twice nobody knows which one was answered."""
        if question.asked == 1:
            self.clock.measure(question.sent_us, heard_us, sent_us, now_us)


def _printable(text: str) -> str:
    """What a node says, fit for a line of a log or a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _tune(reader: int, tuning: Tuning) -> _Question:
    return _Question(nf.TUNE, nf.Tune(reader, tuning.gain_db, tuning.field).payload())


def reader_error(reader: str, node: Node, error: NodeError) -> ReaderError:
    """Why a reader of ``node`` fails."""
    of_node = error.cause in (NODE_AWAY, NODE_FILES)
    return ReaderError(reader, error.cause, f"{node.name}, {error.detail}" if of_node else error.detail)


def _examine(reader: int, wanted: Question, since_us: int) -> _Question:
    uids = wanted.uids[: nf.MOST_KNOWN]
    examine = nf.Examine(reader, EXAMINE_LEASE_MS, wanted.odd, wanted.before, uids)
    question = _Question(nf.EXAMINE, examine.payload())
    question.wants = {reader: uids}
    question.lease_us = EXAMINE_LEASE_MS * 1000
    question.since_us = since_us
    return question


def _is_at_work(question: _Question, now_us: int) -> None:
    """Who is at work is not silent. (Not 1: what follows says nothing about the clock.)"""
    question.sent_us = now_us
    question.asked = 2


class NodeReader:
    """One antenna of a node: where a bank finds it, and a bank.BankReader for who reads it alone.

    ``wait`` lets so many microseconds pass.
    """

    def __init__(self, name: str, node: Node, reader: int, *, wait: Callable[[int], None]) -> None:
        self.name = name
        self.node = node
        self.reader = reader
        self._wait = wait

    def switch_on(self) -> None:
        """Have it greeted; a node brings fields up by itself. Raises ReaderError if it is away."""
        wake_us = self.node.step()
        while self.node.is_greeting:
            self._wait(max(1, wake_us - self.node.now_us()))
            wake_us = self.node.step()
        if self.node.error is not None:
            raise reader_error(self.name, self.node, self.node.error)

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """Ask for ``known`` tags, each up to ``tries`` times, find all others, have the field switched off.

        Waits for the answer. Raises ReaderError.
        """
        node = self.node
        visits: list[NodeVisit] = []
        while not visits:
            wake_us = node.grant([(self.reader, known)], tries=tries)
            while node.is_busy or (node.is_there and not node.is_ready):
                self._wait(max(1, wake_us - node.now_us()))
                wake_us = node.step()
            visits = node.take()
        (visit,) = visits
        if visit.reading is None:
            assert visit.error is not None
            raise reader_error(self.name, node, visit.error)
        return visit.reading

    def visit(self) -> Reading:
        """Field on, inventory of all tags, field off. Raises ReaderError."""
        self.switch_on()
        return self.read()

    def lost(self) -> None:
        """Pull the reset line of the node, too: what was believed of its field holds no more."""
        self.node.reset_readers()
