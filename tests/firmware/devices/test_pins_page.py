"""docs/pins.md: what it says of each line and bus is what each command does with it, on a board of twins."""

from __future__ import annotations

import io
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console
from signifer_drivers.io.multiplexer import CHANNELS
from signifer_drivers.io.screens import Screen
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_firmware.cli import doctor
from signifer_firmware.cli.commands import node
from signifer_firmware.config.entries import NODE
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import pi_devices
from signifer_firmware.doctor import tune
from signifer_firmware.doctor.bench import Nobody, PiBench
from signifer_firmware.doctor.check import FAIL, examined
from signifer_firmware.doctor.checks.system import SystemChecks
from signifer_firmware.enrolment.command import Order, enrol
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.kernel.realtime import RealPace
from signifer_firmware.service import run as service
from signifer_firmware.service.sd_notify import Notifier
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.overlay import config_lines, overlay_name
from signifer_firmware.system.pi_files import CONFIG, FAULTS, PiFiles
from signifer_firmware.wiring_guide.header import header

from tests.firmware.devices.pi_board import PiBoard

PAGE = Path(__file__).parents[3] / "docs" / "pins.md"
# What makes a Pi that lacks a line of config.txt, by what the doctor says of it.
WITHOUT = {"i2c-off": "i2c off", "i2c-slow": "i2c slow", "mux-overlay": "overlay none", "spi-off": "spi off"}
NODES = "/dev/ttyACM0 to 4"
PATIENCE_US, MOMENT_US = 20_000_000, 20_000


def rows(heading: str) -> list[dict[str, str]]:
    """The table below a heading of the page, each row by the heads of its columns."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in body]


# config.txt


def test_the_page_has_every_line_of_config_txt_and_no_other() -> None:
    wanted = set()
    for name in ("standard", "starter", "direct"):
        table = load_table(name)
        wanted |= {line.replace(overlay_name(table), "signifer-TABLE") for line in config_lines(table)}
    assert [row["line"].strip("`") for row in rows("config.txt")] == [
        line.replace("signifer-standard", "signifer-TABLE") for line in config_lines(load_table("standard"))
    ]
    assert {row["line"].strip("`") for row in rows("config.txt")} == wanted


def test_what_the_doctor_says_without_a_line_is_what_the_page_says(tmp_path: Path) -> None:
    config, said = load_table("standard"), {}
    for row in rows("config.txt"):
        line, words = row["line"].strip("`"), row["what `signifer doctor` says without it"]
        if words.startswith("nothing"):
            continue
        pi = PiFiles(tmp_path / words.strip("`"), config)
        FAULTS[WITHOUT[words.strip("`")]](pi)
        assert line not in pi.path(CONFIG).read_text(encoding="utf-8").splitlines()
        results = examined(SystemChecks(config, Facts(pi.root), ()).checks())
        said[line] = next(result.cause for result in results if result.state == FAIL)
        assert words == f"`{said[line]}`"
    assert len(said) == len(WITHOUT)


# GPIO and buses


@dataclass
class Seen:
    """What a command took and opened: "high", "in" or "tone" by BCM number, and devices by name; its column."""

    column: str
    lines: dict[int, str]
    devices: set[str]
    fields: list[str]
    in_reset: bool
    screens: int
    kept: list[str]


def seen(board: PiBoard, column: str) -> Seen:
    """What has happened since the last call; the nodes have had a moment."""
    board.wait_us(MOMENT_US)
    ledger = board.table.pins.ledger
    lines = {}
    for entry in ledger.entries:
        if entry.function == "input":
            lines[entry.pin] = "in"
        else:
            # A reset line is low for a moment as it is taken, and high to the end; a buzzer ends silent.
            lines[entry.pin] = {1: "high", 0: "tone"}[int(entry.levels[-1])]
    devices = {NODES if name.startswith("/dev/ttyACM") else name for name in board.opened}
    kept = [*map(str, ledger.held), *board.open]
    found = Seen(column, lines, devices, board.fields_on(), board.in_reset(), len(board.screens_on()), kept)
    ledger.entries.clear()
    board.opened.clear()
    return found


def compared(found: Seen) -> None:
    """The page's columns of this command."""
    told = {}
    for row in rows("GPIO"):
        assert row[found.column] in ("high", "in", "tone", "kernel", "–")
        if row[found.column] not in ("kernel", "–"):
            told.update(dict.fromkeys(map(int, row["BCM"].split(", ")), row[found.column]))
    assert found.lines == told, found.column
    compared_devices(found)


