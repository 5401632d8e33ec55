"""How the first start ends where there is no iwd, or a radio that takes no network of its own: with one sentence, and
not without end. Each test has a bus for itself, so that nothing of another's waits there."""

from __future__ import annotations

import asyncio
import gc
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from jeepney import Parser, new_method_return
from signifer_core.errors import SigniferError
from signifer_firmware.network import names, serve
from signifer_firmware.network.bus import BusError, Opened
from signifer_firmware.network.serve import Service
from signifer_firmware.system.own_network import NAME, told_by
from signifer_firmware.web.server.network import listening

from tests.conftest import MissingTool
from tests.firmware.network.iwd_twin import Air, Ether, Iwd, private_bus
from tests.firmware.network.tables import CODE, OWN, PATIENCE_S, QUICK, TIMES, Plugs, first_start


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    if shutil.which("dbus-daemon") is None:
        MissingTool("dbus-daemon")
    with private_bus(tmp_path) as address:
        yield address


def test_without_iwd_it_ends_with_a_sentence_and_may_be_started_again(bus: str, tmp_path: Path) -> None:
    plugs = Plugs(Iwd(Air([])))

    async def begun(page: socket.socket, dns: socket.socket) -> None:
        service = Service(CODE, tmp_path, plugs, game_port=8520, bus=bus, times=TIMES, patience=QUICK)
        async with asyncio.timeout(PATIENCE_S):
            await service.run(page, dns)

    for _ in range(2):
        with listening(0) as page, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dns:
            dns.bind((OWN, 0))
            with pytest.raises(SigniferError) as told:
                asyncio.run(begun(page, dns))
            assert str(told.value).startswith("iwd is not there, or has just gone: see whether it runs")
            assert "\n" not in str(told.value)


@pytest.mark.parametrize("member", ["RegisterAgent", "GetManagedObjects", "Set", "Scan", "Start"])
def test_iwd_that_goes_instead_of_answering_ends_it_with_the_sentence_of_one_that_is_not_there(
    member: str, bus: str, tmp_path: Path
) -> None:
    """D-Bus says "Message recipient disconnected from message bus without replying" to who was asking just then, and
    something else to who asks a moment later: the log had both. Where iwd went as it was first asked for a radio, the
    table waited for one for ever."""
    twin = Iwd(Air([Ether("At home", "correct horse")]), goes_at=member)

    async def played() -> None:
        async with first_start(bus, twin, tmp_path) as table:
            await table.until(table.running.done)

    with pytest.raises(BusError, match=r"^iwd is not there, or has just gone: see whether it runs"):
        asyncio.run(played())


def test_without_d_bus_the_sentence_says_so(tmp_path: Path) -> None:
    """As on a laptop, or in a container: "No such file or directory" alone tells nobody what is missing."""

    async def begun(page: socket.socket, dns: socket.socket) -> None:
        plugs, nowhere = Plugs(Iwd(Air([]))), f"unix:path={tmp_path / 'none'}"
        await Service(CODE, tmp_path, plugs, game_port=8520, bus=nowhere, times=TIMES, patience=QUICK).run(
            page, dns
        )

    with (
        listening(0) as page,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dns,
        pytest.raises(
            BusError, match=r"^D-Bus cannot be reached \(No such file or directory\): this is for a"
        ),
    ):
        asyncio.run(begun(page, dns))


