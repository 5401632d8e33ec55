"""The league book over HTTP, by real sockets: all read it, who sits at this machine changes names, nobody else does."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.league.book import ON, Fold, sources_of
from signifer_firmware.league.ledger import AGAIN_S, Ledger
from signifer_firmware.league.names import Who
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Store
from signifer_firmware.web.server.app import app_of
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.league import MOST_LISTED, told
from signifer_firmware.web.server.network import door_of
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.owner import Owner
from starlette.testclient import TestClient

from tests.firmware.league.shelves import ANNA, BERT, add, named, played
from tests.firmware.web.visitors import Watched

from .browser import served

PLAYERS = {"red": ANNA, "blue": BERT}
HERE = "127.0.0.1:8520"


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[str, Owner]]:
    choice = Choice(TWO, seed=4, names=(("red", "Anna"), ("blue", "Bert")))
    with served(choice) as (address, owner):
        laid = threading.Event()
        owner.call(laid.set)
        assert laid.wait(120)
        yield address, owner


def asked(
    address: str, method: str = "GET", path: str = "/league", body: Any = None, **headers: str
) -> tuple[int, bytes]:
    connection = HTTPConnection(str(urlsplit(address).netloc), timeout=60)
    with closing(connection):
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(
            method, path, data, {name.replace("_", "-"): said for name, said in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, answer.read()


def ask(address: str) -> Any:
    status, body = asked(address)
    assert status == 200
    return json.loads(body)


def rename(address: str, game: int, names: dict[str, str]) -> Any:
    status, body = asked(address, "POST", body={"game": game, "names": names}, Origin=address.rstrip("/"))
    assert status == 200, body
    return json.loads(body)


def test_the_game_that_is_on_is_told_and_named(table: tuple[str, Owner]) -> None:
    address, owner = table
    (game,) = ask(address)["games"]
    assert (game["number"], game["why"], game["players"][0]["name"]) == (ON, "running", "Anna")
    assert rename(address, ON, {"red": " Zo\u00eb\u202e "}) == {}
    assert [who["name"] for who in ask(address)["games"][0]["players"]] == ["Zoë", "Bert"]
    assert owner.live.choice.names == (("red", "Zoë"), ("blue", "Bert"))
    assert rename(address, ON, {"red": "Anna"}) == {}


def test_an_earlier_game_is_named(table: tuple[str, Owner]) -> None:
    address, owner = table
    assert owner.shelf is not None
    add(owner.shelf.store, (*played(), named(PLAYERS)), played())
    assert rename(address, 2, {"red": "Bert", "blue": "Cleo"}) == {}
    found = ask(address)
    assert [[who.get("name") for who in game["players"]] for game in found["games"][1:]] == [
        ["Bert", "Cleo"],
        ["Anna", "Bert"],
    ]
    standings = found["standings"]["field-of-glory"]
    assert {each["name"]: (each["won"], each["lost"]) for each in standings} == {
        "Anna": (0, 1),
        "Bert": (1, 1),
        "Cleo": (1, 0),
    }
    with closing(Store.reading(owner.shelf.store)) as store:
        assert store.game(1) == [*played(), named(PLAYERS)], "nothing that was written is changed"
    assert b"Cleo" in asked(address, path="/league.csv")[1]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": 9, "names": {"red": "x"}}, "there is no such game"),
        ({"game": ON, "names": {"1": "x"}}, "nobody plays there"),
        ({"game": ON, "names": {"green": "x"}}, "no names"),
        ({"game": -1, "names": {"red": "x"}}, "no names"),
        ({"game": ON, "names": {}}, "no names"),
        ({"game": ON, "names": {"red": "x" * 201}}, "no names"),
        ({"game": "0", "names": {"red": "x"}}, "no names"),
        (b"[" * 1000, "no names"),
        (b"\xff", "no names"),
        (b" " * 2001, "too long"),
    ],
)
def test_what_is_no_wish_is_refused_in_a_sentence(table: tuple[str, Owner], body: Any, why: str) -> None:
    address, _ = table
    status, answer = asked(address, "POST", body=body, Origin=address.rstrip("/"))
    assert status == 200
    assert why in json.loads(answer)["refused"]


def test_a_forged_page_changes_no_name(table: tuple[str, Owner]) -> None:
    """Another page's request, one that is rebound to this server, one without an origin."""
    address, _ = table
    own = address.rstrip("/")
    before = ask(address)
    wish = {"game": ON, "names": {"red": "Mallory"}}
    port = urlsplit(address).port
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {},
        {"Origin": own, "Sec_Fetch_Site": "cross-site"},
        {"Origin": own, "Sec_Fetch_Site": "same-site"},
        {"Origin": f"http://127.0.0.1:{(port or 0) + 1}"},
        {"Origin": f"http://localhost:{port}"},
    ):
        assert asked(address, "POST", body=wish, **headers)[0] == 403, headers
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1"):
        assert asked(address, "POST", body=wish, Host=host, Origin=f"http://{host}")[0] == 421
        assert asked(address, Host=host)[0] == 421, "nor does it read the book"
    assert ask(address) == before