def compared_devices(found: Seen) -> None:
    told = set()
    for row in rows("Buses"):
        assert row[found.column] in ("open", "–")
        if row[found.column] == "open":
            told |= expanded(row["device"])
    assert found.devices == told, found.column


def expanded(device: str) -> set[str]:
    """Of "channels 0 to 6" each one."""
    channels = re.fullmatch(r"channels? (\d)(?: to (\d))?", device)
    if channels is None:
        return {device}
    first, last = int(channels[1]), int(channels[2] or channels[1])
    return {f"channel {number}" for number in range(first, last + 1)}


def left(found: Seen, after: str, *, screens_before: int = 0, reset_before: bool = True) -> None:
    """The page's row of what is on afterwards."""
    (row,) = [row for row in rows("What is on afterwards") if row["after"] == after]
    screens = {"dark": 0, "lit, each with its place": 12, "as found": screens_before}[row["screens"]]
    in_reset = {"in reset": True, "as found": reset_before}[row["chips on the Pi's SPI"]]
    assert (row["fields"], row["lines and devices"]) == ("off", "given back")
    assert (found.fields, found.kept) == ([], []), after
    assert (found.screens, found.in_reset) == (screens, in_reset), after


def test_the_page_has_each_line_of_the_header_once() -> None:
    told = [(int(bcm), row["what"]) for row in rows("GPIO") for bcm in row["BCM"].split(", ")]
    used = {pin.bcm: pin.use for pin in header(load_table("standard")) if pin.bcm is not None}
    assert sorted(bcm for bcm, _ in told) == sorted(used)
    for bcm, what in told:
        words = {"buttons": "button", "buzzer": "buzzer", "readers' reset": "reset of the readers"}
        assert words.get(what, "") in used[bcm]
    assert set.union(*(expanded(row["device"]) for row in rows("Buses"))) == {
        "/dev/i2c-1",
        NODES,
        *(reader.spi_device for reader in load_table("standard").readers if reader.driver != NODE),
        *(f"channel {channel}" for channel in CHANNELS),
    }


def test_signifer_run_takes_and_leaves_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    since_us = time.monotonic_ns() // 1000
    board = PiBoard(tmp_path, monkeypatch, partial(RealTimeClock, since_us))
    missing: list[str] = []
    hardware = replace(service.pi_hardware(board.config, missing.append), pace=partial(RealPace, since_us))
    out = io.StringIO()
    run = service.TableRun(
        board.config,
        hardware,
        service.Around(
            store=tmp_path / "table.sqlite",
            log=Logbook(out, prefixed=True),
            notifier=Notifier({}),
            rng=random.Random(1),
        ),
    )
    run.begin()
    until_us = hardware.clock.now_us + PATIENCE_US
    run.scheduler.run(stop=lambda: "ready: 12 of 12" in out.getvalue() or hardware.clock.now_us > until_us)
    assert (missing, len(board.screens_on()), board.in_reset()) == ([], 12, False)
    run.close()
    found = seen(board, "run")
    compared(found)
    left(found, "run")
    assert not board.table.multiplexer.in_reset


def doctored(board: PiBoard, folder: Path) -> None:
    """All that opens something, and of the readers the pads: those of nodes are asked by ``node``, too."""
    only = ("node", "reader pad", "mux", "screen", "button", "buzzer")
    options = doctor.Options(
        str(board.file), only=only, cards=2, wait_s=0.5, store=folder, root=board.pi.root
    )
    assert doctor.checked(options) == 0


def mapped(board: PiBoard, folder: Path) -> None:
    assert doctor.mapped(doctor.Options(str(board.file), root=board.pi.root), None) == 0


def contract(board: PiBoard, folder: Path) -> None:
    """What the fixture of tests/pi opens, and what its tests do with it."""
    bench = PiBench(board.config, Nobody(), board.pi.root)
    for reader in board.config.readers:
        if reader.driver != NODE:
            bench.port(reader)
    for name in board.config.nodes:
        bench.node(name).step()
    for entry in board.config.screens:
        bus, address = bench.bus(entry), entry.address
        screen = Screen(name=entry.place, driver=entry.chip, bus=bus, address=address, rotate=0)
        screen.begin()
        screen.close()
    bench.buttons()
    buzzer = bench.buzzer()
    assert buzzer is not None
    buzzer.sound(2000, 0.05)
    buzzer.silence()
    bench.close()


