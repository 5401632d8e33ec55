"""The page's door: by which names and addresses somebody may come in, and how often; where it listens."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from signifer_firmware.web.server.network import (
    EVERYWHERE,
    address_of,
    door_of,
    listening,
)

PORT = 8520


@pytest.mark.parametrize(
    ("host", "origin", "alone", "open_"),
    [
        ("127.0.0.1:8520", "http://127.0.0.1:8520", True, True),
        ("localhost:8520", "http://localhost:8520", True, True),
        ("[::1]:8520", "http://[::1]:8520", True, True),
        ("192.168.0.7:8520", "http://192.168.0.7:8520", False, True),
        ("[fd00::7]:8520", "http://[fd00::7]:8520", False, True),
        ("table.local:8520", "http://table.local:8520", False, True),
        ("TABLE.local:8520", "http://table.LOCAL:8520", False, True),
        ("evil.example:8520", "http://evil.example:8520", False, False),
        ("192.168.0.7:8521", "http://192.168.0.7:8521", False, False),
        ("192.168.0.7:8520", "http://192.168.0.8:8520", False, False),
        ("192.168.0.7:8520", "http://evil.example", False, False),
        ("192.168.0.7:8520", "https://192.168.0.7:8520", False, False),
        ("127.0.0.1", "http://127.0.0.1", False, False),
        ("", "", False, False),
        ("192.168.0.7:99999999", "null", False, False),
    ],
)
def test_who_may_come_in(
    host: str, origin: str, alone: bool, open_: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Table")
    headers = {"host": host, "origin": origin}
    assert door_of(PORT).opens(headers) == alone
    assert door_of(PORT, network=True).opens(headers) == open_


@pytest.mark.parametrize(
    ("host", "owns"),
    [
        ("127.0.0.1", True),
        ("127.0.1.1", True),
        ("127.255.0.9", True),
        ("[::1%there]", False),
        ("[::2]", False),
        ("127.0.1.1%there", False),
        ("127.1", False),
        ("127.0.0.1.example", False),
        ("128.0.0.1", False),
        ("localhost", True),
        ("LOCALHOST", True),
        ("[::1]", True),
        # Of another one in the network, which answers for it and leads it here afterwards.
        ("table57.local", False),
        ("table.local", False),
        ("table", False),
        ("192.168.0.7", False),
        ("localhost.", False),
        ("signifer.example", False),
    ],
)
def test_hands_are_of_who_found_this_machine_by_a_name_that_leads_nowhere_else(
    host: str, owns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "table")
    door = door_of(PORT, network=True, address="https://signifer.example/")
    headers = {"host": f"{host}:{PORT}", "origin": f"http://{host}:{PORT}"}
    assert door.owns(headers, "127.0.0.1") == owns
    assert door.owns({"host": f"{host}:{PORT}"}, "127.0.0.1") == owns
    assert not door.owns(headers, "192.168.0.8")
    assert not door.owns(headers | {"origin": "https://signifer.example"}, "127.0.0.1")


def test_a_known_address_may_be_another_one_than_its_own() -> None:
    """A proxy stands before it, with a name and a certificate."""
    door = door_of(PORT, network=True, address="https://Signifer.example/")
    headers = {"host": "signifer.example", "origin": "https://signifer.example"}
    assert door.opens(headers)
    assert not door.opens(headers | {"origin": "http://signifer.example"})
    assert not door_of(PORT, network=True).opens(headers)


def test_only_an_explicit_wish_opens_it_to_the_network() -> None:
    with listening(None) as alone, listening(None, EVERYWHERE) as everywhere:
        assert alone.getsockname()[0] == "127.0.0.1"
        assert everywhere.getsockname()[0] == "0.0.0.0"


def test_small_messages_wait_for_no_acknowledgement() -> None:
    """asyncio sets TCP_NODELAY on connections whose socket names its protocol, as those of this one do."""
    with listening(0) as sock, socket.create_connection(sock.getsockname()):
        connection, _ = sock.accept()
        with connection:
            assert connection.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(
    ("own", "port", "told"),
    [
        ("192.168.0.7", 8520, "http://192.168.0.7:8520"),
        ("192.168.0.7", 80, "http://192.168.0.7"),
        ("127.0.0.1", 80, ""),
        ("0.0.0.0", 80, ""),
    ],
)
def test_the_address_is_that_of_this_computer(
    own: str, port: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda self, to: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda self: (own, 1))
    assert address_of(port) == told


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, to: Any) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert address_of(80) == ""
