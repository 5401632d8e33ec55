"""The files by which the boards start: firmware, config.txt, device trees in which the header of a table is ready."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from signifer_drivers.io.multiplexer import MUX_ADDRESS
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.system.overlay import FAST_I2C_HZ, MOST_SPI_HZ, config_lines
from signifer_firmware.wiring_guide.header import SHUTDOWN, chip_selects, has_shutdown

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


def _shutdown(table: TableConfig, gpio: str, pull: str) -> str:
    """The button that switches the Pi off, as the overlay gpio-shutdown has it: KEY_POWER, at which logind does so."""
    if not has_shutdown(table):
        return ""
    return f"""\

&{gpio} {{
	signifer_shutdown: signifer-shutdown-state {{
		{pull}
	}};
}};

&{{/}} {{
	signifer-shutdown {{
		compatible = "gpio-keys";
		pinctrl-names = "default";
		pinctrl-0 = <&signifer_shutdown>;

		button {{
			label = "shutdown";
			linux,code = <116>;
			gpios = <&{gpio} {SHUTDOWN} 1>;
			debounce-interval = <100>;
		}};
	}};
}};
"""


def five_header(table: TableConfig) -> str:
    """The same for a Pi 5: its labels are others, and Linux 7.3 describes no SPI of it yet."""
    pull = f'function = "gpio";\n\t\tpins = "gpio{SHUTDOWN}";\n\t\tbias-pull-up;'
    return f"""\
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
{_shutdown(table, "rp1_gpio", pull)}"""


def header(table: TableConfig) -> str:
    """An overlay for Linux's own device trees: SPI0 and its chip selects, I2C1 at full speed with the multiplexer,
    the button that switches the Pi off."""
    pull = f"brcm,pins = <{SHUTDOWN}>;\n\t\tbrcm,function = <0>;\n\t\tbrcm,pull = <2>;"
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
{_shutdown(table, "gpio", pull)}"""


def lay(recipe: Recipe, newer: Path, kernel: str, slot: Path, build: str, work: Path) -> None:
    """Into the folder of a slot, all but its initrd and its root."""
    modules = newer / "usr/lib/modules" / kernel
    # The firmware unpacks a kernel that is packed by gzip.
    (slot / "vmlinuz").write_bytes(gzip.compress((modules / "vmlinuz").read_bytes(), 9, mtime=0))
    for name in FIRMWARE:
        shutil.copyfile(newer / "usr/lib/raspi-firmware" / name, slot / name)
    table = load_table(recipe["header"])
    for name, text, trees in (
        ("older", header(table), dict(zip(OLDER, OLDER, strict=True))),
        ("five", five_header(table), FIVE),
    ):
        source, compiled = work / f"header-{name}.dts", work / f"header-{name}.dtbo"
        source.write_text(text, encoding="utf-8")
        run("dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", compiled, source)
        for linux, asked in trees.items():
            tree = modules / "dtb/broadcom" / f"{linux}.dtb"
            run("fdtoverlay", "-i", tree, "-o", slot / f"{asked}.dtb", compiled)
    (slot / "config.txt").write_text(config(table), encoding="utf-8")
    (slot / "cmdline.txt").write_text(CMDLINE.format(build=build), encoding="utf-8")
    (slot / "build").write_text(f"{build}\n", encoding="ascii")