async def _hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, greets: bool) -> None:
    """A bus that ends: as somebody comes, or once they ``greets`` and have asked for something."""
    if greets:
        await reader.readuntil(b"\r\n")
        writer.write(b"OK 0123456789abcdef0123456789abcdef\r\n")
        await reader.readuntil(b"BEGIN\r\n")
        parser, asked = Parser(), None
        while asked is None:
            parser.add_data(await reader.read(4096))
            asked = parser.get_next_message()
        writer.write(new_method_return(asked, "s", (":1.1",)).serialise(1))
        await reader.read(1)
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize(
    ("greets", "told"),
    [(False, "D-Bus cannot be reached"), (True, "D-Bus has gone")],
    ids=["at once", "later"],
)
def test_a_bus_that_hangs_up_is_told_in_our_own_words(greets: bool, told: str, tmp_path: Path) -> None:
    """What jeepney raised instead has no words, and hid ours."""
    place = tmp_path / "bus"

    async def asked() -> None:
        bus = await asyncio.start_unix_server(partial(_hangs_up, greets=greets), place)
        async with (
            bus,
            asyncio.timeout(PATIENCE_S),
            Opened(f"unix:path={place}", "net.connman.iwd") as opened,
        ):
            await opened.objects()

    with pytest.raises(BusError, match=f"^{told}"):
        asyncio.run(asked())


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `serve.run` has of a card of the image, at a computer of any kind."""
    monkeypatch.setattr(serve, "OWN_ADDRESS", OWN)
    monkeypatch.setattr(serve, "PAGE_PORT", 0)
    monkeypatch.setattr(names, "PORT", 0)


@pytest.mark.usefixtures("own")
def test_what_is_missing_is_said_once_and_again_as_it_changes_or_after_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It filled the log with the same line every 5 s."""
    place, now = tmp_path / "bus", 0.0

    def slept(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now > 2 * 3600:
            place.touch()
        if now > 2.5 * 3600:
            raise KeyboardInterrupt

    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={place}")
    monkeypatch.setattr(serve, "BUS_AGAIN_S", 400.0)
    monkeypatch.setattr(serve, "time", SimpleNamespace(sleep=slept, monotonic=lambda: now))
    with pytest.raises(KeyboardInterrupt):
        serve.run("handy", tmp_path)
    end = "this is for a card of the image, where iwd is on it; it tries again"
    none = f"first start: D-Bus cannot be reached (No such file or directory): {end}"
    shut = f"first start: D-Bus cannot be reached (Connection refused): {end}"
    assert capsys.readouterr().err.splitlines() == [none, none, none, shut]


def _run(monkeypatch: pytest.MonkeyPatch, folder: Path, *between: Callable[[], object]) -> None:
    """`serve.run`, with what happens between its runs; after the last one somebody ends it. No time passes."""
    left = iter(between)

    def slept(seconds: float) -> None:
        step = next(left, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(serve, "time", SimpleNamespace(sleep=slept, monotonic=lambda: 0.0))
    with pytest.raises(KeyboardInterrupt):
        serve.run("handy", folder)


@pytest.mark.usefixtures("own")
def test_what_goes_again_after_all_was_well_is_said_again(
    bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Within an hour nothing was said of iwd that had gone for the second time."""
    twin = Iwd(Air([Ether("At home", "correct horse")]))
    ready = threading.Event()

    async def there() -> None:
        begun = asyncio.Event()
        serving = asyncio.create_task(twin.serve(bus, begun))
        await begun.wait()
        ready.set()
        async with asyncio.timeout(PATIENCE_S):
            while not told_by(tmp_path / NAME).network:
                await asyncio.sleep(0.01)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving

    iwd = threading.Thread(target=lambda: asyncio.run(there()), daemon=True)

    def comes() -> None:
        iwd.start()
        assert ready.wait(PATIENCE_S)

    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    monkeypatch.setattr(serve, "Interfaces", lambda address: Plugs(twin))
    monkeypatch.setattr(serve, "Times", lambda: TIMES)
    _run(monkeypatch, tmp_path, comes, iwd.join, lambda: None)
    gone, well, *later = capsys.readouterr().err.splitlines()
    assert gone.startswith("first start: ")
    assert well.startswith("no known network is here")
    assert later == [gone]


@pytest.mark.usefixtures("own")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_failure_without_words_is_said_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a bus that hangs up nothing was said."""
    with socket.socket(socket.AF_UNIX) as place:
        place.bind(str(tmp_path / "bus"))
        place.listen()
        place.settimeout(PATIENCE_S)

        def hangs_up() -> None:
            for _ in range(2):
                with place.accept()[0] as caller:
                    caller.recv(1024)
                    caller.sendall(b"OK 0\r\n")
                    # Who reads nothing of what was sent hangs up with a reset.
                    while b"Hello" not in caller.recv(1024):
                        pass

        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path / 'bus'}")
        bus = threading.Thread(target=hangs_up, daemon=True)
        bus.start()
        _run(monkeypatch, tmp_path, lambda: None)
        bus.join(PATIENCE_S)
    gc.collect()  # jeepney leaves its connection open
    assert capsys.readouterr().err == "first start: D-Bus has gone; it tries again\n"


def test_a_radio_that_takes_no_network_of_its_own_ends_with_a_sentence(bus: str, tmp_path: Path) -> None:
    twin = Iwd(Air([Ether("At home", "correct horse")]), can_be_ap=False)

    async def played() -> None:
        async with first_start(bus, twin, tmp_path, patience=replace(QUICK, switch=0.05)) as table:
            await table.until(table.running.done)

    with pytest.raises(BusError) as told:
        asyncio.run(played())
    assert "\n" not in str(told.value)
    assert twin.mode == "station"
