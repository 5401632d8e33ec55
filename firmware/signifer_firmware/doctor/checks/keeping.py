"""Checks of what keeps a game: the record, its disk, the clock, the supply of the Pi, the service."""

from __future__ import annotations

import os
import shlex
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.card_names import full_id
from signifer_firmware.game_api.table_decks import Decks, catalogues_of
from signifer_firmware.storage.files import COPY, beside, snapshot
from signifer_firmware.storage.schema import VERSION
from signifer_firmware.system.clock import set_by
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.slots import card_of
from signifer_firmware.system.unit import UNIT
from signifer_firmware.system.update_file import UpdateError

KEEPING = "keeping"
LEAST_FREE_MB = 100
# The clock of the day and the one that only goes on may differ by so much while all this is done.
JUMP_US = 500_000
# vcgencmd get_throttled: what is so now, and what was so since the start.
UNDER_VOLTAGE, TOO_HOT = 0x1, 0x8
UNDER_VOLTAGE_WAS, TOO_HOT_WAS = 0x10000, 0x80000
SUPPLY = "take a supply of 5.1 V and 3 A (a Pi 5: 5 A) with a short cable, and feed the hub of the nodes by its own"


class KeepingChecks:
    """``store``: the file of the record; ``began``: the two clocks of ``bench`` as all this began; ``decks`` are those
    that players have brought to the table; ``speaks`` says that the table is to speak."""

    def __init__(self, bench: Bench, store: Path, decks: Decks, *, speaks: bool = False) -> None:
        self._bench = bench
        self._facts: Facts = bench.facts
        self._store = store
        self._decks = decks
        self._speaks = speaks
        self._began = (bench.now_us(), bench.wall_us())

    def checks(self) -> Iterator[Check]:
        """In order."""
        yield Check("store", KEEPING, self._record)
        yield Check("disk", KEEPING, self._disk)
        yield Check("clock", KEEPING, self._clock)
        yield Check("power", KEEPING, self._power)
        yield Check("service", KEEPING, self._service)
        if self._speaks:
            yield Check("speech", KEEPING, self._speech)

    # The record

    def _record(self) -> Result:
        try:
            return self._record_at(self._store.parent)
        except PermissionError:
            return skipped(
                "only root may look into the record of the service", "sudo signifer doctor --only store"
            )

    def _record_at(self, folder: Path) -> Result:
        closest = next(path for path in (folder, *folder.parents) if path.exists())
        try:
            with tempfile.NamedTemporaryFile(dir=closest, prefix=".signifer-"):
                pass
        except PermissionError as error:
            return failed(
                "store-unwritable",
                f"{closest} cannot be written: {error.strerror}",
                "give it to whoever runs the table",
                f"sudo chown -R $USER {shlex.quote(str(closest))}",
            )
        except OSError as error:
            return failed(
                "store-unwritable",
                f"{closest} cannot be written: {error.strerror}",
                "name a folder that can be written; if the disk is read-only, it is failing: take another card",
                "sudo dmesg | grep -i mmc",
            )
        if not self._store.exists():
            return passed(f"{self._store}: none yet, and it can be made")
        try:
            with closing(snapshot(self._store)) as db:
                (found,) = db.execute("PRAGMA quick_check").fetchone()
                games = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
                (newer,) = db.execute("PRAGMA user_version").fetchone()
                known = _tagged(db)
        except (sqlite3.Error, OSError, MemoryError) as error:
            found, games, newer, known = str(error), 0, 0, set()
        if found == "ok" and newer > VERSION:
            return failed(
                "store-newer",
                f"{self._store} is of version {newer}, and this program writes {VERSION}",
                *_newer_program(self._facts),
            )
        if found != "ok" or not games:
            seen = f"{self._store}: {found if found != 'ok' else 'no record of this program'}"
            if not beside(self._store, COPY).exists():
                return failed(
                    "store-damaged",
                    seen,
                    "it has no second copy: take back a backup; without one the table goes on with what can "
                    "still be read of it",
                    f"signifer restore FILE --store {shlex.quote(str(folder))}",
                )
            return failed(
                "store-damaged",
                seen,
                "leave it: at the next start the table sets it aside and goes on from its second copy; "
                "then check the disk",
                "sudo dmesg | grep -i mmc",
            )
        size = f"{self._store}: whole, {self._store.stat().st_size // 1024} KB"
        return passed("; ".join((size, *_enrolled(known, self._decks))))

    def _disk(self) -> Result:
        folder = next(path for path in (self._store.parent, *self._store.parents) if path.exists())
        free_mb = self._bench.free_bytes(folder) // 1_000_000
        if free_mb < LEAST_FREE_MB:
            return failed(
                "disk-full",
                f"{free_mb} MB free",
                "make room",
                "sudo apt clean; sudo journalctl --vacuum-size=50M",
                free_mb=free_mb,
            )
        return passed(f"{free_mb} MB free", free_mb=free_mb)

    # The clock

    def _clock(self) -> Result:
        bench, facts = self._bench, self._facts
        went_us = bench.now_us() - self._began[0]
        jumped_us = bench.wall_us() - self._began[1] - went_us
        if abs(jumped_us) > JUMP_US:
            return failed(
                "clock-jumped",
                f"the clock of the day jumped by {jumped_us / 1e6:+.1f} s within {went_us / 1e6:.0f} s",
                "one program only may set the clock; find out which ones do",
                "timedatectl; systemctl list-units '*ntp*' '*chrony*' '*timesync*'",
                jumped_s=round(jumped_us / 1e6, 1),
            )
        if who := set_by(facts, bench.wall_us() // 1_000_000):
            return passed(f"set by {who}, no jump")
        return failed(
            "clock-unset",
            "nobody has set the clock of the day since the start: games have no date",
            "connect this computer to a network, and let systemd set its clock; or give its own one a battery",
            "sudo timedatectl set-ntp true",
        )

    # The supply

    def _power(self) -> Result:
        flags = self._throttled()
        if flags is None:
            return skipped("this computer does not say how its supply is")
        figures = {"flags": f"{flags:#x}"}
        for now, was, cause, what, fix in (
            (UNDER_VOLTAGE, UNDER_VOLTAGE_WAS, "under-voltage", "the supply is too weak", SUPPLY),
            (TOO_HOT, TOO_HOT_WAS, "too-hot", "the Pi is too hot", "give it a heat sink, or air"),
        ):
            if flags & (now | was):
                when = "now" if flags & now else "since the start"
                return failed(cause, f"{what} ({when}, {flags:#x})", fix, "vcgencmd get_throttled", **figures)
        return passed("no warning since the start", **figures)

    def _throttled(self) -> int | None:
        """The flags of get_throttled; of kernels that only tell of the voltage now, that one."""
        facts = self._facts
        said = facts.text("sys/devices/platform/soc/soc:firmware/get_throttled").strip()
        said = said or facts.tool("vcgencmd", "get_throttled").strip().rpartition("=")[2]
        with suppress(ValueError):
            return int(said, 16)
        for name in facts.names("sys/class/hwmon"):
            if facts.text(f"sys/class/hwmon/{name}/name").strip() == "rpi_volt":
                return int(facts.text(f"sys/class/hwmon/{name}/in0_lcrit_alarm").strip() == "1")
        return None

    # The service

    def _service(self) -> Result:
        facts = self._facts
        text = facts.text(f"etc/systemd/system/{UNIT}")
        if not text:
            return skipped("the table is no service here", "sudo signifer setup")
        start = next((line for line in text.splitlines() if line.startswith("ExecStart=")), "")
        words = start.removeprefix("ExecStart=").replace('"', "").split()
        missing = [
            word for word in (*words[:1], *words[2:]) if os.path.isabs(word) and not facts.exists(word)
        ]
        if missing or not words:
            return failed(
                "service-broken",
                f"{UNIT} names {', '.join(missing) or 'no program'}, which is not there",
                "write it again",
                "sudo signifer service install && sudo systemctl daemon-reload",
            )
        state = facts.tool("systemctl", "is-failed", "signifer").strip()
        if state == "failed":
            return failed("service-failed", "it has failed", "read why", "journalctl -u signifer -n 30")
        at_start = facts.names("etc/systemd/system/multi-user.target.wants")
        enabled = UNIT in at_start
        runs = facts.service_runs()
        if not enabled:
            return failed(
                "service-off",
                f"installed, {'runs' if runs else 'stopped'}, and not begun with the Pi",
                "have it begin with the Pi",
                "sudo systemctl enable signifer",
            )
        return passed(f"begins with the Pi, {'runs' if runs else 'is stopped'}{self._unlimited()}")

    def _unlimited(self) -> str:
        """MemoryMax= does nothing where no memory is counted (cgroup_disable=memory, as of Raspberry Pi OS)."""
        controllers = self._facts.text("sys/fs/cgroup/cgroup.controllers").split()
        if not controllers or "memory" in controllers:
            return ""
        return "; its memory is not limited (cgroup_enable=memory in cmdline.txt would do that)"

    # The voice

    def _speech(self) -> Result:
        version = self._facts.tool("espeak-ng", "--version").strip().partition("  Data")[0]
        if not version:
            return failed(
                "speech-missing",
                "the table is to speak, and espeak-ng is not installed",
                'install it, or write level = "off" below [speech]',
                "sudo apt install espeak-ng",
            )
        cards = [name for name in self._facts.names("proc/asound") if name.startswith("card")]
        if not any(name[4:].isdigit() for name in cards):
            return failed(
                "speech-mute",
                f"{version}, and no sound card",
                "plug in a loudspeaker for USB, or have the jack: dtparam=audio=on in config.txt",
                "cat /proc/asound/cards",
            )
        return passed(version)


def _newer_program(facts: Facts) -> tuple[str, str]:
    """How a newer one comes here: what to do, and what to say for it."""
    try:
        card_of(facts)
    except UpdateError:
        # What has installed it, nothing tells.
        words = "update the program as it was installed (docs/service.md) before the table runs again"
        return f"{words}: it would set this record aside", ""
    words = "update the program by the page of upkeep, under Version"
    return f"{words}: until then the table sets this record aside", "sudo signifer update FILE"


def _tagged(db: sqlite3.Connection) -> set[str]:
    """The cards that have a tag, as the store calls them."""
    if not db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tags'").fetchone()[0]:
        return set()
    return {str(card) for (card,) in db.execute("SELECT card FROM tags")}


def _enrolled(known: set[str], decks: Decks) -> Iterator[str]:
    """Of each game that has a card with a tag, and of each deck that players bring, how many have."""
    brought = registry.deck_files()
    for game, catalogue in catalogues_of(decks).items():
        sets = {game: tuple(catalogue)}
        if game in brought:
            sets = {f"{game}/{deck}": catalogue.card_ids(deck) for deck in catalogue.armies}
        for name, cards in sets.items():
            have = len(known & {full_id(game, card) for card in cards})
            if have:
                yield f"{have} of {len(cards)} cards of {name} have a tag"
