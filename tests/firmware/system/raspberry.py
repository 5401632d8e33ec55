"""A folder that looks as a fresh Raspberry Pi OS does, and `signifer setup` on it."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.setup_apply import Setup
from signifer_firmware.system.setup_plan import Plan, Planner

PROGRAM = Path("/opt/signifer/bin/signifer")
CONFIG = "boot/firmware/config.txt"
# As Raspberry Pi OS 12 has it, in short; the last line has no end.
FRESH = """# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
[cm4]
otg_mode=1
[all]
enable_uart=1"""
TOOLS = ("usermod", "gpasswd", "groupadd", "groupdel", "udevadm", "systemctl", "apt-get")


def said(root: Path) -> list[str]:
    log = root.parent / "said"
    return log.read_text().splitlines() if log.exists() else []


def planned(root: Path, table: str = "standard", **options: object) -> Plan:
    given = {"user": "maker", "command": PROGRAM, **options}
    return Planner(load_table(table), Facts(root), table=table, **given).plan()  # type: ignore[arg-type]


def apply(root: Path, plan: Plan) -> None:
    Setup(root, lambda line: None).apply(plan)


def contents(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
