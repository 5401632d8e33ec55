"""The page's server: who may come in, what happens to bad messages, and that the table plays on."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import signifer_firmware.web
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.page.cards import printed
from signifer_firmware.web.server import app
from signifer_firmware.web.server import hub as hub_module
from signifer_firmware.web.server.app import MOST_A_SECOND, MOST_WRONG, app_of
from signifer_firmware.web.server.hub import Hub
from signifer_firmware.web.server.messages import MOST_BYTES
from signifer_firmware.web.server.network import door_of
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.owner import Owner
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

HERE = "127.0.0.1:8520"
CARDS = "field-of-glory/cards.json"
STATIC = Path(signifer_firmware.web.__file__).parent / "static"


class Server:
    """A server with its owner's thread, and a client at this machine."""

    def __init__(self, *, network: bool = False) -> None:
        self.hub = Hub()
        choice = Choice(TWO, seed=4)
        self.owner = Owner(load_table("standard"), choice, self.hub)
        door = door_of(8520, network=network)
        self.app = app_of(self.owner, self.hub, door, {"field-of-glory": printed(standard_deck())})
        self.client = self.of("127.0.0.1")

    def of(self, address: str) -> TestClient:
        return TestClient(self.app, base_url=f"http://{HERE}", client=(address, 5000))

    def page(self, role: str = HAND, origin: str | None = f"http://{HERE}") -> WebSocketTestSession:
        headers = {"host": HERE} | ({"origin": origin} if origin is not None else {})
        return self.client.websocket_connect(f"/table?role={role}", headers=headers)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(Server()) as server:
        yield server


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.owner.loop)
    thread.start()
    with server.client:
        yield server
    server.owner.stop()
    thread.join()


