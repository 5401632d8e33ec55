"""A wire that goes dead without closing, as when the Wi-Fi is gone or a router has forgotten it: a proxy that lets
nothing through any more, either way, and ends nothing."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HERE = "127.0.0.1"
HEAD = b"\r\n\r\n"  # its end


class BlackHole:
    """Stands before the server at ``port``; what has come through it while it was dead, or before, is dead for good."""

    def __init__(self, port: int) -> None:
        self._door = socket.create_server((HERE, 0))
        self._sockets = [self._door]
        # Pages say whom they ask: the server answers to its own name alone.
        self._names = tuple(f"{HERE}:{each}".encode() for each in (self._door.getsockname()[1], port))
        self._port = port
        self._lives, self._flows = threading.Event(), threading.Event()
        self._flows.set()
        self._age = 0
        self._half = False
        self._threads: list[threading.Thread] = []
        self.revive()
        self._doorman = self._begin(self._let_in)

    @property
    def port(self) -> int:
        """Where pages come to."""
        return int(self._door.getsockname()[1])

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.port}/"

    def swallow(self) -> None:
        """From now on nothing comes through, and nothing ends."""
        self._age += 1
        self._lives.clear()

    def swallow_half(self) -> None:
        """Of what is answered next the head comes through, and nothing after it."""
        self._half = True

    def revive(self) -> None:
        """Whoever comes from now on is let through; who was there before is not."""
        self._lives.set()

    def hold(self) -> None:
        """From now on the server's answers come through as far as their heads: all else takes long."""
        self._flows.clear()

    def flow(self) -> None:
        """What was held has come at last."""
        self._flows.set()

    def close(self) -> None:
        """End all that is left: first the door, for who is let in meanwhile would be left open."""
        self._age = -1
        self.flow()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._doorman.join()
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join()

    def _begin(self, *work: object) -> threading.Thread:
        thread = threading.Thread(target=self._quietly, args=work)
        self._threads.append(thread)
        thread.start()
        return thread

    def _quietly(self, work: object, *given: object) -> None:
        assert callable(work)
        with suppress(OSError):
            work(*given)

    def _let_in(self) -> None:
        while True:
            client, _ = self._door.accept()
            self._sockets.append(client)
            if not self._lives.is_set():
                continue
            server = socket.create_connection((HERE, self._port))
            self._sockets.append(server)
            self._begin(self._pass_on, client, server, self._names, self._age)
            self._begin(self._pass_on, server, client, self._names[::-1], self._age)

    def _pass_on(
        self, source: socket.socket, sink: socket.socket, names: tuple[bytes, bytes], age: int
    ) -> None:
        while data := source.recv(65536):
            said = data.replace(*names)
            if age == self._age and names[1] == self._names[0] and not self._flows.is_set():
                head, end, said = said.partition(b"\r\n\r\n")
                sink.sendall(head + end)
                self._flows.wait()
            if age == self._age:
                if self._half and said.startswith(b"HTTP/"):
                    self._half = False
                    self.swallow()
                    said = said[: said.index(HEAD) + len(HEAD)]
                sink.sendall(said)
        if age == self._age:
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def black_hole(port: int) -> Iterator[BlackHole]:
    """What stands before the server at ``port``."""
    hole = BlackHole(port)
    try:
        yield hole
    finally:
        hole.close()
