"""``signifer service install``: the unit of systemd, with the paths of this very installation. docs/service.md."""

from __future__ import annotations

import stat
import sys
import sysconfig
from collections.abc import Collection, Iterator
from importlib import resources
from pathlib import Path
from typing import TextIO

from signifer_core.errors import ConfigError

from signifer_firmware.config.entries import NODE, PAGE_NETWORK, PAGE_OFF
from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.simulation.setup import bundle_of

from .facts import Facts

UNIT = "signifer.service"
GROUPS = ("gpio", "spi", "i2c", "dialout")
DROP_INS = ("page.conf", "poweroff.conf", "speech.conf")
SYSTEM = Path("/etc/systemd/system")
# Of these the service sees nothing, or something else (ProtectHome=, PrivateTmp=).
UNSEEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")


def program() -> Path:
    """The command of this installation."""
    return Path(sysconfig.get_path("scripts")) / "signifer"


def unit(command: Path, table: str, groups: Collection[str] = GROUPS) -> str:
    """The text of the unit that runs ``table`` with ``command``, of GROUPS with those in ``groups``: a service with one
    that its system does not know never starts (216/GROUP)."""
    ours = {
        "ExecStart=": f"{_quoted(str(command))} run {_quoted(table)}",
        "SupplementaryGroups=": " ".join(group for group in GROUPS if group in groups),
    }
    text = ""
    for line in _text(UNIT).splitlines():
        key = next((key for key in ours if line.startswith(key)), "")
        text += f"{key}{ours[key]}\n" if key else f"{line}\n"
    return text


def needed_groups(config: TableConfig) -> Iterator[str]:
    """Of GROUPS those to whom the devices of this table belong."""
    if any(reader.driver != NODE for reader in config.readers):
        yield "spi"
    if config.oleds:
        yield "i2c"
    if config.has_lines:
        yield "gpio"
    if config.nodes:
        yield "dialout"


def known_groups(facts: Facts) -> set[str]:
    """Of GROUPS those that the system has."""
    return {group for group in GROUPS if facts.group(group) is not None}


def install(
    table: str,
    *,
    drop_ins: tuple[str, ...] = (),
    folder: Path = SYSTEM,
    command: Path | None = None,
    facts: Facts | None = None,
    out: TextIO | None = None,
) -> int:
    """Write the unit, and beside it those of DROP_INS that are wanted, by the table's file that of speech; the others
    are taken away. Groups that this computer lacks are told. ConfigError if the table is wrong, or what the service
    needs lies where it cannot see it; OSError if ``folder`` cannot be written."""
    command = command or program()
    where = table if table in BUNDLED else str(Path(table).absolute())
    config = load_table(table)
    bundle_of(config)
    faults = unseen(command) + (unseen(Path(where)) + _secret(Path(where)) if table not in BUNDLED else [])
    if faults:
        raise ConfigError(faults)
    if config.speech.level != "off":
        drop_ins = (*drop_ins, "speech.conf")
    beside = folder / f"{UNIT}.d"
    needed, known = list(needed_groups(config)), known_groups(facts or Facts())
    lacking = "".join(f"groupadd --system {group}; " for group in needed if group not in known)
    try:
        (folder / UNIT).write_text(unit(command, where, {*known, *needed}), encoding="utf-8")
        for name in DROP_INS:
            if name in drop_ins:
                beside.mkdir(exist_ok=True)
                (beside / name).write_text(_text(name), encoding="utf-8")
            else:
                (beside / name).unlink(missing_ok=True)
    except PermissionError as error:
        raise ConfigError([f"{error.filename}: only root may write there; say it with sudo"]) from None
    (out or sys.stdout).write(
        f"{folder / UNIT} runs {where}\n{_about_page(config, 'page.conf' in drop_ins)}"
        f"now say: {lacking}systemctl daemon-reload; systemctl enable signifer; systemctl restart signifer\n"
    )
    return 0


def _about_page(config: TableConfig, allowed: bool) -> str:
    """A line where the page is wanted and the network is not, or the other way round."""
    if allowed and config.page.listen != PAGE_NETWORK:
        return 'the page is off: write listen = "network" below [page] into the table\'s file\n'
    if not allowed and config.page.listen != PAGE_OFF:
        return "the page stays unseen: the service has no network without --page\n"
    return ""


def _text(name: str) -> str:
    return resources.files("signifer_firmware.system").joinpath("systemd", name).read_text(encoding="utf-8")


def _quoted(word: str) -> str:
    """A word of a command line, as systemd reads it."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{plain}"' if plain != word or any(mark.isspace() or mark in "';" for mark in word) else word


def unseen(path: Path) -> list[str]:
    """A fault if the service cannot see ``path``."""
    place = next((place for place in UNSEEN if path.is_relative_to(place)), None)
    if place is None:
        return []
    return [
        f"{path}: the service sees nothing in {place}; use /opt/signifer and /etc/signifer (docs/service.md)"
    ]


def _secret(path: Path) -> list[str]:
    """A fault if not everybody may read ``path``: the service has a user of its own."""
    if path.stat().st_mode & stat.S_IROTH:
        return []
    return [f"{path}: the service may not read it; say: chmod o+r {path}"]
