"""The files of a Raspberry Pi on which all is as a table needs it, and what can be wrong there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from signifer_drivers.io.multiplexer import CHANNELS
from signifer_drivers.io.multiplexer import DEVICE as MUX

from signifer_firmware.config.entries import NODE
from signifer_firmware.config.model import TableConfig

from .facts import overlays
from .overlay import MUX_LINE

MODEL = "Raspberry Pi 4 Model B Rev 1.4"
# The user, and a group of their own that no device has.
USER, UID, OWN = "pi", 1000, 61_234
OS_RELEASE = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n'
GROUPS = ("spi", "i2c", "gpio", "dialout")
CONFIG = "boot/firmware/config.txt"
# Buses that a Pi 4 has beside the header's, and the first number that Linux gives to others.
HDMI = {20: "fef04500.i2c", 21: "fef09500.i2c"}
FIRST_FREE = 22
SPEED = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"


class PiFiles:
    """A folder that looks as a Pi's root does, as far as `signifer doctor` looks."""

    def __init__(self, root: Path, config: TableConfig) -> None:
        self.root = root
        self._config = config
        gid = os.getgid()
        self.write("etc/os-release", OS_RELEASE)
        self.write("proc/device-tree/model", MODEL + "\0")
        self.write("proc/self/status", f"Uid:\t{UID}\t{UID}\nGid:\t{gid}\t{gid}\nGroups:\t{gid}\n")
        self.write("etc/passwd", f"root:x:0:0::/root:/bin/sh\n{USER}:x:{UID}:{UID}::/home/{USER}:/bin/bash\n")
        self.write("etc/group", "".join(f"{name}:x:{gid}:{USER}\n" for name in GROUPS))
        self.write(
            CONFIG,
            "# as Raspberry Pi OS has it\ndtparam=audio=on\ndtparam=spi=on\ndtparam=i2c_arm=on\n"
            "dtparam=i2c_arm_baudrate=400000\n"
            f"{MUX_LINE}\n",
        )
        for device in self.spi_devices() or ["dev/spidev0.0"]:
            self.device(device)
        for name in ("dev/i2c-1", "dev/gpiochip0", "sys/module/i2c_dev/refcnt"):
            self.device(name)
        for number, _ in enumerate(config.nodes):
            self.device(f"dev/ttyACM{number}")
        self.write(SPEED, "")
        self.path(SPEED).write_bytes((400_000).to_bytes(4, "big"))
        for number, name in HDMI.items():
            self.device(f"dev/i2c-{number}")
            self.write(f"sys/bus/i2c/devices/i2c-{number}/name", f"{name}\n")
        self.start()
        self.write(THROTTLED, "0\n")
        self.write("run/systemd/timesync/synchronized", "")
        self.write(
            "etc/systemd/system/signifer.service",
            "[Service]\nExecStart=/opt/signifer/bin/signifer run standard\n",
        )
        self.write("etc/systemd/system/multi-user.target.wants/signifer.service", "")
        self.write("opt/signifer/bin/signifer", "")

    def path(self, name: str) -> Path:
        return self.root / name

    def write(self, name: str, text: str) -> None:
        """Write a file, folders and all."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def device(self, name: str) -> None:
        """A file in the place of a device that a group may use."""
        self.write(name, "")
        self.path(name).chmod(0o660)

    def change(self, name: str, old: str, new: str) -> None:
        """Change a text; ValueError if ``old`` is not there."""
        text = self.path(name).read_text(encoding="utf-8")
        if old not in text:
            raise ValueError(f"{name} has no {old!r}")
        self.path(name).write_text(text.replace(old, new), encoding="utf-8")

    def remove(self, *names: str) -> None:
        for name in names:
            self.path(name).unlink()

    def spi_devices(self) -> list[str]:
        return [reader.spi_device[1:] for reader in self._config.readers if reader.driver != NODE]

    def start(self) -> None:
        """Describe the multiplexer as config.txt does, and find its channels as Linux does as it starts: if one of the
        numbers that ``base`` asks for is taken, none of them."""
        self.forget_channels()
        lines = self.path(CONFIG).read_text(encoding="utf-8").splitlines()
        for found in overlays(lines, "i2c-mux"):
            device = f"sys/bus/i2c/devices/1-{int(found['addr'], 16):04x}"
            self.write(f"{device}/name", "pca9548\n")
            base = int(found.get("base", FIRST_FREE))
            if device != MUX or HDMI.keys() & {base + channel for channel in CHANNELS}:
                continue
            for channel in CHANNELS:
                self.path(f"{MUX}/channel-{channel}").symlink_to(f"../i2c-{base + channel}")
                self.device(f"dev/i2c-{base + channel}")

    def forget_channels(self) -> None:
        """Linux has found no channels."""
        for link in self.path(MUX).glob("channel-*"):
            self.remove(f"dev/{link.readlink().name}")
            link.unlink()


def _no_pi(pi: PiFiles) -> None:
    pi.remove("proc/device-tree/model")


def _old_pi(pi: PiFiles) -> None:
    pi.write("proc/device-tree/model", "Raspberry Pi Model B Rev 2\0")


def _old_system(pi: PiFiles) -> None:
    pi.write("etc/os-release", OS_RELEASE.replace("12", "11"))


def _spi_off(pi: PiFiles) -> None:
    pi.change(CONFIG, "dtparam=spi=on", "#dtparam=spi=on")
    pi.remove(*pi.spi_devices())


def _spi_needs_reboot(pi: PiFiles) -> None:
    pi.remove(*pi.spi_devices())


def _no_chip_select(pi: PiFiles) -> None:
    pi.remove(pi.spi_devices()[-1])


def _i2c_off(pi: PiFiles) -> None:
    pi.change(CONFIG, "dtparam=i2c_arm=on", "dtparam=i2c_arm=off")
    pi.remove("dev/i2c-1")


def _i2c_slow(pi: PiFiles) -> None:
    pi.change(CONFIG, "dtparam=i2c_arm_baudrate=400000\n", "")
    pi.path(SPEED).write_bytes((100_000).to_bytes(4, "big"))


def _no_mux_overlay(pi: PiFiles) -> None:
    pi.change(CONFIG, "dtoverlay=i2c-mux", "#dtoverlay=i2c-mux")
    _described_again(pi)


def _other_mux_overlay(pi: PiFiles) -> None:
    pi.change(CONFIG, "addr=0x70", "addr=0x71")
    _described_again(pi)


def _taken_mux_buses(pi: PiFiles) -> None:
    pi.change(CONFIG, "addr=0x70", "addr=0x70,base=20")
    _described_again(pi)


def _described_again(pi: PiFiles) -> None:
    """config.txt has changed, and the Pi starts."""
    pi.forget_channels()
    pi.remove(f"{MUX}/name")
    pi.path(MUX).rmdir()
    pi.start()


def _silent_mux(pi: PiFiles) -> None:
    pi.forget_channels()


def _no_gpio(pi: PiFiles) -> None:
    pi.remove("dev/gpiochip0")


def _not_in(group: str) -> Callable[[PiFiles], None]:
    def change(pi: PiFiles) -> None:
        gid = os.getgid()
        pi.change("etc/group", f"{group}:x:{gid}:{USER}\n", f"{group}:x:{gid}:\n")
        pi.change("proc/self/status", f"Groups:\t{gid}\n", "Groups:\n")
        pi.change("proc/self/status", f"Gid:\t{gid}\t{gid}\n", f"Gid:\t{OWN}\t{OWN}\n")
        for other in GROUPS:
            if other != group:
                pi.change("etc/group", f"{other}:x:{gid}:{USER}\n", f"{other}:x:{OWN}:{USER}\n")
        _open(pi, [name for name in GROUPS if name != group])

    return change


def _open(pi: PiFiles, groups: list[str]) -> None:
    """All may use the devices of these groups, so that nobody asks who has them."""
    starts = {"spi": "spidev", "i2c": "i2c-", "gpio": "gpiochip", "dialout": "ttyACM"}
    for path in pi.path("dev").iterdir():
        if any(path.name.startswith(starts[group]) for group in groups):
            path.chmod(0o666)


def _closed(start: str) -> Callable[[PiFiles], None]:
    def change(pi: PiFiles) -> None:
        for path in pi.path("dev").iterdir():
            if path.name.startswith(start):
                path.chmod(0o600)

    return change


def _throttled(flags: str) -> Callable[[PiFiles], None]:
    def change(pi: PiFiles) -> None:
        pi.write(THROTTLED, flags + "\n")

    return change


def _clock_unset(pi: PiFiles) -> None:
    pi.remove("run/systemd/timesync/synchronized")


def _service_broken(pi: PiFiles) -> None:
    pi.remove("opt/signifer/bin/signifer")


def _service_off(pi: PiFiles) -> None:
    pi.remove("etc/systemd/system/multi-user.target.wants/signifer.service")


# By the words of a fault: what makes it.
FAULTS: dict[str, Callable[[PiFiles], None]] = {
    "pi none": _no_pi,
    "pi old": _old_pi,
    "system old": _old_system,
    "spi off": _spi_off,
    "spi reboot": _spi_needs_reboot,
    "spi chip-select": _no_chip_select,
    "i2c off": _i2c_off,
    "i2c slow": _i2c_slow,
    "overlay none": _no_mux_overlay,
    "overlay address": _other_mux_overlay,
    "overlay taken": _taken_mux_buses,
    "overlay silent": _silent_mux,
    "gpio none": _no_gpio,
    **{f"group {name}": _not_in(name) for name in GROUPS},
    "permission spi": _closed("spidev"),
    "permission i2c": _closed(f"i2c-{FIRST_FREE}"),
    "permission gpio": _closed("gpiochip"),
    "permission dialout": _closed("ttyACM"),
    "power low": _throttled("50005"),
    "power was-low": _throttled("50000"),
    "power hot": _throttled("80008"),
    "clock unset": _clock_unset,
    "service broken": _service_broken,
    "service off": _service_off,
}
