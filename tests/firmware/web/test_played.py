"""What was played is told over HTTP to who sits at this machine, and to no page of anybody else's."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from signifer_firmware.web.server.played import MOST_BYTES
from signifer_firmware.web.virtual.live import TWO, Choice

from .browser import served

RECORD = Path(__file__).parents[2] / "data" / "0.1.0" / "field-of-glory" / "whole" / "record.txt"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(Choice(TWO, seed=4)) as (address, _):
        yield address


def ask(
    address: str,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, bytes, Mapping[str, str]]:
    there = urlsplit(address)
    connection = http.client.HTTPConnection(there.hostname or "", there.port, timeout=120)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def own(address: str) -> dict[str, str]:
    return {"Origin": address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}


def test_a_record_is_opened_by_the_page_itself(address: str) -> None:
    status, body, _ = ask(address, "/past?name=x.txt", "POST", RECORD.read_bytes(), own(address))
    assert status == 200
    assert len(json.loads(body)["id"]) == 12
    assert ask(address, "/past")[:2] == (200, b"[]")


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", {"Sec-Fetch-Site": "cross-site"}),
        ("POST", {"Sec-Fetch-Site": "cross-site"}),
        ("POST", {"Origin": "http://elsewhere.example"}),
        ("POST", {}),
    ],
)
def test_others_are_told_nothing(address: str, method: str, headers: Mapping[str, str]) -> None:
    status, body, _ = ask(address, "/past?name=x.txt", method, RECORD.read_bytes(), headers)
    assert (status, body) == (403, b"not for others\n")


def test_what_is_too_long_is_not_taken_in(address: str) -> None:
    status, body, _ = ask(address, "/past", "POST", b"x" * (MOST_BYTES + 1), own(address))
    assert status == 200
    assert "longer than 2000 kB" in json.loads(body)["refused"]


@pytest.mark.parametrize("path", ["/past/1/gif", "/past/../table.sqlite", "/past/x%2f..%2f1/html"])
def test_a_game_that_there_is_not(address: str, path: str) -> None:
    status, body, _ = ask(address, path, headers=own(address))
    assert status == 404 or "refused" in json.loads(body)


def test_who_sends_a_file_slowly_keeps_nobody_waiting(address: str) -> None:
    """Others are answered before all of it is there, which is not when it is cut."""
    there, data = urlsplit(address), RECORD.read_bytes()
    slow = http.client.HTTPConnection(there.hostname or "", there.port, timeout=120)
    slow.putrequest("POST", "/past?name=x.txt")
    for name, value in (own(address) | {"Content-Length": str(len(data))}).items():
        slow.putheader(name, value)
    slow.endheaders(data[:100])
    try:
        assert ask(address, "/past", headers=own(address))[0] == 200
        slow.send(data[100:])
        assert slow.getresponse().status == 200
    finally:
        slow.close()
