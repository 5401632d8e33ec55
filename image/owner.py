"""The owner of a booted card: a phone at the page of upkeep, by its own HTTP and WebSocket, and a hand at the table."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from signifer_core.json_values import Json
from signifer_firmware.session.pairing import PAIRED
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from .recipe import ImageError
from .usb import Board

# An emulated computer takes its time; a card lies, and is lifted, for so long.
PATIENCE_S, REST_S = 120.0, 4.0
CHUNK = 1 << 16
CARD = "red/spear-1"
TRIES = 3
Told = dict[str, Json]


@contextmanager
def phone(port: int, host: str) -> Iterator[Phone]:
    """A phone with the page of upkeep open: the table's at this port, by its own name."""
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE_S) as sock,
        connect(
            f"ws://{host}/upkeep/wire",
            sock=sock,
            origin=Origin(f"http://{host}"),
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE_S,
        ) as wire,
    ):
        yield Phone(wire, port, host)


class Phone:
    """What its page was told, and what it may do."""

    def __init__(self, wire: ClientConnection, port: int, host: str) -> None:
        self._wire, self._port, self._host = wire, port, host
        self._n = 0
        self._token = ""

    def _hear(self) -> Told:
        try:
            told: Told = json.loads(self._wire.recv(PATIENCE_S))
        except (WebSocketException, OSError) as error:
            raise ImageError(f"the page of upkeep went silent: {error!r}") from None
        return told

    def _ask(self, **wish: Json) -> Told:
        self._n += 1
        self._wire.send(json.dumps({"n": self._n} | wish))
        while (answer := self._hear()).get("n") != self._n:
            pass
        if answer["type"] != "done":
            raise ImageError(f"the page of upkeep refuses {wish}: {answer}")
        return answer

    def stand_at(self, board: Board) -> None:
        """Show that somebody stands at the table: a card goes where the page says, until that lets the page in."""
        for _ in range(TRIES):
            columns = self._ask(do="prove")["told"]
            if not isinstance(columns, list):
                raise ImageError(f"the page of upkeep names no columns: {columns}")
            for column in columns:
                board.put(CARD, int(str(column)))
                time.sleep(REST_S)
                board.take(CARD)
                time.sleep(REST_S)
            while (told := self._hear())["type"] not in (PAIRED, "unpaired"):
                pass
            if told["type"] == PAIRED:
                self._token = str(told["token"])
                return
        raise ImageError(f"whoever stands at the table is not let in: {told}")

    def bring(self, update: Path) -> Told:
        """Send a version; what the page shows of it then."""
        asked = http.client.HTTPConnection("127.0.0.1", self._port, timeout=1800)
        heads = {
            "Host": self._host,
            "Origin": f"http://{self._host}",
            "Authorization": f"Bearer {self._token}",
            "Content-Length": str(update.stat().st_size),
        }
        try:
            with update.open("rb") as file:
                asked.request("POST", "/upkeep/update", iter(lambda: file.read(CHUNK), b""), heads)
                answer = asked.getresponse()
                said = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            raise ImageError(f"the page of upkeep does not take the version: {error!r}") from None
        finally:
            asked.close()
        if answer.status != 200:
            raise ImageError(f"the page of upkeep does not take the version: {said}")
        found = json.loads(said)["brought"]
        if not isinstance(found, dict):
            raise ImageError(f"the page of upkeep shows no version: {said}")
        return found

    def install(self, build: str) -> None:
        """Press, and say yes."""
        self._ask(do="install", build=build)
