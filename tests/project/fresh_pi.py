"""A Raspberry Pi with its system just written, and what Linux makes of config.txt each time it starts."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from signifer_firmware.config.model import TableConfig
from signifer_firmware.system.facts import Facts, setting
from signifer_firmware.system.overlay import overlay_name
from signifer_firmware.system.pi_files import CONFIG, GROUPS, HDMI, OWN, SPEED, UID, USER, PiFiles

# As Raspberry Pi OS 12 has it, in short.
FRESH = """# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
[cm4]
otg_mode=1
[all]
"""
SERVICE = "etc/systemd/system/signifer.service"
WANTED = "etc/systemd/system/multi-user.target.wants"
# What `signifer setup` has the system do, as far as files tell of it.
TOOLS = {
    "usermod": 'sed -i "s/^$2:x:.*:/&$3/" {root}/etc/group',
    "udevadm": "true",
    "systemctl": f'[ "$1" != enable ] || {{{{ mkdir -p {{root}}/{WANTED}; touch {{root}}/{WANTED}/$2; }}}}',
}


class FreshPi(PiFiles):
    """A folder that looks as such a Pi's root does; `restart` is `sudo reboot`."""

    def __init__(self, root: Path, config: TableConfig) -> None:
        super().__init__(root, config)
        self._table = config
        self.write(CONFIG, FRESH)
        self.write("etc/group", "".join(f"{name}:x:{OWN + n}:\n" for n, name in enumerate(GROUPS, 1)))
        self.remove(SERVICE, f"{WANTED}/signifer.service")
        for name, does in TOOLS.items():
            self.write(f"usr/sbin/{name}", f"#!/bin/sh\n{does.format(root=root)}\n")
            self.path(f"usr/sbin/{name}").chmod(0o755)
        self.restart(multiplexer=False, boards=())

    def restart(self, *, multiplexer: bool, boards: Collection[int]) -> None:
        """Start with what is wired: the ``multiplexer``, and these ``boards`` on USB by the number of their device."""
        facts = Facts(self.root)
        self.forget_channels()
        for path in self.path("dev").iterdir():
            path.unlink()
        self.device("dev/gpiochip0")
        for number in HDMI:
            self.device(f"dev/i2c-{number}")
        if setting(facts.config(), "spi") == "on":
            chips = self.path(f"boot/firmware/overlays/{overlay_name(self._table)}.dtbo")
            for device in self.spi_devices() if chips.exists() else ():
                self.device(device)
        self.path(SPEED).unlink(missing_ok=True)
        if setting(facts.config(), "i2c_arm") == "on":
            self.device("dev/i2c-1")
            hz = int(setting(facts.config(), "i2c_arm_baudrate") or 100_000)
            self.path(SPEED).write_bytes(hz.to_bytes(4, "big"))
        self.start()
        if not multiplexer:
            self.forget_channels()
        self.plug(boards)
        groups = [found for name in GROUPS if (found := facts.group(name)) is not None]
        mine = " ".join(str(number) for number, members in groups if USER in members)
        self.write("proc/self/status", f"Uid:\t{UID}\t{UID}\nGid:\t{OWN}\t{OWN}\nGroups:\t{mine}\n")

    def device(self, name: str) -> None:
        """A device that everybody may open: whose it is, only root could say. Who is in its group counts all the
        same."""
        super().device(name)
        self.path(name).chmod(0o666)

    def plug(self, boards: Collection[int]) -> None:
        """These boards are on USB now."""
        for number in boards:
            self.device(f"dev/ttyACM{number}")

    def serve(self) -> None:
        """The service of the table runs."""
        self.write("sys/fs/cgroup/system.slice/signifer.service/cgroup.procs", "4711\n")
