"""A version that is brought by the page of upkeep, over real sockets, and installed on a card in a folder as root's
unit does it."""

from __future__ import annotations

import asyncio
import configparser
import errno
import io
import json
import os
import random
import shutil
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest
from signifer_firmware.backup.making import PASSING
from signifer_firmware.cli.main import app
from signifer_firmware.system import slots, update_file
from signifer_firmware.system.update import install, settle
from signifer_firmware.web.upkeep import receiving, updating
from signifer_firmware.web.upkeep.updating import BROUGHT, COMING, TOLD, UPDATE, WAITING, Updates
from typer.testing import CliRunner

from image import configure
from image.recipe import HERE
from tests.firmware.system.updating import Cut, Pi, Torn, build, image, manifest, update_of
from tests.firmware.web.static import STATIC
from tests.firmware.web.upkeeping import Kept, Upkeep, asked, upkeep
from tests.firmware.web.visitors import PATIENCE_S

UNITS = HERE / "root/etc/systemd/system"
CHANGED = ("One thing is better.", "Another one, too.")


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    for module in (update_file, slots):
        monkeypatch.setattr(module, "CHUNK", 2048)
    pi = Pi(tmp_path / "pi", "1")
    assert pi.start("1") == "1"
    monkeypatch.setattr(updating, "ROOT", pi.root)
    return pi


@pytest.fixture
def table(tmp_path: Path, pi: Pi) -> Iterator[Kept]:
    table = Kept(tmp_path)
    table.begin()
    yield table
    table.close()


def told_two(tmp_path: Path) -> bytes:
    """Version 2, which says what has changed."""
    path = tmp_path / "two.update"
    update_file.write(path, replace(manifest("2"), changes=CHANGED), io.BytesIO(image("2")))
    return path.read_bytes()


def as_root(pi: Pi, waiting: Path) -> str:
    """What root's unit says and does, but for the restart."""
    words = ["update", waiting, "--remove", "--no-restart", "--tell", pi.root / TOLD, "--root", pi.root]
    (pi.root / TOLD).parent.mkdir(parents=True, exist_ok=True)
    return CliRunner().invoke(app, [str(word) for word in words]).output


def test_a_version_is_brought_looked_at_and_installed(table: Kept, pi: Pi, tmp_path: Path) -> None:
    file, waiting = told_two(tmp_path), tmp_path / UPDATE / WAITING
    assert not waiting.exists()

    def work() -> None:
        with upkeep(table.port) as one, upkeep(table.port) as two:
            page, guest = Upkeep(one), Upkeep(two)
            assert asked(table.port, "POST", "/upkeep/update", {}, file)[0] == 403
            token = page.pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{table.port}"}
            for origin in ("", "null", "http://evil.example"):
                assert asked(table.port, "POST", "/upkeep/update", {**ours, "Origin": origin}, file)[0] == 403
            status, said = asked(table.port, "POST", "/upkeep/update", ours, file)
            assert status == 200
            brought = json.loads(said)["brought"]
            assert brought == {"version": "2", "build": build("2"), "changes": [*CHANGED]}
            guest.until(lambda view: view["update"]["brought"] == brought)
            assert guest.ask(do="install", build=build("2"))["reason"] == "not-paired"
            assert page.ask(do="install", build=build("3"))["reason"] == "update-gone", (
                "not what was looked at"
            )
            assert not waiting.exists()
            assert page.ask(do="install", build=build("2"))["type"] == "done"
            guest.until(lambda view: view["update"]["waits"])
            assert page.ask(do="install", build=build("2"))["reason"] == "update-gone"
            status, said = asked(table.port, "POST", "/upkeep/update", ours, file)
            assert (status, json.loads(said)["refused"]) == (409, "update-waits")
            as_root(pi, waiting)
            sentence = "version 2 is installed, and is tried at the next restart"
            page.until(lambda view: view["update"]["told"] == sentence and not view["update"]["waits"])
            cause = {"code": "update-installed", "figures": {"version": "2"}}
            assert page.view["update"]["told_cause"] == cause, "for pages in other languages"

    table.meanwhile(work)
    assert pi.start("1", "2", tryboot=True) == "2"
    assert settle(pi.card(), lambda: True)[0] == "version 2 runs, and is what starts from now on"
    assert pi.start("1", "2") == "2"


