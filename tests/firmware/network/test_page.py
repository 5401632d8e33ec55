"""The page of the first start over real sockets: who is led to it, who is told anything, whose deeds are done."""

from __future__ import annotations

import asyncio
import json
import math
import shutil
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.network import names, serve
from signifer_firmware.network.first_start import HOME
from signifer_firmware.network.first_start import OWN as OPEN
from signifer_firmware.network.iwd import Reason
from signifer_firmware.network.place import STAYS_S, Place
from signifer_firmware.system.own_network import OwnNetwork

from tests.conftest import MissingTool
from tests.firmware.network.iwd_twin import Air, Ether, Iwd, private_bus
from tests.firmware.network.tables import CODE, OWN, Table, first_start

Play = Callable[[Table], Awaitable[None]]
SECOND = "127.0.0.2"
STATIC = resources.files("signifer_firmware.network").joinpath("static")


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory, missing_tool_of_module: type[MissingTool]) -> Iterator[str]:
    if shutil.which("dbus-daemon") is None:
        missing_tool_of_module("dbus-daemon")
    with private_bus(tmp_path_factory.mktemp("bus")) as address:
        yield address


@pytest.fixture
def run(bus: str, tmp_path: Path) -> Callable[[Play], None]:
    def playing(play: Play) -> None:
        async def whole() -> None:
            twin = Iwd(Air([Ether("At home", "correct horse")]))
            async with first_start(bus, twin, tmp_path) as table:
                await table.until(lambda: table.stage == OPEN)
                await play(table)

        asyncio.run(whole())

    return playing


def test_whatever_a_phone_looks_for_it_is_led_to_the_page(run: Callable[[Play], None]) -> None:
    async def play(table: Table) -> None:
        for host, path in (
            ("connectivitycheck.gstatic.com", "/generate_204"),
            ("captive.apple.com", "/hotspot-detect.html"),
            ("www.msftconnecttest.com", "/connecttest.txt"),
            ("detectportal.firefox.com", "/canonical.html"),
            (table.host, "/generate_204"),
        ):
            status, told, _ = await table.http("GET", path, Host=host)
            assert (status, told["location"]) == (302, f"http://{table.host}/"), host
        status, told, body = await table.http("GET", "/")
        assert (status, told["content-type"]) == (200, "text/html; charset=utf-8")
        assert b"first.js" in body
        assert "default-src 'none'" in told["content-security-policy"]
        for name in ("first.js", "first.css", *(f"{language}.json" for language in LANGUAGES)):
            status, _, body = await table.http("GET", f"/{name}")
            assert (status, body) == (200, STATIC.joinpath(name).read_bytes())

    run(play)


