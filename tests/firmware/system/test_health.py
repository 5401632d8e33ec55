"""Whether a table is well: what its page answers, over real sockets, and how long one waits for it."""

from __future__ import annotations

import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.health import TABLE, answers, is_healthy, within

TABLES = Path(__file__).parents[3] / "firmware" / "signifer_firmware" / "config" / "tables"


@contextmanager
def page(answer: bytes) -> Iterator[int]:
    """A port at which everybody is answered so, by a server that closes at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    visitor, _ = server.accept()
                except OSError:
                    return
                with visitor:
                    visitor.recv(4096)
                    visitor.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    thread.join()


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def pi(root: Path, said: str, port: int, listen: str = "network") -> Facts:
    """A computer on which systemd says ``said`` of the service."""
    text = (TABLES / "handy.toml").read_text(encoding="utf-8")
    table = root / TABLE
    table.parent.mkdir(parents=True)
    table.write_text(
        text.replace('listen = "network"', f'listen = "{listen}"\nport = {port}'), encoding="utf-8"
    )
    systemctl = root / "usr/bin/systemctl"
    systemctl.parent.mkdir(parents=True)
    systemctl.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
    systemctl.chmod(systemctl.stat().st_mode | stat.S_IXUSR)
    return Facts(root)


def test_a_table_is_well_when_it_runs_and_its_page_answers(tmp_path: Path) -> None:
    with page(OK) as port:
        assert is_healthy(pi(tmp_path / "runs", "active", port))
        assert not is_healthy(pi(tmp_path / "begins", "activating", port))
        broken = pi(tmp_path / "broken", "active", port)
        broken.path(TABLE).write_text("what is this", encoding="utf-8")
        assert not is_healthy(broken)


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", b"", b"\xff\xfe\r\n\r\n"]
)
def test_a_page_that_fails_is_not_well(tmp_path: Path, answer: bytes) -> None:
    with page(answer) as port:
        assert not answers(port)
        assert not is_healthy(pi(tmp_path, "active", port))


def test_nobody_answers_at_a_port_that_is_closed() -> None:
    with page(OK) as port:
        assert answers(port)
    assert not answers(port)


def test_a_wait_ends_when_it_is_well_or_when_time_is_over() -> None:
    now_s, asked = 0.0, 0

    def clock() -> float:
        return now_s

    def sleep(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    def third() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    assert within(300, third, clock, sleep)
    assert (asked, now_s) == (3, 4.0)
    assert not within(300, lambda: False, clock, sleep)
    assert now_s == 304.0
