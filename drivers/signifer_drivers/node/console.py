"""MicroPython's raw console at the other end of a serial line: runs Python there and gives back what it prints.

The raw console, and its paste mode with flow control, are those of MicroPython's documentation ("The MicroPython
Interactive Interpreter Mode"). Pure of ports and clocks: whoever uses it passes a `Line`.
"""

from __future__ import annotations

from typing import Protocol

from signifer_core.errors import DriverError

INTERRUPT, RAW, FRIENDLY, END, PASTE = b"\x03", b"\x01", b"\x02", b"\x04", b"\x05A\x01"
BANNER = b"raw REPL; CTRL-B to exit"
# The longest pause in an answer of the console itself, and in one of what it runs.
ANSWER_S = 1.0
RUN_S = 20.0
# Without flow control so much is sent at once: what every board takes in while it does something else.
PIECE_BYTES = 128


class Line(Protocol):
    """Both directions of a serial line. All three raise OSError if it has gone."""

    def read(self, wait_s: float) -> bytes:
        """Return what has come; if nothing has, wait for so long, then b""."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class ConsoleError(DriverError):
    """The console does not answer, or what was run there raised something: its last line."""


class Console:
    """The console behind a line; `enter` first."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._came = b""
        self._pastes = True
        # What came instead of the console's own words.
        self.heard = b""

    def enter(self, tries: int = 2) -> bool:
        """Interrupt what runs, and have the raw console; False if none answers."""
        self.heard = b""
        for _ in range(tries):
            self._line.write(b"\r" + INTERRUPT + INTERRUPT)
            self._drain()
            self._line.write(b"\r" + RAW)
            try:
                self._until(BANNER)
                self._until(b">")
            except ConsoleError:
                continue
            self._pastes = True
            return True
        return False

    def run(self, code: str, wait_s: float = RUN_S) -> str:
        """Run Python there and return what it prints; ConsoleError if it raises, or is silent for ``wait_s``."""
        if self._pastes:
            self._line.write(PASTE)
            answer = self._take(2)
            if answer == b"R\x01":
                self._paste(code.encode())
                return self._ran(wait_s)
            # Older ones say what they are again, or that they cannot.
            self._pastes = False
            if answer != b"R\x00":
                self._until(b">")
        self._send(code.encode())
        return self._ran(wait_s)

    def start(self, code: str) -> None:
        """Run what never answers, as a reset."""
        for piece in _pieces(code.encode()):
            self._line.write(piece)
        self._line.write(END)
        self._came = b""

    def _send(self, data: bytes) -> None:
        for piece in _pieces(data):
            self._line.write(piece)
        self._line.write(END)
        if (answer := self._take(2)) != b"OK":
            raise ConsoleError(f"the console says {answer!r}")

    def _paste(self, data: bytes) -> None:
        """Send as fast as the other side takes it: what it leaves room for, then what it grants more."""
        window = int.from_bytes(self._take(2), "little")
        if not window:
            raise ConsoleError("the console takes nothing")
        room = window
        while data:
            while not room or self._came:
                granted = self._take(1)
                if granted == END:
                    self._line.write(END)
                    raise ConsoleError("the console takes no more")
                room += window
            self._line.write(data[:room])
            data, room = data[room:], max(0, room - len(data))
            self._came += self._line.read(0)
        self._line.write(END)
        while (answer := self._take(1)) != END:
            if answer != b"\x01":
                raise ConsoleError(f"the console says {answer!r}")

    def _ran(self, wait_s: float) -> str:
        printed = self._until(END, wait_s)
        raised = self._until(END)
        self._until(b">")
        if raised:
            raise ConsoleError(raised.decode(errors="replace").strip().splitlines()[-1])
        return printed.decode(errors="replace").replace("\r\n", "\n")

    def _drain(self) -> None:
        """Drop what is on its way."""
        self.heard += self._came
        self._came = b""
        for _ in range(64):
            data = self._line.read(0.1)
            if not data:
                return
            self.heard += data

    def _until(self, end: bytes, wait_s: float = ANSWER_S) -> bytes:
        """Return what comes before ``end``."""
        while end not in self._came:
            data = self._line.read(wait_s)
            if not data:
                self.heard += self._came
                self._came = b""
                raise ConsoleError("the console does not answer")
            self._came += data
        before, _, self._came = self._came.partition(end)
        return before

    def _take(self, size: int) -> bytes:
        while len(self._came) < size:
            data = self._line.read(ANSWER_S)
            if not data:
                raise ConsoleError("the console does not answer")
            self._came += data
        taken, self._came = self._came[:size], self._came[size:]
        return taken


def _pieces(data: bytes) -> list[bytes]:
    return [data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES)]
