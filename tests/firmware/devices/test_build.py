"""Wiring: devices are built by choice; what is missing is named, never replaced in silence."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image
from signifer_core.errors import ConfigError, DriverError
from signifer_core.layout import Zone
from signifer_drivers.io import i2c
from signifer_drivers.io.screens import image_of
from signifer_drivers.node import serial
from signifer_drivers.node.serial import RASPBERRY_PI
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.readers.faults import NODE_AWAY, ReaderError
from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.config.entries import I2cConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.devices import build, linux
from signifer_firmware.devices.build import (
    MonotonicClock,
    _pi_nodes,
    _pi_reader,
    one_pi_reader,
    pi_devices,
    virtual_devices,
)
from signifer_firmware.devices.linux import Board, with_its_board
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.system.pi_files import PiFiles
from smbus2 import i2c_msg


def test_virtual_hands_know_how_long_to_hold_also_after_it_was_changed() -> None:
    config = load_table("standard")
    table = VirtualTable(config, seed=1)
    buttons = virtual_devices(config, table).buttons
    assert table.fingers.hold_us() == config.timing.hold_ms * 1000
    buttons.hold_us = 2_000_000
    assert table.fingers.hold_us() == 2_000_000
    buttons.close()


@pytest.mark.parametrize("name", ["standard", "starter", "double", "direct", "handy"])
def test_a_virtual_table_has_every_part_of_its_file(name: str) -> None:
    config = load_table(name)
    devices = virtual_devices(config, VirtualTable(config, seed=1))
    assert set(devices.readers) == {reader.name for reader in config.readers}
    assert set(devices.nodes) == {node.name for node in config.nodes}
    assert set(devices.screens) == {screen.place for screen in config.screens}
    devices.buttons.close()


def test_where_a_reader_of_a_node_is_left_out_none_is_soldered_on() -> None:
    config = load_table("double")
    left = tuple(reader for reader in config.readers if reader.chip_select != 1)
    table = VirtualTable(config.model_copy(update={"readers": left}), seed=1)
    assert set(table.readers) == {reader.name for reader in left}


def test_the_virtual_reset_line_sets_every_chip_back_that_has_a_supply() -> None:
    config = load_table("direct")
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    for reader in devices.readers.values():
        reader.switch_on()
    assert devices.pull_reader_reset is not None
    devices.pull_reader_reset()
    assert all(twin.field.powered_us is None for twin in table.readers.values())
    reader = devices.readers["3 red"]
    reader.lost()
    reader.switch_on()
    devices.buttons.close()


def test_what_nobody_drives_yet_is_as_a_pi_leaves_it() -> None:
    """GPIO 4 is pulled up as a Pi starts, GPIO 25 down."""
    table = VirtualTable(load_table("direct"), seed=1)
    assert not table.multiplexer.in_reset
    assert all(twin.port.in_reset for twin in table.readers.values())


def test_each_node_resets_its_own_readers() -> None:
    config = load_table("starter")
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    reader = devices.readers["3"]

    reader.visit()
    node = devices.nodes["columns"]
    node.grant([(2, ())])
    table.clock.advance(3_000)
    node.step()
    assert table.nodes["columns"].fields_on == [2]
    for other in (*devices.readers.values(),):
        other.lost()
    table.clock.advance(50_000)
    node.step()
    table.clock.advance(50_000)
    node.step()
    assert table.nodes["columns"].fields_on == []
    devices.buttons.close()


def test_a_node_has_the_number_of_its_file_or_one_of_the_seed() -> None:
    config = load_table("standard")
    nodes = VirtualTable(config, seed=1).nodes
    assert len({node.serial for node in nodes.values()}) == 5
    assert nodes["column 2"].serial == VirtualTable(config, seed=1).nodes["column 2"].serial
    named = [
        node.model_copy(update={"serial": "E6614103E7174A2C"}) if node.name == "column 2" else node
        for node in config.nodes
    ]
    mine = VirtualTable(config.model_copy(update={"nodes": tuple(named)}), seed=1).nodes
    assert mine["column 2"].serial == bytes.fromhex("e6614103e7174a2c")


def test_a_node_that_nobody_has_assigned_is_a_missing_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gate 3 of docs/build.md: `signifer run` with one node of five."""
    config = load_table("standard")
    table = VirtualTable(config, seed=1)
    first = config.nodes[0].model_copy(update={"serial": table.nodes["column 1"].serial.hex()})
    config = config.model_copy(update={"nodes": (first, *config.nodes[1:])})
    monkeypatch.setattr(build, "open_node", table.usb.open)
    monkeypatch.setattr(linux, "device_of", lambda number: "/dev/ttyACM0")
    monkeypatch.setattr(build, "MonotonicClock", lambda: table.clock)
    monkeypatch.setattr(build, "sleep_us", table.clock.advance)
    monkeypatch.setattr(Board, "pins", lambda _: table.pins)
    missing: list[str] = []
    devices = pi_devices(config, missing.append)
    assert [line for line in missing if "node" in line] == [
        f'node "column {number}" has no serial; say: signifer node assign' for number in (2, 3, 4, 5)
    ]
    table.world.put("red/spear-1", Zone("1", "red"))
    assert len(devices.readers["1 red"].visit().uids) == 1
    with pytest.raises(
        ReaderError, match='node "column 2" has no serial; say: signifer node assign'
    ) as caught:
        devices.readers["2 red"].visit()
    assert caught.value.cause == NODE_AWAY
    devices.close()
    alone = next(reader for reader in config.readers if reader.zone == "2 red")
    with pytest.raises(ConfigError, match='node "column 2" has no serial'):
        one_pi_reader(config, alone)


