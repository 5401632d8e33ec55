"""The page of upkeep at a real table, over real sockets: who is let in, what they may, what everybody else may not."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from signifer_core.json_values import Json
from signifer_core.languages import LANGUAGES
from signifer_firmware.backup.restoring import settle
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.card_names import full_id
from signifer_firmware.recording.archive import exported
from signifer_firmware.session.pairing import TRIES
from signifer_firmware.storage.store import Store
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.server.protocols import Patient
from signifer_firmware.web.upkeep import shown
from signifer_firmware.web.upkeep.table import Kept as Upkept
from signifer_firmware.web.upkeep.wire import MOST_OF_ONE, MOST_WRONG
from signifer_firmware.web.view.view import MASKED
from signifer_firmware.web.virtual.live import TWO, Choice
from signifer_firmware.web.virtual.serve import Service
from signifer_firmware.web.virtual.shelf import shelf_of
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.firmware.backup.stores import file_of
from tests.firmware.session.phones import Secrets
from tests.firmware.storage.states import read_only
from tests.firmware.web.upkeeping import CODE, TOKENS, Kept, Upkeep, asked, upkeep
from tests.firmware.web.visitors import Visitor, visit


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Kept]:
    table = Kept(tmp_path)
    table.begin()
    yield table
    table.close()


def test_a_page_is_let_in_by_a_code_on_reds_screen_and_the_next_one_takes_its_place(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as one, upkeep(table.port) as two, visit(table.port) as third:
            first, second, guest = Upkeep(one), Upkeep(two), Visitor(third)
            assert first.until(bool)["phase"] == "start", "no game is on"
            guest.until(bool)
            for wish in ({"do": "off"}, {"do": "enrol", "deck": "thermopyles"}, {"do": "leave"}):
                assert first.ask(**wish)["reason"] == "not-paired"
            assert first.ask(do="pair")["type"] == "done"
            guest.until(lambda view: view["screen red"] == MASKED)
            assert table.run.appliance.words("red").startswith("Upkeep")
            assert " ".join(CODE) in table.run.appliance.words("red")
            assert CODE not in " ".join(table.run.appliance.words("blue").split())
            assert first.ask(do="code", code=CODE)["type"] == "done"
            assert first.ask(do="off")["reason"] == "not-paired", "red has not said ok yet"
            table.press_soon("ok red")
            assert first.hears("paired")["token"] == TOKENS[0]
            guest.until(lambda view: view["screen red"] != MASKED)
            while not first.is_in:
                first.hear()
            second.pair(table)
            assert first.hears("unpaired")["reason"] == "another"
            assert first.ask(do="off")["reason"] == "not-paired"
            assert first.ask(do="token", token=TOKENS[0])["reason"] == "unpaired"
            # It comes back by what it was given; and lets go.
            with upkeep(table.port) as again:
                page = Upkeep(again)
                assert page.ask(do="token", token=TOKENS[1])["type"] == "done"
                assert page.ask(do="leave")["type"] == "done"
            assert second.hears("unpaired")["reason"] == "left"

    table.meanwhile(work)
    log = "\n".join(table.lines())
    assert CODE not in log
    assert not [token for token in TOKENS if token in log]


def test_a_code_is_not_guessed(table: Kept) -> None:
    """Three tries, ever longer waits, and still it is red's ok that decides."""

    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            assert page.ask(do="code", code=CODE)["reason"] == "no-request"
            assert page.ask(do="pair")["type"] == "done"
            for left in range(TRIES - 1, 0, -1):
                answer = page.ask(do="code", code="0000")
                assert (answer["reason"], answer["tries"]) == ("wrong-code", left)
            assert page.ask(do="code", code="0000")["reason"] == "too-many-tries"
            assert page.ask(do="code", code=CODE)["reason"] == "no-request"
            assert page.ask(do="pair")["reason"] == "wait"
            # Whoever asks on is heard no more at all.
            while (answer := page.ask(do="token", token="0" * 32))["reason"] == "unpaired":
                pass
            assert answer["reason"] == "too-often"

    table.meanwhile(work)


