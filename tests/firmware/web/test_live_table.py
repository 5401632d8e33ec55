"""The page of a real table: what it shows, what it cannot do, and that the table plays on whatever befalls it."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES
from signifer_drivers.io.screens import image_of, pages_of
from signifer_firmware.display.panels import ScanPanel
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.service import run
from signifer_firmware.system.own_network import OwnNetwork, tell
from signifer_firmware.web import live_table
from signifer_firmware.web.live_table import LOOK_US
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.view.view import MASKED, view
from signifer_firmware.web.view.viewers import SPECTATOR

from tests.firmware.service.programs import Program
from tests.firmware.session.phones import Secrets
from tests.firmware.web.visitors import Visitor, Watched, all_are_guests, free_port, lit, visit


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = Watched(tmp_path)
    table.begin()
    yield table
    table.close()


def test_who_looks_on_sees_what_the_table_knows(table: Watched) -> None:
    """Whatever it says it is, it has no hands."""
    card = "red/heavy-infantry-1"

    def look() -> None:
        with visit(table.port, "hand") as socket:
            page = Visitor(socket)
            view = page.until(lambda view: view["game"].get("step") == "actions")
            assert (view["table"]["mode"], view["table"]["viewer"]) == ("real", SPECTATOR)
            assert view["cards"]["hand red"] == 9
            assert view["cards"]["deck blue"] == 15
            table.lay(card, "3 red")
            page.until(lambda view: view["game"]["due"] == 4)
            assert page.view["cards"]["3 red"] == [card]
            assert [line["act"] for line in page.view["record"]] == ["place"]
            table.lay("red/commander-1", "pad red")
            page.until(lambda view: view["cards"]["pad red"] == 1)
            deed = page.ask(do="button", name="ok red", down=True)
            assert (deed["type"], deed["reason"]) == ("refused", "spectator")
            assert "place red/heavy-infantry-1 3" in page.ask(do="export")["told"]["text"]
            assert page.ask(do="look", at=0)["told"]["cards"]["3 red"] == []
            assert page.ask(do="odds")["reason"] == "spectator"
            assert "commander-1" not in json.dumps(page.messages)

    table.meanwhile(look)


def test_pixels_are_those_of_the_chips(table: Watched) -> None:
    table.until(lambda: table.run.appliance.rested_since(0))

    def look() -> None:
        with visit(table.port) as socket:
            page = Visitor(socket)
            table.lay("red/heavy-infantry-1", "3 red")
            page.until(lambda view: view["game"].get("due") == 4)
            for place in table.twins.screens:
                while ImageChops.difference(
                    lit(page.view[f"screen {place}"]), table.twins.image(place)
                ).getbbox():
                    page.hear()

    table.meanwhile(look)


@pytest.mark.parametrize("rotate", [0, 2])
def test_a_chips_pages_are_a_picture_again(rotate: int) -> None:
    image = Image.new("1", (128, 64))
    for x, y in ((0, 0), (127, 63), (5, 60), (100, 3), (64, 31)):
        image.putpixel((x, y), 255)
    held = pages_of(image.transpose(Image.Transpose.ROTATE_180) if rotate else image)
    assert image_of(held, rotate).tobytes() == image.tobytes()
    assert image_of([None] * 8).getbbox() is None


def test_a_phone_is_paired_at_the_table(table: Watched) -> None:
    table.run.appliance.keeper.pairing.secrets = Secrets()

    def phone() -> None:
        with visit(table.port) as socket, visit(table.port) as other:
            page, mirror = Visitor(socket), Visitor(other)
            page.until(lambda view: view["game"].get("step") == "actions")
            mirror.until(bool)
            assert page.ask(do="pair", player="red")["type"] == "done"
            mirror.until(lambda view: view["screen red"] == MASKED)
            assert page.ask(do="code", code="0000") == {
                "type": "refused",
                "reason": "wrong-code",
                "tries": 2,
                "n": 7,
            }
            assert page.ask(do="code", code="4711")["type"] == "done"
            table.run.scheduler.call(lambda: table.press("ok red"))
            while (message := page.hear())["type"] != "paired":
                pass
            page.until(lambda view: view.get("mine", {}).get("player") == "red")
            mirror.until(lambda view: view["screen red"] != MASKED)
            assert "mine" not in mirror.view
        with visit(table.port) as socket:
            again = Visitor(socket)
            assert again.ask(do="token", token=message["token"])["player"] == "red"
            again.until(lambda view: "mine" in view)
            table.run.scheduler.call(lambda: table.run.appliance.keeper.unpair("red", 0))
            while again.hear()["type"] != "unpaired":
                pass

    table.meanwhile(phone)
    assert [line for line in table.lines() if "phone" in line] == [
        "<5>a phone asks to be red's",
        "<5>a phone is red's now",
    ]
    assert not any("4711" in line for line in table.lines())


def test_nothing_is_put_down_while_nobody_looks(table: Watched) -> None:
    assert table.page.step(5) == NEVER
    assert table.page._now is None

    def look() -> None:
        with visit(table.port) as socket:
            Visitor(socket).until(bool)
            assert table.page.step(5) == 5 + LOOK_US

    table.meanwhile(look)


def test_a_picture_that_comes_to_grief_is_a_line_in_the_log_and_the_next_one_is_shown(
    table: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[bool] = []

    def broken(*given: Any, **named: Any) -> Any:
        if not failed:
            failed.append(True)
            raise ValueError("nobody has foreseen this")
        return view(*given, **named)

    monkeypatch.setattr(live_table, "view", broken)

    def look() -> None:
        with visit(table.port) as socket:
            Visitor(socket).until(bool)

    table.meanwhile(look)
    assert failed
    table.until(lambda: any("by a mistake of the program" in line for line in table.lines()))
    table.lay("red/heavy-infantry-1", "3 red")
    table.until(lambda: table.run.appliance.keeper.table.state.due == 4)  # type: ignore[union-attr]


def test_a_port_that_is_taken_keeps_no_table_from_playing(tmp_path: Path) -> None:
    with listening(0) as taken:
        port = taken.getsockname()[1]
        table = Watched(tmp_path, port=port)
        table.begin()
        told = (
            f"page: port {port} cannot be had (Address already in use); end what has it, or write another one"
        )
        table.until(lambda: any(told in line for line in table.lines()))
        table.lay("red/heavy-infantry-1", "3 red")
        table.until(lambda: table.run.appliance.keeper.table.state.due == 4)  # type: ignore[union-attr]
        table.close()


def test_the_start_picture_says_where_the_page_is_as_soon_as_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [""]
    monkeypatch.setattr(live_table, "address_of", lambda port: known[0])
    monkeypatch.setattr(live_table, "ADDRESS_S", 0.05)
    table = Watched(tmp_path, listen="network")
    table.until(lambda: table.has_told("READY=1"))
    assert "192.168" not in table.run.appliance.words("red")
    known[0] = "http://192.168.0.7:8520"
    table.until(lambda: "http://192.168.0.7:8520" in table.run.appliance.words("red"))
    assert scanned(table) == {"HTTP://192.168.0.7:8520"}
    table.close()


def scanned(table: Watched) -> set[str]:
    """The codes for cameras that take turns with the start picture, on both players' screens."""
    faces = table.run.appliance.pictures.shown
    assert faces is not None
    found = {panel.code for player in SIDES for panel, _ in faces.of(player) if isinstance(panel, ScanPanel)}
    assert not any(isinstance(panel, ScanPanel) for panel, _ in faces.of("3 red")), "of players alone"
    return found


