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
# What each does below a root, and says where there is nothing to do, as the real ones of Debian 12.
TOOLS = {
    "usermod": r'sed -i "/^$2:/{s/:\$/:$3/;t;s/\$/,$3/}" etc/group',
    "gpasswd": r"""
grep -q "^$3:" etc/group || { echo "gpasswd: group '$3' does not exist in /etc/group" >&2; exit 3; }
grep -Eq "^$3:.*[:,]$2(,|\$)" etc/group || { echo "gpasswd: user '$2' is not a member of '$3'" >&2; exit 3; }
sed -i -E "/^$3:/{s/([:,])$2(,|\$)/\1/;s/,\$//}" etc/group""",
    "groupadd": 'echo "$2:x:990:" >> etc/group',
    "groupdel": """
grep -q "^$1:" etc/group || { echo "groupdel: group '$1' does not exist" >&2; exit 6; }
sed -i "/^$1:/d" etc/group""",
    "udevadm": "",
    "systemctl": """
wants=etc/systemd/system/multi-user.target.wants
case $1 in
enable) mkdir -p $wants && ln -sfn ../$2 $wants/$2 ;;
disable) rm -f $wants/$2 ;;
esac""",
    "apt-get": "",
}


def lay_tool(root: Path, name: str) -> None:
    """One that works, and writes down what it was told."""
    tool = root / "usr/sbin" / name
    tool.write_text(f'#!/bin/sh\necho {name} "$@" >> {root.parent}/said\ncd {root}\n{TOOLS[name]}\n')
    tool.chmod(0o755)


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
