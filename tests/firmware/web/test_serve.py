"""``signifer play``: an address, a page, and a clean end, by Ctrl-C or because nobody looks."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from signifer_firmware.cli.main import app
from signifer_firmware.web.server.network import PORT, listening, with_loopback_6
from signifer_firmware.web.virtual.live import TWO, Choice
from typer.testing import CliRunner

from tests.firmware.web.browser import served

PATIENCE_S = 120.0
COMMAND = (
    sys.executable,
    "-c",
    "from signifer_firmware.cli.main import main; main()",
    "play",
    "--no-browser",
)


def free_port() -> int:
    with listening(0) as found:
        return int(found.getsockname()[1])


@contextmanager
def playing(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, as it runs, and the address that it has printed: at a port of its own, for the page of another test
    may still be looking for its table at the usual one."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*COMMAND, "--port", str(free_port()), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        try:
            assert found, line
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.slow
def test_it_prints_its_address_serves_the_page_and_ends_on_ctrl_c() -> None:
    with playing("--idle", "0") as (process, address):  # never by itself
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            assert b"<title>Signifer</title>" in answer.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        assert err == ""
        assert "Traceback" not in out


@pytest.mark.slow
def test_it_ends_by_itself_when_nobody_looks() -> None:
    with playing("--idle", "0.1") as (process, _):
        out, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, err) == (0, "")
        assert "Nobody is looking" in out


@pytest.mark.slow
def test_a_table_of_a_test_stands_where_no_other_page_looks() -> None:
    with served(Choice(TWO, seed=3)) as (address, _), playing("--idle", "0") as (_, other):
        assert {urlsplit(address).port, urlsplit(other).port}.isdisjoint({PORT})


def test_a_port_that_is_taken() -> None:
    with listening(None) as first, listening(None) as second:
        port = first.getsockname()[1]
        assert second.getsockname()[1] != port
        with pytest.raises(OSError, match="in use"):
            listening(port)
        done = CliRunner().invoke(app, ["play", "--no-browser", "--port", str(port)])
        assert done.exit_code == 2
        assert f"--port {port}: Address already in use; name another one" in done.stderr


def test_only_this_machine_is_listened_to() -> None:
    with listening(None) as found:
        assert found.getsockname()[0] == "127.0.0.1"
        assert found.family == socket.AF_INET


def has_loopback_6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as asked:
            asked.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_this_machine_may_ask_by_ipv6_where_it_has_that() -> None:
    with listening(None) as found, with_loopback_6(found) as sockets:
        assert sockets[0] is found
        assert len(sockets) == (2 if has_loopback_6() else 1)
        for other in sockets[1:]:
            assert other.getsockname()[:2] == ("::1", found.getsockname()[1])
            with socket.create_connection(("::1", found.getsockname()[1]), timeout=PATIENCE_S):
                pass
        # Where that port is another program's already, the page has its IPv4 address.
        with with_loopback_6(found) as again:
            assert again == [found]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--speed", "3"), "--speed 3"),
        (
            ("--table", "handy", "--game", "thermopyles"),
            'thermopyles needs pads, and the table "handy" has none; name another table',
        ),
        (("--table", "handy", "--level", "1"), "no robot to play against there"),
        (("--table", "nope.toml"), "nope.toml"),
        (("--terminal", "--port", "8521"), "--port: belongs to the page"),
        (("--watch", "--network"), "--network: belongs to the page"),
        (("nope.table", "--idle", "5"), "--idle: belongs to the page"),
        (("--seed", "1000000"), "--seed"),
        (("--idle", "nan"), "--idle"),
        (("--idle", "inf"), "--idle inf: say a number of seconds"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, ["play", "--no-browser", *arguments])
    assert done.exit_code == 2
    assert said in done.stderr
    assert "The table is at" not in done.stdout
    assert "Traceback" not in done.stderr
