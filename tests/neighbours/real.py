"""A real table among bad neighbours: the firmware on simulated chips that take their time, and its page.

``python -m tests.neighbours.real PORT FOLDER PACE_S`` is its program; it does what its standard input says, a line
each: ``lay`` begins to lay a card and to take it back, ``rest`` ends that and tells how many seconds passed each time
from the card laid until the table had news of it, ``press NAME`` presses a button, ``screen PLACE`` tells the pixels of
one.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from signifer_core.layout import zone
from signifer_firmware.kernel.memory import keep_together
from signifer_firmware.session.events import News

from tests.firmware.web.visitors import Watched
from tests.programs import parser

from .owner import PATIENCE_S, Hands, Owner, page

CARD, PLACE = "red/heavy-infantry-1", "3 red"
# Who waits, and is asked to pair a phone.
PLAYER = "blue"
# Between two gestures on the mean: no hand is as quick, but many cards tell more of how long one takes.
QUICK_S = 0.3
# And at least and at most, in parts of that, so as not to be in step with the rounds of the readers.
LEAST, MOST = 2 / 3, 4 / 3
LOOK_S = 0.05


class Program:
    """A table, a hand that lays cards there, and its fingers."""

    def __init__(self, table: Watched, pace_s: float) -> None:
        self._table, self._pace_s = table, pace_s
        self._heard = threading.Event()
        self._stop = threading.Event()
        self._laying = threading.Thread(target=self._lays)
        self._laid: list[float] = []

    def news(self, news: News) -> None:
        """The table has news; for its main loop."""
        if news.kind in ("action", "refused"):
            self._heard.set()

    def _lays(self) -> None:
        """Lay the card and take it back, all the time."""
        world, readers = self._table.twins.world, self._table.run.threads.lines[0].scheduler
        pauses = random.Random(4)

        def until_news(gesture: Callable[[], None]) -> float:
            self._stop.wait(self._pace_s * pauses.uniform(LEAST, MOST))
            self._heard.clear()
            since_s = time.monotonic()
            readers.call(gesture)  # while none looks: the twins know no threads
            self._heard.wait(PATIENCE_S)
            return time.monotonic() - since_s

        while not self._stop.is_set():
            self._laid.append(until_news(lambda: world.put(CARD, zone(PLACE))))
            until_news(lambda: world.take(CARD))  # which counts when hands have settled

    def told(self, line: str) -> object:
        """Do what a line says; what there is to say of it."""
        self._table.manager.heard()
        word, _, name = line.strip().partition(" ")
        match word:
            case "lay":
                self._stop.clear()
                self._laid = []
                self._laying = threading.Thread(target=self._lays)
                self._laying.start()
            case "rest":
                self._stop.set()
                self._laying.join()
                return self._laid
            case "press":
                self._table.run.scheduler.call(lambda: self._table.press(name))
            case "screen":
                return b64encode(self._table.twins.image(name).tobytes()).decode()
        return None


def main() -> None:
    keep_together()
    options = parser("tests.neighbours.real", __doc__)
    options.add_argument("port", type=int)
    options.add_argument("folder", type=Path)
    options.add_argument("pace_s", type=float)
    asked = options.parse_args()
    table = Watched(asked.folder, "network", asked.port)
    program = Program(table, asked.pace_s)

    def listen() -> None:
        for line in sys.stdin:
            print(json.dumps(program.told(line)), flush=True)
        table.run.end()

    with (
        patch.object(table.run.log, "_out", sys.stderr),
        patch.object(table.run.chronicle, "news", program.news),
    ):
        table.begin()
        threading.Thread(target=listen, daemon=True).start()
        print(f"The table is at port {asked.port}", flush=True)
        table.run.scheduler.run(stop=lambda: False)
    table.close()


class _Fingers:
    """What hands do at a real table, by its program."""

    def __init__(self, process: subprocess.Popen[str], lock: threading.Lock) -> None:
        self._process, self._lock = process, lock

    def tell(self, line: str) -> Any:
        """Have a line done; the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def waiting(self) -> str:
        return PLAYER

    def screen(self, player: str) -> str:
        time.sleep(LOOK_S)
        return str(self.tell(f"screen {player}"))

    def press_ok(self, player: str) -> None:
        self.tell(f"press ok {player}")


class RealOwner(Owner):
    """The owner of a real table, whose page has no hands."""

    def __init__(self, host: str, outside: str, process: subprocess.Popen[str]) -> None:
        super().__init__(host, outside)
        self._fingers = _Fingers(process, threading.Lock())

    @contextmanager
    def _hands(self) -> Iterator[Hands]:
        yield self._fingers

    def _lays(self) -> None:
        self._fingers.tell("lay")
        self._stop.wait()
        self.laid += self._fingers.tell("rest")

    def _asks(self) -> None:
        """Nobody plays on its page."""

    def _visit(self) -> None:
        with urllib.request.urlopen(f"http://{self._host}/", timeout=PATIENCE_S) as answer:
            assert b"<title>Signifer</title>" in answer.read()
        with page(self._host, "spectator") as seen:
            if seen.view["table"]["mode"] != "real":
                raise OSError("that is no real table")


if __name__ == "__main__":
    main()
