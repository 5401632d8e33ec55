"""What the packages' own scripts would have done, said instead: users, what starts, who this is; and our own files."""

from __future__ import annotations

import shutil
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.system.setup_plan import RULES, RULES_TEXT
from signifer_firmware.system.unit import unit

from .program import HOME
from .recipe import HERE, Recipe, run

STARTS = (
    "signifer.service", "signifer-network.service", "signifer-settle.service", "signifer-update.service",
    "signifer-grow.service", "signifer-brought.path",
    "systemd-networkd.service", "systemd-resolved.service", "systemd-timesyncd.service", "iwd.service",
)  # fmt: skip
# What would only say that it has nothing to do, or write where nothing stays.
NEVER = (
    "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "apt-daily.timer", "apt-daily-upgrade.timer",
    "dpkg-db-backup.timer", "systemd-networkd-wait-online.service", "getty@tty1.service",
)  # fmt: skip
OWN_FILES = "signifer-own"
# Where tmpfiles.d/signifer.conf finds the table of a partition of data that lost its own.
FACTORY = "usr/share/factory/etc/signifer/table.toml"
# The service needs what lies on the partition of data; and a card's first start is slow on a board of little power.
# Its page of upkeep writes the table's own files, which tmpfiles.d/signifer.conf gives to a group of its own.
OF_IMAGE = (
    "[Unit]\nRequiresMountsFor=/etc/signifer /var/lib/private\n"
    f"[Service]\nTimeoutStartSec=240\nSupplementaryGroups={OWN_FILES}\nReadWritePaths=/etc/signifer\n"
)


def configure(recipe: Recipe, root: Path) -> None:
    base = root / "usr/share/base-passwd"
    for name in ("passwd", "group"):
        shutil.copyfile(base / f"{name}.master", root / f"etc/{name}")
    shutil.copyfile(root / "usr/share/libc-bin/nsswitch.conf", root / "etc/nsswitch.conf")
    switch = root / "etc/nsswitch.conf"
    # What libnss-systemd says of the users that exist while a service runs.
    lines = [
        f"{line} systemd" if line.startswith(("passwd:", "group:")) else line
        for line in switch.read_text(encoding="utf-8").splitlines()
    ]
    switch.write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copytree(HERE / "root", root, dirs_exist_ok=True, symlinks=True)
    run("systemd-sysusers", f"--root={root}", epoch=recipe.epoch)
    for spare in ("etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-", "etc/.pwd.lock"):
        (root / spare).unlink(missing_ok=True)
    _service(recipe, root)
    for folder in ("boot/card", "data", "etc/signifer", "var/lib/iwd", "var/lib/private"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "var/lib/private").chmod(0o700)
    (root / "etc/machine-id").write_text("", encoding="ascii")
    _link(root / "etc/resolv.conf", "/run/systemd/resolve/stub-resolv.conf")
    _link(root / "etc/localtime", "/usr/share/zoneinfo/Etc/UTC")
    _link(root / "usr/bin/awk", "mawk")
    _link(root / "var/run", "/run")
    _link(root / "var/lock", "/run/lock")
    for name in ("regulatory.db", "regulatory.db.p7s"):
        _link(root / "usr/lib/firmware" / name, f"{name}-debian")
    # What stays of scripts of before systemd, systemctl would call other tools for.
    _leave_out(recipe, root)
    run("systemctl", f"--root={root}", "enable", *STARTS)
    run("systemctl", f"--root={root}", "mask", *NEVER)


def _service(recipe: Recipe, root: Path) -> None:
    """The unit that `signifer service install --page --poweroff` would write."""
    system = root / "etc/systemd/system"
    (system / "signifer.service").write_text(
        unit(Path("/") / HOME / "bin/signifer", "/etc/signifer/table.toml"), encoding="utf-8"
    )
    beside = system / "signifer.service.d"
    beside.mkdir(exist_ok=True)
    ours = HERE.parent / "firmware/signifer_firmware/system/systemd"
    for name in ("page.conf", "poweroff.conf"):
        shutil.copyfile(ours / name, beside / name)
    (beside / "image.conf").write_text(OF_IMAGE, encoding="utf-8")
    rules = root / RULES
    rules.parent.mkdir(parents=True, exist_ok=True)
    rules.write_text(RULES_TEXT, encoding="utf-8")
    first_table(recipe, root / FACTORY)


def data(recipe: Recipe, folder: Path) -> None:
    """What is on the partition of data before the first start."""
    for name, mode in (("etc", 0o755), ("lib", 0o700), ("iwd", 0o700)):
        (folder / name).mkdir(parents=True)
        (folder / name).chmod(mode)
    first_table(recipe, folder / "etc/table.toml")


def first_table(recipe: Recipe, target: Path) -> None:
    load_table(recipe["table"])
    target.parent.mkdir(parents=True, exist_ok=True)
    table = HERE.parent / f"firmware/signifer_firmware/config/tables/{recipe['table']}.toml"
    shutil.copyfile(table, target)
    target.chmod(0o644)


def _link(path: Path, target: str) -> None:
    remove(path)
    path.symlink_to(target)


def _leave_out(recipe: Recipe, root: Path) -> None:
    for pattern in recipe["left_out"]["files"]:
        for path in sorted(root.glob(pattern)):
            remove(path)


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
