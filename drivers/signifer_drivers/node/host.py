"""The host's end of a column node: questions and answers over a stream of bytes that may be damaged, or end.

It never waits: `step` does what is due. What a node fails at is a fault of its own readers and of nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from signifer_drivers.portable import node_frames as nf
from signifer_drivers.readers.diagnosis import Question, Turns
from signifer_drivers.readers.faults import NODE_AWAY, NODE_FILES

from .clock import NodeClock
from .console import INTERRUPT
from .port import NodePort, Stream
from .requests import ANSWERS, LATENCY_US, NodeQuestion, Tuning, examine_question, tune_question
from .results import SILENT, NodeError, NodeVisit, Visits, printable
from .waiting import Waiting

# A field is never on for longer than this without another word from the host.
LEASE_MS = 250
# A question is asked again after so long without an answer. The node is away after so many in vain, too (`waiting`).
REPEAT_US, ASKED_AT_MOST = 30_000, 40
RETRY_US = HEALTH_US = 500_000


class Node:
    """One node, however often it comes and goes.

    ``name`` is used in errors. ``open_stream`` opens its serial port and raises OSError while it is not there.
    ``now_us``: the host's clock. ``tuning``: readers that differ from the chip's defaults. ``serial``: what the node
    has to call itself; any, if None. ``diagnosing``: have odd readings examined, as diagnosing.DiagnosingReader does; a
    visit is done only after that, its fault may be a cause of the air, and the antenna it is about is at work until
    then. ``turns`` are shared by all readers of a table.
    """

    def __init__(
        self,
        name: str,
        open_stream: Callable[[], Stream],
        *,
        now_us: Callable[[], int],
        tuning: Mapping[int, Tuning] | None = None,
        serial: bytes | None = None,
        diagnosing: bool = True,
        turns: Turns | None = None,
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
        self._port: NodePort | None = None
        self._spoilt = 0
        self._sequence = 0
        self._boot: int | None = None
        self._questions: deque[NodeQuestion] = deque()
        self._visits = Visits(diagnosing, turns or Turns())
        # The tags of the last token that the node has certainly heard, by reader.
        self._remembered: dict[int, tuple[bytes, ...]] = {}
        self._error = NodeError(NODE_AWAY, "it was never there")
        self._retry_us = now_us()
        self._health_us = now_us()
        self._waiting = Waiting(now_us())
        self._dark_us = now_us()

    @property
    def error(self) -> NodeError | None:
        """Why none of its readers can be read; None if they can."""
        return None if self.is_there else self._error

    @property
    def is_there(self) -> bool:
        """Whether it has said who it is since the port was opened."""
        return self._port is not None and self.hello is not None

    @property
    def is_greeting(self) -> bool:
        """Whether its port is open, and it has not said yet who it is."""
        return self._port is not None and self.hello is None

    @property
    def is_busy(self) -> bool:
        """Whether a token is out, or what came of one is still being examined."""
        # Asked at each step: a loop costs half as much as any().
        for question in self._questions:  # noqa: SIM110
            if question.wants:
                return True
        return False

    @property
    def is_ready(self) -> bool:
        """Whether a token would be at work at once."""
        return not self._questions and self._port is not None and self.hello is not None

    @property
    def spoilt(self) -> int:
        """How many of its frames were spoilt on their way since its port was opened."""
        return self._spoilt if self._port is None else self._port.spoilt

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
            self._visits.failed(asked, self._error, now_us)
            return self._wake_us(now_us)
        question = NodeQuestion(nf.TOKEN, self._token(lease_ms, tries, asked))
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
        return self._visits.take()

    def tune(self, reader: int, tuning: Tuning) -> None:
        """Set a reader's gain and field, now and after each start of the node."""
        self._tuning[reader] = tuning
        if self.is_there:
            self._questions.append(tune_question(reader, tuning))

    def examine(self, reader: int, odd: str, uids: Sequence[bytes] = (), before: str = "") -> int:
        """Have one antenna examined, see examination.examined; `take` has what comes of it: a visit with its cause as
        the error, or without. Returns what `step` would. Raises ValueError while a token is out.
        """
        if self.is_busy:
            raise ValueError("a node has one token at a time")
        now_us = self.now_us()
        wanted = Question(odd, tuple(uids), before)
        if not self.is_there:
            self._visits.failed({reader: ()}, self._error, now_us)
            return self._wake_us(now_us)
        self._visits.ask(reader, wanted)
        self._questions.append(examine_question(reader, wanted, now_us))
        self._go_on(now_us)
        return self._wake_us(now_us)

    def reset_readers(self) -> None:
        """Pull the reset line of this node's readers: all its fields go off."""
        if self.is_there and all(question.kind != nf.RESET for question in self._questions):
            self._questions.append(NodeQuestion(nf.RESET))
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
        self._waiting.looks(now_us)
        if self._port is None:
            if now_us >= self._retry_us:
                self._open(now_us)
            if self._port is None:
                return self._waiting.until(self._wake_us(now_us))
        self._read(now_us)
        if not self._questions and now_us >= self._health_us and self.is_there:
            self._health_us = now_us + HEALTH_US
            self._questions.append(NodeQuestion(nf.ASK_HEALTH))
        if self.is_ready or self.is_busy:
            self._waiting.ready(now_us)
        elif self._port is not None and self._waiting.is_never_ready(now_us):
            self._gone(NodeError(NODE_AWAY, "it says nothing that helps"), now_us)
        self._go_on(now_us)
        return self._waiting.until(self._wake_us(now_us))

    def _wake_us(self, now_us: int) -> int:
        """When there will be something to do, or to take."""
        if self._visits:
            return now_us
        if self._port is None:
            return self._retry_us
        if not self._questions:
            return max(now_us, self._health_us)
        question = self._questions[0]
        wake_us = question.until_us if question.is_past_asking(now_us) else question.sent_us + REPEAT_US
        return max(now_us + 1, min(wake_us, self._port.wake_us(now_us)))

    def _open(self, now_us: int) -> None:
        self._retry_us = now_us + RETRY_US
        try:
            self._port = NodePort(self._open_stream(), now_us)
        except OSError as error:
            # Who is away stays away for the reason that was told first: each other one would be news.
            if not self.starts or self._error.cause != NODE_AWAY:
                self._error = NodeError(NODE_AWAY, str(error))
            return
        self._waiting.heard()
        self._waiting.ready(now_us)
        self._greet()

    def _greet(self) -> None:
        """Ask who it is, and tell it how its readers are tuned. What was asked before no longer counts."""
        tunes = [tune_question(reader, tuning) for reader, tuning in self._tuning.items()]
        self._questions = deque((NodeQuestion(nf.ASK_HELLO, nf.READS), *tunes))
        self._remembered.clear()
        self.clock = NodeClock()

    def _go_on(self, now_us: int) -> None:
        """Send the question that is next, again if nobody answers; give up in the end."""
        if self._port is None or not self._questions:
            return
        question = self._questions[0]
        if question.times_asked == 0:
            question.sequence = self._next_sequence(question)
            if question.wants:
                question.until_us = self._dark_us = now_us + question.lease_us + LATENCY_US
        elif question.wants and now_us >= question.until_us:
            # Its fields are off. Whether it has heard of the token, it will not be asked any more: is it there at all?
            self._greet()
            self._go_on(now_us)
            return
        elif question.times_asked >= ASKED_AT_MOST or self._waiting.is_silent(now_us):
            self._gone(NodeError(NODE_AWAY, SILENT), now_us)
            return
        elif now_us < question.sent_us + REPEAT_US or question.is_past_asking(now_us):
            return
        else:
            self.repeats += 1
            question.shorten(now_us)
        question.times_asked += 1
        question.sent_us = now_us
        self._waiting.asked(now_us)
        self._write(nf.encode(question.kind, question.sequence, question.payload))

    def _next_sequence(self, question: NodeQuestion) -> int:
        """The number of a question. Who has just started is still a console, and must not be told to stay one."""
        while True:
            self._sequence = self._sequence % 255 + 1
            sent = nf.encode(question.kind, self._sequence, question.payload)
            if question.kind != nf.ASK_HELLO or INTERRUPT not in sent:
                return self._sequence

    def _write(self, data: bytes) -> None:
        if self._port is not None:
            try:
                self._port.write(data)
            except OSError as error:
                self._gone(NodeError(NODE_AWAY, str(error)), self.now_us())

    def _gone(self, error: NodeError, now_us: int) -> None:
        """The node is away, or is not the one it should be: its readers fail until it is there again."""
        self._error = error
        self.hello = None
        self._retry_us = now_us + RETRY_US
        port, self._port = self._port, None
        questions, self._questions = self._questions, deque()
        for question in questions:
            self._visits.failed(question.wants, error, now_us)
        if port is not None:
            self._spoilt = port.spoilt
            try:
                port.close()
            except OSError:
                return

    # What the node says

    def _read(self, now_us: int) -> None:
        assert self._port is not None
        try:
            frames = self._port.frames(now_us)
        except OSError as error:
            self._gone(NodeError(NODE_AWAY, str(error)), now_us)
            return
        for frame in frames:
            if self._port is not None:
                self._hear(frame, now_us)

    def _hear(self, frame: nf.Frame, now_us: int) -> None:
        """Take one frame; whatever answers no question of now is dropped."""
        if frame.protocol != nf.PROTOCOL:
            detail = f"it speaks protocol {frame.protocol}, this program {nf.PROTOCOL}"
            self._gone(NodeError(NODE_FILES, detail), now_us)
            return
        self._waiting.heard()
        question = self._questions[0] if self._questions else None
        try:
            if frame.kind == nf.HELLO and frame.sequence == 0:
                self._has_started(now_us)
            elif question is None or not question.times_asked or frame.sequence != question.sequence:
                return
            elif frame.kind == nf.WORKING:
                question.is_at_work(now_us)
            elif frame.kind == nf.ERROR:
                code, detail = nf.error_of(frame.payload)
                self._refused(question, code, printable(detail), now_us)
            elif frame.kind == ANSWERS[question.kind]:
                self._answered(question, frame, now_us)
        except nf.FrameError as error:
            self._gone(NodeError(NODE_FILES, str(error)), now_us)

    def _has_started(self, now_us: int) -> None:
        """It knows nothing any more, and none of its fields is on."""
        self._dark_us = now_us
        self._greet()

    def _refused(self, question: NodeQuestion, code: int, detail: str, now_us: int) -> None:
        if code == nf.NOT_GREETED:
            self._has_started(now_us)
            return
        self._questions.popleft()
        self._visits.failed(question.wants, NodeError(NODE_FILES, detail), now_us)
        if not question.wants:
            self._gone(NodeError(NODE_FILES, detail), now_us)

    def _answered(self, question: NodeQuestion, frame: nf.Frame, now_us: int) -> None:
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

    def _visited(self, question: NodeQuestion, visited: nf.Visited, now_us: int) -> None:
        known = question.wants.get(visited.reader)
        if known is None:
            return
        self._measure(question, visited.heard_us, visited.sent_us, now_us)
        question.complete(visited, known)
        del question.wants[visited.reader]
        self._remembered.update(question.asks)
        question.is_at_work(now_us)
        if not question.wants:
            self._questions.popleft()
            self._dark_us = now_us
        on_us = self.clock.host_us(visited.on_us, now_us) if question.since_us is None else question.since_us
        at_us = self.clock.host_us(visited.at_us, now_us)
        examination = self._visits.heard(question, visited, known, on_us, at_us)
        if examination is not None:
            self._questions.append(examination)

    def _measure(self, question: NodeQuestion, heard_us: int, sent_us: int, now_us: int) -> None:
        """Compare the clocks; of a question asked twice nobody knows which one was answered."""
        if question.times_asked == 1:
            self.clock.measure(question.sent_us, heard_us, sent_us, now_us)
