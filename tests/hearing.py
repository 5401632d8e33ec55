"""What a page's wire says, but that the table is there: it says so every few seconds, and nothing would be waited for
in vain any more."""

from __future__ import annotations

import json
import time
from typing import Any

from websockets.sync.client import ClientConnection


def heard(wire: ClientConnection, until_s: float) -> dict[str, Any]:
    """The next message; a TimeoutError where none has come by ``until_s`` of the monotonic clock."""
    while True:
        message: dict[str, Any] = json.loads(wire.recv(max(0.0, until_s - time.monotonic())))
        if message["type"] != "there":
            return message