def test_screens_of_a_pi_are_freed_by_the_line_of_their_multiplexer(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_table("standard")
    table = VirtualTable(config, seed=1)
    monkeypatch.setattr(Board, "pins", lambda _: table.pins)
    devices = pi_devices(config, lambda sentence: None)
    table.buses[2].i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
    table.buses[2].fault = "stuck"
    for _ in range(2):
        with pytest.raises(TimeoutError):
            table.buses[0].i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
    assert devices.free_screens is not None
    devices.free_screens("3 red")
    table.buses[0].i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xe3"))
    devices.close()


def test_a_node_that_is_not_plugged_in_is_a_fault_of_its_zones_only(monkeypatch: pytest.MonkeyPatch) -> None:
    config = load_table("starter")
    node = config.nodes[0].model_copy(update={"serial": "0123456789abcdef"})
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    turns = Turns()
    nodes = _pi_nodes(config.model_copy(update={"nodes": (node,)}), MonotonicClock(), turns)
    reader = _pi_reader(config.readers[2], nodes, MonotonicClock(), Board(config, None), turns)
    with pytest.raises(ReaderError, match="columns, no USB device has its number") as caught:
        reader.switch_on()
    assert caught.value.cause == NODE_AWAY


def test_off_a_pi_the_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(DriverError, match=r"lgpio is missing.*virtual table"):
        pi_devices(load_table("standard"))


def test_a_line_that_another_program_has_is_named(
    pi: MockFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`signifer tune --pi` while the service runs: lgpio has an error of its own for it."""
    make = pi.pin

    def pin(name: int, *args: object, **kwargs: object) -> object:
        if name in (4, 25):
            raise sys.modules["lgpio"].error("GPIO busy")
        return make(name, *args, **kwargs)

    monkeypatch.setattr(pi, "pin", pin)
    config = load_table("direct")
    for reader in config.readers[:2]:
        with pytest.raises(DriverError, match="GPIO 25 cannot be had: GPIO busy"):
            one_pi_reader(config, reader)
    missing: list[str] = []
    board = Board(config, missing.append, tmp_path)
    assert (board.reader_reset(), board.multiplexer()) == (None, None)
    assert missing == [f"GPIO {line} cannot be had: GPIO busy" for line in (25, 4)]
    board.close()


def test_chips_have_the_time_to_start_once_their_line_is_high(
    pi: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[tuple[float, bool]] = []
    monkeypatch.setattr(
        "signifer_firmware.devices.linux.time.sleep", lambda s: slept.append((s, bool(pi.pin(25).state)))
    )
    board = Board(load_table("direct"), None)
    for _ in range(2):
        board.reader_reset()
    assert slept == [(0.05, True)]
    board.close()


def test_two_tables_of_one_seed_are_the_same_and_of_another_differ() -> None:
    config = load_table("standard")

    def uids(seed: int) -> list[bytes]:
        world = VirtualTable(config, seed).world
        return [world.tag(card).uid for card in ("red/spear-1", "blue/pike-1", "tag/1")]

    assert uids(1) == uids(1)
    assert not set(uids(1)) & set(uids(2))


def test_screens_of_a_pi_4_are_never_looked_for_at_its_hdmi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with a table of before, which names a base that a Pi 4 has taken (its device tree has i2c-20 and i2c-21)."""
    opened: list[int] = []

    def smbus(number: int) -> object:
        opened.append(number)
        return object()

    monkeypatch.setattr(i2c, "SMBus", smbus)
    config = load_table("standard").model_copy(update={"i2c": I2cConfig(bus_base=20)})
    board = Board(config, None, PiFiles(tmp_path, config).root)
    for screen in config.screens:
        board.i2c_bus(screen).open()
    assert opened == list(range(22, 29))


def test_a_table_that_is_the_page_asks_for_no_line_of_a_pi(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A computer without GPIO, I2C and the package for them serves it; what is missing is its node."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    missing: list[str] = []
    devices = pi_devices(load_table("handy"), missing.append)
    assert missing == ['node "columns": no board is on USB; plug it in']
    assert set(devices.screens) == {screen.place for screen in load_table("handy").screens}
    assert devices.lines == ()
    assert devices.buzzer is None
    assert devices.free_screens is None
    devices.buttons.touch("ok red", down=True)
    devices.close()


def test_the_only_node_of_a_table_is_the_only_board_on_usb(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a card of the image nobody can say `signifer node assign`."""
    config = load_table("handy")
    table = VirtualTable(config, seed=1)
    (twin,) = table.nodes.values()
    plugged = [SimpleNamespace(device="/dev/ttyACM0", vid=RASPBERRY_PI, serial_number=twin.serial.hex())]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    monkeypatch.setattr(serial, "SerialStream", lambda device: twin.open())
    monkeypatch.setattr(build, "MonotonicClock", lambda: table.clock)
    monkeypatch.setattr(build, "sleep_us", table.clock.advance)
    missing: list[str] = []
    devices = pi_devices(config, missing.append)
    assert missing == []
    table.world.put("red/spear-1", Zone("3", "red"))
    assert len(devices.readers["3"].visit().uids) == 1
    devices.close()
    assert with_its_board(config).nodes[0].number == twin.serial
    assert with_its_board(load_table("standard")) == load_table("standard")
    plugged *= 2
    pi_devices(config, missing.append).close()
    assert missing == [
        'node "columns": 2 boards are on USB, and it has no serial; pull the others, or say: signifer node assign'
    ]
    assert with_its_board(config) == config


WITHOUT_GPIO = """
import sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("lgpio", "RPi", "pigpio", "rpi_lgpio", "spidev", "mfrc522"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
import signifer_firmware.cli.main, signifer_firmware.service.run, signifer_firmware.nodes.assign
import signifer_firmware.doctor.run, signifer_firmware.web.live_table, signifer_drivers.node.serial
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import pi_devices

missing = []
devices = pi_devices(load_table("handy"), missing.append)
print(missing, len(devices.readers), len(devices.screens))
devices.close()
"""


def test_it_begins_where_no_package_of_gpio_can_be_imported() -> None:
    """As `signifer[usb]` is installed on a laptop: none of it is loaded on the way."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_GPIO], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "['node \"columns\": no board is on USB; plug it in'] 5 12\n"


def test_a_press_on_the_page_is_one_of_the_table_s_own() -> None:
    config = load_table("handy")
    table = VirtualTable(config, seed=1)
    buttons = virtual_devices(config, table).buttons
    edges: list[str] = []
    buttons.on_edge = lambda: edges.append("edge")
    table.fingers.press("column 3 blue")
    while table.fingers.busy:
        table.clock.advance(10_000)
        table.fingers.step(table.clock.now_us)
        buttons.step(table.clock.now_us)
    (gesture,) = buttons.take()
    assert (gesture.kind, gesture.buttons) == ("press", ("column 3 blue",))
    assert len(edges) == 2  # one down, one up: nothing bounces
    with pytest.raises(KeyError):
        buttons.touch("ok green", down=True)


def test_a_screen_of_the_page_shows_what_it_is_given_until_the_table_is_off() -> None:
    config = load_table("handy")
    table = VirtualTable(config, seed=1)
    devices = virtual_devices(config, table)
    picture = Image.new("1", (128, 64))
    picture.paste(1, (3, 5, 40, 20))
    screen = devices.screens["red"]
    screen.begin()
    assert screen.show(picture) == 0
    screen.darken()
    assert table.image("red").tobytes() == picture.tobytes()
    assert image_of(screen.held).tobytes() == picture.tobytes()
    table.power_cut()
    assert table.image("red").getbbox() is None
    screen.show(picture)
    devices.close()
    assert table.image("red").getbbox() is None
    with pytest.raises(ValueError, match="128x64"):
        screen.show(Image.new("L", (128, 64)))


def test_edges_at_a_board_count_from_when_its_kernel_has_seen_them(
    pi: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python hears of both only when the finger has left."""
    clock = VirtualClock()
    monkeypatch.setattr("signifer_firmware.devices.build.MonotonicClock", lambda: clock)
    config = load_table("direct")
    missing: list[str] = []
    pin = pi.pin(config.pins["ok red"])
    pin.drive_high()
    buttons = pi_devices(config, missing.append).buttons
    clock.advance(60_000)
    for ago_s, level in ((0.05, True), (0.01, False)):
        pin._change_state(not level)
        pin._last_change = time.monotonic() - ago_s
        pin._call_when_changed()
    for later_us in (100_000, 200_000):
        buttons.step(clock.now_us + later_us)
    assert [gesture.kind for gesture in buttons.take()] == ["press"]
    buttons.close()
