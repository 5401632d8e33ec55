"""The league book over HTTP, by real sockets: all read it, who sits at this machine changes names, nobody else does."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.league.book import ON, Book, Fold, sources_of
from signifer_firmware.league.ledger import AGAIN_S, PIECE_S, Ledger, written
from signifer_firmware.league.luck import UNSEEN
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

from tests.firmware.league.shelves import ANNA, BERT, CALL, PASS, add, named, played
from tests.firmware.web.visitors import Watched

from .browser import served

PLAYERS = {"red": ANNA, "blue": BERT}
HERE = "127.0.0.1:8520"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is slow here is no table that hangs."""
    monkeypatch.setattr("signifer_firmware.league.ledger.WRITTEN_S", 55.0)


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


def mark_of(address: str, number: int) -> str:
    marks = [game["mark"] for game in ask(address)["games"] if game["number"] == number]
    return str(marks[0])


def rename(address: str, game: int, names: dict[str, str], mark: str | None = None) -> Any:
    wish = {"game": game, "mark": mark_of(address, game) if mark is None else mark, "names": names}
    status, body = asked(address, "POST", body=wish, Origin=address.rstrip("/"))
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
        ({"game": 9, "mark": "", "names": {"red": "x"}}, "there is no such game"),
        ({"game": ON, "mark": "", "names": {"green": "x"}}, "no names"),
        ({"game": -1, "mark": "", "names": {"red": "x"}}, "no names"),
        ({"game": ON, "mark": "", "names": {}}, "no names"),
        ({"game": ON, "mark": "", "names": {"red": "x" * 201}}, "no names"),
        ({"game": "0", "mark": "", "names": {"red": "x"}}, "no names"),
        ({"game": ON, "names": {"red": "x"}}, "no names"),
        ({"game": ON, "mark": "1 of before", "names": {"red": "x"}}, "another game"),
        ({"game": ON, "mark": "x" * 41, "names": {"red": "x"}}, "no names"),
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


def test_luck_is_reckoned_for_the_tables_own_page_and_told_to_all(table: tuple[str, Owner]) -> None:
    address, owner = table
    assert owner.shelf is not None
    add(owner.shelf.store, played(PASS))
    while (found := ask(address))["games"][1:2] == [] or found["games"][1]["game"] != PASS:
        time.sleep(0.2)  # a book that was just read is told again
    number = found["games"][1]["number"]
    wish = {"game": number, "mark": mark_of(address, number)}
    own = address.rstrip("/")
    for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": own, "Sec_Fetch_Site": "cross-site"}):
        assert asked(address, "POST", "/league/luck", wish, **headers)[0] == 403
    for odd in ({**wish, "game": ON}, {**wish, "mark": "x"}, {"game": number}, {**wish, "names": {}}):
        assert "refused" in json.loads(asked(address, "POST", "/league/luck", odd, Origin=own)[1])
    assert asked(address, "POST", "/league/luck", wish, Origin=own) == (200, b"{}")
    while (found := ask(address))["reckoning"] == number:
        assert found["games"][1]["over"]
        time.sleep(0.2)  # another process is at work
    (who,) = found["games"][1]["players"]
    points, error = who["luck"]
    assert error > 0
    assert f",{points}\r\n" in asked(address, path="/league.csv")[1].decode()


def test_why_there_is_no_luck_is_told_to_whoever_asked(tmp_path: Path) -> None:
    """Somebody else may look first."""
    store = add(tmp_path / "s", played(form="broken-off"), played(CALL))
    ledger = Ledger(lambda: store, lambda line, players: None)
    app = app_of(None, Hub(), door_of(8520, network=True), {}, league=ledger)  # type: ignore[arg-type]
    here, neighbour = (
        TestClient(app, base_url=f"http://{HERE}", client=(address, 5000))
        for address in ("127.0.0.1", "192.168.1.7")
    )
    wish = {"game": 2, "mark": here.get("/league").json()["games"][0]["mark"]}
    assert here.post("/league/luck", json=wish, headers={"origin": f"http://{HERE}"}).json() == {}
    while neighbour.get("/league").json()["reckoning"] is not None:
        time.sleep(0.2)  # another process is at work
    neighbour.get("/league.csv")
    for client in (neighbour, here):
        found = client.get("/league").json()
        assert found["faults"] == []
        assert [game["no_luck"] for game in found["games"]] == [UNSEEN, ""]


def test_a_forged_page_changes_no_name(table: tuple[str, Owner]) -> None:
    """Another page's request, one that is rebound to this server, one without an origin."""
    address, _ = table
    own = address.rstrip("/")
    before = ask(address)
    wish = {"game": ON, "mark": mark_of(address, ON), "names": {"red": "Mallory"}}
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
        mark = client.get("/league").json()["games"][0]["mark"]
        wish = {"game": 1, "mark": mark, "names": {"red": "x"}}
        answer = client.post("/league", json=wish, headers={"origin": f"http://{HERE}"})
        assert answer.status_code == (200 if may else 403)
    assert said == [{"red": {"name": "x"}, "blue": {"name": "Bert"}}]


def while_it_runs(table: Watched, look: Callable[[], None]) -> None:
    """Look from outside, while the table's main loop is here."""
    table.until(lambda: bool(table.run.page and table.run.page._server and table.run.page._server.started))
    table.meanwhile(look)


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
        while_it_runs(table, look)
        assert journal.players_of(table.run.appliance.game_so_far()) == {None: {"red": {"name": "Anna"}}}
    finally:
        table.close()