def test_doctor_map_and_contract_take_and_leave_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other on one board, so that each finds what the one before has left."""
    board = PiBoard(tmp_path, monkeypatch)
    screens = 0
    commands: dict[str, Callable[[PiBoard, Path], None]] = {
        "doctor": doctored,
        "doctor map": mapped,
        "pytest --pi": contract,
    }
    for column, command in commands.items():
        command(board, tmp_path)
        found = seen(board, column)
        compared(found)
        left(found, column, screens_before=screens)
        screens = found.screens


@pytest.mark.parametrize(
    ("part", "lines", "devices", "screens"),
    [
        ("reader pad red", {25: "high"}, {"/dev/spidev0.0"}, 0),
        ("reader 3 red", {}, {NODES}, 0),
        ("node column 3", {}, {NODES}, 0),
        ("screen 3 red", {}, {"channel 2"}, 1),
    ],
)
def test_watching_a_part_takes_what_that_part_hangs_on(
    part: str,
    lines: dict[int, str],
    devices: set[str],
    screens: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = PiBoard(tmp_path, monkeypatch)
    options = doctor.Options(str(board.file), store=tmp_path, root=board.pi.root)
    assert doctor.watched(options, part, 100_000) == 0
    found = seen(board, "doctor")
    assert (found.lines, found.devices, found.screens) == (lines, devices, screens)
    assert (found.fields, found.kept, found.in_reset) == ([], [], True)


@pytest.mark.soak
def test_a_soak_takes_what_a_game_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds is not asked: on this board chips and the program have times of their own."""
    board = PiBoard(tmp_path, monkeypatch)
    options = doctor.Options(str(board.file), store=tmp_path, root=board.pi.root)
    doctor.soaked(options, 2_000_000)
    found = seen(board, "run")
    compared(found)
    left(found, "run")


def tuned(board: PiBoard, folder: Path, zone: str) -> None:
    assert tune.tune(str(board.file), on_pi=True, tags=0, out=io.StringIO(), only=zone) == tune.OK


def enrolled(board: PiBoard, folder: Path, zone: str) -> None:
    keys = folder / "keys"
    keys.write_text("q\n")
    order = Order(
        deck="red", store=folder, figures=False, table=str(board.file), zone=zone, cards=("red/spear-1",)
    )
    with keys.open() as file:
        enrol(order, out=io.StringIO(), keys=file.fileno())


def test_tune_and_enrol_take_their_own_reader_and_leave_it_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = PiBoard(tmp_path, monkeypatch)
    commands: dict[str, Callable[[PiBoard, Path, str], None]] = {"tune --pi": tuned, "enrol": enrolled}
    for column, command in commands.items():
        assert {row[column] for row in rows("Buses") if "/dev/i2c" not in row["device"]} == {"its own", "–"}
        for zone, lines, devices in (
            ("pad red", {25: "high"}, {"/dev/spidev0.0"}),
            ("3 red", {}, {"/dev/ttyACM2"}),
        ):
            command(board, tmp_path, zone)
            assert board.opened == devices, (column, zone)
            found = seen(board, column)
            assert found.lines == lines, (column, zone)
            left(found, column)
    told = {row["BCM"]: (row["tune --pi"], row["enrol"]) for row in rows("GPIO")}
    assert told.pop("25") == ("high", "high")
    assert {cell for cells in told.values() for cell in cells} == {"kernel", "–"}


def test_commands_of_nodes_take_no_line_and_close_their_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, out = PiBoard(tmp_path, monkeypatch), Console(file=io.StringIO())
    usb = node.SystemUsb()
    assert node.listed(usb, str(board.file), out) == 0
    # No MicroPython answers: it gives up, and gives back what it had.
    assert node.install_on(usb, None, True, out) == node.FAILED
    with pytest.raises(KeyboardInterrupt):
        node.assigned(usb, "standard", tmp_path / "mine.toml", [], out, skipped=_ended)
    found = seen(board, "node")
    assert found.lines == {}
    compared_devices(found)
    left(found, "node")


def _ended() -> bool:
    raise KeyboardInterrupt


def test_what_a_killed_program_left_on_the_next_command_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux closes its files; kernels of Raspberry Pi leave its outputs as they were driven."""
    board = PiBoard(tmp_path, monkeypatch)
    devices = pi_devices(board.config)
    devices.readers["pad blue"].switch_on()
    board.killed()
    (row,) = [row for row in rows("What is on afterwards") if row["after"] == "a program that was killed"]
    assert row["chips on the Pi's SPI"] == "not in reset"
    assert (board.in_reset(), board.fields_on(), board.open) == (False, ["pad blue"], [])
    tuned(board, tmp_path, "pad red")
    assert (board.in_reset(), board.fields_on()) == (True, [])
    assert devices.buttons is not None  # kept to here: gpiozero gives back what nobody knows any more