def test_a_neighbour_reads_and_changes_nothing(tmp_path: Path) -> None:
    store, said = add(tmp_path / "s", (*played(), named(PLAYERS))), list[object]()
    ledger = Ledger(lambda: store, lambda line, players: said.append(players))
    app = app_of(None, Hub(), door_of(8520, network=True), {}, league=ledger)  # type: ignore[arg-type]
    for address, may in (("127.0.0.1", True), ("192.168.1.7", False), ("::ffff:10.0.0.1", False)):
        client = TestClient(app, base_url=f"http://{HERE}", client=(address, 5000))
        assert client.get("/league").json()["may"] is may
        assert client.get("/league.csv").status_code == 200
        answer = client.post(
            "/league", json={"game": 1, "names": {"red": "x"}}, headers={"origin": f"http://{HERE}"}
        )
        assert answer.status_code == (200 if may else 403)
    assert said == [{"red": {"name": "x"}, "blue": {"name": "Bert"}}]


def test_the_book_of_a_real_table_is_told_and_its_games_are_named(tmp_path: Path) -> None:
    """Its main loop has the store: what is said comes into the journal of the game that is on."""
    table = Watched(tmp_path)
    table.begin()

    def look() -> None:
        address = f"http://127.0.0.1:{table.port}/"
        (game,) = ask(address)["games"]
        assert (game["number"], [who["name"] for who in game["players"]]) == (1, ["", ""])
        assert rename(address, 1, {"red": "Anna"}) == {}
        assert ask(address)["games"][0]["players"][0]["name"] == "Anna"

    try:
        table.until(
            lambda: bool(table.run.page and table.run.page._server and table.run.page._server.started)
        )
        table.meanwhile(look)
        assert journal.players_of(table.run.appliance.game_so_far()) == {None: {"red": {"name": "Anna"}}}
    finally:
        table.close()


def test_whoever_asks_soon_again_is_told_the_same(tmp_path: Path) -> None:
    store, now_s = add(tmp_path / "s", played()), [0.0]
    ledger = Ledger(lambda: store, lambda line, players: None, lambda: now_s[0])
    first = ledger.read()
    add(store, played())
    assert ledger.read() is first
    now_s[0] += AGAIN_S
    assert len(ledger.read().lines) == 2


def test_a_damaged_store_is_told_in_a_sentence(tmp_path: Path) -> None:
    store = add(tmp_path / "s", played()[:6])
    with closing(sqlite3.connect(store)) as db:
        db.execute("UPDATE games SET name = ?", (b"field-of-glory",))
        db.commit()
    ledger = Ledger(lambda: store, lambda line, players: None)
    app = app_of(None, Hub(), door_of(8520, network=True), {}, league=ledger)  # type: ignore[arg-type]
    client = TestClient(app, base_url=f"http://{HERE}", client=("192.168.1.7", 5000))
    answer = client.get("/league")
    assert answer.status_code == 200
    (fault,) = answer.json()["faults"]
    assert "has changed" in fault
    assert str(tmp_path) not in fault, "the whole network may read where things lie"
    assert client.get("/league.csv").status_code == 200


def test_a_robot_has_no_name(tmp_path: Path) -> None:
    store, said = add(tmp_path / "s", (*played(), named({"red": ANNA, "blue": {"robot": 2}}))), list[object]()
    ledger = Ledger(lambda: store, lambda line, players: said.append(players))
    with pytest.raises(ConfigError, match="nobody plays there"):
        ledger.name(1, {"blue": "Bert"})
    ledger.name(1, {"red": ""})
    assert said == [{"blue": {"robot": 2}}]


def test_a_long_book_is_told_in_pieces(tmp_path: Path) -> None:
    book = Fold().book(sources_of(add(tmp_path / "s", played())))
    lines = tuple(replace(book.lines[0], number=number) for number in range(1, MOST_LISTED + 4))
    first = told(replace(book, lines=lines), None, may=False)
    assert isinstance(first["games"], list)
    assert len(first["games"]) == MOST_LISTED
    assert first["before"] == 3
    rest: Any = told(replace(book, lines=lines), 3, may=False)
    assert [game["number"] for game in rest["games"]] == [3, 2, 1]
    assert rest["before"] == 0
    assert Who("x").is_known
