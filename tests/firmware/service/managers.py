"""A stand-in for systemd at the other end of NOTIFY_SOCKET."""

from __future__ import annotations

import socket


class Manager:
    """The socket of a service manager. ``heard`` is what has come since the last look, one fact a line."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": address}

    def heard(self) -> list[str]:
        facts: list[str] = []
        while True:
            try:
                facts += self.socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return facts

    def close(self) -> None:
        self.socket.close()
