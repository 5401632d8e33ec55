"""What a column node on an emulated chip needs beside emulator and firmware: its flash, its pipes, what is missing."""

from __future__ import annotations

import ast
import io
import struct
from pathlib import Path

import pytest
from signifer_drivers.portable import registers as r
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522 import PlainMfrc522
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_node import RESET
from typer.testing import CliRunner

from benchmarks import __main__ as command
from benchmarks.figures import MissingPeerError
from benchmarks.silicon import bridge, flash
from tests.conftest import MissingTool

ROOT = Path(__file__).parents[2]


def uf2(address: int, data: bytes, flags: int = 0x2000) -> bytes:
    head = struct.pack("<8I", flash.UF2_START, flash.UF2_SECOND, flags, address, len(data), 0, 1, 0)
    return head + data.ljust(flash.UF2_DATA, b"\0") + struct.pack("<I", flash.UF2_END)


def test_a_uf2_is_laid_where_its_blocks_say() -> None:
    blocks = uf2(0x10000100, b"late" * 64) + uf2(0x10000000, b"soon" * 64) + uf2(0, b"note" * 64, 0x2001)
    assert flash.firmware_image(blocks) == b"soon" * 64 + b"late" * 64
    assert flash.firmware_image(b"plain bytes") == b"plain bytes"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (uf2(0x20000000, b"1234"), "another board"),
        (uf2(0x10000000, b"1234")[:-4] + b"1234", "damaged"),
        (uf2(0x10000000, b"1234")[:-1], "ends within"),
        (bytes(flash.FILES_AT + 1), "there is room for"),
    ],
)
def test_a_firmware_that_is_none_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        flash.firmware_image(data)


def test_files_are_found_again_in_their_image(missing_tool: type[MissingTool]) -> None:
    try:
        from littlefs import LittleFS
    except ImportError:
        missing_tool("littlefs-python")
    files = {"main.py": b"print(1)\n", "a/b/__init__.py": b"", "a/b/c.py": b"x" * 10_000}
    image = flash.files_image(files)
    assert len(image) == 1408 * 1024
    system = LittleFS(block_size=flash.BLOCK_BYTES, block_count=352, mount=False)
    system.context.buffer = bytearray(image)
    system.mount()
    found = {}
    for path in files:
        with system.open(path, "rb") as file:
            found[path] = file.read()
    assert found == files


def test_a_boot_rom_is_read_as_bytes_and_as_words(tmp_path: Path) -> None:
    rom = struct.pack("<5I", 0x20041F00, 0xEF, 0x35, 0x31, 0x0201754D).ljust(flash.ROM_BYTES, b"\0")
    (tmp_path / "rom.bin").write_bytes(rom)
    (tmp_path / "rom.ts").write_text("const rom = [\n  0x20041f00, 0x000000ef, 0x35,\n 0x31, 0x0201754d];\n")
    assert flash.boot_rom(tmp_path / "rom.bin") == flash.boot_rom(tmp_path / "rom.ts") == rom
    (tmp_path / "other").write_text("nothing")
    with pytest.raises(ValueError, match="no boot ROM"):
        flash.boot_rom(tmp_path / "other")


def test_the_pins_are_those_of_the_board() -> None:
    """The board's file cannot be imported: it has the hardware of MicroPython."""
    tree = ast.parse((ROOT / "firmware" / "node" / "signifer_node" / "rp2040.py").read_text())
    values = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "SELECTS"
    }
    assert values | {"RESET": RESET} == {"SELECTS": bridge.SELECTS, "RESET": bridge.RESET}


class Bench:
    """A pipe whose other end was written down beforehand."""

    def __init__(self, *frames: tuple[bytes, float, bytes]) -> None:
        self.clock = VirtualClock()
        bus = VirtualSpiBus(self.clock, ioctl_us=0, byte_us=0)
        self.port = VirtualSpiPort(bus, PlainMfrc522(self.clock, Field()))
        come = b"".join(kind + struct.pack("<dH", us, len(data)) + data for kind, us, data in frames)
        self.to = io.BytesIO()
        self.pipe = bridge.Pipe(self.to, io.BytesIO(come), bridge.Readers(self.clock, [self.port]))


DONE = (b"D", 900.0, struct.pack("<5d", 1, 2, 3, 200e6, 4))


def address(register: int) -> bytes:
    return bytes((0x80 | register << 1,))


def test_frames_reach_the_readers_twin_in_its_time() -> None:
    bench = Bench(
        (b"P", 10.0, b"\1"),
        (b"S", 20.5, b"\0" + bytes((r.TReloadRegL << 1, 0x5A))),
        (b"R", 30.0, b"\0" + address(r.TReloadRegL)),
        (b"R", 40.0, b"\0" + address(r.VersionReg)),
        (b"R", 50.0, b"\4" + address(r.VersionReg)),
        (b"U", 60.0, b"hello"),
        DONE,
    )
    bench.pipe.write(b"token")
    assert bench.pipe.run(900.0) == [(60.0, b"hello")]
    sent = b"W\5\0token" + b"G" + struct.pack("<d", 900.0)
    assert bench.to.getvalue() == sent + bytes((0x5A, 0x92, 0xFF)), (
        "the last chip select has nothing behind it"
    )
    assert (bench.clock.now_us, bench.pipe.now_us) == (50, 900.0)
    assert bench.pipe.counts == bridge.Counts(1, 2, 3, 200e6, 4)


def test_the_reset_line_silences_the_readers() -> None:
    bench = Bench((b"P", 10.0, b"\0"), (b"R", 30.0, b"\0" + address(r.VersionReg)), DONE)
    bench.pipe.run(900.0)
    assert bench.to.getvalue()[-1] == 0xFF


def test_a_board_that_bites_or_ends_is_told() -> None:
    with pytest.raises(bridge.EmulatorError, match=r"watchdog has bitten at 2\.5"):
        Bench((b"B", 2_500_000.0, b"")).pipe.run(1.0)
    with pytest.raises(bridge.EmulatorError, match="has ended"):
        Bench().pipe.run(1.0)


def test_without_a_firmware_or_an_emulator_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = CliRunner().invoke(command.app(), ["--quick", "--only", "silicon"])
    assert done.exit_code == 2
    monkeypatch.setattr(bridge, "RP2040JS", tmp_path / "nothing")
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/node")
    assert "npm ci --prefix benchmarks/silicon" in (bridge.missing() or "")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "Node.js is missing" in (bridge.missing() or "")
    monkeypatch.setattr(flash, "shipped_boot_rom", lambda: None)
    with pytest.raises(MissingPeerError, match="--bootrom FILE"):
        flash.boot_rom(None)