def test_a_real_table_has_a_book_before_its_first_game(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    found: list[Any] = []
    try:
        while_it_runs(table, lambda: found.append(ask(f"http://127.0.0.1:{table.port}/")))
    finally:
        table.close()
    assert (found[0]["games"], found[0]["standings"]) == ([], {})


def test_whoever_asks_soon_again_is_told_the_same(tmp_path: Path) -> None:
    store, now_s = add(tmp_path / "s", played()), [0.0]
    ledger = Ledger(lambda: store, lambda line, players: None, lambda: now_s[0])
    first = ledger.read()
    add(store, played())
    assert ledger.read() is first
    now_s[0] += AGAIN_S
    assert len(ledger.read().lines) == 2


def test_those_who_wait_while_a_slow_card_is_read_are_told_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them had it read again; and whoever reads for three seconds does not do so all the time."""
    store, now_s, reads, book = add(tmp_path / "s", played()), [0.0], list[float](), Fold.book

    def slow(self: Fold, sources: Sequence[Path], run: str, enough: Callable[[], bool]) -> Book:
        reads.append(now_s[0])
        now_s[0] += 3.0
        return book(self, sources, run, enough)

    monkeypatch.setattr(Fold, "book", slow)
    ledger = Ledger(lambda: store, lambda line, players: None, lambda: now_s[0])
    for _ in range(20):
        assert len(ledger.read().lines) == 1
    assert reads == [0.0]
    for _ in range(15):
        now_s[0] += 1.0
        ledger.read()
    assert len(reads) == 2


def test_nobody_waits_for_all_games_of_a_long_book(tmp_path: Path) -> None:
    """While a piece is read for one page, another is told what is known; the table for other programs is whole."""
    store = add(tmp_path / "s", *(played(PASS) for _ in range(6)))
    goes_on, inside, now_s = threading.Event(), threading.Event(), [0.0]
    goes_on.set()

    def monotonic() -> float:
        inside.set()
        assert goes_on.wait(60)
        now_s[0] += PIECE_S
        return now_s[0]

    app = app_of(
        *(None, Hub(), door_of(8520, network=True), {}),  # type: ignore[arg-type]
        league=Ledger(lambda: store, lambda line, players: None, monotonic),
    )
    found = list[Any]()
    with TestClient(app, base_url=f"http://{HERE}", client=("192.168.1.7", 5000)) as client:
        first = client.get("/league").json()
        assert [game["why"] for game in first["games"]] == ["", "", "", *["reading"] * 3]
        assert first["unread"] == 3
        goes_on.clear()
        inside.clear()
        reader = threading.Thread(target=lambda: found.append(client.get("/league").json()))
        reader.start()
        try:
            assert inside.wait(60)
            assert client.get("/league").json() == first
        finally:
            goes_on.set()
            reader.join()
        assert 0 < found[0]["unread"] < 3
        assert client.get("/league.csv").text.count("thermopyles,red,,,won") == 6
        assert client.get("/league").json()["unread"] == 0


def test_no_game_is_named_before_it_was_read(tmp_path: Path) -> None:
    store, now_s = add(tmp_path / "s", *(played(PASS) for _ in range(4))), [0.0]

    def monotonic() -> float:
        now_s[0] += PIECE_S
        return now_s[0]

    ledger = Ledger(lambda: store, lambda line, players: None, monotonic)
    with pytest.raises(ConfigError, match="still being read"):
        ledger.name(1, "1 ", {"red": "Anna"})


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
    for party in ("blue", "1"):
        with pytest.raises(ConfigError, match="nobody plays there"):
            ledger.name(1, "1 ", {party: "Bert"})
    ledger.name(1, "1 ", {"red": ""})
    assert said == [{"blue": {"robot": 2}}]


def test_who_looked_at_another_game_names_nobody(tmp_path: Path) -> None:
    """Its number is the same, of the game that is on, or in a store that was set aside meanwhile."""
    now, said, run = tmp_path / "now", list[object](), ["a"]
    now.mkdir()
    add(now / "table.sqlite", played()[:6])
    ledger = Ledger(lambda: tmp_path / "table.sqlite", lambda line, who: said.append(who), run=lambda: run[0])
    mark = ledger.read().lines[0].mark
    run[0] = "b"
    with pytest.raises(ConfigError, match="another game"):
        ledger.name(ON, mark, {"red": "Anna"})
    run[0] = "a"
    ledger.name(ON, mark, {"red": "Anna"})
    add(now / "table.sqlite", played()[:6])
    with pytest.raises(ConfigError, match="another game"):
        ledger.name(ON, mark, {"red": "Anna"})
    assert said == [{"red": ANNA}]


def test_whatever_goes_wrong_as_names_are_written_is_told_and_ends_nothing() -> None:
    def fail() -> None:
        raise OSError("the disk is gone")

    with pytest.raises(ConfigError, match=r"mistake of the program \(OSError\('the disk is gone'\)\)"):
        written(lambda do: do(), fail)


def test_a_wish_that_was_told_to_be_too_late_is_not_done_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signifer_firmware.league.ledger.WRITTEN_S", 0.0)
    posted, did = list[Callable[[], None]](), list[str]()
    with pytest.raises(ConfigError, match="busy"):
        written(posted.append, lambda: did.append("written"))
    posted[0]()
    assert did == []


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
