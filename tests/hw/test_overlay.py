"""Overlays: dtc compiles them without a word, and what it made selects the chips that the netlist selects."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from signifer_firmware.config.entries import ButtonConfig
from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.system.overlay import config_lines, overlay, overlay_name
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.header import pin_of
from signifer_firmware.wiring_guide.parts import EXPANDER, HEADER, End
from signifer_hw.table_top.plan import plan
from signifer_hw.tables import design

from tests.conftest import MissingTool

WITH_SPI = ("standard", "single", "direct", "stock")


@pytest.fixture(scope="module")
def dtc(missing_tool_of_module: type[MissingTool]) -> str:
    found = shutil.which("dtc")
    if found is None:
        missing_tool_of_module("dtc (Debian: device-tree-compiler)")
    assert found is not None
    return found


def few_readers() -> TableConfig:
    """Four readers' worth of pins on the header: the direct table without its column buttons."""
    table = load_table("direct")
    return table.model_copy(update={"buttons": table.buttons[:3], "name": "Few & far"})


def compiled(dtc: str, source: str, folder: Path) -> str:
    """The overlay as dtc understood it: compiled, and written out again."""
    (folder / "in.dts").write_text(source)
    for arguments in (
        ["-@", "-I", "dts", "-O", "dtb", "-o", "out.dtbo", "in.dts"],
        ["-I", "dtb", "-O", "dts", "-o", "back.dts", "out.dtbo"],
    ):
        ran = subprocess.run([dtc, *arguments], cwd=folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == "" or arguments[0] == "-I", ran.stderr
    return (folder / "back.dts").read_text()


def cells(tree: str, key: str) -> list[int]:
    found = re.search(rf"{re.escape(key)} = <([^>]*)>;", tree)
    assert found, key
    return [int(cell, 0) for cell in found[1].split()]


def selected(tree: str) -> list[tuple[str, int]]:
    """cs-gpios as compiled: which controller, and which of its pins; all active low."""
    flat = cells(tree, "cs-gpios")
    fixups = re.search(r"gpio = (.*?);", tree[tree.index("__fixups__") :])
    assert fixups
    outside = {int(place) // 12 for place in re.findall(r"cs-gpios:(\d+)", fixups[1])}
    assert flat[2::3] == [1] * (len(flat) // 3)
    return [("gpio" if place in outside else EXPANDER, pin) for place, pin in enumerate(flat[1::3])]


@pytest.mark.parametrize("table", [*map(load_table, WITH_SPI), few_readers()], ids=lambda table: table.name)
def test_an_overlay_compiles_and_selects_as_the_wires_do(
    dtc: str, tmp_path: Path, table: TableConfig
) -> None:
    source = overlay(table)
    assert source is not None
    tree = compiled(dtc, source, tmp_path)
    wires = {wire.net: wire.start for wire in connections(table) if wire.net.startswith("CS")}
    expected = []
    for number in range(len(wires)):
        start = wires[f"CS{number}"]
        if start.part == HEADER:
            bcm = next(bcm for bcm in range(28) if pin_of(bcm) == int(start.pin))
            expected.append(("gpio", bcm))
        else:
            expected.append((EXPANDER, "AB".index(start.pin[2]) * 8 + int(start.pin[3])))
    assert selected(tree) == expected
    on_header = [pin for where, pin in expected if where == "gpio"]
    assert cells(tree, "brcm,pins") == on_header
    assert cells(tree, "brcm,function") == [1] * len(on_header)
    assert cells(tree, "brcm,pull") == [2] * len(on_header)
    devices = {int(found, 16) for found in re.findall(r"spidev@([0-9a-f]+) {", tree)}
    numbers = {reader.spi[1] for reader in table.readers if reader.driver != "node"}
    assert devices == numbers - {0, 1}
    assert ("mcp23017" in tree) == (EXPANDER in {start.part for start in wires.values()})


@pytest.mark.parametrize("name", ["standard", "direct"])
def test_the_kept_overlay_selects_as_the_netlist_does(dtc: str, tmp_path: Path, name: str) -> None:
    folder = Path(__file__).parents[2] / "hw" / "overlays"
    tree = compiled(dtc, (folder / f"signifer-{name}.dts").read_text(), tmp_path)
    main = design(name).main
    for number, (where, pin) in enumerate(selected(tree)):
        end = (
            End(HEADER, str(pin_of(pin)))
            if where == "gpio"
            else End(EXPANDER, f"GP{'AB'[pin // 8]}{pin % 8}")
        )
        assert main.net_of(end) == f"CS{number}"


# What of a Pi's own tree the overlay speaks of, with its default selects and devices.
BASE = """/dts-v1/;
/ {
	gpio: gpio {
		phandle = <7>;
		#gpio-cells = <2>;
		gpio-controller;
		spi0_cs_pins: spi0_cs_pins { brcm,pins = <8 7>; brcm,function = <1>; };
	};
	i2c_arm: i2c { #address-cells = <1>; #size-cells = <0>; status = "disabled"; };
	spi0: spi {
		#address-cells = <1>;
		#size-cells = <0>;
		cs-gpios = <&gpio 8 1>, <&gpio 7 1>;
		status = "disabled";
		spidev@0 { compatible = "spidev"; reg = <0>; };
		spidev@1 { compatible = "spidev"; reg = <1>; };
	};
};
"""


@pytest.mark.parametrize("name", ["standard", "direct"])
def test_laid_over_a_tree_it_replaces_the_default_selects(dtc: str, tmp_path: Path, name: str) -> None:
    source = overlay(load_table(name))
    assert source is not None
    (tmp_path / "base.dts").write_text(BASE)
    (tmp_path / "over.dts").write_text(source)
    tools = Path(dtc).parent
    for command in (
        [dtc, "-q", "-@", "-O", "dtb", "-o", "base.dtb", "base.dts"],
        [dtc, "-q", "-@", "-O", "dtb", "-o", "over.dtbo", "over.dts"],
        [str(tools / "fdtoverlay"), "-i", "base.dtb", "-o", "both.dtb", "over.dtbo"],
        [dtc, "-q", "-I", "dtb", "-O", "dts", "-o", "both.dts", "both.dtb"],
    ):
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    tree = (tmp_path / "both.dts").read_text()
    spi = tree[tree.index("\tspi {") :]
    flat = cells(spi, "cs-gpios")
    count = {"standard": 2, "direct": 12}[name]
    assert len(flat) == 3 * count
    assert flat[:6] == [7, 8, 1, 7, 7, 1]
    assert flat[7::3] == list(range(count - 2))
    if count > 2:
        expander = tree[tree.index("gpio@20 {") :]
        assert {*flat[6::3]} == {cells(expander, "phandle")[0]}
    assert 'status = "okay"' in spi
    assert sorted(int(found, 16) for found in re.findall(r"spidev@([0-9a-f]+) {", spi)) == list(range(count))


def test_a_table_without_readers_on_spi_needs_no_overlay() -> None:
    assert overlay(load_table("starter")) is None
    assert not [line for line in config_lines(load_table("starter")) if "spi" in line or "signifer" in line]


@pytest.mark.parametrize("name", BUNDLED)
def test_the_lines_of_config_txt_are_those_of_the_table(name: str) -> None:
    table = load_table(name)
    lines = config_lines(table)
    if not table.has_lines:
        assert lines == ()  # nothing hangs on the header of a Pi, if it is one
        return
    # Without base=: numbers that are free differ between boards.
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70" in lines
    assert "dtparam=i2c_arm_baudrate=400000" in lines
    assert ("dtparam=spi=on" in lines) == (f"dtoverlay={overlay_name(table)}" in lines) == (name in WITH_SPI)
    assert len(set(lines)) == len(lines)
    taken = table.model_copy(update={"buttons": (ButtonConfig(name="dice", gpio=26),)})
    assert not [line for line in config_lines(taken) if "shutdown" in line]


def test_a_strange_name_stays_a_file_name() -> None:
    table = few_readers()
    assert overlay_name(table) == "signifer-few---far"
    assert overlay_name(table.model_copy(update={"name": "../../x\n*/"})) == "signifer-x"
    source = overlay(table.model_copy(update={"name": "a\nb"}))
    assert source is not None
    assert source.startswith("// The chip selects of the table a?b,")


@pytest.mark.parametrize("name", ["standard", "starter", "handy"])
def test_wires_reach_as_far_as_the_table_top_needs(name: str) -> None:
    table = load_table(name)
    wires = connections(table)
    for lead in plan(table).leads:
        lengths = {
            wire.length_mm for wire in wires if f"reader {lead.reader}" in (wire.start.part, wire.end.part)
        }
        assert len(lengths) == 1
        assert lead.length <= lengths.pop() <= lead.most
