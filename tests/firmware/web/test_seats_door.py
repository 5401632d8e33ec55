"""Seats over real sockets: who sits down, who does not, and that nobody does anything from where they do not sit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from signifer_firmware.web.server import protocols
from signifer_firmware.web.server.network import Door, door_of
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import serve
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.owner import Owner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.firmware.web.black_hole import black_hole
from tests.firmware.web.browser import PLACING, served
from tests.firmware.web.visitors import PATIENCE_S, Message, Visitor

Opened = tuple[int, Owner]


@contextmanager
def seated_table() -> Iterator[Opened]:
    """A table at which blue sits at a page of their own."""
    with served(Choice(TWO, seed=4, position=PLACING, apart=True)) as (address, owner):
        yield int(address.rstrip("/").rpartition(":")[2]), owner


@pytest.fixture(scope="module")
def table() -> Iterator[Opened]:
    with seated_table() as opened:
        yield opened


@contextmanager
def page(
    table: Opened,
    role: str = SPECTATOR,
    *,
    origin: str = "",
    host: str = "",
    at: tuple[str, int] | None = None,
) -> Iterator[Visitor]:
    here = f"127.0.0.1:{table[0]}"
    headers = {"Host": host} if host else None
    with connect(
        f"ws://{here}/table?role={role}",
        origin=Origin(origin or f"http://{here}"),
        additional_headers=headers,
        max_size=None,
        open_timeout=PATIENCE_S,
        source_address=at,
        ping_interval=None,
    ) as socket:
        yield Visitor(socket)


def seats(view: Message) -> Message:
    found: Message = view["table"]["seats"][1]
    return found


@contextmanager
def guest(table: Opened, owner: Visitor, at: tuple[str, int] | None = None) -> Iterator[Visitor]:
    """A page that sits at blue's seat, as long as it is looked at; then the seat is free again."""
    with page(table, at=at) as visitor:
        assert visitor.ask(do="sit", seat=2)["type"] == "done"
        code = seats(owner.until(lambda view: "code" in seats(view)))["code"]
        assert visitor.ask(do="code", code=code)["type"] == "done"
        owner.until(lambda view: seats(view).get("typed", False))
        assert owner.ask(do="seat", seat=2, let="in")["type"] == "done"
        visitor.until(lambda view: view["table"]["player"] == "blue")
        try:
            yield visitor
        finally:
            owner.ask(do="seat", seat=2, let="out")
    owner.until(lambda view: not seats(view)["taken"])


def test_a_guest_sits_down_plays_and_is_sent_away(table: Opened) -> None:
    with page(table, HAND) as owner, guest(table, owner) as visitor:
        card = visitor.view["cards"]["hand blue"][0]
        assert isinstance(visitor.view["cards"]["hand red"], int)
        assert isinstance(owner.view["cards"]["hand blue"], int)
        assert visitor.ask(do="move", card=card, to="3 blue")["type"] == "done"
        owner.until(lambda view: view["cards"]["3 blue"] == [card])
        assert visitor.ask(do="move", card=card, to="hand blue")["type"] == "done"
        (token,) = [message["token"] for message in visitor.messages if message["type"] == "seated"]
        with page(table) as again:
            again.until(bool)
            again.socket.send(f'{{"do":"token","token":"{token}","run":"{again.run}","n":1}}')
            again.until(lambda view: view["table"]["player"] == "blue")
            again.until(lambda view: card in view["cards"]["hand blue"])
        assert owner.ask(do="seat", seat=2, let="out")["type"] == "done"
        visitor.until(lambda view: view["table"]["viewer"] == SPECTATOR)
        assert {"type": "unseated", "reason": "over"} in visitor.messages
        assert visitor.view["cards"]["hand blue"] == 9
        assert visitor.ask(do="move", card=card, to="3 blue")["reason"] == "spectator"


def test_who_sits_does_nothing_that_is_the_owners(table: Opened) -> None:
    with page(table, HAND) as owner, guest(table, owner) as visitor:
        for deed in (
            {"do": "new", "mode": "two"},
            {"do": "power", "on": False},
            {"do": "speed", "speed": 0.5},
            {"do": "seat", "seat": 2, "let": "out"},
        ):
            assert visitor.ask(**deed)["reason"] == "not-the-owner"
        # A finger on a button that is not theirs keeps nobody else's from it.
        assert visitor.ask(do="button", name="ok red", down=True)["reason"] == "not-yours"
        assert owner.ask(do="button", name="ok red", down=True)["type"] == "done"
        assert table[1].live.hands.held == frozenset({"ok red"})
        assert owner.ask(do="button", name="ok red", down=False)["type"] == "done"
        owner.until(lambda view: not view["table"]["held"])


def test_a_guest_that_goes_lets_go_of_its_buttons(table: Opened) -> None:
    with page(table, HAND) as owner:
        with guest(table, owner) as visitor:
            assert visitor.ask(do="button", name="ok blue", down=True)["type"] == "done"
            owner.until(lambda view: view["table"]["held"] == ["ok blue"])
            visitor.socket.close()
            owner.until(lambda view: not view["table"]["held"])
        owner.until(lambda view: not view["table"]["held"])


