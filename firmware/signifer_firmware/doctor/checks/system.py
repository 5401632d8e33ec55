"""Checks of the computer: which one it is, what Linux has switched on, and who may use it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from signifer_drivers.io.multiplexer import CHANNELS, DEVICE

from signifer_firmware.config.entries import NODE, STOCK
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped
from signifer_firmware.system.facts import Facts, overlays, setting, whole
from signifer_firmware.system.overlay import MUX_LINE

SYSTEM, DEVICES = "computer", "devices"
LEAST_PYTHON = (3, 11)
LEAST_DEBIAN = 12
MODELS = ("Raspberry Pi 3", "Raspberry Pi 4", "Raspberry Pi 5", "Raspberry Pi Zero 2", "Compute Module")
GPIO_CHIPS = ("dev/gpiochip0", "dev/gpiochip4")
FAST_I2C_HZ = 400_000
SETUP = "sudo signifer setup"
REBOOT = "sudo reboot"
READ_WRITE_GROUP = 0o060
# What gpiozero needs to find out on a Pi 5 (docs/doctor.md, packages).
LEAST_GPIOZERO = "2.0.1.post3"

# Names of checks that others need.
COMPUTER, PACKAGES, SPI, I2C, GPIO = "computer", "packages", "spi", "i2c", "gpio"
SELECTS, MUX = "chip selects", "mux overlay"
USERS = {"spi": "group spi", "i2c": "group i2c", "gpio": "group gpio", "dialout": "group dialout"}


class SystemChecks:
    """What ``config`` needs of the computer behind ``facts``, the extra ``packages`` among it."""

    def __init__(self, config: TableConfig, facts: Facts, packages: tuple[str, ...]) -> None:
        self._config = config
        self._facts = facts
        self._packages = packages
        self.spi_devices = tuple(reader.spi_device for reader in config.readers if reader.driver != NODE)
        self.channels = tuple(sorted({screen.i2c_channel for screen in config.oleds}))

    def checks(self) -> Iterator[Check]:
        """In order."""
        yield Check(COMPUTER, SYSTEM, self._computer)
        yield Check("python", SYSTEM, self._python)
        yield Check(PACKAGES, SYSTEM, self._have_packages)
        if self.spi_devices:
            yield Check(SPI, SYSTEM, self._spi)
            yield Check(SELECTS, SYSTEM, self._selects, (SPI,))
        if self.channels:
            yield Check(I2C, SYSTEM, self._i2c)
            yield Check("i2c speed", SYSTEM, self._i2c_speed, (I2C,))
            yield Check(MUX, SYSTEM, self._mux, (I2C,))
        if self._config.has_lines:
            yield Check(GPIO, SYSTEM, self._gpio)
        for group, devices, needs in self._groups():
            yield Check(USERS[group], DEVICES, partial(self._may_use, group, devices), needs)

    def _groups(self) -> Iterator[tuple[str, Callable[[], list[str]], tuple[str, ...]]]:
        if self.spi_devices:
            yield "spi", lambda: list(self.spi_devices), (SELECTS,)
        if self.channels:
            yield "i2c", lambda: [f"/dev/{self._bus(channel)}" for channel in self.channels], (MUX,)
        if self._config.has_lines:
            yield "gpio", lambda: ["/" + name for name in GPIO_CHIPS if self._facts.exists(name)], (GPIO,)
        if self._config.nodes:
            yield "dialout", lambda: [f"/dev/{name}" for name in _ports(self._facts)], ()

    def _bus(self, channel: int) -> str:
        """ "i2c-22", "" if Linux has found no such channel."""
        return self._facts.link(f"{DEVICE}/channel-{channel}")

    # The computer

    def _computer(self) -> Result:
        facts, system = self._facts, self._facts.system
        name = system.get("PRETTY_NAME") or "an unknown system"
        model = facts.model
        if not self._config.has_lines:
            return passed(f"{model or 'a computer'}, {name}: all of this table hangs on USB", system=name)
        if not model:
            return failed(
                "no-pi",
                f"{name}; this is no Raspberry Pi",
                "the table hangs on a Raspberry Pi; without one the virtual table needs no hardware",
                "signifer play",
                system=name,
            )
        if not model.startswith(MODELS):
            return failed(
                "old-pi",
                f"{model}, {name}",
                "take a Raspberry Pi 3, 4, 5 or Zero 2 W: others are too slow, or have other lines",
                "signifer play",
                model=model,
            )
        number = whole(system.get("VERSION_ID", "").partition(".")[0])
        if number is not None and number < LEAST_DEBIAN and system.get("ID") in ("debian", "raspbian"):
            return failed(
                "old-system",
                f"{model}, {name}",
                "install Raspberry Pi OS 12 or 13 on a new card (Raspberry Pi Imager)",
                "rpi-imager",
                model=model,
                system=name,
            )
        return passed(f"{model}, {name}", model=model, system=name)

    def _python(self) -> Result:
        found = sys.version.split()[0]
        if sys.version_info[:2] < LEAST_PYTHON:
            return failed(
                "old-python", f"Python {found}", "install Python 3.11 or later", "sudo apt install python3"
            )
        return passed(f"Python {found}, signifer {version('signifer')}", python=found)

    def _have_packages(self) -> Result:
        missing = [name for name in self._packages if find_spec(name) is None]
        if missing:
            debian = [f"python3-{name}" for name in missing if name != "mfrc522"]
            pip = f"{sys.executable} -m pip install 'signifer[stock]'"
            return failed(
                "package-missing",
                f"not installed: {', '.join(missing)}",
                "install it from Raspberry Pi OS; an environment of pipx sees it if it was made with "
                "--system-site-packages (docs/service.md)",
                f"sudo apt install {' '.join(debian)}" if debian else pip,
                missing=missing,
            )
        try:
            gpiozero = version("gpiozero")
        except PackageNotFoundError:
            gpiozero = ""
        if gpiozero and _numbers(gpiozero) < _numbers(LEAST_GPIOZERO):
            return failed(
                "package-old",
                f"gpiozero {gpiozero}",
                f"a Pi 5 needs {LEAST_GPIOZERO} or later",
                f"{sys.executable} -m pip install --upgrade gpiozero",
            )
        return passed(", ".join(self._packages) or "none but those that are always there")

    # What is switched on

    def _spi(self) -> Result:
        facts = self._facts
        buses = sorted({device.removeprefix("/dev/spidev").partition(".")[0] for device in self.spi_devices})
        there = [name for name in facts.names("dev") if name.startswith("spidev")]
        missing = [bus for bus in buses if not any(name.startswith(f"spidev{bus}.") for name in there)]
        if not missing:
            return passed(
                ", ".join(f"/dev/{name}" for name in there) if len(there) < 4 else f"{len(there)} devices"
            )
        wanted = f"/dev/spidev{missing[0]}.*"
        if not facts.model:
            return failed("no-spi", f"no {wanted}: only a Pi has such a bus", "run it on the table's Pi")
        if missing == ["0"] and setting(facts.config(), "spi") == "on":
            return failed(
                "reboot", f"no {wanted}, though {facts.config_name} switches it on", "restart", REBOOT
            )
        return failed(
            "spi-off",
            f"no {wanted}: SPI is switched off",
            f"write dtparam=spi=on into {facts.config_name}, and restart",
            f"{SETUP} && {REBOOT}",
        )

    def _selects(self) -> Result:
        missing = [device for device in self.spi_devices if not self._facts.exists(device)]
        if not missing:
            return passed(f"all {len(self.spi_devices)} that the table names")
        return failed(
            "chip-select-missing",
            f"no {', '.join(missing)}",
            "the overlay of this table's chip selects is not loaded, or another one is (hw/overlays); "
            "without one there are spidev0.0 and spidev0.1",
            f"{SETUP} && {REBOOT}",
            missing=missing,
        )

    def _i2c(self) -> Result:
        facts = self._facts
        if facts.exists("dev/i2c-1"):
            return passed("/dev/i2c-1")
        if not facts.model:
            return failed("no-i2c", "no /dev/i2c-1: only a Pi has such a bus", "run it on the table's Pi")
        if setting(facts.config(), "i2c_arm") == "on":
            if not facts.exists("sys/module/i2c_dev") and not facts.exists("sys/class/i2c-dev"):
                return failed(
                    "i2c-dev",
                    "no /dev/i2c-1: the module i2c-dev is not loaded",
                    "load it at each start",
                    "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev",
                )
            return failed(
                "reboot", f"no /dev/i2c-1, though {facts.config_name} switches it on", "restart", REBOOT
            )
        return failed(
            "i2c-off",
            "no /dev/i2c-1: I2C is switched off",
            f"write dtparam=i2c_arm=on into {facts.config_name}, and restart",
            f"{SETUP} && {REBOOT}",
        )

    def _i2c_speed(self) -> Result:
        raw = self._facts.bytes("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency")
        wanted = whole(setting(self._facts.config(), "i2c_arm_baudrate") or "")
        hz = int.from_bytes((raw or b"")[:4], "big") or wanted or 100_000
        if hz < FAST_I2C_HZ:
            return failed(
                "i2c-slow",
                f"{hz} Hz: a screen takes {9 * 1034 * 1000 // hz} ms, not 23",
                f"write dtparam=i2c_arm_baudrate={FAST_I2C_HZ} into {self._facts.config_name}, and restart",
                f"{SETUP} && {REBOOT}",
                hz=hz,
            )
        return passed(f"{hz} Hz", hz=hz)

    def _mux(self) -> Result:
        facts = self._facts
        again = f"{SETUP} && {REBOOT}"
        named = overlays(facts.config(), "i2c-mux")
        if not facts.exists(DEVICE):
            other = next((found["addr"] for found in named if found.get("addr", "0x70") != "0x70"), "")
            seen = f"the overlay has it at {other}" if other else "no multiplexer at 0x70 is described"
            return failed(
                "mux-overlay", seen, f"write {MUX_LINE} into {facts.config_name}, and restart", again
            )
        buses = [self._bus(channel) for channel in self.channels]
        if not all(buses):
            if taken := self._taken(named):
                base, other = taken
                return failed(
                    "bus-taken",
                    f"base={base} of the overlay asks for {other}, which is another bus of this Pi "
                    f"({facts.text(f'sys/bus/i2c/devices/{other}/name').strip()}): Linux has made no channels",
                    f"take ,base={base} out of that line in {facts.config_name}, and restart",
                    again,
                    taken=other,
                )
            pin = self._config.gpio.mux_reset
            reset = "" if pin is None else f", and its reset line (GPIO {pin}), which has to be high"
            return failed(
                "mux-silent",
                "the multiplexer at 0x70 does not answer: Linux has found no channels",
                f"check its supply, SDA and SCL, that A0 to A2 are at ground{reset}; then restart",
                REBOOT,
            )
        return passed(f"a PCA9548 at 0x70: {_some([f'/dev/{bus}' for bus in buses])}")

    def _taken(self, named: list[dict[str, str]]) -> tuple[int, str] | None:
        """The base of the overlay, and a bus that it asks for and somebody else has."""
        said = [whole(found.get("base", "")) for found in named]
        bases = [base for base in said if base is not None]
        there = {base: [f"i2c-{base + channel}" for channel in CHANNELS] for base in bases}
        return next(
            (
                (base, bus)
                for base, buses in there.items()
                for bus in buses
                if self._facts.exists(f"dev/{bus}")
            ),
            None,
        )

    def _gpio(self) -> Result:
        there = ["/" + name for name in GPIO_CHIPS if self._facts.exists(name)]
        if there:
            return passed(there[0])
        if not self._facts.model:
            return failed("no-gpio", "no /dev/gpiochip0: no lines for buttons", "run it on the table's Pi")
        return failed("no-gpio", "no /dev/gpiochip0", "bring the system up to date", "sudo apt full-upgrade")

    # Who may use it

    def _may_use(self, group: str, devices: Callable[[], list[str]]) -> Result:
        facts, user = self._facts, self._facts.user()
        there = devices()
        if not there:
            return skipped("nothing of that kind is there")
        missing = [name for name in there if not facts.exists(name)]
        if missing:
            return failed(
                "device-missing",
                f"no {', '.join(missing)}",
                "the device went away: restart, and look at what the kernel says",
                "dmesg | tail",
            )
        for name in there:
            wrong = self._closed_to(group, name)
            if wrong:
                return failed(
                    "permission",
                    f"{name} {wrong}",
                    "the system's rule for devices is missing: write one",
                    f"{SETUP} && sudo udevadm trigger",
                )
        if user.uid == 0:
            return passed("root may use anything")
        known = facts.group(group)
        number, members = known if known is not None else (-1, frozenset())
        if user.name not in members and number not in user.groups:
            return failed(
                "group",
                f"{user.name} is not in the group {group}",
                "add this user to it, and log in again",
                f"sudo usermod -aG {group} {user.name}",
            )
        if number not in user.groups:
            return failed(
                "log-in-again",
                f"{user.name} has been added to the group {group} since logging in",
                "log out and in again, or restart",
                REBOOT,
            )
        return passed(f"{user.name} may use {_some(there)}")

    def _closed_to(self, group: str, name: str) -> str:
        """Why a group cannot use a device; "" if it can."""
        found = self._facts.mode(name)
        if found is None or found.st_mode & 0o006 == 0o006:
            return ""
        if found.st_mode & READ_WRITE_GROUP != READ_WRITE_GROUP:
            return f"has mode {found.st_mode & 0o777:03o}: its group may not use it"
        known = self._facts.group(group)
        if known is not None and known[0] != found.st_gid:
            return f"is not of the group {group}"
        return ""


def _some(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _numbers(text: str) -> list[int]:
    """A version to be compared: 2.0.1.post3 is [2, 0, 1, 3]."""
    return [int("".join(filter(str.isdigit, part)) or 0) for part in text.split(".")]


def _ports(facts: Facts) -> list[str]:
    return [name for name in facts.names("dev") if name.startswith("ttyACM")]


def needed_packages(config: TableConfig) -> tuple[str, ...]:
    """The modules that a Pi needs for this table, beside what is always installed."""
    nodes = ("serial",) if config.nodes else ()
    stock = ("mfrc522",) if any(reader.driver == STOCK for reader in config.readers) else ()
    return (*(("lgpio",) if config.has_lines else ()), *nodes, *stock)