def told(page: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(page.receive_text())
        if message["type"] == kind:
            return message


def test_a_page_that_has_gone_has_no_questions_any_more() -> None:
    server = Server()
    waiting = server.owner._answering._waiting
    with server.client:
        for asked in range(3):
            with server.page(SPECTATOR) as page:
                for at in range(2):
                    page.send_text(json.dumps({"run": "", "n": at, "do": "look", "at": 10 * asked + at}))
                page.send_text(json.dumps({"run": "", "n": 9, "do": "resync"}))
                assert told(page, "done")["n"] == 9
                assert len(waiting) == 2
            assert not waiting


def closed(page: WebSocketTestSession) -> int:
    """The code with which the page is closed, after whatever it is still told."""
    try:
        while True:
            page.receive_text()
    except WebSocketDisconnect as left:
        return left.code


def test_a_name_that_may_be_somebody_elses_gives_no_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A neighbour answers by mDNS for such a name, serves a page there, and leads the name to this computer's own
    address: that page asks as one of this server."""
    monkeypatch.setattr(socket, "gethostname", lambda: "vm")
    with serving(Server(network=True)) as server:
        for host, viewer in (
            ("localhost:8520", BOTH),
            ("vm57.local:8520", SPECTATOR),
            ("vm.local:8520", SPECTATOR),
        ):
            headers = {"host": host, "origin": f"http://{host}"}
            with server.client.websocket_connect(f"/table?role={HAND}", headers=headers) as page:
                view = told(page, "full")["view"]
                assert view["table"]["viewer"] == viewer
                assert isinstance(view["cards"]["hand red"], list) == (viewer == BOTH)


def test_files_come_with_a_strict_policy(server: Server) -> None:
    page = server.client.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for file in ("main.js", "style/room.css", "lang/de.json", "fonts/cinzel-600.woff2", "icon.svg", CARDS):
        assert server.client.get(f"/{file}").status_code == 200, file
    assert server.client.get("/../owner.py").status_code == 404


def test_files_are_sent_once_and_small(server: Server) -> None:
    first = server.client.get("/main.js")
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    assert first.headers["content-encoding"] == "gzip"
    again = server.client.get("/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = server.client.get("/main.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text
    assert server.client.get("/fonts/cinzel-600.woff2").headers["content-type"] == "font/woff2"
    assert server.client.post("/main.js").status_code == 405
    assert server.client.head("/main.js").content == b""


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("GZIP ; q=1.0", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("gzip;q=nonsense", False),
        ("x-gzipped", False),
        ("", False),
    ],
)
def test_who_does_not_take_gzip_gets_none(server: Server, accepted: str, packed: bool) -> None:
    found = server.client.get("/main.js", headers={"accept-encoding": accepted})
    assert ("content-encoding" in found.headers) == packed
    assert found.text.startswith("// The page")


def test_no_file_names_another_host(server: Server) -> None:
    scripts_and_styles = [
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*")
        if path.suffix in (".html", ".js", ".css", ".json")
    ]
    assert {"main.js", "style/room.css", "thermopyles/game.js"} <= set(scripts_and_styles)
    for file in ("", *scripts_and_styles):
        text = server.client.get(f"/{file}").text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text


def test_another_name_for_this_server_is_not_served(server: Server) -> None:
    """DNS rebinding: somebody else's page whose name leads here."""
    answer = server.client.get(f"/{CARDS}", headers={"host": "evil.example:8520"})
    assert answer.status_code == 421
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_page_gets_the_whole_picture_then_what_is_new(server: Server) -> None:
    with server.page() as page:
        full = told(page, "full")
        player = full["view"]["game"]["active"]
        card = full["view"]["cards"][f"hand {player}"][0]
        move = {"do": "move", "card": card, "run": full["run"]}
        page.send_text(json.dumps(move | {"to": f"pad {player}", "n": 5}))
        news = told(page, "news")
        assert (news["run"], news["seq"]) == (full["run"], full["seq"] + 1)
        page.send_text(json.dumps(move | {"to": f"hand {player}", "n": 6}))
        while told(page, "done")["n"] != 6:
            pass


def test_who_has_missed_something_gets_the_whole_picture(server: Server) -> None:
    with server.page() as page:
        run = told(page, "full")["run"]
        page.send_text(json.dumps({"do": "resync", "run": run, "n": 1}))
        assert told(page, "full")["view"]["table"]["mode"] == TWO


def test_a_page_of_another_run_is_refused_and_told_the_new_one(server: Server) -> None:
    with server.page() as page:
        told(page, "full")
        page.send_text(json.dumps({"do": "as-told", "run": "yesterday", "n": 3}))
        assert told(page, "refused") == {"type": "refused", "reason": "stale", "n": 3}


@pytest.mark.parametrize(
    "origin",
    [None, "http://evil.example", "https://127.0.0.1:8520", "http://127.0.0.1:8521", "null", "http://["],
)
def test_a_foreign_origin_does_not_come_in(server: Server, origin: str | None) -> None:
    with pytest.raises(WebSocketDisconnect), server.page(origin=origin):
        pass


def test_hands_are_of_this_machine(server: Server) -> None:
    """From elsewhere one looks on, whatever one says."""
    with server.of("192.168.0.9") as other:
        headers = {"host": HERE, "origin": f"http://{HERE}"}
        with other.websocket_connect("/table?role=hand", headers=headers) as page:
            assert told(page, "full")["view"]["table"]["viewer"] == SPECTATOR


@pytest.mark.parametrize("role", ["", "red", "owner", "HAND"])
def test_unknown_roles_do_not_come_in(server: Server, role: str) -> None:
    with pytest.raises(WebSocketDisconnect), server.page(role):
        pass


def test_spectators_move_nothing(server: Server) -> None:
    with server.page(SPECTATOR) as page:
        full = told(page, "full")
        assert full["view"]["cards"]["hand red"] == 9
        page.send_text(
            json.dumps({"do": "move", "card": "red/spear-1", "to": "3 red", "run": full["run"], "n": 2})
        )
        assert told(page, "refused") == {"type": "refused", "reason": "spectator", "n": 2}


def test_malformed_messages_are_refused_and_many_of_them_end_it(server: Server) -> None:
    with server.page() as page:
        page.send_text("{bad")
        assert told(page, "refused")["reason"] == "malformed"
        # What the page waits for by its number is answered by it.
        page.send_text('{"do": "code", "code": "47 11", "n": 7}')
        assert told(page, "refused")["n"] == 7
        for _ in range(MOST_WRONG):
            page.send_text("{}")
        assert closed(page) == 1008
    still_plays(server)


def test_a_message_that_is_too_big_ends_it(server: Server) -> None:
    with server.page() as page:
        page.send_text("x" * (MOST_BYTES + 1))
        assert closed(page) == 1009
    still_plays(server)


def test_bytes_end_it(server: Server) -> None:
    with server.page() as page:
        page.send_bytes(b"\x00")
        assert closed(page) == 1003


def test_too_many_messages_end_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    # As many as come in a second on a busy machine, too.
    monkeypatch.setattr(app, "MOST_A_SECOND", 12)
    with server.page() as page:
        run = told(page, "full")["run"]
        for n in range(3 * MOST_A_SECOND):
            page.send_text(json.dumps({"do": "resync", "run": run, "n": n}))
        assert closed(page) == 1008
    still_plays(server)


def test_hundreds_of_pages_do_not_come_in(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_PAGES", 3)
    pages = [server.page(SPECTATOR) for _ in range(3)]
    for page in pages:
        page.__enter__()
    try:
        with server.page() as late:
            assert closed(late) == 1013
    finally:
        for page in pages:
            page.__exit__(None, None, None)
    still_plays(server)


def test_a_storm_of_reconnects_leaves_nothing_behind(server: Server) -> None:
    for _ in range(30):
        with server.page(SPECTATOR) as page:
            told(page, "full")
    still_plays(server)


def test_a_phone_that_has_gone_before_it_was_answered_takes_up_no_room() -> None:
    async def come_and_go() -> Hub:
        hub, woken = Hub(), asyncio.Event()
        assert hub.come(SPECTATOR, woken)
        hub.go(woken)
        # The table's answer to its token comes now.
        hub.become(PHONES["red"], woken)
        return hub

    hub = asyncio.run(come_and_go())
    assert hub.pages == 0
    assert not hub.wanted


def test_a_page_that_goes_lets_go_of_its_buttons(server: Server) -> None:
    with server.page() as page:
        run = told(page, "full")["run"]
        page.send_text(json.dumps({"do": "button", "name": "dice", "down": True, "run": run, "n": 1}))
        told(page, "done")
    with server.page() as page:
        view = told(page, "full")["view"]
        while view["table"]["held"]:
            view |= told(page, "news")["view"]


def test_two_pages_may_have_a_finger_on_one_button(server: Server) -> None:
    with server.page() as page, server.page() as other:
        run = told(page, "full")["run"]
        told(other, "full")

        def moves(which: WebSocketTestSession, *, down: bool) -> bool:
            which.send_text(json.dumps({"do": "button", "name": "dice", "down": down, "run": run, "n": 1}))
            told(which, "done")
            return server.owner.live.hands.held == frozenset({"dice"})

        assert moves(page, down=True)
        assert moves(other, down=True)
        assert moves(page, down=True)
        assert moves(page, down=False), "the other one's finger is still there"
        assert not moves(other, down=False)
        assert moves(other, down=True)
        assert not moves(other, down=False)


def still_plays(server: Server) -> None:
    with server.page() as page:
        assert told(page, "full")["view"]["game"]["phase"] == "game"