def token_of(visitor: Visitor) -> str:
    (token,) = [message["token"] for message in visitor.messages if message["type"] == "seated"]
    return str(token)


def comes_back(again: Visitor, token: str) -> None:
    again.until(bool)
    again.socket.send(json.dumps({"do": "token", "token": token, "run": again.run, "n": 1}))
    again.until(lambda view: view["table"]["player"] == "blue")


def test_a_guest_whose_network_dies_holds_nothing_and_has_their_cards_when_they_are_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A card in the fingers of a page is at the table where it was, until it is laid."""
    monkeypatch.setattr(protocols, "PING_S", 0.5)
    monkeypatch.setattr(protocols, "PONG_S", 0.5)
    with (
        seated_table() as table,
        black_hole(table[0]) as hole,
        page(table, HAND) as owner,
        guest((hole.port, table[1]), owner) as visitor,
    ):
        hand = visitor.view["cards"]["hand blue"]
        assert visitor.ask(do="grip")["type"] == "done"
        for name in ("ok blue", "dice"):
            assert visitor.ask(do="button", name=name, down=True)["type"] == "done"
        owner.until(lambda view: view["table"]["held"] == ["dice", "ok blue"])
        hole.swallow()
        owner.until(lambda view: not view["table"]["held"])
        assert seats(owner.view)["taken"]
        with page(table) as again:
            comes_back(again, token_of(visitor))
            again.until(lambda view: view["cards"]["hand blue"] == hand)
        hole.close()


def test_who_is_back_before_their_dead_wire_is_missed_has_their_buttons_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Their fingers are off: for half a minute the table took them for down, whatever was pressed."""

    def only_the_first(*asked: Any, **also: Any) -> Door:
        return replace(door_of(*asked, **also), local=lambda peer: peer == "127.0.0.1")

    monkeypatch.setattr(protocols, "PING_S", 1000.0)
    monkeypatch.setattr(serve, "door_of", only_the_first)
    phone = ("127.0.0.2", 0)
    with seated_table() as table, page(table, HAND) as owner, guest(table, owner, phone) as visitor:
        assert visitor.ask(do="button", name="ok blue", down=True)["type"] == "done"
        owner.until(lambda view: view["table"]["held"] == ["ok blue"])
        with page(table, at=("127.0.0.3", 0)) as elsewhere:
            comes_back(elsewhere, token_of(visitor))
            assert table[1].live.hands.held == frozenset({"ok blue"}), "theirs, at another device"
        with page(table, at=phone) as again:
            comes_back(again, token_of(visitor))
            owner.until(lambda view: not view["table"]["held"])
            for held in (["ok blue"], []):
                assert again.ask(do="button", name="ok blue", down=bool(held))["type"] == "done"
                assert table[1].live.hands.held == frozenset(held)


def test_who_was_not_let_in_moves_nothing(table: Opened) -> None:
    with page(table, HAND) as owner, page(table) as stranger:
        stranger.ask(do="sit", seat=2)
        code = seats(owner.until(lambda view: "code" in seats(view)))["code"]
        assert code not in str(stranger.view["table"])
        for deed in (
            {"do": "move", "card": "blue/spear-1", "to": "3 blue"},
            {"do": "button", "name": "ok blue", "down": True},
            {"do": "seat", "seat": 2, "let": "in"},
            {"do": "helping", "on": False},
        ):
            assert stranger.ask(**deed)["reason"] == "spectator"
        guesses = [guess for guess in ("0000", "1111", "2222", "3333") if guess != code]
        reasons = [stranger.ask(do="code", code=guess)["reason"] for guess in guesses[:3]]
        assert reasons == ["wrong-code", "wrong-code", "too-many-tries"]
        assert stranger.ask(do="code", code=code)["reason"] == "no-request"
        assert owner.ask(do="seat", seat=2, let="in")["reason"] == "nobody-asks"
        assert stranger.ask(do="token", token="0" * 32)["reason"] == "unpaired"
        assert isinstance(stranger.view["cards"]["hand blue"], int)
        # Who has asked in vain waits; so do the others, for a while: the next test asks the clock to pass.
        table[1]._seats.pairing._alone_us.clear()
        table[1]._seats.pairing._waits_us.clear()


@pytest.mark.parametrize("role", ["seat", "seat 2 1", "seat%202%201", "blue"])
def test_no_address_makes_a_seat(table: Opened, role: str) -> None:
    with pytest.raises(InvalidStatus), page(table, role):
        pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1"])
def test_a_page_of_somebody_elses_asks_for_no_seat(table: Opened, origin: str) -> None:
    with pytest.raises(InvalidStatus), page(table, origin=origin):
        pass


def test_another_name_for_this_table_asks_for_no_seat(table: Opened) -> None:
    name = f"evil.example:{table[0]}"
    with pytest.raises(InvalidStatus), page(table, origin=f"http://{name}", host=name):
        pass
