"""The files by which the boards start: firmware, config.txt, device trees in which the header of a table is ready."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from signifer_drivers.io.multiplexer import MUX_ADDRESS
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.system.overlay import FAST_I2C_HZ, MOST_SPI_HZ, config_lines
from signifer_firmware.wiring_guide.header import chip_selects

from .recipe import Recipe, run

# Raspberry Pi 3, 3+, Zero 2 W, 4, 400; 5 in both of its steppings.
OLDER = (
    "bcm2837-rpi-3-b",
    "bcm2837-rpi-3-b-plus",
    "bcm2837-rpi-3-a-plus",
    "bcm2837-rpi-zero-2-w",
    "bcm2711-rpi-4-b",
    "bcm2711-rpi-400",
)
# Of the later stepping the firmware asks for another name than Linux has for it.
FIVE = {"bcm2712-rpi-5-b": "bcm2712-rpi-5-b", "bcm2712-d-rpi-5-b": "bcm2712d0-rpi-5-b"}
FIRMWARE = ("start.elf", "fixup.dat", "start4.elf", "fixup4.dat")
FIRST = "bootcode.bin"
# Its partition is the one that holds root.squashfs; a kernel that stops is restarted, and goes back if it was on trial.
# Damage to the partition of data is mended without a question, which would wait for a keyboard.
CMDLINE = (
    "console=tty1 console=serial0,115200 signifer.build={build} panic=10 oops=panic fsck.repair=yes quiet\n"
)
# Linux refuses "spidev" itself in a device tree; this chip is one of those for which it makes such a device.
SPIDEV = "rohm,dh2228fv"


def config(table: TableConfig) -> str:
    """config.txt of a slot. It sets pins before Linux does: readers stay in reset until a program wakes them."""
    pins = "".join(f"{line}\n" for line in config_lines(table) if line.startswith("gpio="))
    return (
        "# Of one slot of Signifer's card image, and replaced by its updates (docs/image.md).\n"
        "[all]\narm_64bit=1\nupstream_kernel=1\nkernel=vmlinuz\ninitramfs initrd.img followkernel\n"
        f"enable_uart=1\ndisable_splash=1\n{pins}[pi5]\nos_check=0\n"
    )


_MUX = f"""\
	clock-frequency = <{FAST_I2C_HZ}>;
	status = "okay";
	#address-cells = <1>;
	#size-cells = <0>;

	i2c-mux@{MUX_ADDRESS:x} {{
		compatible = "nxp,pca9548";
		reg = <{MUX_ADDRESS:#x}>;
		#address-cells = <1>;
		#size-cells = <0>;
	}};
"""
# Its labels are others, and Linux 7.3 describes no SPI of it yet.
FIVE_HEADER = f"""\
/dts-v1/;
/plugin/;

&rp1_gpio {{
	signifer_i2c1: signifer-i2c1-state {{
		function = "i2c1";
		pins = "gpio2", "gpio3";
		bias-pull-up;
	}};
}};

&rp1_i2c1 {{
	pinctrl-names = "default";
	pinctrl-0 = <&signifer_i2c1>;
{_MUX}}};
"""


def header(table: TableConfig) -> str:
    """An overlay for Linux's own device trees: SPI0 and its chip selects, I2C1 at full speed with the multiplexer."""
    pins = [pin for pin in chip_selects(table).values() if pin is not None]
    devices = "".join(
        f'''
	spidev@{number} {{
		compatible = "{SPIDEV}";
		reg = <{number}>;
		spi-max-frequency = <{MOST_SPI_HZ}>;
	}};
'''
        for number in range(len(pins))
    )
    return f"""\
/dts-v1/;
/plugin/;

&gpio {{
	signifer_selects: signifer-selects {{
		brcm,pins = <{" ".join(map(str, pins))}>;
		brcm,function = <1>;
		brcm,pull = <{" ".join(["2"] * len(pins))}>;
	}};
	signifer_spi: signifer-spi {{
		brcm,pins = <9 10 11>;
		brcm,function = <4>;
	}};
	signifer_i2c: signifer-i2c {{
		brcm,pins = <2 3>;
		brcm,function = <4>;
	}};
}};

&spi {{
	pinctrl-names = "default";
	pinctrl-0 = <&signifer_spi &signifer_selects>;
	cs-gpios = {", ".join(f"<&gpio {pin} 1>" for pin in pins)};
	status = "okay";
	#address-cells = <1>;
	#size-cells = <0>;
{devices}}};

&i2c1 {{
	pinctrl-names = "default";
	pinctrl-0 = <&signifer_i2c>;
{_MUX}}};
"""


def lay(recipe: Recipe, newer: Path, kernel: str, slot: Path, build: str, work: Path) -> None:
    """Into the folder of a slot, all but its initrd and its root."""
    modules = newer / "usr/lib/modules" / kernel
    # The firmware unpacks a kernel that is packed by gzip.
    (slot / "vmlinuz").write_bytes(gzip.compress((modules / "vmlinuz").read_bytes(), 9, mtime=0))
    for name in FIRMWARE:
        shutil.copyfile(newer / "usr/lib/raspi-firmware" / name, slot / name)
    older = header(load_table(recipe["header"]))
    for name, text, trees in (
        ("older", older, dict(zip(OLDER, OLDER, strict=True))),
        ("five", FIVE_HEADER, FIVE),
    ):
        source, compiled = work / f"header-{name}.dts", work / f"header-{name}.dtbo"
        source.write_text(text, encoding="utf-8")
        run("dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", compiled, source)
        for linux, asked in trees.items():
            tree = modules / "dtb/broadcom" / f"{linux}.dtb"
            run("fdtoverlay", "-i", tree, "-o", slot / f"{asked}.dtb", compiled)
    (slot / "config.txt").write_text(config(load_table(recipe["header"])), encoding="utf-8")
    (slot / "cmdline.txt").write_text(CMDLINE.format(build=build), encoding="utf-8")
    (slot / "build").write_text(f"{build}\n", encoding="ascii")
