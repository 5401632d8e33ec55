"""The plan of `signifer setup`, what it would change on a Raspberry Pi: files, as they are and as they should be, and
commands. Shown before anything is done; nothing here writes."""

from __future__ import annotations

import difflib
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from os.path import realpath
from pathlib import Path

from signifer_core.errors import ConfigError

from signifer_firmware.config.model import BUNDLED, TableConfig

from .facts import Facts, overlays, setting
from .overlay import (
    I2C_LINE,
    I2C_RATE_LINE,
    MISO_LINE,
    MUX_LINE,
    SHUTDOWN_LINE,
    SPI_LINE,
    config_lines,
    overlay,
    overlay_name,
)
from .unit import UNIT, known_groups, needed_groups, unit, unseen

BEGIN = "# signifer: begin (signifer setup --undo takes these lines out)"
END = "# signifer: end"
ALL = "[all]"
# What may stand between the two, for one table or another; the rest was written there by somebody else.
_LINES = (ALL, I2C_LINE, I2C_RATE_LINE, SPI_LINE, MISO_LINE, SHUTDOWN_LINE)
# The first version named the numbers of the multiplexer's buses.
_FORMS = (rf"{re.escape(MUX_LINE)}(,base=20)?", r"dtoverlay=signifer-[A-Za-z0-9_-]+", r"gpio=[0-9]+=op,dl")
OURS = re.compile("|".join((*map(re.escape, _LINES), *_FORMS)))
TABLE = "etc/signifer/table.toml"
RULES = "etc/udev/rules.d/60-signifer.rules"
MODULES = "etc/modules-load.d/signifer.conf"
SERVICE = f"etc/systemd/system/{UNIT}"
WANTS = "etc/systemd/system/multi-user.target.wants"
RULES_TEXT = """\
# signifer: who may use a table's devices. Column nodes are no modems, either.
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
"""
DTC_S = 20.0


@dataclass(frozen=True)
class FileChange:
    """A file below the root: its bytes now, None if there is none, and those that it should have."""

    path: str
    before: bytes | None
    after: bytes

    def diff(self) -> Iterator[str]:
        """As `diff -u` shows it; of what is no text its size alone."""
        old, new = ((text or b"").decode(errors="replace") for text in (self.before, self.after))
        if "\0" in old + new:
            yield f"+++ /{self.path} ({len(self.after)} bytes)"
            return
        yield from difflib.unified_diff(
            old.splitlines(),
            new.splitlines(),
            "/dev/null" if self.before is None else f"/{self.path}",
            f"/{self.path}",
            lineterm="",
        )


@dataclass(frozen=True)
class Step:
    """A command of the system, and the one that takes it back, if there is one."""

    do: tuple[str, ...]
    undo: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """All that would be done. ``reboot``: it takes effect with the next start only."""

    files: tuple[FileChange, ...] = ()
    steps: tuple[Step, ...] = ()
    reboot: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        return not self.files and not self.steps