@pytest.mark.parametrize(
    ("number", "named", "cause"),
    [
        (errno.ENOSPC, True, {"code": "update-full", "figures": {}}),
        (errno.EIO, False, {"code": "update-disk", "figures": {"why": "Input/output error"}}),
        (errno.EROFS, True, {"code": "update-disk", "figures": {"why": "Read-only file system"}}),
    ],
)
def test_what_roots_disk_refuses_has_a_code_for_pages_in_other_languages(
    number: int, named: bool, cause: object, pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = tmp_path / "waiting"
    waiting.write_bytes(told_two(tmp_path))

    def refuses(medium: slots.Medium, path: Path, content: bytes | None) -> None:
        raise OSError(number, os.strerror(number), *[str(path)] * named)

    monkeypatch.setattr(slots.Medium, "keep", refuses)
    as_root(pi, waiting)
    said, told = (pi.root / TOLD).read_text(encoding="utf-8").splitlines()
    assert os.strerror(number) in said
    assert json.loads(told) == cause


def test_what_is_no_update_changes_nothing(
    table: Kept, pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = told_two(tmp_path)
    head, _, body = whole.partition(b"\n")
    english = json.loads((STATIC / "upkeep/en.json").read_text(encoding="utf-8"))
    cases = {
        "is no update": b"\x89PNG" * 3000,
        "cut short": whole[:-40],
        "is damaged": head + b"\n" + body[:300] + bytes([body[300] ^ 1]) + body[301:],
        "is for other boards": whole.replace(b"raspberry-pi-arm64", b"toaster-arm64"),
        "is what runs already": update_of("1", tmp_path).read_bytes(),
        "its first line is damaged": whole.replace(b'"One thing', b'"\\u001b[2J'),
        "larger than any slot": head.replace(b'"bytes": 6403', b'"bytes": 99999999999') + b"\n" + body,
        "longer than it says": whole + bytes(1 << 17),
    }

    def work() -> None:
        with upkeep(table.port) as socket_:
            page = Upkeep(socket_)
            ours = {
                "Authorization": f"Bearer {page.pair(table)}",
                "Origin": f"http://127.0.0.1:{table.port}",
            }
            for sentence, file in cases.items():
                status, said = asked(table.port, "POST", "/upkeep/update", ours, file)
                wanted = "ends too early" if sentence == "cut short" else sentence
                assert status == 409
                assert wanted in json.loads(said)["refused"]
                assert "/" not in json.loads(said)["refused"], "no path of the table's computer"
                (cause,) = json.loads(said)["causes"]
                assert f"upkeep.why.{cause['code']}" in english, "the page says it in its own language"
            monkeypatch.setattr(updating, "SPARE_BYTES", 1 << 60)
            status, said = asked(table.port, "POST", "/upkeep/update", ours, whole)
            assert json.loads(said)["refused"].startswith("the card is full (1 MB are needed, 0 are free)")
            # Whoever does not say how long it is, is stopped where the room ends.
            chunks = f"{len(whole):x}\r\n".encode() + whole + b"\r\n0\r\n\r\n"
            unsaid = {**ours, "Transfer-Encoding": "chunked"}
            status, said = asked(table.port, "POST", "/upkeep/update", unsaid, chunks)
            assert json.loads(said)["refused"].startswith("the card is full")

    table.meanwhile(work)
    assert not [*(tmp_path / UPDATE).iterdir()]
    assert pi.slot(3).read_bytes() == bytes(len(pi.slot(3).read_bytes()))


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "update-full"),
        (errno.EDQUOT, "update-full"),
        (errno.EROFS, "disk-read-only"),
    ],
)
def test_a_disk_that_is_full_or_read_only_meanwhile_is_told_as_such(
    number: int, code: str, table: Kept, pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was room when it began; nothing is left of it."""
    file = told_two(tmp_path)

    def full(out: IO[bytes], piece: bytes) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(receiving, "put", full)

    def work() -> None:
        with upkeep(table.port) as socket_:
            token, own = Upkeep(socket_).pair(table), f"http://127.0.0.1:{table.port}"
            ours = {"Authorization": f"Bearer {token}", "Origin": own}
            status, said = asked(table.port, "POST", "/upkeep/update", ours, file)
            assert (status, json.loads(said)["causes"][0]["code"]) == (409, code)

    table.meanwhile(work)
    assert not [*(tmp_path / UPDATE).iterdir()]


def test_a_disk_that_is_read_only_from_the_beginning_has_its_page(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There not even what is missing can be taken away."""
    (tmp_path / UPDATE).mkdir()
    unlink = Path.unlink

    def read_only(path: Path, missing_ok: bool = False) -> None:
        if path.parent == tmp_path / UPDATE:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", read_only)
    table = Kept(tmp_path)

    def work() -> None:
        with upkeep(table.port) as socket_:
            assert Upkeep(socket_).until(bool)["update"]["may"]

    try:
        table.begin()
        table.meanwhile(work)
    finally:
        table.close()


def test_one_phone_at_a_time_and_who_goes_in_the_middle_leaves_nothing(
    table: Kept, pi: Pi, tmp_path: Path
) -> None:
    file, folder = told_two(tmp_path), tmp_path / UPDATE

    def work() -> None:
        with upkeep(table.port) as socket_:
            page = Upkeep(socket_)
            token = page.pair(table)
            ours = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{table.port}"}
            head = "".join(
                f"{name}: {value}\r\n"
                for name, value in {
                    **ours,
                    "Host": f"127.0.0.1:{table.port}",
                    "Content-Length": len(file),
                }.items()
            )
            with socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) as slow:
                slow.sendall(f"POST /upkeep/update HTTP/1.1\r\n{head}\r\n".encode() + file[:3000])
                # It is taken in as soon as the other one is refused for it.
                for _ in range(5_000):
                    status, said = asked(table.port, "POST", "/upkeep/update", ours, b"x")
                    if (status, json.loads(said).get("refused")) == (409, "update-busy"):
                        break
                else:
                    pytest.fail("nobody was refused")
            # The table has to hear first that the other one has gone.
            while True:
                status, said = asked(table.port, "POST", "/upkeep/update", ours, file)
                if json.loads(said).get("refused") != "update-busy":
                    break
            assert status == 200
            assert not (folder / COMING).exists()

    table.meanwhile(work)
    assert [path.name for path in folder.iterdir()] == [BROUGHT]
    # The program begins again: nobody has seen it there.
    view = Updates(lambda: table.store).view()
    assert (view["brought"], view["waits"]) == (None, False)
    assert not [*folder.iterdir()]