def test_the_code_for_cameras_goes_once_the_first_phone_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "address_of", lambda port: "http://192.168.0.7:8520")
    all_are_guests(monkeypatch)
    table = Watched(tmp_path, listen="network")
    table.until(lambda: table.has_told("READY=1"))
    table.until(lambda: scanned(table) != set())

    def look() -> None:
        with visit(table.port) as socket:
            Visitor(socket).until(bool)

    table.meanwhile(look)
    table.until(lambda: not scanned(table))
    assert "http://192.168.0.7:8520" in table.run.appliance.words("red"), "for who comes later"
    table.close()


def test_the_tables_own_network_is_shown_to_eyes_and_cameras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the first start tells it, by its file; and in the language that a phone has chosen there."""
    told = tmp_path / "told.json"
    monkeypatch.setattr(run, "TOLD", told)
    tell(told, OwnNetwork((), "fr"))
    table = Watched(tmp_path)
    table.until(lambda: table.has_told("READY=1"))
    appliance = table.run.appliance
    tell(told, OwnNetwork(("Signifer", "27182818"), "fr"))
    table.until(lambda: "Wi-Fi Signifer, code 27182818" in appliance.words("blue"))
    assert set(appliance.keeper.settings.language.values()) == {"en"}, "chosen before a start is over"
    assert scanned(table) == {"WIFI:T:WPA;S:Signifer;P:27182818;;"}
    tell(told, OwnNetwork(("Signifer", "27182818"), "de"))
    table.until(lambda: "WLAN Signifer, Code 27182818" in appliance.words("blue"))
    assert set(appliance.keeper.settings.language.values()) == {"de"}
    tell(told, OwnNetwork((), "de"))
    table.until(lambda: "Signifer, Code" not in appliance.words("blue"))
    assert scanned(table) == set()
    table.close()


def test_the_option_goes_before_the_table_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--page everywhere: say off, loopback, network"):
        run.run("direct", virtual=True, page="everywhere", store=tmp_path)


def program_with_a_page(tmp_path: Path) -> tuple[Program, int]:
    """A program that serves its page, and the port. Another process may have taken a port that was free just now."""
    config = Path(run.__file__).parents[1] / "config" / "tables" / "starter.toml"
    file = tmp_path / "table.toml"
    for _ in range(5):
        port = free_port()
        file.write_text(config.read_text(encoding="utf-8") + f"\n[page]\nport = {port}\n", encoding="utf-8")
        program = Program(
            tmp_path, str(file), "--virtual", "--page", "loopback", STATE_DIRECTORY=str(tmp_path)
        )
        program.until("READY=1")
        assert program.process.stderr is not None
        told = next(line for line in program.process.stderr if "page: " in line)
        if "page: at port" in told:
            return program, port
        program.process.send_signal(signal.SIGTERM)
        program.ended()
    raise AssertionError(told)


@pytest.mark.slow
def test_a_program_with_a_page_serves_it_and_ends_cleanly(tmp_path: Path) -> None:
    program, port = program_with_a_page(tmp_path)
    with visit(port) as socket:
        assert Visitor(socket).until(bool)["game"] == {"phase": "start"}
        program.process.send_signal(signal.SIGTERM)
        status, log = program.ended()
    assert status == 0
    assert log[-1] == "ended"
    assert not any("Traceback" in line for line in log)
