"""The real server of a virtual table for inputs: ``python -m tests.neighbours.served FILE``.

It tells its port, and ends with its standard input. What it does not do as ever: the limits that keep strangers out are
lifted, for else nearly nothing would be read; and of each mistake that the log passes over, its traceback is in FILE.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.web.server import complaints, hub, places, protocols, turns
from signifer_firmware.web.server.network import EVERYWHERE, listening
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.serve import Service

from tests.programs import parser

MANY = 1 << 40
# What uvicorn finds out by an exception, and then does what is to be done.
KNOWN = ("Invalid UTF-8 sequence received from client.",)


def lift_limits() -> None:
    """Let everybody in, as often as they come, and let nobody wait for their turn."""
    places.MOST_JUNK = places.MOST_BEGUN = places.MOST_OF_ONE = MANY
    turns.MOST_TURNS = MANY
    hub.MOST_OF_ONE = hub.MOST_PAGES


class Mistakes:
    """Writes down what libraries and loop say of a client with a traceback, of which the log has a line at most."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8", buffering=1)

    def listen(self) -> None:
        """From now on."""
        told, failed = complaints.PeerLogger.handle, protocols.PageServer._failed

        def handle(logger: complaints.PeerLogger, record: logging.LogRecord) -> None:
            if record.exc_info and record.getMessage().strip() not in KNOWN:
                self._tell(record.getMessage(), record.exc_info[1])
            told(logger, record)

        def heard(
            server: protocols.PageServer, loop: asyncio.AbstractEventLoop, context: dict[str, object]
        ) -> None:
            error = context.get("exception")
            if isinstance(error, BaseException):
                self._tell(str(context["message"]), error)
            failed(server, loop, context)

        complaints.PeerLogger.handle = handle  # type: ignore[method-assign, assignment]
        protocols.PageServer._failed = heard  # type: ignore[method-assign, assignment]

    def note(self, line: str) -> None:
        """What the table's own log says."""
        self._file.write(f"== {line}\n")

    def _tell(self, what: str, error: BaseException | None) -> None:
        self._file.write(f"== {what}\n{''.join(traceback.format_exception(error))}")


def main() -> None:
    options = parser("tests.neighbours.served", __doc__)
    options.add_argument("file", type=Path)
    asked = options.parse_args()
    lift_limits()
    mistakes = Mistakes(asked.file)
    mistakes.listen()
    with listening(0, EVERYWHERE) as sock:
        port = sock.getsockname()[1]
        service = Service(
            load_table("standard"), Choice(TWO, seed=4), 1.0, None, False, sys.stderr, network=True
        )
        service.owner._log = mistakes.note

        def end() -> None:
            sys.stdin.read()
            service.end()

        threading.Thread(target=end, daemon=True).start()
        print(port, flush=True)
        asyncio.run(service.run(sock, f"http://127.0.0.1:{port}/"))


if __name__ == "__main__":
    main()