def test_a_slow_disk_holds_up_nobody_else(
    table: Kept, pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a piece is written, other pages are answered; no more than one is written at a time, in their order."""
    file = told_two(tmp_path)
    writes, goes_on, order = threading.Event(), threading.Event(), list[bytes]()

    def slow(out: IO[bytes], piece: bytes) -> None:
        writes.set()
        assert goes_on.wait(PATIENCE_S), "nobody was answered meanwhile"
        order.append(piece)
        out.write(piece)

    monkeypatch.setattr(receiving, "put", slow)

    def work() -> None:
        with upkeep(table.port) as socket_:
            page = Upkeep(socket_)
            ours = {
                "Authorization": f"Bearer {page.pair(table)}",
                "Origin": f"http://127.0.0.1:{table.port}",
            }
            with ThreadPoolExecutor() as pool:
                brings = pool.submit(asked, table.port, "POST", "/upkeep/update", ours, file)
                try:
                    assert writes.wait(PATIENCE_S)
                    assert asked(table.port, "GET", "/upkeep/log", ours)[0] == 200
                    assert page.ask(do="figures", game="field-of-glory", card="")["type"] == "done"
                    assert not brings.done()
                finally:
                    goes_on.set()
                assert brings.result(PATIENCE_S)[0] == 200

    table.meanwhile(work)
    assert b"".join(order) == file
    assert (tmp_path / UPDATE / BROUGHT).read_bytes() == file


@pytest.mark.parametrize(("path", "deletes"), [("update", "unlink"), ("restore", "rmtree")])
def test_a_disk_slow_to_delete_holds_up_nobody_else(
    path: str, deletes: str, table: Kept, pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused is deleted by a thread, too, and before the next one is taken in."""
    begun, goes_on, late = threading.Event(), threading.Event(), list[str]()
    owner: Any = {"unlink": Path, "rmtree": shutil}[deletes]
    at_once = getattr(owner, deletes)

    def slow(path: Path, *args: object, **more: object) -> None:
        if path.name == COMING or path.name.startswith(PASSING):
            begun.set()
            if not goes_on.wait(PATIENCE_S):
                late.append("nobody was answered meanwhile")
        at_once(path, *args, **more)

    def work() -> None:
        with upkeep(table.port) as socket_:
            page = Upkeep(socket_)
            ours = {
                "Authorization": f"Bearer {page.pair(table)}",
                "Origin": f"http://127.0.0.1:{table.port}",
            }
            monkeypatch.setattr(owner, deletes, slow)
            with ThreadPoolExecutor() as pool:
                brings = pool.submit(asked, table.port, "POST", f"/upkeep/{path}", ours, b"nothing")
                try:
                    assert begun.wait(PATIENCE_S)
                    assert asked(table.port, "GET", "/upkeep/log", ours)[0] == 200
                    if path == "update":
                        again = asked(table.port, "POST", "/upkeep/update", ours, b"nothing")
                        assert json.loads(again[1])["refused"] == "update-busy"
                    assert not brings.done()
                finally:
                    goes_on.set()
                assert brings.result(PATIENCE_S)[0] == 409

    table.meanwhile(work)
    assert late == []


def test_who_is_cancelled_waits_for_the_disk(tmp_path: Path) -> None:
    """Nothing is closed or deleted while a thread writes it."""
    ended = list[str]()

    async def run() -> None:
        begun, goes_on = threading.Event(), threading.Event()

        def write() -> None:
            begun.set()
            goes_on.wait(PATIENCE_S)
            ended.append("written")

        async def bring() -> None:
            try:
                await receiving.in_thread(write)
            finally:
                ended.append("gone")

        brings = asyncio.create_task(bring())
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        for _ in range(2):
            brings.cancel()
            await asyncio.sleep(0)
        goes_on.set()
        with pytest.raises(asyncio.CancelledError):
            await brings

    asyncio.run(run())
    assert ended == ["written", "gone"]


def test_who_is_cancelled_as_a_file_is_opened_leaves_it_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on, opened = threading.Event(), threading.Event(), list[IO[bytes]]()

    def slow(path: Path, mode: str) -> IO[bytes]:
        begun.set()
        goes_on.wait(PATIENCE_S)
        opened.append(open(path, mode))  # noqa: SIM115
        return opened[0]

    monkeypatch.setattr(Path, "open", slow)

    async def bring() -> None:
        async with receiving.Received(tmp_path / COMING):
            pytest.fail("it was cancelled before")

    async def run() -> None:
        brings = asyncio.create_task(bring())
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        brings.cancel()
        await asyncio.sleep(0)
        goes_on.set()
        with pytest.raises(asyncio.CancelledError):
            await brings

    asyncio.run(run())
    (file,) = opened
    assert file.closed


def test_power_cut_at_every_write_of_what_was_brought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits on, and root's unit begins again at the next start."""
    file = update_of("2", tmp_path)
    spare = Pi(tmp_path / "spare", "1")
    spare.start("1")
    whole = Torn(random.Random(0))
    install(spare.card(whole), file, lambda line: None)
    for last in range(1, whole.calls + 1):
        pi = Pi(tmp_path / f"pi{last}", "1")
        pi.start("1")
        waiting = pi.root / WAITING
        waiting.write_bytes(file.read_bytes())
        with pytest.raises(Cut):
            install(pi.card(Torn(random.Random(last), last)), waiting, lambda line: None)
        assert pi.start("1", "2") == "1"
        settle(pi.card(), lambda: False)
        assert "is installed" in as_root(pi, waiting)
        assert not waiting.exists()
        assert pi.start("1", "2", tryboot=True) == "2"


def test_without_a_card_of_the_image_there_is_nothing_to_bring(tmp_path: Path) -> None:
    assert Updates(lambda: tmp_path / "table.sqlite").view() == {"may": False}


def test_roots_unit_looks_where_the_page_lays_it() -> None:
    def said(name: str) -> configparser.ConfigParser:
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read_string((UNITS / name).read_text(encoding="utf-8"))
        return parser

    path = said("signifer-brought.path")["Path"]["PathExists"]
    service = said("signifer-brought.service")
    assert path == f"/var/lib/signifer/{UPDATE}/{WAITING}"
    assert service["Unit"]["ConditionPathExists"] == path
    words = service["Service"]["ExecStart"].split()
    assert words[2:] == [path, "--remove", "--tell", f"/{TOLD}"]
    assert f"/run/{service['Service']['RuntimeDirectory']}" == f"/{Path(TOLD).parent}"
    assert "signifer-brought.path" in configure.STARTS


def test_so_many_changes_go_along_as_a_first_line_takes(tmp_path: Path) -> None:
    path = tmp_path / "many.update"
    many = tuple(f"{number}: {'word ' * 40}" for number in range(60))
    update_file.write(path, replace(manifest("2"), changes=many), io.BytesIO(image("2")))
    found = update_file.manifest(path)
    assert found.changes[:3] == many[:3]
    assert found.changes[-1] == "..."
    assert path.read_bytes().index(b"\n") < update_file.MOST_HEAD