def test_another_name_is_told_nothing_and_does_nothing(run: Callable[[Play], None]) -> None:
    """A page elsewhere that has its own name lead here (DNS rebinding)."""

    async def play(table: Table) -> None:
        for host in ("evil.example", f"evil.example:{table.port}", "", f"{OWN}:1"):
            status, _, body = await table.http("GET", "/state", Host=host)
            assert (status, b"At home" in body) in ((302, False), (400, False)), host
            wish = {"name": "At home", "password": "correct horse"}
            status, _, _ = await table.http("POST", "/join", wish, Host=host, Origin=f"http://{host}")
            assert status in (302, 400)
        assert (table.stage, table.iwd.told) == (OPEN, ["own Signifer"])

    run(play)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Content_Type": "text/plain"}, 409),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 409),
    ],
)
def test_a_forged_request_does_nothing(
    run: Callable[[Play], None], headers: dict[str, str], status: int
) -> None:
    async def play(table: Table) -> None:
        wish = {"name": "At home", "password": "correct horse"}
        answer = await table.http("POST", "/join", wish, **headers)
        assert answer[0] == status
        assert (await table.http("GET", "/join"))[0] == 302
        assert (await table.http("DELETE", "/join"))[0] == 405
        assert (table.stage, table.iwd.told) == (OPEN, ["own Signifer"])

    run(play)


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        (b"", "malformed"),
        (b"[]", "malformed"),
        (b"[" * 900, "malformed"),
        (b'{"name": 1, "password": "x"}', "malformed"),
        (b'{"name": "' + b"x" * 2000 + b'"}', "malformed"),
        ({"name": "", "password": "long enough"}, "name"),
        ({"name": "é" * 17, "password": "long enough"}, "name"),
        ({"name": "a\nb", "password": "long enough"}, "name"),
        ({"name": "a\x7fb", "password": "long enough"}, "name"),
        ({"name": "a\x85b", "password": "long enough"}, "name"),
        ({"name": "a\u2028b", "password": "long enough"}, "name"),
        ({"name": "\u200d" * 11, "password": "long enough"}, "name"),
        (b'{"name": "\\ud800", "password": "long enough"}', "name"),
        (b'{"name": "At home", "password": "long enough\\ud800"}', "password-length"),
        ({"name": "At home", "password": "short"}, "password-length"),
        ({"name": "At home", "password": "x" * 64}, "password-length"),
        ({"name": "At home", "password": ""}, "password-length"),
        ({"name": "At home", "password": "line\nline"}, "password-length"),
    ],
)
def test_what_is_said_wrongly_is_refused_by_its_name(
    run: Callable[[Play], None], body: object, refused: str
) -> None:
    async def play(table: Table) -> None:
        status, _, said = await table.http("POST", "/join", body)
        assert (status, json.loads(said)) == (409, {"refused": refused})
        assert table.stage == OPEN

    run(play)


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 home",
        "Caf\u00e9\u00a0Roma",
        "\U0001fae8 new",
        "soft\u00adly",
        " x ",
    ],
    ids=ascii,
)
def test_whatever_name_was_heard_can_be_joined(bus: str, tmp_path: Path, name: str) -> None:
    """Signs of several parts, spaces that do not break, signs that this Python does not know yet."""

    async def whole() -> None:
        twin = Iwd(Air([Ether(name, "correct horse")]))
        async with first_start(bus, twin, tmp_path) as table:
            await table.until(lambda: table.stage == OPEN)
            (heard,) = (await table.state())["networks"]
            assert "refused" not in await table.join(heard["name"], "correct horse")
            await table.until(lambda: table.stage == HOME)
            assert twin.air.kept == {name: "correct horse"}

    asyncio.run(whole())


def test_a_websocket_is_refused_by_a_sentence(run: Callable[[Play], None]) -> None:
    async def play(table: Table) -> None:
        key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Version": "13"}
        status, _, body = await table.http("GET", "/state", Upgrade="websocket", Connection="Upgrade", **key)
        assert (status, body) == (400, b"This page has no WebSocket: ask by HTTP.\n")

    run(play)


def test_a_second_phone_is_told_that_there_is_a_first_one(run: Callable[[Play], None]) -> None:
    async def play(table: Table) -> None:
        assert (await table.state())["stage"] == OPEN
        assert await table.state(SECOND) == {"stage": "taken"}
        assert await table.join("At home", "correct horse", SECOND) == {"refused": "taken"}
        status, _, _ = await table.http("POST", "/language", {"language": "fr"}, SECOND)
        assert status == 409
        assert table.screens == OwnNetwork(("Signifer", CODE))
        assert (await table.state())["stage"] == OPEN, "the first has lost nothing by it"

    run(play)


def test_a_phone_that_has_gone_leaves_its_place() -> None:
    now = [0.0]
    place = Place(lambda: now[0])
    assert place.take("a")
    now[0] = STAYS_S - 1
    assert not place.take("b")
    assert place.take("a")
    now[0] += STAYS_S - 1
    assert not place.take("b")
    place.keep()
    now[0] += STAYS_S - 1
    assert not place.take("b")
    taken = [place.is_taken]
    now[0] += 1
    assert [*taken, place.is_taken] == [True, False]
    assert place.take("b")
    assert not place.take("a")