def test_red_may_say_no(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            assert page.ask(do="pair")["type"] == "done"
            table.press_soon("ok red")
            assert page.hears("unpaired")["reason"] == "declined"
            assert not page.is_in

    table.meanwhile(work)


def test_requests_of_other_pages_and_of_whoever_has_no_token_are_refused(table: Kept) -> None:
    port = table.port
    here = f"127.0.0.1:{port}"

    def work() -> None:
        with upkeep(port) as socket:
            page = Upkeep(socket)
            token = page.pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://{here}"}
            for path in ("/upkeep/log", "/upkeep/backup", "/upkeep/games"):
                assert asked(port, "GET", path, ours)[0] == 200
                assert asked(port, "GET", path, {})[0] == 403
                # A page elsewhere sends what the browser has: a cookie, of which there is none, or a password.
                for said in ("Bearer ", "Bearer " + "0" * 32, f"Basic {token}", f"bearer {token}", "é"):
                    assert asked(port, "GET", path, {"Authorization": said})[0] == 403
                assert asked(port, "GET", path, {"Cookie": f"upkeep={token}"})[0] == 403
                assert asked(port, "GET", f"{path}?token={token}", {})[0] == 403
                # A name that somebody else's server leads here (DNS rebinding).
                assert asked(port, "GET", path, {**ours, "Host": f"evil.example:{port}"})[0] == 421
            for origin in (
                "",
                "null",
                "http://evil.example",
                f"http://evil.example:{port}",
                f"https://{here}",
            ):
                assert asked(port, "POST", "/upkeep/restore", {**ours, "Origin": origin}, b"x")[0] == 403
            assert asked(port, "POST", "/upkeep/restore", {"Origin": ours["Origin"]}, b"x")[0] == 403
            assert asked(port, "POST", "/upkeep/backup", ours, b"x")[0] == 405
            for origin in ("http://evil.example", f"https://{here}", f"http://localhost:{port}"):
                with pytest.raises(InvalidStatus, match="403"):
                    upkeep(port, origin=origin)
            assert page.ask(do="leave")["type"] == "done"
            assert asked(port, "GET", "/upkeep/backup", ours)[0] == 403, "it has let go"

    table.meanwhile(work)


def test_junk_ends_the_page_alone_and_there_are_so_many_at_most(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            # A page waits for the answer with the number of what it sent.
            assert page.ask(do="code", code="47 11")["reason"] == "malformed"
            for junk in ("", "[]", "x" * 3000, '{"do": "off", "n": true}', '{"n": -1}', '{"n": 1' + "0" * 99):
                socket.send(junk)
                while (answer := page.hear())["type"] == "view":
                    pass
                assert answer == {"type": "refused", "reason": "malformed"}
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                for _ in range(MOST_WRONG):
                    socket.send("junk")
                while True:
                    page.hear()
        with ExitStack() as pages:
            for _ in range(MOST_OF_ONE):
                Upkeep(pages.enter_context(upkeep(table.port))).until(bool)
            with upkeep(table.port) as more, pytest.raises(ConnectionClosed):
                Upkeep(more).until(bool)
        with upkeep(table.port) as socket:
            Upkeep(socket).until(bool)

    table.meanwhile(work)


def test_the_table_is_asked_once_for_all_pages(table: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its main loop has cards to read: many pages that look cost it no more than one."""
    asked_for: list[int] = []
    view = Upkept.view

    def counted(kept: Upkept) -> dict[str, Json]:
        asked_for.append(1)
        return view(kept)

    monkeypatch.setattr(Upkept, "view", counted)
    monkeypatch.setattr(shown, "LOOK_S", 3_600.0)

    def work() -> None:
        with ExitStack() as pages:
            for _ in range(MOST_OF_ONE):
                Upkeep(pages.enter_context(upkeep(table.port))).until(bool)

    table.meanwhile(work)
    assert len(asked_for) == 1


def test_a_backup_is_taken_from_a_disk_that_is_read_only_by_now(
    table: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.run.appliance.enrol({table.twins.world.tag("red/spear-1").uid: "red/spear-1"})

    def work() -> None:
        with upkeep(table.port) as socket:
            token = Upkeep(socket).pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{table.port}"}
            read_only(monkeypatch, tmp_path)
            status, found = asked(table.port, "GET", "/upkeep/backup", ours)
            assert (status, b"store" in found.partition(b"\n")[0]) == (200, True)
            status, said = asked(table.port, "POST", "/upkeep/restore", ours, found)
            assert (status, json.loads(said)["causes"]) == (409, [{"code": "disk-read-only", "figures": {}}])

    table.meanwhile(work)


def test_a_backup_is_taken_and_taken_back_and_the_table_begins_again(
    table: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.run, "end", lambda: None)
    tags = {table.twins.world.tag(card).uid: card for card in ("red/spear-1", "red/spear-2")}
    table.run.appliance.enrol(tags)
    found: dict[str, bytes] = {}
    patient, be_patient = [], Patient._be_patient

    def counted(connection: Patient) -> None:
        patient.append(connection.scope["path"])
        be_patient(connection)

    monkeypatch.setattr(Patient, "_be_patient", counted)

    def work() -> None:
        for method, path in (("GET", "/upkeep/backup"), ("POST", "/upkeep/restore")):
            assert asked(table.port, method, path, {}, b"x")[0] == 403
        assert not patient, "only with who was let in"
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            token = page.pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{table.port}"}
            status, found["backup"] = asked(table.port, "GET", "/upkeep/backup", ours)
            assert status == 200
            table.run.scheduler.call(lambda: table.run.appliance.enrol({b"\4" * 7: "red/pike-1"}))
            page.until(lambda view: view["decks"][0]["have"] == 3)
            status, said = asked(table.port, "POST", "/upkeep/restore", ours, b"no backup")
            assert (status, json.loads(said)["refused"][:34]) == (409, "this is no backup of a table; take")
            assert not table.run.begins_again
            status, said = asked(table.port, "POST", "/upkeep/restore", ours, found["backup"])
            told = json.loads(said)
            assert (status, told["left"], told["restarts"]) == (200, [], True)
            assert patient == ["/upkeep/backup", "/upkeep/restore", "/upkeep/restore"]

    table.meanwhile(work)
    table.until(lambda: table.run.begins_again)
    table.run.close()
    assert not table.has_told("STOPPING=1"), "systemd is not to take it for ended"
    assert settle(table.store).startswith("the backup was taken back")
    store = Store(table.store)
    assert store.cards() == tags
    store.close()
    assert not list(table.store.parent.glob("backup-passing-*"))


def test_what_has_no_place_at_a_bundled_table_is_named_as_the_command_names_it(
    table: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the backup is taken back, and these files went nowhere without a word."""
    monkeypatch.setattr(table.run, "end", lambda: None)
    table.run.appliance.enrol({table.twins.world.tag("red/spear-1").uid: "red/spear-1"})

    def work() -> None:
        with upkeep(table.port) as socket:
            token = Upkeep(socket).pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{table.port}"}
            for own, lost in (
                ({"table": b"# x\n", "own/cards.toml": b"# y\n"}, ["table.toml", "cards.toml"]),
                ({}, []),
            ):
                status, said = asked(table.port, "POST", "/upkeep/restore", ours, file_of(table.store, own))
                assert (status, json.loads(said)["lost"]) == (200, lost)

    table.meanwhile(work)


def test_games_that_are_kept_are_listed_and_each_ones_record_is_a_file(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            ours = {"Authorization": f"Bearer {page.pair(table)}"}
            assert json.loads(asked(table.port, "GET", "/upkeep/games", ours)[1]) == []
            status, said = asked(table.port, "GET", "/upkeep/record?game=1", ours)
            assert (status, "holds no game; begin one" in json.loads(said)["refused"]) == (409, True)
            clock = table.run.scheduler.clock
            for game in ("field-of-glory", "thermopyles"):
                table.run.scheduler.call(
                    lambda game=game: table.run.appliance.keeper.begin({}, clock.now_us, game)  # type: ignore[misc]
                )
            page.until(lambda view: view["phase"] == "game")
            page.ask(do="examine")
            listed = json.loads(asked(table.port, "GET", "/upkeep/games", ours)[1])
            assert [(each["number"], each["game"]) for each in listed] == [
                (2, "thermopyles"),
                (1, "field-of-glory"),
            ]
            older = json.loads(asked(table.port, "GET", "/upkeep/games?before=2", ours)[1])
            assert [each["number"] for each in older] == [1]
            status, text = asked(table.port, "GET", "/upkeep/record?game=1", ours)
            assert (status, text.decode()) == (200, exported(table.store, 1))
            status, said = asked(table.port, "GET", "/upkeep/record?game=9", ours)
            assert (status, "holds no game 9" in json.loads(said)["refused"]) == (409, True)
            assert asked(table.port, "GET", "/upkeep/record?game=1", {})[0] == 403

    table.meanwhile(work)


def laid(page: Upkeep, table: Kept, card: str, place: str) -> None:
    """Lay the card that is asked for, and wait until the next one is."""
    table.lay(card, place)
    page.until(lambda view: view["enrols"]["said"].get("tag") == table.tag(card))
    assert page.view["enrols"]["said"] == {"key": "bound", "card": card, "tag": table.tag(card)}


def test_cards_are_enrolled_by_laying_them(table: Kept) -> None:
    keeper = table.run.appliance.keeper

    def sits(page: Upkeep, what: Callable[[dict[str, object]], bool]) -> None:
        page.until(lambda view: bool(view["enrols"]) and what(view["enrols"]))

    def work() -> None:
        with upkeep(table.port) as socket, upkeep(table.port) as other:
            page, guest = Upkeep(socket), Upkeep(other)
            page.pair(table)
            assert page.ask(do="enrol", deck="none")["reason"].startswith('no deck "none"')
            assert page.ask(do="enrol", deck="field-of-glory/red")["type"] == "done"
            sits(page, lambda it: it["have"] == 0)
            first = page.view["enrols"]["card"]
            laid(page, table, first, "1 red")
            second = page.view["enrols"]["card"]
            guest.until(lambda view: bool(view["enrols"]) and view["enrols"]["card"] == second)
            assert guest.ask(do="undo")["reason"] == "not-paired"
            # The same card again, taken off and laid elsewhere.
            table.take(first)
            table.lay(first, "2 red")
            sits(page, lambda it: it["said"]["key"] == "still")  # type: ignore[index]
            # Two at once are none that was asked for.
            table.put_together({"red/pike-1": "3 red", "red/pike-2": "3 red"})
            sits(page, lambda it: it["said"] == {"key": "several", "count": 2})
            assert page.view["enrols"]["card"] == second
            for card in ("red/pike-1", "red/pike-2"):
                table.take(card)
            laid(page, table, second, "4 red")
            third = page.view["enrols"]["card"]
            # A tag that is on another card: nothing is taken from that without a yes.
            table.take(first)
            table.lay(first, "5 red")
            sits(page, lambda it: it["asks"] == {"card": first, "tag": table.tag(first)})
            assert page.ask(do="answer", yes=False)["type"] == "done"
            sits(page, lambda it: it["asks"] is None and it["card"] == third)
            # Undo: the last one is asked for again; its tag counts as soon as it is laid again.
            assert page.ask(do="undo")["type"] == "done"
            sits(page, lambda it: it["card"] == second and it["have"] == 1)
            laid(page, table, second, "3 blue")
            assert page.ask(do="skip")["type"] == "done"
            sits(page, lambda it: it["card"] not in (first, second, third))
            assert page.ask(do="end")["type"] == "done"
            page.until(lambda view: view["enrols"] is None)
            assert page.ask(do="skip")["reason"] == "no-sitting"

    table.meanwhile(work)
    order = [card.id for card in keeper.bundle.deck.catalogue.values() if card.army == "red"][:2]
    known = {table.twins.world.tag(card).uid: full_id("field-of-glory", card) for card in order}
    assert keeper.tags == known
    # The table follows what lies there by the names that it has now, and forgets what is lifted.
    table.until(lambda: {card for _, card in keeper.seen.items()} == set(order))
    for card in order:
        table.run.threads.lines[0].scheduler.call(lambda card=card: table.twins.world.take(card))  # type: ignore[misc]
    table.until(lambda: not [*keeper.seen.items()])


def test_a_game_that_is_on_is_not_disturbed(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            page.pair(table)
            assert page.ask(do="enrol", deck="thermopyles")["type"] == "done"
            page.until(lambda view: bool(view["enrols"]))
            table.run.scheduler.call(
                lambda: table.run.appliance.keeper.begin({}, table.run.scheduler.clock.now_us)
            )
            page.until(lambda view: view["phase"] == "game" and view["enrols"] is None)
            assert page.ask(do="enrol", deck="thermopyles")["reason"] == "game"

    table.meanwhile(work)


def test_the_table_is_switched_off_and_whoever_looks_reads_so(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            page.pair(table)
            answer = page.ask(do="off")
            assert (answer["type"], answer["told"]) == ("done", False), "this computer stays on"
            page.until(lambda view: view["phase"] == "off")
            assert page.ask(do="pair")["reason"] == "no-game"

    table.meanwhile(work)
    assert table.run.appliance.keeper.off


def test_the_doctor_and_the_log_say_how_things_are(table: Kept) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            told = page.ask(do="examine")["told"]
            assert {"store", "disk", "clock", "power"} <= {each["name"] for each in told}
            failed = [each for each in told if each["state"] == "fail"]
            assert all(set(each["fix"]) == {*LANGUAGES} for each in failed)
            token = page.pair(table)
            status, lines = asked(table.port, "GET", "/upkeep/log", {"Authorization": f"Bearer {token}"})
            assert status == 200
            assert any("no card is enrolled" in line for line in json.loads(lines))

    table.meanwhile(work)


def test_a_part_that_fails_begins_its_line_with_a_capital_letter(table: Kept) -> None:
    keeper, now_us = table.run.appliance.keeper, table.run.scheduler.clock.now_us
    keeper.fault("screen red", "screen red at 0x3C: no answer", now_us)

    def work() -> None:
        with upkeep(table.port) as socket:
            faults = Upkeep(socket).until(bool)["faults"]
            assert faults[0]["text"] == {
                "en": "Screen red: no answer",
                "fr": "Écran rouge\N{NO-BREAK SPACE}: muet",
                "de": "Bildschirm Rot: stumm",
            }

    table.meanwhile(work)


def test_a_virtual_table_has_the_page_too(tmp_path: Path) -> None:
    """To try it: with the games that are kept there; its cards are known from the beginning."""
    shelf = tmp_path / "games"
    shelf.mkdir()
    with listening(0) as sock, shelf_of(shelf, print) as kept:
        port = sock.getsockname()[1]
        service = Service(load_table("direct"), Choice(TWO), 2, None, False, io.StringIO(), shelf=kept)
        thread = threading.Thread(target=lambda: asyncio.run(service.run(sock, f"http://127.0.0.1:{port}/")))
        thread.start()
        try:
            with upkeep(port) as socket, visit(port, "hand") as there:
                page, hand = Upkeep(socket), Visitor(there)
                assert page.until(bool)["virtual"]
                assert [each["name"] for each in page.ask(do="examine")["told"]] == ["store", "disk"]
                keeper = service.owner.live.run.appliance.keeper
                keeper.session.upkeep.pairing.secrets = Secrets(CODE, *TOKENS)
                assert page.ask(do="pair")["type"] == "done"
                assert page.ask(do="code", code=CODE)["type"] == "done"
                for down in (True, False):
                    assert hand.ask(do="button", name="ok red", down=down)["type"] == "done"
                ours = {"Authorization": f"Bearer {page.hears('paired')['token']}"}
                assert page.ask(do="enrol", deck="thermopyles")["reason"] == "virtual"
                status, said = asked(port, "GET", "/upkeep/backup", ours)
                assert (status, json.loads(said)["refused"][-44:]) == (
                    409,
                    "play, or enrol cards, and then make a backup",
                )
        finally:
            service.end()
            thread.join()
