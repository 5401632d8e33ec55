"""Whether the table of this computer is well: its service runs, and its page, if it has one, answers."""

from __future__ import annotations

import http.client
from collections.abc import Callable

from signifer_core.errors import ConfigError

from signifer_firmware.config.entries import PAGE_OFF
from signifer_firmware.config.model import load_table

from .facts import Facts

TABLE = "etc/signifer/table.toml"
ANSWER_S = 5.0
# Between two looks.
PAUSE_S = 2.0


def is_healthy(facts: Facts) -> bool:
    """The service has begun (it says so itself, once its first pictures stand), and the page answers 200."""
    if facts.tool("systemctl", "is-active", "signifer.service").strip() != "active":
        return False
    try:
        page = load_table(str(facts.path(TABLE))).page
    except ConfigError:
        return False
    return page.listen == PAGE_OFF or answers(page.port)


def answers(port: int) -> bool:
    """Whether a page on this computer answers 200."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    try:
        asked.request("GET", "/")
        return asked.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def within(
    seconds: float, asked: Callable[[], bool], clock: Callable[[], float], sleep: Callable[[float], None]
) -> bool:
    """Whether ``asked`` says yes before so many seconds are over."""
    end = clock() + seconds
    while not asked():
        if clock() >= end:
            return False
        sleep(PAUSE_S)
    return True