def test_a_phone_keeps_its_place_while_a_network_is_tried_though_it_asks_once_more() -> None:
    """Its page asks every other second, also as its network goes: a trial takes longer than a phone may be away."""
    now = [0.0]
    place = Place(lambda: now[0])
    assert place.take("a")
    place.keep(math.inf)
    now[0] = 0.5
    assert place.take("a")
    now[0] = 70.0
    assert not place.take("b")
    place.keep()
    assert place.is_taken
    now[0] += STAYS_S
    assert place.take("b"), "the trial is over, and the first one never came back"
    now[0] += STAYS_S
    assert place.take("a")


def test_the_language_is_told_to_the_table(run: Callable[[Play], None]) -> None:
    async def play(table: Table) -> None:
        for said, held in (("de", "de"), ("tlh", "de"), (None, "de"), ("fr", "fr")):
            await table.http("POST", "/language", {"language": said})
            told = table.screens
            assert told == OwnNetwork(("Signifer", CODE), held), "beside the network that the screens show"
        assert (await table.state())["language"] == "fr"

    run(play)


def test_every_sentence_stands_in_every_language() -> None:
    said = {
        language: json.loads(STATIC.joinpath(f"{language}.json").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
    assert {tuple(texts) for texts in said.values()} == {tuple(said["en"])}
    needed = {f"failed-{reason.value}" for reason in Reason}
    needed |= {f"refused-{why}" for why in ("name", "password-length", "busy", "taken", "malformed")}
    assert needed <= said["en"].keys()
    for texts in said.values():
        for key, text in texts.items():
            assert text.count("{") == said["en"][key].count("{"), key
    for text in said["fr"].values():
        assert not any(f" {mark}" in text for mark in ":;!?"), text


# Names


def query(name: str, kind: int = 1, flags: int = 0x0100) -> bytes:
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split(".") if label)
    return struct.pack(">HHHHHH", 4711, flags, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">HH", kind, 1)


def test_every_name_leads_to_the_table(run: Callable[[Play], None]) -> None:
    async def play(table: Table) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
            phone.setblocking(False)
            loop = asyncio.get_running_loop()
            for junk in (b"", b"x", query("captive.apple.com")[:-3]):
                phone.sendto(junk, (OWN, table.dns))
            asked = query("captive.apple.com")
            phone.sendto(asked, (OWN, table.dns))
            async with asyncio.timeout(60):
                answer = await loop.sock_recv(phone, 512)
        assert answer[:2] == asked[:2]
        assert answer.endswith(socket.inet_aton(OWN))
        assert asked[12:] in answer

    run(play)


def test_no_other_kind_of_address_is_invented() -> None:
    answer = names.answer(query("a.example", kind=28), OWN)
    number, flags, questions, answers, *_ = struct.unpack_from(">HHHHHH", answer)
    assert (number, flags & 0x800F, questions, answers) == (4711, 0x8000, 1, 0)
    assert names.answer(query("a.example", flags=0x8180), OWN) == b"", "an answer is no question"
    assert names.answer(query("a.example", flags=0x2800), OWN)[3] & 15 == 4, "an update is not done"


@given(st.binary(max_size=600))
def test_no_query_is_too_much(junk: bytes) -> None:
    assert len(names.answer(junk, OWN)) <= len(junk) + 16


# The code


@pytest.mark.parametrize(("table", "is_labels"), [("handy", True), ("standard", False), ("starter", False)])
def test_a_table_with_screens_of_its_own_has_a_code_that_nobody_else_knows(
    table: str, is_labels: bool
) -> None:
    codes = {serve.code_of(table) for _ in range(5)}
    assert (codes == {serve.LABEL_CODE}) == is_labels
    assert is_labels or len(codes) == 5
    assert all(len(code) == 8 and code.isdigit() for code in codes)


def test_two_of_them_may_listen_where_the_address_is_not_there_yet() -> None:
    with serve.early(socket.SOCK_STREAM, "192.0.2.77", 0) as page:
        assert page.getsockname()[0] == "192.0.2.77"
    with serve.early(socket.SOCK_DGRAM, "192.0.2.77", 0) as dns:
        assert dns.getsockname()[0] == "192.0.2.77"