class Planner:
    """``table``: as it was called, a bundled table or a file; ``user``: who is to use the devices; ``command``: the
    program of the service, None for no service; ``packages``: modules of Python that are missing."""

    def __init__(
        self,
        config: TableConfig,
        facts: Facts,
        *,
        table: str,
        user: str,
        command: Path | None,
        packages: tuple[str, ...] = (),
    ) -> None:
        self._config = config
        self._facts = facts
        self._table = table
        self._user = user
        self._command = command
        self._packages = packages

    def plan(self) -> Plan:
        """ConfigError with everything that stands in the way."""
        faults = list(self._faults())
        if faults:
            raise ConfigError(faults)
        wanted = dict(self._wanted())
        files = tuple(
            FileChange(path, before, after)
            for path, after in wanted.items()
            if (before := self._facts.bytes(path)) != after
        )
        changed = {change.path for change in files}
        boots = {self._facts.config_name[1:], MODULES, self._overlay_path()}
        return Plan(files, tuple(self._steps(changed)), bool(boots & changed))

    def _faults(self) -> Iterator[str]:
        facts = self._facts
        if not facts.model:
            yield (
                "this is no Raspberry Pi: there is nothing to set up; the virtual table needs nothing, say: "
                "signifer play"
            )
            return
        if not facts.exists(facts.config_name):
            yield missing(facts.config_name)
        (ours,) = overlays([MUX_LINE], "i2c-mux")
        for found in overlays(self._foreign_meaning(), "i2c-mux"):
            if found.get("addr", ours["addr"]) == ours["addr"] and found != ours:
                told = ",".join(key + (f"={value}" if value else "") for key, value in found.items())
                yield (
                    f"{facts.config_name} has a line of yours, dtoverlay=i2c-mux,{told}, which this table cannot "
                    "have beside its own: take it out"
                )
        if self._command is not None:
            yield from unseen(self._command)
            for key, named in self._config.cards.files:
                if self._table not in BUNDLED and ".." in Path(named).parts:
                    yield (
                        f"{self._table}: {key} = {named!r} would not lie in /etc/signifer; keep it beside the "
                        "table"
                    )
                elif Path(named).is_absolute():
                    yield from unseen(Path(named))
        if overlay(self._config) is not None and self._compiled() is None:
            yield "dtc is missing, which makes the overlay: sudo apt install device-tree-compiler"

    # Files

    def _wanted(self) -> Iterator[tuple[str, bytes]]:
        """Each file that this table needs, and its bytes."""
        name = self._facts.config_name[1:]
        yield name, self._config_txt()
        compiled = self._compiled()
        if compiled is not None:
            yield self._overlay_path(), compiled
        if self._config.oleds:
            yield MODULES, b"# signifer: the screens' bus\ni2c-dev\n"
        yield RULES, RULES_TEXT.encode()
        if self._table not in BUNDLED and realpath(self._table) != realpath(self._facts.path(TABLE)):
            yield TABLE, Path(self._table).read_bytes()
            yield from self._beside()
        if self._command is not None:
            where = self._table if self._table in BUNDLED else f"/{TABLE}"
            groups = known_groups(self._facts) | set(needed_groups(self._config))
            yield SERVICE, unit(self._command, where, groups).encode()

    def _beside(self) -> Iterator[tuple[str, bytes]]:
        """The files that the table names are to lie beside it there, too."""
        for _, named in self._config.cards.files:
            if not Path(named).is_absolute():
                yield f"{TABLE.rpartition('/')[0]}/{named}", (self._config.folder / named).read_bytes()

    def _overlay_path(self) -> str:
        folder = self._facts.config_name[1:].rpartition("/")[0]
        return f"{folder}/overlays/{overlay_name(self._config)}.dtbo"

    def _compiled(self) -> bytes | None:
        """The table's overlay as the firmware reads it; None if it needs none, or there is no dtc."""
        source = overlay(self._config)
        if source is None:
            return None
        try:
            done = subprocess.run(
                ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-"],
                input=source.encode(),
                capture_output=True,
                timeout=DTC_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None

    def _foreign_lines(self) -> list[str]:
        """The lines of config.txt that are not ours, each with its end."""
        return without_block(self._facts.bytes(self._facts.config_name) or b"")

    def _foreign_meaning(self) -> list[str]:
        lines = (line.partition("#")[0].strip() for line in self._foreign_lines())
        return [line for line in lines if line]

    def _config_txt(self) -> bytes:
        """Foreign lines as they are, and below them, in a block of ours, those that are missing."""
        foreign = self._foreign_lines()
        # Below a filter like [pi4] a line is not for every board.
        everywhere, applies = set(), True
        for line in self._foreign_meaning():
            if line.startswith("["):
                applies = line == ALL
            elif applies:
                everywhere.add(line)
        wanted = config_lines(self._config)
        missing = [line for line in wanted if line not in everywhere or self._is_overruled(line)]
        text = "".join(foreign)
        if missing:
            gap = "" if not text or text.endswith("\n") else "\n"
            text += gap + "\n".join((BEGIN, ALL, *missing, END)) + "\n"
        return text.encode("utf-8", "surrogateescape")

    def _is_overruled(self, line: str) -> bool:
        """Whether a later foreign line says something else than this one."""
        word, name, value = (*line.split("=", 2), "")[:3]
        return word == "dtparam" and setting(self._foreign_meaning(), name) != value

    # Commands

    def _steps(self, changed: set[str]) -> Iterator[Step]:
        names = {"lgpio": "python3-lgpio", "serial": "python3-serial"}
        # One that is there already, and that this program's environment does not see, is not installed again and again.
        wanted = [names[module] for module in self._packages if module in names]
        packages = [name for name in wanted if not self._facts.exists(f"usr/share/doc/{name}")]
        if packages:
            yield Step(("apt-get", "install", "-y", *packages))
        for group in needed_groups(self._config):
            known = self._facts.group(group)
            if known is None:
                yield Step(("groupadd", "--system", group), ("groupdel", group))
            if self._user and self._user != "root" and (known is None or self._user not in known[1]):
                yield Step(("usermod", "-aG", group, self._user), ("gpasswd", "-d", self._user, group))
        if RULES in changed:
            yield Step(("udevadm", "control", "--reload"))
            yield Step(("udevadm", "trigger"))
        enabled = UNIT in self._facts.names(WANTS)
        # Not enabled and yet there: it failed the last time.
        if SERVICE in changed or (self._command is not None and not enabled):
            yield Step(("systemctl", "daemon-reload"))
            if not enabled:
                yield Step(("systemctl", "enable", UNIT), ("systemctl", "disable", UNIT))


def stands(words: Sequence[str], facts: Facts) -> bool | None:
    """Whether what a command takes back is so now; None where nobody knows."""
    match words:
        case ["gpasswd", "-d", user, group]:
            found = facts.group(group)
            is_so = found is not None and user in found[1]
        case ["groupdel", group]:
            is_so = facts.group(group) is not None
        case ["systemctl", "disable", name]:
            return name in facts.names(WANTS)
        case _:
            return None
    return is_so if facts.bytes("etc/group") is not None else None


def is_back(words: Sequence[str], facts: Facts) -> bool:
    """Whether a command that takes a step back has nothing to do any more: it has done it before, or somebody has by
    hand, or the step was never done. Its program would call that a failure."""
    return stands(words, facts) is False


def missing(config: str) -> str:
    """What to do where there is no config.txt."""
    return f"{config} is missing: is the card's first partition mounted? say: sudo mount -a"


def block(content: bytes) -> frozenset[str]:
    """The lines in our block of a config.txt as we have written it."""
    words = [line.strip() for line in content.decode("utf-8", "surrogateescape").splitlines()]
    return frozenset(words[words.index(BEGIN) + 1 : words.index(END)] if {BEGIN, END} <= {*words} else ())


def without_block(content: bytes, ours: frozenset[str] | None = None) -> list[str]:
    """The lines of config.txt without our block, each with its own end; ``ours`` are those that were written into it,
    where that is known. What others have written into it or behind it stays, and stays below [all]; a block without
    its end is nobody's."""
    lines = content.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    words = [line.strip() for line in lines]
    last = max((number for number, word in enumerate(words) if word == END), default=-1)
    kept: list[str] = []
    inside, applies, cut = False, ALL, False
    for number, (line, word) in enumerate(zip(lines, words, strict=True)):
        if word in (BEGIN, END):
            inside = word == BEGIN and number < last
            cut = cut or applies != ALL
            continue
        if inside and (not word or (OURS.fullmatch(word) if ours is None else word in ours)):
            # It ended a filter of somebody else's.
            cut = cut or (word == ALL and applies != ALL)
            continue
        if word.startswith("["):
            applies, cut = word, False
        elif cut and word and not word.startswith("#"):
            kept.append(f"{ALL}\n")
            applies, cut = ALL, False
        kept.append(line)
    return kept
