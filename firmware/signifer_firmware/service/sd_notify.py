"""Notifications to systemd: that the table is ready, how it is, that it is alive. sd_notify(3), without its library."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Tells the service manager, if there is one; a message that it does not take is lost."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            # A manager that is busy must not stop a game.
            self._socket.setblocking(False)
        self.watchdog_us = _watchdog_us(environment)

    def tell(self, *facts: str) -> None:
        """Tell all of ``facts`` ("READY=1", "STATUS=...") at once."""
        if self._socket is None:
            return
        # An @ stands for the zero byte of an abstract address.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with suppress(OSError):
            self._socket.sendto("\n".join(facts).encode(), address)

    def close(self) -> None:
        """Tell nothing any more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _watchdog_us(environment: Mapping[str, str]) -> int | None:
    """How much silence the manager puts up with; None if it does not watch this process."""
    wanted = environment.get("WATCHDOG_USEC", "")
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(wanted) if wanted.isascii() and wanted.isdecimal() and int(wanted) > 0 else None
